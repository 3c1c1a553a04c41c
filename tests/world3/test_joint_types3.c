/* Joints with more than one coordinate: ball with cone and twist limits, wheel, universal, six, parallel. */
#include "world3/joint_scenes3.h"

/* ---- Ball -------------------------------------------------------------------------------------------------------- */

/* A pendulum in a cone is thrown around in all directions: it never leaves the cone by more than the error of a substep. */
static void a_cone_holds_while_a_ball_joint_swings(void **state)
{
    (void)state;
    const double cone[] = {0.3, 1.2, 2.6};
    for (int i = 0; i < 12; ++i) {
        md3_world *world = joint_world(4, 0);
        const md3_body_id rod = weight_at(world, 1, 0, 0, 2, at3(0.05, 0.3, 0.25));
        md3_joint_def def =
            md3_joint_def_at(world, MD3_BALL, ground_at(world, 0, 0, 0), rod, at3(0, 0, 0), at3(1, 0, 0));
        def.has_limits = true;
        def.upper = (md_real)cone[i % 3];
        const md3_joint_id ball = join(world, &def);
        set_velocity(world, rod, at3(0, 3 * cos(i), 3 * sin(i)), at3(1, -3 * sin(i), 3 * cos(i)));
        double most = 0;
        for (int step = 0; step < 240; ++step) {
            step_by(world, 1.0 / 60);
            const double swing = position_of(world, ball);
            most = fmax(most, swing);
            assert_true(swing < cone[i % 3] + 0.01);
            const double cosine = (double)md3_rot_apply(md3_body_transform(world, rod).q, at3(1, 0, 0)).x;
            assert_near(swing, acos(fmin(cosine, 1)), PICK(1e-7, 2e-3));
        }
        assert_true(most > cone[i % 3] - 0.01); /* it has reached the cone */
        md3_world_destroy(world);
    }
}

/* An inner cone keeps the swing above its angle. */
static void a_lower_limit_keeps_a_ball_joint_out_of_a_cone(void **state)
{
    (void)state;
    md3_world *world = joint_world(4, 0);
    const md3_body_id rod = weight_at(world, 1, 0, 0, 2, at3(0.05, 0.3, 0.25));
    md3_joint_def def = md3_joint_def_at(world, MD3_BALL, ground_at(world, 0, 0, 0), rod, at3(0, 0, 0), at3(1, 0, 0));
    def.has_limits = true;
    def.lower = (md_real)0.5;
    def.upper = 2;
    const md3_joint_id ball = join(world, &def);
    set_velocity(world, rod, at3(0, 0.1, 0), at3(0, 0, 0.1));
    step_many(world, 120); /* it starts inside, and is pushed out */
    set_velocity(world, rod, at3(0, 0, 0), at3(0, 0, 0));
    for (int step = 0; step < 120; ++step) {
        step_by(world, 1.0 / 60);
        assert_true(position_of(world, ball) > 0.49);
    }
    md3_world_destroy(world);
}

/* The twist is limited, also at a large swing, while the swing goes on freely. */
static void twist_limits_hold_at_any_swing(void **state)
{
    (void)state;
    const double swing[] = {0, 0.8, 2.2};
    for (int i = 0; i < 3; ++i) {
        md3_world *world = joint_world(4, 0);
        const md3_body_id rod = weight_at(world, 0, 0, 0, 2, at3(0.2, 0.2, 0.2));
        md3_joint_def def =
            md3_joint_def_at(world, MD3_BALL, ground_at(world, 0, 0, 0), rod, at3(0, 0, 0), at3(1, 0, 0));
        def.axis[MD3_TWIST].has_limits = true;
        def.axis[MD3_TWIST].lower = (md_real)-0.4;
        def.axis[MD3_TWIST].upper = (md_real)3.5;
        const md3_joint_id ball = join(world, &def);
        const md3_transform start = {at3(0, 0, 0), turned_about(0, 1, 0, swing[i])};
        assert_int_equal(md3_body_set_transform(world, rod, start), MD_OK);
        for (int side = 0; side < 2; ++side) {
            const md3_vec axis = md3_rot_apply(md3_body_transform(world, rod).q, at3(1, 0, 0));
            set_velocity(world, rod, at3(0, 0, 0), md3_vec_scale(side == 0 ? -2 : 2, axis));
            for (int step = 0; step < 180; ++step) {
                step_by(world, 1.0 / 60);
                const double twist = (double)state_of(world, ball).angle.x;
                const double from_middle = remainder(twist - 1.55, 2 * PI);
                assert_true(fabs(from_middle) < 1.95 + 0.01);
            }
        }
        md3_world_destroy(world);
    }
}

