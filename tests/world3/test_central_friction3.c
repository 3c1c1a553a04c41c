/* One friction constraint per manifold (central_friction): boxes slide, stick, spin and stand as with friction at each point, with
 * fewer rows; and what the approximation costs when a box slides and spins at once. */
#include <modulus/snapshot3.h>
#include <stdlib.h>

#include "world3/stacks3.h"

static md3_world_def settings(bool central)
{
    md3_world_def def = md3_world_def_default();
    def.central_friction = central;
    return def;
}

/* ---- Sliding and spinning ----------------------------------------------------------------------------------------- */

#define MU 0.5

/* A box of 0.5 m height on the ground, with a velocity along the ground and a spin about the vertical axis. */
struct push {
    double half_x, half_z;
    double speed, direction, spin;
    int32_t substeps;
};

static md3_body_id pushed_box(md3_world *world, const struct push *push)
{
    const md3_shape_def material = surface_of(MU, 0);
    ground_of(world, &material);
    const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, 0.25, 0);
    give_box(world, box, &material, push->half_x, 0.25, push->half_z);
    set_velocity(world, box, at3(push->speed * cos(push->direction), 0, push->speed * sin(push->direction)),
                 at3(0, push->spin, 0));
    return box;
}

struct stop {
    double time;     /* s */
    double distance; /* m */
    double angle;    /* of the displacement, rad */
    double turned;   /* rad */
};

static struct stop stop_of(bool central, const struct push *push)
{
    md3_world_def def = settings(central);
    def.substeps = push->substeps;
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    const md3_body_id box = pushed_box(world, push);
    struct stop stop = {.time = 0};
    for (int i = 0; i < 300 && stop.time == 0; ++i) {
        step_many(world, 1);
        const double spin = (double)md3_body_angular_velocity(world, box).y;
        stop.turned += spin / 60;
        stop.time = speed_of(world, box) + fabs(spin) < 1e-3 ? (i + 1) / 60.0 : 0;
    }
    const md3_vec end = md3_body_center(world, box);
    stop.distance = hypot((double)end.x, (double)end.z);
    stop.angle = atan2((double)end.z, (double)end.x);
    md3_world_destroy(world);
    assert_true(stop.time > 0);
    return stop;
}

/* v^2 / (2 mu g). Semi-implicit Euler is v h / 2 short, 0.1 % with 8 substeps. */
static void a_box_stops_at_the_distance_of_the_formula_in_every_direction(void **state)
{
    (void)state;
    for (int shape = 0; shape < 2; ++shape) {
        for (int degrees = 0; degrees <= 90; degrees += 15) {
            const struct push push = {.half_x = shape == 0 ? 0.5 : 2,
                                      .half_z = 0.5,
                                      .speed = 10,
                                      .direction = degrees * PI / 180,
                                      .substeps = 8};
            const struct stop stop = stop_of(true, &push);
            assert_near(stop.distance, 100 / (2 * MU * G), 0.002 * 100 / (2 * MU * G));
            assert_near(stop.angle, push.direction, 0.1 * PI / 180);
            assert_near(stop.turned, 0, PICK(1e-6, 1e-3));
        }
    }
}

/* The corners at the distance r from the centre brake with the torque mu m g r, and the inertia about the vertical axis is
 * m (x^2 + z^2) / 3 = m r^2 / 3 with the half extents x and z: 3 mu g / r. */
static void a_spinning_box_stops_as_the_formula_says(void **state)
{
    (void)state;
    const double half[2][2] = {{0.5, 0.5}, {1, 0.25}};
    for (int shape = 0; shape < 2; ++shape) {
        const struct push push = {.half_x = half[shape][0], .half_z = half[shape][1], .spin = 10, .substeps = 1};
        const struct stop stop = stop_of(true, &push);
        const struct stop at_points = stop_of(false, &push);
        const double braking = 3 * MU * G / hypot(push.half_x, push.half_z);
        assert_near(stop.time, 10 / braking, 1 / 60.0);
        assert_near(stop.turned, 100 / (2 * braking) - 10 / 120.0, 0.005);
        assert_near(stop.turned, at_points.turned, 0.001);
        assert_near(stop.distance, 0, PICK(1e-5, 1e-3));
    }
}

