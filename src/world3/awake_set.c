/* The awake set of a 3D world. */
#include "world3/world.h"

#define DIMENSION 3
#include "engine/awake_set.inc.h"
