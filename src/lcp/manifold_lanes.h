/* Bodies and Jacobians of the manifolds of a block (manifold_blocks.h), one manifold per lane. */
#ifndef MODULUS_LCP_MANIFOLD_LANES_H
#define MODULUS_LCP_MANIFOLD_LANES_H

#include "lcp/block_problem.h"
#include "lcp/lanes.h"

struct lanes3 {
    vreal x, y, z;
};

MD_INLINE struct lanes3 load_lanes3(const md_real *from)
{
    return (struct lanes3){vector_load(from), vector_load(from + MD_LANES), vector_load(from + 2 * MD_LANES)};
}

MD_INLINE void store_lanes3(md_real *to, struct lanes3 v)
{
    vector_store(to, v.x);
    vector_store(to + MD_LANES, v.y);
    vector_store(to + 2 * MD_LANES, v.z);
}

MD_INLINE vreal lanes3_dot(struct lanes3 a, struct lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

MD_INLINE struct lanes3 lanes3_scale(vreal s, struct lanes3 v)
{
    return (struct lanes3){s * v.x, s * v.y, s * v.z};
}

/* ---- Bodies -------------------------------------------------------------------------------------------------------- */

/* The first eight numbers of a body slot, one body per lane. */
struct motion_lanes {
    struct lanes3 linear, angular;
    vreal inverse_mass;
    vreal rest; /* the eighth number, which keeps its value */
};

MD_INLINE struct motion_lanes gather_motion(const md_real *state, const int32_t *slots)
{
    const md_real *from[MD_LANES], *next[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        from[lane] = state + slots[lane];
        next[lane] = from[lane] + 4;
    }
    const struct lanes4 first = load_lanes4(from);
    const struct lanes4 second = load_lanes4(next);
    return (struct motion_lanes){.linear = {first.at[0], first.at[1], first.at[2]},
                                 .angular = {first.at[3], second.at[0], second.at[1]},
                                 .inverse_mass = second.at[2],
                                 .rest = second.at[3]};
}

MD_INLINE void scatter_motion(md_real *state, const int32_t *slots, const struct motion_lanes *body)
{
    md_real *to[MD_LANES], *next[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        to[lane] = state + slots[lane];
        next[lane] = to[lane] + 4;
    }
    const struct lanes4 first = {{body->linear.x, body->linear.y, body->linear.z, body->angular.x}};
    const struct lanes4 second = {{body->angular.y, body->angular.z, body->inverse_mass, body->rest}};
    store_lanes4(to, &first);
    store_lanes4(next, &second);
}

struct manifold_bodies {
    const int32_t *slots;
    struct motion_lanes a, b;
};

MD_INLINE struct manifold_bodies gather_manifolds(const struct block_problem *blocks, int32_t block,
                                                  const md_real *state)
{
    const int32_t *slots = block_slots(blocks->layout, block);
    return (struct manifold_bodies){slots, gather_motion(state, slots), gather_motion(state, slots + MD_LANES)};
}

MD_INLINE void scatter_manifolds(const struct manifold_bodies *bodies, md_real *state)
{
    scatter_motion(state, bodies->slots, &bodies->a);
    scatter_motion(state, bodies->slots + MD_LANES, &bodies->b);
}

/* ---- Rows ---------------------------------------------------------------------------------------------------------- */

/* Addresses of the rows and Jacobians of a block. */
struct manifold_lines {
    bool has_patches;
    int32_t points;
    int32_t row;            /* the normal of the first point */
    const md_real *fields;  /* of the manifolds */
    const md_real *of_rows; /* of the points */
};

MD_INLINE struct manifold_lines manifold_lines_of(const struct block_problem *blocks, int32_t block)
{
    const struct manifold_blocks *manifolds = blocks->manifolds;
    return (struct manifold_lines){.has_patches = manifolds->has_patches,
                                   .points = manifolds->line_start.at[block + 1] - manifolds->line_start.at[block],
                                   .row = md_block_problem_row(blocks, block * MD_LANES),
                                   .fields = manifolds->fields.at + (size_t)MANIFOLD_FIELDS * MD_LANES * (size_t)block,
                                   .of_rows = manifolds->points.at +
                                              POINT_ROW_FIELDS * MD_LANES * md_manifold_first_row(manifolds, block)};
}

/* The row of tangent k of a point, 0 or 1. Of a patch: its friction row k, of point 0. */
MD_INLINE int32_t tangent_row(const struct manifold_lines *lines, int32_t point, int32_t k)
{
    return lines->row + (lines->points + 2 * point + k) * MD_LANES;
}

/* A direction of the manifolds, and what impulses along it do to the linear velocities of their bodies. */
struct direction_lanes {
    struct lanes3 d, hat_a, hat_b;
};

MD_INLINE struct direction_lanes load_direction(const struct manifold_lines *lines, int32_t field,
                                                const struct manifold_bodies *bodies)
{
    const struct lanes3 d = load_lanes3(lines->fields + field * MD_LANES);
    return (struct direction_lanes){d, lanes3_scale(bodies->a.inverse_mass, d),
                                    lanes3_scale(bodies->b.inverse_mass, d)};
}

/* Row k of a point: J is (-d, angular_a) for the first body and (d, angular_b) for the second. */
struct point_row_lanes {
    const md_real *fields;
    const struct direction_lanes *direction;
};

MD_INLINE struct point_row_lanes point_row_of(const struct manifold_lines *lines, int32_t point, int32_t k,
                                              const struct direction_lanes *direction)
{
    const int32_t of_patch = k == 0 ? point : lines->points + k - 1;
    const int32_t row = lines->has_patches ? of_patch : MD_POINT_ROWS * point + k;
    return (struct point_row_lanes){lines->of_rows + (size_t)row * POINT_ROW_FIELDS * MD_LANES, direction};
}

/* The direction of torsion rows. */
MD_INLINE struct direction_lanes no_direction(void)
{
    const struct lanes3 zero = {vector_all(0), vector_all(0), vector_all(0)};
    return (struct direction_lanes){zero, zero, zero};
}

MD_INLINE vreal point_row_velocity(const struct point_row_lanes *row, const struct manifold_bodies *bodies)
{
    const struct lanes3 d = row->direction->d;
    const vreal a = lanes3_dot(load_lanes3(row->fields + POINT_ANGULAR_A * MD_LANES), bodies->a.angular) -
                    lanes3_dot(d, bodies->a.linear);
    const vreal b = lanes3_dot(d, bodies->b.linear) +
                    lanes3_dot(load_lanes3(row->fields + POINT_ANGULAR_B * MD_LANES), bodies->b.angular);
    return a + b;
}

MD_INLINE void push_angular(struct lanes3 *angular, struct lanes3 hat, vreal change)
{
    angular->x += hat.x * change;
    angular->y += hat.y * change;
    angular->z += hat.z * change;
}

MD_INLINE void point_row_push(const struct point_row_lanes *row, vreal change, struct manifold_bodies *bodies)
{
    const struct lanes3 hat_a = row->direction->hat_a;
    const struct lanes3 hat_b = row->direction->hat_b;
    bodies->a.linear.x -= hat_a.x * change;
    bodies->a.linear.y -= hat_a.y * change;
    bodies->a.linear.z -= hat_a.z * change;
    bodies->b.linear.x += hat_b.x * change;
    bodies->b.linear.y += hat_b.y * change;
    bodies->b.linear.z += hat_b.z * change;
    push_angular(&bodies->a.angular, load_lanes3(row->fields + POINT_HAT_A * MD_LANES), change);
    push_angular(&bodies->b.angular, load_lanes3(row->fields + POINT_HAT_B * MD_LANES), change);
}

/* ---- Discs and balls ----------------------------------------------------------------------------------------------- */

/* Projects the friction of a point, two numbers, onto the disc of a radius >= 0, or that of a patch, three, onto the ball. */
MD_INLINE void project_friction_lanes(vreal *x, int32_t size, vreal radius)
{
    vreal squared = x[0] * x[0];
    for (int32_t k = 1; k < size; ++k) {
        squared += x[k] * x[k];
    }
    const vreal length = vector_sqrt(squared);
    const vmask outside = length > radius;
    const vreal scale = radius / length;
    for (int32_t k = 0; k < size; ++k) {
        x[k] = vector_select(outside, x[k] * scale, x[k]);
    }
}

#endif
