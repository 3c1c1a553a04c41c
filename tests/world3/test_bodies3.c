/* Bodies of a 3D world: mass, locked axes, types, points and vectors, targets. */
#include "world3/make3.h"

#define EPS ((double)MD_REAL_EPSILON)

/* ---- Mass -------------------------------------------------------------------------------------------------------- */

/* Two boxes of 1 x 1 x 1 m at x = -1 and x = 3, of 1000 and 3000 kg: the centre is at x = 2. */
static void mass_and_inertia_are_those_of_all_shapes_about_their_centre(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id body = body_at(world, MD3_DYNAMIC, 10, 0, 0);
    md3_shape_def material = md3_shape_def_default();
    for (int i = 0; i < 2; ++i) {
        md3_geometry sphere;
        material.density = (md_real)((i == 0 ? 1000 : 3000) / (4 * PI / 3));
        assert_int_equal(md3_geometry_sphere(&sphere, at3(i == 0 ? -1 : 3, 0, 0), 1), MD_OK);
        give(world, body, &material, &sphere);
    }
    const md3_mass mass = md3_body_mass(world, body);
    assert_near((double)mass.mass, 4000, 4000 * 8 * EPS);
    assert_vec_near(mass.center, at3(2, 0, 0), 16 * EPS);
    const double own = 0.4 * 4000;
    assert_near((double)mass.inertia.x.x, own, own * 16 * EPS);
    assert_near((double)mass.inertia.y.y, own + 1000 * 9 + 3000 * 1, 14000 * 16 * EPS);
    assert_near((double)mass.inertia.z.z, own + 1000 * 9 + 3000 * 1, 14000 * 16 * EPS);
    assert_vec_near(md3_body_center(world, body), at3(12, 0, 0), 64 * EPS);
    md3_world_destroy(world);
}

/* A dumbbell of two balls falls on one end first, and comes to rest on both. */
static void a_compound_rests_on_all_its_shapes(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_shape_def material = surface_of(0.6, 0);
    ground_of(world, &material);
    const md3_body_id dumbbell = body_turned_at(world, MD3_DYNAMIC, at3(0, 2, 0), turned_about(0, 0, 1, 0.5));
    md3_shape_def rolling = material;
    rolling.rolling = (md_real)0.05;
    for (int i = 0; i < 2; ++i) {
        md3_geometry sphere;
        assert_int_equal(md3_geometry_sphere(&sphere, at3(i == 0 ? -1 : 1, 0, 0), (md_real)0.4), MD_OK);
        give(world, dumbbell, &rolling, &sphere);
    }
    step_until(world, MD3_EVENT_BODY_SLEEP, 600);
    md3_contact_info infos[3];
    assert_int_equal(md3_body_contacts(world, dumbbell, infos, 3), 2);
    assert_true(infos[0].touching && infos[1].touching);
    assert_near(y_of(world, dumbbell), 0.4, 0.002);
    md3_world_destroy(world);
}

static void a_given_mass_is_used_until_it_is_reset(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_body_id box = box_at(world, 0, 0, 0, 0.5);
    const md3_mass own = md3_body_mass(world, box);
    const md3_mass given = {.mass = 2, .center = at3(0, 0.1, 0), .inertia = md3_mat_diagonal(4, 5, 6)};
    assert_int_equal(md3_body_set_mass(world, box, given), MD_OK);
    assert_true(md3_body_has_given_mass(world, box));
    assert_vec_near(md3_body_center(world, box), at3(0, 0.1, 0), EPS);
    assert_int_equal(md3_body_apply_angular_impulse(world, box, at3(4, 5, 6)), MD_OK);
    assert_vec_near(md3_body_angular_velocity(world, box), at3(1, 1, 1), 8 * EPS);
    assert_int_equal(md3_body_set_mass(world, box, (md3_mass){.mass = 0}), MD_OK);
    assert_false(md3_body_has_given_mass(world, box));
    assert_near((double)md3_body_mass(world, box).mass, (double)own.mass, 0);
    md3_world_destroy(world);
}

