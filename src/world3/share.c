/* Bodies that come and go in a step of a divided 3D world. */
#include "world3/moves.h"
#include "world3/world.h"

/* Frees the slot of a shape that has no contacts. */
static void forget_shape(md3_world *world, int32_t index)
{
    md3_geometries_remove(&world->geometries, world->shapes[index].shared);
    md_handles_release(&world->shape_handles, index);
}

#define DIMENSION 3
#include "engine/share.inc.h"
