/* The motion of ghosts in a divided 2D world. */
#include "world2/snapshot.h"

static bool boxes_differ(md2_box a, md2_box b)
{
    return a.lower.x != b.lower.x || a.lower.y != b.lower.y || a.upper.x != b.upper.x || a.upper.y != b.upper.y;
}

#define DIMENSION 2
#include "engine/share_motion.inc.h"
