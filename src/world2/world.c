/* A world: creating, settings, log, counts and energies, hash. */
#include "lcp/solver.h"
#include "world2/world.h"

#include <stdarg.h>
#include <stdio.h>

#include "engine/hash.h"
#include "geometry2/vec.h"

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static md2_world *allocate_world(struct memory_limit *memory_limit, const md2_world_def *def)
{
    const md_allocator allocator = md_memory_limit_allocator(memory_limit);
    md2_world *world = allocator.resize(allocator.user, NULL, 0, sizeof *world);
    if (world == NULL) {
        return NULL;
    }
    *world = (md2_world){.def = *def,
                         .memory_limit = memory_limit,
                         .allocator = allocator,
                         .tasks = {.allocator = allocator, .threads = def->threads},
                         .body_handles = md_handles_empty(),
                         .shape_handles = md_handles_empty(),
                         .joint_handles = md_handles_empty(),
                         .chains = {.handles = md_handles_empty()}};
    world->def.allocator = memory_limit->owner;
    md2_tree_init(&world->broad_phase.tree, &allocator);
    return world;
}

md_status md2_world_create(const md2_world_def *def, md2_world **world)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *world = NULL;
    if (md2_world_def_check(def, NULL) != MD_OK) {
        return MD_ERROR_ARGUMENT;
    }
    struct memory_limit *memory_limit = md_memory_limit_create(&def->allocator, def->max_bytes);
    if (memory_limit == NULL) {
        return MD_ERROR_MEMORY;
    }
    md2_world *created = allocate_world(memory_limit, def);
    if (created == NULL) {
        md_memory_limit_destroy(memory_limit);
        return MD_ERROR_MEMORY;
    }
    if (md2_velocity_problem_create(created) != MD_OK || md2_position_problem_create(created) != MD_OK) {
        md2_world_destroy(created);
        return MD_ERROR_MEMORY;
    }
    *world = created;
    return MD_OK;
}

/* A callback cannot destroy the world that it was called from. */
static bool refuses_destroy(md2_world *world)
{
    if (world->stepping && !world->refusing_destroy) {
        world->refusing_destroy = true;
        md2_log(world, MD2_LOG_WARNING, "md2_world_destroy was called inside a callback, and ignored");
        world->refusing_destroy = false;
    }
    return world->stepping;
}

