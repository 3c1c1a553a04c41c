/* The strips of the bodies of a 2D world. */
#include "world2/world.h"

static void coordinates_of(md2_vec point, md_real at[2])
{
    at[0] = point.x;
    at[1] = point.y;
}

#define DIMENSION 2
#include "engine/division.inc.h"
