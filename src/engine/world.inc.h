/* A world: creating, settings, log, counts and energies, hash (dimension.h).
 *
 * The including file defines
 *
 *     void init_own_parts(WORLD *world)                                      parts that only worlds of its dimension have
 *     void free_own_parts(WORLD *world, const md_allocator *allocator)
 *     bool is_same_vector(vec a, vec b)
 */
#include <stdarg.h>
#include <stdio.h>

#include "engine/dimension.h"
#include "engine/hash.h"

typedef MD_(world_def) world_def;
typedef MD_(callbacks) world_callbacks;
typedef MD_(vec) world_vec;

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static WORLD *allocate_world(struct memory_limit *memory_limit, const world_def *def)
{
    const md_allocator allocator = md_memory_limit_allocator(memory_limit);
    WORLD *world = allocator.resize(allocator.user, NULL, 0, sizeof *world);
    if (world == NULL) {
        return NULL;
    }
    *world = (WORLD){.def = *def,
                     .memory_limit = memory_limit,
                     .allocator = allocator,
                     .tasks = {.allocator = allocator, .threads = def->threads},
                     .body_handles = md_handles_empty(),
                     .shape_handles = md_handles_empty(),
                     .joint_handles = md_handles_empty()};
    world->def.allocator = memory_limit->owner;
    MD_(tree_init)(&world->broad_phase.tree, &allocator);
    init_own_parts(world);
    return world;
}

md_status MD_(world_create)(const world_def *def, WORLD **world)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *world = NULL;
    if (MD_(world_def_check)(def, NULL) != MD_OK) {
        return MD_ERROR_ARGUMENT;
    }
    struct memory_limit *memory_limit = md_memory_limit_create(&def->allocator, def->max_bytes);
    if (memory_limit == NULL) {
        return MD_ERROR_MEMORY;
    }
    WORLD *created = allocate_world(memory_limit, def);
    if (created == NULL) {
        md_memory_limit_destroy(memory_limit);
        return MD_ERROR_MEMORY;
    }
    if (MD_(velocity_problem_create)(created) != MD_OK || MD_(position_problem_create)(created) != MD_OK) {
        MD_(world_destroy)(created);
        return MD_ERROR_MEMORY;
    }
    *world = created;
    return MD_OK;
}

/* A callback cannot destroy the world that it was called from. */
static bool refuses_destroy(WORLD *world, const char *call)
{
    if (world->stepping && !world->refusing_destroy) {
        world->refusing_destroy = true;
        MD_(log)(world, MD_CONSTANT(LOG_WARNING), "%s was called inside a callback, and ignored", call);
        world->refusing_destroy = false;
    }
    return world->stepping;
}

void MD_(world_destroy)(WORLD *world)
{
    if (world == NULL || refuses_destroy(world, __func__)) {
        return;
    }
    const md_allocator allocator = world->allocator;
    struct memory_limit *memory_limit = world->memory_limit;
    md_tasks_reset(&world->tasks, 1);
    free_own_parts(world, &allocator);
    md_handles_free(&world->body_handles, &allocator);
    md_handles_free(&world->shape_handles, &allocator);
    md_handles_free(&world->joint_handles, &allocator);
    md_array_free(&allocator, (void **)&world->bodies, &world->body_capacity, sizeof *world->bodies);
    reals_free(&allocator, &world->sleep_timers);
    md_array_free(&allocator, (void **)&world->shapes, &world->shape_capacity, sizeof *world->shapes);
    md_array_free(&allocator, (void **)&world->joints, &world->joint_capacity, sizeof *world->joints);
    md_array_free(&allocator, (void **)&world->events.at, &world->events.capacity, sizeof *world->events.at);
    md_array_free(&allocator, (void **)&world->moves.at, &world->moves.capacity, sizeof *world->moves.at);
    md_awake_set_free(&world->awake, &allocator);
    MD_(broad_phase_free)(&world->broad_phase, &allocator);
    md_narrow_phase_free(&world->narrow_phase, &allocator);
    md_islands_free(&world->islands, &allocator);
    MD_(velocity_problem_free)(&world->velocity, &allocator);
    MD_(continuous_free)(&world->continuous, &allocator);
    md_array_free(&allocator, (void **)&world->saved_motion.at, &world->saved_motion.capacity,
                  sizeof *world->saved_motion.at);
    indices_free(&allocator, &world->body_task_counts);
    allocator.resize(allocator.user, world, sizeof *world, 0);
    md_memory_limit_destroy(memory_limit);
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

world_def MD_(world_get_def)(const WORLD *world)
{
    return world != NULL ? world->def : MD_(world_def_default)();
}

md_status MD_(world_set_def)(WORLD *world, const world_def *def)
{
    md_status status = MD_(world_to_change)(world, __func__);
    if (status == MD_OK) {
        status = MD_(world_def_check)(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    if (def->threads != world->def.threads) {
        md_tasks_reset(&world->tasks, def->threads);
        world->logged_missing_threads = false;
    }
    const bool wakes = !is_same_vector(def->gravity, world->def.gravity) || !def->enable_sleep;
    world->def = *def;
    world->def.allocator = world->memory_limit->owner;
    world->memory_limit->max_bytes = def->max_bytes;
    world->narrow_phase.stale = true;
    world->stepping = true; /* callbacks run and must not change the world */
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        MD_(contact_mix)(world, contact_at(&world->contacts, n));
    }
    world->stepping = false;
    for (int32_t i = 0; wakes && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            MD_(body_wake)(world, i);
        }
    }
    return MD_OK;
}

md_status MD_(world_set_gravity)(WORLD *world, world_vec gravity)
{
    const md_status status = MD_(world_to_change)(world, __func__);
    if (status != MD_OK) {
        return status;
    }
    world_def def = world->def;
    def.gravity = gravity;
    return MD_(world_set_def)(world, &def);
}

world_vec MD_(world_gravity)(const WORLD *world)
{
    return world != NULL ? world->def.gravity : (world_vec){0};
}

md_status MD_(world_set_solver)(WORLD *world, const md_solver_spec *solver, const md_limits *limits)
{
    md_status status = MD_(world_to_change)(world, __func__);
    if (status == MD_OK && (solver == NULL || limits == NULL)) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: %s is NULL", __func__,
                         solver == NULL ? "solver" : "limits");
    }
    if (status != MD_OK) {
        return status;
    }
    world_def def = world->def;
    def.solver = *solver;
    def.position_solver = *solver;
    def.limits = *limits;
    return MD_(world_set_def)(world, &def);
}

