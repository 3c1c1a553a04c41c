/* Joints that move as a formula says: pendulums, limits, motors, springs, wheels, universal joints. */
#include "world3/joint_scenes3.h"

/* ---- Pendulum ---------------------------------------------------------------------------------------------------- */

/* The complete elliptic integral K(k) by the arithmetic-geometric mean. */
static double elliptic_k(double k)
{
    double a = 1, b = sqrt(1 - k * k);
    for (int i = 0; i < 20; ++i) {
        const double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return PI / (2 * a);
}

/* A rod of mass 2 kg hangs at its end on a hinge along `axis`. Returns the period of its swing from rest at an angle, with steps of
 * h seconds, each of which loses a share of about (w h)^2 / 2 of the energy. */
static double period_of_rod(md3_vec axis, double angle, double h)
{
    const double l = 0.7, mass = 2, across = 0.4;
    md3_world *world = joint_world(1, G);
    const md3_body_id ground = ground_at(world, 0, 0, 0);
    const md3_rot turn = md3_rot_from_axis_angle(axis, angle);
    const md3_body_id rod = weight_at(world, 0, -l, 0, mass, at3(across, 0.01 + across / 2, across));
    const md3_joint_id hinge = join_at(world, MD3_HINGE, ground, rod, at3(0, 0, 0), axis);
    const md3_transform start = {md3_rot_apply(turn, at3(0, -l, 0)), turn};
    assert_int_equal(md3_body_set_transform(world, rod, start), MD_OK);
    double last = angle, crossings[3];
    int found = 0;
    for (int i = 1; found < 3; ++i) {
        assert_true(i < 40000);
        step_by(world, h);
        const double now = position_of(world, hinge);
        if ((now < 0) != (last < 0)) {
            crossings[found++] = (i - now / (now - last)) * h;
        }
        last = now;
    }
    /* A substep moves the rod along the tangent, l w^2 h^2 / 2 off its circle; half of the error is corrected. */
    assert_near((double)state_of(world, hinge).error, 0, 3e-4);
    md3_world_destroy(world);
    return crossings[2] - crossings[0];
}

/* T = 2 pi sqrt(I / (m g l)) for small swings, times 2 K(sin(a/2)) / pi for an amplitude a; I about the hinge. */
static void a_rod_on_a_hinge_swings_with_the_period_of_a_physical_pendulum(void **state)
{
    (void)state;
    const struct {
        md3_vec axis;
        double amplitude, h;
    } swings[] = {{at3(0, 0, 1), 0.05, 1.0 / 240},
                  {at3(1, 0, 0), 1, 1.0 / 480},
                  {at3(0.6, 0, 0.8), 1, 1.0 / 480},
                  {at3(0.6, 0, 0.8), 2, 1.0 / 1920}};
    for (int i = 0; i < 4; ++i) {
        const double inertia = 0.4 + 2 * 0.7 * 0.7;
        const double small = 2 * PI * sqrt(inertia / (2 * G * 0.7));
        const double expected = small * 2 / PI * elliptic_k(sin(swings[i].amplitude / 2));
        assert_near(period_of_rod(swings[i].axis, swings[i].amplitude, swings[i].h), expected, 0.005 * expected);
    }
}

/* ---- Hinge ------------------------------------------------------------------------------------------------------- */

/* A motor turns a door from one limit to the other, beyond pi, and stops there. */
static void a_hinge_stops_at_its_limits(void **state)
{
    (void)state;
    const double limits[][2] = {{-0.5, 1.2}, {-4, 0.5}, {0, 5}};
    for (int i = 0; i < 3; ++i) {
        md3_world *world = joint_world(1, 0);
        const md3_body_id door = ball_at(world, 1, 0, 0, 3);
        md3_joint_def def =
            md3_joint_def_at(world, MD3_HINGE, ground_at(world, 0, 0, 0), door, at3(0, 0, 0), at3(0.6, 0.8, 0));
        def.has_limits = true;
        def.lower = (md_real)limits[i][0];
        def.upper = (md_real)limits[i][1];
        def.has_motor = true;
        def.motor_limit = 100;
        const md3_joint_id hinge = join(world, &def);
        for (int side = 0; side < 2; ++side) {
            assert_int_equal(md3_joint_set_motor(world, hinge, true, side == 0 ? -3 : 3, 100), MD_OK);
            double turned = 0;
            double last = position_of(world, hinge);
            for (int step = 0; step < 240; ++step) {
                step_by(world, 1.0 / 60);
                const double now = position_of(world, hinge);
                turned += remainder(now - last, 2 * PI);
                last = now;
            }
            assert_near(remainder(last - limits[i][side], 2 * PI), 0, 2e-3);
            assert_near(fabs(turned), side == 0 ? -limits[i][0] : limits[i][1] - limits[i][0], 4e-3);
            assert_near((double)state_of(world, hinge).speed, 0, 1e-3);
        }
        md3_world_destroy(world);
    }
}

/* A motor of torque M accelerates an inertia I at M / I until it reaches its speed; then it needs no torque. */
static void a_hinge_motor_has_its_torque_and_its_speed(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        md3_world *world = joint_world(1, 0);
        const md3_body_id wheel = weight_at(world, 0, 0, 0, 5, at3(2, 3, 4));
        md3_joint_def def =
            md3_joint_def_at(world, MD3_HINGE, ground_at(world, 0, 0, 0), wheel, at3(0, 0, 0), at3(0, 0, 1));
        def.has_motor = true;
        def.motor_speed = (md_real)(sign * 6);
        def.motor_limit = 8;
        const md3_joint_id hinge = join(world, &def);
        step_many(world, 60);
        assert_near((double)state_of(world, hinge).speed, sign * 2, EXACT);
        assert_near((double)state_of(world, hinge).motor, sign * 8, EXACT);
        assert_vec_near(state_of(world, hinge).torque, at3(0, 0, sign * 8), EXACT);
        step_many(world, 180);
        assert_near((double)state_of(world, hinge).speed, sign * 6, EXACT);
        assert_near((double)state_of(world, hinge).motor, 0, EXACT);
        md3_world_destroy(world);
    }
}

