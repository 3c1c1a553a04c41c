/* The bounds of a row as they are now: constants, or multiples of its parent's impulse. */
#ifndef MODULUS_LCP_BOUNDS_H
#define MODULUS_LCP_BOUNDS_H

#include "base/real.h"

struct bounds {
    const md_real *lower, *upper;
    const int32_t *parent;
};

/** `x` brought into the bounds of row i, where friction rows follow the impulse that their parent has in `lambda`. */
static inline md_real bounds_clamp(const struct bounds *bounds, int32_t i, md_real x, const md_real *lambda)
{
    const int32_t parent = bounds->parent[i];
    const md_real scale = parent < 0 ? 1 : lambda[parent];
    return md_clamp(x, bounds->lower[i] * scale, bounds->upper[i] * scale);
}

#endif
