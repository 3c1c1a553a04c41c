/* Bodies of a 2D world that the last step moved or put to sleep. */
#include "world2/world.h"

static bool has_moved(const struct body *body)
{
    return body->center.x != body->previous_center.x || body->center.y != body->previous_center.y ||
           body->rotation.c != body->previous_rotation.c || body->rotation.s != body->previous_rotation.s;
}

#define DIMENSION 2
#include "engine/moves.inc.h"
