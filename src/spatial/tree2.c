#include "spatial/tree2.h"

#include "base/memory.h"
#include "spatial/slab.h"

static inline bool box_is_finite(md2_box a)
{
    return vec_is_finite(a.lower) && vec_is_finite(a.upper);
}

/* The perimeter, m. */
static inline md_real box_cost(md2_box a)
{
    return 2 * ((a.upper.x - a.lower.x) + (a.upper.y - a.lower.y));
}

/* Twice the Manhattan distance between the centres, m. */
static inline md_real box_distance(md2_box a, md2_box b)
{
    const md_real x = (a.lower.x + a.upper.x) - (b.lower.x + b.upper.x);
    const md_real y = (a.lower.y + a.upper.y) - (b.lower.y + b.upper.y);
    return md_abs(x) + md_abs(y);
}

static inline md2_vec cast_inverse(md2_vec translation)
{
    return vec(slab_inverse(translation.x), slab_inverse(translation.y));
}

static inline struct slab box_cast(md2_box moving, md2_vec inverse, md_real max_fraction, md2_box target)
{
    struct slab t = {0, max_fraction};
    t = slab_clip(t, target.lower.x - moving.upper.x, target.upper.x - moving.lower.x, inverse.x);
    t = slab_clip(t, target.lower.y - moving.upper.y, target.upper.y - moving.lower.y, inverse.y);
    return t;
}

#define TREE md2_tree
#include "spatial/tree.inc.h"
#include "spatial/tree_query.inc.h"
