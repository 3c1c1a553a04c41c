/* Random calls: whatever the order of creating, changing and destroying bodies, shapes and joints, the world stays sound, no call
 * fails but for the stated reasons, and the same calls give the same bits. In worlds with even seeds some numbers of joints are
 * extreme or NaN. */
#include <modulus/joints3.h>

#include "world3/make3.h"

enum { BODIES = 40, JOINTS = 20 };

struct play {
    md3_world *world;
    struct random random;
    md3_body_id bodies[BODIES];
    md3_joint_id joints[JOINTS];
    int joint_types[MD3_JOINT_TYPE_COUNT]; /* how many of each were created */
    bool is_hostile;                       /* some numbers of joints are extreme or NaN */
    md3_hull *rock;
};

static double real(struct play *play, double low, double high)
{
    return random_real(&play->random, low, high);
}

static md3_geometry some_geometry(struct play *play, md3_body_type type)
{
    md3_geometry geometry;
    const md3_vec center = random_point_in_cube(&play->random, 0.3);
    const md3_vec end =
        md3_vec_add(center, md3_vec_scale((md_real)real(play, 0.1, 0.6), random_direction(&play->random)));
    const md_real size = (md_real)real(play, 0.1, 0.4);
    switch (random_index(&play->random, type == MD3_DYNAMIC ? 5 : 6)) {
    case 0: assert_int_equal(md3_geometry_sphere(&geometry, center, size), MD_OK); break;
    case 1: assert_int_equal(md3_geometry_capsule(&geometry, center, end, size), MD_OK); break;
    case 2: assert_int_equal(md3_geometry_cylinder(&geometry, center, end, size, 0), MD_OK); break;
    case 3: assert_int_equal(md3_geometry_cone(&geometry, center, end, size, (md_real)0.02), MD_OK); break;
    case 4: assert_int_equal(md3_geometry_hull(&geometry, play->rock, (md_real)real(play, 0, 0.05)), MD_OK); break;
    default: assert_int_equal(md3_geometry_plane(&geometry, random_direction(&play->random), -4), MD_OK); break;
    }
    return geometry;
}

static md3_shape_def some_material(struct play *play)
{
    md3_shape_def def = surface_of(real(play, 0, 1), random_index(&play->random, 2) * real(play, 0, 0.8));
    def.density = (md_real)real(play, 100, 3000);
    def.torsion = (md_real)(random_index(&play->random, 2) * real(play, 0, 0.05));
    def.rolling = (md_real)(random_index(&play->random, 2) * real(play, 0, 0.05));
    def.sensor = random_index(&play->random, 10) == 0;
    def.surface_velocity = random_index(&play->random, 5) == 0 ? random_point_in_cube(&play->random, 2) : at3(0, 0, 0);
    return def;
}

static void add_shape(struct play *play, md3_body_id body)
{
    const md3_shape_def def = some_material(play);
    const md3_geometry geometry = some_geometry(play, md3_body_get_type(play->world, body));
    give(play->world, body, &def, &geometry);
}

static void replace_body(struct play *play, int i)
{
    if (md3_body_is_valid(play->world, play->bodies[i])) {
        assert_int_equal(md3_body_destroy(play->world, play->bodies[i]), MD_OK);
    }
    md3_body_def def = md3_body_def_default();
    def.type = i < 4 ? (md3_body_type)(i % 2) : MD3_DYNAMIC;
    def.position = random_point_in_cube(&play->random, 2);
    def.rotation = random_rotation(&play->random);
    def.velocity = def.type == MD3_STATIC ? at3(0, 0, 0) : random_point_in_cube(&play->random, 3);
    def.angular_velocity = def.type == MD3_STATIC ? at3(0, 0, 0) : random_point_in_cube(&play->random, 5);
    def.locked = random_index(&play->random, 4) == 0 ? (uint32_t)random_index(&play->random, 64) : 0;
    def.enabled = random_index(&play->random, 8) != 0;
    assert_int_equal(md3_body_create(play->world, &def, &play->bodies[i]), MD_OK);
    for (int k = random_index(&play->random, 3); k >= 0; --k) {
        add_shape(play, play->bodies[i]);
    }
}

