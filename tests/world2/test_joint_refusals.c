/* Joints that are refused: numbers out of range, bodies that cannot be joined, stale handles, calls in callbacks. */
#include <string.h>

#include "world2/joint_scenes.h"

static const md2_joint_id NONE = {0, 0};

enum spoiled {
    BAD_TYPE,
    ANCHOR_NAN,
    SECOND_ANCHOR_INFINITE,
    AXIS_ZERO,
    AXIS_LONG,
    AXIS_NAN,
    REFERENCE_ZERO,
    LENGTH_ZERO,
    LENGTH_NEGATIVE,
    LENGTH_INFINITE,
    LENGTH_NAN,
    LIMITS_CROSSED,
    LOWER_NAN,
    UPPER_NAN,
    LOWER_PLUS_INFINITE,
    UPPER_MINUS_INFINITE,
    SPEED_INFINITE,
    MOTOR_LIMIT_NEGATIVE,
    MOTOR_LIMIT_NAN,
    FREQUENCY_ZERO,
    FREQUENCY_INFINITE,
    DAMPING_NEGATIVE,
    DAMPING_NAN,
    TARGET_NAN,
    BREAK_FORCE_ZERO,
    BREAK_FORCE_NAN,
    BREAK_TORQUE_NEGATIVE,
    PULLEY_NAN,
    PULLEY_FAR,
    RATIO_ZERO,
    RATIO_NEGATIVE,
    RATIO_NAN,
    TORQUE_LIMIT_NEGATIVE,
    TORQUE_LIMIT_NAN,
    MOTOR_VELOCITY_INFINITE,
    CORRECTION_ABOVE_ONE,
    CORRECTION_NEGATIVE,
    GEAR_AXIS_LONG,
    GEAR_AXIS_NAN,
    SPOILED_COUNT
};

static md2_joint_def spoil(md2_joint_def def, enum spoiled how)
{
    switch (how) {
    case BAD_TYPE: def.type = MD2_JOINT_TYPE_COUNT; break;
    case ANCHOR_NAN: def.anchor[0].x = (md_real)NAN; break;
    case SECOND_ANCHOR_INFINITE: def.anchor[1].y = MD_INFINITY; break;
    case AXIS_ZERO: def.axis = at(0, 0); break;
    case AXIS_LONG: def.axis = at(1.01, 0); break;
    case AXIS_NAN: def.axis.y = (md_real)NAN; break;
    case REFERENCE_ZERO: def.reference = (md2_rot){0, 0}; break;
    case LENGTH_ZERO: def.length = 0; break;
    case LENGTH_NEGATIVE: def.length = -1; break;
    case LENGTH_INFINITE: def.length = MD_INFINITY; break;
    case LENGTH_NAN: def.length = (md_real)NAN; break;
    case LIMITS_CROSSED: def.lower = (md_real)0.6; break;
    case LOWER_NAN: def.lower = (md_real)NAN; break;
    case UPPER_NAN: def.upper = (md_real)NAN; break;
    case LOWER_PLUS_INFINITE: def.lower = def.upper = MD_INFINITY; break;
    case UPPER_MINUS_INFINITE: def.lower = def.upper = -MD_INFINITY; break;
    case SPEED_INFINITE: def.motor_speed = MD_INFINITY; break;
    case MOTOR_LIMIT_NEGATIVE: def.motor_limit = -1; break;
    case MOTOR_LIMIT_NAN: def.motor_limit = (md_real)NAN; break;
    case FREQUENCY_ZERO: def.frequency = 0; break;
    case FREQUENCY_INFINITE: def.frequency = MD_INFINITY; break;
    case DAMPING_NEGATIVE: def.damping_ratio = (md_real)-0.1; break;
    case DAMPING_NAN: def.damping_ratio = (md_real)NAN; break;
    case TARGET_NAN: def.target.x = (md_real)NAN; break;
    case BREAK_FORCE_ZERO: def.break_force = 0; break;
    case BREAK_FORCE_NAN: def.break_force = (md_real)NAN; break;
    case BREAK_TORQUE_NEGATIVE: def.break_torque = -1; break;
    case PULLEY_NAN: def.pulley[0].y = (md_real)NAN; break;
    case PULLEY_FAR: def.pulley[1].x = (md_real)2e9; break;
    case RATIO_ZERO: def.ratio = 0; break;
    case RATIO_NEGATIVE: def.ratio = def.type == MD2_GEAR ? -2e6 : -1; break;
    case RATIO_NAN: def.ratio = (md_real)NAN; break;
    case TORQUE_LIMIT_NEGATIVE: def.torque_limit = -1; break;
    case TORQUE_LIMIT_NAN: def.torque_limit = (md_real)NAN; break;
    case MOTOR_VELOCITY_INFINITE: def.motor_velocity.y = MD_INFINITY; break;
    case CORRECTION_ABOVE_ONE: def.correction_factor = (md_real)1.01; break;
    case CORRECTION_NEGATIVE: def.correction_factor = (md_real)-0.01; break;
    case GEAR_AXIS_LONG: def.gear_axis[0] = at(0, 1.01); break;
    case GEAR_AXIS_NAN: def.gear_axis[1].x = (md_real)NAN; break;
    default: break;
    }
    return def;
}

