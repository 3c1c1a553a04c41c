/* Drives the manifold pass over the awake contacts of a world, and removes the contacts whose shapes have separated
 * (narrow_phase.h, dimension.h).
 *
 * The including file defines, with the tasks of its manifold_pass.h:
 *
 *     void run_updates(struct contact_update *update, int32_t tasks)      at the end of a step, and after changes
 *     void run_refreshes(struct contact_update *update, int32_t tasks)    between substeps
 */
#include "engine/dimension.h"

/* Removes contacts, given by their records in the order of the rows. */
static void remove_contacts(WORLD *world, const int32_t *records, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *soon = &world->contacts.at[records[k + PREFETCH_AHEAD < count ? k + PREFETCH_AHEAD : k]];
        prefetch(&world->contacts.at[records[k + 2 * PREFETCH_AHEAD < count ? k + 2 * PREFETCH_AHEAD : k]], 1);
        md_pair_set_prefetch(&world->broad_phase.pairs, soon->shape[0], soon->shape[1]);
        MD_(contact_drop)(world, &world->contacts.at[records[k]]);
    }
    if (count > 0) {
        md_awake_set_remove_contacts(&world->awake, records, count, world->contacts.pool.is_sorted);
        md_contact_pool_remove(&world->contacts.pool, records, count);
    }
}

/* Without contacts that could be guarded travels are not needed. Changes by the user may concern every contact. */
static void note_travels(struct contact_update *update)
{
    WORLD *world = update->world;
    update->may_guard = world->narrow_phase.apart > 0 && MD_(travels_note)(world, update->dt);
    update->guards_hold = update->may_guard && !world->narrow_phase.stale && !world->awake.include_sleeping;
}

static md_status update_manifolds(WORLD *world, md_real dt, bool ends_step)
{
    struct narrow_phase *narrow_phase = &world->narrow_phase;
    const int32_t contacts = world->awake.contact_count;
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, contacts);
    struct contact_update update = {.world = world, .dt = dt, .ends_step = ends_step};
    md_status status = md_narrow_phase_reserve(narrow_phase, &world->allocator, contacts, tasks);
    if (status == MD_OK) {
        status = MD_(travels_reserve)(world);
    }
    if (status != MD_OK) {
        return status;
    }
    note_travels(&update);
    run_updates(&update, tasks);
    const int32_t separated =
        md_narrow_phase_join(narrow_phase, &world->awake.sleeping_penetration, tasks, CONTACTS_PER_TASK);
    world->awake.changed = world->awake.changed || narrow_phase->changed;
    remove_contacts(world, narrow_phase->separated.at, separated);
    ++narrow_phase->updates;
    return MD_OK;
}

/* Finds the strips of the bodies at their new positions, and sends them to the ranks that own these. */
static md_status divide_bodies(WORLD *world, bool ends_step)
{
    md_status status = MD_OK;
    if (world->def.partitions > 0 && ends_step) {
        status = MD_(division_update)(world, world->steps + 1);
    }
    return status == MD_OK && world->share != NULL ? MD_(share_update)(world) : status;
}

md_status MD_(narrow_phase_update)(WORLD *world, md_real dt, bool ends_step)
{
    world->broad_phase.time_ahead = dt;
    if (world->narrow_phase.stale) { /* the change may concern sleeping bodies */
        world->awake.include_sleeping = true;
        world->awake.stale = true;
    }
    md_status status = MD_(awake_set_update)(world);
    if (status == MD_OK) {
        if (md_contact_pool_has_many_holes(&world->contacts.pool)) {
            MD_(contacts_compact)(world);
        }
        status = divide_bodies(world, ends_step);
    }
    if (status == MD_OK) {
        status = MD_(broad_phase_find_pairs)(world, false);
    }
    if (status == MD_OK) {
        status = MD_(awake_set_update)(world); /* in case contacts are in another order */
    }
    if (status == MD_OK) {
        status = update_manifolds(world, dt, ends_step);
    }
    world->narrow_phase.stale = status != MD_OK;
    return status;
}

void MD_(narrow_phase_refresh)(WORLD *world, md_real h)
{
    struct contact_update update = {.world = world, .dt = h};
    note_travels(&update);
    run_refreshes(&update, md_task_count(CONTACTS_PER_TASK, world->awake.contact_count));
    world->awake.changed = true;
}
