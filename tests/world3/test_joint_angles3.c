/* The angles of joints against their definition, and their rates against differences; and random definitions. */
#include "geometry3/vec3.h"
#include "world3/joint_scenes3.h"

/* ---- Angles ------------------------------------------------------------------------------------------------------ */

/* A body on a joint with the ground that does not move by itself. */
struct pair {
    md3_world *world;
    md3_body_id ground, body;
    md3_joint_id joint;
};

static struct pair pair_of(md3_joint_type type)
{
    struct pair pair = {.world = joint_world(1, 0)};
    pair.ground = ground_at(pair.world, 0, 0, 0);
    pair.body = ball_at(pair.world, 0, 0, 0, 1);
    md3_joint_def def = md3_joint_def_default(type);
    def.body[0] = pair.ground;
    def.body[1] = pair.body;
    pair.joint = join(pair.world, &def);
    return pair;
}

static md3_vec angles_at(const struct pair *pair, md3_rot rotation)
{
    assert_int_equal(md3_body_set_transform(pair->world, pair->body, md3_transform_make(at3(0, 0, 0), rotation)),
                     MD_OK);
    return state_of(pair->world, pair->joint).angle;
}

/* Built from a swing and a twist, the angles are those that it was built from. */
static void swing_and_twist_are_those_of_the_rotation(void **state)
{
    (void)state;
    const struct pair pair = pair_of(MD3_BALL);
    struct random random = {3};
    for (int i = 0; i < 300; ++i) {
        const double twist = random_real(&random, -3.1, 3.1);
        const double direction = random_real(&random, -PI, PI);
        const double swing = random_real(&random, 0, i % 3 == 0 ? 1e-4 : 3);
        const md3_rot q =
            md3_rot_multiply(turned_about(0, cos(direction), sin(direction), swing), turned_about(1, 0, 0, twist));
        const md3_vec angle = angles_at(&pair, i % 2 == 0 ? q : (md3_rot){-q.x, -q.y, -q.z, -q.w});
        const double tolerance = PICK(1e-13, 1e-5) / cos(swing / 2);
        assert_vec_near(angle, at3(twist, swing * cos(direction), swing * sin(direction)), tolerance);
        assert_near(position_of(pair.world, pair.joint), swing, tolerance);
    }
    md3_world_destroy(pair.world);
}

/* The angles of a universal joint are those about y of the first frame, then about z of the second, over full turns. */
static void the_angles_of_a_cross_are_those_about_its_axes(void **state)
{
    (void)state;
    const struct pair universal = pair_of(MD3_UNIVERSAL);
    const struct pair wheel = pair_of(MD3_WHEEL);
    struct random random = {4};
    for (int i = 0; i < 300; ++i) {
        const double a = random_real(&random, -3.1, 3.1);
        const double b = random_real(&random, -3.1, 3.1);
        const md3_rot of_cross = md3_rot_multiply(turned_about(0, 1, 0, a), turned_about(0, 0, 1, b));
        const md3_rot of_wheel = md3_rot_multiply(turned_about(1, 0, 0, a), turned_about(0, 1, 0, b));
        assert_vec_near(angles_at(&universal, of_cross), at3(0, a, b), PICK(1e-13, 1e-5));
        assert_vec_near(angles_at(&wheel, of_wheel), at3(a, b, 0), PICK(1e-13, 1e-5));
    }
    md3_world_destroy(universal.world);
    md3_world_destroy(wheel.world);
}

/* The rates at an angular velocity are the differences of the angles after a small turn. Beyond swings of 1.4 rad those of single
 * swings are limited, see joints3.h. */
