/* Islands of a world (engine/islands.h). The bodies of an island wake and fall asleep together; islands share no
 * constraint row. */
#ifndef MODULUS_WORLD2_ISLAND_H
#define MODULUS_WORLD2_ISLAND_H

#include <modulus/world2.h>

#include "engine/islands.h"

/** Wakes the islands that awake bodies touch, and groups the bodies, joints and contacts that are solved together.
 *  Islands are distinguished if they are solved separately, and in the last substep of a step. */
md_status md2_islands_find(md2_world *world, bool is_last);
/** Puts islands to sleep whose bodies have rested for long enough. */
void md2_islands_sleep(md2_world *world, md_real dt);

/** Whether a body is slow enough to fall asleep. */
bool md2_body_is_resting(const md2_world *world, int32_t index);

#endif
