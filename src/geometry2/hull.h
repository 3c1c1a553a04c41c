/* Helpers for the functions that create hulls. */
#ifndef MODULUS_GEOMETRY2_HULL_H
#define MODULUS_GEOMETRY2_HULL_H

#include "geometry2/vec.h"

static inline bool radius_is_valid(md_real radius)
{
    return isfinite(radius) && radius >= 0;
}

/** Returns the index after `index` in a cycle of `count`. */
static inline int32_t next_index(int32_t index, int32_t count)
{
    return index + 1 < count ? index + 1 : 0;
}

/** True if every corner turns left. Rounding may prevent that far from the origin. */
bool md2_hull_is_convex(const md2_hull *hull);

/** Returns the points of a hull that are at least `depth` below its surface, m. The depth is at most the inscribed
 *  radius. The result has no normals: it is for distances and times of impact only. */
md2_hull md2_hull_eroded(const md2_hull *hull, md_real depth);

#endif
