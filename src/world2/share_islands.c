/* Islands of a 2D world that several ranks have parts of. */
#include "world2/world.h"

#define DIMENSION 2
#include "engine/share_islands.inc.h"
