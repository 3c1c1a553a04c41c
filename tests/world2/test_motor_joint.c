/* Motor joints: the pose and velocity that they drive to, and their limits of force and torque. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/joint_scenes.h"

static md2_joint_def motor_between(const md2_world *world, md2_body_id first, md2_body_id second)
{
    return md2_joint_def_at(world, MD2_MOTOR, first, second, md2_body_center(world, second), at(1, 0));
}

static double force_of(const md2_world *world, md2_joint_id joint)
{
    const md2_vec force = state_of(world, joint).force;
    return hypot((double)force.x, (double)force.y);
}

/* ---- Pose ----------------------------------------------------------------------------------------------------------- */

/* Without a limit each step removes the share correction_factor of the error, whatever the gravity. */
static void the_error_decays_by_the_correction_factor(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id ground = ground_at(world, 1, 1);
    const md2_body_id body = weight_at(world, 0, 0, 3, 2);
    md2_joint_def def = motor_between(world, ground, body);
    assert_near((double)def.correction_factor, 0.3, 1e-7);
    const md2_joint_id motor = join(world, &def);
    assert_near(position_of(world, motor), 0, 0);       /* it starts at its target */
    const md2_transform pose = {at(3, 4), turned(0.1)}; /* small: a step rotates by the series of an angle */
    assert_int_equal(md2_joint_set_pose(world, motor, pose), MD_OK);
    /* The first body is at (1, 1): the target is at (4, 5) of the world. */
    const double distance = hypot(4, 5);
    for (int step = 1; step <= 40; ++step) {
        step_many(world, 1);
        const md2_joint_state now = state_of(world, motor);
        assert_near((double)now.position, distance * pow(0.7, step), 10 * EXACT);
        assert_near((double)now.angle, -0.1 * pow(0.7, step), 10 * EXACT);
        assert_near((double)now.error, 0, 0); /* no constraint */
    }
    assert_near(x_of(world, body), 4, 1e-4);
    assert_near(y_of(world, body), 5, 1e-4);
    assert_near(force_of(world, motor), 3 * G, 0.01);
    md2_world_destroy(world);
}

/* The pose belongs to the first body: a rotating one carries the second along, at the radius of the pose. */
static void the_second_body_follows_a_rotating_first_one(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id table = body_at(world, MD2_KINEMATIC, 0, 0);
    const md2_body_id body = weight_at(world, 2, 0, 1, 1);
    const md2_joint_def def = motor_between(world, table, body);
    const md2_joint_id motor = join(world, &def);
    set_velocity(world, table, 0, 0, 0.5);
    step_many(world, 600); /* 5 rad */
    /* The velocity is that at the start of a step: chords of 2 m * 0.5 / 60 miss the circle by 7e-5 m, a third of which
     * is left by the correction. */
    assert_near(x_of(world, body), 2 * cos(5), 1e-3);
    assert_near(y_of(world, body), 2 * sin(5), 1e-3);
    assert_near((double)state_of(world, motor).angle, 0, 10 * EXACT);
    assert_near(spin_of(world, body), 0.5, 10 * EXACT);
    md2_world_destroy(world);
}

static void two_free_bodies_keep_their_momentum(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 0.5);
    const md2_body_id b = weight_at(world, 3, 1, 2, 1.5);
    set_velocity(world, a, 0.2, -0.3, 1);
    md2_joint_def def = motor_between(world, a, b);
    def.anchor[0] = at(1, 0);
    def.reference = turned(1);
    def.motor_limit = 4;
    def.torque_limit = 2;
    join(world, &def);
    for (int step = 0; step < 100; ++step) {
        step_many(world, 1);
        assert_near(vx_of(world, a) + 2 * vx_of(world, b), 0.2, 10 * EXACT);
        assert_near(vy_of(world, a) + 2 * vy_of(world, b), -0.3, 10 * EXACT);
    }
    md2_world_destroy(world);
}

/* ---- Velocity ------------------------------------------------------------------------------------------------------- */

static void a_velocity_is_that_in_the_coordinates_of_the_first_body(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    assert_int_equal(md2_body_set_transform(world, ground, (md2_transform){at(0, 0), turned(PI / 2)}), MD_OK);
    const md2_body_id body = weight_at(world, 1, 0, 1, 1);
    md2_joint_def def = motor_between(world, ground, body);
    def.correction_factor = 0;
    const md2_joint_id motor = join(world, &def);
    assert_int_equal(md2_joint_set_velocity(world, motor, at(2, 0.5), 3), MD_OK);
    step_many(world, 10);
    assert_near(vx_of(world, body), -0.5, EXACT);
    assert_near(vy_of(world, body), 2, EXACT);
    assert_near(spin_of(world, body), 3, EXACT);
    md2_world_destroy(world);
}

/* ---- Limits --------------------------------------------------------------------------------------------------------- */

/* Gravity in some direction against a motor that can bear a share of the weight: the body slides with the rest of it,
 * in the direction of gravity. */
