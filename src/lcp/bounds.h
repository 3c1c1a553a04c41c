/* The current bounds of a row: constants, or multiples of the impulse of its parent. */
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

/** The bounds of row i; those of a friction row are multiples of the impulse of its parent in `lambda`. */
static inline struct interval bounds_now(const struct bounds *bounds, int32_t i, const md_real *lambda)
{
    const int32_t parent = bounds->parent[i];
    const md_real scale = parent < 0 ? 1 : lambda[parent];
    return (struct interval){bounds->lower[i] * scale, bounds->upper[i] * scale};
}

/** Clamps `x` to the bounds of row i. */
static inline md_real bounds_clamp(const struct bounds *bounds, int32_t i, md_real x, const md_real *lambda)
{
    const struct interval now = bounds_now(bounds, i, lambda);
    return md_clamp(x, now.lower, now.upper);
}

#endif
