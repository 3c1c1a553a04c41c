/* Passes over the bodies of a 2D world. */
#include "world2/world.h"

#define DIMENSION 2
#include "engine/body_motion.inc.h"
