/* Random worlds, and random calls to them while they run: every kind of shape, joint, body and setting, sizes and masses
 * that differ by orders of magnitude, and calls that must be refused. Everything depends only on the generator and the
 * world, so that two equal worlds with two equal generators get the same calls.
 *
 * Each random number has its own statement, because the order of evaluation within an expression is up to the compiler: a
 * seed means the same for all compilers.
 *
 * The numbers are those of a well-meaning user: finite, and such that derived numbers (a mass, a speed) are finite too.
 * With hostile_numbers set, some are those of an attacker.
 */
#ifndef MODULUS_TESTS_RANDOM_WORLD2_H
#define MODULUS_TESTS_RANDOM_WORLD2_H

#include <modulus/modulus.h>

#include "../support/hostile_numbers.h"

enum { MOST_BODIES = 40, MOST_JOINTS = 20, MOST_SHAPES = 150 };

/* ---- Numbers -------------------------------------------------------------------------------------------------------- */

static inline md2_vec any_vec(struct splitmix *random, double size)
{
    const md_real x = any_real(random, -size, size);
    return (md2_vec){x, any_real(random, -size, size)};
}

static inline md2_rot any_rotation(struct splitmix *random)
{
    if (is_hostile(random)) {
        const md_real c = hostile_real(random);
        return (md2_rot){c, hostile_real(random)};
    }
    const double angle = one_in(random, 2) ? 0 : splitmix_real(random, -3.15, 3.15);
    return (md2_rot){(md_real)cos(angle), (md_real)sin(angle)};
}

/** Returns a position that is usually near the other bodies, sometimes far away or at the limit of the world. */
static inline md2_vec any_place(struct splitmix *random)
{
    switch (splitmix_index(random, 40)) {
    case 0: return any_vec(random, 1e4);
    case 1: return any_vec(random, 9.9e8);
    default: return any_vec(random, 3);
    }
}

/* ---- Callbacks, which keep nothing ---------------------------------------------------------------------------------- */

static inline bool sometimes_filter(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    (void)user;
    (void)world;
    return (a.index * 7 + b.index * 3) % 5 != 0;
}

static inline bool sometimes_pre_solve(void *user, const md2_world *world, md2_pre_solve *contact)
{
    (void)user;
    contact->friction *= (md_real)0.5;
    contact->restitution = contact->shape[0].index % 3 == 0 ? 1 : 0;
    contact->surface_speed += (md_real)(contact->shape[1].index % 2);
    return (contact->shape[0].index + contact->shape[1].index + md2_world_steps(world)) % 4 != 0;
}

static inline md_real smaller_of(void *user, md_real a, md_real b)
{
    (void)user;
    return a < b ? a : b;
}

/* ---- Settings ------------------------------------------------------------------------------------------------------- */

static inline md_solver_spec any_solver(struct splitmix *random)
{
    static const md_method SPARSE[] = {MD_PGS, MD_PSOR, MD_AMGS, MD_AMSOR};
    const bool sparse = !one_in(random, 20);
    const int32_t method = splitmix_index(random, sparse ? 4 : MD_METHOD_COUNT);
    md_solver_spec spec = md_solver_spec_of(sparse ? SPARSE[method] : (md_method)method);
    if (spec.method == MD_AMGS && one_in(random, 4)) {
        spec.box = MD_BOX_PAPER;
    }
    if (one_in(random, 4)) {
        spec.alpha = any_scale(random, 0.05, 2);
        spec.relax = any_real(random, 0.5, 1.5);
    }
    return spec;
}

static inline md2_callbacks any_callbacks(struct splitmix *random)
{
    md2_callbacks callbacks = {0};
    callbacks.filter = one_in(random, 4) ? sometimes_filter : NULL;
    callbacks.pre_solve = one_in(random, 4) ? sometimes_pre_solve : NULL;
    callbacks.mix_friction = one_in(random, 6) ? smaller_of : NULL;
    callbacks.mix_restitution = one_in(random, 6) ? smaller_of : NULL;
    return callbacks;
}

