/* Events of contacts, sensors and sleep, moved bodies, and what wakes sleeping bodies. */
#include "world3/make3.h"

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static void a_contact_emits_begin_once_and_end_when_the_shapes_separate(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id ground = ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.7, 0, 0.5);
    step_until(world, MD3_EVENT_CONTACT_BEGIN, 60);
    const md3_event begin = event_of(world, MD3_EVENT_CONTACT_BEGIN);
    assert_true(md3_shape_same(begin.shape[0], md3_body_first_shape(world, ground)));
    assert_true(md3_shape_same(begin.shape[1], md3_body_first_shape(world, box)));
    assert_vec_near(begin.normal, at3(0, 1, 0), 1e-6); /* from the ground to the box, up to rounding */
    for (int i = 0; i < 120; ++i) {
        step_many(world, 1);
        assert_int_equal(events_of(world, MD3_EVENT_CONTACT_BEGIN), 0);
        assert_int_equal(events_of(world, MD3_EVENT_CONTACT_END), 0);
    }
    set_velocity(world, box, at3(0, 3, 0), at3(0, 0, 0));
    step_until(world, MD3_EVENT_CONTACT_END, 10);
    const md3_event end = event_of(world, MD3_EVENT_CONTACT_END);
    assert_true(md3_shape_same(end.shape[1], begin.shape[1]));
    md3_world_destroy(world);
}

/* A ball of mass m with speed v that hits a wall gets the impulse m v (1 + e). */
static void a_hit_event_has_the_speed_and_the_total_impulse(void **state)
{
    (void)state;
    const double coefficient[] = {0, 0.5, 1};
    for (int trial = 0; trial < 24; ++trial) {
        const double e = coefficient[trial % 3];
        md3_world_def def = md3_world_def_default();
        def.gravity = at3(0, 0, 0);
        def.limits.max_iterations = 100; /* 10 sweeps leave an error of 1e-4 */
        md3_world *world = world_of(&def);
        ground_at_zero(world);
        const md3_shape_def material = surface_of(0.6, e);
        const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.8 + trial / 3 * (5.0 / 60 / 8), 0);
        give_sphere(world, ball, &material, 0.5);
        set_velocity(world, ball, at3(0, -5, 0), at3(0, 0, 0));
        int hits = 0;
        for (int i = 0; i < 20; ++i) {
            step_many(world, 1);
            if (events_of(world, MD3_EVENT_CONTACT_HIT) > 0) {
                const md3_event hit = event_of(world, MD3_EVENT_CONTACT_HIT);
                const double expected = (double)md3_body_mass(world, ball).mass * 5 * (1 + e);
                assert_near((double)hit.speed, 5, 1e-4);
                assert_near((double)hit.impulse, expected, 1e-3 * expected); /* error of the overlap at the touch */
                assert_vec_near(hit.normal, at3(0, 1, 0), 1e-6);
                ++hits;
            }
        }
        assert_int_equal(hits, 1);
        md3_world_destroy(world);
    }
}

/* The impulses of a body at rest carry its weight: m g h per step. */
static void impulses_of_a_resting_box_carry_its_weight(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.enable_sleep = false;
    md3_world *world = world_of(&def);
    ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 60);
    md3_contact_info info;
    assert_int_equal(md3_body_contacts(world, box, &info, 1), 1);
    assert_true(info.touching);
    assert_int_equal(info.manifold_count, 1);
    assert_int_equal(info.manifold[0].count, 4);
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
        sum += (double)info.impulse[0][k].normal;
    }
    assert_near(sum, 1000 * G / 60, 1e-3 * 1000 * G / 60); /* error of 10 sweeps */
    assert_int_equal(md3_world_contact(world, 1, &info), MD_ERROR_ARGUMENT);
    md3_world_destroy(world);
}

/* ---- Sensors ----------------------------------------------------------------------------------------------------- */

