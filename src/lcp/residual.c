/* The residual: the natural map lambda - clamp(lambda - w, l, u), which is zero exactly at solutions. */
#include "lcp/block_passes.h"
#include "lcp/solver.h"

md_residual md_residual_measure(md_solver *solver)
{
    const md_real *lambda = solver->lambda.at;
    const md_real *w = solver->w.at;
    double absolute = 0;
    double scaled = 0;
    md_system_velocities(&solver->system, lambda, solver->w.at);
    for (int32_t i = 0; i < solver->system.m; ++i) {
        const double r = (double)(lambda[i] - bounds_clamp(&solver->bounds, i, lambda[i] - w[i], lambda));
        const md_real w_D = w[i] * solver->inverse_diagonal.at[i];
        const double r_scaled = (double)(lambda[i] - bounds_clamp(&solver->bounds, i, lambda[i] - w_D, lambda));
        absolute += r * r;
        scaled += r_scaled * r_scaled;
    }
    if (solver->blocks != NULL) {
        md_blocks_residual(solver, &absolute, &scaled);
    }
    md_residual residual = {.absolute = sqrt(absolute), .scaled = sqrt(scaled)};
    residual.relative = solver->q_scaled_norm > 0 ? residual.scaled / solver->q_scaled_norm : residual.scaled;
    return residual;
}
