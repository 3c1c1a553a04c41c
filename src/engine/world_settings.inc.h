/* The settings of a world, its callbacks and its log (dimension.h).
 *
 * The including file defines
 *
 *     bool is_same_vector(vec a, vec b)
 */
#include <stdarg.h>
#include <stdio.h>

#include "engine/dimension.h"

typedef MD_(world_def) world_def;
typedef MD_(callbacks) world_callbacks;
typedef MD_(vec) world_vec;

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
    if (status == MD_OK && world->share != NULL && def->partitions != world->def.partitions) {
        status = md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                         "%s: partitions must be %d, as when the world was divided, is %d", __func__,
                         (int)world->def.partitions, (int)def->partitions);
    }
    if (status != MD_OK) {
        return status;
    }
    if (def->threads != world->def.threads) {
        md_tasks_reset(&world->tasks, def->threads);
        world->logged_missing_threads = false;
    }
    if (def->partitions == 0 &&
        world->contacts.pool.is_sorted) { /* contacts go on in the order in which they are found */
        MD_(contacts_compact)(world);
        world->contacts.pool.is_sorted = false;
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