/** Randomises the settings that can change at any time; the rest of `def` stays. */
static inline void any_settings(struct splitmix *random, md2_world_def *def)
{
    const bool strong = one_in(random, 20);
    def->gravity = one_in(random, 3) ? any_vec(random, strong ? 1000 : 15) : (md2_vec){0, (md_real)-9.8};
    def->solver = any_solver(random);
    def->position_solver = any_solver(random);
    def->limits.max_iterations = 1 + splitmix_index(random, 15);
    def->limits.tol_relative = one_in(random, 4) ? 1e-6 : 0;
    def->position_iterations = splitmix_index(random, 10);
    if (def->position_iterations % 4 == 3) {
        def->position_correction = MD2_CORRECTION_SOFT_STEP;
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
    def->friction_mixing = (md2_mixing)splitmix_index(random, MD2_MIX_PRODUCT + 1);
    def->restitution_mixing = (md2_mixing)splitmix_index(random, MD2_MIX_PRODUCT + 1);
    def->enable_warm_starting = !one_in(random, 8);
    def->warm_start_smoothing = one_in(random, 4) ? any_real(random, 0, 1) : (md_real)0.05;
    def->separate_islands = one_in(random, 3);
    def->partitions = def->position_iterations % 5 == 4 ? (int32_t)def->position_iterations : 0;
    def->enable_sleep = !one_in(random, 4);
    def->enable_continuous = !one_in(random, 5);
    def->sleep_speed = one_in(random, 3) ? any_real(random, 0, 2) : (md_real)0.05;
    def->sleep_time = any_real(random, 0, 0.5);
    def->max_contacts = one_in(random, 20) ? 1 + splitmix_index(random, 10) : 10000000;
}

static inline md2_world_def any_world_def(struct splitmix *random)
{
    md2_world_def def = md2_world_def_default();
    any_settings(random, &def);
    def.callbacks = any_callbacks(random);
    def.max_bodies = one_in(random, 10) ? 3 : MOST_BODIES;
    def.max_shapes = one_in(random, 10) ? 3 : MOST_SHAPES;
    def.max_joints = one_in(random, 10) ? 3 : MOST_JOINTS;
    return def;
}

/* ---- Shapes --------------------------------------------------------------------------------------------------------- */

static inline md2_shape_def any_shape_def(struct splitmix *random)
{
    md2_shape_def def = md2_shape_def_default();
    def.density = one_in(random, 8) ? any_scale(random, 1e-6, 1e6) : any_real(random, 0, 2);
    def.friction = one_in(random, 8) ? any_scale(random, 1e-3, 1e3) : any_real(random, 0, 1);
    def.restitution = one_in(random, 2) ? 0 : any_real(random, 0, 1);
    def.surface_speed = one_in(random, 8) ? any_real(random, -3, 3) : 0;
    def.category = one_in(random, 8) ? splitmix_bits(random) : 1;
    def.mask = one_in(random, 8) ? splitmix_bits(random) : UINT64_MAX;
    def.group = one_in(random, 6) ? splitmix_index(random, 5) - 2 : 0;
    def.sensor = one_in(random, 8);
    def.user = (void *)(uintptr_t)splitmix_index(random, 1000);
    return def;
}

static inline md_status any_polygon(struct splitmix *random, md_real size, md_real radius, md2_hull *hull)
{
    md2_vec point[8];
    const int32_t count = 3 + splitmix_index(random, 6);
    for (int32_t i = 0; i < count; ++i) {
        point[i] = any_vec(random, (double)size);
    }
    return md2_hull_polygon(hull, point, count, radius);
}

/* May be refused, for example a polygon with collinear points. */
static inline md_status any_hull(struct splitmix *random, md2_hull *hull)
{
    const md_real size = any_size(random, 1e-2, 1e3);
    const md_real other = one_in(random, 3) ? any_size(random, 1e-2, 1e3) : size;
    const md_real radius = one_in(random, 3) ? size * any_real(random, 0, 0.5) : 0;
    const md2_vec center = one_in(random, 3) ? any_vec(random, 1) : (md2_vec){0, 0};
    switch (splitmix_index(random, 5)) {
    case 0: return md2_hull_circle(hull, center, size);
    case 1: return md2_hull_capsule(hull, center, (md2_vec){center.x + size, center.y + other}, radius);
    case 2: return md2_hull_segment(hull, center, (md2_vec){center.x + size, center.y - other});
    case 3: return md2_hull_box(hull, (md2_vec){size, other}, center, any_rotation(random), radius);
    default: return any_polygon(random, size, radius, hull);
    }
}

/* Overwrites a field of a hull, as an attacker who makes hulls by hand. */
static inline void damage_hull(struct splitmix *random, md2_hull *hull)
{
    const int32_t place = splitmix_index(random, MD2_MAX_POINTS);
    switch (splitmix_index(random, 6)) {
    case 0: hull->point[place].x = hostile_real(random); break;
    case 1: hull->point[place].y = hostile_real(random); break;
    case 2: hull->normal[place].x = hostile_real(random); break;
    case 3: hull->centroid.y = hostile_real(random); break;
    case 4: hull->radius = hostile_real(random); break;
    default: hull->count = splitmix_index(random, 14) - 3; break;
    }
}

static inline md_status add_chain(struct splitmix *random, md2_world *world, md2_body_id body)
{
    md2_vec point[8];
    const md2_shape_def def = any_shape_def(random);
    const bool loop = one_in(random, 2);
    const int32_t count = 3 + splitmix_index(random, 6);
    const double size = (double)any_size(random, 0.1, 1e3);
    for (int32_t i = 0; i < count; ++i) {
        const double angle = 6.2831853 * i / count;
        point[i] = loop ? (md2_vec){(md_real)(4 * size * cos(angle)), (md_real)(4 * size * sin(angle))}
                        : (md2_vec){(md_real)(size * (4 - 2 * i)), any_real(random, -size / 2, size / 2)};
    }
    return md2_chain_create(world, body, &def, point, count, loop, NULL);
}

static inline md_status add_shape(struct splitmix *random, md2_world *world, md2_body_id body)
{
    if (one_in(random, 8)) {
        return add_chain(random, world, body);
    }
    md2_hull hull;
    const md2_shape_def def = any_shape_def(random);
    const md_status status = any_hull(random, &hull);
    if (status == MD_OK && is_hostile(random)) {
        damage_hull(random, &hull);
    }
    return status == MD_OK ? md2_shape_create(world, body, &def, &hull, NULL) : status;
}

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

static inline md_status give_mass(struct splitmix *random, md2_world *world, md2_body_id body)
{
    md2_mass mass = {.mass = any_scale(random, 1e-6, 1e6)};
    mass.center = any_vec(random, 0.5);
    mass.inertia = one_in(random, 4) ? 0 : mass.mass * any_scale(random, 1e-2, 1e2);
    mass.mass = one_in(random, 4) ? 0 : mass.mass;
    return md2_body_set_mass(world, body, mass);
}

static inline md2_vec any_velocity(struct splitmix *random)
{
    const bool fast = one_in(random, 8);
    return any_vec(random, fast ? 1000 : 2);
}

static inline md_status add_body(struct splitmix *random, md2_world *world)
{
    md2_body_def def = md2_body_def_default();
    def.type = one_in(random, 4) ? (md2_body_type)splitmix_index(random, 3) : MD2_DYNAMIC;
    def.position = any_place(random);
    def.rotation = any_rotation(random);
    def.velocity = any_velocity(random);
    const bool spins = one_in(random, 8);
    def.angular_velocity = any_real(random, -1, 1) * (spins ? 300 : 3);
    def.linear_damping = one_in(random, 4) ? any_scale(random, 1e-2, 1e2) : 0;
    def.angular_damping = one_in(random, 4) ? any_scale(random, 1e-2, 1e2) : 0;
    def.gravity_scale = one_in(random, 6) ? any_real(random, -2, 2) : 1;
    def.fixed_rotation = one_in(random, 8);
    def.bullet = one_in(random, 6);
    def.enable_sleep = !one_in(random, 8);
    def.awake = !one_in(random, 8);
    def.enabled = !one_in(random, 10);
    def.user = (void *)(uintptr_t)splitmix_index(random, 1000);
    md2_body_id body;
    md_status status = md2_body_create(world, &def, &body);
    if (status != MD_OK) {
        return status;
    }
    const int32_t shapes = (1 + splitmix_index(random, 6)) / 2; /* zero to three, usually one */
    for (int32_t i = 0; i < shapes; ++i) {
        (void)add_shape(random, world, body);
    }
    return one_in(random, 8) ? give_mass(random, world, body) : MD_OK;
}

/** Returns a random body; generation 0 if there is none. */
static inline md2_body_id any_body(struct splitmix *random, const md2_world *world)
{
    md2_body_id body = md2_world_first_body(world);
    const int32_t count = md2_world_body_count(world);
    for (int32_t i = count > 0 ? splitmix_index(random, count) : 0; i > 0; --i) {
        body = md2_world_next_body(world, body);
    }
    return body;
}

/** Returns a random shape of a random body; generation 0 if there is none. */
static inline md2_shape_id any_shape(struct splitmix *random, const md2_world *world)
{
    md2_shape_id shape = md2_body_first_shape(world, any_body(random, world));
    for (int32_t i = splitmix_index(random, 3); i > 0 && md2_shape_next(world, shape).generation != 0; --i) {
        shape = md2_shape_next(world, shape);
    }
    return shape;
}

/* ---- Joints --------------------------------------------------------------------------------------------------------- */

static inline md_real any_strength(struct splitmix *random)
{
    return one_in(random, 3) ? any_scale(random, 1e-3, 1e6) : MD_INFINITY;
}

static inline void any_joint_settings(struct splitmix *random, md2_joint_def *def)
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
    def->correction_factor = any_real(random, 0, 1);
    def->pulley[0] = any_vec(random, 6);
    def->pulley[1] = any_vec(random, 6);
    def->ratio = one_in(random, 3) ? 1 : any_scale(random, 1e-6, 1e6);
    def->ratio *= def->type == MD2_GEAR && one_in(random, 3) ? -1 : 1;
    for (int side = 0; side < 2; ++side) {
        const md2_rot axis = any_rotation(random);
        def->gear_axis[side] = one_in(random, 2) ? (md2_vec){axis.c, axis.s} : (md2_vec){0, 0};
    }
    def->has_spring = one_in(random, 3);
    def->frequency = any_scale(random, 1e-2, 1e3);
    def->damping_ratio = one_in(random, 4) ? 0 : any_scale(random, 1e-2, 1e2);
    def->target = any_vec(random, 6);
    def->break_force = any_strength(random);
    def->break_torque = any_strength(random);
    def->user = (void *)(uintptr_t)splitmix_index(random, 1000);
}

