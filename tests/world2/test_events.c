/* Events of contacts, sensors and sleep: when they are emitted, in which order, and how long they are valid. */
#include "world2/make2.h"

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static void a_contact_emits_begin_once_and_end_when_the_shapes_separate(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.7, 0.5, 0.5);
    step_until(world, MD2_EVENT_CONTACT_BEGIN, 60);
    const md2_event begin = event_of(world, MD2_EVENT_CONTACT_BEGIN);
    assert_true(md2_shape_same(begin.shape[0], md2_body_first_shape(world, ground)));
    assert_true(md2_shape_same(begin.shape[1], md2_body_first_shape(world, box)));
    assert_near((double)begin.normal.y, 1, 1e-6); /* the normal points from the ground to the box, up to rounding */
    for (int i = 0; i < 120; ++i) {
        step_many(world, 1);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN), 0);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_END), 0);
    }
    set_velocity(world, box, 0, 3, 0);
    step_until(world, MD2_EVENT_CONTACT_END, 10);
    const md2_event end = event_of(world, MD2_EVENT_CONTACT_END);
    assert_true(md2_shape_same(end.shape[0], begin.shape[0]));
    assert_true(md2_shape_same(end.shape[1], begin.shape[1]));
    md2_world_destroy(world);
}

/* A ball of mass m with speed v that hits a wall gets the impulse m v (1 + e), whatever the gap is at the start of the
 * step of the hit. A step moves the ball by 8 cm; the test uses 16 gaps. */
static void a_hit_event_has_the_speed_and_the_total_impulse(void **state)
{
    (void)state;
    const double coefficient[] = {0, 0.3, 0.5, 1};
    for (int trial = 0; trial < 64; ++trial) {
        const double e = coefficient[trial % 4];
        const double gap = 0.3 + trial / 4 * (5.0 / 60 / 16);
        md2_world_def def = md2_world_def_default();
        def.gravity = at(0, 0);
        def.limits.max_iterations = 100; /* 10 sweeps leave an error of 1e-4 */
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        const md2_shape_def material = surface_of(0.6, e);
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 0, 0.5 + gap);
        give_circle(world, ball, &material, 0.5);
        set_velocity(world, ball, 0, -5, 0);
        int hits = 0;
        for (int i = 0; i < 20; ++i) {
            step_many(world, 1);
            if (events_of(world, MD2_EVENT_CONTACT_HIT) > 0) {
                const md2_event hit = event_of(world, MD2_EVENT_CONTACT_HIT);
                const double expected = (double)md2_body_mass(world, ball).mass * 5 * (1 + e);
                assert_near((double)hit.speed, 5, 1e-4);
                assert_near((double)hit.impulse, expected, 1e-3 * expected); /* error of the overlap at the touch */
                assert_near((double)hit.normal.y, 1, 1e-6);
                assert_near((double)hit.point.y, 0, 0.01); /* midway between surfaces, margin 0.02 */
                ++hits;
            }
        }
        assert_int_equal(hits, 1);
        assert_near(vy_of(world, ball), 5 * e, 1e-3);
        md2_world_destroy(world);
    }
}

/* Two equal balls with 3 m/s each: reduced mass m / 2, relative speed 6. */
static void a_hit_event_of_two_moving_bodies_has_their_relative_speed(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_shape_def material = surface_of(0, 1);
    md2_body_id balls[2];
    for (int i = 0; i < 2; ++i) {
        balls[i] = body_at(world, MD2_DYNAMIC, i == 0 ? -1 : 1.01, 0);
        give_circle(world, balls[i], &material, 0.5);
        set_velocity(world, balls[i], i == 0 ? 3 : -3, 0, 0);
    }
    step_until(world, MD2_EVENT_CONTACT_HIT, 30);
    const md2_event hit = event_of(world, MD2_EVENT_CONTACT_HIT);
    const double expected = (double)md2_body_mass(world, balls[0]).mass / 2 * 6 * 2;
    assert_near((double)hit.speed, 6, 1e-3);
    assert_near((double)hit.impulse, expected, 1e-3 * expected); /* error of 10 sweeps */
    assert_near((double)hit.normal.x, 1, 1e-6);
    md2_world_destroy(world);
}

