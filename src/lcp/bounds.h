/* The current bounds of a row: constants, multiples of the impulse of its parent, or of the sum of the normal impulses of a patch. */
#ifndef MODULUS_LCP_BOUNDS_H
#define MODULUS_LCP_BOUNDS_H

#include "base/real.h"
#include "lcp/patch.h"

struct bounds {
    const md_real *lower, *upper;
    const int32_t *parent;
    const int32_t
        *row_patch; /* of rows with a parent: their patch, or MD_NO_PATCH; NULL if the problem has no patches */
    const struct patch_rows *patches;
};

struct interval {
    md_real lower, upper;
};

/** The impulse in `lambda` that the bounds of row i are multiples of; 1 if they are constants. */
static inline md_real bounds_scale(const struct bounds *bounds, int32_t i, const md_real *lambda)
{
    const int32_t parent = bounds->parent[i];
    if (parent < 0) {
        return 1;
    }
    if (bounds->row_patch == NULL || bounds->row_patch[i] == MD_NO_PATCH) {
        return lambda[parent];
    }
    return md_patch_load(&bounds->patches[bounds->row_patch[i]], lambda);
}

/** The bounds of row i; those of a friction row are multiples of normal impulses in `lambda`. */
static inline struct interval bounds_now(const struct bounds *bounds, int32_t i, const md_real *lambda)
{
    const md_real scale = bounds_scale(bounds, i, lambda);
    return (struct interval){bounds->lower[i] * scale, bounds->upper[i] * scale};
}

/** Clamps `x` to the bounds of row i. */
static inline md_real bounds_clamp(const struct bounds *bounds, int32_t i, md_real x, const md_real *lambda)
{
    const struct interval now = bounds_now(bounds, i, lambda);
    return md_clamp(x, now.lower, now.upper);
}

#endif
