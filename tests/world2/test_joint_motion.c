/* Joints in motion against formulas: pendulums, distance and revolute joints with springs, limits and motors. */
#include "world2/joint_scenes.h"

/* Measures a period, s: the time between the first and the last of several upward zero crossings. Crossings between
 * steps are interpolated linearly, which is exact to third order there. */
static double period_of(md2_world *world, double (*number)(const md2_world *, md2_body_id), md2_body_id body,
                        int periods)
{
    double first = 0;
    double before = number(world, body);
    for (int i = 0, passages = 0; i < 10000; ++i) {
        step_many(world, 1);
        const double now = number(world, body);
        if (before < 0 && now >= 0) {
            const double time = (i + before / (before - now)) / 60;
            first = passages == 0 ? time : first;
            if (passages++ == periods) {
                return (time - first) / periods;
            }
        }
        before = now;
    }
    fail_msg("it does not swing");
    return 0;
}

/* ---- Pendulums ------------------------------------------------------------------------------------------------------ */

#define SWING 0.1 /* amplitude, rad: the period is longer than that of small swings by the factor 1 + SWING^2 / 16 */

/* Relative tolerance of a period with substeps of h = 1/960 s: the integration is accurate to (w h)^2 / 24 = 4e-7, the
 * formula of the swing to SWING^4 / 280 = 4e-7; measured 1e-7 in both precisions. */
#define PERIOD_TOLERANCE PICK(1e-6, 1e-5)

static double small_period(double inertia_about_pivot, double mass, double length)
{
    return 2 * PI * sqrt(inertia_about_pivot / (mass * G * length)) * (1 + SWING * SWING / 16);
}

