/* Soft steps (lcp/soft_step.h) in 3D: motion, contacts, joints and restitution against formulas and against full substeps. */
#include <stdlib.h>
#include <string.h>

#include <modulus/snapshot3.h>

#include "world3/joint_scenes3.h"

static md3_world_def soft_def(int32_t substeps)
{
    md3_world_def def = md3_world_def_default();
    def.position_correction = MD3_CORRECTION_SOFT_STEP;
    def.substeps = substeps;
    def.limits.max_iterations = 1;
    def.enable_sleep = false;
    return def;
}

static md3_world *soft_world(int32_t substeps)
{
    const md3_world_def def = soft_def(substeps);
    return world_of(&def);
}

static void add_ground(md3_world *world, const md3_shape_def *surface)
{
    give_box(world, body_at(world, MD3_STATIC, 0, -1, 0), surface, 50, 1, 50);
}

/* Forces, torque and damping act in every substep, as they do without soft steps. */
static void free_bodies_move_as_in_full_substeps(void **state)
{
    (void)state;
    md3_world_def def = soft_def(4);
    md3_world *worlds[2] = {world_of(&def), NULL};
    def.position_correction = MD3_CORRECTION_SPLIT_IMPULSE;
    worlds[1] = world_of(&def);
    md3_vec center[2], velocity[2], spin[2];
    for (int k = 0; k < 2; ++k) {
        const md3_body_id body = sphere_at(worlds[k], 1, 2, 3, 0.3);
        set_velocity(worlds[k], body, at3(3, 4, 1), at3(0.5, 0.25, -0.5));
        md3_body_set_damping(worlds[k], body, (md_real)0.5, (md_real)0.25);
        for (int i = 0; i < 60; ++i) {
            md3_body_apply_force_to_center(worlds[k], body, at3(4, 1, 0));
            md3_body_apply_torque(worlds[k], body, at3(0.2, 0, 0.1));
            step_by(worlds[k], 1.0 / 60);
        }
        center[k] = md3_body_center(worlds[k], body);
        velocity[k] = md3_body_velocity(worlds[k], body);
        spin[k] = md3_body_angular_velocity(worlds[k], body);
        md3_world_destroy(worlds[k]);
    }
    assert_true((double)md3_vec_length(md3_vec_sub(center[0], center[1])) < 1e-4);
    assert_true((double)md3_vec_length(md3_vec_sub(velocity[0], velocity[1])) < 1e-4);
    assert_true((double)md3_vec_length(md3_vec_sub(spin[0], spin[1])) < 1e-4);
}

/* At rest each substep starts from the impulses of the one before: nothing is left to solve. */
static void a_tower_comes_to_rest(void **state)
{
    (void)state;
    md3_world *world = soft_world(4);
    const md3_shape_def surface = surface_of(0.6, 0);
    add_ground(world, &surface);
    md3_body_id top = {0, 0};
    for (int i = 0; i < 10; ++i) {
        top = box_at(world, 0, 0.5 + i, 0, 0.5);
    }
    step_many(world, 600);
    const md_step_report report = step_by(world, 1.0 / 60);
    const md3_vec center = md3_body_center(world, top);
    assert_true((double)report.kinetic_energy < 1e-4);
    assert_true((double)center.y > 9.5 - 0.05 && (double)center.y <= 9.5);
    assert_true(hypot((double)center.x, (double)center.z) < 0.01);
    md3_world_destroy(world);
}

/* A fall of 2 m at a restitution of 0.5 returns to a quarter of it. */
static void a_ball_bounces(void **state)
{
    (void)state;
    const double drop = 2, e = 0.5;
    md3_world *world = soft_world(4);
    const md3_shape_def surface = surface_of(0.3, e);
    add_ground(world, &surface);
    const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.25 + drop, 0);
    give_sphere(world, ball, &surface, 0.25);
    double highest = 0;
    bool bounced = false;
    for (int i = 0; i < 90; ++i) {
        step_by(world, 1.0 / 60);
        bounced = bounced || (double)md3_body_velocity(world, ball).y > 0;
        highest = bounced ? fmax(highest, (double)md3_body_center(world, ball).y - 0.25) : highest;
    }
    assert_near(highest, e * e * drop, 0.1 * e * e * drop);
    md3_world_destroy(world);
}