/* May be refused, for example a distance joint of length 0, or a joint of a body with itself. */
static inline md_status add_joint(struct splitmix *random, md2_world *world)
{
    const md2_joint_type type = (md2_joint_type)splitmix_index(random, MD2_JOINT_TYPE_COUNT);
    const md2_body_id first = any_body(random, world);
    const md2_body_id second = any_body(random, world);
    const md2_vec point = md2_body_center(world, one_in(random, 2) ? first : second);
    const md2_vec off = any_vec(random, 1);
    const md2_rot turn = any_rotation(random);
    const md2_vec near_point = {point.x + off.x, point.y + off.y};
    md2_joint_def def = type == MD2_DISTANCE
                            ? md2_joint_def_distance(world, first, second, point, near_point)
                            : md2_joint_def_at(world, type, first, second, near_point, (md2_vec){turn.c, turn.s});
    any_joint_settings(random, &def);
    md2_joint_id joint;
    return md2_joint_create(world, &def, &joint);
}

static inline md2_joint_id any_joint(struct splitmix *random, const md2_world *world)
{
    md2_joint_id joint = md2_world_first_joint(world);
    const int32_t count = md2_world_joint_count(world);
    for (int32_t i = count > 0 ? splitmix_index(random, count) : 0; i > 0; --i) {
        joint = md2_world_next_joint(world, joint);
    }
    return joint;
}

