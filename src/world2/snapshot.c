/* Snapshots of a 2D world: see snapshot.h and modulus/snapshot2.h. */
#include <modulus/snapshot2.h>

#include "engine/snapshot_header.h"
#include "world2/snapshot.h"

static const struct snapshot_format FORMAT = {.magic = {'M', 'D', '2', 'W', 'O', 'R', 'L', 'D'}, .version = 10};

/* A chain is not stored: it follows from its segments. */
static bool rebuild_own_parts(md2_world *world)
{
    return md2_chains_rebuild(world);
}

#define DIMENSION 2
#include "engine/snapshot.inc.h"
