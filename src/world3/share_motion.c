/* The motion of ghosts in a divided 3D world. */
#include "world3/snapshot.h"

static bool boxes_differ(md3_box a, md3_box b)
{
    return a.lower.x != b.lower.x || a.lower.y != b.lower.y || a.lower.z != b.lower.z || a.upper.x != b.upper.x ||
           a.upper.y != b.upper.y || a.upper.z != b.upper.z;
}

#define DIMENSION 3
#include "engine/share_motion.inc.h"