/* The ball is not the points' limit surface: a box that slides and spins stops up to 16 % earlier. Bounds of sliding and spinning
 * that do not know of each other would stop it up to nine times earlier. */
static void a_box_that_slides_and_spins_stops_somewhat_early(void **state)
{
    (void)state;
    const double pushes[][4] = {
        {0.5, 0.5, 5, 10}, {1, 0.25, 5, 10}, {0.5, 0.5, 5, 2}, {0.5, 0.5, 1, 20}, {1, 0.25, 1, 20}};
    for (int i = 0; i < 5; ++i) {
        const struct push push = {.half_x = pushes[i][0],
                                  .half_z = pushes[i][1],
                                  .speed = pushes[i][2],
                                  .direction = 0.3,
                                  .spin = pushes[i][3],
                                  .substeps = 1};
        const struct stop stop = stop_of(true, &push);
        const struct stop at_points = stop_of(false, &push);
        print_message("box %g x %g m, %g m/s, %g rad/s: %.3f m, %.2f rad; friction at each point: %.3f m, %.2f rad\n",
                      2 * push.half_x, 2 * push.half_z, push.speed, push.spin, stop.distance, stop.turned,
                      at_points.distance, at_points.turned);
        assert_true(stop.distance < 1.01 * at_points.distance);
        assert_true(stop.distance > 0.82 * at_points.distance);
    }
}

/* How far a box on an incline about `axis`, with friction tan(30 degrees), moves in 600 steps after it has settled, m. */
static double creep_on(double degrees, md3_vec axis)
{
    md3_world_def def = settings(true);
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    const md3_shape_def material = surface_of(tan(PI / 6), 0);
    const md3_rot tilt = md3_rot_from_axis_angle(axis, (md_real)(degrees * PI / 180));
    const md3_vec normal = md3_rot_apply(tilt, at3(0, 1, 0));
    give_plane(world, body_at(world, MD3_STATIC, 0, 0, 0), &material, normal);
    const md3_body_id box = body_turned_at(world, MD3_DYNAMIC, md3_vec_scale((md_real)0.5, normal), tilt);
    give_box(world, box, &material, 0.5, 0.5, 0.5);
    step_many(world, 60);
    const md3_vec start = md3_body_center(world, box);
    step_many(world, 600);
    const md3_vec end = md3_body_center(world, box);
    md3_world_destroy(world);
    return (double)md3_vec_distance(start, end);
}

static void a_box_sticks_below_the_angle_of_friction_and_slides_above(void **state)
{
    (void)state;
    const md3_vec axes[] = {at3(0, 0, 1), at3(1, 0, 0), at3(sqrt(0.5), 0, sqrt(0.5))};
    for (int i = 0; i < 3; ++i) {
        assert_true(creep_on(29, axes[i]) < PICK(1e-5, 1e-4));
        assert_true(creep_on(31, axes[i]) > 5);
    }
}

static void a_kinematic_platform_carries_and_turns_a_box(void **state)
{
    (void)state;
    const md3_world_def def = settings(true);
    md3_world *world = world_of(&def);
    const md3_shape_def material = surface_of(0.6, 0);
    const md3_body_id platform = body_at(world, MD3_KINEMATIC, 0, -0.5, 0);
    give_box(world, platform, &material, 3, 0.5, 3);
    const md3_body_id box = box_at(world, 1, 0.5, 0, 0.25);
    set_velocity(world, platform, at3(0, 0, 0), at3(0, 0.5, 0));
    step_many(world, 240);
    assert_near((double)md3_body_angular_velocity(world, box).y, 0.5, 0.01);
    assert_near(speed_of(world, box), 0.5, 0.02);
    md3_world_destroy(world);
}

