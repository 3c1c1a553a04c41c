/* The slab test of boxes in space, for the dynamic tree and the static tree of a mesh. */
#ifndef MODULUS_SPATIAL_BOX_CAST3_H
#define MODULUS_SPATIAL_BOX_CAST3_H

#include "geometry3/vec3.h"
#include "spatial/slab.h"

static inline md3_vec cast_inverse(md3_vec translation)
{
    return vec(slab_inverse(translation.x), slab_inverse(translation.y), slab_inverse(translation.z));
}

/** Returns the fractions during which `moving` overlaps `target`. `inverse` is cast_inverse of the translation. */
static inline struct slab box_cast(md3_box moving, md3_vec inverse, md_real max_fraction, md3_box target)
{
    const md3_vec lower = vec_sub(target.lower, moving.upper);
    const md3_vec upper = vec_sub(target.upper, moving.lower);
    struct slab t = {0, max_fraction};
    t = slab_clip(t, lower.x, upper.x, inverse.x);
    t = slab_clip(t, lower.y, upper.y, inverse.y);
    t = slab_clip(t, lower.z, upper.z, inverse.z);
    return t;
}

#endif
