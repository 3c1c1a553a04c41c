/* The strips of the bodies of a 3D world. */
#include "world3/world.h"

static void coordinates_of(md3_vec point, md_real at[3])
{
    at[0] = point.x;
    at[1] = point.y;
    at[2] = point.z;
}

#define DIMENSION 3
#include "engine/division.inc.h"