static void friction_holds_and_lets_slide(void **state)
{
    (void)state;
    const double angle = PI / 6;
    for (int slides = 0; slides < 2; ++slides) {
        const double mu = slides ? 0.3 : 0.7;
        md3_world_def def = soft_def(4);
        def.gravity =
            at3(G * sin(angle) * 0.6, -G * cos(angle), G * sin(angle) * 0.8); /* a level ground, tilted gravity */
        md3_world *world = world_of(&def);
        const md3_shape_def surface = surface_of(mu, 0);
        add_ground(world, &surface);
        const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, 0.2, 0);
        give_box(world, box, &surface, 0.4, 0.2, 0.4);
        step_many(world, 60);
        const md3_vec velocity = md3_body_velocity(world, box);
        const double speed = slides ? G * (sin(angle) - mu * cos(angle)) : 0;
        assert_near(hypot((double)velocity.x, (double)velocity.z), speed, 0.02 * G * sin(angle));
        assert_near((double)velocity.x * 0.8, (double)velocity.z * 0.6, 0.01);
        md3_world_destroy(world);
    }
}

static void platforms_carry(void **state)
{
    (void)state;
    md3_world *world = soft_world(4);
    const md3_shape_def surface = surface_of(0.8, 0);
    const md3_body_id platform = body_at(world, MD3_KINEMATIC, 0, -0.5, 0);
    give_box(world, platform, &surface, 20, 0.5, 20);
    set_velocity(world, platform, at3(1.5, 0.5, 0), at3(0, 0, 0));
    const md3_body_id box = box_at(world, 0, 0.25, 0, 0.25);
    step_many(world, 60);
    assert_near((double)md3_body_velocity(world, box).x, 1.5, 0.01);
    assert_near((double)md3_body_center(world, box).y, 0.75, 0.005);
    md3_world_destroy(world);
}

static void a_pendulum_keeps_its_length(void **state)
{
    (void)state;
    md3_world *world = soft_world(8);
    const md3_body_id weight = ball_at(world, 1, 0, 0, 2);
    join_at(world, MD3_BALL, ground_at(world, 0, 0, 0), weight, at3(0, 0, 0), at3(0, 1, 0));
    const double start = energy_of(world);
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
        step_by(world, 1.0 / 60);
        worst = fmax(worst, fabs((double)md3_vec_length(md3_body_center(world, weight)) - 1));
    }
    print_message("length %.2g m off, energy %.3g of %.3g J lost\n", worst, start - energy_of(world), 2 * G);
    assert_true(worst < 0.01);
    assert_true(energy_of(world) <= start + 0.001 * 2 * G);
    md3_world_destroy(world);
}

/* Three rods, which turn by more than a quarter in a step: an arm that was along a direction of its joint ends up across it. */
static void rods_that_spin_fast_gain_no_energy(void **state)
{
    (void)state;
    const int32_t substeps[] = {4, 12, 24};
    for (size_t k = 0; k < sizeof substeps / sizeof *substeps; ++k) {
        md3_world_def def = soft_def(substeps[k]);
        def.gravity = at3(0, 0, 0);
        def.correction_frequency = (md_real)(15 * substeps[k]);
        md3_world *world = world_of(&def);
        md3_body_id rod[3];
        for (int i = 0; i < 3; ++i) {
            rod[i] = weight_at(world, i, 0, 0, 1, at3(0.01, 1.0 / 12, 1.0 / 12));
            set_velocity(world, rod[i], at3(0, 0, 0), at3(0, 0, i % 2 == 0 ? 100 : -100));
        }
        join_at(world, MD3_BALL, rod[0], rod[1], at3(0.5, 0, 0), at3(0, 0, 1));
        join_at(world, MD3_HINGE, rod[1], rod[2], at3(1.5, 0, 0), at3(0, 0, 1));
        const double start = energy_of(world);
        for (int i = 0; i < 60; ++i) {
            step_by(world, 1.0 / 60);
            assert_true(energy_of(world) <= start);
        }
        md3_world_destroy(world);
    }
}