static void rates_of_angles_are_their_differences(void **state)
{
    (void)state;
    const struct pair pair = pair_of(MD3_BALL);
    struct random random = {5};
    const double e = PICK(1e-6, 1e-2);
    for (int i = 0; i < 300; ++i) {
        const double direction = random_real(&random, -PI, PI);
        const double swing = random_real(&random, 0, i % 3 == 0 ? 0.01 : 1.4);
        const md3_rot q = md3_rot_multiply(turned_about(0, cos(direction), sin(direction), swing),
                                           turned_about(1, 0, 0, random_real(&random, -2.5, 2.5)));
        const md3_vec spin = random_point_in_cube(&random, 1);
        const double speed = (double)md3_vec_length(spin);
        const md3_vec axis = md3_vec_normalize(spin);
        const md3_vec before = angles_at(&pair, md3_rot_multiply(md3_rot_from_axis_angle(axis, -e * speed), q));
        const md3_vec after = angles_at(&pair, md3_rot_multiply(md3_rot_from_axis_angle(axis, e * speed), q));
        angles_at(&pair, q);
        set_velocity(pair.world, pair.body, at3(0, 0, 0), spin);
        const md3_vec rate = state_of(pair.world, pair.joint).angular_rate;
        assert_vec_near(rate, md3_vec_scale((md_real)(0.5 / e), md3_vec_sub(after, before)), PICK(1e-8, 2e-3));
        set_velocity(pair.world, pair.body, at3(0, 0, 0), at3(0, 0, 0));
    }
    md3_world_destroy(pair.world);
}

/* A weld, or a six with all locked, finds back from any rotation, even from almost a half turn. */
static void locked_rotations_return_from_any_error(void **state)
{
    (void)state;
    const md3_joint_type types[] = {MD3_WELD, MD3_SLIDER, MD3_SIX};
    struct random random = {6};
    for (int i = 0; i < 30; ++i) {
        const struct pair pair = pair_of(types[i % 3]);
        const md3_vec axis = md3_vec_normalize(random_point_in_cube(&random, 1));
        angles_at(&pair, md3_rot_from_axis_angle(axis, random_real(&random, 0, 3.1)));
        step_many(pair.world, 180); /* at 3 rad/s per row */
        assert_near((double)state_of(pair.world, pair.joint).error, 0, 1e-3);
        md3_world_destroy(pair.world);
    }
}

/* ---- Random definitions ------------------------------------------------------------------------------------------ */

/* A number of any size, often a special one. */
static md_real random_number(struct random *random)
{
    static const double special[] = {0, 1, -1, 1e-30, 1e30, -1e9, 1e9, 3.2, -6.2, 1e-9, INFINITY, -INFINITY, NAN};
    const int32_t kind = random_index(random, 40);
    return (md_real)(kind < 13 ? special[kind] : random_real(random, -2, 4));
}

static bool random_bit(struct random *random)
{
    return random_index(random, 2) == 1;
}

static void randomise_axis(struct random *random, md3_joint_axis *axis)
{
    axis->locked = random_index(random, 3) == 0;
    axis->has_limits = random_bit(random);
    axis->has_motor = random_bit(random);
    axis->has_spring = random_bit(random);
    md_real *const numbers[] = {&axis->lower,     &axis->upper,         &axis->motor_speed, &axis->motor_limit,
                                &axis->frequency, &axis->damping_ratio, &axis->target};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        *numbers[i] = random_index(random, 30) == 0 ? random_number(random) : *numbers[i];
    }
    axis->upper = random_index(random, 40) != 0 ? md_max(axis->lower, axis->upper) : axis->upper;
}

static md3_joint_def random_def(struct random *random, const md3_body_id *bodies, int32_t count)
{
    md3_joint_def def = md3_joint_def_default((md3_joint_type)random_index(random, MD3_JOINT_TYPE_COUNT));
    for (int side = 0; side < 2; ++side) {
        def.body[side] = bodies[random_index(random, count)];
        def.anchor[side] = random_point_in_cube(random, 1);
        def.rotation[side] =
            turned_about(random_real(random, -1, 1), 1, random_real(random, -1, 1), random_real(random, -3, 3));
    }
    def.has_limits = random_bit(random);
    def.has_motor = random_bit(random);
    def.has_spring = random_bit(random);
    def.collide_connected = random_bit(random);
    md_real *const numbers[] = {&def.lower,
                                &def.upper,
                                &def.motor_speed,
                                &def.motor_limit,
                                &def.frequency,
                                &def.damping_ratio,
                                &def.torque_limit,
                                &def.length,
                                &def.break_force,
                                &def.break_torque,
                                &def.motor_velocity.x,
                                &def.target.y,
                                &def.anchor[0].x,
                                &def.motor_angular_velocity.z,
                                &def.correction_factor};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        *numbers[i] = random_index(random, 12) == 0 ? random_number(random) : *numbers[i];
    }
    def.upper = random_index(random, 10) != 0 ? md_max(def.lower, def.upper) : def.upper;
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        randomise_axis(random, &def.axis[i]);
    }
    return def;
}

