/* Sliding and rolling over chains: a ground of many segments is as smooth as a ground of one segment. */
#include "world2/make2.h"

enum { POINTS = 201 };

/* A chain from x = 100 to x = -100 with points 1 m apart; flat, or with waves of 20 m length. */
static void give_chain(md2_world *world, double friction, double height)
{
    const md2_body_id ground = body_at(world, MD2_STATIC, 0, 0);
    const md2_shape_def def = surface_of(friction, 0);
    md2_vec points[POINTS];
    for (int i = 0; i < POINTS; ++i) {
        const double x = 100 - i;
        points[i] = at(x, height * (1 - cos(x * PI / 10)));
    }
    assert_int_equal(md2_chain_create(world, ground, &def, points, POINTS, false, NULL), MD_OK);
}

enum form { BOX, FLAT_BOX, SMALL_BOX, CIRCLE, CAPSULE, FORMS };

static double half_height(enum form form)
{
    const double half[] = {0.5, 0.1, 0.05, 0.5, 0.2};
    return half[form];
}

static md2_hull hull_of(enum form form)
{
    md2_hull capsule;
    assert_int_equal(md2_hull_capsule(&capsule, at(-0.5, 0), at(0.5, 0), (md_real)0.2), MD_OK);
    switch (form) {
    case BOX: return box_hull(0.5, 0.5);
    case FLAT_BOX: return box_hull(1.3, 0.1);
    case SMALL_BOX: return box_hull(0.05, 0.05);
    case CIRCLE: return circle_hull(0.5);
    default: return capsule;
    }
}

static md2_body_id slider(md2_world *world, enum form form, double x, double friction)
{
    const md2_shape_def def = surface_of(friction, 0);
    const md2_hull hull = hull_of(form);
    const md2_body_id body = body_at(world, MD2_DYNAMIC, x, half_height(form));
    give(world, body, &def, &hull);
    return body;
}

/* No force acts along x: the speed is constant to within 1 % in every step, and the body stays on the ground and level.
 * Level to within 0.02 rad: a box may rock within the slop and the error of 10 sweeps. */
static void bodies_slide_over_a_flat_chain_without_catching(void **state)
{
    (void)state;
    const double speeds[] = {1, 5, 20, -5};
    for (int trial = 0; trial < FORMS * 4 * 2; ++trial) {
        const enum form form = (enum form)(trial % FORMS);
        const double speed = speeds[trial / FORMS % 4];
        md2_world_def def = md2_world_def_default();
        def.substeps = trial / FORMS / 4 == 0 ? 1 : 4;
        md2_world *world = world_of(&def);
        give_chain(world, 0, 0);
        const md2_body_id body = slider(world, form, speed > 0 ? -90.3 : 90.3, 0);
        set_velocity(world, body, speed, 0, 0);
        const int steps = (int)fmin(600, 60 * 150 / fabs(speed));
        for (int i = 0; i < steps; ++i) {
            step_many(world, 1);
            if (!(fabs(vx_of(world, body) / speed - 1) < 0.01 && fabs(y_of(world, body) - half_height(form)) < 0.005 &&
                  fabs((double)md2_body_transform(world, body).q.s) < 0.02)) {
                fail_msg("form %d at %g m/s, step %d: x %g y %g, speed %g, sine %g", (int)form, speed, i,
                         x_of(world, body), y_of(world, body), vx_of(world, body),
                         (double)md2_body_transform(world, body).q.s);
            }
        }
        assert_near(x_of(world, body), (speed > 0 ? -90.3 : 90.3) + speed * steps / 60,
                    fabs(speed) * steps / 60 * 0.01);
        md2_world_destroy(world);
    }
}

/* Angular velocity and speed match: it rolls from the start. */
static void a_circle_rolls_over_a_chain_and_keeps_its_speed(void **state)
{
    (void)state;
    const double speeds[] = {1, 5, 20};
    for (int i = 0; i < 3; ++i) {
        md2_world *world = world_new();
        give_chain(world, 0.6, 0);
        const md2_body_id ball = slider(world, CIRCLE, -90.3, 0.6);
        set_velocity(world, ball, speeds[i], 0, -speeds[i] / 0.5);
        for (int k = 0; k < 480; ++k) {
            step_many(world, 1);
            assert_near(vx_of(world, ball), speeds[i], 0.01 * speeds[i]);
            assert_near(spin_of(world, ball), -speeds[i] / 0.5, 0.01 * speeds[i] / 0.5);
            assert_near(y_of(world, ball), 0.5, 0.002);
        }
        md2_world_destroy(world);
    }
}

/* Rows of boxes side by side have internal edges: bodies may catch on them. On one long box they cannot. */
static void a_box_slides_over_a_long_box_as_over_a_chain(void **state)
{
    (void)state;
    double end[2];
    for (int chain = 0; chain < 2; ++chain) {
        md2_world *world = world_new();
        if (chain != 0) {
            give_chain(world, 0.2, 0);
        } else {
            const md2_shape_def def = surface_of(0.2, 0);
            const md2_body_id ground = body_at(world, MD2_STATIC, 0, -1);
            give_box(world, ground, &def, 100, 1);
        }
        const md2_body_id box = slider(world, FLAT_BOX, 0, 0.2);
        set_velocity(world, box, 5, 0, 0);
        step_many(world, 240);
        assert_near(vx_of(world, box), 0, 1e-3);
        end[chain] = x_of(world, box);
        md2_world_destroy(world);
    }
    /* v^2 / (2 mu g) = 6.37 m, to within one step at half the speed. */
    assert_near(end[0], 25 / (2 * 0.2 * G), 0.05);
    assert_near(end[1], end[0], 0.05);
}

/* The ball rolls down into a hollow and up again without friction. It turns at its start height, minus the loss at the
 * corners of the polyline: at each one the velocity turns by at most height (PI / 10)^2 = 0.1 rad, and loses 1 - cos of
 * it, 0.5 % of the speed at the deepest ones. Steps of 1/60 s with 4 substeps. */
static void a_ball_in_a_wavy_chain_stays_in_its_hollow(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.substeps = 4;
    md2_world *world = world_of(&def);
    give_chain(world, 0, 1);
    const md2_body_id ball = slider(world, CIRCLE, 5, 0); /* the middle of the slope: 1 m up */
    assert_int_equal(md2_body_set_transform(world, ball, (md2_transform){at(5, 1.52), turned(0)}), MD_OK);
    double furthest = 0;
    for (int i = 0; i < 600; ++i) {
        step_many(world, 1);
        furthest = fmin(furthest, x_of(world, ball));
        assert_true(fabs(x_of(world, ball)) < 5.2);
        assert_true(y_of(world, ball) < 1.7);
    }
    assert_true(furthest < -4.2);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_slide_over_a_flat_chain_without_catching),
        cmocka_unit_test(a_circle_rolls_over_a_chain_and_keeps_its_speed),
        cmocka_unit_test(a_box_slides_over_a_long_box_as_over_a_chain),
        cmocka_unit_test(a_ball_in_a_wavy_chain_stays_in_its_hollow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