/* Torsion stops the spin of a box that friction does not brake. */
static void torsion_acts_alone(double friction)
{
    const md3_world_def def = settings(true);
    md3_world *world = world_of(&def);
    md3_shape_def material = surface_of(friction, 0);
    material.torsion = (md_real)0.1;
    ground_of(world, &material);
    const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
    give_box(world, box, &material, 0.5, 0.5, 0.5);
    set_velocity(world, box, at3(1, 0, 0), at3(0, 2, 0));
    step_many(world, 120);
    assert_near((double)md3_body_angular_velocity(world, box).y, 0, 1e-3);
    assert_near((double)md3_body_velocity(world, box).x, 1, 1e-3);
    md3_world_destroy(world);
}

/* Without friction, torsion acts at each point as before; so it does if the ratio of the two is no sensible radius. */
static void torsion_without_friction_stays_at_the_points(void **state)
{
    (void)state;
    torsion_acts_alone(0);
    torsion_acts_alone(PICK(1e-156, 1e-21)); /* the square of the ratio would overflow */
    torsion_acts_alone(1e-8);
}

/* Takes almost all torsion from a contact if `user` is true. */
static bool weaken_torsion(void *user, const md3_world *world, md3_pre_solve *contact)
{
    (void)world;
    const bool *is_weak = user;
    if (*is_weak) {
        contact->torsion = (md_real)PICK(1e-307, 1e-37);
        contact->friction = 1000; /* the radius is their ratio */
    }
    return true;
}

/* A capsule that spins on one end: the other is within the speculative margin, so there are two points, one of which has load. Its
 * torsion becomes so small that the cached impulse cannot be divided by it. */
static void torsion_may_become_tiny(void **state)
{
    (void)state;
    bool is_weak = false;
    md3_world_def def = settings(true);
    def.callbacks.user = &is_weak;
    def.callbacks.pre_solve = weaken_torsion;
    md3_world *world = world_of(&def);
    md3_shape_def material = surface_of(MU, 0);
    material.torsion = (md_real)0.1;
    ground_of(world, &material);
    const md3_body_id capsule =
        body_turned_at(world, MD3_DYNAMIC, at3(0, 0.1 + 0.5 * sin(0.015), 0), turned_about(0, 0, 1, 0.015));
    md3_geometry geometry;
    assert_int_equal(md3_geometry_capsule(&geometry, at3(-0.5, 0, 0), at3(0.5, 0, 0), (md_real)0.1), MD_OK);
    give(world, capsule, &material, &geometry);
    set_velocity(world, capsule, at3(0, 0, 0), at3(0, 100, 0));
    for (int i = 0; i < 20; ++i) {
        is_weak = i > 0;
        step_many(world, 1);
    }
    assert_true(md3_vec_is_finite(md3_body_angular_velocity(world, capsule)));
    md3_world_destroy(world);
}

/* ---- Standing ----------------------------------------------------------------------------------------------------- */

static void towers_and_pyramids_stand(void **state)
{
    (void)state;
    md3_world_def def = settings(true);
    def.substeps = 2;
    struct stack tower = stack_of(&def, 0.6);
    stack_tower(&tower, 8);
    step_many(tower.world, 300);
    assert_true(stack_moved(&tower) < 0.02);
    md3_world_destroy(tower.world);
    struct stack pyramid = stack_of(&def, 0.6);
    stack_square_pyramid(&pyramid, 4);
    step_many(pyramid.world, 300);
    assert_true(stack_moved(&pyramid) < 0.02);
    md3_world_destroy(pyramid.world);
}

/* ---- The problem and its residual --------------------------------------------------------------------------------- */

struct heard {
    int patches, rows, points;
    double residual, by_hand;
};

