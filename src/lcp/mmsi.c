/* Modulus-based matrix splitting methods on an explicit A = D - L - U: the MMSI family of Bai and the accelerated AMMSI
 * family of Zheng and Yin, with Jacobi, Gauss-Seidel, SOR and AOR kinds, in one sweep.
 *
 * In y = (2/gamma) x, with lambda = clamp(y) and s = 2 lambda - y (|x| if the bounds are 0 and infinity), the splitting
 * M_1 = (D - beta L) / relax, M_2 = D - U, N_2 = L gives the iteration
 *
 *     (M_1 + gamma Omega) y' = N_1 y + (gamma Omega - M_2) s + N_2 s' - 2 q
 *
 * which for row i, with everything but D moved into sums over the other rows, is
 *
 *     (D/relax + gamma Omega) y'_i = (1/relax - 1) D y_i + (gamma Omega - D) s_i
 *                                    - sum_{j < i} A_ij g_j  -  sum_{j > i} A_ij 2 lambda_j  -  2 q_i,
 *     g_j = t y'_j + (1 - t) y_j + s'_j,     t = beta / relax.
 *
 * The unaccelerated family has M_2 = A and N_2 = 0: g_j has s_j in place of s'_j, and nothing else changes. The kinds:
 * Jacobi (relax 1, beta 0), Gauss-Seidel (1, 1), SOR (relax, relax), AOR (relax, beta).
 *
 * Sources: Bai (2010); Zheng and Yin (2013); Miyamoto and Yamashita (2019), section 2.3.
 */
#include <string.h>

#include "lcp/rows.h"
#include "lcp/solver.h"

struct splitting {
    md_real relax, t;
    bool accelerated;
};

static struct splitting splitting_of(const md_solver_spec *spec)
{
    switch (spec->method) {
    case MD_MJ: return (struct splitting){.relax = 1, .t = 0};
    case MD_AMJ: return (struct splitting){.relax = 1, .t = 0, .accelerated = true};
    case MD_MGS: return (struct splitting){.relax = 1, .t = 1};
    case MD_AMGS: return (struct splitting){.relax = 1, .t = 1, .accelerated = true};
    case MD_MSOR: return (struct splitting){.relax = spec->relax, .t = 1};
    case MD_AMSOR: return (struct splitting){.relax = spec->relax, .t = 1, .accelerated = true};
    case MD_MAOR: return (struct splitting){.relax = spec->relax, .t = spec->beta / spec->relax};
    default: return (struct splitting){.relax = spec->relax, .t = spec->beta / spec->relax, .accelerated = true};
    }
}

/* Computes omega = 2 / (1/relax + gamma Omega/D) once, so that the update has no division. */
static md_status prepare(md_solver *solver)
{
    md_status status = md_omega_ratio(solver);
    if (status == MD_OK) {
        status = md_relaxation(solver, splitting_of(&solver->spec).relax);
    }
    return status == MD_OK ? reals_reserve(&solver->allocator, &solver->neighbour, (size_t)solver->m + 1) : status;
}

/* The state that a sweep reads and writes. */
struct mmsi {
    md_solver *solver;
    struct splitting splitting;
    /* g_j = 2 lambda'_j (accelerated with t = 1: AMGS and AMSOR), so that rows can read lambda itself. */
    bool reads_lambda;
    /* Half of the factor of A_ij: g_j for j < i, 2 lambda_j for j > i. */
    md_real *neighbour;
};

/* y'_i without the terms of q and of the other rows. */
MD_INLINE md_real own_terms(const struct mmsi *sweep, int32_t i)
{
    const md_solver *solver = sweep->solver;
    const md_real ratio = row_number(&solver->ratio, i);
    const md_real omega = row_number(&solver->omega, i);
    const md_real y = solver->y.at[i];
    const md_real s = 2 * solver->lambda.at[i] - y;
    return omega / 2 * ((1 / sweep->splitting.relax - 1) * y + (ratio - 1) * s);
}

/* Stores y'_i and lambda'_i, and what later rows read of row i. Returns the squared change of lambda_i. */
MD_INLINE double store(const struct mmsi *sweep, int32_t i, md_real y_before, md_real lambda_before, md_real y,
                       md_real lambda)
{
    const struct splitting *splitting = &sweep->splitting;
    sweep->solver->y.at[i] = y;
    sweep->solver->lambda.at[i] = lambda;
    if (!sweep->reads_lambda) {
        const md_real s = splitting->accelerated ? 2 * lambda - y : 2 * lambda_before - y_before;
        sweep->neighbour[i] = (splitting->t * y + (1 - splitting->t) * y_before + s) / 2;
    }
    return (double)(lambda - lambda_before) * (double)(lambda - lambda_before);
}

