/* Sentences of docs/tutorial3.md that no quoted output shows: each test finds its sentence in the page, and then shows
 * that the library does what it says. */
#include "world3/make3.h"

#include <modulus/modulus.h>

#include "docs/page.h"

static void page_says(const char *sentence)
{
    file_says("docs/tutorial3.md", sentence);
}

/* ---- Definitions ------------------------------------------------------------------------------------------------- */

static void a_zeroed_body_definition_is_not_valid(void **state)
{
    (void)state;
    page_says("Never start from a zeroed struct");
    md3_world *world = world_new();
    const md3_body_def zeros = {0};
    assert_int_equal(md3_body_create(world, &zeros, NULL), MD_ERROR_ARGUMENT);
    md3_world_destroy(world);
}

static void defaults_are_those_that_the_page_names(void **state)
{
    (void)state;
    page_says(
        "points of a hull closer than 5 mm are merged, 0.5 mm of penetration is tolerated, contacts become "
        "speculative at a distance of 2 cm, contacts bounce above 1 m/s, and bodies slower than 0.05 m/s may fall "
        "asleep");
    const md3_world_def def = md3_world_def_default();
    assert_true(MD3_LINEAR_SLOP == (md_real)0.005);
    assert_true(def.slop == (md_real)0.0005);
    assert_true(def.speculative_margin == (md_real)0.02);
    assert_true(def.restitution_threshold == 1);
    assert_true(def.sleep_speed == (md_real)0.05);
    page_says("The default gravity is along -y");
    assert_true(def.gravity.x == 0 && def.gravity.y < 0 && def.gravity.z == 0);
    page_says("by default (`MD_FRICTION_DISC`)");
    assert_int_equal(def.friction_law, MD_FRICTION_DISC);
    page_says("the body is static, which is the default type");
    assert_int_equal(md3_body_def_default().type, MD3_STATIC);
    page_says("For friction, rolling and torsion this is the geometric mean");
    assert_int_equal(def.friction_mixing, MD3_MIX_GEOMETRIC_MEAN);
    page_says("For restitution it is the larger one");
    assert_int_equal(def.restitution_mixing, MD3_MIX_MAX);
}

static void joined_bodies_do_not_collide_unless_the_joint_says_so(void **state)
{
    (void)state;
    page_says("Joined bodies do not collide with each other unless `collide_connected` is set, which is the default of "
              "motor and parallel joints only.");
    for (int type = MD3_DISTANCE; type < MD3_JOINT_TYPE_COUNT; ++type) {
        const bool collides = type == MD3_MOTOR || type == MD3_PARALLEL;
        assert_int_equal(md3_joint_def_default((md3_joint_type)type).collide_connected, collides);
    }
    for (int collide = 0; collide < 2; ++collide) {
        md3_world *world = world_without_gravity();
        const md3_body_id a = box_at(world, 0, 0, 0, 0.5);
        const md3_body_id b = box_at(world, 0.9, 0, 0, 0.5);
        md3_joint_def def = md3_joint_def_at(world, MD3_HINGE, a, b, at3(0.45, 0, 0), at3(1, 0, 0));
        def.collide_connected = collide != 0;
        assert_int_equal(md3_joint_create(world, &def, NULL), MD_OK);
        step_by(world, 1.0 / 60);
        assert_int_equal(md3_world_contact_count(world), collide);
        md3_world_destroy(world);
    }
}

/* ---- Rotations --------------------------------------------------------------------------------------------------- */

static void a_matrix_has_the_axes_of_the_body_as_columns(void **state)
{
    (void)state;
    page_says("the matrix, by columns: where the x, y and z axes of the body point");
    const md3_rot q = turned_about(1, 2, 3, 1);
    const md3_mat m = md3_rot_matrix(q);
    assert_true(md3_vec_distance(m.x, md3_rot_apply(q, at3(1, 0, 0))) < 1e-5);
    assert_true(md3_vec_distance(m.y, md3_rot_apply(q, at3(0, 1, 0))) < 1e-5);
    assert_true(md3_vec_distance(m.z, md3_rot_apply(q, at3(0, 0, 1))) < 1e-5);
    page_says("`md3_rot_multiply(a, b)` | first b, then a");
    const md3_rot r = turned_about(0, 1, 0, 0.5);
    const md3_vec v = at3(1, -2, 0.5);
    assert_true(md3_vec_distance(md3_rot_apply(md3_rot_multiply(q, r), v), md3_rot_apply(q, md3_rot_apply(r, v))) <
                1e-5);
}

