/* Islands of a world (engine/islands.h). The bodies of an island wake and fall asleep together; islands share no
 * constraint row. */
#ifndef MODULUS_WORLD3_ISLAND_H
#define MODULUS_WORLD3_ISLAND_H

#include <modulus/world3.h>

#include "engine/islands.h"

/** Wakes the islands that awake bodies touch, and groups the bodies, joints and contacts that are solved together.
 *  Islands are distinguished if they are solved separately, and in the last substep of a step. */
md_status md3_islands_find(md3_world *world, bool is_last);
/** Puts islands to sleep whose bodies have rested for long enough. */
void md3_islands_sleep(md3_world *world, md_real dt);

/** Whether a body is slow enough to fall asleep. */
bool md3_body_is_resting(const md3_world *world, int32_t index);

#endif
