#include "spatial/tree3.h"

#include "base/memory.h"
#include "spatial/box_cast3.h"

static inline bool box_is_finite(md3_box a)
{
    return vec_is_finite(a.lower) && vec_is_finite(a.upper);
}

/* The surface area, m^2. */
static inline md_real box_cost(md3_box a)
{
    const md3_vec size = vec_sub(a.upper, a.lower);
    return 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
}

/* Twice the Manhattan distance between the centres, m. */
static inline md_real box_distance(md3_box a, md3_box b)
{
    const md3_vec d = vec_abs(vec_sub(vec_add(a.lower, a.upper), vec_add(b.lower, b.upper)));
    return d.x + d.y + d.z;
}

#define TREE md3_tree
#include "spatial/tree.inc.h"
#include "spatial/tree_query.inc.h"