static void an_axis_that_is_no_unit_vector_gives_no_rotation(void **state)
{
    (void)state;
    page_says("the axis of `md3_rot_from_axis_angle` is not a unit vector");
    assert_true(md3_rot_from_axis_angle(at3(0, 2, 0), 1).w == 1);
    assert_true(md3_rot_from_axis_angle(at3(0, 1, 0), 1).w < 0.9);
}

/* ---- Bodies and shapes ------------------------------------------------------------------------------------------- */

static void a_body_without_mass_has_one_kilogram_and_does_not_rotate(void **state)
{
    (void)state;
    page_says("A dynamic body whose shapes have no mass has 1 kg and does not rotate.");
    md3_world *world = world_without_gravity();
    const md3_body_id body = body_at(world, MD3_DYNAMIC, 0, 0, 0);
    md3_shape_def def = md3_shape_def_default();
    def.density = 0;
    give_box(world, body, &def, 1, 1, 1);
    assert_true(md3_body_mass(world, body).mass == 1);
    assert_int_equal(md3_body_apply_impulse(world, body, at3(0, 3, 0), at3(1, 0, 0)), MD_OK);
    assert_near(speed_of(world, body), 3, 0);
    assert_true(md3_vec_length(md3_body_angular_velocity(world, body)) == 0);
    md3_world_destroy(world);
}

/* Drops a ball on a square of two triangles. Returns whether it falls through. */
static bool falls_through(bool clockwise)
{
    md3_world *world = world_new();
    const md3_vec vertices[] = {{-5, 0, -5}, {5, 0, -5}, {5, 0, 5}, {-5, 0, 5}};
    const int32_t indices[2][6] = {{0, 2, 1, 0, 3, 2}, {0, 1, 2, 0, 2, 3}};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 4;
    def.indices = indices[clockwise];
    def.triangle_count = 2;
    md3_mesh *mesh;
    assert_int_equal(md3_mesh_create(NULL, &def, &mesh, NULL), MD_OK);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    const md3_shape_def surface = md3_shape_def_default();
    give(world, body_at(world, MD3_STATIC, 0, 0, 0), &surface, &geometry);
    md3_mesh_destroy(mesh);
    const md3_body_id ball = sphere_at(world, 1, 1, 2, 0.25);
    step_many(world, 90);
    const bool below = y_of(world, ball) < -1;
    md3_world_destroy(world);
    return below;
}

static void a_mesh_is_solid_from_its_front_only(void **state)
{
    (void)state;
    page_says(
        "A mesh is solid from the side from which its triangles run counter-clockwise; a body can pass it from the "
        "other side.");
    page_says("its triangles run clockwise seen from above, so it is solid from below");
    assert_false(falls_through(false));
    assert_true(falls_through(true));
}

static void a_ball_that_spins_about_its_normal_needs_torsion_to_sleep(void **state)
{
    (void)state;
    page_says("Without it such a ball never falls asleep.");
    page_says("so that a 0 on one side makes 0: give rolling friction to the ball and to the ground");
    for (int both = 0; both < 2; ++both) {
        md3_world *world = world_new();
        md3_shape_def def = md3_shape_def_default();
        def.torsion = (md_real)(both ? 0.05 : 0);
        ground_of(world, &def);
        const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
        def.torsion = (md_real)0.05;
        give_sphere(world, ball, &def, 0.5);
        set_velocity(world, ball, at3(0, 0, 0), at3(0, 3, 0));
        step_many(world, 300);
        assert_int_equal(md3_body_is_awake(world, ball), !both);
        md3_world_destroy(world);
    }
}

/* A platform moves by 2 m in 2 s, by its velocity or by its position. A box on it moves along or stays. */
static double box_on_a_platform(bool teleport)
{
    md3_world *world = world_new();
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id platform = body_at(world, MD3_KINEMATIC, 0, 0, 0);
    give_box(world, platform, &def, 5, 0.5, 5);
    const md3_body_id box = box_at(world, 0, 1, 0, 0.5);
    for (int step = 0; step < 120; ++step) {
        const md3_transform to = {at3((step + 1) / 60.0, 0, 0), md3_rot_identity()};
        if (teleport) {
            assert_int_equal(md3_body_set_transform(world, platform, to), MD_OK);
        } else {
            assert_int_equal(md3_body_set_target(world, platform, to, (md_real)(1.0 / 60)), MD_OK);
        }
        step_by(world, 1.0 / 60);
    }
    const double moved = (double)md3_body_center(world, box).x;
    md3_world_destroy(world);
    return moved;
}