MD_INLINE bool sweep_row(const struct mmsi *sweep, int32_t i, row_product_function *row_product, double *change_squared)
{
    md_solver *solver = sweep->solver;
    const md_real omega_D = row_number(&solver->omega, i) * solver->inverse_diagonal.at[i];
    const md_real lambda_before = solver->lambda.at[i];
    const md_real y_before = solver->y.at[i];
    const md_real own = own_terms(sweep, i) - omega_D * solver->system.bias[i];
    sweep->neighbour[i] = 0; /* the diagonal is on the left-hand side */
    const md_real y = own - omega_D * row_product(&solver->system, i, sweep->neighbour);
    if (!is_bounded(y)) {
        solver->lambda.at[i] = lambda_before;
        return false;
    }
    const md_real lambda = bounds_clamp(&solver->bounds, i, y, solver->lambda.at);
    *change_squared += store(sweep, i, y_before, lambda_before, y, lambda);
    return true;
}

/* A group has D I on the left-hand side, and D I - A_gg on the right with the impulses before the sweep. */
MD_INLINE bool sweep_group(const struct mmsi *sweep, int32_t i, enum group_kind group,
                           row_product_function *row_product, double *change_squared)
{
    md_solver *solver = sweep->solver;
    const int32_t size = md_group_rows(group);
    md_real w[MD_GROUP_ROWS] = {0};
    md_real y[MD_GROUP_ROWS] = {0};
    md_real lambda[MD_GROUP_ROWS] = {0};
    for (int32_t k = i; k < i + size; ++k) {
        w[k - i] = solver->system.bias[k] + solver->system.compliance[k] * solver->lambda.at[k] +
                   row_product(&solver->system, k, sweep->neighbour);
    }
    md_group_shift(group, &solver->bounds, i, w);
    for (int32_t k = 0; k < size; ++k) {
        const md_real omega = row_number(&solver->omega, i + k);
        y[k] = own_terms(sweep, i + k) + omega * solver->lambda.at[i + k] -
               omega * solver->inverse_diagonal.at[i + k] * w[k];
        lambda[k] = y[k];
        if (!is_bounded(y[k])) {
            return false;
        }
    }
    md_group_project(group, &solver->bounds, i, solver->lambda.at, lambda);
    for (int32_t k = 0; k < size; ++k) {
        *change_squared += store(sweep, i + k, solver->y.at[i + k], solver->lambda.at[i + k], y[k], lambda[k]);
    }
    return true;
}

MD_INLINE struct sweep_report sweep_rows(md_solver *solver, row_product_function *row_product, bool reads_lambda)
{
    const struct mmsi sweep = {.solver = solver,
                               .splitting = splitting_of(&solver->spec),
                               .reads_lambda = reads_lambda,
                               .neighbour = reads_lambda ? solver->lambda.at : solver->neighbour.at};
    struct sweep_report report = {0};
    if (!reads_lambda) {
        memcpy(sweep.neighbour, solver->lambda.at, (size_t)solver->m * sizeof *sweep.neighbour);
    }
    for (int32_t i = 0; i < solver->m && !report.diverged;) {
        const enum group_kind group = md_group_at(&solver->groups, i);
        report.diverged = group == GROUP_SINGLE ? !sweep_row(&sweep, i, row_product, &report.change_squared)
                                                : !sweep_group(&sweep, i, group, row_product, &report.change_squared);
        i += md_group_rows(group);
    }
    return report;
}

static struct sweep_report sweep(md_solver *solver)
{
    const bool dense = solver->system.kind == ROWS_DENSE;
    if (solver->spec.method == MD_AMGS || solver->spec.method == MD_AMSOR) {
        return dense ? sweep_rows(solver, row_product_dense, true) : sweep_rows(solver, row_product_csr, true);
    }
    return dense ? sweep_rows(solver, row_product_dense, false) : sweep_rows(solver, row_product_csr, false);
}

const struct family md_mmsi_family = {.prepare = prepare, .sweep = sweep};