/* Friction of a ball joint: a torque of 0.6 N m stops a spin about any axis at 0.6 / I; a motor reaches its angular velocity. */
static void a_ball_motor_drives_an_angular_velocity_with_a_limited_torque(void **state)
{
    (void)state;
    for (int i = 0; i < 6; ++i) {
        md3_world *world = joint_world(1, 0);
        const md3_body_id body = weight_at(world, 0, 0, 0, 1, at3(0.2, 0.2, 0.2));
        const md3_vec axis = md3_vec_normalize(at3(cos(i), 1, sin(2.0 * i)));
        md3_joint_def def =
            md3_joint_def_at(world, MD3_BALL, ground_at(world, 0, 0, 0), body, at3(0, 0, 0), at3(0, 1, 0));
        def.has_motor = true;
        def.motor_limit = (md_real)0.6;
        def.motor_angular_velocity = i < 3 ? at3(0, 0, 0) : md3_vec_scale(7, axis);
        const md3_joint_id ball = join(world, &def);
        set_velocity(world, body, at3(0, 0, 0), i < 3 ? md3_vec_scale(4, axis) : at3(0, 0, 0));
        step_many(world, 60);
        const double speed = i < 3 ? 1 : 3;
        assert_vec_near(md3_body_angular_velocity(world, body), md3_vec_scale((md_real)speed, axis), 1e-3);
        assert_near((double)state_of(world, ball).motor, 0.6, 1e-3);
        step_many(world, 120);
        assert_vec_near(md3_body_angular_velocity(world, body), def.motor_angular_velocity, 1e-4);
        assert_near((double)state_of(world, ball).motor, 0, 1e-3);
        md3_world_destroy(world);
    }
}

/* ---- Wheel ------------------------------------------------------------------------------------------------------- */

struct car {
    md3_world *world;
    md3_body_id chassis, wheel;
    md3_joint_def def;
};

/* A chassis above a wheel that hangs on it: suspension along y, axle along z. */
static struct car car_of(double gravity, bool wheel_is_static)
{
    struct car car = {.world = joint_world(1, gravity)};
    car.chassis = weight_at(car.world, 0, 0, 0, 50, at3(20, 20, 20));
    car.wheel =
        wheel_is_static ? ground_at(car.world, 0, -1, 0) : weight_at(car.world, 0, -1, 0, 5, at3(0.2, 0.2, 0.35));
    car.def = md3_joint_def_wheel(car.world, car.chassis, car.wheel, at3(0, -1, 0), at3(0, 1, 0), at3(0.2, 5, 2));
    car.def.has_spring = true;
    car.def.frequency = 2;
    return car;
}

/* The spring carries the chassis on a fixed wheel: it gives way by m g / k, with k = m w^2. */
static void a_suspension_gives_way_by_weight_over_stiffness(void **state)
{
    (void)state;
    struct car car = car_of(G, true);
    const md3_joint_id wheel = join(car.world, &car.def);
    assert_int_equal(md3_body_set_locked(car.world, car.chassis, MD3_LOCK_ROTATION), MD_OK); /* or it falls over */
    step_many(car.world, 600);
    const double w = 2 * PI * 2;
    assert_near(position_of(car.world, wheel), G / (w * w), 1e-4);
    assert_near(y_of(car.world, car.chassis), -G / (w * w), 1e-4);
    assert_int_equal(md3_joint_set_limits(car.world, wheel, true, (md_real)-0.1, (md_real)0.02), MD_OK);
    step_many(car.world, 300);
    assert_near(position_of(car.world, wheel), 0.02, 1e-3); /* a stop takes the rest */
    md3_world_destroy(car.world);
}