static inline md_status change_joint(struct splitmix *random, md2_world *world)
{
    const md2_joint_id joint = any_joint(random, world);
    md2_joint_def def = md2_joint_get_def(world, joint);
    const bool on = one_in(random, 2);
    const md_real number = any_real(random, -1, 0.9);
    switch (splitmix_index(random, 5)) {
    case 0: return md2_joint_set_motor(world, joint, on, 5 * number, any_strength(random));
    case 1: return md2_joint_set_limits(world, joint, on, number, 1);
    case 2: return md2_joint_set_spring(world, joint, on, any_scale(random, 0.1, 100), 1);
    case 3: return md2_joint_set_target(world, joint, any_vec(random, 5));
    default: any_joint_settings(random, &def); return md2_joint_set_def(world, joint, &def);
    }
}

/* ---- Calls ---------------------------------------------------------------------------------------------------------- */

static inline md_status push_body(struct splitmix *random, md2_world *world)
{
    const md2_body_id body = any_body(random, world);
    const md_real weight = md2_body_mass(world, body).mass;
    const bool hard = one_in(random, 8);
    const md2_vec push = any_vec(random, (double)weight * (hard ? 300 : 5));
    const md2_vec center = md2_body_center(world, body);
    const md2_vec off = any_vec(random, 0.5);
    const md2_vec point = {center.x + off.x, center.y + off.y};
    switch (splitmix_index(random, 6)) {
    case 4: return md2_body_apply_force_to_center(world, body, (md2_vec){60 * push.x, 60 * push.y});
    case 5: return md2_body_apply_impulse_to_center(world, body, push);
    case 0: return md2_body_apply_force(world, body, (md2_vec){60 * push.x, 60 * push.y}, point);
    case 1: return md2_body_apply_torque(world, body, push.x);
    case 2: return md2_body_apply_impulse(world, body, push, center);
    default: return md2_body_apply_angular_impulse(world, body, md2_body_mass(world, body).inertia * off.x);
    }
}