/* The natural map of one box on the ground: four normals, and a ball of tangents and torsion. */
static double natural_map(const md_problem *problem, const md_result *result)
{
    const int32_t points = md_problem_patch_points(problem, 0);
    double load = 0, sum = 0, length = 0, x[3];
    for (int32_t i = 0; i < points; ++i) {
        const double lambda = (double)result->lambda[i], r = lambda - fmax(lambda - (double)result->w[i], 0);
        sum += r * r;
        load += lambda;
    }
    for (int k = 0; k < 3; ++k) {
        x[k] = (double)(result->lambda[points + k] - result->w[points + k]);
        length += x[k] * x[k];
    }
    const double radius = (double)md_problem_upper(problem)[points] * load;
    const double scale = sqrt(length) > radius ? radius / sqrt(length) : 1;
    for (int k = 0; k < 3; ++k) {
        const double r = (double)result->lambda[points + k] - scale * x[k];
        sum += r * r;
    }
    return sqrt(sum);
}

static void hear(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct heard *heard = user;
    (void)substep;
    heard->patches = md_problem_patches(problem);
    heard->rows = md_problem_rows(problem);
    heard->points = md_problem_patch_points(problem, 0);
    heard->residual = result->residual.absolute;
    heard->by_hand = natural_map(problem, result);
}

static void the_residual_is_that_of_the_problem_with_patches(void **state)
{
    (void)state;
    struct heard heard = {.patches = 0};
    md3_world_def def = settings(true);
    def.limits.max_iterations = 1;
    def.solver = md_solver_spec_of(MD_PGS);
    def.enable_warm_starting = false;
    def.callbacks.solved = hear;
    def.callbacks.user = &heard;
    md3_world *world = world_of(&def);
    pushed_box(world, &(struct push){.half_x = 1, .half_z = 0.25, .speed = 2, .direction = 0.3, .spin = 5});
    for (int step = 0; step < 3; ++step) {
        md_step_report report;
        assert_int_equal(md3_world_step(world, (md_real)(1.0 / 60), &report), MD_OK);
        assert_int_equal(heard.patches, 1);
        assert_int_equal(heard.points, 4);
        assert_int_equal(heard.rows, 7);
        assert_true(heard.by_hand > 1e-6);
        assert_near(heard.residual, heard.by_hand, PICK(1e-9, 1e-3) * heard.by_hand);
        assert_near(report.residual.absolute, heard.residual, 0);
    }
    md3_world_destroy(world);
}

/* ---- Impulses ----------------------------------------------------------------------------------------------------- */

/* The sums over the points are what acts: m g h up, mu m g h against the motion, and the torque of friction. */
static void contacts_tell_the_shares_of_the_points(void **state)
{
    (void)state;
    for (int spins = 0; spins < 2; ++spins) {
        const md3_world_def def = settings(true);
        md3_world *world = world_of(&def);
        const struct push push = {.half_x = 0.5, .half_z = 0.5, .speed = spins ? 0 : 8, .spin = spins ? 10 : 0};
        const md3_body_id box = pushed_box(world, &push);
        step_many(world, 10);
        md3_contact_info contact;
        assert_int_equal(md3_world_contact(world, 0, &contact), MD_OK);
        assert_int_equal(contact.manifold[0].count, 4);
        const double weight = (double)md3_body_mass(world, box).mass * G / 60;
        const double sign = (double)contact.manifold[0].normal.y; /* 1 if the box is the second shape */
        double normal = 0, friction = 0, torsion = 0;
        for (int k = 0; k < 4; ++k) {
            const md3_point_impulse *impulse = &contact.impulse[0][k];
            assert_true(impulse->normal > 0);
            /* The ratio of friction to load is the same at each point. */
            assert_near(fabs((double)impulse->friction.x), spins ? 0 : MU * (double)impulse->normal, 1e-3 * weight);
            normal += (double)impulse->normal;
            friction += sign * (double)impulse->friction.x;
            torsion +=
                (double)
                    impulse->torsion; /* about the normal, on the second shape: that on the first is opposite twice */
        }
        assert_near(normal, weight, 1e-3 * weight);
        assert_near(friction, spins ? 0 : -MU * weight, 1e-3 * weight);
        assert_near(torsion, spins ? -MU * weight * sqrt(0.5) : 0, 1e-3 * weight);
        md3_world_destroy(world);
    }
}

