/* Random worlds in space, and random calls to them while they run: every kind of shape, joint, body and setting, sizes and
 * masses that differ by orders of magnitude, and calls that must be refused. Everything depends only on the generator and the
 * world, so that two equal worlds with two equal generators get the same calls.
 *
 * Each random number has its own statement, because the order of evaluation within an expression is up to the compiler: a
 * seed means the same for all compilers.
 *
 * The numbers are those of a well-meaning user: finite, and such that derived numbers (a mass, a speed) are finite too.
 * With hostile_numbers set, some are those of an attacker.
 */
#ifndef MODULUS_TESTS_RANDOM_WORLD3_H
#define MODULUS_TESTS_RANDOM_WORLD3_H

#include "random_shapes3.h"

enum { MOST_BODIES = 30, MOST_JOINTS = 15, MOST_SHAPES = 100 };

/** Returns a position that is usually near the other bodies, sometimes far away or at the limit of the world. */
static inline md3_vec any_place(struct splitmix *random)
{
    switch (splitmix_index(random, 40)) {
    case 0: return any_vec(random, 1e4);
    case 1: return any_vec(random, 9.9e8);
    default: return any_vec(random, 2);
    }
}

static inline md3_transform any_transform(struct splitmix *random)
{
    const md3_vec place = any_place(random);
    return (md3_transform){place, any_rotation(random)};
}

/* ---- Callbacks, which keep nothing ---------------------------------------------------------------------------------- */

static inline bool sometimes_filter(void *user, const md3_world *world, md3_shape_id a, md3_shape_id b)
{
    (void)user;
    (void)world;
    return (a.index * 7 + b.index * 3) % 5 != 0;
}

static inline bool sometimes_pre_solve(void *user, const md3_world *world, md3_pre_solve *contact)
{
    (void)user;
    contact->friction *= (md_real)0.5;
    contact->restitution = contact->shape[0].index % 3 == 0 ? 1 : 0;
    contact->surface_velocity.x += (md_real)(contact->shape[1].index % 2);
    return (contact->shape[0].index + contact->shape[1].index + md3_world_steps(world)) % 4 != 0;
}

static inline md_real smaller_of(void *user, md_real a, md_real b)
{
    (void)user;
    return a < b ? a : b;
}

/* ---- Settings ------------------------------------------------------------------------------------------------------- */

static inline md_solver_spec any_solver(struct splitmix *random)
{
    static const md_method METHODS[] = {MD_PGS, MD_PSOR, MD_AMGS, MD_AMSOR, MD_AUTO, MD_NSGS};
    md_solver_spec spec = md_solver_spec_of(METHODS[splitmix_index(random, 6)]);
    if (one_in(random, 4)) {
        spec.alpha = any_scale(random, 0.05, 2);
        spec.relax = any_real(random, 0.5, 1.5);
    }
    return spec;
}

static inline md3_callbacks any_callbacks(struct splitmix *random)
{
    md3_callbacks callbacks = {0};
    callbacks.filter = one_in(random, 4) ? sometimes_filter : NULL;
    callbacks.pre_solve = one_in(random, 4) ? sometimes_pre_solve : NULL;
    callbacks.mix_friction = one_in(random, 6) ? smaller_of : NULL;
    callbacks.mix_restitution = one_in(random, 6) ? smaller_of : NULL;
    return callbacks;
}