/* The spin motor turns the wheel about its axle and the chassis the other way; steering turns the axle. */
static void a_wheel_spins_about_its_axle_and_steers_about_its_suspension(void **state)
{
    (void)state;
    struct car car = car_of(0, false);
    car.def.has_motor = true;
    car.def.motor_speed = 10;
    car.def.motor_limit = 50;
    const md3_joint_id joint = join(car.world, &car.def);
    const md3_vec axle = md3_vec_normalize(at3(0.2, 0, 2)); /* perpendicular to the suspension */
    step_many(car.world, 60);
    const md3_vec spin =
        md3_vec_sub(md3_body_angular_velocity(car.world, car.wheel), md3_body_angular_velocity(car.world, car.chassis));
    assert_near((double)md3_vec_dot(spin, axle), 10, 0.02);
    assert_near((double)state_of(car.world, joint).angular_rate.y, 10, 1e-3);
    assert_near(position_of(car.world, joint), 0, 1e-3);            /* the motor does not push the suspension */
    assert_near((double)state_of(car.world, joint).error, 0, 5e-3); /* a substep turns by 1/6 rad */

    md3_joint_axis steering = md3_joint_axis_default();
    steering.has_spring = true;
    steering.frequency = 6;
    steering.damping_ratio = 1;
    steering.target = (md_real)0.5;
    assert_int_equal(md3_joint_set_axis(car.world, joint, MD3_TWIST, &steering), MD_OK);
    assert_int_equal(md3_joint_set_motor(car.world, joint, true, 0, 1000), MD_OK);
    step_many(car.world, 240);
    const md3_joint_state now = state_of(car.world, joint);
    assert_near((double)now.angle.x, 0.5, 2e-3);
    const md3_vec y1 = md3_rot_apply(now.rotation[0], at3(0, 1, 0));
    const md3_vec y2 = md3_rot_apply(now.rotation[1], at3(0, 1, 0));
    assert_near((double)md3_vec_dot(y1, y2), cos(0.5), 2e-3); /* the axle has turned by as much */
    steering.has_spring = false;
    steering.has_limits = true;
    steering.upper = (md_real)0.3;
    assert_int_equal(md3_joint_set_axis(car.world, joint, MD3_TWIST, &steering), MD_OK);
    step_many(car.world, 120);
    assert_true((double)state_of(car.world, joint).angle.x < 0.305);
    md3_world_destroy(car.world);
}

/* ---- Universal --------------------------------------------------------------------------------------------------- */

/* Two shafts in bearings at an angle b. A cross makes the second one turn at the rate cos b / (1 - sin^2 b sin^2 a) times that of the
 * first, where a is the angle of the first shaft from the position in which its fork is perpendicular to the plane of the shafts: its
 * mean is 1, and it varies from cos b to 1 / cos b. */
