/* The islands of a 2D world. */
#include "geometry2/vec.h"
#include "world2/world.h"

static bool is_moving(const struct body *body)
{
    return body->velocity.x != 0 || body->velocity.y != 0 || body->angular_velocity != 0;
}

static md_real max_speed(const struct body *body)
{
    return vec_length(body->velocity) + md_abs(body->angular_velocity) * body->max_extent;
}

static void stop(struct body *body)
{
    body->velocity = vec(0, 0);
    body->angular_velocity = 0;
}

#define DIMENSION 2
#include "engine/islands.inc.h"
