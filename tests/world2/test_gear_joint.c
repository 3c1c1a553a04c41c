/* Gear joints: trains and racks against their formulas, many turns, backlash, belts, loads, snapshots. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/joint_scenes.h"

/* Two wheels on hinges in the world, coupled by a gear. */
struct train {
    md2_world *world;
    md2_body_id wheel[2];
    md2_joint_id hinge[2];
    md2_joint_def def;
};

static struct train train_of(double first_inertia, double second_inertia, double ratio)
{
    struct train train = {.world = joint_world(1, G)};
    const md2_body_id ground = ground_at(train.world, 0, 0);
    for (int i = 0; i < 2; ++i) {
        train.wheel[i] = weight_at(train.world, 3 * i, 1, 2, i == 0 ? first_inertia : second_inertia);
        train.hinge[i] = join_at(train.world, MD2_REVOLUTE, ground, train.wheel[i], 3 * i, 1);
    }
    train.def = md2_joint_def_gear(train.world, train.hinge[0], train.hinge[1], (md_real)ratio);
    return train;
}

static void turn_first(const struct train *train, double torque)
{
    assert_int_equal(md2_body_apply_torque(train->world, train->wheel[0], (md_real)torque), MD_OK);
}

static void a_train_accelerates_by_its_formula(void **state)
{
    (void)state;
    const double cases[][3] = {{1, 1, 1}, {2, 0.5, 2}, {0.3, 4, -0.5}, {1, 2, 3.7}, {5, 0.1, -8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double I0 = cases[i][0], I1 = cases[i][1], ratio = cases[i][2];
        struct train train = train_of(I0, I1, ratio);
        const md2_joint_id gear = join(train.world, &train.def);
        /* w0 + ratio w1 = 0, so that the kinetic energy is (I0 + I1 / ratio^2) w0^2 / 2. */
        const double a0 = 3 / (I0 + I1 / (ratio * ratio));
        for (int step = 1; step <= 20; ++step) {
            turn_first(&train, 3);
            step_many(train.world, 1);
            /* Symplectic Euler is exact for the velocity under a constant torque. */
            assert_near(spin_of(train.world, train.wheel[0]), a0 * step / 60, EXACT * 10);
            assert_near(spin_of(train.world, train.wheel[1]), -a0 / ratio * step / 60, EXACT * 10);
        }
        const md2_joint_state now = state_of(train.world, gear);
        assert_near((double)now.torque, -I1 * a0 / ratio, EXACT * 10);
        assert_near((double)now.force.x, 0, EXACT);
        assert_near((double)now.force.y, 0, EXACT);
        assert_near((double)now.position, 0, EXACT * 10);
        assert_near((double)now.speed, 0, EXACT * 10);
        assert_near((double)now.error, 0, EXACT * 10);
        md2_world_destroy(train.world);
    }
}

/* The rotations themselves, not the sum of the joint: three turns of the second wheel are minus one of the first. */
static void teeth_stay_in_mesh_over_many_turns(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 2; ++substeps) {
        struct train train = train_of(1, 2, 3);
        md2_world_def settings = md2_world_get_def(train.world);
        settings.substeps = substeps;
        assert_int_equal(md2_world_set_def(train.world, &settings), MD_OK);
        const md2_joint_id gear = join(train.world, &train.def);
        assert_int_equal(md2_joint_set_motor(train.world, train.hinge[0], true, 90, MD_INFINITY), MD_OK);
        for (int step = 0; step < 1200; ++step) { /* 286 turns of the first wheel, up to 1.5 rad per step */
            step_many(train.world, 1);
        }
        const md2_rot first = md2_body_transform(train.world, train.wheel[0]).q;
        const md2_rot second = md2_body_transform(train.world, train.wheel[1]).q;
        const md2_rot thrice = md2_rot_multiply(second, md2_rot_multiply(second, second));
        const md2_rot mesh = md2_rot_multiply(first, thrice);
        assert_true(spin_of(train.world, train.wheel[0]) > 89);
        /* The rotation of a substep is a series with an error of angle^5 / 120: 0.06 rad for 1.5 rad, and a thirtieth
         * of that for 0.75 rad. Position correction removes half of the sum per substep. Measured 0.088 and 0.0036. */
        assert_near(atan2((double)mesh.s, (double)mesh.c), 0, substeps == 1 ? 0.1 : 0.005);
        assert_near((double)state_of(train.world, gear).position, atan2((double)mesh.s, (double)mesh.c),
                    PICK(1e-10, 2e-3));
        assert_int_equal(md2_joint_set_motor(train.world, train.hinge[0], true, 0, MD_INFINITY), MD_OK);
        step_many(train.world, 60);
        assert_near((double)state_of(train.world, gear).position, 0, EXACT);
        md2_world_destroy(train.world);
    }
}

