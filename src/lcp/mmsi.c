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

/* `reads_lambda`: g_j = 2 lambda'_j (accelerated with t = 1: AMGS and AMSOR), so rows can read lambda itself. */
MD_INLINE struct sweep_report sweep_rows(md_solver *solver, row_product_function *row_product, bool reads_lambda)
{
    const struct system *system = &solver->system;
    const struct splitting splitting = splitting_of(&solver->spec);
    const md_real inverse_relax = 1 / splitting.relax;
    md_real *lambda = solver->lambda.at;
    md_real *y = solver->y.at;
    /* Half of the factor of A_ij: g_j for j < i, 2 lambda_j for j > i. */
    md_real *neighbour = reads_lambda ? lambda : solver->neighbour.at;
    double change_squared = 0;
    if (!reads_lambda) {
        memcpy(neighbour, lambda, (size_t)solver->m * sizeof *lambda);
    }
    for (int32_t i = 0; i < solver->m; ++i) {
        const md_real ratio = row_number(&solver->ratio, i);
        const md_real omega = row_number(&solver->omega, i);
        const md_real omega_D = omega * solver->inverse_diagonal.at[i];
        const md_real lambda_before = lambda[i];
        const md_real y_before = y[i];
        const md_real s_before = 2 * lambda_before - y_before;
        const md_real own =
            omega / 2 * ((inverse_relax - 1) * y_before + (ratio - 1) * s_before) - omega_D * system->bias[i];
        neighbour[i] = 0; /* the diagonal is on the left-hand side */
        const md_real y_i = own - omega_D * row_product(system, i, neighbour);
        if (!is_bounded(y_i)) {
            lambda[i] = lambda_before;
            return (struct sweep_report){.change_squared = change_squared, .diverged = true};
        }
        const md_real lambda_i = bounds_clamp(&solver->bounds, i, y_i, lambda);
        y[i] = y_i;
        lambda[i] = lambda_i;
        if (!reads_lambda) {
            const md_real s = splitting.accelerated ? 2 * lambda_i - y_i : s_before;
            neighbour[i] = (splitting.t * y_i + (1 - splitting.t) * y_before + s) / 2;
        }
        change_squared += (double)(lambda_i - lambda_before) * (double)(lambda_i - lambda_before);
    }
    return (struct sweep_report){.change_squared = change_squared};
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