static void a_platform_carries_a_box_only_if_it_has_a_velocity(void **state)
{
    (void)state;
    page_says("the platform is teleported (`md3_body_set_transform`) instead of having a velocity");
    assert_true(box_on_a_platform(false) > 1.9);
    assert_true(fabs(box_on_a_platform(true)) < 0.1);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* Creates a sleeping box on the ground. Checks that it fell asleep after half a second. */
static md3_world *sleeping_box(md3_body_id *box)
{
    md3_world *world = world_new();
    ground_at_zero(world);
    *box = box_at(world, 0, 0.5, 0, 0.5);
    assert_near(step_until(world, MD3_EVENT_BODY_SLEEP, 60), 30, 1); /* rounding of the summed time */
    return world;
}

static void touch_a_call_a_force_of_zero_and_lost_support_wake(void **state)
{
    (void)state;
    page_says("Bodies that have been at rest for half a second fall asleep");
    page_says(
        "They wake up when a body touches them, when a call moves or pushes them, or when their support is removed.");
    page_says("A force wakes its body even if it is 0");
    for (int cause = 0; cause < 4; ++cause) {
        md3_body_id box;
        md3_world *world = sleeping_box(&box);
        if (cause == 0) {
            const md3_body_id ball = sphere_at(world, 0, 1.3, 0, 0.25);
            set_velocity(world, ball, at3(0, -3, 0), at3(0, 0, 0));
        } else if (cause == 1) {
            assert_int_equal(md3_body_apply_force_to_center(world, box, at3(0, 0, 0)), MD_OK);
        } else if (cause == 2) {
            set_velocity(world, box, at3(0, 1, 0), at3(0, 0, 0));
        } else {
            assert_int_equal(md3_body_destroy(world, md3_world_first_body(world)), MD_OK);
        }
        step_many(world, 2);
        assert_true(md3_body_is_awake(world, box));
        md3_world_destroy(world);
    }
}

static void interpolation_goes_from_before_the_last_step_to_now(void **state)
{
    (void)state;
    page_says("returns a transform between the one before the last step (0) and the one after it (1)");
    md3_world *world = world_without_gravity();
    const md3_body_id box = box_at(world, 0, 0, 0, 0.5);
    set_velocity(world, box, at3(6, 0, 0), at3(0, 0, 0));
    step_many(world, 2);
    assert_near(md3_body_interpolated(world, box, 0).p.x, 0.1, 1e-6); /* rounding in float */
    assert_near(md3_body_interpolated(world, box, 1).p.x, 0.2, 1e-6);
    md3_world_destroy(world);
}

static uint64_t hash_of_a_pile(int32_t threads)
{
    md3_world_def def = md3_world_def_default();
    def.threads = threads;
    md3_world *world = world_of(&def);
    ground_at_zero(world);
    for (int i = 0; i < 60; ++i) {
        box_at(world, 0.7 * (i % 4), 0.5 + 1.1 * (i / 8), 0.6 * (i % 2), 0.5);
    }
    step_many(world, 60);
    const uint64_t hash = md3_world_hash(world);
    md3_world_destroy(world);
    return hash;
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    page_says("`threads` of `md3_world_def`. They change no bit of the results.");
    assert_true(hash_of_a_pile(1) == hash_of_a_pile(4));
}

static void a_stale_handle_gives_a_status_or_zeros(void **state)
{
    (void)state;
    page_says(
        "If a handle refers to a destroyed object, the call returns `MD_ERROR_ARGUMENT`, or zeros if it returns a "
        "value. A stale handle never reaches another object.");
    md3_world *world = world_new();
    const md3_body_id old = box_at(world, 3, 4, 5, 0.5);
    assert_int_equal(md3_body_destroy(world, old), MD_OK);
    const md3_body_id new = box_at(world, 5, 6, 7, 0.5);
    assert_int_equal(new.index, old.index);
    assert_int_equal(md3_body_set_bullet(world, old, true), MD_ERROR_ARGUMENT);
    assert_true(md3_body_transform(world, old).p.x == 0);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_body_definition_is_not_valid),
        cmocka_unit_test(defaults_are_those_that_the_page_names),
        cmocka_unit_test(joined_bodies_do_not_collide_unless_the_joint_says_so),
        cmocka_unit_test(a_matrix_has_the_axes_of_the_body_as_columns),
        cmocka_unit_test(an_axis_that_is_no_unit_vector_gives_no_rotation),
        cmocka_unit_test(a_body_without_mass_has_one_kilogram_and_does_not_rotate),
        cmocka_unit_test(a_mesh_is_solid_from_its_front_only),
        cmocka_unit_test(a_ball_that_spins_about_its_normal_needs_torsion_to_sleep),
        cmocka_unit_test(a_platform_carries_a_box_only_if_it_has_a_velocity),
        cmocka_unit_test(touch_a_call_a_force_of_zero_and_lost_support_wake),
        cmocka_unit_test(interpolation_goes_from_before_the_last_step_to_now),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(a_stale_handle_gives_a_status_or_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