static void a_universal_joint_transmits_rotation_by_the_classical_relation(void **state)
{
    (void)state;
    const double bend = 0.6;
    md3_world *world = joint_world(8, 0);
    const md3_body_id ground = ground_at(world, 0, 0, 0);
    const md3_vec second_axis = at3(cos(bend), 0, -sin(bend));
    const md3_body_id first = weight_at(world, -1, 0, 0, 100, at3(100, 100, 100));
    const md3_body_id second = body_turned_at(world, MD3_DYNAMIC, second_axis, turned_about(0, 1, 0, bend));
    const md3_mass light = {.mass = 1, .inertia = md3_mat_diagonal((md_real)0.1, (md_real)0.1, (md_real)0.1)};
    assert_int_equal(md3_body_set_mass(world, second, light), MD_OK);
    join_at(world, MD3_HINGE, ground, first, at3(-1, 0, 0), at3(1, 0, 0));
    join_at(world, MD3_HINGE, ground, second, second_axis, second_axis);
    /* The frames: x along each shaft, y along the fork of the first, z along that of the second. */
    md3_joint_def def = md3_joint_def_default(MD3_UNIVERSAL);
    def.body[0] = first;
    def.body[1] = second;
    def.anchor[0] = at3(1, 0, 0);
    def.anchor[1] = at3(-1, 0, 0);
    const md3_joint_id universal = join(world, &def);
    set_velocity(world, first, at3(0, 0, 0), at3(3, 0, 0));
    set_velocity(world, second, at3(0, 0, 0), md3_vec_scale((md_real)(3 * cos(bend)), second_axis));
    double least = 10, most = 0;
    for (int i = 0; i < 150; ++i) {
        step_by(world, 1.0 / 60);
        const md3_vec fork = md3_rot_apply(md3_body_transform(world, first).q, at3(0, 1, 0));
        const double a = atan2((double)fork.z, (double)fork.y);
        const double in = (double)md3_body_angular_velocity(world, first).x;
        const double out = (double)md3_vec_dot(md3_body_angular_velocity(world, second), second_axis);
        const double ratio = cos(bend) / (1 - sin(bend) * sin(bend) * sin(a) * sin(a));
        assert_near(out / in, ratio, 0.01 * ratio);
        least = fmin(least, out / in);
        most = fmax(most, out / in);
    }
    assert_near(least, cos(bend), 0.01);
    assert_near(most, 1 / cos(bend), 0.01);
    assert_near((double)state_of(world, universal).error, 0, 2e-3);
    md3_world_destroy(world);
}

/* A ball joint with a locked twist instead has constant velocity. */
static void a_ball_joint_with_a_locked_twist_keeps_the_speeds_of_shafts_equal(void **state)
{
    (void)state;
    const double bend = 0.6;
    md3_world *world = joint_world(8, 0);
    const md3_body_id ground = ground_at(world, 0, 0, 0);
    const md3_vec second_axis = at3(cos(bend), 0, -sin(bend));
    const md3_body_id first = weight_at(world, -1, 0, 0, 100, at3(100, 100, 100));
    const md3_body_id second = weight_at(world, (double)second_axis.x, 0, (double)second_axis.z, 1, at3(0.1, 0.1, 0.1));
    join_at(world, MD3_HINGE, ground, first, at3(-1, 0, 0), at3(1, 0, 0));
    join_at(world, MD3_HINGE, ground, second, second_axis, second_axis);
    md3_joint_def def = md3_joint_def_default(MD3_BALL);
    def.body[0] = first;
    def.body[1] = second;
    def.anchor[0] = at3(1, 0, 0);
    def.anchor[1] = md3_vec_negate(second_axis);
    def.rotation[1] = turned_about(0, 1, 0, bend); /* x along the second shaft */
    def.axis[MD3_TWIST].locked = true;
    join(world, &def);
    set_velocity(world, first, at3(0, 0, 0), at3(3, 0, 0));
    step_many(world, 10);
    for (int i = 0; i < 150; ++i) {
        step_by(world, 1.0 / 60);
        const double in = (double)md3_body_angular_velocity(world, first).x;
        const double out = (double)md3_vec_dot(md3_body_angular_velocity(world, second), second_axis);
        assert_near(out / in, 1, 0.01);
    }
    md3_world_destroy(world);
}

/* ---- Six --------------------------------------------------------------------------------------------------------- */

