/* Narrow phase: drives the manifold pass over the awake contacts, and removes the contacts whose shapes have separated. */
#include "engine/tasks.h"
#include "world2/manifold_pass.h"

/* ---- Removing separated contacts ------------------------------------------------------------------------------------ */

static void drop(md2_world *world, const int32_t *records, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *soon = &world->contacts.at[records[k + PREFETCH_AHEAD < count ? k + PREFETCH_AHEAD : k]];
        prefetch(&world->contacts.at[records[k + 2 * PREFETCH_AHEAD < count ? k + 2 * PREFETCH_AHEAD : k]], 1);
        md_pair_set_prefetch(&world->broad_phase.pairs, soon->shape[0], soon->shape[1]);
        md2_contact_drop(world, &world->contacts.at[records[k]]);
    }
    if (count > 0) {
        md_awake_set_remove_contacts(&world->awake, records, count);
        md_contact_pool_remove(&world->contacts.pool, records, count);
    }
}

/* ---- Updating ------------------------------------------------------------------------------------------------------- */

/* Joins the results of the tasks in their order, so that the number of threads does not matter. */
static void join_tasks(md2_world *world, int32_t tasks)
{
    struct narrow_phase *narrow_phase = &world->narrow_phase;
    struct penetration penetration = world->awake.sleeping_penetration;
    int32_t *pending = narrow_phase->pending.at;
    int32_t *separated = narrow_phase->separated.at;
    int32_t pending_count = 0;
    int32_t separated_count = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const struct update_sums *sums = &narrow_phase->sums[task];
        const int32_t first = task * CONTACTS_PER_TASK;
        penetration_merge(&penetration, &sums->penetration);
        for (int32_t k = 0; k < sums->pending; ++k) {
            pending[pending_count++] = pending[first + k];
        }
        for (int32_t k = 0; k < sums->separated; ++k) {
            separated[separated_count++] = separated[first + k];
        }
    }
    drop(world, separated, separated_count);
    narrow_phase->penetration = penetration;
    narrow_phase->pending_count = pending_count;
}

static md_status reserve(md2_world *world, int32_t tasks)
{
    struct narrow_phase *narrow_phase = &world->narrow_phase;
    const size_t count = (size_t)world->awake.contact_count;
    md_status status = indices_reserve(&world->allocator, &narrow_phase->pending, count);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &narrow_phase->separated, count);
    }
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&narrow_phase->sums, &narrow_phase->sum_capacity,
                                  (size_t)tasks, sizeof *narrow_phase->sums);
    }
    return status;
}

static md_status update_manifolds(md2_world *world, md_real dt, bool ends_step)
{
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, world->awake.contact_count);
    const md_status status = reserve(world, tasks);
    if (status != MD_OK) {
        return status;
    }
    struct contact_update update = {.world = world, .dt = dt, .ends_step = ends_step};
    md_tasks_run(&world->tasks, tasks, MD_FOR_THIS_MACHINE(md2_manifold_pass)->update, &update);
    join_tasks(world, tasks);
    ++world->narrow_phase.updates;
    return MD_OK;
}

md_status md2_narrow_phase_update(md2_world *world, md_real dt, bool ends_step)
{
    world->broad_phase.time_ahead = dt;
    if (world->narrow_phase.stale) { /* the change may concern sleeping bodies */
        world->awake.include_sleeping = true;
        world->awake.stale = true;
    }
    md_status status = md2_awake_set_update(world);
    if (status == MD_OK) {
        if (md_contact_pool_has_many_holes(&world->contacts.pool)) {
            md2_contacts_compact(world);
        }
        status = md2_broad_phase_find_pairs(world, false);
    }
    if (status == MD_OK) {
        status = update_manifolds(world, dt, ends_step);
    }
    world->narrow_phase.stale = status != MD_OK;
    return status;
}

void md2_narrow_phase_refresh(md2_world *world, md_real dt)
{
    struct contact_update update = {.world = world, .dt = dt};
    md_tasks_run(&world->tasks, md_task_count(CONTACTS_PER_TASK, world->awake.contact_count),
                 MD_FOR_THIS_MACHINE(md2_manifold_pass)->refresh, &update);
}

void md2_narrow_phase_free(struct narrow_phase *narrow_phase, const md_allocator *allocator)
{
    indices_free(allocator, &narrow_phase->pending);
    indices_free(allocator, &narrow_phase->separated);
    md_array_free(allocator, (void **)&narrow_phase->sums, &narrow_phase->sum_capacity, sizeof *narrow_phase->sums);
}
