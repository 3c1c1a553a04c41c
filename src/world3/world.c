/* A world: creating, settings, log, counts and energies, hash. */
#include "lcp/solver.h"
#include "world3/world.h"

#include <stdarg.h>
#include <stdio.h>

#include "engine/hash.h"
#include "geometry3/vec3.h"

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static md3_world *allocate_world(struct memory_limit *memory_limit, const md3_world_def *def)
{
    const md_allocator allocator = md_memory_limit_allocator(memory_limit);
    md3_world *world = allocator.resize(allocator.user, NULL, 0, sizeof *world);
    if (world == NULL) {
        return NULL;
    }
    *world = (md3_world){.def = *def,
                         .memory_limit = memory_limit,
                         .allocator = allocator,
                         .tasks = {.allocator = allocator, .threads = def->threads},
                         .body_handles = md_handles_empty(),
                         .shape_handles = md_handles_empty(),
                         .geometries = md3_geometries_empty(),
                         .joint_handles = md_handles_empty()};
    world->def.allocator = memory_limit->owner;
    md3_tree_init(&world->broad_phase.tree, &allocator);
    return world;
}

md_status md3_world_create(const md3_world_def *def, md3_world **world)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    *world = NULL;
    if (md3_world_def_check(def, NULL) != MD_OK) {
        return MD_ERROR_ARGUMENT;
    }
    struct memory_limit *memory_limit = md_memory_limit_create(&def->allocator, def->max_bytes);
    if (memory_limit == NULL) {
        return MD_ERROR_MEMORY;
    }
    md3_world *created = allocate_world(memory_limit, def);
    if (created == NULL) {
        md_memory_limit_destroy(memory_limit);
        return MD_ERROR_MEMORY;
    }
    if (md3_velocity_problem_create(created) != MD_OK || md3_position_problem_create(created) != MD_OK) {
        md3_world_destroy(created);
        return MD_ERROR_MEMORY;
    }
    *world = created;
    return MD_OK;
}

/* A callback cannot destroy the world that it was called from. */
static bool refuses_destroy(md3_world *world)
{
    if (world->stepping && !world->refusing_destroy) {
        world->refusing_destroy = true;
        md3_log(world, MD3_LOG_WARNING, "md3_world_destroy was called inside a callback, and ignored");
        world->refusing_destroy = false;
    }
    return world->stepping;
}

void md3_world_destroy(md3_world *world)
{
    if (world == NULL || refuses_destroy(world)) {
        return;
    }
    const md_allocator allocator = world->allocator;
    struct memory_limit *memory_limit = world->memory_limit;
    md_tasks_reset(&world->tasks, 1);
    md3_geometries_free(&world->geometries, &allocator);
    md_handles_free(&world->body_handles, &allocator);
    md_handles_free(&world->shape_handles, &allocator);
    md_handles_free(&world->joint_handles, &allocator);
    md_array_free(&allocator, (void **)&world->bodies, &world->body_capacity, sizeof *world->bodies);
    reals_free(&allocator, &world->sleep_timers);
    md_array_free(&allocator, (void **)&world->shapes, &world->shape_capacity, sizeof *world->shapes);
    md_array_free(&allocator, (void **)&world->joints, &world->joint_capacity, sizeof *world->joints);
    md3_contacts_free(&world->contacts, &allocator);
    md_array_free(&allocator, (void **)&world->events.at, &world->events.capacity, sizeof *world->events.at);
    md_array_free(&allocator, (void **)&world->moves.at, &world->moves.capacity, sizeof *world->moves.at);
    md_awake_set_free(&world->awake, &allocator);
    md3_broad_phase_free(&world->broad_phase, &allocator);
    md_narrow_phase_free(&world->narrow_phase, &allocator);
    md_islands_free(&world->islands, &allocator);
    md3_velocity_problem_free(&world->velocity, &allocator);
    md3_continuous_free(&world->continuous, &allocator);
    md3_position_problem_free(&world->position);
    md_array_free(&allocator, (void **)&world->saved_motion.at, &world->saved_motion.capacity,
                  sizeof *world->saved_motion.at);
    indices_free(&allocator, &world->body_task_counts);
    allocator.resize(allocator.user, world, sizeof *world, 0);
    md_memory_limit_destroy(memory_limit);
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

md3_world_def md3_world_get_def(const md3_world *world)
{
    return world != NULL ? world->def : md3_world_def_default();
}

md_status md3_world_set_def(md3_world *world, const md3_world_def *def)
{
    md_status status = md3_world_to_change(world, __func__);
    if (status == MD_OK) {
        status = md3_world_def_check(def, &world->last_error);
    }
    if (status != MD_OK) {
        return status;
    }
    const md3_vec gravity = world->def.gravity;
    if (def->threads != world->def.threads) {
        md_tasks_reset(&world->tasks, def->threads);
        world->logged_missing_threads = false;
    }
    const bool wakes =
        gravity.x != def->gravity.x || gravity.y != def->gravity.y || gravity.z != def->gravity.z || !def->enable_sleep;
    world->def = *def;
    world->def.allocator = world->memory_limit->owner;
    world->memory_limit->max_bytes = def->max_bytes;
    world->narrow_phase.stale = true;
    world->stepping = true; /* callbacks run and must not change the world */
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        md3_contact_mix(world, contact_at(&world->contacts, n));
    }
    world->stepping = false;
    for (int32_t i = 0; wakes && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md3_body_wake(world, i);
        }
    }
    return MD_OK;
}