static void a_mass_on_a_distance_joint_has_the_period_of_a_pendulum(void **state)
{
    (void)state;
    md2_world *world = joint_world(16, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id bob = weight_at(world, 2 * sin(SWING), -2 * cos(SWING), 3, 1);
    const md2_joint_def def = md2_joint_def_distance(world, ground, bob, at(0, 0), md2_body_center(world, bob));
    assert_near((double)def.length, 2, PICK(1e-12, 1e-6));
    join(world, &def);
    const double expected = small_period(3 * 2 * 2, 3, 2); /* it is held at its centre and need not rotate */
    assert_near(period_of(world, x_of, bob, 5) / expected, 1, PERIOD_TOLERANCE);
    md2_world_destroy(world);
}

static void a_rod_on_a_revolute_joint_has_the_period_of_its_inertia(void **state)
{
    (void)state;
    md2_world *world = joint_world(16, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    md2_body_def rod_def = md2_body_def_default();
    rod_def.type = MD2_DYNAMIC;
    rod_def.position = at(sin(SWING), -cos(SWING));
    rod_def.rotation = turned(SWING);
    md2_body_id rod;
    assert_int_equal(md2_body_create(world, &rod_def, &rod), MD_OK);
    const md2_shape_def material = md2_shape_def_default();
    give_box(world, rod, &material, 0.05, 1);
    join_at(world, MD2_REVOLUTE, ground, rod, 0, 0);
    const double about_pivot =
        (4 + 0.01) / 12 + 1; /* per kg; for a point mass at its centre it would be 1, and the period 14 % shorter */
    assert_near(period_of(world, x_of, rod, 5) / small_period(about_pivot, 1, 1), 1, PERIOD_TOLERANCE);
    md2_world_destroy(world);
}

/* Returns the largest distance of the anchors, m, of a bar that falls from the horizontal and swings for 1,000 steps. */
static double worst_parting(int32_t substeps)
{
    md2_world *world = joint_world(substeps, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id bar = box_at(world, 1, 0, 1, 0.05);
    const md2_joint_id hinge = join_at(world, MD2_REVOLUTE, ground, bar, 0, 0);
    const double before = energy_of(world);
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
        step_many(world, 1);
        worst = fmax(worst, (double)state_of(world, hinge).error);
        assert_true(energy_of(world) <
                    before); /* the first step alone loses 2 mJ of 2 J, divided by the substeps; rounding 1e-6 J */
    }
    md2_world_destroy(world);
    return worst;
}

static void a_pendulum_keeps_its_anchor_and_gains_no_energy(void **state)
{
    (void)state;
    /* Velocities are tangential: a substep separates the anchors by (w h)^2 / 2 = 2 mm at w = 3.8 rad/s and h = 1/60 s.
     * The default position correction removes a fifth of the error per substep, so that it levels out below five times
     * as much; measured 9.1 mm. */
    const double whole = worst_parting(1);
    assert_true(whole < 0.010);
    /* Second order in h; measured 0.63 mm. */
    const double quartered = worst_parting(4);
    assert_true(quartered < whole / 12);
    assert_true(quartered > whole / 20); /* there is an error to measure */
}

/* ---- Distance ------------------------------------------------------------------------------------------------------- */

static double apart(const md2_world *world, md2_body_id body)
{
    return x_of(world, body) - 3; /* the rest of `two_on_a_spring` */
}

static md2_body_id two_on_a_spring(md2_world *world, double frequency, double damping, double stretch)
{
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id body = weight_at(world, 3 + stretch, 0, 5, 2);
    md2_joint_def def = md2_joint_def_distance(world, ground, body, at(0, 0), at(3 + stretch, 0));
    def.length = 3;
    def.has_spring = true;
    def.frequency = (md_real)frequency;
    def.damping_ratio = (md_real)damping;
    join(world, &def);
    return body;
}

static void a_spring_has_its_frequency_for_any_mass(void **state)
{
    (void)state;
    md2_world *world = joint_world(16, 0);
    const md2_body_id body = two_on_a_spring(world, 1.5, 0, 0.1);
    /* Implicit Euler advances the phase by atan(w h) per substep instead of w h: 3.2e-5 less for w h = 0.0098. */
    assert_near(period_of(world, apart, body, 5) * 1.5, 1, PICK(4e-5, 1e-4));
    md2_world_destroy(world);
}

/* Two free bodies of 1 and 3 kg swing against each other with the requested frequency: the effective mass is 3/4 kg. */
static void a_spring_between_free_bodies_has_its_frequency(void **state)
{
    (void)state;
    md2_world *world = joint_world(16, 0);
    const md2_body_id light = weight_at(world, 0, 0, 1, 1);
    const md2_body_id heavy = weight_at(world, 1.1, 0, 3, 1);
    md2_joint_def def = md2_joint_def_distance(world, light, heavy, at(0, 0), at(1.1, 0));
    def.length = 1;
    def.has_spring = true;
    def.frequency = 2;
    def.damping_ratio = 0;
    const md2_joint_id spring = join(world, &def);
    /* After a quarter period it passes its rest length, approaching at stretch times w; implicit damping loses exp(-w h
     * pi / 4) = 1 %. */
    const double w = 4 * PI;
    step_many(world, 7);
    const double early = position_of(world, spring);
    step_many(world, 1);
    assert_true(early > 1 && position_of(world, spring) < 1); /* 7.5 steps */
    assert_near((double)state_of(world, spring).speed / (-0.1 * w), 1, 0.02);
    assert_near(x_of(world, light) + 3 * x_of(world, heavy), 3.3, PICK(1e-12, 1e-5));
    md2_world_destroy(world);
}

static void a_damped_spring_decays_by_its_damping_ratio(void **state)
{
    (void)state;
    md2_world *world = joint_world(64, 0);
    const md2_body_id body = two_on_a_spring(world, 1, 0.2, 0.1);
    const double w = 2 * PI;
    const double decay = 0.2 * w;
    const double damped = w * sqrt(1 - 0.04);
    for (int i = 1; i <= 60; ++i) {
        step_many(world, 1);
        const double t = i / 60.0;
        const double expected = 0.1 * exp(-decay * t) * (cos(damped * t) + decay / damped * sin(damped * t));
        /* The integration adds w h / 2 = 8e-4 to the damping ratio of 0.2: over a period 0.5 % of 0.1 m. */
        assert_near(apart(world, body), expected, 5e-4);
    }
    md2_world_destroy(world);
}

static void a_rope_acts_only_at_its_full_length(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id body = weight_at(world, 0, -1, 1, 1);
    md2_joint_def def = md2_joint_def_distance(world, ground, body, at(0, 0), at(0, -1));
    def.has_limits = true;
    def.lower = 0;
    def.upper = 2;
    const md2_joint_id rope = join(world, &def);
    step_many(world, 20);
    assert_near(y_of(world, body), -1 - G / 3600 * 20 * 21 / 2, EXACT); /* free so far: semi-implicit Euler */
    step_many(world, 100);
    assert_near(position_of(world, rope), 2, EXACT); /* the gap closes exactly, and nothing pushes further */
    assert_near((double)state_of(world, rope).force.y, G, EXACT);
    md2_world_destroy(world);
}

static void a_minimum_distance_keeps_bodies_apart_and_lets_them_separate(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id left = weight_at(world, 0, 0, 1, 1);
    const md2_body_id right = weight_at(world, 2, 0, 1, 1);
    md2_joint_def def = md2_joint_def_distance(world, left, right, at(0, 0), at(2, 0));
    def.has_limits = true;
    def.lower = 1;
    def.upper = MD_INFINITY;
    const md2_joint_id strut = join(world, &def);
    assert_int_equal(md2_body_set_velocity(world, right, at(-3, 0), 0), MD_OK);
    step_many(world, 60);
    assert_near(position_of(world, strut), 1, EXACT);
    assert_near((double)md2_body_velocity(world, left).x, -1.5, EXACT); /* they continue at the same speed */
    assert_int_equal(md2_body_set_velocity(world, right, at(7, 0), 0), MD_OK);
    step_many(world, 60);
    assert_near(position_of(world, strut), 1 + 8.5, EXACT);
    md2_world_destroy(world);
}

/* A rope has no minimum length: the body may pass through the anchor. */
static void a_rope_lets_its_ends_pass_each_other(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id body = weight_at(world, 1, 0, 1, 1);
    md2_joint_def def = md2_joint_def_distance(world, ground, body, at(0, 0), at(1, 0));
    def.has_limits = true;
    def.upper = 5;
    join(world, &def);
    assert_int_equal(md2_body_set_velocity(world, body, at(-3, 0), 0), MD_OK);
    step_many(world, 60);
    assert_near(x_of(world, body), -2, EXACT);
    md2_world_destroy(world);
}

/* Anchors at the same point have no direction: the joint chooses one, and reaches its length. */
static void a_distance_joint_with_coincident_anchors_reaches_its_length(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 2, 2, 1, 1);
    const md2_body_id b = weight_at(world, 2, 2, 1, 1);
    md2_joint_def def = md2_joint_def_distance(world, a, b, at(2, 2), at(2, 2));
    def.length = (md_real)0.5;
    const md2_joint_id joint = join(world, &def);
    step_many(world, 200); /* a fifth of the error is corrected per step, at most at 3 m/s: 0.8^180 of it remains */
    assert_near(position_of(world, joint), 0.5, EXACT);
    assert_near(x_of(world, b) - x_of(world, a), 0.5, EXACT);
    md2_world_destroy(world);
}

/* ---- Revolute ------------------------------------------------------------------------------------------------------- */

static md2_joint_id hinged_bar(md2_world *world, const md2_joint_def *like, md2_body_id *bar)
{
    const md2_body_id ground = ground_at(world, 0, 0);
    *bar = box_at(world, 1, 0, 1, 0.05);
    md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, ground, *bar, at(0, 0), at(1, 0));
    def.has_limits = like->has_limits;
    def.lower = like->lower;
    def.upper = like->upper;
    def.has_motor = like->has_motor;
    def.motor_speed = like->motor_speed;
    def.motor_limit = like->motor_limit;
    def.has_spring = like->has_spring;
    def.frequency = like->frequency;
    return join(world, &def);
}

