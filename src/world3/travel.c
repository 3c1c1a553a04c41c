/* How far the bodies of a 3D world have travelled. */
#include "world3/travel.h"

#include <string.h>

#include "geometry3/vec3.h"
#include "world3/world.h"

/* A rotation that changes by d as a quaternion moves a point at the distance 1 by 2 d at most. */
static md_real distance_from(const struct travel *before, const struct body *body)
{
    const md3_rot q = body->rotation, p = before->rotation;
    const md3_rot turned = {q.x - p.x, q.y - p.y, q.z - p.z, q.w - p.w};
    return vec_length(vec_sub(body->center, before->center)) +
           2 * md_sqrt(md3_rot_length_squared(turned)) * body->max_extent;
}

static md_real turning_speed(const struct body *body)
{
    return vec_length(body->angular_velocity);
}

#define DIMENSION 3
#include "engine/travel.inc.h"
