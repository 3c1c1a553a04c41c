/* Moving one body, for the passes that move all of them. */
#ifndef MODULUS_WORLD3_BODY_MOTION_H
#define MODULUS_WORLD3_BODY_MOTION_H

#include "geometry3/vec3.h"
#include "world3/body.h"

/** Decides whether a body is fast: whether it moves by more than half its inscribed radius in h seconds. Bodies that position
 *  correction has moved far are already fast. The body may move without a limit until continuous collision finds one. */
static inline bool body_find_fast(struct body *body, md_real h)
{
    const md_real moved = h * (vec_length(body->velocity) + vec_length(body->angular_velocity) * body->max_extent);
    const bool could_tunnel = body->awake && body->type == MD3_DYNAMIC && moved > body->inscribed_radius / 2;
    body->fast = body->fast || body->watched > 0 || could_tunnel;
    body->watched = (uint8_t)(body->watched > 0 ? body->watched - 1 : 0);
    body->toi_fraction = 1;
    return body->fast;
}

#endif
