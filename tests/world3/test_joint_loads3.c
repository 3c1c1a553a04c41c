/* What joints carry and keep: momentum, energy, chains, reactions, breaking. */
#include <string.h>

#include "world3/joint_scenes3.h"

/* ---- Momentum and energy ----------------------------------------------------------------------------------------- */

struct momentum {
    md3_vec linear, angular; /* about the origin */
};

static struct momentum momentum_of(const md3_world *world)
{
    struct momentum sum = {at3(0, 0, 0), at3(0, 0, 0)};
    for (md3_body_id b = md3_world_first_body(world); b.generation != 0; b = md3_world_next_body(world, b)) {
        const md3_mass mass = md3_body_mass(world, b);
        const md3_rot q = md3_body_transform(world, b).q;
        const md3_vec p = md3_vec_scale(mass.mass, md3_body_velocity(world, b));
        const md3_vec spin = md3_rot_unapply(q, md3_body_angular_velocity(world, b));
        const md3_vec L = md3_rot_apply(q, md3_mat_apply(mass.inertia, spin));
        sum.linear = md3_vec_add(sum.linear, p);
        sum.angular = md3_vec_add(sum.angular, md3_vec_add(L, md3_vec_cross(md3_body_center(world, b), p)));
    }
    return sum;
}

/* Settings that use limits, motors and springs of a type. */
static md3_joint_def busy_def(const md3_world *world, md3_joint_type type, md3_body_id a, md3_body_id b)
{
    const md3_vec middle = at3(0.5, 0.2, 0.1);
    md3_joint_def def = md3_joint_def_at(world, type, a, b, middle, at3(0.6, 0.8, 0));
    if (type == MD3_DISTANCE) {
        def = md3_joint_def_distance(world, a, b, at3(0, 0.1, 0), at3(1, 0, 0.2));
    }
    def.has_limits = type != MD3_DISTANCE;
    def.lower = (md_real)-0.2;
    def.upper = (md_real)0.3;
    def.has_motor = true;
    def.motor_speed = 2;
    def.motor_limit = 3;
    def.torque_limit = 3;
    def.motor_angular_velocity = at3(1, -1, 0.5);
    def.has_spring = type == MD3_WHEEL;
    for (int i = 0; type == MD3_SIX && i < MD3_JOINT_COORDINATES; ++i) {
        def.axis[i].locked = i == 1 || i == 5;
        def.axis[i].has_limits = i != 2;
        def.axis[i].upper = (md_real)0.3;
        def.axis[i].has_spring = i == 2 || i == 3;
        def.axis[i].has_motor = i == 0 || i == 4;
        def.axis[i].motor_limit = 1;
        def.axis[i].motor_speed = 1;
    }
    return def;
}

/* Two bodies in free flight, tumbling, with a joint of each type but the mouse, which holds to the world, and the gear,
 * whose axles take torques. The rows of a joint push the
 * bodies with opposite forces at one point. Corrections of position move bodies without changing their velocities, and change the
 * angular momentum a little by that; Baumgarte's method corrects by the rows of the velocities alone. */
static void joints_keep_the_momentum_of_two_free_bodies(void **state)
{
    (void)state;
    for (int type = 0; type < MD3_JOINT_TYPE_COUNT; ++type) {
        for (int split = 0; split < 2 && type != MD3_MOUSE && type != MD3_GEAR; ++split) {
            md3_world_def settings = md3_world_def_default();
            settings.gravity = at3(0, 0, 0);
            settings.position_correction = split ? MD3_CORRECTION_SPLIT_IMPULSE : MD3_CORRECTION_BAUMGARTE;
            md3_world *world = world_of(&settings);
            const md3_body_id a = weight_at(world, 0, 0, 0, 1, at3(0.2, 0.3, 0.35));
            const md3_body_id b = weight_at(world, 1, 0.4, 0, 2, at3(0.5, 0.3, 0.4));
            const md3_joint_def def = busy_def(world, (md3_joint_type)type, a, b);
            join(world, &def);
            set_velocity(world, a, at3(1, 0, -0.5), at3(1, 2, -1));
            set_velocity(world, b, at3(-0.5, 0.3, 0.2), at3(-1, 0.5, 2));
            const struct momentum before = momentum_of(world);
            step_many(world, 120);
            const struct momentum after = momentum_of(world);
            /* Rounding of 120 steps of numbers around 3. */
            assert_vec_near(after.linear, before.linear, PICK(1e-12, 1e-4));
            assert_vec_near(after.angular, before.angular, split ? 0.1 : PICK(1e-11, 1e-3));
            md3_world_destroy(world);
        }
    }
}

