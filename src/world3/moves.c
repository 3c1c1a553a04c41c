/* Bodies of a 3D world that the last step moved or put to sleep. */
#include "world3/world.h"

static bool has_moved(const struct body *body)
{
    const md3_vec *center = &body->center;
    const md3_vec *old_center = &body->previous_center;
    const md3_rot *rotation = &body->rotation;
    const md3_rot *old_rotation = &body->previous_rotation;
    return center->x != old_center->x || center->y != old_center->y || center->z != old_center->z ||
           rotation->x != old_rotation->x || rotation->y != old_rotation->y || rotation->z != old_rotation->z ||
           rotation->w != old_rotation->w;
}

#define DIMENSION 3
#include "engine/moves.inc.h"