static const char *const SPOILED_FIELD[SPOILED_COUNT] = {"type",
                                                         "anchor[0].x",
                                                         "anchor[1].y",
                                                         "axis",
                                                         "axis",
                                                         "axis",
                                                         "reference",
                                                         "length",
                                                         "length",
                                                         "length",
                                                         "length",
                                                         "lower",
                                                         "lower",
                                                         "upper",
                                                         "lower",
                                                         "upper",
                                                         "motor_speed",
                                                         "motor_limit",
                                                         "motor_limit",
                                                         "frequency",
                                                         "frequency",
                                                         "damping_ratio",
                                                         "damping_ratio",
                                                         "target.x",
                                                         "break_force",
                                                         "break_force",
                                                         "break_torque",
                                                         "pulley[0].y",
                                                         "pulley[1].x",
                                                         "ratio",
                                                         "ratio",
                                                         "ratio",
                                                         "torque_limit",
                                                         "torque_limit",
                                                         "motor_velocity.y",
                                                         "correction_factor",
                                                         "correction_factor",
                                                         "gear_axis[0]",
                                                         "gear_axis[1]"};

static void each_number_out_of_range_is_refused(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    for (int type = 0; type < MD2_JOINT_TYPE_COUNT; ++type) {
        const md2_joint_def sound = sound_def(world, (md2_joint_type)type, a, b);
        const md2_joint_id joint = join(world, &sound);
        assert_int_equal(md2_joint_def_check(&sound, NULL), MD_OK);
        for (int how = 0; how < SPOILED_COUNT; ++how) {
            const md2_joint_def spoiled = spoil(sound, (enum spoiled)how);
            md2_joint_id untouched = {7, 7};
            md_error error;
            if (md2_joint_create(world, &spoiled, &untouched) != MD_ERROR_ARGUMENT ||
                md2_joint_set_def(world, joint, &spoiled) != MD_ERROR_ARGUMENT) {
                fail_msg("a %s joint took number %d", md2_joint_type_name((md2_joint_type)type), how);
            }
            assert_int_equal(untouched.index, 7);
            assert_names_field(md2_joint_def_check(&spoiled, &error), &error, "joint", SPOILED_FIELD[how]);
        }
        const md2_joint_def kept = md2_joint_get_def(world, joint);
        assert_near((double)kept.upper, 0.5, 0);
    }
    assert_int_equal(md2_world_joint_count(world), MD2_JOINT_TYPE_COUNT);
    md2_world_destroy(world);
}

static void limits_may_be_infinite_and_angles_must_be_within_a_turn(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_joint_id hinge =
        join_at(world, MD2_REVOLUTE, weight_at(world, 0, 0, 1, 1), weight_at(world, 1, 0, 1, 1), 0, 0);
    assert_int_equal(md2_joint_set_limits(world, hinge, true, -MD_INFINITY, MD_INFINITY), MD_OK);
    assert_int_equal(md2_joint_set_limits(world, hinge, true, -6, 6), MD_OK);
    assert_int_equal(md2_joint_set_limits(world, hinge, true, -7, 6), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_joint_set_limits(world, hinge, true, -6, 7), MD_ERROR_ARGUMENT);
    const md2_joint_id slider =
        join_at(world, MD2_PRISMATIC, weight_at(world, 0, 0, 1, 1), weight_at(world, 1, 0, 1, 1), 0, 0);
    assert_int_equal(md2_joint_set_limits(world, slider, true, -700, MD_INFINITY), MD_OK);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    md2_joint_def rope = md2_joint_def_distance(world, a, weight_at(world, 1, 0, 1, 1), at(0, 0), at(1, 0));
    rope.lower = -2;
    rope.upper = -1; /* no distance can be this small */
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &rope, &joint), MD_ERROR_ARGUMENT);
    step_many(world, 10); /* rows with infinite limits, or no rows */
    md2_world_destroy(world);
}

