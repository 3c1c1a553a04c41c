/* The slab test of one axis: during which fractions of a motion two intervals overlap. */
#ifndef MODULUS_SPATIAL_SLAB_H
#define MODULUS_SPATIAL_SLAB_H

#include <math.h>

#include "base/real.h"

/** Fractions of a motion from the first to the last at which boxes overlap. Empty if enter > leave. */
struct slab {
    md_real enter, leave;
};

/** Returns 1 / x, or 0 if that is not finite: such a motion is too slow to get anywhere. */
static inline md_real slab_inverse(md_real x)
{
    const md_real inverse = 1 / x;
    return isfinite(inverse) ? inverse : 0;
}

/** Clips a slab to the fractions at which a coordinate that starts at 0 lies in [lower, upper]. `inverse` is
 *  slab_inverse of the motion along the axis. Every operation is monotonic in the bounds even when rounded, so a motion
 *  that hits a box also hits every box around it, to the last bit. */
static inline struct slab slab_clip(struct slab t, md_real lower, md_real upper, md_real inverse)
{
    if (inverse == 0) {
        return lower <= 0 && 0 <= upper ? t : (struct slab){0, -1};
    }
    const md_real a = lower * inverse;
    const md_real b = upper * inverse;
    return (struct slab){md_max(t.enter, inverse > 0 ? a : b), md_min(t.leave, inverse > 0 ? b : a)};
}

/** True if `enter` is at or before `leave`. A bound is rounded three times, by half a unit in the last place each;
 *  `leave` is increased by more than that, so that equal bounds count as a hit. */
static inline bool slab_not_after(md_real enter, md_real leave)
{
    return enter <= leave * (1 + 4 * MD_REAL_EPSILON);
}

#endif