/* A spring of a frequency f between an inertia and the ground swings with this frequency; substeps of 1/2400 s add 0.7 % of
 * damping at 4 Hz. */
static void a_hinge_spring_has_its_frequency(void **state)
{
    (void)state;
    md3_world *world = joint_world(40, 0);
    const md3_body_id body = weight_at(world, 0, 0, 0, 1, at3(2, 2, 3));
    md3_joint_def def = md3_joint_def_at(world, MD3_HINGE, ground_at(world, 0, 0, 0), body, at3(0, 0, 0), at3(0, 0, 1));
    def.has_spring = true;
    def.frequency = (md_real)1.5;
    def.damping_ratio = 0;
    const md3_joint_id hinge = join(world, &def);
    set_velocity(world, body, at3(0, 0, 0), at3(0, 0, 2));
    double last = 0, crossings[2];
    int found = 0;
    for (int i = 1; found < 2; ++i) {
        assert_true(i < 1000);
        step_by(world, 1.0 / 60);
        const double now = position_of(world, hinge);
        if (now * last < 0) {
            crossings[found++] = (i - now / (now - last)) / 60;
        }
        last = now;
    }
    assert_near(crossings[1] - crossings[0], 0.5 / 1.5, 0.002);
    md3_world_destroy(world);
}

/* ---- Slider ------------------------------------------------------------------------------------------------------ */

/* On a rail that is inclined by 30 degrees a weight slides with g / 2 and does not turn, up to the end of the rail. */
static void a_slider_slides_along_its_axis_and_stops_at_its_limit(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_vec axis = at3(sqrt(0.75), -0.5, 0);
    const md3_body_id cart = weight_at(world, 0.2, 0.5, -0.3, 4, at3(1, 2, 2.5));
    md3_joint_def def = md3_joint_def_at(world, MD3_SLIDER, ground_at(world, 0, 0, 0), cart, at3(0, 0, 0), axis);
    def.has_limits = true;
    def.lower = -1;
    def.upper = 3;
    const md3_joint_id rail = join(world, &def);
    const int n = 50;
    step_many(world, n);
    assert_near(position_of(world, rail), G / 2 / 3600 * n * (n + 1) / 2, 1e-3);
    assert_near((double)md3_rot_vector(md3_body_transform(world, cart).q).z, 0, 1e-4);
    step_many(world, 300);
    const md3_joint_state end = state_of(world, rail);
    assert_near((double)end.position, 3, 1e-3);
    assert_near((double)end.translation.y, 0, 1e-4);
    assert_near((double)end.translation.z, 0, 1e-4);
    assert_vec_near(end.force, at3(0, 4 * G, 0), PICK(1e-4, 0.02));
    md3_world_destroy(world);
}

