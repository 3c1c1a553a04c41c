/* Reading a 2D world: counts, statistics, energies, hash. */
#include "geometry2/vec.h"
#include "world2/world.h"

#define DIMENSION 2
#include "engine/world_state.inc.h"
