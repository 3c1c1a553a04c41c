/* Contacts at new places: a pass over all of them, and what comes of it. */
#include "engine/tasks.h"
#include "world2/manifold_pass.h"

/* ---- Parting -------------------------------------------------------------------------------------------------------- */

/* Takes contacts out of the lists, by their places, which ascend. Those that stay keep their order: it decides the bits. */
static void remove_dropped(md2_world *world, const int32_t *places, int32_t count)
{
    int32_t *list = world->awake.contacts.at;
    int32_t *links = world->awake.links.at;
    int32_t kept = 0;
    int32_t gone = 0;
    for (int32_t n = 0; n < world->awake.contact_count; ++n) {
        if (gone < count && list[n] == places[gone]) {
            ++gone;
            continue;
        }
        links[2 * (size_t)kept] = links[2 * (size_t)n];
        links[2 * (size_t)kept + 1] = links[2 * (size_t)n + 1];
        list[kept++] = list[n];
    }
    world->awake.contact_count = kept;
    md_contact_pool_remove(&world->contacts.pool, places, count);
}

/* ---- All of them ---------------------------------------------------------------------------------------------------- */

void md2_narrow_phase_refresh(md2_world *world, md_real dt)
{
    struct contact_update update = {.world = world, .dt = dt};
    md_tasks_run(world->def.threads, md_task_count(CONTACTS_A_TASK, world->awake.contact_count),
                 MD_FOR_THIS_MACHINE(md2_manifold_pass)->refresh, &update);
}

/* Contacts go, by their places, which ascend. */
static void drop(md2_world *world, const int32_t *places, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *soon = &world->contacts.at[places[k + PREFETCH_AHEAD < count ? k + PREFETCH_AHEAD : k]];
        prefetch(&world->contacts.at[places[k + 2 * PREFETCH_AHEAD < count ? k + 2 * PREFETCH_AHEAD : k]], 1);
        md_pair_set_prefetch(&world->broad_phase.pairs, soon->shape[0], soon->shape[1]);
        md2_contact_drop(world, &world->contacts.at[places[k]]);
    }
    if (count > 0) {
        remove_dropped(world, places, count);
    }
}

/* What the tasks noted, in their order: news, and contacts that have parted, which go. */
static void gather_tasks(md2_world *world, const struct update_sums *sums, int32_t tasks)
{
    struct penetration overlap = world->awake.sleeping_penetration;
    int32_t *parted = world->narrow_phase.separated.at;
    int32_t news = 0;
    int32_t gone = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const int32_t first = task * CONTACTS_A_TASK;
        penetration_merge(&overlap, &sums[task].penetration);
        for (int32_t k = 0; k < sums[task].pending; ++k) {
            world->narrow_phase.pending.at[news++] = world->narrow_phase.pending.at[first + k];
        }
        for (int32_t k = 0; k < sums[task].separated; ++k) {
            parted[gone++] = parted[first + k];
        }
    }
    drop(world, parted, gone);
    world->narrow_phase.penetration = overlap;
    world->narrow_phase.pending_count = news;
}

static md_status update_all(md2_world *world, md_real dt, bool ends_step)
{
    const int32_t tasks = md_task_count(CONTACTS_A_TASK, world->awake.contact_count);
    const size_t count = (size_t)world->awake.contact_count;
    md_status status = indices_reserve(&world->allocator, &world->narrow_phase.pending, count);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->narrow_phase.separated, count);
    }
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&world->narrow_phase.sums,
                                  &world->narrow_phase.sum_capacity, (size_t)tasks, sizeof *world->narrow_phase.sums);
    }
    if (status != MD_OK) {
        return status;
    }
    struct contact_update update = {.world = world, .dt = dt, .ends_step = ends_step, .sums = world->narrow_phase.sums};
    md_tasks_run(world->def.threads, tasks, MD_FOR_THIS_MACHINE(md2_manifold_pass)->update, &update);
    gather_tasks(world, world->narrow_phase.sums, tasks);
    ++world->narrow_phase.updates;
    return MD_OK;
}

md_status md2_narrow_phase_update(md2_world *world, md_real dt, bool ends_step)
{
    world->broad_phase.time_ahead = dt;
    if (world->narrow_phase.stale) {
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
        status = update_all(world, dt, ends_step);
    }
    world->narrow_phase.stale = status != MD_OK;
    return status;
}

void md2_narrow_phase_free(struct narrow_phase *narrow_phase, const md_allocator *allocator)
{
    indices_free(allocator, &narrow_phase->pending);
    indices_free(allocator, &narrow_phase->separated);
    md_array_free(allocator, (void **)&narrow_phase->sums, &narrow_phase->sum_capacity, sizeof *narrow_phase->sums);
}
