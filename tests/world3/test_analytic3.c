/* Motion in space with a known formula: the world follows it within an error that is also known. */
#include "world3/make3.h"

#define EPS ((double)MD_REAL_EPSILON)

/* ---- Free bodies ------------------------------------------------------------------------------------------------- */

/* Semi-implicit Euler: after n steps of h, v = v0 + g n h and y = y0 + v0 n h + g h^2 n (n + 1) / 2, whatever the
 * substeps. */
static void a_projectile_follows_the_parabola_of_semi_implicit_euler(void **state)
{
    (void)state;
    const int32_t substeps[] = {1, 3};
    for (int i = 0; i < 2; ++i) {
        md3_world_def def = md3_world_def_default();
        def.substeps = substeps[i];
        md3_world *world = world_of(&def);
        const md3_body_id ball = sphere_at(world, 0, 0, 0, 0.5);
        set_velocity(world, ball, at3(7, 12, -5), at3(0, 0, 0));
        step_many(world, 120);
        const double n = 120.0 * substeps[i];
        const double h = 1.0 / 60 / substeps[i];
        /* n sums of numbers up to 20, each of which rounds. */
        const md3_vec expected = at3(14, 12 * n * h - G * h * h * n * (n + 1) / 2, -10);
        assert_vec_near(md3_body_center(world, ball), expected, n * 20 * EPS);
        assert_vec_near(md3_body_velocity(world, ball), at3(7, 12 - G * n * h, -5), n * 20 * EPS);
        md3_world_destroy(world);
    }
}

static void damping_and_gravity_scale_follow_their_formulas(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id damped = sphere_at(world, 0, 0, 0, 0.5);
    const md3_body_id rising = sphere_at(world, 10, 0, 0, 0.5);
    assert_int_equal(md3_body_set_damping(world, damped, (md_real)0.7, (md_real)1.3), MD_OK);
    assert_int_equal(md3_body_set_gravity_scale(world, damped, 0), MD_OK);
    assert_int_equal(md3_body_set_gravity_scale(world, rising, (md_real)-0.5), MD_OK);
    set_velocity(world, damped, at3(5, 0, 0), at3(0, 3, 0));
    step_many(world, 60);
    /* v is divided by 1 + damping dt in each step. */
    assert_vec_near(md3_body_velocity(world, damped), at3(5 * pow(1 + 0.7 / 60, -60), 0, 0), 60 * 5 * EPS);
    assert_vec_near(md3_body_angular_velocity(world, damped), at3(0, 3 * pow(1 + 1.3 / 60, -60), 0), 600 * 3 * EPS);
    assert_near((double)md3_body_velocity(world, rising).y, 0.5 * G, 60 * 5 * EPS);
    md3_world_destroy(world);
}

/* A force acts for one step, whatever the number of substeps. Off the centre it also causes rotation. */
static void forces_act_for_one_step(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.gravity = at3(0, 0, 0);
    def.substeps = 4;
    md3_world *world = world_of(&def);
    const md3_body_id box = box_at(world, 0, 0, 0, 0.5); /* 1000 kg, inertia 1000 / 6 */
    assert_int_equal(md3_body_apply_force(world, box, at3(6000, 0, 0), at3(0, 0, 0.5)), MD_OK);
    step_many(world, 3);
    assert_vec_near(md3_body_velocity(world, box), at3(0.1, 0, 0), 4 * EPS);
    /* 6 kN at a lever arm of 0.5 m along z: a torque of 3 kN m about y. */
    assert_vec_near(md3_body_angular_velocity(world, box), at3(0, 3 * 6 / 60.0, 0), 16 * EPS);
    md3_world_destroy(world);
}

/* An impulse J at r changes the angular velocity by I^-1 (r x J), here of a turned box. */
static void an_impulse_changes_velocity_and_spin(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    const md3_rot rotation = turned_about(1, -2, 0.5, 0.8);
    const md3_body_id box = body_turned_at(world, MD3_DYNAMIC, at3(1, 2, 3), rotation);
    const md3_shape_def material = md3_shape_def_default();
    give_box(world, box, &material, 0.5, 1, 1.5);
    const md3_vec r = at3(0.3, -0.2, 0.9);
    const md3_vec impulse = at3(500, 700, -300);
    assert_int_equal(md3_body_apply_impulse(world, box, impulse, md3_vec_add(at3(1, 2, 3), r)), MD_OK);
    const double mass = 6000;
    const md3_vec L = md3_rot_unapply(rotation, md3_vec_cross(r, impulse));
    const md3_vec local = at3((double)L.x * 3 / mass / (1 + 2.25), (double)L.y * 3 / mass / (0.25 + 2.25),
                              (double)L.z * 3 / mass / (0.25 + 1));
    assert_vec_near(md3_body_velocity(world, box), md3_vec_scale((md_real)(1 / mass), impulse), 1e-6);
    assert_vec_near(md3_body_angular_velocity(world, box), md3_rot_apply(rotation, local), 1e-6);
    md3_world_destroy(world);
}

