/* Calls of a 2D world that are refused. */
#include "world2/world.h"

#define DIMENSION 2
#include "engine/refuse.inc.h"
