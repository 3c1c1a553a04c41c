/* The settings of a 2D world, its callbacks and its log. */
#include "world2/world.h"

static bool is_same_vector(md2_vec a, md2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

#define DIMENSION 2
#include "engine/world_settings.inc.h"
