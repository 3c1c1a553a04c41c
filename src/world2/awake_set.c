/* The awake set of a 2D world. */
#include "world2/world.h"

#define DIMENSION 2
#include "engine/awake_set.inc.h"
