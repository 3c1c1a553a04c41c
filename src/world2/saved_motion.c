/* Motion of the awake bodies of a 2D world before a step. */
#include "world2/world.h"

static void save_own_state(struct saved_body *saved, const struct body *body)
{
    saved->toi_fraction = body->toi_fraction;
}

static void restore_own_state(struct body *body, const struct saved_body *saved)
{
    body->toi_fraction = saved->toi_fraction;
}

#define DIMENSION 2
#include "engine/saved_motion.inc.h"
