/* Sleep: which bodies fall asleep and when, what wakes them, and that sleeping bodies neither move nor cost time. */
#include "world2/make2.h"

enum { STACK = 4 };

/* Creates boxes of 1 m on the ground that sleep. */
static md2_world *sleeping_stack(md2_body_id ground[1], md2_body_id boxes[STACK])
{
    md2_world *world = world_new();
    ground[0] = ground_at_zero(world);
    for (int i = 0; i < STACK; ++i) {
        boxes[i] = box_at(world, 0, 0.5 + i, 0.5, 0.5);
    }
    step_until(world, MD2_EVENT_BODY_SLEEP, 600);
    assert_int_equal(events_of(world, MD2_EVENT_BODY_SLEEP), STACK); /* in one step */
    for (int i = 0; i < STACK; ++i) {
        assert_false(md2_body_is_awake(world, boxes[i]));
    }
    return world;
}

static void assert_all_awake(const md2_world *world, const md2_body_id boxes[STACK])
{
    for (int i = 0; i < STACK; ++i) {
        assert_true(!md2_body_is_valid(world, boxes[i]) || md2_body_is_awake(world, boxes[i]));
    }
}

/* ---- Falling asleep ---------------------------------------------------------------------------------------------- */

/* The box is placed exactly on the ground and never moves: its sleep timer runs from the first step on. */
static void a_box_at_rest_sleeps_after_the_time_that_is_set(void **state)
{
    (void)state;
    const double time[] = {0.25, 0.5, 1.5};
    for (int i = 0; i < 3; ++i) {
        md2_world_def def = md2_world_def_default();
        def.sleep_time = (md_real)time[i];
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        box_at(world, 0, 0.5, 0.5, 0.5);
        /* Rounding of the summed time may delay it by one step. */
        assert_near(step_until(world, MD2_EVENT_BODY_SLEEP, 120), 60 * time[i], 1);
        md2_world_destroy(world);
    }
}

static void bodies_faster_than_the_sleep_speed_stay_awake(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        md2_world *world = world_without_gravity();
        const md2_body_id box = box_at(world, 0, 0, 0.5, 0.5);
        /* The speed of the fastest point counts: 0.05 m/s by translation, or by rotation with corners 0.707 m away. */
        set_velocity(world, box, i == 0 ? 0.051 : i == 1 ? 0.049 : 0, 0, i == 2 ? 0.072 : i == 3 ? 0.069 : 0);
        step_many(world, 60);
        assert_int_equal(md2_body_is_awake(world, box), i % 2 == 0);
        md2_world_destroy(world);
    }
}

static void no_body_sleeps_if_sleep_is_disabled(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.enable_sleep = false;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_many(world, 200);
    assert_true(md2_body_is_awake(world, box));
    def.enable_sleep = true;
    assert_int_equal(md2_world_set_def(world, &def), MD_OK);
    step_many(world, 40);
    assert_false(md2_body_is_awake(world, box));
    md2_world_destroy(world);
}

/* A body that may not sleep keeps the bodies that it touches awake, and no others. */
static void a_body_that_never_sleeps_keeps_its_island_awake(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id below = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id beside = box_at(world, 5, 0.5, 0.5, 0.5);
    const md2_body_id watcher = box_at(world, 0, 1.5, 0.5, 0.5);
    assert_int_equal(md2_body_enable_sleep(world, watcher, false), MD_OK);
    step_many(world, 200);
    assert_true(md2_body_is_awake(world, watcher));
    assert_true(md2_body_is_awake(world, below));
    assert_false(md2_body_is_awake(world, beside));
    assert_int_equal(md2_body_enable_sleep(world, watcher, true), MD_OK);
    step_many(world, 100);
    assert_false(md2_body_is_awake(world, watcher));
    assert_false(md2_body_is_awake(world, below));
    md2_world_destroy(world);
}

