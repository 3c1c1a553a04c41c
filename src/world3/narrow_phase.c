/* The narrow phase of a 3D world. */
#include "world3/manifold_pass.h"

static void run_updates(struct contact_update *update, int32_t tasks)
{
    md_tasks_run(&update->world->tasks, tasks, md3_manifolds_update, update);
}

static void run_refreshes(struct contact_update *update, int32_t tasks)
{
    md_tasks_run(&update->world->tasks, tasks, md3_manifolds_refresh, update);
}

#define DIMENSION 3
#include "engine/narrow_phase.inc.h"
