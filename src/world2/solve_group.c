/* The two problems of a group of bodies of a 2D world. */
#include "world2/step.h"

#define VELOCITIES_PER_BODY 3

#define DIMENSION 2
#include "engine/solve_group.inc.h"
