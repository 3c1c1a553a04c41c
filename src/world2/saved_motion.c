/* Motion of the awake bodies of a 2D world before a step. */
#include "geometry2/vec.h"
#include "world2/world.h"

static void save_own_state(struct saved_body *saved, const struct body *body)
{
    saved->toi_fraction = body->toi_fraction;
}

static void restore_own_state(struct body *body, const struct saved_body *saved)
{
    body->toi_fraction = saved->toi_fraction;
    body->correction = vec(0, 0);
    body->turn_correction = 0;
    body->corrected = false;
}

#define DIMENSION 2
#include "engine/saved_motion.inc.h"
