/* The islands of a 3D world. */
#include "geometry3/vec3.h"
#include "world3/world.h"

static bool is_moving(const struct body *body)
{
    return vec_dot(body->velocity, body->velocity) > 0 || vec_dot(body->angular_velocity, body->angular_velocity) > 0;
}

static md_real max_speed(const struct body *body)
{
    return vec_length(body->velocity) + vec_length(body->angular_velocity) * body->max_extent;
}

static void stop(struct body *body)
{
    body->velocity = vec(0, 0, 0);
    body->angular_velocity = vec(0, 0, 0);
}

#define DIMENSION 3
#include "engine/islands.inc.h"