static void a_body_without_inertia_does_not_rotate(void **state)
{
    (void)state;
    md3_world *world = world_new();
    md3_shape_def material = surface_of(0.6, 0);
    material.torsion = material.rolling = (md_real)0.01; /* their rows have nothing to act on */
    ground_of(world, &material);
    const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
    give_box(world, box, &material, 0.5, 0.5, 0.5);
    assert_int_equal(md3_body_set_mass(world, box, (md3_mass){.mass = 10}), MD_OK);
    assert_int_equal(md3_body_apply_impulse(world, box, at3(20, 0, 0), at3(0, 1, 0)), MD_OK);
    step_many(world, 30);
    assert_vec_near(md3_body_angular_velocity(world, box), at3(0, 0, 0), 0);
    assert_near(y_of(world, box), 0.5, 0.001);
    md3_world_destroy(world);
}

/* ---- Locked axes ------------------------------------------------------------------------------------------------- */

static md3_body_id locked_box(md3_world *world, uint32_t locked, double x, double y, double z)
{
    const md3_body_id box = box_at(world, x, y, z, 0.5);
    assert_int_equal(md3_body_set_locked(world, box, locked), MD_OK);
    return box;
}

/* Boxes that fall on each other at an angle move and rotate in all directions, but not along locked axes. */
static void locked_axes_do_not_move(void **state)
{
    (void)state;
    const uint32_t locks[] = {MD3_LOCK_X,          MD3_LOCK_Z,
                              MD3_LOCK_ROTATION_Y, MD3_LOCK_PLANE,
                              MD3_LOCK_ROTATION,   MD3_LOCK_X | MD3_LOCK_ROTATION_X | MD3_LOCK_ROTATION_Z};
    for (int i = 0; i < 6; ++i) {
        md3_world *world = world_new();
        ground_at_zero(world);
        const md3_body_id lower = locked_box(world, locks[i], 0, 0.6, 0);
        const md3_body_id upper = body_turned_at(world, MD3_DYNAMIC, at3(0.3, 2, 0.25), turned_about(1, 0, -1, 0.4));
        const md3_shape_def material = md3_shape_def_default();
        give_box(world, upper, &material, 0.5, 0.5, 0.5);
        set_velocity(world, lower, at3(1, 0, 2), at3(1, 2, 3));
        for (int step = 0; step < 60; ++step) {
            step_many(world, 1);
            const md3_vec v = md3_body_velocity(world, lower);
            const md3_vec w = md3_body_angular_velocity(world, lower);
            const md_real along[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
            for (int k = 0; k < 6; ++k) {
                assert_true((locks[i] >> k & 1) == 0 || along[k] == 0);
            }
        }
        assert_true(speed_of(world, upper) < 10);
        md3_world_destroy(world);
    }
}

static void a_body_that_is_locked_in_the_air_holds_others(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const uint32_t all = MD3_LOCK_X | MD3_LOCK_Y | MD3_LOCK_Z | MD3_LOCK_ROTATION;
    const md3_body_id shelf = locked_box(world, all, 0, 5, 0);
    const md3_body_id box = box_at(world, 0, 6, 0, 0.5);
    step_many(world, 60);
    assert_near(y_of(world, shelf), 5, 0);
    assert_near(y_of(world, box), 6, 0.002);
    md3_world_destroy(world);
}

/* With one locked axis the inverse inertia is that of the other two: [a b; b c]^-1, not a part of the whole inverse. The squares of
 * the largest moments are not representable in float. */
static void an_impulse_on_a_turned_body_respects_locked_axes(void **state)
{
    (void)state;
    const double scales[] = {1, 1e22, 1e-9};
    for (int i = 0; i < 3; ++i) {
        const double scale = scales[i];
        md3_world *world = world_without_gravity();
        const md3_rot rotation = turned_about(1, 2, 3, 1);
        const md3_body_id body = body_turned_at(world, MD3_DYNAMIC, at3(0, 0, 0), rotation);
        const md3_mass mass = {
            .mass = 1, .inertia = md3_mat_diagonal((md_real)(2 * scale), (md_real)(3 * scale), (md_real)(4 * scale))};
        assert_int_equal(md3_body_set_mass(world, body, mass), MD_OK);
        assert_int_equal(md3_body_set_locked(world, body, MD3_LOCK_ROTATION_X), MD_OK);
        assert_int_equal(md3_body_apply_angular_impulse(world, body, at3(5 * scale, scale, -2 * scale)), MD_OK);
        const md3_mat R = md3_rot_matrix(rotation);
        const md3_mat I = md3_mat_multiply(md3_mat_multiply(R, md3_mat_diagonal(2, 3, 4)), md3_mat_transpose(R));
        const md3_vec w = md3_body_angular_velocity(world, body);
        assert_near((double)w.x, 0, 0);
        /* I w equals the impulse about the free axes. */
        const md3_vec L = md3_mat_apply(I, w);
        assert_near((double)L.y, 1, 64 * EPS);
        assert_near((double)L.z, -2, 64 * EPS);
        md3_world_destroy(world);
    }
}

/* The determinant of the free axes of a thin rod is rounding error. No impulse turns the rod back, nor faster than about its
 * axis. */
static void a_thin_rod_with_a_locked_axis_turns_with_the_impulse(void **state)
{
    (void)state;
    struct random random = {1};
    for (int i = 0; i < 100; ++i) {
        md3_world *world = world_without_gravity();
        const md3_body_id body = body_turned_at(world, MD3_DYNAMIC, at3(0, 0, 0), random_rotation(&random));
        const md3_mass mass = {.mass = 1, .inertia = md3_mat_diagonal(1, (md_real)1e25, (md_real)1e25)};
        assert_int_equal(md3_body_set_mass(world, body, mass), MD_OK);
        assert_int_equal(md3_body_set_locked(world, body, MD3_LOCK_ROTATION_X), MD_OK);
        assert_int_equal(md3_body_apply_angular_impulse(world, body, at3(0, 1, 0)), MD_OK);
        const md3_vec w = md3_body_angular_velocity(world, body);
        assert_true(w.y >= 0 && w.y <= 1 + 8 * (md_real)EPS && fabs((double)w.z) <= 1);
        md3_world_destroy(world);
    }
}

/* After a quarter turn about z, the moment about x is the one that was about y. */
static void the_inertia_turns_with_the_body(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.gravity = at3(0, 0, 0);
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    const md3_body_id body = body_at(world, MD3_DYNAMIC, 0, 0, 0);
    assert_int_equal(md3_body_set_mass(world, body, (md3_mass){.mass = 1, .inertia = md3_mat_diagonal(2, 3, 4)}),
                     MD_OK);
    set_velocity(world, body, at3(0, 0, 0), at3(0, 0, PI / 2));
    step_many(world, 60);
    set_velocity(world, body, at3(0, 0, 0), at3(0, 0, 0));
    assert_int_equal(md3_body_apply_angular_impulse(world, body, at3(3, 4, 4)), MD_OK);
    assert_vec_near(md3_body_angular_velocity(world, body), at3(1, 2, 1), PICK(1e-8, 1e-4));
    md3_world_destroy(world);
}

/* ---- Motion ------------------------------------------------------------------------------------------------------ */

static void a_kinematic_body_reaches_its_target(void **state)
{
    (void)state;
    const int32_t substeps[] = {1, 3};
    struct random random = {3};
    for (int trial = 0; trial < 40; ++trial) {
        md3_world_def def = md3_world_def_default();
        def.substeps = substeps[trial % 2];
        md3_world *world = world_of(&def);
        const md3_body_id body =
            body_turned_at(world, MD3_KINEMATIC, random_point_in_cube(&random, 3), random_rotation(&random));
        const md3_shape_def material = md3_shape_def_default();
        give_box(world, body, &material, 0.5, 0.2, 0.3);
        const md3_transform now = md3_body_transform(world, body);
        const md3_rot turn = md3_rot_from_axis_angle(random_direction(&random), random_real(&random, 0, 2.8));
        const md3_transform target = {random_point_in_cube(&random, 3), md3_rot_multiply(turn, now.q)};
        assert_int_equal(md3_body_set_target(world, body, target, (md_real)(1.0 / 60)), MD_OK);
        step_many(world, 1);
        const md3_transform end = md3_body_transform(world, body);
        assert_vec_near(end.p, target.p, 200 * EPS);
        assert_vec_near(md3_rot_apply(end.q, at3(1, 2, 3)), md3_rot_apply(target.q, at3(1, 2, 3)), 2000 * EPS);
        md3_world_destroy(world);
    }
}

static void points_and_vectors_are_mapped_to_the_world_and_back(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_rot quarter = turned_about(0, 0, 1, PI / 2);
    const md3_body_id body = body_turned_at(world, MD3_DYNAMIC, at3(1, 2, 3), quarter);
    set_velocity(world, body, at3(1, 0, 0), at3(0, 0, 2));
    assert_vec_near(md3_body_world_point(world, body, at3(1, 0, 5)), at3(1, 3, 8), 16 * EPS);
    assert_vec_near(md3_body_local_point(world, body, at3(1, 3, 8)), at3(1, 0, 5), 16 * EPS);
    assert_vec_near(md3_body_world_vector(world, body, at3(0, 1, 2)), at3(-1, 0, 2), 16 * EPS);
    assert_vec_near(md3_body_local_vector(world, body, at3(-1, 0, 2)), at3(0, 1, 2), 16 * EPS);
    assert_vec_near(md3_body_velocity_at(world, body, at3(1, 3, 0)), at3(-1, 0, 0), 16 * EPS);
    md3_world_destroy(world);
}

static void changing_the_type_of_a_body_and_back_restores_it(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 10);
    assert_int_equal(md3_body_set_type(world, box, MD3_STATIC), MD_OK);
    step_many(world, 10);
    assert_int_equal(md3_world_contact_count(world), 0);
    assert_int_equal(md3_body_set_type(world, box, MD3_DYNAMIC), MD_OK);
    step_many(world, 10);
    assert_int_equal(md3_world_contact_count(world), 1);
    assert_near(y_of(world, box), 0.5, 0.001);
    md3_world_destroy(world);
}