/* The sensor is the first shape of its events, whichever was created first. */
static void a_sensor_emits_begin_and_end_and_stops_nothing(void **state)
{
    (void)state;
    for (int order = 0; order < 2; ++order) {
        md3_world *world = world_without_gravity();
        md3_shape_def def = md3_shape_def_default();
        def.sensor = true;
        md3_body_id ball = order == 0 ? sphere_at(world, -3, 0, 0, 0.5) : md3_body_none();
        const md3_body_id zone = body_at(world, MD3_STATIC, 0, 0, 0);
        const md3_shape_id sensor = give_sphere(world, zone, &def, 1);
        ball = order == 1 ? sphere_at(world, -3, 0, 0, 0.5) : ball;
        set_velocity(world, ball, at3(5, 0, 0), at3(0, 0, 0));
        step_until(world, MD3_EVENT_SENSOR_BEGIN, 60);
        const md3_event begin = event_of(world, MD3_EVENT_SENSOR_BEGIN);
        assert_true(md3_shape_same(begin.shape[0], sensor));
        assert_true(fabs((double)md3_body_center(world, ball).x + 1.5) < 5.0 / 60);
        step_until(world, MD3_EVENT_SENSOR_END, 60);
        assert_near(speed_of(world, ball), 5, 0);
        md3_world_destroy(world);
    }
}

/* ---- Sleep ------------------------------------------------------------------------------------------------------- */

static void a_stack_sleeps_together_and_wakes_together(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    md3_body_id boxes[4];
    for (int i = 0; i < 4; ++i) {
        boxes[i] = box_at(world, 0, 0.5 + i, 0, 0.5);
    }
    const md3_body_id alone = box_at(world, 10, 0.5, 0, 0.5);
    step_until(world, MD3_EVENT_BODY_SLEEP, 600);
    step_many(world, 120);
    const md_step_report report = step_many(world, 1);
    assert_int_equal(report.awake_bodies, 0);
    assert_int_equal(report.solves, 0);
    assert_int_equal(report.contacts, 5);
    set_velocity(world, boxes[3], at3(0, 0.5, 0), at3(0, 0, 0));
    step_many(world, 1);
    for (int i = 0; i < 4; ++i) {
        assert_true(md3_body_is_awake(world, boxes[i]));
    }
    assert_false(md3_body_is_awake(world, alone));
    md3_world_destroy(world);
}

/* The speed of the fastest point counts: 0.05 m/s by translation, or by rotation with corners 0.866 m away. */
static void bodies_faster_than_the_sleep_speed_stay_awake(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        md3_world *world = world_without_gravity();
        const md3_body_id box = box_at(world, 0, 0, 0, 0.5);
        set_velocity(world, box,
                     at3(i == 0   ? 0.051
                         : i == 1 ? 0.049
                                  : 0,
                         0, 0),
                     at3(0,
                         i == 2   ? 0.059
                         : i == 3 ? 0.056
                                  : 0,
                         0));
        step_many(world, 60);
        assert_int_equal(md3_body_is_awake(world, box), i % 2 == 0);
        md3_world_destroy(world);
    }
}

static void removing_the_ground_wakes_what_lies_on_it(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id ground = ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    step_until(world, MD3_EVENT_BODY_SLEEP, 300);
    assert_int_equal(md3_body_destroy(world, ground), MD_OK);
    assert_true(md3_body_is_awake(world, box));
    step_many(world, 10);
    assert_int_equal(events_of(world, MD3_EVENT_CONTACT_END), 0);
    assert_true(y_of(world, box) < 0.45);
    md3_world_destroy(world);
}

/* ---- Moved bodies ------------------------------------------------------------------------------------------------ */

static void only_bodies_that_moved_are_listed(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_body_id moving = sphere_at(world, 0, 0, 0, 0.5);
    const md3_body_id turning = box_at(world, 5, 0, 0, 0.5);
    sphere_at(world, 10, 0, 0, 0.5);
    set_velocity(world, moving, at3(1, 0, 0), at3(0, 0, 0));
    set_velocity(world, turning, at3(0, 0, 0), at3(0, 0, 1));
    step_many(world, 1);
    md3_moved_body moved[4];
    assert_int_equal(md3_world_moved_bodies(world, moved, 4), 2);
    assert_true(md3_body_same(moved[0].body, moving));
    assert_true(md3_body_same(moved[1].body, turning));
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_emits_begin_once_and_end_when_the_shapes_separate),
        cmocka_unit_test(a_hit_event_has_the_speed_and_the_total_impulse),
        cmocka_unit_test(impulses_of_a_resting_box_carry_its_weight),
        cmocka_unit_test(a_sensor_emits_begin_and_end_and_stops_nothing),
        cmocka_unit_test(a_stack_sleeps_together_and_wakes_together),
        cmocka_unit_test(bodies_faster_than_the_sleep_speed_stay_awake),
        cmocka_unit_test(removing_the_ground_wakes_what_lies_on_it),
        cmocka_unit_test(only_bodies_that_moved_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