/* Part of its angular momentum that a dumbbell, two spheres with a joint between them, loses in a second. */
static double loss_of_dumbbell(double omega, int32_t substeps, md3_joint_type type)
{
    md3_world_def settings = md3_world_def_default();
    settings.gravity = at3(0, 0, 0);
    settings.substeps = substeps;
    settings.enable_sleep = false;
    md3_world *world = world_of(&settings);
    const md3_body_id a = weight_at(world, -1, 0, 0, 1, at3(0.1, 0.1, 0.1));
    const md3_body_id b = weight_at(world, 1, 0, 0, 1, at3(0.1, 0.1, 0.1));
    join_at(world, type, a, b, at3(0, 0, 0), at3(0, 0, 1));
    set_velocity(world, a, at3(0, -omega, 0), at3(0, 0, omega));
    set_velocity(world, b, at3(0, omega, 0), at3(0, 0, omega));
    const double before = (double)momentum_of(world).angular.z;
    step_many(world, 60);
    const double after = (double)momentum_of(world).angular.z;
    md3_world_destroy(world);
    return 1 - after / before;
}

/* A substep moves a body on a circle along the tangent, and leaves the circle by (omega h)^2 / 2 of the radius without a change of
 * angular momentum. The correction moves it back without a change of velocity, and takes that part: omega^2 h / 2 per second. It is
 * somewhat less, because the radius settles a little above the joint's. */
static void the_correction_takes_angular_momentum_of_first_order(void **state)
{
    (void)state;
    for (int32_t substeps = 1; substeps <= 4; substeps *= 2) {
        for (int k = 0; k < 2; ++k) {
            const double omega = k == 0 ? 0.5 : 1;
            const double first_order = omega * omega / (2 * 60.0 * substeps);
            assert_near(loss_of_dumbbell(omega, substeps, MD3_WELD), first_order, 0.15 * first_order);
            assert_near(loss_of_dumbbell(omega, substeps, MD3_BALL), first_order, 0.15 * first_order);
        }
    }
}

/* The projection of velocities on the constraints takes energy, and the correction of positions must not bring more. */
static void the_energy_of_a_double_pendulum_does_not_grow(void **state)
{
    (void)state;
    for (int type = 0; type < 2; ++type) {
        md3_world *world = joint_world(4, G);
        const md3_body_id ground = ground_at(world, 0, 0, 0);
        const md3_body_id upper = weight_at(world, 0.5, 0, 0, 1, at3(0.01, 0.1, 0.1));
        const md3_body_id lower = weight_at(world, 1.5, 0, 0, 1, at3(0.01, 0.1, 0.1));
        const md3_joint_type joint = type == 0 ? MD3_HINGE : MD3_BALL;
        join_at(world, joint, ground, upper, at3(0, 0, 0), at3(0, 0, 1));
        join_at(world, joint, upper, lower, at3(1, 0, 0), at3(0, 0, 1));
        if (type == 1) {
            set_velocity(world, lower, at3(0, 0, 2), at3(0, 0, 0));
            step_by(world, 1.0 / 240); /* the joints share the velocity */
        }
        const double start = energy_of(world);
        for (int i = 0; i < 1200; ++i) {
            step_by(world, 1.0 / 240);
            assert_true(energy_of(world) < start + 0.05); /* of 15 to 30 J of motion */
        }
        assert_true(energy_of(world) > start - 2);
        md3_world_destroy(world);
    }
}

/* ---- Chains and reactions ---------------------------------------------------------------------------------------- */

/* With the default settings, 10 iterations: a chain hangs straight, swings, and its joints hold. */
static void a_chain_of_twenty_balls_hangs_together(void **state)
{
    (void)state;
    md3_world_def settings = md3_world_def_default();
    settings.substeps = 4;
    settings.enable_sleep = false;
    md3_world *world = world_of(&settings);
    md3_body_id last = ground_at(world, 0, 0, 0);
    md3_joint_id joints[20];
    for (int i = 0; i < 20; ++i) {
        const md3_body_id next = weight_at(world, 0, -0.25 - 0.5 * i, 0, 1, at3(0.03, 0.01, 0.03));
        joints[i] = join_at(world, MD3_BALL, last, next, at3(0, -0.5 * i, 0), at3(0, 1, 0));
        last = next;
    }
    set_velocity(world, last, at3(0.5, 0, 0.3), at3(0, 0, 0));
    double worst = 0;
    for (int step = 0; step < 300; ++step) {
        step_by(world, 1.0 / 60);
        for (int i = 0; i < 20; ++i) {
            worst = fmax(worst, (double)state_of(world, joints[i]).error);
        }
    }
    assert_true(worst < 1e-3);
    assert_near((double)md3_vec_length(state_of(world, joints[0]).force), 20 * G, 0.3 * G); /* it still swings */
    md3_world_destroy(world);
}