/* The points of joints, which are no rows, are in their reactions. */
static void joints_report_the_weight_that_they_bear(void **state)
{
    (void)state;
    const md3_joint_type types[] = {MD3_BALL, MD3_HINGE, MD3_UNIVERSAL, MD3_WELD, MD3_SLIDER};
    for (size_t k = 0; k < sizeof types / sizeof *types; ++k) {
        md3_world *world = soft_world(4);
        const md3_body_id weight = ball_at(world, 0, -1, 0, 3);
        const md3_joint_id joint =
            join_at(world, types[k], ground_at(world, 0, 0, 0), weight, at3(0, 0, 0), at3(0, 0, 1));
        step_many(world, 120);
        const md3_joint_state at_rest = state_of(world, joint);
        assert_true((double)md3_vec_length(md3_vec_sub(at_rest.force, at3(0, 3 * G, 0))) < 0.01 * 3 * G);
        assert_true((double)md3_vec_length(at_rest.torque) < 0.01 * 3 * G);
        assert_true((double)at_rest.error < 1e-3);
        md3_world_destroy(world);
    }
}

/* A bar that sticks out along the axis of its hinge, which bears the torque of its weight, and turns about that axis. With a
 * motor the hinge has rows beside its lanes. */
static void a_hinge_keeps_its_axis(void **state)
{
    (void)state;
    for (int motor = 0; motor < 2; ++motor) {
        md3_world *world = soft_world(8);
        const md3_body_id bar = weight_at(world, 0, 0, 1, 3, at3(0.5, 0.5, 0.2));
        const md3_joint_id joint =
            join_at(world, MD3_HINGE, ground_at(world, 0, 0, 0), bar, at3(0, 0, 0), at3(0, 0, 1));
        set_velocity(world, bar, at3(0, 0, 0), at3(0, 0, 3));
        if (motor) {
            assert_int_equal(md3_joint_set_motor(world, joint, true, 3, 100), MD_OK);
        }
        step_many(world, 240);
        const md3_joint_state at_rest = state_of(world, joint);
        assert_near((double)md3_vec_length(at_rest.torque), 3 * G * 1, 0.02 * 3 * G);
        assert_near((double)at_rest.torque.x, -3 * G * 1, 0.02 * 3 * G);
        assert_near((double)md3_body_angular_velocity(world, bar).z, 3, 0.05);
        assert_true((double)at_rest.error < 0.005);
        md3_world_destroy(world);
    }
}

/* The axis of a hinge follows a kinematic body that turns it. */
static void a_kinematic_body_turns_a_hinge(void **state)
{
    (void)state;
    for (int first = 0; first < 2; ++first) {
        md3_world *world = soft_world(8);
        const md3_body_id carrier = body_at(world, MD3_KINEMATIC, 0, 0, 0);
        const md3_body_id bar = weight_at(world, 0, 0, 1, 3, at3(0.5, 0.5, 0.2));
        const md3_joint_id joint =
            join_at(world, MD3_HINGE, first ? bar : carrier, first ? carrier : bar, at3(0, 0, 0.5), at3(0, 0, 1));
        set_velocity(world, carrier, at3(0, 0, 0), at3(0, 2, 0));
        step_many(world, 240);
        assert_near((double)md3_body_angular_velocity(world, bar).y, 2, 0.02);
        assert_true((double)state_of(world, joint).error < 0.01);
        md3_world_destroy(world);
    }
}

/* If neither body can move along an axis, its joint is held by rows. */
static void locked_bodies_keep_their_joints(void **state)
{
    (void)state;
    for (int both = 0; both < 2; ++both) {
        md3_world *world = soft_world(4);
        const md3_body_id a = ball_at(world, 0, 0, 0, 1);
        const md3_body_id b = ball_at(world, 1, 0, 0, 1);
        assert_int_equal(md3_body_set_locked(world, b, MD3_LOCK_Z), MD_OK);
        assert_int_equal(md3_body_set_locked(world, a, both ? MD3_LOCK_Z : 0), MD_OK);
        join_at(world, MD3_BALL, ground_at(world, -1, 0, 0), a, at3(-1, 0, 0), at3(0, 0, 1));
        const md3_joint_id joint = join_at(world, MD3_BALL, a, b, at3(0.5, 0, 0), at3(0, 0, 1));
        step_many(world, 120);
        assert_true((double)md3_body_center(world, b).y < -0.5);
        assert_true((double)state_of(world, joint).error < 0.02);
        assert_near((double)md3_body_center(world, b).z, 0, 1e-6);
        md3_world_destroy(world);
    }
}