/* A bar falls to its lower limit, then a motor that only the limit can stop drives it to its upper limit. */
static void a_revolute_joint_stops_at_its_limits(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    md2_joint_def like = md2_joint_def_default(MD2_REVOLUTE);
    like.has_limits = true;
    like.lower = (md_real)-0.5;
    like.upper = (md_real)0.25;
    md2_body_id bar;
    const md2_joint_id hinge = hinged_bar(world, &like, &bar);
    for (int i = 0; i < 120; ++i) {
        step_many(world, 1);
        assert_true(position_of(world, hinge) > -0.5 - 1e-5); /* a rotation is exact to angle^5 / 240: 1e-7 for 0.05 */
    }
    assert_near(position_of(world, hinge), -0.5, EXACT);
    assert_near((double)state_of(world, hinge).speed, 0, EXACT);
    /* The joint carries the weight, and the limit the torque about it. */
    assert_near((double)state_of(world, hinge).force.y / (0.2 * G), 1, EXACT);
    assert_near((double)state_of(world, hinge).torque / (0.2 * G * cos(0.5)), 1, EXACT);
    assert_int_equal(md2_joint_set_motor(world, hinge, true, 3, MD_INFINITY), MD_OK);
    for (int i = 0; i < 120; ++i) {
        step_many(world, 1);
        assert_true(position_of(world, hinge) < 0.25 + 1e-5);
    }
    assert_near(position_of(world, hinge), 0.25, EXACT);
    md2_world_destroy(world);
}