static bool state_is_finite(const md3_joint_state *state)
{
    return vec_is_finite(state->force) && vec_is_finite(state->torque) && vec_is_finite(state->angle) &&
           vec_is_finite(state->translation) && isfinite(state->position) && isfinite(state->speed) &&
           isfinite(state->motor) && isfinite(state->error);
}

static void check_world(const md3_world *world)
{
    for (md3_body_id b = md3_world_first_body(world); b.generation != 0; b = md3_world_next_body(world, b)) {
        assert_true(vec_is_finite(md3_body_center(world, b)) && vec_is_finite(md3_body_velocity(world, b)));
        assert_true(vec_is_finite(md3_body_angular_velocity(world, b)));
        assert_true(rot_is_unit(md3_body_transform(world, b).q));
    }
    for (md3_joint_id j = md3_world_first_joint(world); j.generation != 0; j = md3_world_next_joint(world, j)) {
        const md3_joint_state now = state_of(world, j);
        assert_true(state_is_finite(&now));
    }
}

/* Bodies of all types, some of which do not rotate or have locked axes. */
static int32_t add_bodies(struct random *random, md3_world *world, md3_body_id bodies[8])
{
    const uint32_t locks[] = {0, 0, MD3_LOCK_X, MD3_LOCK_ROTATION, MD3_LOCK_ROTATION_Y | MD3_LOCK_Z};
    for (int i = 0; i < 8; ++i) {
        md3_body_def def = md3_body_def_default();
        def.type = i == 0 ? MD3_STATIC : i == 1 ? MD3_KINEMATIC : MD3_DYNAMIC;
        def.position = random_point_in_cube(random, 2);
        def.locked = locks[random_index(random, 5)];
        def.velocity = random_point_in_cube(random, i == 0 ? 0 : 3);
        def.angular_velocity = random_point_in_cube(random, i == 0 ? 0 : 3);
        assert_int_equal(md3_body_create(world, &def, &bodies[i]), MD_OK);
        if (random_bit(random)) {
            const md3_shape_def material = md3_shape_def_default();
            give_sphere(world, bodies[i], &material, 0.3);
        }
    }
    return 8;
}

/* Accepted definitions keep the world finite, alone and in tangles, and a step never fails. */
static void random_definitions_keep_the_world_finite(void **state)
{
    (void)state;
    struct random random = {7};
    int accepted = 0, refused = 0;
    for (int trial = 0; trial < 150; ++trial) {
        md3_world_def settings = md3_world_def_default();
        settings.position_correction = (md3_position_correction)(trial % 3);
        settings.substeps = 1 + trial % 2;
        md3_world *world = world_of(&settings);
        md3_body_id bodies[8];
        const int32_t count = add_bodies(&random, world, bodies);
        for (int i = 0; i < 8; ++i) {
            const md3_joint_def def = random_def(&random, bodies, count);
            const md_status status = md3_joint_create(world, &def, NULL);
            accepted += status == MD_OK;
            refused += status == MD_ERROR_ARGUMENT;
        }
        for (int step = 0; step < 20; ++step) {
            step_by(world, 1.0 / 60);
            check_world(world);
        }
        md3_world_destroy(world);
    }
    assert_true(accepted > 300 && refused > 300);
    assert_int_equal(accepted + refused, 150 * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swing_and_twist_are_those_of_the_rotation),
        cmocka_unit_test(the_angles_of_a_cross_are_those_about_its_axes),
        cmocka_unit_test(rates_of_angles_are_their_differences),
        cmocka_unit_test(locked_rotations_return_from_any_error),
        cmocka_unit_test(random_definitions_keep_the_world_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