static void a_body_created_asleep_stays_in_the_air_until_it_wakes(void **state)
{
    (void)state;
    md2_world *world = world_new();
    md2_body_def def = md2_body_def_default();
    const md2_shape_def shape = md2_shape_def_default();
    def.type = MD2_DYNAMIC;
    def.position = at(0, 5);
    def.awake = false;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    assert_false(md2_body_is_awake(world, body));
    give_box(world, body, &shape, 0.5, 0.5);
    /* Adding a shape wakes the body; a call puts it to sleep again. */
    assert_int_equal(md2_body_set_awake(world, body, false), MD_OK);
    step_many(world, 60);
    assert_true(y_of(world, body) == 5);
    assert_int_equal(md2_body_set_awake(world, body, true), MD_OK);
    step_many(world, 60);
    assert_true(y_of(world, body) < 1);
    md2_world_destroy(world);
}

/* A box lies on it and stays where it is, whatever velocity the definition has. */
static void a_kinematic_body_created_asleep_is_at_rest(void **state)
{
    (void)state;
    const double speeds[] = {3, PICK(1e300, 1e35)};
    for (int i = 0; i < 2; ++i) {
        md2_world *world = world_new();
        const md2_shape_def rough = surface_of(1, 0);
        md2_body_def def = md2_body_def_default();
        def.type = MD2_KINEMATIC;
        def.awake = false;
        def.velocity = at(speeds[i], -speeds[i]);
        def.angular_velocity = (md_real)speeds[i];
        md2_body_id ground;
        assert_int_equal(md2_body_create(world, &def, &ground), MD_OK);
        give_box(world, ground, &rough, 5, 0.5);
        const md2_body_id box = box_at(world, 0, 1, 0.5, 0.5);
        step_many(world, 60);
        assert_near(x_of(world, box), 0, 0.002);
        assert_near(y_of(world, box), 1, 0.002);
        assert_near(vx_of(world, ground), 0, 0);
        assert_near(spin_of(world, ground), 0, 0);
        md2_world_destroy(world);
    }
}

/* ---- Being asleep ------------------------------------------------------------------------------------------------ */

static void sleeping_bodies_do_not_move_and_have_no_rows(void **state)
{
    (void)state;
    md2_body_id ground[1];
    md2_body_id boxes[STACK];
    md2_world *world = sleeping_stack(ground, boxes);
    const uint64_t hash = md2_world_hash(world);
    for (int i = 0; i < 100; ++i) {
        const md_step_report report = step_many(world, 1);
        assert_int_equal(report.rows, 0);
        assert_int_equal(report.bodies, 0);
        assert_int_equal(report.islands, 0);
        assert_int_equal(report.awake_bodies, 0);
        assert_true(report.kinetic_energy == 0);
    }
    assert_true(md2_world_hash(world) == hash);
    md2_world_destroy(world);
}

static void separate_piles_are_separate_islands(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    for (int pile = 0; pile < 5; ++pile) {
        for (int i = 0; i <= pile % 3; ++i) {
            box_at(world, 3.0 * pile, 0.5 + i, 0.5, 0.5);
        }
    }
    md_step_report report = step_many(world, 1);
    assert_int_equal(report.islands, 5);
    assert_int_equal(report.awake_bodies, 9);
    assert_int_equal(report.bodies, 9);
    /* Two joined bodies that do not touch are one island. */
    const md2_body_id a = box_at(world, -5, 0.5, 0.5, 0.5);
    const md2_body_id b = box_at(world, -8, 0.5, 0.5, 0.5);
    report = step_many(world, 1);
    assert_int_equal(report.islands, 7);
    const md2_joint_def rod = md2_joint_def_distance(world, a, b, at(-5, 0.5), at(-8, 0.5));
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &rod, &joint), MD_OK);
    report = step_many(world, 1);
    assert_int_equal(report.islands, 6);
    md2_world_destroy(world);
}

/* ---- Waking ------------------------------------------------------------------------------------------------------ */

