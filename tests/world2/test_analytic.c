/* Motion with a known formula: the world follows it within an error that is also known. */
#include "world2/make2.h"

#define EPS ((double)MD_REAL_EPSILON)

/* ---- Free bodies ------------------------------------------------------------------------------------------------- */

/* Semi-implicit Euler: after n steps of h, v = v0 + g n h and y = y0 + v0 n h + g h^2 n (n + 1) / 2, whatever the
 * substeps. */
static void a_projectile_follows_the_parabola_of_semi_implicit_euler(void **state)
{
    (void)state;
    const int32_t substeps[] = {1, 3};
    for (int i = 0; i < 2; ++i) {
        md2_world_def def = md2_world_def_default();
        def.substeps = substeps[i];
        md2_world *world = world_of(&def);
        const md2_body_id ball = circle_at(world, 0, 0, 0.5);
        set_velocity(world, ball, 7, 12, 0);
        step_many(world, 120);
        const double n = 120.0 * substeps[i];
        const double h = 1.0 / 60 / substeps[i];
        /* n sums of numbers up to 20, each of which rounds. */
        assert_near(x_of(world, ball), 14, n * 20 * EPS);
        assert_near(y_of(world, ball), 12 * n * h - G * h * h * n * (n + 1) / 2, n * 20 * EPS);
        assert_near(vy_of(world, ball), 12 - G * n * h, n * 20 * EPS);
        md2_world_destroy(world);
    }
}

static void damping_and_gravity_scale_follow_their_formulas(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id damped = circle_at(world, 0, 0, 0.5);
    const md2_body_id rising = circle_at(world, 10, 0, 0.5);
    assert_int_equal(md2_body_set_damping(world, damped, (md_real)0.7, (md_real)1.3), MD_OK);
    assert_int_equal(md2_body_set_gravity_scale(world, damped, 0), MD_OK);
    assert_int_equal(md2_body_set_gravity_scale(world, rising, (md_real)-0.5), MD_OK);
    set_velocity(world, damped, 5, 0, 3);
    step_many(world, 60);
    /* v is divided by 1 + damping dt in each step. */
    assert_near(vx_of(world, damped), 5 * pow(1 + 0.7 / 60, -60), 60 * 5 * EPS);
    assert_near(vy_of(world, damped), 0, 0);
    assert_near(spin_of(world, damped), 3 * pow(1 + 1.3 / 60, -60), 60 * 3 * EPS);
    assert_near(vy_of(world, rising), 0.5 * G, 60 * 5 * EPS);
    md2_world_destroy(world);
}

/* A force acts for one step, whatever the number of substeps. Off the centre it also causes rotation, unless the
 * rotation is fixed. */
static void forces_act_for_one_step(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, 0);
    def.substeps = 4;
    md2_world *world = world_of(&def);
    const md2_body_id bodies[2] = {box_at(world, 0, 0, 0.5, 0.5), box_at(world, 5, 0, 0.5, 0.5)};
    assert_int_equal(md2_body_set_fixed_rotation(world, bodies[1], true), MD_OK);
    for (int i = 0; i < 2; ++i) {
        const md2_vec point = at(5 * i, 0.5);
        assert_int_equal(md2_body_apply_force(world, bodies[i], at(6, 0), point), MD_OK);
    }
    step_many(world, 3);
    for (int i = 0; i < 2; ++i) {
        assert_near(vx_of(world, bodies[i]), 0.1, 4 * EPS);
        /* 6 N at a lever arm of 0.5 m, inertia 1/6, clockwise. */
        assert_near(spin_of(world, bodies[i]), i == 0 ? -6 * 0.5 * 6 / 60 : 0, 4 * EPS);
    }
    md2_world_destroy(world);
}

/* Two boxes on one body, far from its origin: the centre of mass moves in a straight line, the angular velocity is
 * constant, and the angle is angular velocity times time. */
static void a_compound_body_spins_about_its_centre_of_mass(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 0, 0);
    for (int i = 0; i < 2; ++i) {
        md2_hull hull;
        assert_int_equal(md2_hull_box(&hull, at(0.5, 0.25), at(1 + 2 * i, i), turned(0), 0), MD_OK);
        give(world, body, &def, &hull);
    }
    const md2_vec center = md2_body_center(world, body);
    assert_near((double)center.x, 2, 4 * EPS);
    set_velocity(world, body, 1, 2, 3);
    step_many(world, 60);
    assert_near(x_of(world, body), 3, 240 * EPS);
    assert_near(y_of(world, body), 2.5, 240 * EPS);
    assert_near(spin_of(world, body), 3, 0);
    /* The error of a rotation by angle x is below x^5 / 120 per step, plus rounding. */
    const md2_rot rotation = md2_body_transform(world, body).q;
    const double error = 60 * (pow(0.05, 5) / 120 + 4 * EPS);
    assert_near((double)rotation.c, cos(3), error);
    assert_near((double)rotation.s, sin(3), error);
    /* The origin is 2 m left of the centre and 0.5 m below it, in body coordinates. */
    const md2_vec origin = md2_body_transform(world, body).p;
    assert_near((double)origin.x, 3 - 2 * cos(3) + 0.5 * sin(3), 4 * error);
    assert_near((double)origin.y, 2.5 - 2 * sin(3) - 0.5 * cos(3), 4 * error);
    md2_world_destroy(world);
}

