/* row_update.inc.h for lanes: one row of each contact of a block. */
#ifndef MODULUS_LCP_LANE_ROW_H
#define MODULUS_LCP_LANE_ROW_H

#include "lcp/lanes.h"
#include "lcp/solver.h"

typedef vreal real;
typedef vmask mask;
typedef vreal sum; /* over a chunk of blocks */

#define row_interval vector_bounds
#define LOAD(from) vector_load(from)
#define STORE(to, x) vector_store(to, x)
#define LOAD_NUMBER(numbers, i)                                                                                        \
    ((numbers)->stride == 0 ? vector_all((numbers)->values.at[0]) : vector_load((numbers)->values.at + (i)))
#define SELECT(condition, a, b) vector_select(condition, a, b)
#define NOT(condition) (~(condition))
#define IS_BOUNDED(y) (((y) <= vector_all(MD_MAX_LAMBDA)) & ((y) >= vector_all(-MD_MAX_LAMBDA)))
#define TO_SUM(x) (x)

struct row {
    const struct jacobian_lanes *J;
    vreal inverse_inertia_a, inverse_inertia_b;
    struct body_lanes *a, *b;
    const md_problem *problem;
    int32_t index;
    enum row_role role;
    vreal bound_scale; /* of the bounds: lambda_n for tangents */
};

MD_INLINE real row_velocity(const struct row *row)
{
    return row_velocity_lanes(row->J, row->a, row->b);
}

MD_INLINE void row_push(const struct row *row, real change)
{
    row_push_lanes(row->J, row->inverse_inertia_a, row->inverse_inertia_b, change, row->a, row->b);
}

MD_INLINE struct vector_bounds row_bounds(const struct row *row)
{
    return bounds_of(row->problem, row->index, row->role, row->bound_scale);
}

MD_INLINE real row_clamp(const struct row *row, real x, const struct vector_bounds *bounds)
{
    return clamp_to(x, bounds, row->role);
}

MD_INLINE bool row_has_compliance(const struct row *row)
{
    return row->role == ROW_ANY;
}

#include "lcp/row_update.inc.h"

#endif
