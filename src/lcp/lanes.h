/* Bodies, Jacobians and bounds of the contacts of a block, one contact per lane. */
#ifndef MODULUS_LCP_LANES_H
#define MODULUS_LCP_LANES_H

#include "lcp/block_problem.h"
#include "lcp/lanes4.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* The first numbers of a body slot, one body per lane. */
struct body_lanes {
    vreal x, y, angular, inverse_mass;
};

MD_INLINE struct body_lanes gather(const md_real *state, const int32_t *slots)
{
    const md_real *from[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        from[lane] = state + slots[lane];
    }
    const struct lanes4 numbers = load_lanes4(from);
    return (struct body_lanes){numbers.at[0], numbers.at[1], numbers.at[2], numbers.at[3]};
}

MD_INLINE void scatter(md_real *state, const int32_t *slots, const struct body_lanes *lanes)
{
    md_real *to[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        to[lane] = state + slots[lane];
    }
    const struct lanes4 numbers = {{lanes->x, lanes->y, lanes->angular, lanes->inverse_mass}};
    store_lanes4(to, &numbers);
}

/* A row of J in each lane: (x, y, angular_a) for the first body and (-x, -y, angular_b) for the second. */
struct jacobian_lanes {
    vreal x, y, angular_a, angular_b;
};

MD_INLINE vreal row_velocity_lanes(const struct jacobian_lanes *J, const struct body_lanes *a,
                                   const struct body_lanes *b)
{
    const vreal v_a = J->x * a->x + J->y * a->y + J->angular_a * a->angular;
    const vreal v_b = -J->x * b->x + -J->y * b->y + J->angular_b * b->angular;
    return v_a + v_b;
}

MD_INLINE void row_push_lanes(const struct jacobian_lanes *J, vreal inverse_inertia_a, vreal inverse_inertia_b,
                              vreal change, struct body_lanes *a, struct body_lanes *b)
{
    a->x += a->inverse_mass * J->x * change;
    a->y += a->inverse_mass * J->y * change;
    a->angular += inverse_inertia_a * J->angular_a * change;
    b->x += b->inverse_mass * -J->x * change;
    b->y += b->inverse_mass * -J->y * change;
    b->angular += inverse_inertia_b * J->angular_b * change;
}

/* The Jacobians and inverse inertias of the contacts of a block. */
struct contact_lanes {
    struct jacobian_lanes normal, tangent;
    vreal inverse_inertia_a, inverse_inertia_b;
};

MD_INLINE struct contact_lanes load_contacts(const struct block_layout *layout, int32_t block)
{
    const md_real *field = layout->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
    const vreal x = vector_load(field + BLOCK_NORMAL_X * MD_LANES);
    const vreal y = vector_load(field + BLOCK_NORMAL_Y * MD_LANES);
    return (struct contact_lanes){.normal = {.x = x,
                                             .y = y,
                                             .angular_a = vector_load(field + BLOCK_NORMAL_ANGULAR_A * MD_LANES),
                                             .angular_b = vector_load(field + BLOCK_NORMAL_ANGULAR_B * MD_LANES)},
                                  .tangent = {.x = -y,
                                              .y = x,
                                              .angular_a = vector_load(field + BLOCK_TANGENT_ANGULAR_A * MD_LANES),
                                              .angular_b = vector_load(field + BLOCK_TANGENT_ANGULAR_B * MD_LANES)},
                                  .inverse_inertia_a = vector_load(field + BLOCK_INVERSE_INERTIA_A * MD_LANES),
                                  .inverse_inertia_b = vector_load(field + BLOCK_INVERSE_INERTIA_B * MD_LANES)};
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* Properties of a row that are known without reading it. */
enum row_role {
    ROW_ANY,
    ROW_NORMAL, /* of a simple contact: no compliance, bounds 0 and infinity */
    ROW_TANGENT /* of a simple contact: no compliance, bounds -upper and upper */
};

MD_INLINE enum row_role role_of_normals(const struct block_problem *blocks)
{
    return blocks->is_simple ? ROW_NORMAL : ROW_ANY;
}

MD_INLINE enum row_role role_of_tangents(const struct block_problem *blocks)
{
    return blocks->is_simple ? ROW_TANGENT : ROW_ANY;
}

struct vector_bounds {
    vreal lower, upper;
};

/* The bounds of rows i to i + MD_LANES - 1, times `scale`. */
MD_INLINE struct vector_bounds bounds_of(const md_problem *problem, int32_t i, enum row_role role, vreal scale)
{
    if (role == ROW_NORMAL) {
        return (struct vector_bounds){vector_all(0), vector_all(MD_INFINITY)};
    }
    const vreal upper = vector_load(problem->upper.at + i) * scale;
    return (struct vector_bounds){role == ROW_TANGENT ? -upper : vector_load(problem->lower.at + i) * scale, upper};
}

MD_INLINE vreal clamp_to(vreal x, const struct vector_bounds *bounds, enum row_role role)
{
    const vreal raised = vector_max(bounds->lower, x);
    return role == ROW_NORMAL ? raised : vector_min(bounds->upper, raised);
}

/* Offsets in the state of the first bodies of a block; those of the second bodies follow. */
MD_INLINE const int32_t *block_slots(const struct block_layout *layout, int32_t block)
{
    return layout->slots.at + 2 * MD_LANES * (size_t)block;
}

#endif