/* ---- Bounces ----------------------------------------------------------------------------------------------------- */

/* From a height H above the ground a ball bounces back to e^2 H. Semi-implicit Euler rises v h / 2 higher for a speed
 * v, and has fallen as much further: e (1 - e) v h / 2 too high. The rest of the tolerance is the slop and the error of 10
 * sweeps, as in 2D. */
static void a_ball_bounces_to_the_restitution_squared_of_its_height(void **state)
{
    (void)state;
    const double coefficient[] = {0, 0.3, 0.5, 0.8, 1};
    for (int trial = 0; trial < 5 * 6; ++trial) {
        const double e = coefficient[trial % 5];
        const double height = 2 + 0.1 * (trial / 5);
        const double h = 1.0 / 240;
        md3_world *world = world_new();
        ground_at_zero(world);
        const md3_shape_def material = surface_of(0.6, e);
        const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.5 + height, 0);
        give_sphere(world, ball, &material, 0.5);
        while ((double)md3_body_velocity(world, ball).y <= 0 && y_of(world, ball) > 0.502) {
            step_by(world, h);
        }
        double top = 0;
        for (int i = 0; i < 240; ++i) {
            step_by(world, h);
            top = fmax(top, y_of(world, ball) - 0.5);
        }
        const double v = sqrt(2 * G * height);
        assert_near(top, e * e * height, e * (1 - e) * v * h / 2 + v * h / 8 + 0.001 + 4e-4 * height);
        md3_world_destroy(world);
    }
}

/* ---- Rolling ----------------------------------------------------------------------------------------------------- */

/* A solid ball that starts to slide at v rolls at 5 v / 7 in the end: the momentum about a point of the ground stays. */
static void a_sliding_ball_ends_up_rolling_at_five_sevenths(void **state)
{
    (void)state;
    for (int degrees = 0; degrees < 360; degrees += 50) {
        const double angle = degrees * PI / 180;
        md3_world *world = world_new();
        ground_at_zero(world);
        const md3_body_id ball = sphere_at(world, 0, 0.5, 0, 0.5);
        set_velocity(world, ball, at3(7 * cos(angle), 0, 7 * sin(angle)), at3(0, 0, 0));
        step_many(world, 120);
        const md3_vec v = at3(5 * cos(angle), 0, 5 * sin(angle));
        assert_vec_near(md3_body_velocity(world, ball), v, 1e-3); /* error of 10 sweeps */
        assert_vec_near(md3_body_angular_velocity(world, ball), at3(2 * (double)v.z, 0, -2 * (double)v.x), 2e-3);
        md3_world_destroy(world);
    }
}

/* Rolling friction c stops a ball of radius r: the torque c m g acts on the inertia 7/5 m r^2 about the contact, so that the
 * deceleration is 5 c g / (7 r), and the distance v^2 / 2 over that. */
static void rolling_friction_stops_a_ball(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.substeps = 8;
    md3_world *world = world_of(&def);
    md3_shape_def material = surface_of(0.8, 0);
    material.rolling = (md_real)0.02;
    ground_of(world, &material);
    const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
    give_sphere(world, ball, &material, 0.5);
    set_velocity(world, ball, at3(2, 0, 0), at3(0, 0, -4));
    step_until(world, MD3_EVENT_BODY_SLEEP, 900);
    const double expected = 4 / (2 * 5 * 0.02 * G / (7 * 0.5));
    assert_near((double)md3_body_center(world, ball).x, expected, 0.005 * expected);
    md3_world_destroy(world);
}

/* Torsion c stops the spin of a ball: the torque c m g acts on the inertia 2/5 m r^2. */
static void torsional_friction_stops_a_spin(void **state)
{
    (void)state;
    const double coefficient[] = {0, 0.01};
    for (int i = 0; i < 2; ++i) {
        md3_world *world = world_new();
        md3_shape_def material = surface_of(0.8, 0);
        material.torsion = (md_real)coefficient[i];
        ground_of(world, &material);
        const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
        give_sphere(world, ball, &material, 0.5);
        set_velocity(world, ball, at3(0, 0, 0), at3(0, 3, 0));
        step_many(world, 60);
        assert_vec_near(md3_body_angular_velocity(world, ball), at3(0, 3 - coefficient[i] * G / (0.4 * 0.25), 0), 2e-3);
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_projectile_follows_the_parabola_of_semi_implicit_euler),
        cmocka_unit_test(damping_and_gravity_scale_follow_their_formulas),
        cmocka_unit_test(forces_act_for_one_step),
        cmocka_unit_test(an_impulse_changes_velocity_and_spin),
        cmocka_unit_test(a_ball_bounces_to_the_restitution_squared_of_its_height),
        cmocka_unit_test(a_sliding_ball_ends_up_rolling_at_five_sevenths),
        cmocka_unit_test(rolling_friction_stops_a_ball),
        cmocka_unit_test(torsional_friction_stops_a_spin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