static void a_weak_motor_slides_under_gravity(void **state)
{
    (void)state;
    for (int k = 0; k < 8; ++k) {
        const double angle = 0.1 + k * 2 * PI / 8;
        md2_world *world = joint_world(1, 0);
        md2_world_def world_def = md2_world_get_def(world);
        world_def.gravity = at(G * cos(angle), G * sin(angle));
        assert_int_equal(md2_world_set_def(world, &world_def), MD_OK);
        const md2_body_id body = weight_at(world, 0, 0, 2, 1);
        md2_joint_def def = motor_between(world, ground_at(world, 0, 0), body);
        def.motor_limit = (md_real)(0.8 * 2 * G);
        const md2_joint_id motor = join(world, &def);
        for (int step = 1; step <= 60; ++step) {
            step_many(world, 1);
            assert_near(vx_of(world, body), 0.2 * G * cos(angle) * step / 60, 10 * EXACT);
            assert_near(vy_of(world, body), 0.2 * G * sin(angle) * step / 60, 10 * EXACT);
            assert_near(force_of(world, motor) / (0.8 * 2 * G), 1, EXACT);
        }
        md2_world_destroy(world);
    }
}

static void a_strong_motor_holds_its_weight_in_any_direction(void **state)
{
    (void)state;
    for (int k = 0; k < 8; ++k) {
        const double angle = 0.1 + k * 2 * PI / 8;
        md2_world *world = joint_world(1, 0);
        md2_world_def world_def = md2_world_get_def(world);
        world_def.gravity = at(G * cos(angle), G * sin(angle));
        assert_int_equal(md2_world_set_def(world, &world_def), MD_OK);
        const md2_body_id body = weight_at(world, 0, 0, 2, 1);
        md2_joint_def def = motor_between(world, ground_at(world, 0, 0), body);
        def.motor_limit = (md_real)(1.001 * 2 * G);
        join(world, &def);
        step_many(world, 60);
        assert_near(x_of(world, body), 0, EXACT);
        assert_near(y_of(world, body), 0, EXACT);
        md2_world_destroy(world);
    }
}

/* A load that another joint hangs on the body: the motor does not see it in the body's velocity. */
static double sag_with_a_load(double strength)
{
    md2_world *world = joint_world(1, G);
    const md2_body_id body = weight_at(world, 0, 0, 1, 1);
    const md2_body_id load = weight_at(world, 0, 0, 9, 1);
    join_at(world, MD2_WELD, body, load, 0, 0);
    md2_joint_def def = motor_between(world, ground_at(world, 0, 0), body);
    def.motor_limit = (md_real)(strength * 10 * G);
    const md2_joint_id motor = join(world, &def);
    for (int step = 0; step < 60; ++step) {
        step_many(world, 1);
        assert_true(force_of(world, motor) <= strength * 10 * G * (1 + PICK(1e-12, 1e-5)));
    }
    const double sag = -y_of(world, load);
    md2_world_destroy(world);
    return sag;
}

static void a_motor_bears_a_load_up_to_its_limit(void **state)
{
    (void)state;
    /* It takes a few substeps to reach the full force: 1 cm of free fall is 2.7 steps. */
    assert_true(fabs(sag_with_a_load(1.02)) < 0.01);
    /* 0.9 of the weight: the rest accelerates it for 1 s. */
    assert_near(sag_with_a_load(0.9), 0.1 * G / 2, 0.1);
}

/* Obstacles and other joints push it in all directions: the force stays in the disc. */
static void the_force_never_exceeds_its_limit(void **state)
{
    (void)state;
    md2_world *world = joint_world(2, G);
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id body = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id tail = box_at(world, 1.2, 0.5, 0.3, 0.3);
    const md2_joint_def rope = md2_joint_def_distance(world, body, tail, at(0, 0.9), at(1.2, 0.5));
    join(world, &rope);
    md2_joint_def def = motor_between(world, ground, body);
    def.motor_limit = 12;
    def.torque_limit = 3;
    const md2_joint_id motor = join(world, &def);
    struct random random = {3};
    double largest = 0;
    for (int step = 0; step < 600; ++step) {
        if (step % 20 == 0) {
            const md2_transform pose = {at(random_real(&random, -4, 4), random_real(&random, 0, 3)),
                                        turned(random_real(&random, -3, 3))};
            assert_int_equal(md2_joint_set_pose(world, motor, pose), MD_OK);
        }
        step_many(world, 1);
        largest = fmax(largest, force_of(world, motor));
        assert_true(fabs((double)state_of(world, motor).torque) <= 3 * (1 + PICK(1e-12, 1e-5)));
    }
    assert_true(largest <= 12 * (1 + PICK(1e-12, 1e-5)));
    assert_true(largest > 11.9);
    md2_world_destroy(world);
}

