/* Contacts at new places: a pass over all of them, and what comes of it. */
#include <string.h>

#include "base/threads.h"
#include "world2/contact_pass.h"

/* ---- Parting -------------------------------------------------------------------------------------------------------- */

/* Takes out contacts: those that the list of the active has as -1 - i. Keeps the order of those that stay: the order of rows decides the
 * bits. */
static void remove_dropped(md2_world *world)
{
    struct contact *contacts = world->contacts;
    int32_t *list = world->active.contacts.at;
    int32_t *links = world->active.links.at;
    int32_t kept = 0;
    int32_t gone = 0;
    int32_t from = 0; /* where the run of contacts that stay begins */
    for (int32_t n = 0; n < world->active.contact_count; ++n) {
        if (list[n] >= 0) {
            links[2 * (size_t)kept] = links[2 * (size_t)n];
            links[2 * (size_t)kept + 1] = links[2 * (size_t)n + 1];
            list[kept++] = list[n] - gone;
            continue;
        }
        const int32_t i = -1 - list[n];
        memmove(&contacts[from - gone], &contacts[from], (size_t)(i - from) * sizeof *contacts);
        from = i + 1;
        ++gone;
    }
    memmove(&contacts[from - gone], &contacts[from], (size_t)(world->contact_count - from) * sizeof *contacts);
    world->active.contact_count = kept;
    world->contact_count -= gone;
}

/* ---- All of them ---------------------------------------------------------------------------------------------------- */

void md2_contacts_refresh(md2_world *world, md_real dt)
{
    struct contact_update update = {.world = world, .dt = dt};
    md_threads_run(world->def.threads, md_range_tasks(CONTACTS_A_TASK, world->active.contact_count),
                   MD_FOR_THIS_MACHINE(md2_contact_pass)->refresh, &update);
}

/* What the tasks noted, in their order: parted contacts go, and the places of news move up by those that went before. */
static void gather_tasks(md2_world *world, const struct update_sums *sums, int32_t tasks)
{
    struct overlap overlap = world->active.asleep;
    int32_t news = 0;
    int32_t gone = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const int32_t first = task * CONTACTS_A_TASK;
        overlap_merge(&overlap, &sums[task].overlap);
        for (int32_t k = 0; k < sums[task].news; ++k) {
            world->found.at[news++] = world->found.at[first + k] - gone;
        }
        for (int32_t k = 0; k < sums[task].parted; ++k) {
            int32_t *place = &world->active.contacts.at[world->active.parted.at[first + k]];
            md2_contact_drop(world, &world->contacts[*place]);
            *place = -1 - *place;
        }
        gone += sums[task].parted;
    }
    if (gone > 0) {
        remove_dropped(world);
    }
    world->overlap = overlap;
    world->news_count = news;
}

static md_status update_all(md2_world *world, md_real dt, bool ends_step)
{
    const int32_t tasks = md_range_tasks(CONTACTS_A_TASK, world->active.contact_count);
    const size_t count = (size_t)world->active.contact_count;
    md_status status = indices_reserve(&world->allocator, &world->found, count);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->active.parted, count);
    }
    if (status == MD_OK) {
        status = md_block_reserve(&world->allocator, (void **)&world->active.sums, &world->active.sum_capacity,
                                  (size_t)tasks, sizeof *world->active.sums);
    }
    if (status != MD_OK) {
        return status;
    }
    struct contact_update update = {.world = world, .dt = dt, .ends_step = ends_step, .sums = world->active.sums};
    md_threads_run(world->def.threads, tasks, MD_FOR_THIS_MACHINE(md2_contact_pass)->update, &update);
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
        status = md2_contacts_find_pairs(world, false);
    }
    if (status == MD_OK) {
        status = update_all(world, dt, ends_step);
    }
    world->contacts_are_stale = status != MD_OK;
    return status;
}
