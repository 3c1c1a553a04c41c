/* Soft steps (lcp/soft_step.h) in 2D: motion, contacts, joints and restitution against formulas and against full substeps. */
#include <stdlib.h>
#include <string.h>

#include <modulus/snapshot2.h>

#include "world2/joint_scenes.h"

static md2_world_def soft_def(int32_t substeps)
{
    md2_world_def def = md2_world_def_default();
    def.position_correction = MD2_CORRECTION_SOFT_STEP;
    def.substeps = substeps;
    def.limits.max_iterations = 1;
    def.enable_sleep = false;
    return def;
}

static md2_world *soft_world(int32_t substeps)
{
    const md2_world_def def = soft_def(substeps);
    return world_of(&def);
}

/* Forces, torque and damping act in every substep, as they do without soft steps. */
static void free_bodies_move_as_in_full_substeps(void **state)
{
    (void)state;
    md2_world_def def = soft_def(4);
    md2_world *worlds[2] = {world_of(&def), NULL};
    def.position_correction = MD2_CORRECTION_SPLIT_IMPULSE;
    worlds[1] = world_of(&def);
    double x[2], y[2], vy[2], spin[2];
    for (int k = 0; k < 2; ++k) {
        const md2_body_id body = box_at(worlds[k], 1, 2, 0.3, 0.5);
        set_velocity(worlds[k], body, 3, 4, 2);
        md2_body_set_damping(worlds[k], body, (md_real)0.5, (md_real)0.25);
        for (int i = 0; i < 60; ++i) {
            md2_body_apply_force_to_center(worlds[k], body, at(0.4, 0.1));
            md2_body_apply_torque(worlds[k], body, (md_real)0.2);
            step_by(worlds[k], 1.0 / 60);
        }
        x[k] = x_of(worlds[k], body);
        y[k] = y_of(worlds[k], body);
        vy[k] = vy_of(worlds[k], body);
        spin[k] = spin_of(worlds[k], body);
        md2_world_destroy(worlds[k]);
    }
    assert_near(x[0], x[1], 1e-4);
    assert_near(y[0], y[1], 1e-4);
    assert_near(vy[0], vy[1], 1e-4);
    assert_near(spin[0], spin[1], 1e-4);
}

/* At rest each substep starts from the impulses of the one before: nothing is left to solve. */
static void a_stack_comes_to_rest(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_soft_step(4);
    def.enable_sleep = false;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    md2_body_id top = {0, 0};
    for (int i = 0; i < 10; ++i) {
        top = box_at(world, 0, 0.5 + i, 0.5, 0.5);
    }
    step_many(world, 600);
    const md_step_report report = step_by(world, 1.0 / 60);
    assert_true((double)report.kinetic_energy < 1e-6);
    assert_true((double)report.residual.relative < 1e-3);
    assert_true(y_of(world, top) > 9.5 - 0.02 && y_of(world, top) <= 9.5);
    const double lean = x_of(world, top);
    assert_near(lean, 0, 0.005);
    step_many(world, 2000);
    assert_near(x_of(world, top), lean, 0.001);
    md2_world_destroy(world);
}

/* Friction that soft sweeps sweep too keeps a pyramid trembling at this frequency, with 0.05 J. */
static void a_pyramid_comes_to_rest(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_soft_step(4);
    def.enable_sleep = false;
    def.correction_frequency = 72;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    const int rows = 30;
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < rows - row; ++i) {
            box_at(world, 1.1 * (i - 0.5 * (rows - row)), 0.5 + row, 0.5, 0.5);
        }
    }
    step_many(world, 800);
    for (int step = 0; step < 100; ++step) {
        assert_true((double)step_by(world, 1.0 / 60).kinetic_energy < 1e-4);
    }
    md2_world_destroy(world);
}

/* h of a fall of 2 m at a restitution of 0.5 is a quarter of it. */
static void a_ball_bounces(void **state)
{
    (void)state;
    const double drop = 2, e = 0.5;
    md2_world *world = soft_world(4);
    const md2_shape_def surface = surface_of(0.3, e);
    ground_of(world, &surface);
    const md2_body_id ball = body_at(world, MD2_DYNAMIC, 0, 0.25 + drop);
    give_circle(world, ball, &surface, 0.25);
    double highest = 0;
    bool bounced = false;
    for (int i = 0; i < 90; ++i) {
        step_by(world, 1.0 / 60);
        bounced = bounced || vy_of(world, ball) > 0;
        highest = bounced ? fmax(highest, y_of(world, ball) - 0.25) : highest;
    }
    assert_near(highest, e * e * drop, 0.1 * e * e * drop);
    md2_world_destroy(world);
}