static void a_disabled_body_has_no_effect_and_keeps_its_state(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_body_id lower = box_at(world, 0, 0.5, 0, 0.5);
    const md3_body_id upper = box_at(world, 0, 1.5, 0, 0.5);
    step_many(world, 30);
    assert_int_equal(md3_body_set_enabled(world, lower, false), MD_OK);
    step_many(world, 120);
    assert_near(y_of(world, upper), 0.5, 0.002);
    assert_near(y_of(world, lower), 0.5, 0.002);
    assert_false(md3_body_is_enabled(world, lower));
    md3_world_destroy(world);
}

static void interpolation_lies_between_the_last_two_transforms(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_body_id box = box_at(world, 0, 0, 0, 0.5);
    set_velocity(world, box, at3(6, 0, 0), at3(0, 6, 0));
    step_many(world, 1);
    assert_vec_near(md3_body_interpolated(world, box, 0).p, at3(0, 0, 0), 0);
    const md3_transform half = md3_body_interpolated(world, box, (md_real)0.5);
    assert_vec_near(half.p, at3(0.05, 0, 0), 4 * EPS);
    assert_vec_near(md3_rot_vector(half.q), at3(0, 0.05, 0), 1e-6);
    assert_vec_near(md3_body_interpolated(world, box, 1).p, md3_body_transform(world, box).p, 0);
    md3_world_destroy(world);
}