static void a_kinematic_body_keeps_its_velocity_in_collisions(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    ground_at_zero(world);
    const md2_body_id ram = body_at(world, MD2_KINEMATIC, -3, 0.5);
    give_box(world, ram, &def, 0.5, 0.4);
    box_at(world, 0, 0.5, 0.5, 0.5);
    set_velocity(world, ram, 2, 0, 0);
    step_many(world, 120);
    assert_near(x_of(world, ram), 1, 120 * 4 * EPS);
    assert_near(y_of(world, ram), 0.5, 0);
    assert_near(vx_of(world, ram), 2, 0);
    md2_world_destroy(world);
}

/* ---- Bounces ----------------------------------------------------------------------------------------------------- */

/* From a height H above the ground a ball bounces back to e^2 H. Semi-implicit Euler rises v h / 2 higher for a speed
 * v, and has fallen as much further: e (1 - e) v h / 2 too high. The rest of the tolerance is the slop, within which
 * the ball may bounce early, and the error of 10 sweeps (1e-4 of the speed, twice that in the height). */
static void a_ball_bounces_to_the_restitution_squared_of_its_height(void **state)
{
    (void)state;
    const double coefficient[] = {0, 0.3, 0.5, 0.8, 1};
    const double dt[] = {1.0 / 30, 1.0 / 60, 1.0 / 240};
    for (int trial = 0; trial < 5 * 3 * 10; ++trial) {
        const double e = coefficient[trial % 5];
        const double h = dt[trial / 5 % 3];
        const double height = 2 + 0.06 * (trial / 15);
        md2_world *world = world_new();
        ground_at_zero(world);
        const md2_shape_def material = surface_of(0.6, e);
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 0, 0.5 + height);
        give_circle(world, ball, &material, 0.5);
        const double fall = sqrt(2 * height / G);
        double top = 0;
        for (int i = 0; i * h < 2.1 * fall; ++i) {
            step_by(world, h);
            top = i * h > fall + 2 * h ? fmax(top, y_of(world, ball) - 0.5) : 0;
        }
        const double speed = sqrt(2 * G * height);
        /* The top of an arc lies between two steps: an error of at most g h^2 / 8. */
        const double tolerance = 0.0005 + 2e-4 * height + G * h * h / 2;
        assert_near(top, e * e * height + e * (1 - e) * speed * h / 2, tolerance);
        md2_world_destroy(world);
    }
}

/* A minute of bounces changes the energy by at most 3 %. Each bounce has a position error of about the slop. */
static void an_elastic_ball_bounces_for_a_minute_to_the_same_height(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.limits.max_iterations = 50;
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    const md2_shape_def material = surface_of(0, 1);
    const md2_body_id ball = body_at(world, MD2_DYNAMIC, 0, 2.5);
    give_circle(world, ball, &material, 0.5);
    double top = 0;
    for (int i = 0; i < 3600; ++i) {
        step_many(world, 1);
        top = i > 3500 ? fmax(top, y_of(world, ball)) : 0;
    }
    assert_near(top, 2.5, 0.06);
    md2_world_destroy(world);
}

/* ---- Collisions -------------------------------------------------------------------------------------------------- */

/* Elastic, frictionless collision of two balls of different mass at an angle: momentum is conserved up to rounding,
 * energy to first order in the step. */
