/* The bounds of a row as they are now: constants, or multiples of its parent's impulse. */
#ifndef MODULUS_LCP_BOUNDS_H
#define MODULUS_LCP_BOUNDS_H

#include "base/real.h"

struct bounds {
    const md_real *lower, *upper;
    const int32_t *parent;
};

struct interval {
    md_real lower, upper;
};

/** The bounds of row i, where friction rows follow the impulse that their parent has in `lambda`. */
static inline struct interval bounds_now(const struct bounds *bounds, int32_t i, const md_real *lambda)
{
    const int32_t parent = bounds->parent[i];
    const md_real scale = parent < 0 ? 1 : lambda[parent];
    return (struct interval){bounds->lower[i] * scale, bounds->upper[i] * scale};
}

/** `x` brought into them. */
static inline md_real bounds_clamp(const struct bounds *bounds, int32_t i, md_real x, const md_real *lambda)
{
    const struct interval now = bounds_now(bounds, i, lambda);
    return md_clamp(x, now.lower, now.upper);
}

#endif