/* A ball that leaves again in the step of its hit emits begin and end as well, in this order. */
static void a_bounce_emits_begin_hit_and_end_in_this_order(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; ++trial) {
        md2_world *world = world_without_gravity();
        ground_at_zero(world);
        const md2_shape_def material = surface_of(0, 1);
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 0, 1 + 0.02 * trial);
        give_circle(world, ball, &material, 0.5);
        set_velocity(world, ball, 0, -20, 0);
        md2_event_type told[8];
        int count = 0;
        for (int i = 0; i < 12; ++i) {
            int32_t of_step;
            step_many(world, 1);
            const md2_event *events = md2_world_events(world, &of_step);
            for (int32_t k = 0; k < of_step && count < 8; ++k) {
                told[count++] = events[k].type;
            }
        }
        assert_int_equal(count, 3);
        assert_int_equal(told[0], MD2_EVENT_CONTACT_BEGIN);
        assert_int_equal(told[1], MD2_EVENT_CONTACT_HIT);
        assert_int_equal(told[2], MD2_EVENT_CONTACT_END);
        md2_world_destroy(world);
    }
}

static void a_contact_slower_than_the_threshold_emits_no_hit(void **state)
{
    (void)state;
    const double threshold[] = {1.9, 2.1};
    for (int i = 0; i < 2; ++i) {
        md2_world_def def = md2_world_def_default();
        def.gravity = at(0, 0);
        def.hit_threshold = (md_real)threshold[i];
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        const md2_body_id box = box_at(world, 0, 0.75, 0.5, 0.5);
        set_velocity(world, box, 0, -2, 0);
        int hits = 0;
        for (int k = 0; k < 30; ++k) {
            step_many(world, 1);
            hits += events_of(world, MD2_EVENT_CONTACT_HIT);
        }
        assert_int_equal(hits, i == 0 ? 1 : 0);
        md2_world_destroy(world);
    }
}

/* ---- The end of a contact by a call ------------------------------------------------------------------------------ */

enum ending { DESTROY_BODY, DESTROY_SHAPE, DISABLE, FILTER, SET_TYPE, TELEPORT, ENDINGS };

static void end_contact(md2_world *world, md2_body_id body, enum ending how)
{
    const md2_shape_id shape = md2_body_first_shape(world, body);
    md2_shape_def def = md2_shape_get_def(world, shape);
    def.mask = 0;
    switch (how) {
    case DESTROY_BODY: assert_int_equal(md2_body_destroy(world, body), MD_OK); break;
    case DESTROY_SHAPE: assert_int_equal(md2_shape_destroy(world, shape), MD_OK); break;
    case DISABLE: assert_int_equal(md2_body_set_enabled(world, body, false), MD_OK); break;
    case FILTER: assert_int_equal(md2_shape_set_def(world, shape, &def), MD_OK); break;
    case SET_TYPE: assert_int_equal(md2_body_set_type(world, body, MD2_STATIC), MD_OK); break;
    case TELEPORT:
        assert_int_equal(md2_body_set_transform(world, body, (md2_transform){at(0, 9), turned(0)}), MD_OK);
        step_many(world, 1);
        break;
    case ENDINGS: break;
    }
}

static void every_way_to_end_a_contact_emits_end(void **state)
{
    (void)state;
    for (int how = 0; how < ENDINGS; ++how) {
        md2_world *world = world_new();
        const md2_body_id ground = ground_at_zero(world);
        const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
        const md2_shape_id shape = md2_body_first_shape(world, box);
        step_many(world, 20);
        end_contact(world, box, (enum ending)how);
        const md2_event end = event_of(world, MD2_EVENT_CONTACT_END);
        assert_true(md2_shape_same(end.shape[0], md2_body_first_shape(world, ground)));
        assert_true(md2_shape_same(end.shape[1], shape)); /* its handle, valid or not */
        step_many(world, 2);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_END), 0);
        md2_world_destroy(world);
    }
}

