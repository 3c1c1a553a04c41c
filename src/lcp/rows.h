/* One row of each representation of a system: reading its velocity J_i v, and pushing a change of its impulse into v.
 *
 * The functions are inline, so that a sweep that is written once compiles to one tight loop per representation. Sums
 * have a fixed order: the same input gives the same bits on every machine.
 */
#ifndef MODULUS_LCP_ROWS_H
#define MODULUS_LCP_ROWS_H

#include "lcp/problem.h"
#include "lcp/system.h"
#include "lcp/vector.h"

/** J_i v, or A_i lambda: w_i without bias and compliance. */
typedef md_real row_velocity_function(const struct system *system, int32_t i);
/** Adds (M^-1 J^T)_i change to v, after lambda_i has changed. */
typedef void row_push_function(const struct system *system, int32_t i, md_real change);

/* ---- Bodies in 2D: J_i = (linear x, linear y, angular) for each of two bodies ------------------------------------ */

MD_INLINE md_real row_velocity_2d(const struct system *system, int32_t i)
{
    const md_real *J = system->jacobian + 6 * (size_t)i;
    const md_real *a = system->state.at + MD_SLOT_2D * (size_t)system->body[2 * (size_t)i];
    const md_real *b = system->state.at + MD_SLOT_2D * (size_t)system->body[2 * (size_t)i + 1];
    const md_real v_a = J[0] * a[0] + J[1] * a[1] + J[2] * a[2];
    const md_real v_b = J[3] * b[0] + J[4] * b[1] + J[5] * b[2];
    return v_a + v_b;
}

MD_INLINE void body_push_2d(md_real *slot, const md_real *J, md_real change)
{
    slot[0] += slot[3] * J[0] * change;
    slot[1] += slot[4] * J[1] * change;
    slot[2] += slot[5] * J[2] * change;
}

MD_INLINE void row_push_2d(const struct system *system, int32_t i, md_real change)
{
    const md_real *J = system->jacobian + 6 * (size_t)i;
    body_push_2d(system->state.at + MD_SLOT_2D * (size_t)system->body[2 * (size_t)i], J, change);
    body_push_2d(system->state.at + MD_SLOT_2D * (size_t)system->body[2 * (size_t)i + 1], J + 3, change);
}

/* ---- Bodies in 3D: three linear and three angular numbers per body, a full inverse inertia ----------------------- */

MD_INLINE md_real body_velocity_3d(const md_real *slot, const md_real *J)
{
    const md_real linear = J[0] * slot[0] + J[1] * slot[1] + J[2] * slot[2];
    const md_real angular = J[3] * slot[3] + J[4] * slot[4] + J[5] * slot[5];
    return linear + angular;
}

MD_INLINE md_real row_velocity_3d(const struct system *system, int32_t i)
{
    const md_real *J = system->jacobian + 12 * (size_t)i;
    const md_real *a = system->state.at + MD_SLOT_3D * (size_t)system->body[2 * (size_t)i];
    const md_real *b = system->state.at + MD_SLOT_3D * (size_t)system->body[2 * (size_t)i + 1];
    return body_velocity_3d(a, J) + body_velocity_3d(b, J + 6);
}

MD_INLINE void body_push_3d(md_real *slot, const md_real *J, md_real change)
{
    const md_real inverse_mass = slot[6];
    const md_real *inertia = slot + 7;
    for (int k = 0; k < 3; ++k) {
        slot[k] += inverse_mass * J[k] * change;
        slot[3 + k] += (inertia[3 * k] * J[3] + inertia[3 * k + 1] * J[4] + inertia[3 * k + 2] * J[5]) * change;
    }
}

MD_INLINE void row_push_3d(const struct system *system, int32_t i, md_real change)
{
    const md_real *J = system->jacobian + 12 * (size_t)i;
    body_push_3d(system->state.at + MD_SLOT_3D * (size_t)system->body[2 * (size_t)i], J, change);
    body_push_3d(system->state.at + MD_SLOT_3D * (size_t)system->body[2 * (size_t)i + 1], J + 6, change);
}

/* ---- A general sparse J ------------------------------------------------------------------------------------------ */

MD_INLINE md_real sparse_dot(const md_matrix *matrix, int32_t row, const md_real *x)
{
    md_real sum = 0;
    for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
        sum += matrix->value[e] * x[matrix->col[e]];
    }
    return sum;
}

MD_INLINE md_real row_velocity_general(const struct system *system, int32_t i)
{
    return sparse_dot(system->J, i, system->v.at);
}

MD_INLINE void row_push_general(const struct system *system, int32_t i, md_real change)
{
    const md_matrix *hat = &system->hat;
    for (int64_t e = hat->start[i]; e < hat->start[i + 1]; ++e) {
        system->v.at[hat->col[e]] += hat->value[e] * change;
    }
}

/* ---- An explicit A ----------------------------------------------------------------------------------------------- */

/* Uses four partial sums to hide the latency of the additions. */
MD_INLINE md_real dense_dot(const md_real *row, const md_real *x, int32_t count)
{
    md_real sum[4] = {0, 0, 0, 0};
    int32_t j = 0;
    for (; j + 4 <= count; j += 4) {
        sum[0] += row[j] * x[j];
        sum[1] += row[j + 1] * x[j + 1];
        sum[2] += row[j + 2] * x[j + 2];
        sum[3] += row[j + 3] * x[j + 3];
    }
    for (; j < count; ++j) {
        sum[0] += row[j] * x[j];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/** A_i x for the explicit representations. */
typedef md_real row_product_function(const struct system *system, int32_t i, const md_real *x);

MD_INLINE md_real row_product_csr(const struct system *system, int32_t i, const md_real *x)
{
    return sparse_dot(system->A, i, x);
}

MD_INLINE md_real row_product_dense(const struct system *system, int32_t i, const md_real *x)
{
    return dense_dot(system->dense.at + (size_t)i * (size_t)system->m, x, system->m);
}

MD_INLINE md_real row_velocity_csr(const struct system *system, int32_t i)
{
    return row_product_csr(system, i, system->lambda);
}

MD_INLINE md_real row_velocity_dense(const struct system *system, int32_t i)
{
    return row_product_dense(system, i, system->lambda);
}

MD_INLINE void row_push_none(const struct system *system, int32_t i, md_real change)
{
    (void)system;
    (void)i;
    (void)change;
}

#endif