md_status MD_(world_set_callbacks)(WORLD *world, const world_callbacks *callbacks)
{
    md_status status = MD_(world_to_change)(world, __func__);
    if (status == MD_OK && callbacks == NULL) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: callbacks is NULL", __func__);
    }
    if (status == MD_OK) {
        world->def.callbacks = *callbacks;
    }
    return status;
}

void MD_(log)(const WORLD *world, MD_(log_level) level, const char *format, ...)
{
    if (world->def.callbacks.log == NULL) {
        return;
    }
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    world->def.callbacks.log(world->def.callbacks.user, level, text);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

int64_t MD_(world_steps)(const WORLD *world)
{
    return world != NULL ? world->steps : 0;
}

int32_t MD_(world_body_count)(const WORLD *world)
{
    return world != NULL ? world->body_handles.used : 0;
}

int32_t MD_(world_shape_count)(const WORLD *world)
{
    return world != NULL ? world->shape_handles.used : 0;
}

int32_t MD_(world_joint_count)(const WORLD *world)
{
    return world != NULL ? world->joint_handles.used : 0;
}

int32_t MD_(world_contact_count)(const WORLD *world)
{
    return world != NULL ? world->contacts.pool.count : 0;
}

size_t MD_(world_bytes)(const WORLD *world)
{
    return world != NULL ? world->memory_limit->bytes : 0;
}

md_statistics MD_(world_statistics)(const WORLD *world)
{
    return world != NULL ? world->statistics : (md_statistics){0};
}

md_status MD_(world_reset_statistics)(WORLD *world)
{
    const md_status status = MD_(world_to_change)(world, __func__);
    if (status == MD_OK) {
        world->statistics = (md_statistics){0};
    }
    return status;
}

static bool has_energy(const WORLD *world, int32_t index)
{
    return md_handles_is_used(&world->body_handles, index) && world->bodies[index].type == MD_CONSTANT(DYNAMIC) &&
           world->bodies[index].enabled;
}

double MD_(world_kinetic_energy)(const WORLD *world)
{
    double sum = 0;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        if (has_energy(world, i)) {
            struct body body = world->bodies[i];
            MD_(body_settle_mass)(world, &body);
            sum += MD_(body_kinetic_energy)(&body);
        }
    }
    return sum;
}

double MD_(world_potential_energy)(const WORLD *world)
{
    double sum = 0;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (has_energy(world, i)) {
            sum -= (double)(body->mass.mass * body->gravity_scale) * (double)vec_dot(world->def.gravity, body->center);
        }
    }
    return sum;
}

uint64_t MD_(world_hash)(const WORLD *world)
{
    uint64_t hash = HASH_START;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        const struct body *body = &world->bodies[i];
        if (md_handles_is_used(&world->body_handles, i)) {
            hash = hash_bytes(hash, &i, sizeof i);
            hash = hash_bytes(hash, &body->center, sizeof body->center);
            hash = hash_bytes(hash, &body->rotation, sizeof body->rotation);
            hash = hash_bytes(hash, &body->velocity, sizeof body->velocity);
            hash = hash_bytes(hash, &body->angular_velocity, sizeof body->angular_velocity);
        }
    }
    return hash;
}