static void a_definition_creates_the_body_again(void **state)
{
    (void)state;
    md3_world *world = world_new();
    md3_body_def def = md3_body_def_default();
    def.type = MD3_DYNAMIC;
    def.position = at3(1, 2, 3);
    def.velocity = at3(4, 5, 6);
    def.locked = MD3_LOCK_Y | MD3_LOCK_ROTATION_Z;
    md3_body_id body;
    assert_int_equal(md3_body_create(world, &def, &body), MD_OK);
    const md3_body_def again = md3_body_get_def(world, body);
    assert_vec_near(again.velocity, at3(4, 0, 6), 0);
    assert_int_equal(again.locked, def.locked);
    assert_int_equal(md3_body_def_check(&again, NULL), MD_OK);
    md3_world_destroy(world);
}

static void a_box_is_created_in_one_call(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id body = body_at(world, MD3_DYNAMIC, 0, 2, 0);
    const md3_shape_def def = md3_shape_def_default();
    md3_shape_id shape;
    assert_int_equal(md3_shape_create_box(world, body, &def, at3(0.5, 0.25, 1), &shape), MD_OK);
    assert_true(md3_shape_same(shape, md3_body_first_shape(world, body)));
    assert_near(md3_body_mass(world, body).mass, 1000, 1e-3); /* 1 m x 0.5 m x 2 m of water */
    const md3_geometry *geometry = md3_shape_geometry(world, shape);
    assert_int_equal(geometry->type, MD3_HULL);
    assert_int_equal(md3_hull_vertices(geometry->hull), 8);
    md3_world_destroy(world); /* frees the hull: a leak would fail under the sanitizers */
}