enum waking {
    PUSH,
    FORCE,
    TORQUE,
    SPIN,
    VELOCITY,
    TELEPORT,
    LIFT,
    MASS,
    DESTROY_BOTTOM,
    DISABLE_BOTTOM,
    GROUND_GOES,
    GROUND_MOVES,
    GRAVITY,
    THROW,
    WAKINGS
};

static md_status wake_by(md2_world *world, md2_body_id ground, const md2_body_id boxes[STACK], enum waking how)
{
    const md2_body_id top = boxes[STACK - 1];
    switch (how) {
    case PUSH: return md2_body_apply_impulse(world, top, at(0.1, 0), md2_body_center(world, top));
    case FORCE: return md2_body_apply_force(world, top, at(5, 0), md2_body_center(world, top));
    case TORQUE: return md2_body_apply_torque(world, top, 1);
    case SPIN: return md2_body_apply_angular_impulse(world, top, (md_real)0.1);
    case VELOCITY: return md2_body_set_velocity(world, boxes[1], at(0, 1), 0);
    case TELEPORT: return md2_body_set_transform(world, top, (md2_transform){at(20, 5), turned(0)});
    case LIFT: return md2_body_set_transform(world, boxes[0], (md2_transform){at(20, 5), turned(0)});
    case MASS: return md2_body_set_mass(world, top, (md2_mass){.mass = 5, .inertia = 1});
    case DESTROY_BOTTOM: return md2_body_destroy(world, boxes[0]);
    case DISABLE_BOTTOM: return md2_body_set_enabled(world, boxes[0], false);
    case GROUND_GOES: return md2_body_destroy(world, ground);
    case GROUND_MOVES: return md2_body_set_transform(world, ground, (md2_transform){at(0, -3), turned(0)});
    case GRAVITY: return md2_world_set_gravity(world, at(0, -5));
    case THROW: {
        const md2_body_id ball = circle_at(world, -3, STACK - 0.5, 0.2);
        set_velocity(world, ball, 10, 2, 0);
        step_many(world, 20);
        return MD_OK;
    }
    case WAKINGS: break;
    }
    return MD_ERROR_ARGUMENT;
}

/* If the top of a stack is teleported away, or a box below others is lifted away, the bodies that touched it wake in
 * the next step at the latest. */
static void a_stack_wakes_as_a_whole(void **state)
{
    (void)state;
    for (int how = 0; how < WAKINGS; ++how) {
        md2_body_id ground[1];
        md2_body_id boxes[STACK];
        md2_world *world = sleeping_stack(ground, boxes);
        assert_int_equal(wake_by(world, ground[0], boxes, (enum waking)how), MD_OK);
        step_many(world, 1);
        if (how == DISABLE_BOTTOM) {
            boxes[0] = boxes[1];
        }
        assert_all_awake(world, boxes);
        md2_world_destroy(world);
    }
}

static void waking_one_pile_leaves_another_asleep(void **state)
{
    (void)state;
    md2_body_id ground[1];
    md2_body_id boxes[STACK];
    md2_world *world = sleeping_stack(ground, boxes);
    const md2_body_id other = box_at(world, 4, 0.5, 0.5, 0.5);
    step_many(world, 60);
    assert_false(md2_body_is_awake(world, other));
    assert_false(md2_body_is_awake(world, boxes[0]));
    assert_int_equal(md2_body_set_awake(world, boxes[2], true), MD_OK);
    step_many(world, 1);
    assert_all_awake(world, boxes);
    assert_false(md2_body_is_awake(world, other));
    md2_world_destroy(world);
}

