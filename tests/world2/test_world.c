/* Basic behaviour of the world: motion that follows a formula, and guarantees of the step. */
#include <math.h>
#include <string.h>

#include <modulus/world2.h>

#include "support/counting_allocator.h"
#include "support/support.h"

#define DT ((md_real)(1.0 / 60))
#define G 9.80665

static md2_world *make_world(void)
{
    const md2_world_def def = md2_world_def_default();
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    return world;
}

static md2_body_id make_body(md2_world *world, md2_body_type type, double x, double y)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = (md2_vec){(md_real)x, (md_real)y};
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static void give_box(md2_world *world, md2_body_id body, double half_x, double half_y, double friction)
{
    md2_hull hull;
    md2_shape_def def = md2_shape_def_default();
    def.friction = (md_real)friction;
    assert_int_equal(
        md2_hull_box(&hull, (md2_vec){(md_real)half_x, (md_real)half_y}, (md2_vec){0, 0}, (md2_rot){1, 0}, 0), MD_OK);
    assert_int_equal(md2_shape_create(world, body, &def, &hull, NULL), MD_OK);
}

static void give_circle(md2_world *world, md2_body_id body, double radius, double restitution)
{
    md2_hull hull;
    md2_shape_def def = md2_shape_def_default();
    def.restitution = (md_real)restitution;
    assert_int_equal(md2_hull_circle(&hull, (md2_vec){0, 0}, (md_real)radius), MD_OK);
    assert_int_equal(md2_shape_create(world, body, &def, &hull, NULL), MD_OK);
}

/* Adds a ground with its top at y = 0. */
static void give_ground(md2_world *world, double friction)
{
    const md2_body_id ground = make_body(world, MD2_STATIC, 0, -1);
    give_box(world, ground, 50, 1, friction);
}

static void step_many(md2_world *world, int steps, md_step_report *report)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(md2_world_step(world, DT, report), MD_OK);
    }
}

static void a_free_body_falls_as_semi_implicit_euler_predicts(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_body_id ball = make_body(world, MD2_DYNAMIC, 0, 100);
    give_circle(world, ball, 0.5, 0);
    step_many(world, 60, NULL);
    /* y = y0 - g dt^2 n (n + 1) / 2 */
    const double fallen = G / 3600 * 60 * 61 / 2;
    assert_true(fabs((double)md2_body_center(world, ball).y - (100 - fallen)) < PICK(1e-9, 1e-3));
    assert_true(fabs((double)md2_body_velocity(world, ball).y + G) < PICK(1e-9, 1e-4));
    md2_world_destroy(world);
}

static void a_box_comes_to_rest_on_the_ground(void **state)
{
    (void)state;
    md2_world *world = make_world();
    md_step_report report;
    give_ground(world, 0.6);
    const md2_body_id box = make_body(world, MD2_DYNAMIC, 0, 1);
    give_box(world, box, 0.5, 0.5, 0.6);
    step_many(world, 300, &report);
    assert_true(fabs((double)md2_body_center(world, box).y - 0.5) < 0.002);
    assert_true(report.kinetic_energy < PICK(1e-12, 1e-8));
    assert_int_equal(report.contact_points, 2);
    /* The two points carry the weight times the length of a step. */
    md2_contact_info contact;
    assert_int_equal(md2_world_contact(world, 0, &contact), MD_OK);
    const double carried = (double)contact.normal_impulse[0] + (double)contact.normal_impulse[1];
    assert_true(fabs(carried - G / 60) < 1e-4);
    md2_world_destroy(world);
}

/* A speculative contact must not act early: a box 1 cm above the ground falls onto it. */
static void a_gap_within_the_speculative_margin_is_closed(void **state)
{
    (void)state;
    md2_world *world = make_world();
    give_ground(world, 0.6);
    const md2_body_id box = make_body(world, MD2_DYNAMIC, 0, 0.51);
    give_box(world, box, 0.5, 0.5, 0.6);
    step_many(world, 60, NULL);
    assert_true(fabs((double)md2_body_center(world, box).y - 0.5) < 0.001);
    md2_world_destroy(world);
}