/** Randomises the settings that can change at any time; the rest of `def` stays. */
static inline void any_settings(struct splitmix *random, md3_world_def *def)
{
    const bool strong = one_in(random, 20);
    def->gravity = one_in(random, 3) ? any_vec(random, strong ? 1000 : 15) : md3_v(0, (md_real)-9.8, 0);
    def->solver = any_solver(random);
    def->position_solver = any_solver(random);
    def->limits.max_iterations = 1 + splitmix_index(random, 15);
    def->limits.tol_relative = one_in(random, 4) ? 1e-6 : 0;
    def->friction_law = (md_friction)splitmix_index(random, MD_FRICTION_COUNT);
    def->position_correction = (md3_position_correction)splitmix_index(random, MD3_CORRECTION_BAUMGARTE + 1);
    def->position_iterations = splitmix_index(random, 10);
    if (def->position_iterations % 4 == 3) {
        def->position_correction = MD3_CORRECTION_SOFT_STEP;
    }
    def->recycle_distance = def->position_iterations % 3 == 1 ? (md_real)0.005 : 0;
    def->substeps = one_in(random, 2) ? 1 : 1 + splitmix_index(random, 4);
    def->position_warm_start = one_in(random, 3) ? any_real(random, 0, 1) : 0;
    def->correction_factor = one_in(random, 4) ? any_real(random, 0, 1) : (md_real)0.2;
    def->max_correction_speed = one_in(random, 6) ? MD_INFINITY : any_real(random, 0, 5);
    def->slop = one_in(random, 4) ? 0 : (md_real)0.0005;
    def->speculative_margin = one_in(random, 4) ? any_real(random, 0, 0.2) : (md_real)0.02;
    def->restitution_threshold = one_in(random, 4) ? 0 : 1;
    def->hit_threshold = one_in(random, 4) ? 0 : 1;
    def->friction_mixing = (md3_mixing)splitmix_index(random, MD3_MIX_PRODUCT + 1);
    def->restitution_mixing = (md3_mixing)splitmix_index(random, MD3_MIX_PRODUCT + 1);
    def->enable_warm_starting = !one_in(random, 8);
    def->warm_start_smoothing = one_in(random, 4) ? any_real(random, 0, 1) : (md_real)0.05;
    def->separate_islands = one_in(random, 3);
    def->partitions = def->position_iterations % 5 == 4 ? (int32_t)def->position_iterations : 0;
    def->enable_sleep = !one_in(random, 4);
    def->enable_continuous = !one_in(random, 5);
    def->sleep_speed = one_in(random, 3) ? any_real(random, 0, 2) : (md_real)0.05;
    def->sleep_time = any_real(random, 0, 0.5);
    def->max_contacts = one_in(random, 20) ? 1 + splitmix_index(random, 10) : 10000000;
    def->central_friction =
        one_in(random, 2) && def->friction_law != MD_FRICTION_CONE && def->solver.method != MD_EXACT;
}

static inline md3_world_def any_world_def(struct splitmix *random)
{
    md3_world_def def = md3_world_def_default();
    any_settings(random, &def);
    def.callbacks = any_callbacks(random);
    def.max_bodies = one_in(random, 10) ? 3 : MOST_BODIES;
    def.max_shapes = one_in(random, 10) ? 3 : MOST_SHAPES;
    def.max_joints = one_in(random, 10) ? 3 : MOST_JOINTS;
    return def;
}

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

/** Returns a random body; generation 0 if there is none. */
static inline md3_body_id any_body(struct splitmix *random, const md3_world *world)
{
    md3_body_id body = md3_world_first_body(world);
    const int32_t count = md3_world_body_count(world);
    for (int32_t i = count > 0 ? splitmix_index(random, count) : 0; i > 0; --i) {
        body = md3_world_next_body(world, body);
    }
    return body;
}

/** Returns a random shape of a random body; generation 0 if there is none. */
static inline md3_shape_id any_shape(struct splitmix *random, const md3_world *world)
{
    md3_shape_id shape = md3_body_first_shape(world, any_body(random, world));
    for (int32_t i = splitmix_index(random, 3); i > 0 && md3_shape_next(world, shape).generation != 0; --i) {
        shape = md3_shape_next(world, shape);
    }
    return shape;
}

/* Often shares the hull, mesh or height field of another shape. */
static inline md_status add_shape(struct splitmix *random, md3_world *world, md3_body_id body)
{
    const md3_shape_def def = any_shape_def(random);
    const md3_geometry *other = one_in(random, 3) ? md3_shape_geometry(world, any_shape(random, world)) : NULL;
    if (other != NULL) {
        const md3_geometry shared = *other; /* creating a shape may move the others */
        return md3_shape_create(world, body, &def, &shared, NULL);
    }
    md3_geometry geometry = {0};
    md_status status = any_geometry(random, md3_body_get_type(world, body) == MD3_DYNAMIC, &geometry);
    if (status == MD_OK) {
        md3_geometry damaged = geometry;
        if (is_hostile(random)) {
            damage_geometry(random, &damaged);
        }
        status = md3_shape_create(world, body, &def, &damaged, NULL);
    }
    drop_geometry(&geometry);
    return status;
}