static void a_slider_motor_holds_a_weight_if_it_is_strong_enough(void **state)
{
    (void)state;
    for (int strong = 0; strong < 2; ++strong) {
        md3_world *world = joint_world(1, G);
        const md3_body_id lift = ball_at(world, 0, 0, 0, 2);
        md3_joint_def def =
            md3_joint_def_at(world, MD3_SLIDER, ground_at(world, 0, 0, 0), lift, at3(0, 0, 0), at3(0, 1, 0));
        def.has_motor = true;
        def.motor_limit = (md_real)(2 * G * (strong ? 1.1 : 0.9));
        const md3_joint_id joint = join(world, &def);
        step_many(world, 60);
        assert_near((double)state_of(world, joint).speed, strong ? 0 : -0.1 * G, PICK(1e-6, 1e-3));
        assert_near((double)state_of(world, joint).motor, 2 * G * (strong ? 1 : 0.9), PICK(1e-5, 1e-2));
        md3_world_destroy(world);
    }
}

/* ---- Weld, distance, mouse --------------------------------------------------------------------------------------- */

/* A cantilever of five welded weights carries its load and the moment of it, without sagging. */
static void a_welded_cantilever_does_not_sag(void **state)
{
    (void)state;
    md3_world *world = joint_world(4, G);
    md3_body_id last = ground_at(world, 0, 0, 0);
    md3_joint_id first = {0, 0};
    for (int i = 0; i < 5; ++i) {
        const md3_body_id next = ball_at(world, 0.5 + i, 0, 0, 1);
        const md3_joint_id weld = join_at(world, MD3_WELD, last, next, at3(i, 0, 0), at3(0, 0, 1));
        first = i == 0 ? weld : first;
        last = next;
    }
    double sag = 0;
    for (int i = 0; i < 300; ++i) {
        step_by(world, 1.0 / 60);
        sag = fmax(sag, fabs(y_of(world, last)));
    }
    assert_true(sag < 2e-3); /* while the impulses of a cold start converge */
    assert_near(y_of(world, last), 0, EXACT);
    assert_vec_near(state_of(world, first).force, at3(0, 5 * G, 0), PICK(1e-4, 0.05));
    assert_vec_near(state_of(world, first).torque, at3(0, 0, 12.5 * G), PICK(1e-4, 0.1));
    md3_world_destroy(world);
}

/* A soft weld of frequency f at 0.5 m from the centre of a weight: each row has the stiffness w^2 times its effective mass, 0.1 kg m^2
 * about z and 1 / (1 + 0.5^2 / 0.1) kg along y. The weight turns and sinks as these springs give way. */
static void a_soft_weld_gives_way_by_its_stiffness(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id weight = ball_at(world, 0.5, 0, 0, 1);
    md3_joint_def def =
        md3_joint_def_at(world, MD3_WELD, ground_at(world, 0, 0, 0), weight, at3(0, 0, 0), at3(0, 0, 1));
    def.has_spring = true;
    def.frequency = 20;
    def.damping_ratio = 1;
    const md3_joint_id weld = join(world, &def);
    step_many(world, 300);
    const double square = 2 * PI * 20 * 2 * PI * 20;
    const double angle = -0.5 * G / (0.1 * square);
    const md3_joint_state now = state_of(world, weld);
    assert_near((double)md3_rot_vector(md3_body_transform(world, weight).q).z, angle, 1e-5);
    assert_near((double)now.anchor[1].y, -G * 3.5 / square, 2e-5);
    md3_world_destroy(world);
}

/* A rope is slack until its limit, then as long as that. */
static void a_distance_joint_with_a_range_is_a_rope(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id weight = ball_at(world, 0.5, 0, 0, 1);
    md3_joint_def def = md3_joint_def_distance(world, ground_at(world, 0, 0, 0), weight, at3(0, 0, 0), at3(0.5, 0, 0));
    def.has_limits = true;
    def.upper = 2;
    const md3_joint_id rope = join(world, &def);
    step_many(world, 20);
    assert_near((double)md3_vec_length(state_of(world, rope).force), 0, 0);
    for (int i = 0; i < 200; ++i) {
        step_by(world, 1.0 / 60);
        assert_true(position_of(world, rope) < 2.005);
    }
    md3_world_destroy(world);
}