static void an_elastic_collision_keeps_momentum_and_energy(void **state)
{
    (void)state;
    for (int trial = 0; trial < 20; ++trial) {
        md2_world_def def = md2_world_def_default();
        def.gravity = at(0, 0);
        def.limits.max_iterations = 100;
        def.substeps = 16;
        md2_world *world = world_of(&def);
        md2_shape_def material = surface_of(0, 1);
        md2_body_id balls[2];
        for (int i = 0; i < 2; ++i) {
            material.density = (md_real)(1 + 2 * i);
            balls[i] = body_at(world, MD2_DYNAMIC, i * (2 + 0.01 * trial), 0.04 * i * trial);
            give_circle(world, balls[i], &material, 0.5);
        }
        set_velocity(world, balls[0], 4, 0.5, 3);
        set_velocity(world, balls[1], -2, 0, -1);
        const double m[2] = {PI / 4, 3 * PI / 4};
        const double energy = md2_world_kinetic_energy(world);
        step_many(world, 60);
        assert_true(vx_of(world, balls[1]) > -1.5); /* they have collided */
        assert_near(m[0] * vx_of(world, balls[0]) + m[1] * vx_of(world, balls[1]), 4 * m[0] - 2 * m[1], 200 * EPS);
        assert_near(m[0] * vy_of(world, balls[0]) + m[1] * vy_of(world, balls[1]), 0.5 * m[0], 100 * EPS);
        assert_near(spin_of(world, balls[0]), 3, 100 * EPS);
        assert_near(spin_of(world, balls[1]), -1, 100 * EPS);
        /* The gap closes in one substep and the balls bounce in the next; meanwhile the normal turns by at most 6 m/s /
         * 960 Hz / 1 m. The tangential speed may gain this fraction of the relative energy. */
        assert_near(md2_world_kinetic_energy(world) / energy, 1, 6.0 / 960);
        md2_world_destroy(world);
    }
}

/* Impulses come in opposite pairs: internal forces of a heap do not move its centre of mass, also with friction and
 * overlap. */
static void colliding_bodies_without_gravity_conserve_momentum(void **state)
{
    (void)state;
    struct random random = {.state = 5};
    md2_world *world = world_without_gravity();
    md2_body_id bodies[20];
    double momentum[2] = {0, 0};
    for (int i = 0; i < 20; ++i) {
        const double x = 1.5 * (i % 5) - 3;
        const double y = 1.5 * (i / 5) - 2.25;
        bodies[i] = i % 2 == 0 ? box_at(world, x, y, 0.5, 0.3) : circle_at(world, x, y, 0.4);
        set_velocity(world, bodies[i], random_real(&random, -1, 1) - x, random_real(&random, -1, 1) - y, 2);
        const double mass = (double)md2_body_mass(world, bodies[i]).mass;
        momentum[0] += mass * vx_of(world, bodies[i]);
        momentum[1] += mass * vy_of(world, bodies[i]);
    }
    int hits = 0;
    for (int i = 0; i < 120; ++i) {
        step_many(world, 1);
        hits += events_of(world, MD2_EVENT_CONTACT_BEGIN);
    }
    assert_true(hits > 20);
    for (int i = 0; i < 20; ++i) {
        const double mass = (double)md2_body_mass(world, bodies[i]).mass;
        momentum[0] -= mass * vx_of(world, bodies[i]);
        momentum[1] -= mass * vy_of(world, bodies[i]);
    }
    /* 120 steps of 10 sweeps over about 100 rows, each rounding numbers of about 1. */
    assert_near(momentum[0], 0, 120 * 10 * 100 * EPS / 10);
    assert_near(momentum[1], 0, 120 * 10 * 100 * EPS / 10);
    md2_world_destroy(world);
}

/* Five balls in a row, 1 cm apart: the first arrives with 2 m/s, the last leaves with it, and the others stay at rest.
 * A collision takes two substeps, in which a ball moves at most 2 cm: the gaps close one after another. */
static void newtons_cradle_transfers_the_speed_to_the_last_ball(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, 0);
    def.substeps = 8;
    def.limits.max_iterations = 50;
    md2_world *world = world_of(&def);
    const md2_shape_def material = surface_of(0, 1);
    md2_body_id balls[5];
    for (int i = 0; i < 5; ++i) {
        balls[i] = body_at(world, MD2_DYNAMIC, (i == 0 ? -0.5 : 0) + 1.01 * i, 0);
        give_circle(world, balls[i], &material, 0.5);
    }
    set_velocity(world, balls[0], 2, 0, 0);
    step_many(world, 40);
    for (int i = 0; i < 5; ++i) {
        assert_near(vx_of(world, balls[i]), i == 4 ? 2 : 0, PICK(1e-6, 1e-4)); /* error of 50 sweeps, and rounding */
        assert_near(vy_of(world, balls[i]), 0, 1e-6);
    }
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_projectile_follows_the_parabola_of_semi_implicit_euler),
        cmocka_unit_test(damping_and_gravity_scale_follow_their_formulas),
        cmocka_unit_test(forces_act_for_one_step),
        cmocka_unit_test(a_compound_body_spins_about_its_centre_of_mass),
        cmocka_unit_test(a_kinematic_body_keeps_its_velocity_in_collisions),
        cmocka_unit_test(a_ball_bounces_to_the_restitution_squared_of_its_height),
        cmocka_unit_test(an_elastic_ball_bounces_for_a_minute_to_the_same_height),
        cmocka_unit_test(an_elastic_collision_keeps_momentum_and_energy),
        cmocka_unit_test(colliding_bodies_without_gravity_conserve_momentum),
        cmocka_unit_test(newtons_cradle_transfers_the_speed_to_the_last_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