/* A change that may be refused, because the body is of another type, but must not harm the world. */
static void change_body(struct play *play, md3_body_id body)
{
    md3_world *world = play->world;
    const md3_shape_def material = some_material(play);
    const md3_vec vector = random_point_in_cube(&play->random, 5);
    const md3_transform place = {random_point_in_cube(&play->random, 2), random_rotation(&play->random)};
    switch (random_index(&play->random, 10)) {
    case 0: (void)md3_body_set_transform(world, body, place); break;
    case 1: (void)md3_body_set_velocity(world, body, vector, random_point_in_cube(&play->random, 20)); break;
    case 2: (void)md3_body_set_type(world, body, (md3_body_type)random_index(&play->random, 3)); break;
    case 3: (void)md3_body_set_enabled(world, body, random_index(&play->random, 2) == 0); break;
    case 4: (void)md3_body_set_locked(world, body, (uint32_t)random_index(&play->random, 64)); break;
    case 5: (void)md3_body_apply_impulse(world, body, md3_vec_scale(100, vector), place.p); break;
    case 6: (void)md3_body_apply_torque(world, body, md3_vec_scale(100, vector)); break;
    case 7: (void)md3_shape_set_def(world, md3_body_first_shape(world, body), &material); break;
    case 8: (void)md3_shape_destroy(world, md3_body_first_shape(world, body)); break;
    default: (void)md3_body_set_awake(world, body, random_index(&play->random, 2) == 0); break;
    }
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* A number of a joint. In a hostile world one in ten is extreme, out of range or NaN. */
static md_real joint_number(struct play *play, double low, double high)
{
    static const double extreme[] = {NAN, INFINITY, -INFINITY, 0, 1e-30, 1e-9, 1e6, 1e9, -1e9, 1e15, 1e30, -7};
    const double usual = real(play, low, high);
    const int choice = random_index(&play->random, 10 * (int)(sizeof extreme / sizeof *extreme));
    return (md_real)(play->is_hostile && choice < (int)(sizeof extreme / sizeof *extreme) ? extreme[choice] : usual);
}

static md3_vec joint_vector(struct play *play, double half)
{
    const md_real x = joint_number(play, -half, half);
    const md_real y = joint_number(play, -half, half);
    return md3_v(x, y, joint_number(play, -half, half));
}

static bool coin(struct play *play)
{
    return random_index(&play->random, 2) == 0;
}

static md3_joint_axis some_axis(struct play *play)
{
    md3_joint_axis axis = md3_joint_axis_default();
    axis.locked = coin(play);
    axis.has_limits = coin(play);
    axis.lower = joint_number(play, -1, 0);
    axis.upper = joint_number(play, 0, 1);
    axis.has_motor = coin(play);
    axis.motor_speed = joint_number(play, -3, 3);
    axis.motor_limit = joint_number(play, 0, 1e4);
    axis.has_spring = coin(play);
    axis.frequency = joint_number(play, 0.1, 10);
    axis.damping_ratio = joint_number(play, 0, 2);
    axis.target = joint_number(play, -0.5, 0.5);
    return axis;
}

static void set_some(struct play *play, md3_joint_def *def)
{
    def->has_limits = coin(play);
    def->lower = joint_number(play, -1, 0);
    def->upper = joint_number(play, 0, 1);
    def->has_motor = coin(play);
    def->motor_speed = joint_number(play, -5, 5);
    def->motor_limit = joint_number(play, 0, 1e5);
    def->torque_limit = joint_number(play, 0, 1e5);
    def->motor_velocity = joint_vector(play, 2);
    def->motor_angular_velocity = joint_vector(play, 2);
    def->has_spring = coin(play);
    def->frequency = joint_number(play, 0.1, 20);
    def->damping_ratio = joint_number(play, 0, 2);
    def->target = joint_vector(play, 2);
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        def->axis[i] = some_axis(play);
    }
    def->break_force = coin(play) ? MD_INFINITY : joint_number(play, 1, 1e5);
    def->collide_connected = coin(play);
}

static md3_joint_def some_joint(struct play *play, md3_joint_type type)
{
    const md3_body_id first = play->bodies[random_index(&play->random, BODIES)];
    const md3_body_id second = play->bodies[random_index(&play->random, BODIES)];
    const md3_joint_id driving = play->joints[random_index(&play->random, JOINTS)];
    const md3_vec point = joint_vector(play, 2);
    const md3_vec axis = random_direction(&play->random);
    switch (type) {
    case MD3_DISTANCE: return md3_joint_def_distance(play->world, first, second, point, joint_vector(play, 2));
    case MD3_WHEEL: return md3_joint_def_wheel(play->world, first, second, point, axis, joint_vector(play, 1));
    case MD3_GEAR:
        return coin(play) ? md3_joint_def_gear(play->world, driving, play->joints[0], joint_number(play, 0.1, 4))
                          : md3_joint_def_at(play->world, type, first, second, point, axis);
    default: return md3_joint_def_at(play->world, type, first, second, point, axis);
    }
}

/* A definition that cannot be used, such as a joint of a body with itself, is refused. */
static void assert_done_or_refused(md_status status)
{
    assert_true(status == MD_OK || status == MD_ERROR_ARGUMENT);
}

