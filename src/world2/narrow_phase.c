/* The narrow phase of a 2D world. */
#include "world2/manifold_pass.h"

static void run_updates(struct contact_update *update, int32_t tasks)
{
    md_tasks_run(&update->world->tasks, tasks, MD_FOR_THIS_MACHINE(md2_manifold_pass)->update, update);
}

static void run_refreshes(struct contact_update *update, int32_t tasks)
{
    md_tasks_run(&update->world->tasks, tasks, MD_FOR_THIS_MACHINE(md2_manifold_pass)->refresh, update);
}

#define DIMENSION 2
#include "engine/narrow_phase.inc.h"
