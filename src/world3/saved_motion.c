/* Motion of the awake bodies of a 3D world before a step. */
#include "world3/world.h"

static void save_own_state(struct saved_body *saved, const struct body *body)
{
    saved->watched = body->watched;
}

static void restore_own_state(struct body *body, const struct saved_body *saved)
{
    body->watched = saved->watched;
    md3_body_turn_inertia(body);
}

#define DIMENSION 3
#include "engine/saved_motion.inc.h"
