/* The paper's Method 3.2 for boxed LCPs, to the letter, to compare it with the two-sided form.
 *
 *     x_i      <-  x_i - gamma / (A_ii + gamma Omega_ii) (J_i v + b_i - 2 Omega_ii (x_-)_i)
 *     lambda_i <-  (2 / gamma) p(x_i)
 *
 * It remembers what was clamped at the lower bound only, and projects x_i instead of (2/gamma) x_i. Its faults are
 * kept: a row at its upper bound has no fixed point, bounds are scaled by 2/gamma, and with l < 0 the limit is wrong.
 */
#include "lcp/rows.h"
#include "lcp/solver.h"

/* x is stored as y = (2/gamma) x in solver->y, the variable of the result and of the warm start. */
static md_status prepare(md_solver *solver)
{
    return md_omega_ratio(solver);
}

MD_INLINE struct sweep_report sweep_rows(md_solver *solver, row_velocity_function *row_velocity,
                                         row_push_function *row_push)
{
    const struct system *system = &solver->system;
    const md_real gamma = solver->spec.gamma;
    md_real *lambda = solver->lambda.at;
    md_real *y = solver->y.at;
    double change_squared = 0;
    for (int32_t i = 0; i < solver->m; ++i) {
        const md_real A_ii = solver->diagonal.at[i];
        const md_real gamma_omega = row_number(&solver->ratio, i) * A_ii;
        const md_real lambda_before = lambda[i];
        const md_real w = row_velocity(system, i) + (system->bias[i] + system->compliance[i] * lambda_before);
        md_real x = gamma / 2 * y[i];
        const md_real x_minus = x < 0 ? -x : 0;
        x -= gamma / (A_ii + gamma_omega) * (w - 2 * gamma_omega / gamma * x_minus);
        if (!is_bounded(x)) {
            return (struct sweep_report){.change_squared = change_squared, .diverged = true};
        }
        const md_real lambda_i = 2 / gamma * bounds_clamp(&solver->bounds, i, x, lambda);
        const md_real change = lambda_i - lambda_before;
        y[i] = 2 / gamma * x;
        lambda[i] = lambda_i;
        row_push(system, i, change);
        change_squared += (double)change * (double)change;
    }
    return (struct sweep_report){.change_squared = change_squared};
}

static struct sweep_report sweep(md_solver *solver)
{
    switch (solver->system.kind) {
    case ROWS_BODIES_2D: return sweep_rows(solver, row_velocity_2d, row_push_2d);
    case ROWS_BODIES_3D: return sweep_rows(solver, row_velocity_3d, row_push_3d);
    case ROWS_GENERAL: return sweep_rows(solver, row_velocity_general, row_push_general);
    default: return (struct sweep_report){.diverged = true}; /* not reached: the spec allows the sparse form only */
    }
}

const struct family md_paper_family = {.prepare = prepare, .sweep = sweep};
