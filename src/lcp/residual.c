/* The residual: the natural map lambda - P(lambda - w), which is zero exactly at solutions. P clamps a row to its bounds, and
 * projects a group (groups.h) onto its disc or cone. */
#include "lcp/block_passes.h"
#include "lcp/solver.h"

/* || lambda_g - P(lambda_g - step w_g) ||^2 of the group that starts with row i, where step is 1 or 1/D. */
static double natural_map_squared(const md_solver *solver, int32_t i, enum group_kind group, const md_real *step)
{
    const md_real *lambda = solver->lambda.at;
    const int32_t size = md_group_rows(group);
    md_real x[MD_GROUP_ROWS] = {0};
    double sum = 0;
    for (int32_t k = 0; k < size; ++k) {
        x[k] = solver->w.at[i + k];
    }
    md_group_shift(group, &solver->bounds, i, x);
    for (int32_t k = 0; k < size; ++k) {
        x[k] = lambda[i + k] - (step != NULL ? x[k] * step[i + k] : x[k]);
    }
    md_group_project(group, &solver->bounds, i, lambda, x);
    for (int32_t k = 0; k < size; ++k) {
        const double r = (double)(lambda[i + k] - x[k]);
        sum += r * r;
    }
    return sum;
}

md_residual md_residual_measure(md_solver *solver)
{
    double absolute = 0;
    double scaled = 0;
    int32_t size = 1;
    md_system_velocities(&solver->system, solver->lambda.at, solver->w.at);
    for (int32_t i = 0; i < solver->system.m; i += size) {
        const enum group_kind group = md_group_at(&solver->groups, i);
        size = md_group_rows(group);
        absolute += natural_map_squared(solver, i, group, NULL);
        scaled += natural_map_squared(solver, i, group, solver->inverse_diagonal.at);
    }
    if (solver->blocks != NULL) {
        md_blocks_residual(solver, &absolute, &scaled);
    }
    md_residual residual = {.absolute = sqrt(absolute), .scaled = sqrt(scaled)};
    residual.relative = solver->q_scaled_norm > 0 ? residual.scaled / solver->q_scaled_norm : residual.scaled;
    residual.cone = solver->given != NULL ? md_solver_residual_cone(solver) : 0;
    return residual;
}