/* Two masses on a spring: the reduced mass swings with the frequency of the definition, whatever the masses are. */
static void a_distance_spring_between_two_masses_has_its_frequency(void **state)
{
    (void)state;
    md3_world *world = joint_world(40, 0);
    const md3_body_id a = ball_at(world, 0, 0, 0, 1);
    const md3_body_id b = ball_at(world, 0, 0, 2, 7);
    md3_joint_def def = md3_joint_def_distance(world, a, b, at3(0, 0, 0), at3(0, 0, 2));
    def.has_spring = true;
    def.frequency = 2;
    def.damping_ratio = 0;
    const md3_joint_id spring = join(world, &def);
    set_velocity(world, a, at3(0, 0, 1), at3(0, 0, 0));
    double last = 2, crossings[2];
    int found = 0;
    for (int i = 1; found < 2; ++i) {
        assert_true(i < 1000);
        step_by(world, 1.0 / 60);
        const double now = position_of(world, spring);
        if ((now - 2) * (last - 2) < 0) {
            crossings[found++] = (i - (now - 2) / (now - last)) / 60;
        }
        last = now;
    }
    assert_near(crossings[1] - crossings[0], 0.25, 0.002);
    md3_world_destroy(world);
}

/* A spring of 3 Hz that carries a weight is longer by g / w^2. */
static void a_mouse_joint_pulls_a_point_to_its_target(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id body = ball_at(world, 0, 0, 0, 2);
    md3_joint_def def = md3_joint_def_at(world, MD3_MOUSE, md3_body_none(), body, at3(0, 0.4, 0), at3(1, 0, 0));
    def.frequency = 3;
    const md3_joint_id mouse = join(world, &def);
    assert_int_equal(md3_body_set_damping(world, body, 0, 5), MD_OK); /* or it goes on to swing below the point */
    assert_int_equal(md3_joint_set_target(world, mouse, at3(3, 2, -1)), MD_OK);
    step_many(world, 600);
    const double w = 2 * PI * 3;
    const md3_vec point = state_of(world, mouse).anchor[1];
    assert_vec_near(point, at3(3, 2 - G / (w * w), -1), 1e-3);
    assert_vec_near(state_of(world, mouse).force, at3(0, 2 * G, 0), 0.02);
    assert_int_equal(md3_joint_set_motor(world, mouse, false, 0, (md_real)(2 * G * 0.5)), MD_OK);
    step_many(world, 60);
    assert_true((double)md3_body_velocity(world, body).y < -0.4 * G); /* half of its weight is not carried */
    md3_world_destroy(world);
}

/* ---- Motor ------------------------------------------------------------------------------------------------------- */

/* A motor joint holds a body in a pose; a push beyond its force moves the body away. */
static void a_motor_joint_holds_a_pose_with_a_limited_force(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id body = weight_at(world, 1, 0, 0, 2, at3(0.2, 0.3, 0.4));
    md3_joint_def def = md3_joint_def_at(world, MD3_MOTOR, ground_at(world, 0, 0, 0), body, at3(1, 0, 0), at3(1, 0, 0));
    def.motor_limit = 30;
    def.torque_limit = 10;
    const md3_joint_id motor = join(world, &def);
    const md3_transform pose = {at3(0, 2, 1), turned_about(1, 2, 3, 2.5)};
    assert_int_equal(md3_joint_set_pose(world, motor, pose), MD_OK);
    step_many(world, 400);
    assert_vec_near(md3_body_center(world, body), pose.p, 1e-3);
    const md3_rot left = md3_rot_multiply(md3_rot_inverse(pose.q), md3_body_transform(world, body).q);
    assert_near((double)md3_vec_length(md3_rot_vector(left)), 0, 1e-3);
    const md3_vec direction = md3_vec_normalize(at3(1, -2, 0.5));
    const double push[] = {29, 31};
    for (int i = 0; i < 2; ++i) {
        for (int step = 0; step < 120; ++step) {
            assert_int_equal(md3_body_apply_force(world, body, md3_vec_scale((md_real)push[i], direction),
                                                  md3_body_center(world, body)),
                             MD_OK);
            step_by(world, 1.0 / 60);
        }
        assert_near((double)md3_vec_length(state_of(world, motor).force), fmin(push[i], 30), 0.05);
        assert_near(speed_of(world, body), i == 0 ? 0 : 2 * (31 - 30) / 2.0, i == 0 ? 1e-3 : 0.1);
    }
    md3_world_destroy(world);
}

