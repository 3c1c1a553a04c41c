/* Contacts at new places: a pass over all of them, and what comes of it. */
#include "engine/tasks.h"
#include "world2/contact_pass.h"

/* ---- Parting -------------------------------------------------------------------------------------------------------- */

/* Takes contacts out of the lists, by their places, which ascend. Those that stay keep their order: it decides the bits. */
static void remove_dropped(md2_world *world, const int32_t *places, int32_t count)
{
    int32_t *list = world->active.contacts.at;
    int32_t *links = world->active.links.at;
    int32_t kept = 0;
    int32_t gone = 0;
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        if (gone < count && list[n] == places[gone]) {
            ++gone;
            continue;
        }
        links[2 * (size_t)kept] = links[2 * (size_t)n];
        links[2 * (size_t)kept + 1] = links[2 * (size_t)n + 1];
        list[kept++] = list[n];
    }
    world->active.contact_count = kept;
    md2_places_leave(world, places, count);
}

/* ---- All of them ---------------------------------------------------------------------------------------------------- */

void md2_contacts_refresh(md2_world *world, md_real dt)
{
    struct contact_update update = {.world = world, .dt = dt};
    md_tasks_run(world->def.threads, md_task_count(CONTACTS_A_TASK, world->active.contact_count),
                 MD_FOR_THIS_MACHINE(md2_contact_pass)->refresh, &update);
}

/* Contacts go, by their places, which ascend. */
static void drop(md2_world *world, const int32_t *places, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *soon = &world->contacts[places[k + PREFETCH_AHEAD < count ? k + PREFETCH_AHEAD : k]];
        prefetch(&world->contacts[places[k + 2 * PREFETCH_AHEAD < count ? k + 2 * PREFETCH_AHEAD : k]], 1);
        md_pair_set_prefetch(&world->pairs, soon->shape[0], soon->shape[1]);
        md2_contact_drop(world, &world->contacts[places[k]]);
    }
    if (count > 0) {
        remove_dropped(world, places, count);
    }
}

/* What the tasks noted, in their order: news, and contacts that have parted, which go. */
static void gather_tasks(md2_world *world, const struct update_sums *sums, int32_t tasks)
{
    struct overlap overlap = world->active.asleep;
    int32_t *parted = world->active.parted.at;
    int32_t news = 0;
    int32_t gone = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const int32_t first = task * CONTACTS_A_TASK;
        overlap_merge(&overlap, &sums[task].overlap);
        for (int32_t k = 0; k < sums[task].news; ++k) {
            world->found.at[news++] = world->found.at[first + k];
        }
        for (int32_t k = 0; k < sums[task].parted; ++k) {
            parted[gone++] = parted[first + k];
        }
    }
    drop(world, parted, gone);
    world->overlap = overlap;
    world->news_count = news;
}

static md_status update_all(md2_world *world, md_real dt, bool ends_step)
{
    const int32_t tasks = md_task_count(CONTACTS_A_TASK, world->active.contact_count);
    const size_t count = (size_t)world->active.contact_count;
    md_status status = indices_reserve(&world->allocator, &world->found, count);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->active.parted, count);
    }
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&world->active.sums, &world->active.sum_capacity,
                                  (size_t)tasks, sizeof *world->active.sums);
    }
    if (status != MD_OK) {
        return status;
    }
    struct contact_update update = {.world = world, .dt = dt, .ends_step = ends_step, .sums = world->active.sums};
    md_tasks_run(world->def.threads, tasks, MD_FOR_THIS_MACHINE(md2_contact_pass)->update, &update);
    gather_tasks(world, world->active.sums, tasks);
    ++world->contact_updates;
    return MD_OK;
}

md_status md2_contacts_update(md2_world *world, md_real dt, bool ends_step)
{
    world->looked_ahead = dt;
    if (world->contacts_are_stale) {
        world->active.everything = true;
        world->active.changed = true;
    }
    md_status status = md2_active_update(world);
    if (status == MD_OK) {
        md2_places_tidy(world);
        status = md2_contacts_find_pairs(world, false);
    }
    if (status == MD_OK) {
        status = update_all(world, dt, ends_step);
    }
    world->contacts_are_stale = status != MD_OK;
    return status;
}
