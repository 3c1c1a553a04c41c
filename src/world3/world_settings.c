/* The settings of a 3D world, its callbacks and its log. */
#include "world3/world.h"

static bool is_same_vector(md3_vec a, md3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

#define DIMENSION 3
#include "engine/world_settings.inc.h"