/* However the load turns, the force and the torque of a motor joint stay within their maximum. */
static void a_motor_joint_never_exceeds_its_force(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id body = weight_at(world, 0, 0, 0, 1, at3(0.02, 0.1, 0.11));
    /* Off the centre, the impulse that is needed does not point along the velocity that is. */
    md3_joint_def def =
        md3_joint_def_at(world, MD3_MOTOR, ground_at(world, 0, 0, 0), body, at3(0.5, 0.4, 0.1), at3(1, 0, 0));
    def.motor_limit = 30;
    def.torque_limit = 3;
    const md3_joint_id motor = join(world, &def);
    for (int i = 0; i < 200; ++i) {
        const md3_vec load = at3(60 * cos(i), 60 * sin(1.3 * i), 60 * sin(0.7 * i));
        assert_int_equal(md3_body_apply_force(world, body, load, md3_body_center(world, body)), MD_OK);
        assert_int_equal(md3_body_apply_torque(world, body, md3_vec_scale((md_real)0.1, load)), MD_OK);
        step_by(world, 1.0 / 60);
        const md3_joint_state now = state_of(world, motor);
        assert_true((double)md3_vec_length(now.force) < 30.001 && (double)md3_vec_length(now.torque) < 3.0001);
    }
    md3_world_destroy(world);
}

/* Without correction, a motor joint with a force is friction: it stops a body at F / m, in any direction. */
static void a_motor_joint_without_correction_is_friction_in_any_direction(void **state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        md3_world *world = joint_world(1, 0);
        const md3_vec direction = md3_vec_normalize(at3(cos(i), sin(i), 0.3 * i - 1));
        const md3_body_id body = ball_at(world, 0, 0, 0, 2);
        md3_joint_def def =
            md3_joint_def_at(world, MD3_MOTOR, ground_at(world, 0, 0, 0), body, at3(0, 0, 0), at3(1, 0, 0));
        def.correction_factor = 0;
        def.motor_limit = 6;
        def.torque_limit = (md_real)0.4; /* 2 rad/s^2 */
        join(world, &def);
        set_velocity(world, body, md3_vec_scale(5, direction), md3_vec_scale(4, direction));
        step_many(world, 60);
        assert_vec_near(md3_body_velocity(world, body), md3_vec_scale(2, direction), 1e-4);
        assert_vec_near(md3_body_angular_velocity(world, body), md3_vec_scale(2, direction), 1e-4);
        step_many(world, 120);
        assert_near(speed_of(world, body), 0, EXACT);
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rod_on_a_hinge_swings_with_the_period_of_a_physical_pendulum),
        cmocka_unit_test(a_hinge_stops_at_its_limits),
        cmocka_unit_test(a_hinge_motor_has_its_torque_and_its_speed),
        cmocka_unit_test(a_hinge_spring_has_its_frequency),
        cmocka_unit_test(a_slider_slides_along_its_axis_and_stops_at_its_limit),
        cmocka_unit_test(a_slider_motor_holds_a_weight_if_it_is_strong_enough),
        cmocka_unit_test(a_welded_cantilever_does_not_sag),
        cmocka_unit_test(a_soft_weld_gives_way_by_its_stiffness),
        cmocka_unit_test(a_distance_joint_with_a_range_is_a_rope),
        cmocka_unit_test(a_distance_spring_between_two_masses_has_its_frequency),
        cmocka_unit_test(a_mouse_joint_pulls_a_point_to_its_target),
        cmocka_unit_test(a_motor_joint_holds_a_pose_with_a_limited_force),
        cmocka_unit_test(a_motor_joint_never_exceeds_its_force),
        cmocka_unit_test(a_motor_joint_without_correction_is_friction_in_any_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