/* At rest the reaction is the weight, for every type that holds it, wherever the centre of mass is; on the second body. */
static void reactions_are_the_weight(void **state)
{
    (void)state;
    const md3_joint_type types[] = {MD3_BALL, MD3_HINGE, MD3_SLIDER, MD3_WELD, MD3_UNIVERSAL, MD3_SIX, MD3_MOTOR};
    for (int i = 0; i < 7; ++i) {
        for (int swapped = 0; swapped < 2; ++swapped) {
            md3_world *world = joint_world(1, G);
            const bool hangs = types[i] == MD3_BALL || types[i] == MD3_HINGE || types[i] == MD3_UNIVERSAL;
            const double offset = hangs ? 0 : 0.4; /* of the weight from the joint */
            const md3_body_id ground = ground_at(world, 0, 0, 0);
            const md3_body_id body = weight_at(world, offset, -0.3, 0, 3, at3(0.3, 0.3, 0.3));
            const md3_joint_id joint =
                join_at(world, types[i], swapped ? body : ground, swapped ? ground : body, at3(0, 0, 0), at3(0, 0, 1));
            step_many(world, 240);
            const double sign = swapped ? -1 : 1;
            const md3_joint_state now = state_of(world, joint);
            assert_vec_near(now.force, at3(0, sign * 3 * G, 0), PICK(1e-5, 0.01));
            assert_vec_near(now.torque, at3(0, 0, sign * 3 * G * offset), PICK(1e-5, 0.01));
            assert_near((double)now.error, 0, PICK(1e-5, 1e-4));
            md3_world_destroy(world);
        }
    }
}

/* ---- Breaking ---------------------------------------------------------------------------------------------------- */

/* Loads of 1 N more per step: the joint breaks in the step in which the load exceeds its strength, with an event. */
static void a_joint_breaks_at_its_strength(void **state)
{
    (void)state;
    for (int by_torque = 0; by_torque < 2; ++by_torque) {
        md3_world *world = joint_world(1, 0);
        const md3_body_id body = ball_at(world, 0, 0, 0, 1);
        md3_joint_def def =
            md3_joint_def_at(world, MD3_WELD, ground_at(world, 0, 0, 0), body, at3(0, 0, 0), at3(1, 0, 0));
        def.break_force = by_torque ? MD_INFINITY : (md_real)40.5;
        def.break_torque = by_torque ? (md_real)40.5 : MD_INFINITY;
        const md3_joint_id weld = join(world, &def);
        const md3_vec direction = md3_vec_normalize(at3(1, -2, 2));
        int load = 0;
        while (md3_joint_is_valid(world, weld)) {
            assert_true(load < 60);
            const md3_vec push = md3_vec_scale((md_real)++load, direction);
            assert_int_equal(by_torque ? md3_body_apply_torque(world, body, push)
                                       : md3_body_apply_force(world, body, push, md3_body_center(world, body)),
                             MD_OK);
            step_by(world, 1.0 / 60);
        }
        assert_int_equal(load, 41);
        const md3_event event = event_of(world, MD3_EVENT_JOINT_BROKEN);
        assert_true(md3_joint_same(event.joint, weld));
        assert_near((double)event.impulse, by_torque ? 0 : 41.0 / 60, 1e-4);
        assert_int_equal(md3_world_joint_count(world), 0);
        md3_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_keep_the_momentum_of_two_free_bodies),
        cmocka_unit_test(the_correction_takes_angular_momentum_of_first_order),
        cmocka_unit_test(the_energy_of_a_double_pendulum_does_not_grow),
        cmocka_unit_test(a_chain_of_twenty_balls_hangs_together),
        cmocka_unit_test(reactions_are_the_weight),
        cmocka_unit_test(a_joint_breaks_at_its_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