/* Each coordinate alone: free it moves, locked it stays, limited it stops, sprung it returns, driven it has its speed. */
static void each_axis_of_six_is_free_locked_limited_sprung_or_driven(void **state)
{
    (void)state;
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        for (int mode = 0; mode < 5; ++mode) {
            md3_world *world = joint_world(2, 0);
            const md3_rot turn = turned_about(1, 2, -1, 0.7); /* of the frames in the world */
            const md3_body_id body = weight_at(world, 1, 2, 3, 1, at3(0.3, 0.3, 0.3));
            md3_joint_def def = md3_joint_def_in_frame(world, MD3_SIX, ground_at(world, 0, 0, 0), body,
                                                       md3_transform_make(at3(1, 2, 3), turn));
            md3_joint_axis *axis = &def.axis[i];
            axis->locked = mode == 1;
            axis->has_limits = mode == 2;
            axis->lower = -1;
            axis->upper = (md_real)0.25;
            axis->has_spring = mode == 3;
            axis->damping_ratio = 1;
            axis->has_motor = mode == 4;
            axis->motor_speed = (md_real)-0.3;
            const md3_joint_id six = join(world, &def);
            const md3_vec direction = md3_rot_apply(turn, at3(i % 3 == 0, i % 3 == 1, i % 3 == 2));
            const md3_vec none = at3(0, 0, 0);
            set_velocity(world, body, i < 3 ? direction : none, i < 3 ? none : direction);
            step_many(world, 60);
            const md3_joint_state now = state_of(world, six);
            const double at[6] = {(double)now.translation.x, (double)now.translation.y, (double)now.translation.z,
                                  (double)now.angle.x,       (double)now.angle.y,       (double)now.angle.z};
            const double expected[5] = {1, 0, 0.25, 0, -0.3};
            for (int k = 0; k < 6; ++k) {
                assert_near(at[k], k == i ? expected[mode] : 0, 3e-3);
            }
            md3_world_destroy(world);
        }
    }
}

/* A free twist with locked swings is a hinge, and a motor on one axis pushes with its limit. */
static void six_has_motors_with_limits_and_targets(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id body = ball_at(world, 0, 0, 0, 1);
    md3_joint_def def =
        md3_joint_def_in_frame(world, MD3_SIX, ground_at(world, 0, 0, 0), body, md3_transform_identity());
    def.axis[MD3_ALONG_Y].locked = false;
    def.axis[MD3_ALONG_Y].has_motor = true;
    def.axis[MD3_ALONG_Y].motor_speed = 100;
    def.axis[MD3_ALONG_Y].motor_limit = (md_real)(G + 2);
    def.axis[MD3_TWIST].target = (md_real)0.4;
    def.axis[MD3_ALONG_Z].target = (md_real)-0.3;
    const md3_joint_id six = join(world, &def);
    step_many(world, 60);
    const md3_joint_state now = state_of(world, six);
    assert_near((double)md3_body_velocity(world, body).y, 2, 1e-3);
    assert_near((double)now.motor, G + 2, 1e-3);
    assert_near((double)now.angle.x, 0.4, 1e-3);
    assert_near((double)now.translation.z, -0.3, 1e-3);
    md3_world_destroy(world);
}

/* ---- Parallel ---------------------------------------------------------------------------------------------------- */

/* A body keeps an axis parallel, and is free to move and to turn about it. */
static void a_parallel_joint_keeps_an_axis_and_nothing_else(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id body = weight_at(world, 0, 0, 0, 1, at3(0.2, 0.3, 0.4));
    const md3_joint_id joint =
        join_at(world, MD3_PARALLEL, ground_at(world, 0, 0, 0), body, at3(0, 0, 0), at3(0, 1, 0));
    set_velocity(world, body, at3(1, 2, 3), at3(2, 0.5, -1));
    step_many(world, 60);
    assert_vec_near(md3_body_center(world, body), at3(1, 2, 3), 1e-4);
    assert_vec_near(md3_body_angular_velocity(world, body), at3(0, 0.5, 0), 1e-3);
    assert_vec_near(md3_rot_apply(md3_body_transform(world, body).q, at3(0, 1, 0)), at3(0, 1, 0), 1e-3);
    assert_near((double)state_of(world, joint).position, 0.5, 1e-3);
    md3_world_destroy(world);
}

/* ---- Gear -------------------------------------------------------------------------------------------------------- */