md_status md3_world_set_gravity(md3_world *world, md3_vec gravity)
{
    const md_status status = md3_world_to_change(world, __func__);
    if (status != MD_OK) {
        return status;
    }
    md3_world_def def = world->def;
    def.gravity = gravity;
    return md3_world_set_def(world, &def);
}

md3_vec md3_world_gravity(const md3_world *world)
{
    return world != NULL ? world->def.gravity : vec(0, 0, 0);
}

md_status md3_world_set_solver(md3_world *world, const md_solver_spec *solver, const md_limits *limits)
{
    md_status status = md3_world_to_change(world, __func__);
    if (status == MD_OK && (solver == NULL || limits == NULL)) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: %s is NULL", __func__,
                         solver == NULL ? "solver" : "limits");
    }
    if (status != MD_OK) {
        return status;
    }
    md3_world_def def = world->def;
    def.solver = *solver;
    def.position_solver = *solver;
    def.limits = *limits;
    return md3_world_set_def(world, &def);
}

md_status md3_world_set_callbacks(md3_world *world, const md3_callbacks *callbacks)
{
    md_status status = md3_world_to_change(world, __func__);
    if (status == MD_OK && callbacks == NULL) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT, "%s: callbacks is NULL", __func__);
    }
    if (status == MD_OK) {
        world->def.callbacks = *callbacks;
    }
    return status;
}

void md3_log(const md3_world *world, md3_log_level level, const char *format, ...)
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

int64_t md3_world_steps(const md3_world *world)
{
    return world != NULL ? world->steps : 0;
}

int32_t md3_world_body_count(const md3_world *world)
{
    return world != NULL ? world->body_handles.used : 0;
}

int32_t md3_world_shape_count(const md3_world *world)
{
    return world != NULL ? world->shape_handles.used : 0;
}

int32_t md3_world_joint_count(const md3_world *world)
{
    return world != NULL ? world->joint_handles.used : 0;
}

int32_t md3_world_contact_count(const md3_world *world)
{
    return world != NULL ? world->contacts.pool.count : 0;
}

size_t md3_world_bytes(const md3_world *world)
{
    return world != NULL ? world->memory_limit->bytes : 0;
}

md_statistics md3_world_statistics(const md3_world *world)
{
    return world != NULL ? world->statistics : (md_statistics){0};
}

md_status md3_world_reset_statistics(md3_world *world)
{
    const md_status status = md3_world_to_change(world, __func__);
    if (status == MD_OK) {
        world->statistics = (md_statistics){0};
    }
    return status;
}

static bool has_energy(const md3_world *world, int32_t index)
{
    return md_handles_is_used(&world->body_handles, index) && world->bodies[index].type == MD3_DYNAMIC &&
           world->bodies[index].enabled;
}

double md3_world_kinetic_energy(const md3_world *world)
{
    double sum = 0;
    for (int32_t i = 0; world != NULL && i < world->body_handles.count; ++i) {
        if (has_energy(world, i)) {
            struct body body = world->bodies[i];
            md3_body_settle_mass(world, &body);
            sum += md3_body_kinetic_energy(&body);
        }
    }
    return sum;
}

double md3_world_potential_energy(const md3_world *world)
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

uint64_t md3_world_hash(const md3_world *world)
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