/* Two boxes of 1 m at a distance of 2 m: mass 2, inertia 2 (1/6 + 1), and a torque rotates them accordingly. */
static void mass_and_inertia_are_those_of_all_shapes_about_their_centre(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_body_id body = make_body(world, MD2_DYNAMIC, 5, 5);
    const md2_shape_def def = md2_shape_def_default();
    for (int side = 0; side < 2; ++side) {
        md2_hull hull;
        assert_int_equal(md2_hull_box(&hull, (md2_vec){(md_real)0.5, (md_real)0.5}, (md2_vec){(md_real)(2 * side), 0},
                                      (md2_rot){1, 0}, 0),
                         MD_OK);
        assert_int_equal(md2_shape_create(world, body, &def, &hull, NULL), MD_OK);
    }
    const md2_mass mass = md2_body_mass(world, body);
    assert_true(fabs((double)mass.mass - 2) < 1e-5);
    assert_true(fabs((double)mass.center.x - 1) < 1e-5);
    assert_true(fabs((double)mass.inertia - 2 * (1.0 / 6 + 1)) < 1e-5);
    assert_true(fabs((double)md2_body_center(world, body).x - 6) < 1e-5);
    assert_int_equal(md2_body_apply_torque(world, body, 7), MD_OK);
    step_many(world, 1, NULL);
    assert_true(fabs((double)md2_body_angular_velocity(world, body) - 3.0 / 60) < 1e-5);
    md2_world_destroy(world);
}

static void a_stack_of_boxes_stands(void **state)
{
    (void)state;
    md2_world *world = make_world();
    md_step_report report;
    md2_body_id boxes[4];
    give_ground(world, 0.6);
    for (int i = 0; i < 4; ++i) {
        boxes[i] = make_body(world, MD2_DYNAMIC, 0, 0.5 + i);
        give_box(world, boxes[i], 0.5, 0.5, 0.6);
    }
    step_many(world, 1200, &report);
    for (int i = 0; i < 4; ++i) {
        assert_true(fabs((double)md2_body_center(world, boxes[i]).x) < 0.01);
        assert_true(fabs((double)md2_body_center(world, boxes[i]).y - (0.5 + i)) < 0.01);
    }
    assert_true(report.kinetic_energy < 1e-6);
    assert_true(report.penetration_max < (md_real)0.002);
    md2_world_destroy(world);
}

static void friction_stops_a_box_at_the_distance_of_the_formula(void **state)
{
    (void)state;
    md2_world *world = make_world();
    give_ground(world, 0.5);
    const md2_body_id box = make_body(world, MD2_DYNAMIC, 0, 0.25);
    give_box(world, box, 0.5, 0.25, 0.5);
    assert_int_equal(md2_body_set_velocity(world, box, (md2_vec){3, 0}, 0), MD_OK);
    step_many(world, 120, NULL);
    /* v^2 / (2 mu g) */
    const double expected = 9 / (2 * 0.5 * G);
    assert_true(fabs((double)md2_body_center(world, box).x - expected) < 0.03);
    assert_true(fabs((double)md2_body_velocity(world, box).x) < 1e-4);
    md2_world_destroy(world);
}

static void a_ball_bounces_with_its_restitution(void **state)
{
    (void)state;
    md2_world *world = make_world();
    give_ground(world, 0.6);
    const md2_body_id ball = make_body(world, MD2_DYNAMIC, 0, 5);
    give_circle(world, ball, 0.5, 0.5);
    double lowest_speed = 0;
    double highest = 0;
    for (int i = 0; i < 120; ++i) {
        assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
        const double speed = (double)md2_body_velocity(world, ball).y;
        lowest_speed = speed < lowest_speed ? speed : lowest_speed;
        if (lowest_speed < -1 && speed > 0) {
            highest = fmax(highest, (double)md2_body_center(world, ball).y);
        }
    }
    /* Up to e^2 of the height of the fall, to within the distance of one step at the speed of impact. */
    assert_true(fabs(highest - (0.5 + 0.25 * 4.5)) < 0.16);
    md2_world_destroy(world);
}

static void a_kinematic_body_carries_bodies_on_it(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_body_id belt = make_body(world, MD2_KINEMATIC, 0, -0.5);
    give_box(world, belt, 20, 0.5, 0.6);
    const md2_body_id box = make_body(world, MD2_DYNAMIC, 0, 0.5);
    give_box(world, box, 0.5, 0.5, 0.6);
    assert_int_equal(md2_body_set_velocity(world, belt, (md2_vec){1, 0}, 0), MD_OK);
    step_many(world, 180, NULL);
    assert_true(fabs((double)md2_body_velocity(world, box).x - 1) < 1e-3);
    assert_true(fabs((double)md2_body_transform(world, belt).p.x - 3) < 1e-3);
    md2_world_destroy(world);
}