static inline md_status place_body(struct splitmix *random, md2_world *world)
{
    const md2_body_id body = any_body(random, world);
    const md2_vec place = any_place(random);
    if (md2_body_get_type(world, body) == MD2_KINEMATIC && one_in(random, 2)) {
        return md2_body_set_target(world, body, (md2_transform){any_vec(random, 3), any_rotation(random)},
                                   (md_real)(1.0 / 60));
    }
    if (one_in(random, 2)) {
        const md2_vec velocity = any_velocity(random);
        return md2_body_set_velocity(world, body, velocity, any_real(random, -9, 9));
    }
    return md2_body_set_transform(world, body, (md2_transform){place, any_rotation(random)});
}

static inline md_status change_body(struct splitmix *random, md2_world *world)
{
    const md2_body_id body = any_body(random, world);
    const bool on = one_in(random, 2);
    switch (splitmix_index(random, 10)) {
    case 0: return md2_body_set_type(world, body, (md2_body_type)splitmix_index(random, 3));
    case 1: return md2_body_set_damping(world, body, any_scale(random, 1e-2, 10), 0);
    case 2: return md2_body_set_gravity_scale(world, body, any_real(random, -1, 2));
    case 3: return md2_body_set_fixed_rotation(world, body, on);
    case 4: return md2_body_set_bullet(world, body, on);
    case 5: return md2_body_set_awake(world, body, on);
    case 6: return md2_body_enable_sleep(world, body, on);
    case 7: return md2_body_set_user(world, body, (void *)(uintptr_t)1);
    case 8: return give_mass(random, world, body);
    default: return md2_body_set_enabled(world, body, on);
    }
}

static inline md_status change_shape(struct splitmix *random, md2_world *world)
{
    const md2_shape_id shape = any_shape(random, world);
    const md2_shape_def def = any_shape_def(random);
    const md2_chain_id chain = md2_shape_chain(world, shape);
    const bool destroys = one_in(random, 2);
    if (chain.generation != 0 && one_in(random, 2)) {
        return destroys ? md2_chain_destroy(world, chain) : md2_chain_set_def(world, chain, &def);
    }
    return destroys ? md2_shape_destroy(world, shape) : md2_shape_set_def(world, shape, &def);
}

static inline md_status change_world(struct splitmix *random, md2_world *world)
{
    md2_world_def def = md2_world_get_def(world);
    any_settings(random, &def);
    return md2_world_set_def(world, &def);
}