static void friction_holds_and_lets_slide(void **state)
{
    (void)state;
    const double angle = PI / 6;
    for (int slides = 0; slides < 2; ++slides) {
        const double mu = slides ? 0.3 : 0.7;
        md2_world_def def = soft_def(4);
        def.gravity = at(G * sin(angle), -G * cos(angle)); /* a level ground, tilted gravity */
        md2_world *world = world_of(&def);
        const md2_shape_def surface = surface_of(mu, 0);
        ground_of(world, &surface);
        const md2_body_id box = body_at(world, MD2_DYNAMIC, 0, 0.2);
        give_box(world, box, &surface, 0.4, 0.2);
        step_many(world, 60);
        const double speed = slides ? G * (sin(angle) - mu * cos(angle)) : 0;
        assert_near(vx_of(world, box), speed, 0.02 * G * sin(angle));
        md2_world_destroy(world);
    }
}

static void platforms_and_belts_carry(void **state)
{
    (void)state;
    for (int belt = 0; belt < 2; ++belt) {
        md2_world *world = soft_world(4);
        md2_shape_def surface = surface_of(0.8, 0);
        surface.surface_speed = belt ? (md_real)1.5 : 0;
        const md2_body_id platform = body_at(world, belt ? MD2_STATIC : MD2_KINEMATIC, 0, -0.5);
        give_box(world, platform, &surface, 20, 0.5);
        if (!belt) {
            set_velocity(world, platform, 1.5, 0.5, 0);
        }
        const md2_body_id box = box_at(world, 0, 0.25, 0.25, 0.25);
        step_many(world, 60);
        assert_near(fabs(vx_of(world, box)), 1.5, 0.01);
        assert_near(y_of(world, box), belt ? 0.25 : 0.75, 0.005);
        md2_world_destroy(world);
    }
}

/* A pendulum of 1 m keeps its length. */
static void a_pendulum_keeps_its_length(void **state)
{
    (void)state;
    md2_world *world = soft_world(8);
    const md2_body_id weight = weight_at(world, 1, 0, 2, 0.1);
    join_at(world, MD2_REVOLUTE, ground_at(world, 0, 0), weight, 0, 0);
    const double start = energy_of(world);
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
        step_by(world, 1.0 / 60);
        worst = fmax(worst, fabs(hypot(x_of(world, weight), y_of(world, weight)) - 1));
    }
    print_message("length %.2g m off, energy %.3g of %.3g J lost\n", worst, start - energy_of(world), 2 * G);
    assert_true(worst < 0.01);
    assert_true(energy_of(world) <= start + 0.001 * 2 * G);
    md2_world_destroy(world);
}

/* Three rods, which turn by more than a quarter in a step: an arm that was along a direction of its joint ends up across it. */
static void rods_that_spin_fast_gain_no_energy(void **state)
{
    (void)state;
    const int32_t substeps[] = {4, 12, 24};
    for (size_t k = 0; k < sizeof substeps / sizeof *substeps; ++k) {
        md2_world_def def = soft_def(substeps[k]);
        def.gravity = at(0, 0);
        def.correction_frequency = (md_real)(15 * substeps[k]);
        md2_world *world = world_of(&def);
        md2_body_id rod[3];
        for (int i = 0; i < 3; ++i) {
            rod[i] = weight_at(world, i, 0, 1, 1.0 / 12);
            set_velocity(world, rod[i], 0, 0, i % 2 == 0 ? 100 : -100);
        }
        join_at(world, MD2_REVOLUTE, rod[0], rod[1], 0.5, 0);
        join_at(world, MD2_REVOLUTE, rod[1], rod[2], 1.5, 0);
        const double start = energy_of(world);
        for (int i = 0; i < 60; ++i) {
            step_by(world, 1.0 / 60);
            assert_true(energy_of(world) <= start);
        }
        md2_world_destroy(world);
    }
}