void md2_world_destroy(md2_world *world)
{
    if (world == NULL || refuses_destroy(world)) {
        return;
    }
    const md_allocator allocator = world->allocator;
    struct memory_limit *memory_limit = world->memory_limit;
    md_tasks_reset(&world->tasks, 1);
    md_handles_free(&world->body_handles, &allocator);
    md_handles_free(&world->shape_handles, &allocator);
    md_handles_free(&world->joint_handles, &allocator);
    md_array_free(&allocator, (void **)&world->bodies, &world->body_capacity, sizeof *world->bodies);
    reals_free(&allocator, &world->sleep_timers);
    md_array_free(&allocator, (void **)&world->shapes, &world->shape_capacity, sizeof *world->shapes);
    md2_chains_free(&world->chains, &allocator);
    md_array_free(&allocator, (void **)&world->joints, &world->joint_capacity, sizeof *world->joints);
    md_array_free(&allocator, (void **)&world->contacts.at, &world->contacts.capacity, sizeof *world->contacts.at);
    indices_free(&allocator, &world->contacts.pool.order);
    md_array_free(&allocator, (void **)&world->events.at, &world->events.capacity, sizeof *world->events.at);
    md_array_free(&allocator, (void **)&world->moves.at, &world->moves.capacity, sizeof *world->moves.at);
    md_awake_set_free(&world->awake, &allocator);
    md2_broad_phase_free(&world->broad_phase, &allocator);
    md_narrow_phase_free(&world->narrow_phase, &allocator);
    md_islands_free(&world->islands, &allocator);
    md2_velocity_problem_free(&world->velocity, &allocator);
    md2_position_problem_free(&world->position, &allocator);
    md2_continuous_free(&world->continuous, &allocator);
    md_array_free(&allocator, (void **)&world->saved_motion.at, &world->saved_motion.capacity,
                  sizeof *world->saved_motion.at);
    indices_free(&allocator, &world->body_task_counts);
    allocator.resize(allocator.user, world, sizeof *world, 0);
    md_memory_limit_destroy(memory_limit);
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

md2_world_def md2_world_get_def(const md2_world *world)
{
    return world != NULL ? world->def : md2_world_def_default();
}

md_status md2_world_set_def(md2_world *world, const md2_world_def *def)
{
    md_status status = md2_world_to_change(world, __func__);
    if (status == MD_OK) {
        status = md2_world_def_check(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    const md2_vec gravity = world->def.gravity;
    if (def->threads != world->def.threads) {
        md_tasks_reset(&world->tasks, def->threads);
        world->logged_missing_threads = false;
    }
    const bool wakes = gravity.x != def->gravity.x || gravity.y != def->gravity.y || !def->enable_sleep;
    world->def = *def;
    world->def.allocator = world->memory_limit->owner;
    world->memory_limit->max_bytes = def->max_bytes;
    world->narrow_phase.stale = true;
    world->stepping = true; /* callbacks run and must not change the world */
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        md2_contact_mix(world, contact_at(&world->contacts, n));
    }
    world->stepping = false;
    for (int32_t i = 0; wakes && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md2_body_wake(world, i);
        }
    }
    return MD_OK;
}

md_status md2_world_set_gravity(md2_world *world, md2_vec gravity)
{
    const md_status status = md2_world_to_change(world, __func__);
    if (status != MD_OK) {
        return status;
    }
    md2_world_def def = world->def;
    def.gravity = gravity;
    return md2_world_set_def(world, &def);
}

md2_vec md2_world_gravity(const md2_world *world)
{
    return world != NULL ? world->def.gravity : vec(0, 0);
}

md_status md2_world_set_solver(md2_world *world, const md_solver_spec *solver, const md_limits *limits)
{
    md_status status = md2_world_to_change(world, __func__);
    if (status == MD_OK && (solver == NULL || limits == NULL)) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: %s is NULL", __func__,
                         solver == NULL ? "solver" : "limits");
    }
    if (status != MD_OK) {
        return status;
    }
    md2_world_def def = world->def;
    def.solver = *solver;
    def.position_solver = *solver;
    def.limits = *limits;
    return md2_world_set_def(world, &def);
}

md_status md2_world_set_callbacks(md2_world *world, const md2_callbacks *callbacks)
{
    md_status status = md2_world_to_change(world, __func__);
    if (status == MD_OK && callbacks == NULL) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: callbacks is NULL", __func__);
    }
    if (status == MD_OK) {
        world->def.callbacks = *callbacks;
    }
    return status;
}

void md2_log(const md2_world *world, md2_log_level level, const char *format, ...)
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

int64_t md2_world_steps(const md2_world *world)
{
    return world != NULL ? world->steps : 0;
}

int32_t md2_world_body_count(const md2_world *world)
{
    return world != NULL ? world->body_handles.used : 0;
}

int32_t md2_world_shape_count(const md2_world *world)
{
    return world != NULL ? world->shape_handles.used : 0;
}

int32_t md2_world_joint_count(const md2_world *world)
{
    return world != NULL ? world->joint_handles.used : 0;
}

int32_t md2_world_contact_count(const md2_world *world)
{
    return world != NULL ? world->contacts.pool.count : 0;
}

size_t md2_world_bytes(const md2_world *world)
{
    return world != NULL ? world->memory_limit->bytes : 0;
}

md_statistics md2_world_statistics(const md2_world *world)
{
    return world != NULL ? world->statistics : (md_statistics){0};
}

md_status md2_world_reset_statistics(md2_world *world)
{
    const md_status status = md2_world_to_change(world, __func__);
    if (status == MD_OK) {
        world->statistics = (md_statistics){0};
    }
    return status;
}

static bool has_energy(const md2_world *world, int32_t index)
{
    return md_handles_is_used(&world->body_handles, index) && world->bodies[index].type == MD2_DYNAMIC &&
           world->bodies[index].enabled;
}

double md2_world_kinetic_energy(const md2_world *world)
{
    double sum = 0;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        if (has_energy(world, i)) {
            struct body body = world->bodies[i];
            md2_body_settle_mass(world, &body);
            sum += md2_body_kinetic_energy(&body);
        }
    }
    return sum;
}

double md2_world_potential_energy(const md2_world *world)
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

uint64_t md2_world_hash(const md2_world *world)
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