static inline md_status give_mass(struct splitmix *random, md3_world *world, md3_body_id body)
{
    md3_mass mass = {.mass = any_scale(random, 1e-6, 1e6)};
    mass.center = any_vec(random, 0.5);
    const md_real moment = mass.mass * any_scale(random, 1e-2, 1e2);
    mass.inertia = one_in(random, 4) ? md3_mat_diagonal(0, 0, 0) : md3_mat_diagonal(moment, moment, moment);
    mass.inertia.x.x *= any_real(random, 0.5, 1);
    mass.mass = one_in(random, 4) ? 0 : mass.mass;
    return md3_body_set_mass(world, body, mass);
}

static inline md3_vec any_velocity(struct splitmix *random)
{
    const bool fast = one_in(random, 8);
    return any_vec(random, fast ? 1000 : 2);
}

static inline md_status add_body(struct splitmix *random, md3_world *world)
{
    md3_body_def def = md3_body_def_default();
    def.type = one_in(random, 4) ? (md3_body_type)splitmix_index(random, 3) : MD3_DYNAMIC;
    def.position = any_place(random);
    def.rotation = any_rotation(random);
    def.velocity = any_velocity(random);
    const bool spins = one_in(random, 8);
    def.angular_velocity = any_vec(random, spins ? 300 : 3);
    def.linear_damping = one_in(random, 4) ? any_scale(random, 1e-2, 1e2) : 0;
    def.angular_damping = one_in(random, 4) ? any_scale(random, 1e-2, 1e2) : 0;
    def.gravity_scale = one_in(random, 6) ? any_real(random, -2, 2) : 1;
    def.locked = one_in(random, 6) ? (uint32_t)splitmix_index(random, 64) : 0;
    def.bullet = one_in(random, 6);
    def.enable_sleep = !one_in(random, 8);
    def.awake = !one_in(random, 8);
    def.enabled = !one_in(random, 10);
    def.user = (void *)(uintptr_t)splitmix_index(random, 1000);
    md3_body_id body;
    const md_status status = md3_body_create(world, &def, &body);
    if (status != MD_OK) {
        return status;
    }
    const int32_t shapes = (1 + splitmix_index(random, 6)) / 2; /* zero to three, usually one */
    for (int32_t i = 0; i < shapes; ++i) {
        (void)add_shape(random, world, body);
    }
    return one_in(random, 8) ? give_mass(random, world, body) : MD_OK;
}

/* ---- Joints --------------------------------------------------------------------------------------------------------- */

static inline md_real any_strength(struct splitmix *random)
{
    return one_in(random, 3) ? any_scale(random, 1e-3, 1e6) : MD_INFINITY;
}

static inline md3_joint_axis any_axis(struct splitmix *random)
{
    md3_joint_axis axis = md3_joint_axis_default();
    axis.locked = one_in(random, 3);
    axis.has_limits = one_in(random, 3);
    axis.lower = any_real(random, -2, 1);
    axis.upper = axis.lower + any_real(random, 0, 2);
    axis.has_motor = one_in(random, 4);
    axis.motor_speed = any_real(random, -5, 5);
    axis.motor_limit = any_strength(random);
    axis.has_spring = one_in(random, 4);
    axis.frequency = any_scale(random, 1e-2, 1e3);
    axis.target = any_real(random, -1, 1);
    return axis;
}

static inline void any_joint_settings(struct splitmix *random, md3_joint_def *def)
{
    def->collide_connected = one_in(random, 3);
    def->has_limits = one_in(random, 3);
    def->lower = any_real(random, -2, 1);
    def->upper = one_in(random, 6) ? def->lower : def->lower + any_real(random, 0, 3);
    def->has_motor = one_in(random, 3);
    const bool fast = one_in(random, 8);
    def->motor_speed = any_real(random, -1, 1) * (fast ? 100 : 5);
    def->motor_limit = any_strength(random);
    def->torque_limit = any_strength(random);
    def->motor_velocity = any_vec(random, 5);
    def->motor_angular_velocity = any_vec(random, 5);
    def->correction_factor = any_real(random, 0, 1);
    def->ratio = one_in(random, 3) ? 1 : any_scale(random, 1e-6, 1e6);
    def->gear_slides[0] = one_in(random, 3);
    def->gear_slides[1] = one_in(random, 3);
    def->has_spring = one_in(random, 3);
    def->frequency = any_scale(random, 1e-2, 1e3);
    def->damping_ratio = one_in(random, 4) ? 0 : any_scale(random, 1e-2, 1e2);
    def->target = any_vec(random, 6);
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        def->axis[i] = any_axis(random);
    }
    def->break_force = any_strength(random);
    def->break_torque = any_strength(random);
    def->user = (void *)(uintptr_t)splitmix_index(random, 1000);
}