/* ---- Off, and the same bits --------------------------------------------------------------------------------------- */

static uint64_t hash_of_spheres(bool central)
{
    const md3_world_def def = settings(central);
    md3_world *world = world_of(&def);
    ground_at_zero(world);
    for (int i = 0; i < 6; ++i) {
        set_velocity(world, sphere_at(world, 0.3 * i, 0.5 + i, 0.1 * i, 0.5), at3(1, 0, 0.5), at3(0, 3, 1));
    }
    step_many(world, 60);
    const uint64_t hash = md3_world_hash(world);
    md3_world_destroy(world);
    return hash;
}

static void points_that_are_alone_have_their_own_friction(void **state)
{
    (void)state;
    assert_true(hash_of_spheres(true) == hash_of_spheres(false));
}

/* A heap of boxes with some spin. */
static md3_world *heap_of(int32_t threads)
{
    md3_world_def def = settings(true);
    def.threads = threads;
    md3_world *world = world_of(&def);
    ground_at_zero(world);
    for (int i = 0; i < 40; ++i) {
        const md3_body_id box = box_at(world, 0.6 * (i % 3), 0.3 + 0.6 * (i / 6), 0.6 * (i / 3 % 2), 0.25);
        set_velocity(world, box, at3(0.5, 0, 0.1 * (i % 5)), at3(0, i % 4, 0.5));
    }
    return world;
}

static void snapshots_and_threads_give_the_same_bits(void **state)
{
    (void)state;
    md3_world *world = heap_of(1), *other = heap_of(3), *restored = NULL;
    step_many(world, 40);
    const size_t size = md3_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md3_world_snapshot(world, bytes, size, NULL), MD_OK);
    assert_int_equal(md3_world_from_snapshot(bytes, size, NULL, NULL, &restored), MD_OK);
    assert_true(md3_world_get_def(restored).central_friction);
    free(bytes);
    step_many(world, 40);
    step_many(restored, 40);
    step_many(other, 80);
    assert_true(md3_world_hash(restored) == md3_world_hash(world));
    assert_true(md3_world_hash(other) == md3_world_hash(world));
    md3_world_destroy(world);
    md3_world_destroy(other);
    md3_world_destroy(restored);
}

static void the_cone_and_exact_are_refused(void **state)
{
    (void)state;
    md_error error = {0};
    md3_world_def def = settings(true);
    def.friction_law = MD_FRICTION_CONE;
    assert_int_equal(md3_world_def_check(&def, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "world: central_friction needs friction_law disc or box, is cone");
    def = settings(true);
    def.solver = md_solver_spec_of(MD_EXACT);
    assert_int_equal(md3_world_def_check(&def, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, "world: central_friction needs a solver other than exact");
    def = settings(true);
    def.position_solver = md_solver_spec_of(MD_EXACT);
    def.friction_law = MD_FRICTION_BOX;
    assert_int_equal(md3_world_def_check(&def, &error), MD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_stops_at_the_distance_of_the_formula_in_every_direction),
        cmocka_unit_test(a_spinning_box_stops_as_the_formula_says),
        cmocka_unit_test(a_box_that_slides_and_spins_stops_somewhat_early),
        cmocka_unit_test(a_box_sticks_below_the_angle_of_friction_and_slides_above),
        cmocka_unit_test(a_kinematic_platform_carries_and_turns_a_box),
        cmocka_unit_test(torsion_without_friction_stays_at_the_points),
        cmocka_unit_test(torsion_may_become_tiny),
        cmocka_unit_test(towers_and_pyramids_stand),
        cmocka_unit_test(the_residual_is_that_of_the_problem_with_patches),
        cmocka_unit_test(contacts_tell_the_shares_of_the_points),
        cmocka_unit_test(points_that_are_alone_have_their_own_friction),
        cmocka_unit_test(snapshots_and_threads_give_the_same_bits),
        cmocka_unit_test(the_cone_and_exact_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