static void a_kinematic_body_that_starts_asleep_is_at_rest(void **state)
{
    (void)state;
    const double speeds[] = {3, PICK(1e300, 1e35)};
    for (int i = 0; i < 2; ++i) {
        md3_world *world = world_new();
        const md3_shape_def rough = surface_of(1, 0);
        md3_body_def def = md3_body_def_default();
        def.type = MD3_KINEMATIC;
        def.awake = false;
        def.velocity = at3(speeds[i], -speeds[i], 0);
        def.angular_velocity = at3(0, 0, speeds[i]);
        md3_body_id ground;
        assert_int_equal(md3_body_create(world, &def, &ground), MD_OK);
        give_box(world, ground, &rough, 5, 0.5, 5);
        const md3_body_id box = box_at(world, 0, 1, 0, 0.5);
        step_many(world, 60);
        assert_vec_near(md3_body_center(world, box), at3(0, 1, 0), 0.002);
        assert_vec_near(md3_body_velocity(world, ground), at3(0, 0, 0), 0);
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_created_in_one_call),
        cmocka_unit_test(mass_and_inertia_are_those_of_all_shapes_about_their_centre),
        cmocka_unit_test(a_compound_rests_on_all_its_shapes),
        cmocka_unit_test(a_given_mass_is_used_until_it_is_reset),
        cmocka_unit_test(a_body_without_inertia_does_not_rotate),
        cmocka_unit_test(locked_axes_do_not_move),
        cmocka_unit_test(a_body_that_is_locked_in_the_air_holds_others),
        cmocka_unit_test(an_impulse_on_a_turned_body_respects_locked_axes),
        cmocka_unit_test(a_thin_rod_with_a_locked_axis_turns_with_the_impulse),
        cmocka_unit_test(the_inertia_turns_with_the_body),
        cmocka_unit_test(a_kinematic_body_reaches_its_target),
        cmocka_unit_test(points_and_vectors_are_mapped_to_the_world_and_back),
        cmocka_unit_test(changing_the_type_of_a_body_and_back_restores_it),
        cmocka_unit_test(a_disabled_body_has_no_effect_and_keeps_its_state),
        cmocka_unit_test(interpolation_lies_between_the_last_two_transforms),
        cmocka_unit_test(a_definition_creates_the_body_again),
        cmocka_unit_test(a_kinematic_body_that_starts_asleep_is_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
