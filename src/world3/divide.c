/* Dividing a 3D world among ranks. */
#include <modulus/divide3.h>

#include "lcp/solver.h"
#include "world3/snapshot.h"
#include "world3/world.h"

/* What makes contacts scalar rows (contact_lanes.c), which ranks cannot share. */
static const char *own_problem_of(const md3_world *whole)
{
    if (whole->def.friction_law != MD_FRICTION_DISC) {
        return "a friction law that ranks cannot share; expected the disc";
    }
    for (int32_t i = 0; i < whole->shape_handles.count; ++i) {
        const md3_shape_def *def = &whole->shapes[i].def;
        if (md_handles_is_used(&whole->shape_handles, i) && (def->torsion > 0 || def->rolling > 0)) {
            return "torsional or rolling friction, which ranks cannot share yet; use one process";
        }
    }
    for (int32_t i = 0; i < whole->body_handles.count; ++i) {
        if (md_handles_is_used(&whole->body_handles, i) &&
            (whole->bodies[i].locked & (MD3_LOCK_X | MD3_LOCK_Y | MD3_LOCK_Z)) != 0) {
            return "locked axes, which ranks cannot share yet; use one process";
        }
    }
    return NULL;
}

/* As one more user of each hull, mesh and height field. */
static void keep_shared(md3_world *world)
{
    for (int32_t i = 0; i < world->geometries.count; ++i) {
        world->geometries.at[i].users += md3_geometry_has_object(&world->geometries.at[i].geometry);
    }
}

#define DIMENSION 3
#include "engine/divide.inc.h"
