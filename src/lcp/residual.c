/* The residual: the natural map lambda - P(lambda - w), which is zero exactly at solutions. P clamps a row to its bounds, and
 * projects a group (groups.h) onto its disc or cone. */
#include <string.h>

#include "lcp/block_passes.h"
#include "lcp/solver.h"

/* Squares of the natural map, with a step of 1 and with one of 1/D. */
struct squares {
    double absolute, scaled;
};

static inline void add_row(const md_solver *solver, int32_t i, struct squares *sum)
{
    const struct interval bounds = bounds_now(&solver->bounds, i, solver->lambda.at);
    const md_real lambda = solver->lambda.at[i];
    const md_real w = solver->w.at[i];
    const double r = (double)(lambda - md_clamp(lambda - w, bounds.lower, bounds.upper));
    const double s =
        (double)(lambda - md_clamp(lambda - w * solver->inverse_diagonal.at[i], bounds.lower, bounds.upper));
    sum->absolute += r * r;
    sum->scaled += s * s;
}

/* || lambda_g - P(x) ||^2 of the group that starts with row i. */
static double distance_squared(const md_solver *solver, int32_t i, enum group_kind group, md_real x[MD_GROUP_ROWS])
{
    const md_real *lambda = solver->lambda.at;
    double sum = 0;
    md_group_project(group, &solver->bounds, i, lambda, x);
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        const double r = (double)(lambda[i + k] - x[k]);
        sum += r * r;
    }
    return sum;
}

static void add_group(const md_solver *solver, int32_t i, enum group_kind group, struct squares *sum)
{
    const md_real *lambda = solver->lambda.at;
    md_real w[MD_GROUP_ROWS] = {0};
    md_real x[MD_GROUP_ROWS] = {0};
    md_real y[MD_GROUP_ROWS] = {0};
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        w[k] = solver->w.at[i + k];
    }
    md_group_shift(group, &solver->bounds, i, w);
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        x[k] = lambda[i + k] - w[k];
        y[k] = lambda[i + k] - w[k] * solver->inverse_diagonal.at[i + k];
    }
    sum->absolute += distance_squared(solver, i, group, x);
    sum->scaled += distance_squared(solver, i, group, y);
}

/* Of the scalar rows. */
static struct squares sum_rows(const md_solver *solver)
{
    struct squares sum = {0};
    int32_t size = 1;
    for (int32_t i = 0; i < solver->system.m; i += size) {
        const enum group_kind group = md_group_at(&solver->groups, i);
        size = md_group_rows(group);
        if (group == GROUP_SINGLE) {
            add_row(solver, i, &sum);
        } else {
            add_group(solver, i, group, &sum);
        }
    }
    return sum;
}

md_residual md_residual_measure(md_solver *solver)
{
    if (solver->is_at_zero && solver->m > 0 && !md_form_carries_v(solver->spec.form)) {
        memcpy(solver->w.at, solver->system.bias, (size_t)solver->m * sizeof(md_real));
    } else {
        md_system_velocities(&solver->system, solver->lambda.at, solver->w.at);
    }
    struct squares sum = sum_rows(solver);
    if (solver->blocks != NULL) {
        md_blocks_residual(solver, &sum.absolute, &sum.scaled);
    }
    md_residual residual = {.absolute = sqrt(sum.absolute), .scaled = sqrt(sum.scaled)};
    residual.relative = solver->q_scaled_norm > 0 ? residual.scaled / solver->q_scaled_norm : residual.scaled;
    residual.cone = solver->given != NULL ? md_solver_residual_cone(solver) : 0;
    return residual;
}