/* Two wheels of 20 and 30 teeth on axles at a right angle: over many turns the second one turns by 2/3 of the first, the other way. */
static void gears_turn_by_their_ratio_over_many_turns(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, 0);
    const md3_body_id ground = ground_at(world, 0, 0, 0);
    const md3_body_id first = weight_at(world, 0, 0, 0, 1, at3(0.2, 0.3, 0.3));
    const md3_body_id second = weight_at(world, 1, 1, 0, 2, at3(0.4, 0.7, 0.4));
    const md3_joint_id driven = join_at(world, MD3_HINGE, ground, first, at3(0, 0, 0), at3(1, 0, 0));
    const md3_joint_id output = join_at(world, MD3_HINGE, ground, second, at3(1, 1, 0), at3(0, 1, 0));
    const md3_joint_def def = md3_joint_def_gear(world, driven, output, (md_real)1.5);
    const md3_joint_id gear = join(world, &def);
    assert_int_equal(md3_joint_set_motor(world, driven, true, 7, 50), MD_OK);
    double turned[2] = {0, 0};
    double last[2] = {0, 0};
    for (int i = 0; i < 600; ++i) {
        step_by(world, 1.0 / 60);
        const double now[2] = {position_of(world, driven), position_of(world, output)};
        for (int side = 0; side < 2; ++side) {
            turned[side] += remainder(now[side] - last[side], 2 * PI);
            last[side] = now[side];
        }
    }
    assert_true(turned[0] > 10 * 2 * PI);
    assert_near(turned[0] + 1.5 * turned[1], 0, PICK(1e-6, 1e-2));
    assert_near(position_of(world, gear), 0, PICK(1e-6, 1e-2));
    assert_near((double)md3_body_angular_velocity(world, second).y, -7 / 1.5, 1e-3);
    md3_world_destroy(world);
}

/* A rack on a pinion of 0.2 m: the weight of the rack turns the pinion, with the acceleration g m / (m + I / r^2). */
static void a_rack_falls_as_its_pinion_turns(void **state)
{
    (void)state;
    md3_world *world = joint_world(1, G);
    const md3_body_id ground = ground_at(world, 0, 0, 0);
    const md3_body_id pinion = weight_at(world, 0, 0, 0, 1, at3(0.2, 0.2, 0.2));
    const md3_body_id rack = ball_at(world, 0.2, 0, 0, 3);
    const md3_joint_id hinge = join_at(world, MD3_HINGE, ground, pinion, at3(0, 0, 0), at3(0, 0, 1));
    const md3_joint_id slider = join_at(world, MD3_SLIDER, ground, rack, at3(0.2, 0, 0), at3(0, 1, 0));
    const md3_joint_def def = md3_joint_def_gear(world, hinge, slider, 5);
    const md3_joint_id gear = join(world, &def);
    step_many(world, 60);
    assert_near((double)md3_body_velocity(world, rack).y, -G * 3 / (3 + 0.2 / 0.04), 1e-3);
    assert_near((double)md3_body_angular_velocity(world, pinion).z, 5 * G * 3 / 8, 5e-3);
    assert_near((double)state_of(world, gear).error, 0, 1e-3);
    assert_vec_near(state_of(world, slider).torque, at3(0, 0, 0), 1e-3); /* the pinion pushes the rack at its centre */
    const md3_joint_def none = md3_joint_def_gear(world, gear, slider, 5);
    assert_int_equal(md3_joint_create(world, &none, NULL), MD_ERROR_ARGUMENT);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cone_holds_while_a_ball_joint_swings),
        cmocka_unit_test(a_lower_limit_keeps_a_ball_joint_out_of_a_cone),
        cmocka_unit_test(twist_limits_hold_at_any_swing),
        cmocka_unit_test(a_ball_motor_drives_an_angular_velocity_with_a_limited_torque),
        cmocka_unit_test(a_suspension_gives_way_by_weight_over_stiffness),
        cmocka_unit_test(a_wheel_spins_about_its_axle_and_steers_about_its_suspension),
        cmocka_unit_test(a_universal_joint_transmits_rotation_by_the_classical_relation),
        cmocka_unit_test(a_ball_joint_with_a_locked_twist_keeps_the_speeds_of_shafts_equal),
        cmocka_unit_test(each_axis_of_six_is_free_locked_limited_sprung_or_driven),
        cmocka_unit_test(six_has_motors_with_limits_and_targets),
        cmocka_unit_test(a_parallel_joint_keeps_an_axis_and_nothing_else),
        cmocka_unit_test(gears_turn_by_their_ratio_over_many_turns),
        cmocka_unit_test(a_rack_falls_as_its_pinion_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
