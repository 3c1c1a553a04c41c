/* Islands of a 3D world that several ranks have parts of. */
#include "world3/world.h"

#define DIMENSION 3
#include "engine/share_islands.inc.h"
