#include "base/clock.h"
#include "bench/engines/engine.h"

bool engine_step(const struct engine *engine, void *world, int64_t steps, struct timing *timing)
{
    struct phases before = {0};
    *timing = (struct timing){0};
    if (engine->phases != NULL) {
        engine->phases(world, &before);
    }
    const double start = md_clock_seconds();
    for (int64_t i = 0; i < steps; ++i) {
        if (!engine->step(world)) {
            return false;
        }
    }
    timing->seconds = md_clock_seconds() - start;
    if (engine->phases != NULL) {
        engine->phases(world, &timing->phases);
        for (int i = 0; i < timing->phases.count; ++i) {
            timing->phases.seconds[i] -= before.seconds[i];
        }
    }
    return true;
}
