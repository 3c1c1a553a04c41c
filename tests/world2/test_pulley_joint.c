/* Pulley joints: Atwood machines against their formula, the length of the rope, slack ropes, loads, snapshots. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/joint_scenes.h"

/* Two weights below pulleys at height 5, with vertical ropes of 3 m and 4 m. */
struct machine {
    md2_world *world;
    md2_body_id weight[2];
    md2_joint_def def;
};

static struct machine machine_of(double first_mass, double second_mass, double ratio)
{
    struct machine machine = {.world = joint_world(1, G)};
    machine.weight[0] = weight_at(machine.world, -1, 2, first_mass, 1);
    machine.weight[1] = weight_at(machine.world, 1, 1, second_mass, 1);
    const md2_vec pulley[2] = {at(-1, 5), at(1, 5)};
    const md2_vec point[2] = {at(-1, 2), at(1, 1)};
    machine.def =
        md2_joint_def_pulley(machine.world, machine.weight[0], machine.weight[1], pulley, point, (md_real)ratio);
    return machine;
}

/* Downward acceleration a1 of the first weight. With a rope of length l1 + ratio l2 and a tension T,
 * m1 a1 = m1 g - T, m2 a2 = m2 g - ratio T and a1 = -ratio a2. */
static double expected_acceleration(double first_mass, double second_mass, double ratio)
{
    return (ratio * first_mass - second_mass) * G / (ratio * first_mass + second_mass / ratio);
}

