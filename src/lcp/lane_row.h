/* row_update.inc.h for lanes: one row of each contact of a block. */
#ifndef MODULUS_LCP_LANE_ROW_H
#define MODULUS_LCP_LANE_ROW_H

#include "lcp/lane_numbers.h"
#include "lcp/lanes.h"
#include "lcp/solver.h"

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