/* ---- Sensors ----------------------------------------------------------------------------------------------------- */

static md2_body_id sensor_at(md2_world *world, md2_body_type type, double x, double y, double half)
{
    md2_shape_def def = md2_shape_def_default();
    def.sensor = true;
    const md2_body_id body = body_at(world, type, x, y);
    give_box(world, body, &def, half, half);
    return body;
}

static void a_sensor_reports_overlaps_and_applies_no_force(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id sensor = sensor_at(world, MD2_STATIC, 0, 0, 1);
    const md2_body_id ball = circle_at(world, 0, 3, 0.5);
    const int begun = step_until(world, MD2_EVENT_SENSOR_BEGIN, 120);
    const md2_event begin = event_of(world, MD2_EVENT_SENSOR_BEGIN);
    assert_true(md2_shape_same(begin.shape[0], md2_body_first_shape(world, sensor)));
    assert_true(md2_shape_same(begin.shape[1], md2_body_first_shape(world, ball)));
    assert_true(y_of(world, ball) < 1.5 && y_of(world, ball) > 1.5 - 6.0 / 60); /* at most one step after the touch */
    const int ended = begun + step_until(world, MD2_EVENT_SENSOR_END, 120);
    assert_true(y_of(world, ball) < -1.5);
    assert_near(y_of(world, ball), 3 - G / 3600 * ended * (ended + 1) / 2, PICK(1e-9, 1e-4)); /* it fell freely */
    assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN), 0);
    md2_world_destroy(world);
}

static void a_sensor_on_a_moving_body_detects_static_and_sleeping_bodies(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id seer = sensor_at(world, MD2_DYNAMIC, -5, 0, 0.5);
    const md2_body_id wall = body_at(world, MD2_STATIC, 0, 0);
    const md2_shape_def def = md2_shape_def_default();
    give_box(world, wall, &def, 0.1, 2);
    const md2_body_id sleeper = box_at(world, 4, 0, 0.5, 0.5);
    assert_int_equal(md2_body_set_awake(world, sleeper, false), MD_OK);
    sensor_at(world, MD2_STATIC, 8, 0, 0.5); /* sensors do not detect each other */
    set_velocity(world, seer, 6, 0, 0);
    int begins = 0;
    int ends = 0;
    for (int i = 0; i < 180; ++i) {
        step_many(world, 1);
        begins += events_of(world, MD2_EVENT_SENSOR_BEGIN);
        ends += events_of(world, MD2_EVENT_SENSOR_END);
    }
    assert_int_equal(begins, 2);
    assert_int_equal(ends, 2);
    assert_false(md2_body_is_awake(world, sleeper));
    assert_near(vx_of(world, seer), 6, 0);
    md2_world_destroy(world);
}

static void a_body_destroyed_inside_a_sensor_emits_sensor_end(void **state)
{
    (void)state;
    for (int who = 0; who < 2; ++who) {
        md2_world *world = world_without_gravity();
        const md2_body_id sensor = sensor_at(world, MD2_STATIC, 0, 0, 1);
        const md2_body_id ball = circle_at(world, 0, 0, 0.5);
        step_many(world, 100); /* asleep, and still inside */
        assert_false(md2_body_is_awake(world, ball));
        assert_int_equal(events_of(world, MD2_EVENT_SENSOR_END), 0);
        assert_int_equal(md2_body_destroy(world, who == 0 ? sensor : ball), MD_OK);
        event_of(world, MD2_EVENT_SENSOR_END);
        md2_world_destroy(world);
    }
}

/* ---- Sleep ------------------------------------------------------------------------------------------------------- */

