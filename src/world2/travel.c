/* How far the bodies of a 2D world have travelled. */
#include "world2/travel.h"

#include <string.h>

#include "geometry2/vec.h"
#include "world2/world.h"

static md_real distance_from(const struct travel *before, const struct body *body)
{
    const md_real c = body->rotation.c - before->rotation.c, s = body->rotation.s - before->rotation.s;
    return vec_length(vec_sub(body->center, before->center)) + md_sqrt(c * c + s * s) * body->max_extent;
}

static md_real turning_speed(const struct body *body)
{
    return md_abs(body->angular_velocity);
}

#define DIMENSION 2
#include "engine/travel.inc.h"