/* Limits from 90 to 270 degrees, or from -270 to -90: between them the angle jumps from pi to -pi. The bar is driven in
 * both directions and must stop at either limit. */
static void limits_hold_across_the_wrap_of_the_angle(void **state)
{
    (void)state;
    for (int turns = -1; turns <= 0; ++turns) {
        md2_world *world = joint_world(1, 0);
        const md2_body_id ground = ground_at(world, 0, 0);
        const md2_body_id bar = weight_at(world, -1, 0, 1, 0.3);
        md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, ground, bar, at(0, 0), at(1, 0));
        def.reference = turned(PI); /* the bar stands at angle pi */
        def.has_limits = def.has_motor = true;
        def.lower = (md_real)(PI / 2 + 2 * PI * turns);
        def.upper = (md_real)(3 * PI / 2 + 2 * PI * turns);
        def.motor_speed = 4;
        def.motor_limit = 5;
        const md2_joint_id hinge = join(world, &def);
        step_many(world, 120);
        assert_near(position_of(world, hinge), -PI / 2, PICK(1e-6, 1e-5)); /* angle^5 / 240 of the last rotation */
        assert_int_equal(md2_joint_set_motor(world, hinge, true, -4, 5), MD_OK);
        step_many(world, 30);
        assert_true(fabs(position_of(world, hinge)) > PI / 2 + 0.1); /* it passes through pi, not through 0 */
        step_many(world, 90);
        assert_near(position_of(world, hinge), PI / 2, PICK(1e-6, 1e-5));
        md2_world_destroy(world);
    }
}

static void limits_beyond_a_full_turn_have_no_effect(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id wheel = weight_at(world, 0, 0, 1, 2);
    const md2_joint_id hinge = join_at(world, MD2_REVOLUTE, ground, wheel, 0, 0);
    assert_int_equal(md2_joint_set_limits(world, hinge, true, (md_real)-3.2, (md_real)3.2), MD_OK);
    assert_int_equal(md2_body_set_velocity(world, wheel, at(0, 0), 10), MD_OK);
    step_many(world, 120);
    assert_near((double)state_of(world, hinge).speed, 10, EXACT);
    md2_world_destroy(world);
}

