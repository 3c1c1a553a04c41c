/* The two problems of a group of bodies of a 3D world. */
#include "world3/step.h"

#define VELOCITIES_PER_BODY 6

#define DIMENSION 3
#include "engine/solve_group.inc.h"
