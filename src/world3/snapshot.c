/* Snapshots of a 3D world: see snapshot.h and modulus/snapshot3.h. */
#include <modulus/snapshot3.h>

#include "engine/snapshot_header.h"
#include "world3/snapshot.h"

static const struct snapshot_format FORMAT = {.magic = {'M', 'D', '3', 'W', 'O', 'R', 'L', 'D'}, .version = 3};

/* All parts of a 3D world are read. */
static bool rebuild_own_parts(md3_world *world)
{
    (void)world;
    return true;
}

#define DIMENSION 3
#include "engine/snapshot.inc.h"