/* A heavy load that starts to pull in any direction: neither the velocity of the body nor the last impulse announce it. */
static void a_sudden_load_does_not_exceed_the_limit(void **state)
{
    (void)state;
    for (int k = 0; k < 16; ++k) {
        const double angle = k * 2 * PI / 16;
        md2_world *world = joint_world(1, 0);
        const md2_body_id body = weight_at(world, 0, 0, 1, 1);
        const md2_body_id load = weight_at(world, 0, 0, 1000, 1000);
        join_at(world, MD2_WELD, body, load, 0, 0);
        set_velocity(world, load, 9 * cos(angle), 9 * sin(angle), 0);
        md2_joint_def def = motor_between(world, ground_at(world, 0, 0), body);
        def.motor_limit = 20;
        const md2_joint_id motor = join(world, &def);
        for (int step = 0; step < 5; ++step) {
            step_many(world, 1);
            assert_true(force_of(world, motor) <= 20 * (1 + PICK(1e-12, 1e-5)));
        }
        assert_near(force_of(world, motor), 20, 20 * EXACT); /* all of it after a few substeps */
        md2_world_destroy(world);
    }
}

/* Friction of a body that is seen from above: it brakes with the same force in any direction, straight to rest. */
static void without_correction_it_is_friction(void **state)
{
    (void)state;
    for (int k = 0; k < 6; ++k) {
        const double angle = 0.2 + k;
        md2_world *world = joint_world(1, 0);
        const md2_body_id body = weight_at(world, 0, 0, 2, 0.5);
        md2_joint_def def = motor_between(world, ground_at(world, 0, 0), body);
        def.correction_factor = 0;
        def.motor_limit = 6;  /* 3 m/s^2 */
        def.torque_limit = 1; /* 2 rad/s^2 */
        const md2_joint_id motor = join(world, &def);
        set_velocity(world, body, 3 * cos(angle), 3 * sin(angle), -4);
        for (int step = 1; step <= 90; ++step) {
            step_many(world, 1);
            const double left = fmax(0, 3 - 3.0 * step / 60);
            assert_near(vx_of(world, body), left * cos(angle), 10 * EXACT);
            assert_near(vy_of(world, body), left * sin(angle), 10 * EXACT);
            assert_near(spin_of(world, body), -fmax(0, 4 - 2.0 * step / 60), 10 * EXACT);
        }
        assert_near((double)state_of(world, motor).motor, 1, EXACT);
        md2_world_destroy(world);
    }
}

static void a_motor_without_force_does_nothing(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id body = weight_at(world, 0, 0, 2, 1);
    md2_joint_def def = motor_between(world, ground_at(world, 0, 0), body);
    def.motor_limit = 0;
    def.torque_limit = 0;
    join(world, &def);
    step_many(world, 10);
    assert_near(vy_of(world, body), -G / 6, EXACT);
    md2_world_destroy(world);
}

/* ---- State ---------------------------------------------------------------------------------------------------------- */

/* The cached impulses are part of it: the motor pulls at its limit, and its rows change their directions. */
static void a_restored_motor_continues_with_the_same_bits(void **state)
{
    (void)state;
    md2_world *world = joint_world(2, G);
    const md2_body_id a = weight_at(world, 0, 0, 1, 0.5);
    const md2_body_id b = weight_at(world, 3, 1, 2, 1.5);
    const md2_body_id load = weight_at(world, 3, 0, 2, 1.5);
    join_at(world, MD2_REVOLUTE, b, load, 3, 0.5);
    md2_joint_def def = motor_between(world, a, b);
    def.anchor[0] = at(-1, 0.5);
    def.motor_velocity = at(0.1, 0.2);
    def.motor_speed = 1;
    def.motor_limit = 30;
    def.torque_limit = 5;
    def.correction_factor = (md_real)0.1;
    join(world, &def);
    step_many(world, 7);
    size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_int_equal(md2_world_snapshot(world, bytes, size, &size), MD_OK);
    md2_world *copy;
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &copy), MD_OK);
    for (int step = 0; step < 20; ++step) {
        step_many(world, 1);
        step_many(copy, 1);
        assert_true(md2_world_hash(copy) == md2_world_hash(world));
    }
    free(bytes);
    md2_world_destroy(copy);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_decays_by_the_correction_factor),
        cmocka_unit_test(the_second_body_follows_a_rotating_first_one),
        cmocka_unit_test(two_free_bodies_keep_their_momentum),
        cmocka_unit_test(a_velocity_is_that_in_the_coordinates_of_the_first_body),
        cmocka_unit_test(a_weak_motor_slides_under_gravity),
        cmocka_unit_test(a_strong_motor_holds_its_weight_in_any_direction),
        cmocka_unit_test(a_motor_bears_a_load_up_to_its_limit),
        cmocka_unit_test(the_force_never_exceeds_its_limit),
        cmocka_unit_test(a_sudden_load_does_not_exceed_the_limit),
        cmocka_unit_test(without_correction_it_is_friction),
        cmocka_unit_test(a_motor_without_force_does_nothing),
        cmocka_unit_test(a_restored_motor_continues_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