static inline md3_joint_id any_joint(struct splitmix *random, const md3_world *world)
{
    md3_joint_id joint = md3_world_first_joint(world);
    const int32_t count = md3_world_joint_count(world);
    for (int32_t i = count > 0 ? splitmix_index(random, count) : 0; i > 0; --i) {
        joint = md3_world_next_joint(world, joint);
    }
    return joint;
}

/* A definition by the function that is made for the type, or by one for all types. */
static inline md3_joint_def any_joint_def(struct splitmix *random, const md3_world *world, md3_joint_type type)
{
    const md3_body_id first = any_body(random, world);
    const md3_body_id second = any_body(random, world);
    const md3_vec point = md3_body_center(world, one_in(random, 2) ? first : second);
    const md3_vec off = any_vec(random, 1);
    const md3_vec axis = md3_vec_normalize(any_vec(random, 1));
    const md3_vec near_point = md3_vec_add(point, off);
    if (type == MD3_DISTANCE) {
        return md3_joint_def_distance(world, first, second, point, near_point);
    }
    if (type == MD3_WHEEL && one_in(random, 2)) {
        return md3_joint_def_wheel(world, first, second, near_point, axis, any_vec(random, 1));
    }
    if (type == MD3_GEAR && one_in(random, 2)) {
        const md3_joint_id driving = any_joint(random, world);
        const md3_joint_id driven = any_joint(random, world);
        return md3_joint_def_gear(world, driving, driven, any_scale(random, 1e-2, 1e2));
    }
    if (one_in(random, 4)) {
        const md3_rot rotation = any_rotation(random);
        return md3_joint_def_in_frame(world, type, first, second, (md3_transform){near_point, rotation});
    }
    return md3_joint_def_at(world, type, first, second, near_point, axis);
}

/* May be refused, for example a distance joint of length 0, or a joint of a body with itself. */
static inline md_status add_joint(struct splitmix *random, md3_world *world)
{
    const md3_joint_type type = (md3_joint_type)splitmix_index(random, MD3_JOINT_TYPE_COUNT);
    md3_joint_def def = any_joint_def(random, world, type);
    const md_real ratio = def.ratio;
    if (!one_in(random, 4)) {
        any_joint_settings(random, &def);
        def.ratio = one_in(random, 2) ? ratio : def.ratio;
    }
    if (is_hostile(random)) {
        def.anchor[splitmix_index(random, 2)] = any_vec(random, 1e9);
        def.rotation[splitmix_index(random, 2)] = any_rotation(random);
        def.length = hostile_real(random);
    }
    return md3_joint_create(world, &def, NULL);
}

static inline md_status change_joint(struct splitmix *random, md3_world *world)
{
    const md3_joint_id joint = any_joint(random, world);
    md3_joint_def def = md3_joint_get_def(world, joint);
    const bool on = one_in(random, 2);
    const md_real number = any_real(random, -1, 0.9);
    const md3_joint_axis axis = any_axis(random);
    const md3_vec velocity = any_vec(random, 3);
    switch (splitmix_index(random, 8)) {
    case 0: return md3_joint_set_motor(world, joint, on, 5 * number, any_strength(random));
    case 1: return md3_joint_set_limits(world, joint, on, number, 1);
    case 2: return md3_joint_set_spring(world, joint, on, any_scale(random, 0.1, 100), 1);
    case 3: return md3_joint_set_target(world, joint, any_vec(random, 5));
    case 4: return md3_joint_set_axis(world, joint, (md3_joint_coordinate)splitmix_index(random, 6), &axis);
    case 5: return md3_joint_set_pose(world, joint, any_transform(random));
    case 6: return md3_joint_set_velocity(world, joint, velocity, any_vec(random, 3));
    default: any_joint_settings(random, &def); return md3_joint_set_def(world, joint, &def);
    }
}

/* ---- Calls ---------------------------------------------------------------------------------------------------------- */