/* A pile of spheres in fours that are joined, with and without threads, and from a snapshot. */
static md3_world *pile(int32_t threads)
{
    md3_world_def def = soft_def(3);
    def.threads = threads;
    md3_world *world = world_of(&def);
    const md3_shape_def surface = surface_of(0.5, 0.2);
    add_ground(world, &surface);
    md3_body_id last = {0, 0};
    for (int i = 0; i < 1600; ++i) {
        const double x = 0.41 * (i % 20) + 0.01 * (i / 400 % 3), y = 0.25 + 0.42 * (i / 400), z = 0.41 * (i / 20 % 20);
        const md3_body_id next = sphere_at(world, x, y, z, 0.2);
        if (i % 4 > 0) {
            join_at(world, i % 4 == 1 ? MD3_HINGE : MD3_BALL, last, next, at3(x - 0.205, y, z), at3(0, 0, 1));
        }
        last = next;
    }
    return world;
}

static void threads_and_snapshots_change_nothing(void **state)
{
    (void)state;
    md3_world *one = pile(1), *three = pile(3), *restored = pile(1);
    step_many(one, 10);
    step_many(three, 10);
    assert_true(md3_world_hash(one) == md3_world_hash(three));
    size_t size = md3_world_snapshot_size(one);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md3_world_snapshot(one, bytes, size, &size), MD_OK);
    assert_int_equal(md3_world_restore(restored, bytes, size), MD_OK);
    step_many(one, 10);
    step_many(restored, 10);
    assert_true(md3_world_hash(one) == md3_world_hash(restored));
    free(bytes);
    md3_world_destroy(one);
    md3_world_destroy(three);
    md3_world_destroy(restored);
}

/* How far the top of a stack of ten boxes sinks with the soft settings. */
static double sag_with_soft_settings(int32_t substeps)
{
    md3_world_def def = md3_world_def_soft_step(substeps);
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    const md3_shape_def surface = surface_of(0.6, 0);
    add_ground(world, &surface);
    md3_body_id top = {0, 0};
    for (int i = 0; i < 10; ++i) {
        top = box_at(world, i % 2 == 0 ? 0 : 0.01, 0.5 + i, 0, 0.5);
    }
    step_many(world, 600);
    const md_step_report report = step_by(world, 1.0 / 60);
    const double sag = 9.5 - (double)md3_body_center(world, top).y;
    /* At rest as in the benchmark: a motion of 10 um per step. */
    assert_true((double)report.kinetic_energy < 1.8e-7 * 10 * (double)md3_body_mass(world, top).mass);
    md3_world_destroy(world);
    return sag;
}

static void soft_settings_hold_a_stack_that_sags_less_with_more_substeps(void **state)
{
    (void)state;
    const double four = sag_with_soft_settings(4), eight = sag_with_soft_settings(8);
    assert_true(eight > 0 && four < 0.05);
    assert_true(eight < 0.5 * four);
    md_error error;
    const md3_world_def none = md3_world_def_soft_step(0);
    assert_int_equal(md3_world_def_check(&none, &error), MD_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "substeps"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_bodies_move_as_in_full_substeps),
        cmocka_unit_test(a_tower_comes_to_rest),
        cmocka_unit_test(a_ball_bounces),
        cmocka_unit_test(friction_holds_and_lets_slide),
        cmocka_unit_test(platforms_carry),
        cmocka_unit_test(a_pendulum_keeps_its_length),
        cmocka_unit_test(rods_that_spin_fast_gain_no_energy),
        cmocka_unit_test(joints_report_the_weight_that_they_bear),
        cmocka_unit_test(a_hinge_keeps_its_axis),
        cmocka_unit_test(a_kinematic_body_turns_a_hinge),
        cmocka_unit_test(locked_bodies_keep_their_joints),
        cmocka_unit_test(soft_settings_hold_a_stack_that_sags_less_with_more_substeps),
        cmocka_unit_test(threads_and_snapshots_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