static void stale_handles_are_refused(void **state)
{
    (void)state;
    md2_world *world = make_world();
    const md2_body_id body = make_body(world, MD2_DYNAMIC, 0, 0);
    give_circle(world, body, 1, 0);
    const md2_shape_id shape = md2_body_first_shape(world, body);
    assert_true(md2_shape_is_valid(world, shape));
    assert_int_equal(md2_body_destroy(world, body), MD_OK);
    assert_false(md2_body_is_valid(world, body));
    assert_false(md2_shape_is_valid(world, shape));
    assert_int_equal(md2_body_destroy(world, body), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_apply_torque(world, body, 1), MD_ERROR_ARGUMENT);
    const md2_body_id other = make_body(world, MD2_DYNAMIC, 0, 0);
    assert_int_equal(other.index, body.index);
    assert_false(md2_body_is_valid(world, body));
    assert_int_equal(md2_body_destroy(world, (md2_body_id){0, 0}), MD_ERROR_ARGUMENT);
    md2_world_destroy(world);
}

/* A heap of mixed shapes that is created and partly destroyed while it falls. */
static uint64_t run_heap(const md_allocator *allocator, size_t *requests_when_settled,
                         const struct counting_allocator *books)
{
    md2_world_def def = md2_world_def_default();
    def.allocator = *allocator;
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    give_ground(world, 0.6);
    struct random random = {.state = 11};
    md2_body_id bodies[40];
    for (int i = 0; i < 40; ++i) {
        bodies[i] = make_body(world, MD2_DYNAMIC, random_real(&random, -2, 2), 1 + 0.7 * i);
        if (i % 2 == 0) {
            give_circle(world, bodies[i], random_real(&random, 0.2, 0.4), 0.1);
        } else {
            give_box(world, bodies[i], random_real(&random, 0.2, 0.4), random_real(&random, 0.2, 0.4), 0.5);
        }
    }
    step_many(world, 100, NULL);
    for (int i = 0; i < 40; i += 7) {
        assert_int_equal(md2_body_destroy(world, bodies[i]), MD_OK);
    }
    step_many(world, 900, NULL);
    const size_t before = books->requests;
    step_many(world, 100, NULL);
    *requests_when_settled = books->requests - before;
    const uint64_t hash = md2_world_hash(world);
    md2_world_destroy(world);
    return hash;
}

static void the_same_calls_give_the_same_bits_and_a_settled_world_allocates_nothing(void **state)
{
    (void)state;
    struct counting_allocator books[2] = {{0}};
    uint64_t hashes[2];
    for (int run = 0; run < 2; ++run) {
        const md_allocator allocator = counting_allocator_of(&books[run]);
        size_t requests = 1;
        hashes[run] = run_heap(&allocator, &requests, &books[run]);
        assert_int_equal(requests, 0);
        assert_int_equal(books[run].live_blocks, 0);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void exceeding_a_limit_of_the_world_returns_a_status(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.max_bodies = 2;
    def.max_contacts = 1;
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    const md2_body_id ground = make_body(world, MD2_STATIC, 0, -1);
    give_box(world, ground, 5, 1, 0.5);
    const md2_body_id body = make_body(world, MD2_DYNAMIC, 0, 0.2);
    md2_body_id third;
    const md2_body_def body_def = md2_body_def_default();
    assert_int_equal(md2_body_create(world, &body_def, &third), MD_ERROR_SIZE);
    give_circle(world, body, 0.2, 0);
    give_circle(world, body, 0.25, 0);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_ERROR_SIZE);
    md2_world_destroy(world);
    def.gravity.x = (md_real)NAN;
    assert_int_equal(md2_world_create(&def, &world), MD_ERROR_ARGUMENT);
    assert_null(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_body_falls_as_semi_implicit_euler_predicts),
        cmocka_unit_test(a_box_comes_to_rest_on_the_ground),
        cmocka_unit_test(a_gap_within_the_speculative_margin_is_closed),
        cmocka_unit_test(mass_and_inertia_are_those_of_all_shapes_about_their_centre),
        cmocka_unit_test(a_stack_of_boxes_stands),
        cmocka_unit_test(friction_stops_a_box_at_the_distance_of_the_formula),
        cmocka_unit_test(a_ball_bounces_with_its_restitution),
        cmocka_unit_test(a_kinematic_body_carries_bodies_on_it),
        cmocka_unit_test(stale_handles_are_refused),
        cmocka_unit_test(the_same_calls_give_the_same_bits_and_a_settled_world_allocates_nothing),
        cmocka_unit_test(exceeding_a_limit_of_the_world_returns_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
