/* Friction against formulas: stopping distance, sticking, sliding, rolling. */
#include "world2/make2.h"

/* Enough sweeps that the engine is measured and not the solver. */
static md2_world *well_solved_world(void)
{
    md2_world_def def = md2_world_def_default();
    def.limits.max_iterations = 100;
    def.enable_sleep = false;
    return world_of(&def);
}

/* v^2 / (2 mu g), minus v dt / 2, because semi-implicit Euler brakes from the first step on. */
static void a_sliding_box_stops_at_the_distance_of_the_formula(void **state)
{
    (void)state;
    const double friction[] = {0.1, 0.3, 0.5, 0.8};
    for (int i = 0; i < 4; ++i) {
        md2_world *world = well_solved_world();
        const md2_shape_def material = surface_of(friction[i], 0);
        ground_of(world, &material);
        const md2_body_id box = body_at(world, MD2_DYNAMIC, 0, 0.1);
        give_box(world, box, &material, 0.5, 0.1);
        set_velocity(world, box, 4, 0, 0);
        step_many(world, 300);
        /* The last step stops the box within mu g dt^2 / 2. A braking box leans forward and may press into the slop: 1
         * mm. */
        assert_near(x_of(world, box), 16 / (2 * friction[i] * G) - 4.0 / 120, friction[i] * G / 7200 + 0.001);
        assert_near(vx_of(world, box), 0, PICK(1e-9, 1e-5));
        md2_world_destroy(world);
    }
}

/* ---- On an incline ----------------------------------------------------------------------------------------------- */

/* A ground that is inclined by an angle about the origin, and a body on it, `side` above its surface. */
static md2_body_id on_incline(md2_world *world, const md2_shape_def *material, double angle, const md2_hull *hull,
                              double side)
{
    md2_body_def def = md2_body_def_default();
    md2_body_id ground;
    md2_body_id body;
    def.rotation = turned(angle);
    def.position = at(sin(angle), -cos(angle)); /* the centre of a box of 2 m height */
    assert_int_equal(md2_body_create(world, &def, &ground), MD_OK);
    give_box(world, ground, material, 100, 1);
    def.type = MD2_DYNAMIC;
    def.position = at(-side * sin(angle), side * cos(angle));
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    give(world, body, material, hull);
    return body;
}

/* Returns the distance down the slope. */
static double way_down(const md2_world *world, md2_body_id body, double angle, double side)
{
    const double x = x_of(world, body) + side * sin(angle);
    const double y = y_of(world, body) - side * cos(angle);
    return -(x * cos(angle) + y * sin(angle));
}

static void a_box_sticks_inside_the_friction_cone_and_slides_outside(void **state)
{
    (void)state;
    const double friction[] = {0.2, 0.5, 1};
    for (int trial = 0; trial < 6; ++trial) {
        const double mu = friction[trial / 2];
        const bool sticks = trial % 2 == 0;
        const double angle = atan(mu) * (sticks ? 0.95 : 1.1);
        md2_world *world = well_solved_world();
        const md2_shape_def material = surface_of(mu, 0);
        const md2_hull hull = box_hull(0.5, 0.2); /* flat, so that it does not topple */
        const md2_body_id box = on_incline(world, &material, angle, &hull, 0.2);
        step_many(world, 120);
        const double way = way_down(world, box, angle, 0.2);
        const double acceleration = G * (sin(angle) - mu * cos(angle));
        /* After n steps: a dt^2 n (n + 1) / 2; 1 % for the corner that lies within the slop. A sticking box creeps by
         * at most the slop. */
        assert_near(way, sticks ? 0 : acceleration / 3600 * 120 * 121 / 2, sticks ? 0.0005 : 0.01 * acceleration * 2);
        md2_world_destroy(world);
    }
}

/* A disc rolls with acceleration (2/3) g sin if the friction suffices (mu >= tan / 3), and otherwise slides with g (sin
 * - mu cos) and angular acceleration 2 mu g cos / r. */
static void a_disc_rolls_down_or_slides_as_its_friction_allows(void **state)
{
    (void)state;
    const double angle = 0.4;
    const double friction[] = {0.6, 0.2, 0.1};
    for (int i = 0; i < 3; ++i) {
        const double mu = friction[i];
        const bool rolls = mu >= tan(angle) / 3;
        md2_world *world = well_solved_world();
        const md2_shape_def material = surface_of(mu, 0);
        const md2_hull hull = circle_hull(0.5);
        const md2_body_id disc = on_incline(world, &material, angle, &hull, 0.5);
        step_many(world, 120);
        const double along = rolls ? 2.0 / 3 * G * sin(angle) : G * (sin(angle) - mu * cos(angle));
        const double spin = rolls ? along / 0.5 : 2 * mu * G * cos(angle) / 0.5;
        const double speed = hypot(vx_of(world, disc), vy_of(world, disc));
        assert_near(speed, along * 2,
                    1e-3 * along * 2); /* the first step finds the contact: it sinks by less than the slop */
        assert_near(spin_of(world, disc), spin * 2, 1e-3 * spin * 2);
        assert_near(way_down(world, disc, angle, 0.5), along / 3600 * 120 * 121 / 2, 1e-3 * along * 2);
        md2_world_destroy(world);
    }
}

/* A disc that is thrown without spin slides until it rolls, with two thirds of its speed whatever the friction, because
 * the angular momentum about a point of the ground is conserved. */
static void a_thrown_disc_ends_up_rolling_with_two_thirds_of_its_speed(void **state)
{
    (void)state;
    const double friction[] = {0.1, 0.6};
    for (int i = 0; i < 2; ++i) {
        md2_world *world = well_solved_world();
        const md2_shape_def material = surface_of(friction[i], 0);
        ground_of(world, &material);
        const md2_body_id disc = body_at(world, MD2_DYNAMIC, -40, 0.5);
        give_circle(world, disc, &material, 0.5);
        set_velocity(world, disc, 6, 0, 0);
        step_many(world, 240);
        assert_near(vx_of(world, disc), 4,
                    PICK(1e-6, 1e-3)); /* error of sweeps and rounding; the step size has no influence */
        assert_near(spin_of(world, disc), -8, PICK(2e-6, 2e-3));
        md2_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sliding_box_stops_at_the_distance_of_the_formula),
        cmocka_unit_test(a_box_sticks_inside_the_friction_cone_and_slides_outside),
        cmocka_unit_test(a_disc_rolls_down_or_slides_as_its_friction_allows),
        cmocka_unit_test(a_thrown_disc_ends_up_rolling_with_two_thirds_of_its_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