static inline md_status push_body(struct splitmix *random, md3_world *world)
{
    const md3_body_id body = any_body(random, world);
    const md_real weight = md3_body_mass(world, body).mass;
    const bool hard = one_in(random, 8);
    const md3_vec push = any_vec(random, (double)weight * (hard ? 300 : 5));
    const md3_vec center = md3_body_center(world, body);
    const md3_vec off = any_vec(random, 0.5);
    const md3_vec point = md3_vec_add(center, off);
    switch (splitmix_index(random, 6)) {
    case 0: return md3_body_apply_force(world, body, md3_vec_scale(60, push), point);
    case 1: return md3_body_apply_torque(world, body, push);
    case 2: return md3_body_apply_impulse(world, body, push, center);
    case 3: return md3_body_apply_angular_impulse(world, body, md3_vec_scale((md_real)0.1, push));
    case 4: return md3_body_apply_force_to_center(world, body, md3_vec_scale(60, push));
    default: return md3_body_apply_impulse_to_center(world, body, push);
    }
}

static inline md_status place_body(struct splitmix *random, md3_world *world)
{
    const md3_body_id body = any_body(random, world);
    const md3_transform place = any_transform(random);
    if (md3_body_get_type(world, body) == MD3_KINEMATIC && one_in(random, 2)) {
        return md3_body_set_target(world, body, place, (md_real)(1.0 / 60));
    }
    if (one_in(random, 2)) {
        const md3_vec velocity = any_velocity(random);
        return md3_body_set_velocity(world, body, velocity, any_vec(random, 9));
    }
    return md3_body_set_transform(world, body, place);
}

static inline md_status change_body(struct splitmix *random, md3_world *world)
{
    const md3_body_id body = any_body(random, world);
    const bool on = one_in(random, 2);
    switch (splitmix_index(random, 10)) {
    case 0: return md3_body_set_type(world, body, (md3_body_type)splitmix_index(random, 3));
    case 1: return md3_body_set_damping(world, body, any_scale(random, 1e-2, 10), 0);
    case 2: return md3_body_set_gravity_scale(world, body, any_real(random, -1, 2));
    case 3: return md3_body_set_locked(world, body, (uint32_t)splitmix_index(random, 65));
    case 4: return md3_body_set_bullet(world, body, on);
    case 5: return md3_body_set_awake(world, body, on);
    case 6: return md3_body_enable_sleep(world, body, on);
    case 7: return md3_body_set_user(world, body, (void *)(uintptr_t)1);
    case 8: return give_mass(random, world, body);
    default: return md3_body_set_enabled(world, body, on);
    }
}

static inline md_status change_shape(struct splitmix *random, md3_world *world)
{
    const md3_shape_id shape = any_shape(random, world);
    const md3_shape_def def = any_shape_def(random);
    return one_in(random, 2) ? md3_shape_destroy(world, shape) : md3_shape_set_def(world, shape, &def);
}

static inline md_status change_world(struct splitmix *random, md3_world *world)
{
    md3_world_def def = md3_world_get_def(world);
    any_settings(random, &def);
    return md3_world_set_def(world, &def);
}

/* Uses handles of destroyed objects, and invalid handles. */
static inline md_status use_stale_handles(struct splitmix *random, md3_world *world)
{
    md3_body_id body = any_body(random, world);
    md3_shape_id shape = any_shape(random, world);
    md3_joint_id joint = any_joint(random, world);
    body.generation = body.generation > 2 ? body.generation - 2 : 0; /* the previous generation */
    shape.generation &= ~UINT32_C(1);
    joint.index += 1000;
    const md3_transform place = md3_body_transform(world, body);
    const bool refused =
        md3_body_set_transform(world, body, place) == MD_ERROR_ARGUMENT &&
        md3_body_destroy(world, body) == MD_ERROR_ARGUMENT && md3_shape_destroy(world, shape) == MD_ERROR_ARGUMENT &&
        md3_shape_geometry(world, shape) == NULL && md3_joint_destroy(world, joint) == MD_ERROR_ARGUMENT;
    return refused ? MD_OK : MD_ERROR_PROBLEM;
}