static void an_atwood_machine_accelerates_by_its_formula(void **state)
{
    (void)state;
    const double cases[][3] = {{3, 1, 1}, {2, 2.5, 1}, {3, 1, 2}, {1, 5, 2}, {2, 1, 0.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double m1 = cases[i][0], m2 = cases[i][1], ratio = cases[i][2];
        struct machine machine = machine_of(m1, m2, ratio);
        assert_near((double)machine.def.length, 3 + ratio * 4, PICK(1e-14, 1e-6));
        const md2_joint_id rope = join(machine.world, &machine.def);
        const double a1 = expected_acceleration(m1, m2, ratio);
        for (int step = 1; step <= 20; ++step) {
            step_many(machine.world, 1);
            /* Symplectic Euler is exact for the velocity under a constant force. */
            assert_near(vy_of(machine.world, machine.weight[0]), -a1 * step / 60, EXACT * 10);
            assert_near(vy_of(machine.world, machine.weight[1]), a1 / ratio * step / 60, EXACT * 10);
        }
        const double tension = m1 * (G - a1);
        const md2_joint_state now = state_of(machine.world, rope);
        assert_near((double)now.force.y / (ratio * tension), 1, EXACT);
        assert_near((double)now.force.x, 0, EXACT);
        assert_near((double)now.torque, 0, EXACT);
        assert_near((double)now.position, 3 + ratio * 4, EXACT * 10);
        assert_near((double)now.speed, 0, EXACT * 10);
        md2_world_destroy(machine.world);
    }
}

/* The formula without a ratio, as textbooks print it. */
static void equal_ropes_give_the_textbook_acceleration(void **state)
{
    (void)state;
    assert_near(expected_acceleration(3, 1, 1), (3 - 1) * G / (3 + 1), 1e-12);
}

/* A weight that swings and bodies that are held off their centre: the length of the rope stays. */
static void the_rope_keeps_its_length_while_its_weights_swing(void **state)
{
    (void)state;
    struct machine machine = machine_of(2, 2, 1.5);
    machine.def.anchor[0] = at(0.1, 0.2);
    machine.def.anchor[1] = at(-0.2, 0.1);
    const md2_vec point[2] = {at(-0.9, 2.2), at(0.8, 1.1)};
    machine.def = md2_joint_def_pulley(machine.world, machine.weight[0], machine.weight[1], machine.def.pulley, point,
                                       (md_real)1.5);
    const md2_joint_id rope = join(machine.world, &machine.def);
    set_velocity(machine.world, machine.weight[0], 1.5, 0, 0);
    const double energy = energy_of(machine.world);
    double worst = 0;
    for (int step = 0; step < 60; ++step) {
        step_many(machine.world, 1);
        worst = fmax(worst, (double)state_of(machine.world, rope).error);
    }
    /* Velocities are tangential: a substep of h seconds at 1.5 m/s lengthens a rope of 3 m by (1.5 h)^2 / 6 = 0.1 mm,
     * and the rotation of the weights adds to it; position correction removes half of the error per substep. Measured
     * 0.7 mm, and 0.1 J of 61 J lost. */
    assert_true(worst > 0 && worst < 1.5e-3);
    assert_true(energy_of(machine.world) < energy && energy_of(machine.world) > 0.99 * energy);
    md2_world_destroy(machine.world);
}

/* Throws the second weight up and returns the velocity of the first one after ten steps. */
static double velocity_after_throw(bool is_rope)
{
    struct machine machine = machine_of(1, 1, 1);
    machine.def.has_limits = is_rope;
    machine.def.upper = machine.def.length;
    join(machine.world, &machine.def);
    set_velocity(machine.world, machine.weight[1], 0, 5, 0);
    step_many(machine.world, 10);
    const double velocity = vy_of(machine.world, machine.weight[0]);
    md2_world_destroy(machine.world);
    return velocity;
}

static void a_rope_can_be_slack_and_a_rod_cannot(void **state)
{
    (void)state;
    assert_near(velocity_after_throw(true), -G * 10 / 60, EXACT); /* falls freely */
    assert_near(velocity_after_throw(false), -2.5, EXACT * 10);   /* pushed down with half of the momentum */
}

static void a_rope_that_gets_tight_pulls(void **state)
{
    (void)state;
    struct machine machine = machine_of(1, 1, 1);
    machine.def.has_limits = true;
    machine.def.upper = machine.def.length + (md_real)0.5;
    const md2_joint_id rope = join(machine.world, &machine.def);
    for (int step = 0; step < 200; ++step) {
        step_many(machine.world, 1);
        assert_true((double)state_of(machine.world, rope).error < 1e-3);
    }
    /* Both fall until the rope is tight, and stop there: equal weights are in balance. */
    assert_near((double)state_of(machine.world, rope).position, 7.5, 1e-3);
    assert_near(vy_of(machine.world, machine.weight[0]), 0, EXACT);
    assert_near((double)state_of(machine.world, rope).force.y, G, 10 * EXACT);
    md2_world_destroy(machine.world);
}

static void a_rope_breaks_under_its_load(void **state)
{
    (void)state;
    for (int breaks = 0; breaks < 2; ++breaks) {
        struct machine machine = machine_of(2, 4, 2);
        /* In balance, the second weight hangs by a force of 4 g. */
        machine.def.break_force = (md_real)(4 * G * (breaks ? 0.99 : 1.01));
        const md2_joint_id rope = join(machine.world, &machine.def);
        step_many(machine.world, 1);
        assert_int_equal(md2_joint_is_valid(machine.world, rope), !breaks);
        assert_int_equal(events_of(machine.world, MD2_EVENT_JOINT_BROKEN), breaks);
        md2_world_destroy(machine.world);
    }
}

/* An anchor at its pulley has no direction. The step succeeds, and the rope pulls the other weight. */
static void an_anchor_may_be_at_its_pulley(void **state)
{
    (void)state;
    struct machine machine = machine_of(1, 1, 1);
    machine.def.pulley[0] = at(-1, 2);
    machine.def.length = 4;
    join(machine.world, &machine.def);
    step_many(machine.world, 1);
    assert_near(vy_of(machine.world, machine.weight[1]), 0, EXACT);
    assert_near(vy_of(machine.world, machine.weight[0]), -G / 60, EXACT);
    md2_world_destroy(machine.world);
}

/* Weights are not attached to each other, so that they collide by default. */
static void weights_of_a_pulley_collide(void **state)
{
    (void)state;
    for (int collide = 0; collide < 2; ++collide) {
        md2_world *world = joint_world(1, 0);
        const md2_body_id a = box_at(world, 0, 0, 0.5, 0.5);
        const md2_body_id b = box_at(world, 0.99, 0, 0.5, 0.5);
        const md2_vec pulley[2] = {at(0, 5), at(1, 5)};
        const md2_vec point[2] = {at(0, 0), at(1, 0)};
        md2_joint_def def = md2_joint_def_pulley(world, a, b, pulley, point, 1);
        assert_true(def.collide_connected && md2_joint_def_default(MD2_PULLEY).collide_connected);
        def.collide_connected = collide;
        join(world, &def);
        assert_int_equal(step_many(world, 1).contacts, collide);
        md2_world_destroy(world);
    }
}

static void a_restored_machine_continues_with_the_same_bits(void **state)
{
    (void)state;
    struct machine machine = machine_of(3, 1, 1.5);
    join(machine.world, &machine.def);
    set_velocity(machine.world, machine.weight[0], 0.7, 0, 2);
    step_many(machine.world, 20);
    size_t size = md2_world_snapshot_size(machine.world);
    void *bytes = malloc(size);
    assert_int_equal(md2_world_snapshot(machine.world, bytes, size, &size), MD_OK);
    md2_world *copy;
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &copy), MD_OK);
    step_many(machine.world, 20);
    step_many(copy, 20);
    assert_true(md2_world_hash(copy) == md2_world_hash(machine.world));
    free(bytes);
    md2_world_destroy(copy);
    md2_world_destroy(machine.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_atwood_machine_accelerates_by_its_formula),
        cmocka_unit_test(equal_ropes_give_the_textbook_acceleration),
        cmocka_unit_test(the_rope_keeps_its_length_while_its_weights_swing),
        cmocka_unit_test(a_rope_can_be_slack_and_a_rod_cannot),
        cmocka_unit_test(a_rope_that_gets_tight_pulls),
        cmocka_unit_test(a_rope_breaks_under_its_load),
        cmocka_unit_test(an_anchor_may_be_at_its_pulley),
        cmocka_unit_test(weights_of_a_pulley_collide),
        cmocka_unit_test(a_restored_machine_continues_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