static void replace_joint(struct play *play, int i)
{
    if (md3_joint_is_valid(play->world, play->joints[i])) {
        assert_int_equal(md3_joint_destroy(play->world, play->joints[i]), MD_OK);
    }
    const md3_joint_type type = (md3_joint_type)random_index(&play->random, MD3_JOINT_TYPE_COUNT);
    md3_joint_def def = some_joint(play, type);
    if (coin(play)) {
        set_some(play, &def);
    }
    const md_status status = md3_joint_create(play->world, &def, &play->joints[i]);
    assert_done_or_refused(status);
    play->joint_types[type] += status == MD_OK;
}

static void change_joint(struct play *play, md3_joint_id joint)
{
    md3_world *world = play->world;
    md3_joint_def def = md3_joint_get_def(world, joint);
    const bool on = coin(play);
    const md_real a = joint_number(play, -2, 0), b = joint_number(play, 0, 20);
    const md3_vec v = joint_vector(play, 2);
    const md3_joint_axis axis = some_axis(play);
    const md3_transform pose = {v, random_rotation(&play->random)};
    switch (random_index(&play->random, 8)) {
    case 0: assert_done_or_refused(md3_joint_set_motor(world, joint, on, a, b)); break;
    case 1: assert_done_or_refused(md3_joint_set_limits(world, joint, on, a, b)); break;
    case 2: assert_done_or_refused(md3_joint_set_spring(world, joint, on, b, 1)); break;
    case 3: assert_done_or_refused(md3_joint_set_target(world, joint, v)); break;
    case 4: assert_done_or_refused(md3_joint_set_pose(world, joint, pose)); break;
    case 5: assert_done_or_refused(md3_joint_set_velocity(world, joint, v, pose.p)); break;
    case 6:
        assert_done_or_refused(
            md3_joint_set_axis(world, joint, (md3_joint_coordinate)random_index(&play->random, 7), &axis));
        break;
    default: set_some(play, &def); assert_done_or_refused(md3_joint_set_def(world, joint, &def));
    }
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

static void assert_sound(const struct play *play)
{
    for (int i = 0; i < JOINTS; ++i) {
        md3_joint_state joint;
        if (md3_joint_get_state(play->world, play->joints[i], &joint) == MD_OK) { /* it may have broken */
            assert_true(md3_vec_is_finite(joint.force) && md3_vec_is_finite(joint.torque));
            assert_true(md3_vec_is_finite(joint.angle) && isfinite(joint.position) && !isnan(joint.error));
        }
    }
    for (int i = 0; i < BODIES; ++i) {
        const md3_transform at = md3_body_transform(play->world, play->bodies[i]);
        assert_true(md3_vec_is_finite(at.p) && md3_vec_is_finite(md3_body_velocity(play->world, play->bodies[i])));
        assert_near((double)md3_rot_length_squared(at.q), 1, PICK(1e-12, 1e-5));
    }
}

static uint64_t hash_of_play(uint64_t seed, md3_position_correction correction, int types[MD3_JOINT_TYPE_COUNT])
{
    md3_world_def def = md3_world_def_default();
    def.position_correction = correction;
    def.substeps = 1 + (int32_t)(seed % 2);
    def.separate_islands = seed % 3 == 0;
    def.friction_law = (md_friction)(seed % MD_FRICTION_COUNT);
    def.central_friction = def.friction_law != MD_FRICTION_CONE && seed % 4 < 2; /* hostile or not */
    struct play play = {.world = world_of(&def), .random = {seed}, .is_hostile = seed % 2 == 0};
    assert_int_equal(md3_hull_create_box(NULL, at3(0.3, 0.2, 0.4), &play.rock, NULL), MD_OK);
    for (int i = 0; i < BODIES; ++i) {
        replace_body(&play, i);
    }
    for (int i = 0; i < JOINTS; ++i) {
        replace_joint(&play, i);
    }
    for (int step = 0; step < 80; ++step) {
        change_body(&play, play.bodies[random_index(&play.random, BODIES)]);
        replace_joint(&play, random_index(&play.random, JOINTS));
        change_joint(&play, play.joints[random_index(&play.random, JOINTS)]);
        if (step % 8 == 0) {
            replace_body(&play, random_index(&play.random, BODIES));
        }
        step_many(play.world, 1);
        assert_sound(&play);
    }
    const uint64_t hash = md3_world_hash(play.world);
    for (int i = 0; i < MD3_JOINT_TYPE_COUNT; ++i) {
        types[i] += play.joint_types[i];
    }
    md3_hull_destroy(play.rock);
    md3_world_destroy(play.world);
    return hash;
}

static void random_calls_leave_a_sound_world(void **state)
{
    (void)state;
    int types[MD3_JOINT_TYPE_COUNT] = {0};
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        const md3_position_correction correction = (md3_position_correction)(seed % 3);
        assert_true(hash_of_play(seed, correction, types) == hash_of_play(seed, correction, types));
    }
    for (int i = 0; i < MD3_JOINT_TYPE_COUNT; ++i) {
        assert_true(types[i] > 20); /* every kind was created */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_calls_leave_a_sound_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
