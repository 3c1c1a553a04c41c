/* row_update.inc.h for lines: one row of each joint of a block. */
#ifndef MODULUS_LCP_JOINT_ROW_H
#define MODULUS_LCP_JOINT_ROW_H

#include "lcp/joint_blocks.h"
#include "lcp/lane_numbers.h"
#include "lcp/lanes.h"
#include "lcp/solver.h"

/* A row of J in each lane. Unlike those of contacts, its linear parts need not be opposite: pulleys, racks. */
struct line_jacobian {
    vreal x_a, y_a, angular_a, x_b, y_b, angular_b;
};

struct joint_bodies {
    const int32_t *slots;
    struct body_lanes a, b;
    vreal inverse_inertia_a, inverse_inertia_b;
};

MD_INLINE struct joint_bodies gather_joints(const struct joint_blocks *joints, int32_t block, const md_real *state)
{
    const int32_t *slots = block_slots(&joints->layout, block);
    const md_real *inertia = joints->inverse_inertia.at + 2 * MD_LANES * (size_t)block;
    return (struct joint_bodies){.slots = slots,
                                 .a = gather(state, slots),
                                 .b = gather(state, slots + MD_LANES),
                                 .inverse_inertia_a = vector_load(inertia),
                                 .inverse_inertia_b = vector_load(inertia + MD_LANES)};
}

MD_INLINE void scatter_joints(const struct joint_bodies *bodies, md_real *state)
{
    scatter(state, bodies->slots, &bodies->a);
    scatter(state, bodies->slots + MD_LANES, &bodies->b);
}

MD_INLINE struct line_jacobian load_line(const struct joint_blocks *joints, int32_t line)
{
    const md_real *J = joints->jacobian.at + MD_LINE_FIELDS * MD_LANES * (size_t)line;
    return (struct line_jacobian){.x_a = vector_load(J),
                                  .y_a = vector_load(J + MD_LANES),
                                  .angular_a = vector_load(J + 2 * MD_LANES),
                                  .x_b = vector_load(J + 3 * MD_LANES),
                                  .y_b = vector_load(J + 4 * MD_LANES),
                                  .angular_b = vector_load(J + 5 * MD_LANES)};
}

MD_INLINE vreal line_velocity(const struct line_jacobian *J, const struct joint_bodies *bodies)
{
    const vreal v_a = J->x_a * bodies->a.x + J->y_a * bodies->a.y + J->angular_a * bodies->a.angular;
    const vreal v_b = J->x_b * bodies->b.x + J->y_b * bodies->b.y + J->angular_b * bodies->b.angular;
    return v_a + v_b;
}

MD_INLINE void push_body(struct body_lanes *body, vreal inverse_inertia, vreal x, vreal y, vreal angular, vreal change)
{
    body->x += body->inverse_mass * x * change;
    body->y += body->inverse_mass * y * change;
    body->angular += inverse_inertia * angular * change;
}

MD_INLINE void push_line(const struct line_jacobian *J, vreal change, struct joint_bodies *bodies)
{
    push_body(&bodies->a, bodies->inverse_inertia_a, J->x_a, J->y_a, J->angular_a, change);
    push_body(&bodies->b, bodies->inverse_inertia_b, J->x_b, J->y_b, J->angular_b, change);
}

/* ---- The row of an update ------------------------------------------------------------------------------------------ */

struct row {
    const struct line_jacobian *J;
    struct joint_bodies *bodies;
    const md_problem *problem;
    int32_t index;
    bool is_equality; /* no bounds, no compliance */
};

MD_INLINE real row_velocity(const struct row *row)
{
    return line_velocity(row->J, row->bodies);
}

MD_INLINE void row_push(const struct row *row, real change)
{
    push_line(row->J, change, row->bodies);
}

MD_INLINE struct vector_bounds row_bounds(const struct row *row)
{
    return row->is_equality ? (struct vector_bounds){vector_all(-MD_INFINITY), vector_all(MD_INFINITY)}
                            : bounds_of(row->problem, row->index, ROW_ANY, vector_all(1));
}

MD_INLINE real row_clamp(const struct row *row, real x, const struct vector_bounds *bounds)
{
    return row->is_equality ? x : clamp_to(x, bounds, ROW_ANY);
}

MD_INLINE bool row_has_compliance(const struct row *row)
{
    return !row->is_equality;
}

#include "lcp/row_update.inc.h"

#endif