/* The points of a joint, which are no rows, take part in its reaction and in the residual of a step. */
static void a_hinge_reports_the_weight_that_it_bears(void **state)
{
    (void)state;
    for (int weld = 0; weld < 2; ++weld) {
        md2_world *world = soft_world(4);
        const md2_body_id weight = weight_at(world, 0, -1, 3, 0.5);
        const md2_joint_id joint = join_at(world, weld ? MD2_WELD : MD2_REVOLUTE, ground_at(world, 0, 0), weight, 0, 0);
        const md_step_report first = step_by(world, 1.0 / 60);
        step_many(world, 120);
        const md2_joint_state at_rest = state_of(world, joint);
        assert_near((double)at_rest.force.y, 3 * G, 0.01 * 3 * G);
        assert_near((double)at_rest.force.x, 0, 0.01 * 3 * G);
        assert_near((double)at_rest.torque, 0, 0.01 * 3 * G);
        assert_true((double)at_rest.error < 1e-3);
        assert_true((double)step_by(world, 1.0 / 60).residual.absolute < (double)first.residual.absolute + 1e-6);
        md2_world_destroy(world);
    }
}

/* A motor reaches its speed, and a spring hangs where its force is the weight. */
static void motors_and_springs_reach_their_targets(void **state)
{
    (void)state;
    md2_world *world = soft_world(4);
    const md2_body_id base = ground_at(world, 0, 0);
    const md2_body_id wheel = weight_at(world, 0, 0, 2, 0.5);
    const md2_body_id hung = weight_at(world, 5, -1, 3, 0.5);
    const md2_joint_id axle = join_at(world, MD2_REVOLUTE, base, wheel, 0, 0);
    assert_int_equal(md2_joint_set_motor(world, axle, true, 5, 1000), MD_OK);
    md2_joint_def def = md2_joint_def_at(world, MD2_DISTANCE, base, hung, at(5, 0), at(1, 0));
    def.anchor[1] = at(0, 0);
    def.length = 1;
    def.has_spring = true;
    def.frequency = 2;
    def.damping_ratio = (md_real)0.5;
    join(world, &def);
    step_many(world, 300);
    const double w = 2 * PI * 2;
    assert_near(spin_of(world, wheel), 5, 0.01);
    assert_near(y_of(world, hung), -1 - G / (w * w), 0.002);
    md2_world_destroy(world);
}

/* A pile of circles in fours that are joined, with and without threads, and from a snapshot. */
static md2_world *pile(int32_t threads)
{
    md2_world_def def = soft_def(3);
    def.threads = threads;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    md2_body_id last = {0, 0};
    for (int i = 0; i < 3000; ++i) {
        const md2_body_id next =
            circle_at(world, 0.42 * (i % 100) - 21 + 0.01 * (i / 100 % 3), 0.25 + 0.42 * (i / 100), 0.2);
        if (i % 4 > 0) {
            join_at(world, MD2_REVOLUTE, last, next, x_of(world, next) - 0.21, y_of(world, next));
        }
        last = next;
    }
    return world;
}

static void threads_and_snapshots_change_nothing(void **state)
{
    (void)state;
    md2_world *one = pile(1), *three = pile(3), *restored = pile(1);
    step_many(one, 20);
    step_many(three, 20);
    assert_true(md2_world_hash(one) == md2_world_hash(three));
    size_t size = md2_world_snapshot_size(one);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(one, bytes, size, &size), MD_OK);
    assert_int_equal(md2_world_restore(restored, bytes, size), MD_OK);
    step_many(one, 20);
    step_many(restored, 20);
    assert_true(md2_world_hash(one) == md2_world_hash(restored));
    free(bytes);
    md2_world_destroy(one);
    md2_world_destroy(three);
    md2_world_destroy(restored);
}

/* A stack that falls to one side. Far away there may be a bullet that is too fast for contacts alone, and hits a wall. */
static md2_world *stack_and_bullet(bool has_bullet, md2_body_id boxes[6])
{
    md2_world *world = soft_world(4);
    const md2_shape_def surface = surface_of(0.4, 0);
    ground_of(world, &surface);
    for (int i = 0; i < 6; ++i) {
        boxes[i] = box_at(world, 0.2 * i, 0.5 + i, 0.5, 0.5);
    }
    give_box(world, body_at(world, MD2_STATIC, 500, 1000), &surface, 0.1, 50);
    const md2_body_id ball = body_at(world, MD2_DYNAMIC, has_bullet ? 400 : 0, 1000);
    give_circle(world, ball, &surface, 0.1);
    set_velocity(world, ball, has_bullet ? 90 : 0, 0, 0);
    return world;
}