/* Puts a mover into the world and moves it a few times; it pushes bodies. */
static inline md_status move_about(struct splitmix *random, md3_world *world)
{
    md3_mover_def def = md3_mover_def_default();
    def.radius = any_size(random, 0.02, 2);
    def.height = 2 * def.radius + any_size(random, 0, 2);
    def.skin = def.radius * (md_real)0.05;
    def.step_height = one_in(random, 3) ? 0 : any_size(random, 0, 1);
    def.snap_distance = one_in(random, 3) ? 0 : any_size(random, 0, 1);
    def.max_slope = any_real(random, 0, 1.5);
    def.mass = any_strength(random);
    def.push_force = any_strength(random);
    md3_mover mover;
    md_status status = md3_mover_place(world, &def, any_place(random), &mover);
    for (int i = 0; i < 4 && status == MD_OK; ++i) {
        const md3_vec velocity = any_velocity(random);
        status = md3_mover_move(world, &mover, velocity, any_real(random, 1e-3, 0.1));
        if (status == MD_OK && !(md3_vec_is_finite(mover.position) && md3_vec_is_finite(mover.velocity))) {
            return MD_ERROR_PROBLEM;
        }
    }
    return status;
}

/* Only calls the functions; the results are not used. */
static inline md_status ask(struct splitmix *random, md3_world *world)
{
    md3_shape_id found[4];
    md3_query_hit hits[4];
    md3_joint_state state;
    md3_geometry geometry = {0};
    const md3_vec from = any_vec(random, 8);
    const md3_vec to = any_vec(random, 8);
    const md3_transform at = {from, any_rotation(random)};
    (void)md3_world_ray_all(world, from, to, NULL, hits, 4);
    (void)md3_world_ray_closest(world, from, to, NULL);
    (void)md3_world_at_point(world, from, NULL, found, 4);
    (void)md3_world_closest_point(world, from, any_size(random, 0, 1e9), NULL);
    if (any_geometry(random, one_in(random, 2), &geometry) == MD_OK) {
        md3_geometry damaged = geometry;
        if (is_hostile(random)) {
            damage_geometry(random, &damaged);
        }
        (void)md3_world_overlap(world, &damaged, at, NULL, found, 4);
        (void)md3_world_cast(world, &damaged, at, to, NULL);
    }
    drop_geometry(&geometry);
    (void)md3_joint_get_state(world, any_joint(random, world), &state);
    (void)md3_world_bounds(world);
    (void)md3_body_interpolated(world, any_body(random, world), (md_real)0.3);
    return MD_OK;
}

/** Makes a random call, or a few related ones. The result depends only on the world and the generator. */
static inline md_status random_call(struct splitmix *random, md3_world *world)
{
    switch (splitmix_index(random, 25)) {
    case 0:
    case 1:
    case 2: return add_body(random, world);
    case 3: return add_shape(random, world, any_body(random, world));
    case 4:
    case 5: return add_joint(random, world);
    case 6:
    case 7: return md3_body_destroy(world, any_body(random, world));
    case 8: return md3_joint_destroy(world, any_joint(random, world));
    case 9:
    case 10: return change_joint(random, world);
    case 11:
    case 12: return change_shape(random, world);
    case 13:
    case 14:
    case 15: return change_body(random, world);
    case 16:
    case 17: return place_body(random, world);
    case 18: return one_in(random, 3) ? change_world(random, world) : MD_OK;
    case 19: return use_stale_handles(random, world);
    case 20: return ask(random, world);
    case 21: return move_about(random, world);
    default: return push_body(random, world);
    }
}

/** Returns a time step: usually 1/60 s, otherwise 0.1 ms to 100 ms. */
static inline md_real any_dt(struct splitmix *random)
{
    return one_in(random, 4) ? any_scale(random, 1e-4, 0.1) : (md_real)(1.0 / 60);
}

/** Adds a pit: five half-spaces. */
static inline void add_pit(md3_world *world)
{
    static const md3_vec NORMALS[5] = {{0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
    const md3_body_def at_rest = md3_body_def_default();
    const md3_shape_def solid = md3_shape_def_default();
    md3_body_id pit;
    md3_geometry plane;
    if (md3_body_create(world, &at_rest, &pit) != MD_OK) {
        return;
    }
    for (int i = 0; i < 5; ++i) {
        if (md3_geometry_plane(&plane, NORMALS[i], -3) == MD_OK) {
            (void)md3_shape_create(world, pit, &solid, &plane, NULL);
        }
    }
}

/** Fills a world: usually a pit, and some bodies and joints. */
static inline void fill_world(struct splitmix *random, md3_world *world)
{
    if (!one_in(random, 5)) {
        add_pit(world);
    }
    for (int32_t i = splitmix_index(random, 20); i >= 0; --i) {
        (void)add_body(random, world);
    }
    for (int32_t i = splitmix_index(random, 8); i > 0; --i) {
        (void)add_joint(random, world);
    }
}

#endif
