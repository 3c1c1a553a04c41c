/* Events of a 2D world. */
#include "world2/world.h"

#define DIMENSION 2
#include "engine/events.inc.h"
