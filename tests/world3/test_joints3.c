/* Joints as objects: creating, changing, listing and destroying them, invalid arguments, sleeping, collisions of joined
 * bodies, memory failures. */
#include <string.h>

#include "support/counting_allocator.h"
#include "world3/constraint_row.h"
#include "world3/joint_scenes3.h"

static const md3_joint_id NONE = {0, 0};

/* ---- Definitions ------------------------------------------------------------------------------------------------- */

static void every_type_has_a_name(void **state)
{
    (void)state;
    for (int type = 0; type < MD3_JOINT_TYPE_COUNT; ++type) {
        const char *name = md3_joint_type_name((md3_joint_type)type);
        assert_true(strlen(name) > 2);
        for (int other = 0; other < type; ++other) {
            assert_string_not_equal(name, md3_joint_type_name((md3_joint_type)other));
        }
    }
    assert_string_equal(md3_joint_type_name(MD3_HINGE), "hinge");
    assert_string_equal(md3_joint_type_name(MD3_JOINT_TYPE_COUNT), "");
}

/* Two turned and displaced bodies: the definition matches their present positions, with all coordinates 0. */
static void joint_def_at_matches_the_present_transforms(void **state)
{
    (void)state;
    for (int type = MD3_BALL; type < MD3_JOINT_TYPE_COUNT; ++type) {
        md3_world *world = joint_world(1, 0);
        const md3_transform place[2] = {{at3(1, 2, 3), turned_about(1, 0.3, 2, 0.7)},
                                        {at3(-3, 5, 1), turned_about(-1, 1, 1, -2)}};
        md3_body_id body[2];
        for (int side = 0; side < 2; ++side) {
            body[side] = body_turned_at(world, MD3_DYNAMIC, place[side].p, place[side].q);
            const md3_mass lopsided = {
                .mass = 1, .center = at3(0.3, -0.2, 0.1), .inertia = md3_mat_diagonal(1, (md_real)1.2, 1)};
            assert_int_equal(md3_body_set_mass(world, body[side], lopsided), MD_OK);
        }
        const md3_joint_def def =
            md3_joint_def_at(world, (md3_joint_type)type, body[0], body[1], at3(4, 4, 4), at3(3, 0, -4));
        const md3_joint_state now = state_of(world, join(world, &def));
        const double rounding = PICK(1e-14, 1e-5);
        for (int side = 0; side < 2; ++side) {
            assert_vec_near(now.anchor[side], at3(4, 4, 4), rounding);
        }
        assert_near((double)now.position, 0, rounding);
        assert_vec_near(now.translation, at3(0, 0, 0), type == MD3_MOUSE ? 100 : rounding);
        assert_near((double)now.error, 0, rounding);
        if (type != MD3_MOUSE) {
            assert_vec_near(now.angle, at3(0, 0, 0), rounding);
        }
        if (type != MD3_MOUSE && type != MD3_MOTOR) {
            assert_vec_near(md3_rot_apply(now.rotation[0], at3(1, 0, 0)), at3(0.6, 0, -0.8), rounding);
        }
        md3_world_destroy(world);
    }
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static md3_joint_def sound_def(const md3_world *world, md3_joint_type type, md3_body_id first, md3_body_id second)
{
    md3_joint_def def = md3_joint_def_at(world, type, first, second, at3(0, 0, 0), at3(1, 0, 0));
    def.upper = (md_real)0.5;
    return def;
}

/* Each line spoils one field; the message must name it. */
#define SPOIL(number, field, statement)                                                                                \
    case number: statement; return field

static const char *spoil(md3_joint_def *def, int how)
{
    const md_real nan = (md_real)NAN;
    switch (how) {
        SPOIL(0, "type", def->type = MD3_JOINT_TYPE_COUNT);
        SPOIL(1, "anchor[0]", def->anchor[0].x = nan);
        SPOIL(2, "anchor[1]", def->anchor[1].z = MD_INFINITY);
        SPOIL(3, "rotation[0]", def->rotation[0].w = 2);
        SPOIL(4, "rotation[1]", def->rotation[1].y = nan);
        SPOIL(5, "length", def->length = 0);
        SPOIL(6, "length", def->length = nan);
        SPOIL(7, "lower", def->lower = (md_real)0.6);
        SPOIL(8, "lower", def->lower = nan);
        SPOIL(9, "upper", def->upper = nan);
        SPOIL(10, "lower", def->lower = def->upper = MD_INFINITY);
        SPOIL(11, "upper", def->lower = def->upper = -MD_INFINITY);
        SPOIL(12, "motor_speed", def->motor_speed = MD_INFINITY);
        SPOIL(13, "motor_limit", def->motor_limit = -1);
        SPOIL(14, "torque_limit", def->torque_limit = nan);
        SPOIL(15, "motor_velocity", def->motor_velocity.y = MD_INFINITY);
        SPOIL(16, "motor_angular_velocity", def->motor_angular_velocity.y = nan);
        SPOIL(17, "correction_factor", def->correction_factor = (md_real)1.01);
        SPOIL(18, "frequency", def->frequency = 0);
        SPOIL(19, "damping_ratio", def->damping_ratio = (md_real)-0.1);
        SPOIL(20, "target", def->target.x = nan);
        SPOIL(21, "axis[0].lower", def->axis[0].lower = 1);
        SPOIL(22, "axis[5].upper", def->axis[5].upper = 7);
        SPOIL(23, "axis[3].target", def->axis[3].target = 7);
        SPOIL(24, "axis[2].target", def->axis[2].target = nan);
        SPOIL(25, "axis[1].motor_speed", def->axis[1].motor_speed = nan);
        SPOIL(26, "axis[4].motor_limit", def->axis[4].motor_limit = -1);
        SPOIL(27, "axis[4].frequency", def->axis[4].frequency = MD_INFINITY);
        SPOIL(28, "axis[4].damping_ratio", def->axis[4].damping_ratio = nan);
        SPOIL(29, "break_force", def->break_force = 0);
        SPOIL(30, "break_torque", def->break_torque = -1);
        SPOIL(31, "ratio", def->ratio = 0);
        SPOIL(32, "ratio", def->ratio = nan);
    default: return NULL;
    }
}

static void each_number_out_of_range_is_refused_by_name(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id a = ball_at(world, 0, 0, 0, 1);
    const md3_body_id b = ball_at(world, 1, 0, 0, 1);
    for (int type = 0; type < MD3_JOINT_TYPE_COUNT; ++type) {
        const md3_joint_def sound = sound_def(world, (md3_joint_type)type, a, b);
        const md3_joint_id joint = join(world, &sound);
        for (int how = 0;; ++how) {
            md3_joint_def spoiled = sound;
            md3_joint_id untouched = {7, 7};
            const char *field = spoil(&spoiled, how);
            if (field == NULL) {
                break;
            }
            char start[64];
            snprintf(start, sizeof start, "joint: %s must be", field);
            assert_int_equal(md3_joint_create(world, &spoiled, &untouched), MD_ERROR_ARGUMENT);
            assert_int_equal(untouched.index, 7);
            assert_memory_equal(md3_world_last_error(world), start, strlen(start));
            assert_int_equal(md3_joint_set_def(world, joint, &spoiled), MD_ERROR_ARGUMENT);
        }
        assert_near((double)md3_joint_get_def(world, joint).upper, 0.5, 0);
    }
    const md3_joint_def zeros = {0};
    assert_int_equal(md3_joint_def_check(&zeros, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_joint_def_check(NULL, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_world_joint_count(world), MD3_JOINT_TYPE_COUNT);
    md3_world_destroy(world);
}

static void an_axis_of_zeros_is_refused(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id a = ball_at(world, 0, 0, 0, 1);
    const md3_body_id b = ball_at(world, 1, 0, 0, 1);
    const md3_vec up = at3(0, 1, 0);
    md3_joint_def def = md3_joint_def_at(world, MD3_HINGE, a, b, at3(0, 0, 0), at3(0, 0, 0));
    assert_int_equal(md3_joint_create(world, &def, NULL), MD_ERROR_ARGUMENT);
    def = md3_joint_def_wheel(world, a, b, at3(0, 0, 0), up, up);
    assert_int_equal(md3_joint_create(world, &def, NULL), MD_ERROR_ARGUMENT);
    md3_world_destroy(world);
}

static void invalid_and_identical_bodies_are_refused(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id a = ball_at(world, 0, 0, 0, 1);
    const md3_body_id b = ball_at(world, 1, 0, 0, 1);
    const md3_body_id gone = ball_at(world, 2, 0, 0, 1);
    assert_int_equal(md3_body_destroy(world, gone), MD_OK);
    const md3_body_id none = {0, 0};
    const md3_body_id pairs[][2] = {{a, a}, {a, gone}, {gone, b}, {none, b}, {a, none}};
    for (int type = 0; type < MD3_JOINT_TYPE_COUNT; ++type) {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
            md3_joint_def def = sound_def(world, (md3_joint_type)type, a, b);
            memcpy(def.body, pairs[i], sizeof def.body);
            const bool is_free = type == MD3_MOUSE && (i == 0 || i == 3); /* it ignores or needs no first body */
            assert_int_equal(md3_joint_create(world, &def, NULL), is_free ? MD_OK : MD_ERROR_ARGUMENT);
        }
    }
    md3_world_destroy(world);
}

static void stale_handles_and_other_types_are_refused(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id a = ball_at(world, 0, 0, 0, 1);
    const md3_body_id b = ball_at(world, 1, 0, 0, 1);
    const md3_joint_id old = join_at(world, MD3_WELD, a, b, at3(0, 0, 0), at3(1, 0, 0));
    const md3_joint_def def = md3_joint_get_def(world, old);
    const md3_joint_axis axis = md3_joint_axis_default();
    assert_int_equal(md3_joint_destroy(world, old), MD_OK);
    const md3_joint_id heir = join(world, &def); /* reuses the slot */
    assert_int_equal(heir.index, old.index);
    const md3_joint_id bad[] = {old, NONE, {-1, 1}, {1000, 1}};
    const md3_transform pose = md3_transform_identity();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        md3_joint_state now;
        assert_false(md3_joint_is_valid(world, bad[i]));
        assert_int_equal(md3_joint_destroy(world, bad[i]), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_set_def(world, bad[i], &def), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_set_motor(world, bad[i], true, 1, 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_set_limits(world, bad[i], true, 0, 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_set_spring(world, bad[i], true, 1, 1), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_set_axis(world, bad[i], MD3_TWIST, &axis), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_get_state(world, bad[i], &now), MD_ERROR_ARGUMENT);
        assert_int_equal(md3_joint_get_def(world, bad[i]).body[0].generation, 0);
        assert_true(md3_joint_same(md3_world_next_joint(world, bad[i]), NONE));
        assert_true(md3_joint_same(md3_body_next_joint(world, a, bad[i]), NONE));
    }
    assert_int_equal(md3_joint_set_target(world, heir, at3(1, 1, 1)), MD_ERROR_ARGUMENT);
    assert_string_equal(md3_world_last_error(world),
                        "md3_joint_set_target: joint must be a mouse joint, is a weld joint");
    assert_int_equal(md3_joint_set_pose(world, heir, pose), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_joint_set_velocity(world, heir, at3(0, 0, 0), at3(0, 0, 0)), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_joint_set_axis(world, heir, MD3_JOINT_COORDINATES, &axis), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_joint_set_axis(world, heir, MD3_TWIST, NULL), MD_ERROR_ARGUMENT);
    md3_joint_def other = def;
    other.type = MD3_HINGE;
    assert_int_equal(md3_joint_set_def(world, heir, &other), MD_ERROR_ARGUMENT);
    other = def;
    other.body[1] = ball_at(world, 5, 0, 0, 1);
    assert_int_equal(md3_joint_set_def(world, heir, &other), MD_ERROR_ARGUMENT);
    assert_true(md3_joint_is_valid(world, heir));
    md3_world_destroy(world);
}

static void joints_beyond_the_limit_of_the_world_are_refused(void **state)
{
    (void)state;
    md3_world_def settings = md3_world_def_default();
    settings.max_joints = 2;
    md3_world *world = world_of(&settings);
    const md3_body_id a = ball_at(world, 0, 0, 0, 1);
    const md3_body_id b = ball_at(world, 1, 0, 0, 1);
    const md3_joint_def def = sound_def(world, MD3_WELD, a, b);
    const md3_joint_id first = join(world, &def);
    join(world, &def);
    assert_int_equal(md3_joint_create(world, &def, NULL), MD_ERROR_SIZE);
    assert_string_equal(md3_world_last_error(world), "md3_joint_create: the world already has max_joints = 2");
    assert_int_equal(md3_joint_destroy(world, first), MD_OK);
    assert_int_equal(md3_joint_create(world, &def, NULL), MD_OK);
    md3_world_destroy(world);
}

/* ---- Lists and destroyed bodies ---------------------------------------------------------------------------------- */

static void joints_are_listed_per_world_and_per_body(void **state)
{
    (void)state;
    int mine = 0;
    md3_world *world = joint_world(1, G);
    const md3_body_id hub = ball_at(world, 0, 0, 0, 1);
    md3_joint_id joints[5];
    md3_body_id rim[5];
    for (int i = 0; i < 5; ++i) {
        rim[i] = ball_at(world, cos(i), sin(i), 0, 1);
        const bool hub_first = i % 2 == 0;
        md3_joint_def def =
            sound_def(world, (md3_joint_type)(i + 1), hub_first ? hub : rim[i], hub_first ? rim[i] : hub);
        def.user = &mine;
        joints[i] = join(world, &def);
        assert_ptr_equal(md3_joint_get_def(world, joints[i]).user, &mine);
    }
    md3_joint_id listed[3];
    assert_int_equal(md3_body_joints(world, hub, listed, 3), 5);
    assert_true(md3_joint_same(listed[0], joints[4]) && md3_joint_same(listed[2], joints[2]));
    int count = 0;
    for (md3_joint_id j = md3_world_first_joint(world); j.generation != 0; j = md3_world_next_joint(world, j)) {
        assert_true(md3_joint_same(j, joints[count++]));
    }
    assert_int_equal(count, 5);
    assert_int_equal(md3_joint_destroy(world, joints[2]), MD_OK);
    assert_int_equal(md3_body_destroy(world, rim[0]), MD_OK); /* takes its joint along */
    assert_false(md3_joint_is_valid(world, joints[0]));
    count = 0;
    for (md3_joint_id j = md3_body_first_joint(world, hub); j.generation != 0; j = md3_body_next_joint(world, hub, j)) {
        ++count;
    }
    assert_int_equal(count, 3);
    step_many(world, 5);
    assert_int_equal(md3_body_destroy(world, hub), MD_OK);
    assert_int_equal(md3_world_joint_count(world), 0);
    assert_int_equal(md3_body_joints(world, rim[1], NULL, 0), 0);
    step_many(world, 5);
    md3_world_destroy(world);
}

/* ---- Collisions and sleep ---------------------------------------------------------------------------------------- */

/* Two boxes that overlap by half: a joint keeps them from colliding, as long as one such joint exists. */
static void joined_bodies_collide_only_if_the_joint_allows_it(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_body_id a = box_at(world, 0, 0, 0, 0.5);
    const md3_body_id b = box_at(world, 0.5, 0, 0, 0.5);
    step_many(world, 1);
    assert_int_equal(md3_world_contact_count(world), 1);
    md3_joint_def def = md3_joint_def_at(world, MD3_BALL, a, b, at3(0.25, 0, 0), at3(1, 0, 0));
    const md3_joint_id first = join(world, &def);
    const md3_joint_id second = join(world, &def);
    assert_int_equal(md3_world_contact_count(world), 0);
    step_many(world, 2);
    assert_int_equal(md3_world_contact_count(world), 0);
    assert_int_equal(md3_joint_destroy(world, first), MD_OK);
    step_many(world, 1);
    assert_int_equal(md3_world_contact_count(world), 0);
    def.collide_connected = true;
    assert_int_equal(md3_joint_set_def(world, second, &def), MD_OK);
    step_many(world, 1);
    assert_int_equal(md3_world_contact_count(world), 1);
    md3_world_destroy(world);
}

/* A weight on a rod falls asleep, goes on to report its load, and wakes when the joint or its neighbour changes. */
static void joined_bodies_sleep_and_wake_together(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id upper = box_at(world, 0, 4, 0, 0.2);
    const md3_body_id lower = box_at(world, 0, 3, 0, 0.2);
    const md3_joint_id hook =
        join_at(world, MD3_BALL, body_at(world, MD3_STATIC, 0, 5, 0), upper, at3(0, 5, 0), at3(0, 1, 0));
    const md3_joint_id link = join_at(world, MD3_BALL, upper, lower, at3(0, 3.5, 0), at3(0, 1, 0));
    step_many(world, 120);
    assert_false(md3_body_is_awake(world, upper) || md3_body_is_awake(world, lower));
    const double weight = 2 * 64 * G;
    assert_near((double)state_of(world, hook).force.y, weight, 1e-3 * weight);
    step_many(world, 2);
    assert_near((double)state_of(world, hook).force.y, weight, 1e-3 * weight);
    assert_int_equal(md3_body_apply_impulse(world, lower, at3(10, 0, 0), at3(0, 3, 0)), MD_OK);
    step_many(world, 1);
    assert_true(md3_body_is_awake(world, upper) && md3_body_is_awake(world, lower));
    step_many(world, 2000);
    assert_int_equal(md3_joint_destroy(world, link), MD_OK);
    step_many(world, 10);
    assert_true((double)md3_body_velocity(world, lower).y < -1);
    md3_world_destroy(world);
}

/* A sleeping body wakes when a body that is joined to it is moved away. */
static void moving_a_body_wakes_the_bodies_joined_to_it(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id hook = body_at(world, MD3_STATIC, 0, 5, 0);
    const md3_body_id weight = box_at(world, 0, 4, 0, 0.2);
    join_at(world, MD3_BALL, hook, weight, at3(0, 5, 0), at3(0, 1, 0));
    step_many(world, 120);
    assert_false(md3_body_is_awake(world, weight));
    assert_int_equal(md3_body_set_transform(world, hook, md3_transform_make(at3(0.5, 5, 0), md3_rot_identity())),
                     MD_OK);
    assert_true(md3_body_is_awake(world, weight));
    md3_world_destroy(world);
}

/* Rows along locked axes have no effect, whatever rounding leaves of them. */
static void rows_along_locked_axes_have_no_effective_mass(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id body = ball_at(world, 0, 0, 0, 1);
    struct constraint_row row = md3_row_default();
    row.body[1] = body.index;
    row.linear[1] = at3(1, 0, 1e-12);
    assert_near((double)md3_row_inverse_mass(world, &row), 1, PICK(1e-15, 1e-6));
    assert_int_equal(md3_body_set_locked(world, body, MD3_LOCK_X), MD_OK);
    assert_true(md3_row_inverse_mass(world, &row) == 0);
    row.linear[1] = at3(1, 0, 1e-3);
    assert_near((double)md3_row_inverse_mass(world, &row), 1e-6, PICK(1e-15, 1e-12));
    md3_world_destroy(world);
}

/* A kinematic body carries a joined one along. */
static void a_kinematic_body_pulls_a_joined_body(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id arm = body_at(world, MD3_KINEMATIC, 0, 0, 0);
    const md3_body_id body = ball_at(world, 1, 0, 0, 1);
    const md3_joint_id weld = join_at(world, MD3_WELD, arm, body, at3(0.5, 0, 0), at3(1, 0, 0));
    set_velocity(world, arm, at3(0, 0, 2), at3(0, 1, 0));
    for (int i = 0; i < 120; ++i) {
        step_by(world, 1.0 / 120);
        assert_true((double)state_of(world, weld).error < 2e-3);
    }
    assert_vec_near(md3_body_angular_velocity(world, body), at3(0, 1, 0), 1e-3);
    md3_world_destroy(world);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Fails each allocation of a small story in turn: nothing leaks, and the calls say so. */
static void failed_allocations_leave_the_world_whole(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    bool finished = false;
    for (size_t nth = 1; !finished; ++nth) {
        books = (struct counting_allocator){.refuse_nth = nth};
        md3_world_def settings = md3_world_def_default();
        settings.allocator = counting_allocator_of(&books);
        md3_world *world = NULL;
        if (md3_world_create(&settings, &world) == MD_OK) {
            md3_body_def body = md3_body_def_default();
            body.type = MD3_DYNAMIC;
            md3_body_id a = {0, 0}, b = {0, 0};
            md_status status = md3_body_create(world, &body, &a);
            status = status == MD_OK ? md3_body_create(world, &body, &b) : status;
            const md3_joint_def def = sound_def(world, MD3_HINGE, a, b);
            status = status == MD_OK ? md3_joint_create(world, &def, NULL) : status;
            status = status == MD_OK ? md3_world_step(world, (md_real)0.01, NULL) : status;
            finished = status == MD_OK && books.requests < nth;
            assert_true(status == MD_OK || status == MD_ERROR_MEMORY);
        }
        md3_world_destroy(world);
        assert_int_equal(books.live_blocks, 0);
        assert_true(nth < 1000);
    }
}

/* ---- Extreme numbers --------------------------------------------------------------------------------------------- */

/* The distance to a limit is so large that a rate of correction overflows. */
static void a_limit_out_of_reach_does_not_stop_the_world(void **state)
{
    (void)state;
    for (int k = 0; k < 2; ++k) { /* a lower limit, and a locked position */
        md3_world_def settings = md3_world_def_default();
        settings.position_correction = MD3_CORRECTION_BAUMGARTE;
        settings.max_correction_speed = MD_INFINITY;
        md3_world *world = world_of(&settings);
        const md3_body_id ground = ground_at_zero(world);
        const md3_body_id box = box_at(world, 0, 5, 0, 0.5);
        md3_joint_def def = md3_joint_def_at(world, MD3_SLIDER, ground, box, at3(0, 5, 0), at3(1, 0, 0));
        def.has_limits = true;
        def.lower = (md_real)PICK(1.5e308, 3e38);
        def.upper = k == 0 ? MD_INFINITY : def.lower;
        assert_int_equal(md3_joint_create(world, &def, NULL), MD_OK);
        for (int i = 0; i < 10; ++i) {
            step_by(world, 1.0 / 60);
            assert_true(md3_vec_is_finite(md3_body_center(world, box)));
        }
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_has_a_name),
        cmocka_unit_test(joint_def_at_matches_the_present_transforms),
        cmocka_unit_test(each_number_out_of_range_is_refused_by_name),
        cmocka_unit_test(an_axis_of_zeros_is_refused),
        cmocka_unit_test(invalid_and_identical_bodies_are_refused),
        cmocka_unit_test(stale_handles_and_other_types_are_refused),
        cmocka_unit_test(joints_beyond_the_limit_of_the_world_are_refused),
        cmocka_unit_test(joints_are_listed_per_world_and_per_body),
        cmocka_unit_test(joined_bodies_collide_only_if_the_joint_allows_it),
        cmocka_unit_test(joined_bodies_sleep_and_wake_together),
        cmocka_unit_test(moving_a_body_wakes_the_bodies_joined_to_it),
        cmocka_unit_test(rows_along_locked_axes_have_no_effective_mass),
        cmocka_unit_test(a_kinematic_body_pulls_a_joined_body),
        cmocka_unit_test(failed_allocations_leave_the_world_whole),
        cmocka_unit_test(a_limit_out_of_reach_does_not_stop_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