static void invalid_and_identical_bodies_are_refused(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_body_id gone = weight_at(world, 2, 0, 1, 1);
    assert_int_equal(md2_body_destroy(world, gone), MD_OK);
    const md2_body_id none = {0, 0};
    for (int type = 0; type < MD2_MOUSE; ++type) {
        const md2_body_id pairs[][2] = {{a, a}, {a, gone}, {gone, b}, {none, b}, {a, none}};
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
            md2_joint_def def = sound_def(world, (md2_joint_type)type, a, b);
            memcpy(def.body, pairs[i], sizeof def.body);
            md2_joint_id joint;
            assert_int_equal(md2_joint_create(world, &def, &joint), MD_ERROR_ARGUMENT);
        }
    }
    md2_joint_def mouse = sound_def(world, MD2_MOUSE, gone, a);
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &mouse, &joint), MD_ERROR_ARGUMENT);
    mouse.body[0] = none;
    assert_int_equal(md2_joint_create(world, &mouse, &joint), MD_OK);
    mouse.body[1] = gone;
    assert_int_equal(md2_joint_create(world, &mouse, &joint), MD_ERROR_ARGUMENT);
    md2_world_destroy(world);
}

static void joints_beyond_the_limit_of_the_world_are_refused(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    md2_world_def world_def = md2_world_get_def(world);
    world_def.max_joints = 2;
    assert_int_equal(md2_world_set_def(world, &world_def), MD_OK);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_joint_id first = join_at(world, MD2_WELD, a, b, 0, 0);
    join_at(world, MD2_WELD, a, b, 0, 0);
    const md2_joint_def def = sound_def(world, MD2_WELD, a, b);
    md2_joint_id third;
    assert_int_equal(md2_joint_create(world, &def, &third), MD_ERROR_SIZE);
    assert_int_equal(md2_joint_destroy(world, first), MD_OK);
    assert_int_equal(md2_joint_create(world, &def, &third), MD_OK);
    md2_world_destroy(world);
}

static void stale_handles_are_refused(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_joint_id old = join_at(world, MD2_WELD, a, b, 0, 0);
    const md2_joint_def def = md2_joint_get_def(world, old);
    assert_int_equal(md2_joint_destroy(world, old), MD_OK);
    const md2_joint_id heir = join(world, &def); /* reuses the slot */
    assert_int_equal(heir.index, old.index);
    const md2_joint_id bad[] = {old, NONE, {-1, 1}, {1000, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        md2_joint_state now;
        assert_false(md2_joint_is_valid(world, bad[i]));
        assert_int_equal(md2_joint_destroy(world, bad[i]), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_def(world, bad[i], &def), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_motor(world, bad[i], true, 1, 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_limits(world, bad[i], true, 0, 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_spring(world, bad[i], true, 1, 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_target(world, bad[i], at(1, 1)), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_pose(world, bad[i], (md2_transform){at(1, 1), {1, 0}}), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_set_velocity(world, bad[i], at(1, 1), 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_get_state(world, bad[i], &now), MD_ERROR_ARGUMENT);
        assert_int_equal(md2_joint_get_def(world, bad[i]).body[0].generation, 0);
        assert_true(md2_joint_same(md2_world_next_joint(world, bad[i]), NONE));
        assert_true(md2_joint_same(md2_body_next_joint(world, a, bad[i]), NONE));
    }
    assert_true(md2_joint_is_valid(world, heir));
    md2_world_destroy(world);
}

struct intruder {
    md2_world *world;
    md2_joint_id joint;
    int calls;
};

static void change_joints_in_a_step(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)problem;
    (void)result;
    struct intruder *intruder = user;
    const md2_joint_def def = md2_joint_get_def(intruder->world, intruder->joint);
    md2_joint_id another;
    assert_int_equal(md2_joint_create(intruder->world, &def, &another), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_destroy(intruder->world, intruder->joint), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_set_motor(intruder->world, intruder->joint, true, 1, 1), MD_ERROR_BUSY);
    ++intruder->calls;
}

static void callbacks_may_not_change_joints(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    struct intruder intruder = {.world = world};
    intruder.joint = join_at(world, MD2_WELD, ground_at(world, 0, 0), weight_at(world, 1, 0, 1, 1), 0, 0);
    const md2_callbacks callbacks = {.user = &intruder, .solved = change_joints_in_a_step};
    assert_int_equal(md2_world_set_callbacks(world, &callbacks), MD_OK);
    step_many(world, 1);
    assert_int_equal(intruder.calls, 1);
    assert_true(md2_joint_is_valid(world, intruder.joint));
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_out_of_range_is_refused),
        cmocka_unit_test(limits_may_be_infinite_and_angles_must_be_within_a_turn),
        cmocka_unit_test(invalid_and_identical_bodies_are_refused),
        cmocka_unit_test(joints_beyond_the_limit_of_the_world_are_refused),
        cmocka_unit_test(stale_handles_are_refused),
        cmocka_unit_test(callbacks_may_not_change_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
