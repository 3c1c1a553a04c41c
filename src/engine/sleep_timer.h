/* Sleep timers: how long each body has rested, in seconds. An island falls asleep when its least rested body has rested
 * for long enough. */
#ifndef MODULUS_ENGINE_SLEEP_TIMER_H
#define MODULUS_ENGINE_SLEEP_TIMER_H

#include <modulus/base.h>

#include "engine/union_find.h"

/** Advances the timer of a body by dt, or resets it, and lowers the timer of its root to it. The root comes first of
 *  its island. Returns the new time. */
static inline md_real sleep_timer_advance(md_real *timer, int32_t *root, int32_t body, bool rests, md_real dt)
{
    const md_real rested = rests ? timer[body] + dt : 0;
    timer[body] = rested;
    md_real *of_island = &timer[union_find_root(root, body)];
    *of_island = *of_island < rested ? *of_island : rested;
    return rested;
}

/** Whether the island of a body is due to fall asleep. */
static inline bool sleep_timer_is_due(const md_real *timer, int32_t *root, int32_t body, md_real sleep_time)
{
    return timer[union_find_root(root, body)] >= sleep_time;
}

#endif