static void sleep_and_wake_events_name_their_body(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_until(world, MD2_EVENT_BODY_SLEEP, 120);
    assert_true(md2_body_same(event_of(world, MD2_EVENT_BODY_SLEEP).body, box));
    step_many(world, 10);
    assert_int_equal(md2_body_apply_impulse(world, box, at(1, 0), at(0, 0.5)), MD_OK);
    assert_true(md2_body_same(event_of(world, MD2_EVENT_BODY_WAKE).body, box));
    assert_int_equal(md2_body_apply_impulse(world, box, at(1, 0), at(0, 0.5)), MD_OK);
    assert_int_equal(events_of(world, MD2_EVENT_BODY_WAKE), 1); /* awake already */
    md2_world_destroy(world);
}

/* A sleeping body that is destroyed emits no wake event; bodies that stood on it do. */
static void a_destroyed_sleeping_body_emits_no_wake_event(void **state)
{
    (void)state;
    for (int how = 0; how < 2; ++how) {
        md2_world *world = world_new();
        ground_at_zero(world);
        const md2_body_id below = box_at(world, 0, 0.5, 0.5, 0.5);
        const md2_body_id above = box_at(world, 0, 1.5, 0.5, 0.5);
        step_until(world, MD2_EVENT_BODY_SLEEP, 120);
        assert_int_equal(how == 0 ? md2_body_destroy(world, below) : md2_body_set_enabled(world, below, false), MD_OK);
        assert_true(md2_body_same(event_of(world, MD2_EVENT_BODY_WAKE).body, above));
        md2_world_destroy(world);
    }
}

/* ---- Lifetime ---------------------------------------------------------------------------------------------------- */

/* Events that a call emits before a step can still be read after that step. */
static void events_are_valid_until_the_next_step_and_calls_append_to_them(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    md2_body_id bodies[3];
    int32_t count;
    for (int i = 0; i < 3; ++i) {
        bodies[i] = box_at(world, 3.0 * i, 0, 0.5, 0.5);
    }
    md2_world_events(world, &count);
    assert_int_equal(count, 0);
    step_until(world, MD2_EVENT_BODY_SLEEP, 60);
    md2_world_events(world, &count);
    assert_int_equal(count, 3);
    assert_int_equal(md2_body_set_awake(world, bodies[1], true), MD_OK);
    const md2_event *events = md2_world_events(world, &count);
    assert_int_equal(count, 4);
    assert_int_equal(events[2].type, MD2_EVENT_BODY_SLEEP);
    assert_int_equal(events[3].type, MD2_EVENT_BODY_WAKE);
    md2_event event;
    assert_true(md2_world_event(world, 3, &event) && event.type == MD2_EVENT_BODY_WAKE);
    assert_false(md2_world_event(world, 4, &event) || md2_world_event(world, -1, &event));
    step_many(world, 1);
    events = md2_world_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].type, MD2_EVENT_BODY_WAKE);
    assert_true(md2_body_same(events[0].body, bodies[1]));
    step_many(world, 1);
    md2_world_events(world, &count);
    assert_int_equal(count, 0);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_emits_begin_once_and_end_when_the_shapes_separate),
        cmocka_unit_test(a_hit_event_has_the_speed_and_the_total_impulse),
        cmocka_unit_test(a_hit_event_of_two_moving_bodies_has_their_relative_speed),
        cmocka_unit_test(a_bounce_emits_begin_hit_and_end_in_this_order),
        cmocka_unit_test(a_contact_slower_than_the_threshold_emits_no_hit),
        cmocka_unit_test(every_way_to_end_a_contact_emits_end),
        cmocka_unit_test(a_sensor_reports_overlaps_and_applies_no_force),
        cmocka_unit_test(a_sensor_on_a_moving_body_detects_static_and_sleeping_bodies),
        cmocka_unit_test(a_body_destroyed_inside_a_sensor_emits_sensor_end),
        cmocka_unit_test(sleep_and_wake_events_name_their_body),
        cmocka_unit_test(a_destroyed_sleeping_body_emits_no_wake_event),
        cmocka_unit_test(events_are_valid_until_the_next_step_and_calls_append_to_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