/* Continuous collision looks at correction and velocity of every body one after the other when one of them is fast. */
static void a_fast_body_elsewhere_changes_no_bit(void **state)
{
    (void)state;
    md2_body_id boxes[2][6];
    md2_world *worlds[2] = {stack_and_bullet(false, boxes[0]), stack_and_bullet(true, boxes[1])};
    for (int step = 0; step < 60; ++step) {
        for (int k = 0; k < 2; ++k) {
            step_by(worlds[k], 1.0 / 60);
        }
        for (int i = 0; i < 6; ++i) {
            const md2_transform a = md2_body_transform(worlds[0], boxes[0][i]);
            const md2_transform b = md2_body_transform(worlds[1], boxes[1][i]);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
    md2_world_destroy(worlds[0]);
    md2_world_destroy(worlds[1]);
}

/* How far the top of a stack of ten boxes sinks with the soft settings. */
static double sag_with_soft_settings(int32_t substeps)
{
    md2_world_def def = md2_world_def_soft_step(substeps);
    def.enable_sleep = false;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    md2_body_id top = {0, 0};
    for (int i = 0; i < 10; ++i) {
        top = box_at(world, i % 2 == 0 ? 0 : 0.01, 0.5 + i, 0.5, 0.5);
    }
    step_many(world, 600);
    const md_step_report report = step_by(world, 1.0 / 60);
    const double sag = 9.5 - y_of(world, top);
    /* At rest as in the benchmark: a motion of 10 um per step. */
    assert_true((double)report.kinetic_energy < 1.8e-7 * 10 * (double)md2_body_mass(world, top).mass);
    md2_world_destroy(world);
    return sag;
}

static void soft_settings_hold_a_stack_that_sags_less_with_more_substeps(void **state)
{
    (void)state;
    const double four = sag_with_soft_settings(4), eight = sag_with_soft_settings(8);
    assert_true(eight > 0 && four < 0.05);
    assert_true(eight < 0.5 * four);
    md_error error;
    const md2_world_def none = md2_world_def_soft_step(0);
    assert_int_equal(md2_world_def_check(&none, &error), MD_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "substeps"));
}

/* Soft steps do not sort lanes by island, as accelerated sweeps do: that decides no bits. */
static void a_world_that_leaves_soft_steps_is_as_a_restored_one(void **state)
{
    (void)state;
    md2_world *world = soft_world(2);
    ground_at_zero(world);
    for (int side = 0; side < 2; ++side) { /* gates, whose feet are not created in their order */
        for (int gate = 0; gate < 8; ++gate) {
            box_at(world, 4 * gate + side, 0.5, 0.3, 0.5);
        }
    }
    for (int gate = 0; gate < 8; ++gate) {
        box_at(world, 4 * gate + 0.4, 1.2, 0.8, 0.2);
    }
    step_many(world, 60);
    md2_world_def def = soft_def(1);
    def.position_correction = MD2_CORRECTION_SPLIT_IMPULSE;
    def.limits.max_iterations = 7;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    md2_world *restored = NULL;
    assert_int_equal(md2_world_snapshot(world, bytes, size, &size), MD_OK);
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &restored), MD_OK);
    for (int i = 0; i < 30; ++i) {
        step_by(world, 1.0 / 60);
        step_by(restored, 1.0 / 60);
        assert_true(md2_world_hash(world) == md2_world_hash(restored));
    }
    free(bytes);
    md2_world_destroy(world);
    md2_world_destroy(restored);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_bodies_move_as_in_full_substeps),
        cmocka_unit_test(a_stack_comes_to_rest),
        cmocka_unit_test(a_pyramid_comes_to_rest),
        cmocka_unit_test(a_ball_bounces),
        cmocka_unit_test(friction_holds_and_lets_slide),
        cmocka_unit_test(platforms_and_belts_carry),
        cmocka_unit_test(a_pendulum_keeps_its_length),
        cmocka_unit_test(rods_that_spin_fast_gain_no_energy),
        cmocka_unit_test(a_hinge_reports_the_weight_that_it_bears),
        cmocka_unit_test(motors_and_springs_reach_their_targets),
        cmocka_unit_test(soft_settings_hold_a_stack_that_sags_less_with_more_substeps),
        cmocka_unit_test(threads_and_snapshots_change_nothing),
        cmocka_unit_test(a_fast_body_elsewhere_changes_no_bit),
        cmocka_unit_test(a_world_that_leaves_soft_steps_is_as_a_restored_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