static void a_moving_kinematic_body_keeps_bodies_on_it_awake(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id platform = body_at(world, MD2_KINEMATIC, 0, -0.5);
    give_box(world, platform, &def, 20, 0.5);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_many(world, 60);
    assert_false(md2_body_is_awake(world, box)); /* it does not move */
    set_velocity(world, platform, 0.01, 0, 0);   /* slower than the sleep speed */
    step_many(world, 120);
    assert_true(md2_body_is_awake(world, box));
    assert_near(vx_of(world, box), 0.01, 1e-4);
    set_velocity(world, platform, 0, 0, 0);
    step_many(world, 60);
    assert_false(md2_body_is_awake(world, box));
    md2_world_destroy(world);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* Creates a weight that hangs from an anchor and sleeps. */
static md2_world *sleeping_weight(md2_body_id *anchor, md2_body_id *weight, md2_joint_id *rod)
{
    md2_world *world = world_new();
    *anchor = body_at(world, MD2_STATIC, 0, 5);
    *weight = box_at(world, 0, 3, 0.5, 0.5);
    const md2_joint_def def = md2_joint_def_distance(world, *anchor, *weight, at(0, 5), at(0, 3));
    assert_int_equal(md2_joint_create(world, &def, rod), MD_OK);
    step_until(world, MD2_EVENT_BODY_SLEEP, 120);
    return world;
}

static void joined_bodies_sleep_and_wake_together(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id a = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id b = box_at(world, 3, 0.5, 0.5, 0.5);
    const md2_joint_def def = md2_joint_def_distance(world, a, b, at(0, 0.5), at(3, 0.5));
    md2_joint_id rod;
    assert_int_equal(md2_joint_create(world, &def, &rod), MD_OK);
    step_until(world, MD2_EVENT_BODY_SLEEP, 120);
    assert_int_equal(events_of(world, MD2_EVENT_BODY_SLEEP), 2);
    assert_int_equal(md2_body_set_awake(world, a, true), MD_OK);
    step_many(world, 1);
    assert_true(md2_body_is_awake(world, b));
    md2_world_destroy(world);
}

enum loosening { JOINT_DESTROYED, ANCHOR_DESTROYED, ANCHOR_DISABLED, ANCHOR_MOVED, LOOSENINGS };

static void a_sleeping_hanging_body_falls_when_its_anchor_is_destroyed(void **state)
{
    (void)state;
    for (int how = 0; how < LOOSENINGS; ++how) {
        md2_body_id anchor;
        md2_body_id weight;
        md2_joint_id rod;
        md2_world *world = sleeping_weight(&anchor, &weight, &rod);
        switch ((enum loosening)how) {
        case JOINT_DESTROYED: assert_int_equal(md2_joint_destroy(world, rod), MD_OK); break;
        case ANCHOR_DESTROYED: assert_int_equal(md2_body_destroy(world, anchor), MD_OK); break;
        case ANCHOR_DISABLED: assert_int_equal(md2_body_set_enabled(world, anchor, false), MD_OK); break;
        case ANCHOR_MOVED:
            assert_int_equal(md2_body_set_transform(world, anchor, (md2_transform){at(0, 4), turned(0)}), MD_OK);
            break;
        case LOOSENINGS: break;
        }
        step_many(world, 60);
        assert_true(y_of(world, weight) < 2.5);
        md2_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_at_rest_sleeps_after_the_time_that_is_set),
        cmocka_unit_test(bodies_faster_than_the_sleep_speed_stay_awake),
        cmocka_unit_test(no_body_sleeps_if_sleep_is_disabled),
        cmocka_unit_test(a_body_that_never_sleeps_keeps_its_island_awake),
        cmocka_unit_test(a_body_created_asleep_stays_in_the_air_until_it_wakes),
        cmocka_unit_test(a_kinematic_body_created_asleep_is_at_rest),
        cmocka_unit_test(sleeping_bodies_do_not_move_and_have_no_rows),
        cmocka_unit_test(separate_piles_are_separate_islands),
        cmocka_unit_test(a_stack_wakes_as_a_whole),
        cmocka_unit_test(waking_one_pile_leaves_another_asleep),
        cmocka_unit_test(a_moving_kinematic_body_keeps_bodies_on_it_awake),
        cmocka_unit_test(joined_bodies_sleep_and_wake_together),
        cmocka_unit_test(a_sleeping_hanging_body_falls_when_its_anchor_is_destroyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
