/* Creating and destroying a world (dimension.h).
 *
 * The including file defines
 *
 *     void init_own_parts(WORLD *world)                                      parts that only worlds of its dimension have
 *     void free_own_parts(WORLD *world, const md_allocator *allocator)
 */
#include "engine/dimension.h"

typedef MD_(world_def) world_def;

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
    MD_(travels_free)(&world->travels, &allocator);
    md_islands_free(&world->islands, &allocator);
    MD_(velocity_problem_free)(&world->velocity, &allocator);
    MD_(continuous_free)(&world->continuous, &allocator);
    md_array_free(&allocator, (void **)&world->saved_motion.at, &world->saved_motion.capacity,
                  sizeof *world->saved_motion.at);
    indices_free(&allocator, &world->body_task_counts);
    md_division_free(&world->division, &allocator);
    if (world->share != NULL) {
        md_share_free(world->share, &allocator);
        allocator.resize(allocator.user, world->share, sizeof *world->share, 0);
    }
    allocator.resize(allocator.user, world, sizeof *world, 0);
    md_memory_limit_destroy(memory_limit);
}
