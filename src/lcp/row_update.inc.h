/* The update of one row, written once for scalar rows (scalar_row.h) and for lanes of rows (lane_row.h).
 *
 *     w_i       =  J_i v + b_i + c_i lambda_i
 *     y_i      <-  lambda_i + kappa_i (y_i - lambda_i) - omega_i w_i / D_i
 *     lambda_i <-  clamp(y_i, l_i, u_i)
 *     v        <-  v + (M^-1 J^T)_i (change of lambda_i)
 *
 * In a soft sweep y_i is multiplied by the softness of the row (soft_step.h).
 *
 * amgs.c explains the formula. The file that includes this one defines for its kind of row:
 *
 *     real, mask, sum                types of a number, a condition, and a sum over rows
 *     LOAD, STORE, LOAD_NUMBER       access to numbers of row i; LOAD_NUMBER reads a struct row_numbers
 *     SELECT, NOT, IS_BOUNDED, TO_SUM
 *     struct row                     J_i, its bodies and its bounds, with these functions:
 *     row_velocity(row)              J_i v
 *     row_push(row, change)          v += (M^-1 J^T)_i change
 *     row_bounds(row)                l_i and u_i, a struct row_interval
 *     row_clamp(row, x, interval)    clamp(x, l_i, u_i)
 *     row_has_compliance(row)        false if c_i is known to be 0
 */
#include "lcp/anderson_row.inc.h"

/* The arrays that a sweep reads and writes. */
struct rows {
    const md_real *b, *c, *D, *inverse_D;
    const struct row_numbers *omega, *kappa;
    const md_real *softness; /* if soft */
    md_real *lambda, *y;
    struct anderson_view anderson;
    const real *anderson_c; /* of the row that is swept; if accelerated */
};

MD_INLINE struct rows rows_of(const md_solver *solver)
{
    return (struct rows){.b = solver->system.bias,
                         .c = solver->system.compliance,
                         .D = solver->diagonal.at,
                         .inverse_D = solver->inverse_diagonal.at,
                         .omega = &solver->omega,
                         .kappa = &solver->kappa,
                         .softness = solver->softness,
                         .lambda = solver->lambda.at,
                         .y = solver->y.at,
                         .anderson = md_anderson_view(&solver->anderson)};
}

/* Computes y_i from lambda_i. The last clamp cut off y_i - previous: lambda_i may have been extrapolated since. The
 * terms without v come first, so that only the last one waits for the rows before. */
MD_INLINE real update_y(const struct rows *rows, int32_t i, const struct row *row, real lambda, real previous,
                        struct sweep_kind kind)
{
    const real omega_D = LOAD_NUMBER(rows->omega, i) * LOAD(rows->inverse_D + i); /* omega_i / D_i */
    const real b = LOAD(rows->b + i);
    real y = lambda - omega_D * (row_has_compliance(row) ? b + LOAD(rows->c + i) * lambda : b);
    if (kind.has_kappa) {
        y += LOAD_NUMBER(rows->kappa, i) * (LOAD(rows->y + i) - previous);
    }
    y -= omega_D * row_velocity(row);
    return kind.is_soft ? LOAD(rows->softness + i) * y : y;
}

/* Sweeps row i and returns its new impulse. A row whose y is unbounded keeps its impulse. */
MD_INLINE real sweep_row(const struct rows *rows, int32_t i, const struct row *row, struct sweep_kind kind,
                         struct sweep_sums *sums)
{
    const real stored = LOAD(rows->lambda + i);
    const struct anderson_start start = anderson_start(&rows->anderson, rows->anderson_c, i, stored, kind);
    const real y = update_y(rows, i, row, start.lambda, start.previous, kind);
    const mask bounded = IS_BOUNDED(y);
    const struct row_interval bounds = row_bounds(row);
    const real lambda = SELECT(bounded, row_clamp(row, y, &bounds), stored);
    sums->diverged |= NOT(bounded);
    if (kind.has_kappa) {
        STORE(rows->y + i, SELECT(bounded, y, stored));
    }
    STORE(rows->lambda + i, lambda);
    row_push(row, lambda - start.lambda);
    /* An extrapolated start beyond the bounds counts as one at the bounds. */
    const real change = lambda - (kind.depth > 0 ? row_clamp(row, start.lambda, &bounds) : start.lambda);
    sums->change_squared += TO_SUM(change) * TO_SUM(change);
    if (kind.depth > 0) {
        anderson_observe(&rows->anderson, i, change, LOAD(rows->D + i), kind, sums);
        sums->clamped |= lambda != y;
    }
    return lambda;
}
