/* Reading a 3D world: counts, statistics, energies, hash. */
#include "geometry3/vec3.h"
#include "world3/world.h"

#define DIMENSION 3
#include "engine/world_state.inc.h"
