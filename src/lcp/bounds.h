/* The bounds of a row as they are now: constants, or multiples of its parent's impulse. */
#ifndef MODULUS_LCP_BOUNDS_H
#define MODULUS_LCP_BOUNDS_H

#include <modulus/base.h>

struct bounds {
    const md_real *lower, *upper;
    const int32_t *parent;
};

static inline md_real md_abs(md_real x)
{
    return x < 0 ? -x : x;
}

static inline md_real md_clamp(md_real x, md_real lower, md_real upper)
{
    if (x < lower) {
        return lower;
    }
    return x > upper ? upper : x;
}

/** `x` brought into the bounds of row i, where friction rows follow the impulse that their parent has in `lambda`. */
static inline md_real bounds_clamp(const struct bounds *bounds, int32_t i, md_real x, const md_real *lambda)
{
    const int32_t parent = bounds->parent[i];
    const md_real scale = parent < 0 ? 1 : lambda[parent];
    return md_clamp(x, bounds->lower[i] * scale, bounds->upper[i] * scale);
}

#endif
