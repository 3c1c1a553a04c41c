/* Bodies that come and go in a step of a divided 2D world. */
#include "world2/moves.h"
#include "world2/world.h"

/* Frees the slot of a shape that has no contacts. */
static void forget_shape(md2_world *world, int32_t index)
{
    md_handles_release(&world->shape_handles, index);
}

#define DIMENSION 2
#include "engine/share.inc.h"