/* Equal limits are one equality row, beside the two rows of the revolute joint. */
static void equal_limits_fix_the_angle(void **state)
{
    (void)state;
    md2_world *world = joint_world(4, G);
    md2_joint_def like = md2_joint_def_default(MD2_REVOLUTE);
    like.has_limits = true;
    md2_body_id bar;
    const md2_joint_id hinge = hinged_bar(world, &like, &bar);
    step_many(world, 120);
    md_step_report report;
    assert_int_equal(md2_world_step(world, DT, &report), MD_OK);
    assert_int_equal(report.rows, 3);
    assert_near(position_of(world, hinge), 0, EXACT);
    assert_near((double)state_of(world, hinge).torque / (0.2 * G), 1, EXACT);
    md2_world_destroy(world);
}

/* A flywheel of 2 kg m^2 with a motor of 3 N m accelerates by 1.5 rad/s^2 up to the motor speed, then keeps it without
 * torque. */
static void a_motor_applies_its_torque_up_to_its_speed(void **state)
{
    (void)state;
    md2_world *world = joint_world(2, 0);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id wheel = weight_at(world, 0, 0, 1, 2);
    md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, ground, wheel, at(0, 0), at(1, 0));
    def.has_motor = true;
    def.motor_speed = 2;
    def.motor_limit = 3;
    const md2_joint_id hinge = join(world, &def);
    step_many(world, 60);
    assert_near((double)state_of(world, hinge).speed, 1.5, EXACT);
    assert_near((double)state_of(world, hinge).motor, 3, EXACT);
    assert_near((double)state_of(world, hinge).torque, 3, EXACT);
    step_many(world, 60);
    assert_near((double)state_of(world, hinge).speed, 2, EXACT);
    assert_near((double)state_of(world, hinge).motor, 0, EXACT);
    /* Stalled: a torque of 5 N m turns it back with the remaining 2 N m. */
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(md2_body_apply_torque(world, wheel, -5), MD_OK);
        step_many(world, 1);
    }
    assert_near((double)state_of(world, hinge).speed, 1, EXACT);
    assert_near((double)state_of(world, hinge).motor, 3, EXACT);
    md2_world_destroy(world);
}

/* A bar of mass m on a torsion spring: at rest m g r cos(angle) = k |angle| with k = w^2 times the inertia about its
 * centre, because the row of the spring rotates the bar about its centre. */
static void a_torsion_spring_carries_a_bar(void **state)
{
    (void)state;
    md2_world *world = joint_world(8, G);
    md2_joint_def like = md2_joint_def_default(MD2_REVOLUTE);
    like.has_spring = true;
    like.frequency = 4;
    md2_body_id bar;
    const md2_joint_id hinge = hinged_bar(world, &like, &bar);
    step_many(world, 600);
    const double inertia = (4 + 0.01) / 12; /* per kg */
    const double stiffness = 64 * PI * PI * inertia;
    const double angle = position_of(world, hinge);
    assert_near(-stiffness * angle / (G * cos(angle)), 1, EXACT);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mass_on_a_distance_joint_has_the_period_of_a_pendulum),
        cmocka_unit_test(a_rod_on_a_revolute_joint_has_the_period_of_its_inertia),
        cmocka_unit_test(a_pendulum_keeps_its_anchor_and_gains_no_energy),
        cmocka_unit_test(a_spring_has_its_frequency_for_any_mass),
        cmocka_unit_test(a_spring_between_free_bodies_has_its_frequency),
        cmocka_unit_test(a_damped_spring_decays_by_its_damping_ratio),
        cmocka_unit_test(a_rope_acts_only_at_its_full_length),
        cmocka_unit_test(a_minimum_distance_keeps_bodies_apart_and_lets_them_separate),
        cmocka_unit_test(a_rope_lets_its_ends_pass_each_other),
        cmocka_unit_test(a_distance_joint_with_coincident_anchors_reaches_its_length),
        cmocka_unit_test(a_revolute_joint_stops_at_its_limits),
        cmocka_unit_test(limits_hold_across_the_wrap_of_the_angle),
        cmocka_unit_test(limits_beyond_a_full_turn_have_no_effect),
        cmocka_unit_test(equal_limits_fix_the_angle),
        cmocka_unit_test(a_motor_applies_its_torque_up_to_its_speed),
        cmocka_unit_test(a_torsion_spring_carries_a_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
