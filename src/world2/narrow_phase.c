/* The narrow phase of a 2D world. */
#include "world2/manifold_pass.h"

/* Without contacts that could be guarded travels are not needed. Changes by the user may concern every contact. */
static void note_travels(struct contact_update *update)
{
    md2_world *world = update->world;
    update->may_guard = world->narrow_phase.apart > 0 && md2_travels_note(world, update->dt);
    update->guards_hold = update->may_guard && !world->narrow_phase.stale && !world->awake.include_sleeping;
}

static md_status run_updates(struct contact_update *update, int32_t tasks)
{
    const md_status status = md2_travels_reserve(update->world);
    if (status == MD_OK) {
        note_travels(update);
        md_tasks_run(&update->world->tasks, tasks, MD_FOR_THIS_MACHINE(md2_manifold_pass)->update, update);
    }
    return status;
}

static void run_refreshes(struct contact_update *update, int32_t tasks)
{
    note_travels(update);
    md_tasks_run(&update->world->tasks, tasks, MD_FOR_THIS_MACHINE(md2_manifold_pass)->refresh, update);
}

#define DIMENSION 2
#include "engine/narrow_phase.inc.h"
