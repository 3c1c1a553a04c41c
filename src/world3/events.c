/* Events of a 3D world. */
#include "world3/world.h"

#define DIMENSION 3
#include "engine/events.inc.h"