/* A rack on a slope drives a pinion: m a = m g sin - F, I w' = F r. */
static void a_rack_accelerates_by_its_formula(void **state)
{
    (void)state;
    const double r = 0.4, mass = 3, inertia = 0.7;
    md2_world *world = joint_world(1, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id pinion = weight_at(world, 0, 1, 1, inertia);
    const md2_body_id rack = weight_at(world, 1, 1, mass, 1);
    const md2_joint_id hinge = join_at(world, MD2_REVOLUTE, ground, pinion, 0, 1);
    const md2_joint_def slope = md2_joint_def_at(world, MD2_PRISMATIC, ground, rack, at(1, 1), at(0.8, -0.6));
    const md2_joint_id slider = join(world, &slope);
    const md2_joint_def def = md2_joint_def_gear(world, hinge, slider, (md_real)(1 / r));
    assert_true(def.gear_axis[0].x == 0 && def.gear_axis[0].y == 0);
    assert_near((double)def.gear_axis[1].x, 0.8, 1e-6);
    const md2_joint_id gear = join(world, &def);
    const double a = mass * G * 0.6 / (mass + inertia / (r * r));
    for (int step = 1; step <= 30; ++step) {
        step_many(world, 1);
        assert_near(vx_of(world, rack), 0.8 * a * step / 60, EXACT * 10);
        assert_near(vy_of(world, rack), -0.6 * a * step / 60, EXACT * 10);
        assert_near(spin_of(world, pinion), -a / r * step / 60, EXACT * 10);
    }
    /* The pinion holds the rack back, along its axis. */
    const double force = inertia * a / (r * r);
    assert_near((double)state_of(world, gear).force.x, -0.8 * force, EXACT * 100);
    assert_near((double)state_of(world, gear).force.y, 0.6 * force, EXACT * 100);
    assert_near((double)state_of(world, gear).torque, 0, EXACT * 100);
    assert_near(position_of(world, gear), 0, EXACT * 100);
    md2_world_destroy(world);
}

/* Two racks: a lever with arms of 1 and 2. */
static void two_racks_move_by_their_ratio(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id first = weight_at(world, 0, 0, 1, 1);
    const md2_body_id second = weight_at(world, 2, 0, 3, 1);
    md2_joint_def def = md2_joint_def_default(MD2_GEAR);
    def.body[0] = first;
    def.body[1] = second;
    def.gear_axis[0] = at(1, 0);
    def.gear_axis[1] = at(0, 1);
    def.ratio = 2;
    join(world, &def);
    assert_int_equal(md2_body_apply_impulse_to_center(world, first, at(5, 1)), MD_OK);
    step_many(world, 60);
    /* vx0 + 2 vy1 = 0 with an impulse p along the row: 5 - p = vx0, -2 p / 3 = vy1. */
    const double p = 5 / (1 + 4.0 / 3);
    assert_near(vx_of(world, first), 5 - p, EXACT);
    assert_near(vy_of(world, first), 1, EXACT); /* free across its axis */
    assert_near(vy_of(world, second), -2 * p / 3, EXACT);
    assert_near(vx_of(world, second), 0, EXACT);
    md2_world_destroy(world);
}

/* The rack is held off its centre, so that the gear turns it too: the row has the lever arm of 0.5 m. */
static void a_rack_that_is_driven_off_its_centre_turns(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id first = weight_at(world, 0, 0, 1, 1);
    const md2_body_id second = weight_at(world, 2, 0, 3, 2);
    md2_joint_def def = md2_joint_def_default(MD2_GEAR);
    def.body[0] = first;
    def.body[1] = second;
    def.anchor[1] = at(0.5, 0);
    def.gear_axis[0] = at(1, 0);
    def.gear_axis[1] = at(0, 1);
    join(world, &def);
    assert_int_equal(md2_body_apply_impulse_to_center(world, first, at(5, 0)), MD_OK);
    step_many(world, 1);
    const double p = 5 / (1 + 1.0 / 3 + 0.5 * 0.5 / 2);
    assert_near(vx_of(world, first), 5 - p, EXACT);
    assert_near(vy_of(world, second), -p / 3, EXACT);
    assert_near(spin_of(world, second), -0.5 * p / 2, EXACT);
    md2_world_destroy(world);
}

static void backlash_lets_a_wheel_turn_before_it_drives(void **state)
{
    (void)state;
    struct train train = train_of(1, 1, 1);
    train.def.has_limits = true;
    train.def.lower = (md_real)-0.2;
    train.def.upper = (md_real)0.3;
    const md2_joint_id gear = join(train.world, &train.def);
    set_velocity(train.world, train.wheel[0], 0, 0, 3);
    step_many(train.world, 5); /* 0.25 rad */
    assert_near(spin_of(train.world, train.wheel[1]), 0, EXACT);
    assert_near(position_of(train.world, gear), 0.25, 1e-6);
    step_many(train.world, 30);
    /* The wheels share their momentum. */
    assert_near(spin_of(train.world, train.wheel[0]), 1.5, EXACT * 10);
    assert_near(spin_of(train.world, train.wheel[1]), -1.5, EXACT * 10);
    assert_near(position_of(train.world, gear), 0.3, 1e-3);
    set_velocity(train.world, train.wheel[0], 0, 0, -5);
    step_many(train.world, 60); /* back to the other flank */
    assert_near(position_of(train.world, gear), -0.2, 1e-3);
    assert_near(spin_of(train.world, train.wheel[0]) + spin_of(train.world, train.wheel[1]), 0, EXACT * 10);
    md2_world_destroy(train.world);
}

/* An elastic belt to a wheel that does not turn: the torque stretches it by T / (I w^2). */
static void a_belt_stretches_under_its_load(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id wheel = weight_at(world, 0, 0, 1, 2);
    md2_joint_def def = md2_joint_def_at(world, MD2_GEAR, wheel, ground_at(world, 3, 0), at(0, 0), at(1, 0));
    def.ratio = -1;
    def.has_spring = true;
    def.frequency = 2;
    def.damping_ratio = 1;
    const md2_joint_id belt = join(world, &def);
    for (int step = 0; step < 300; ++step) {
        assert_int_equal(md2_body_apply_torque(world, wheel, 5), MD_OK);
        step_many(world, 1);
    }
    assert_near(position_of(world, belt), 5 / (2 * (2 * PI * 2) * (2 * PI * 2)), EXACT);
    assert_near((double)state_of(world, belt).error, 0, 0); /* springs do not count */
    md2_world_destroy(world);
}

static void a_gear_breaks_under_its_torque(void **state)
{
    (void)state;
    for (int breaks = 0; breaks < 2; ++breaks) {
        struct train train = train_of(1, 4, 2);
        const double a0 = 3 / (1 + 4 / 4.0);
        train.def.break_torque = (md_real)(4 * a0 / 2 * (breaks ? 0.99 : 1.01));
        const md2_joint_id gear = join(train.world, &train.def);
        turn_first(&train, 3);
        step_many(train.world, 1);
        assert_int_equal(md2_joint_is_valid(train.world, gear), !breaks);
        md2_world_destroy(train.world);
    }
}

/* Another ratio is another gear: it holds the wheels as they are, instead of turning them to where they would be. */
static void a_new_ratio_meshes_anew(void **state)
{
    (void)state;
    struct train train = train_of(1, 1, 1);
    const md2_joint_id gear = join(train.world, &train.def);
    set_velocity(train.world, train.wheel[0], 0, 0, 4);
    step_many(train.world, 60);
    md2_joint_def def = md2_joint_get_def(train.world, gear);
    def.has_limits = true; /* does not change what the gear measures */
    def.lower = -1;
    def.upper = 1;
    const double before = position_of(train.world, gear);
    assert_int_equal(md2_joint_set_def(train.world, gear, &def), MD_OK);
    assert_true(position_of(train.world, gear) == before);
    def.has_limits = false;
    def.ratio = -2;
    assert_int_equal(md2_joint_set_def(train.world, gear, &def), MD_OK);
    assert_true(position_of(train.world, gear) == 0);
    set_velocity(train.world, train.wheel[0], 0, 0, 0);
    set_velocity(train.world, train.wheel[1], 0, 0, 0);
    const md2_rot at_rest = md2_body_transform(train.world, train.wheel[0]).q;
    step_many(train.world, 10);
    assert_near((double)md2_body_transform(train.world, train.wheel[0]).q.c, (double)at_rest.c, EXACT);
    md2_world_destroy(train.world);
}

static void only_hinges_and_sliders_can_be_geared(void **state)
{
    (void)state;
    struct train train = train_of(1, 1, 1);
    const md2_body_id ground = ground_at(train.world, 9, 9);
    const md2_joint_id weld = join_at(train.world, MD2_WELD, ground, weight_at(train.world, 9, 9, 1, 1), 9, 9);
    const md2_joint_id bad[] = {weld, md2_joint_none()};
    for (int i = 0; i < 2; ++i) {
        const md2_joint_def def = md2_joint_def_gear(train.world, train.hinge[0], bad[i], 1);
        assert_int_equal(md2_joint_create(train.world, &def, NULL), MD_ERROR_ARGUMENT);
        assert_non_null(strstr(md2_world_last_error(train.world), "joint: body[1] must be the handle of an existing"));
    }
    struct {
        double ratio, x, y;
        const char *message;
    } const wrong[] = {{0, 0, 0, "joint: ratio must be from -1e+06 to -1e-06 or from 1e-06 to 1e+06, is 0"},
                       {2e6, 0, 0, "joint: ratio must be from -1e+06 to -1e-06 or from 1e-06 to 1e+06, is 2e+06"},
                       {NAN, 0, 0, "joint: ratio must be from -1e+06 to -1e-06 or from 1e-06 to 1e+06, is nan"},
                       {1, 2, 0, "joint: gear_axis[1] must be (0, 0) or a unit vector, is (2, 0)"},
                       {1, 0, NAN, "joint: gear_axis[1] must be (0, 0) or a unit vector, is (0, nan)"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        md2_joint_def def = train.def;
        def.ratio = (md_real)wrong[i].ratio;
        def.gear_axis[1] = at(wrong[i].x, wrong[i].y);
        assert_int_equal(md2_joint_create(train.world, &def, NULL), MD_ERROR_ARGUMENT);
        assert_string_equal(md2_world_last_error(train.world), wrong[i].message);
    }
    md2_world_destroy(train.world);
}

/* Turns that were made before a snapshot count after it. */
static void a_snapshot_keeps_the_turns(void **state)
{
    (void)state;
    struct train train = train_of(1, 2, 1.5);
    train.def.has_limits = true;
    train.def.lower = -20;
    train.def.upper = 20;
    const md2_joint_id gear = join(train.world, &train.def);
    set_velocity(train.world, train.wheel[0], 0, 0, 12);
    step_many(train.world, 60); /* almost two turns, with the other wheel at rest */
    assert_near(position_of(train.world, gear), 12, 1e-2);
    const size_t size = md2_world_snapshot_size(train.world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(train.world, bytes, size, NULL), MD_OK);
    md2_world *copy;
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &copy), MD_OK);
    assert_true(position_of(copy, gear) == position_of(train.world, gear));
    for (int step = 0; step < 120; ++step) {
        step_many(train.world, 1);
        step_many(copy, 1);
        assert_true(md2_world_hash(copy) == md2_world_hash(train.world));
    }
    assert_near(position_of(copy, gear), 20, 1e-2); /* at the limit */
    free(bytes);
    md2_world_destroy(copy);
    md2_world_destroy(train.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_train_accelerates_by_its_formula),
        cmocka_unit_test(teeth_stay_in_mesh_over_many_turns),
        cmocka_unit_test(a_rack_accelerates_by_its_formula),
        cmocka_unit_test(two_racks_move_by_their_ratio),
        cmocka_unit_test(a_rack_that_is_driven_off_its_centre_turns),
        cmocka_unit_test(backlash_lets_a_wheel_turn_before_it_drives),
        cmocka_unit_test(a_belt_stretches_under_its_load),
        cmocka_unit_test(a_gear_breaks_under_its_torque),
        cmocka_unit_test(a_new_ratio_meshes_anew),
        cmocka_unit_test(only_hinges_and_sliders_can_be_geared),
        cmocka_unit_test(a_snapshot_keeps_the_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
