/* Passes other than the sweep over MD_LANES consecutive rows of a block: D, the warm start, the residual. */
#ifndef MODULUS_LCP_LANE_PASSES_H
#define MODULUS_LCP_LANE_PASSES_H

#include "lcp/block_kernel.h"
#include "lcp/lanes.h"
#include "lcp/soft_step.h"

MD_INLINE vreal body_diagonal(vreal x, vreal y, vreal angular, vreal inverse_mass, vreal inverse_inertia)
{
    return x * (inverse_mass * x) + y * (inverse_mass * y) + angular * (inverse_inertia * angular);
}

/* Stores D and its inverse. Returns in which lanes both are positive numbers. */
MD_INLINE vmask store_D(md_solver *solver, int32_t row, vreal D)
{
    const vreal inverse = 1 / D;
    const vreal largest = vector_all(MD_REAL_MAX);
    vector_store(solver->diagonal.at + row, D);
    vector_store(solver->inverse_diagonal.at + row, inverse);
    return (D > 0) & (D <= largest) & (inverse <= largest);
}

/* Sets rows to the warm start. `bound_scale` multiplies their bounds. */
MD_INLINE vreal start_rows(md_solver *solver, int32_t row, enum row_role role, vreal bound_scale, bool has_y)
{
    const md_problem *problem = solver->problem;
    const vreal lambda0 = vector_load(problem->lambda0.at + row);
    const struct vector_bounds bounds = bounds_of(problem, row, role, bound_scale);
    const vreal lambda = clamp_to(lambda0, &bounds, role);
    vector_store(solver->lambda.at + row, lambda);
    if (has_y) {
        const vreal y0 = vector_load(problem->y0.at + row);
        vector_store(solver->y.at + row, vector_select(y0 != lambda0, y0, lambda));
    } else {
        vector_store(solver->y.at + row, lambda);
    }
    return lambda;
}

MD_INLINE void add_squares(double *sums, vreal x)
{
    vwide total;
    memcpy(&total, sums, sizeof total);
    total += vector_widen(x) * vector_widen(x);
    memcpy(sums, &total, sizeof total);
}

MD_INLINE void measure_rows(md_solver *solver, int32_t row, enum row_role role, vreal bound_scale, vreal speed,
                            struct residual_sums *sums)
{
    const md_problem *problem = solver->problem;
    const vreal lambda = vector_load(solver->lambda.at + row);
    const vreal bias = vector_load(problem->bias.at + row);
    const vreal w = speed + (role == ROW_ANY ? bias + vector_load(problem->compliance.at + row) * lambda : bias);
    const struct vector_bounds bounds = bounds_of(problem, row, role, bound_scale);
    const vreal w_D = w * vector_load(solver->inverse_diagonal.at + row);
    vector_store(solver->w.at + row, w);
    add_squares(sums->absolute, lambda - clamp_to(lambda - w, &bounds, role));
    add_squares(sums->scaled, lambda - clamp_to(lambda - w_D, &bounds, role));
}

/* Sets the biases and the softness of normals that have moved by `moved` and are stepped by `share` of 1 / D. `lane` is where
 * their gaps are. */
MD_INLINE void soften_normals(md_solver *solver, struct soft_step *step, int32_t row, int32_t lane, vreal moved,
                              vreal share)
{
    const vreal zero = vector_all(0);
    const vreal slop = vector_all(step->slop);
    const vreal drift = vector_load(step->lane_drift + lane);
    const vreal gap = vector_load(step->lane_gap + lane) + moved + vector_all(step->elapsed) * drift;
    const vreal relaxed = vector_max(gap - slop, zero) / vector_all(step->h) + drift;
    const vreal speed =
        vector_min(vector_all(step->contact_spring.rate) * vector_max(-gap - slop, zero), vector_all(step->max_speed));
    vector_store(solver->problem->bias.at + row, relaxed);
    vector_store(step->soft_bias.at + row, relaxed - speed);
    const vreal softness = vector_all(1) / (vector_all(1) + vector_all(step->contact_spring.compliance) * share);
    vector_store(step->softness.at + row, vector_select(gap > slop, vector_all(1), softness));
}

#endif