/* Uses handles of destroyed objects, and invalid handles. */
static inline md_status use_stale_handles(struct splitmix *random, md2_world *world)
{
    md2_body_id body = any_body(random, world);
    md2_shape_id shape = any_shape(random, world);
    md2_joint_id joint = any_joint(random, world);
    body.generation = body.generation > 2 ? body.generation - 2 : 0; /* the previous generation */
    shape.generation &= ~UINT32_C(1);
    joint.index += 1000;
    const md2_transform place = md2_body_transform(world, body);
    const bool refused = md2_body_set_transform(world, body, place) == MD_ERROR_ARGUMENT &&
                         md2_body_destroy(world, body) == MD_ERROR_ARGUMENT &&
                         md2_shape_destroy(world, shape) == MD_ERROR_ARGUMENT && md2_shape_hull(world, shape) == NULL &&
                         md2_joint_destroy(world, joint) == MD_ERROR_ARGUMENT;
    return refused ? MD_OK : MD_ERROR_PROBLEM;
}

/* Only calls the functions; the results are not used. */
static inline md_status ask(struct splitmix *random, md2_world *world)
{
    md2_shape_id found[4];
    md2_query_hit hits[4];
    md2_joint_state state;
    md2_hull hull;
    const md2_vec from = any_vec(random, 8);
    const md2_vec to = any_vec(random, 8);
    const md2_transform at = {from, any_rotation(random)};
    (void)md2_world_ray_all(world, from, to, NULL, hits, 4);
    (void)md2_world_ray_closest(world, from, to, NULL);
    (void)md2_world_at_point(world, from, NULL, found, 4);
    if (any_hull(random, &hull) == MD_OK) {
        if (is_hostile(random)) {
            damage_hull(random, &hull);
        }
        (void)md2_world_overlap(world, &hull, at, NULL, found, 4);
        (void)md2_world_cast(world, &hull, at, to, NULL);
    }
    (void)md2_joint_get_state(world, any_joint(random, world), &state);
    (void)md2_world_bounds(world);
    (void)md2_body_interpolated(world, any_body(random, world), (md_real)0.3);
    return MD_OK;
}

/** Makes a random call, or a few related ones. The result depends only on the world and the generator. */
static inline md_status random_call(struct splitmix *random, md2_world *world)
{
    switch (splitmix_index(random, 24)) {
    case 0:
    case 1:
    case 2: return add_body(random, world);
    case 3: return add_shape(random, world, any_body(random, world));
    case 4:
    case 5: return add_joint(random, world);
    case 6:
    case 7: return md2_body_destroy(world, any_body(random, world));
    case 8: return md2_joint_destroy(world, any_joint(random, world));
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
    default: return push_body(random, world);
    }
}

/** Returns a time step: usually 1/60 s, otherwise 0.1 ms to 100 ms. */
static inline md_real any_dt(struct splitmix *random)
{
    return one_in(random, 4) ? any_scale(random, 1e-4, 0.1) : (md_real)(1.0 / 60);
}

/** Adds a pit: a ground and two walls. */
static inline void add_pit(md2_world *world)
{
    static const md2_vec HALF[3] = {{20, 1}, {1, 20}, {1, 20}};
    static const md2_vec CENTER[3] = {{0, -4}, {-5, 0}, {5, 0}};
    const md2_body_def at_rest = md2_body_def_default();
    const md2_shape_def solid = md2_shape_def_default();
    md2_body_id pit;
    md2_hull wall;
    if (md2_body_create(world, &at_rest, &pit) != MD_OK) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        if (md2_hull_box(&wall, HALF[i], CENTER[i], (md2_rot){1, 0}, 0) == MD_OK) {
            (void)md2_shape_create(world, pit, &solid, &wall, NULL);
        }
    }
}

/** Fills a world: usually a pit, and some bodies and joints. */
static inline void fill_world(struct splitmix *random, md2_world *world)
{
    if (!one_in(random, 5)) {
        add_pit(world);
    }
    for (int32_t i = splitmix_index(random, 30); i >= 0; --i) {
        (void)add_body(random, world);
    }
    for (int32_t i = splitmix_index(random, 8); i > 0; --i) {
        (void)add_joint(random, world);
    }
}

#endif
