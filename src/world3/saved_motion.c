/* Motion of the awake bodies of a 3D world before a step. */
#include "geometry3/vec3.h"
#include "world3/world.h"

static void save_own_state(struct saved_body *saved, const struct body *body)
{
    saved->watched = body->watched;
}

static void restore_own_state(struct body *body, const struct saved_body *saved)
{
    body->watched = saved->watched;
    body->correction = vec(0, 0, 0);
    body->turn_correction = vec(0, 0, 0);
    md3_body_turn_inertia(body);
}

#define DIMENSION 3
#include "engine/saved_motion.inc.h"
