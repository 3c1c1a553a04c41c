/* The linear system A lambda + q as the sweeps see it: row by row.
 *
 * Each representation answers two questions, and every method is written in terms of them:
 *     row_velocity   what is J_i v (or A_i lambda) now?
 *     row_push       lambda_i has changed by so much.
 * The sparse ones carry v = v0 + M^-1 J^T lambda: a row reads J_i v and pushes its change into v, so that A is
 * never formed. The explicit ones read A_i lambda and have nothing to push.
 */
#ifndef MODULUS_LCP_SYSTEM_H
#define MODULUS_LCP_SYSTEM_H

#include <modulus/lcp.h>

#include "base/memory.h"

enum rows_kind { ROWS_BODIES_2D, ROWS_BODIES_3D, ROWS_GENERAL, ROWS_CSR, ROWS_DENSE };

struct system {
    enum rows_kind kind;
    int32_t m, n;
    const md_real *bias;       /* b; q where A is explicit */
    const md_real *compliance; /* c */
    const md_real *lambda;     /* what the explicit rows multiply; owned by the solver */

    /* Bodies: slots as in problem.h, of which the velocities change. */
    const int32_t *body;
    const md_real *jacobian;
    struct reals state;
    size_t state_count;

    /* General: J, the rows of (M^-1 J^T)^T, and v. */
    const md_matrix *J;
    md_matrix hat;
    struct reals v;

    /* Explicit: A in compressed rows (the problem's or formed here), or dense, row by row. */
    const md_matrix *A;
    md_matrix formed;
    struct reals dense;
    struct reals q;
};

/** Gets ready for a problem: v, or A and q in the form asked for (MD_FORM_AUTO is not one). Memory is reused. */
md_status md_system_prepare(struct system *system, const md_allocator *allocator, const md_problem *problem,
                            md_form form);
void md_system_free(struct system *system, const md_allocator *allocator);

/** D = diag(A), compliance included. */
void md_system_diagonal(const struct system *system, md_real *diagonal);

/** v from scratch: v0 + M^-1 J^T lambda. Nothing to do where A is explicit. */
void md_system_refresh(struct system *system, const md_problem *problem, const md_real *lambda);

/** The numbers that move with lambda, v among them, as one array to extrapolate; none where A is explicit. */
md_real *md_system_state(struct system *system, size_t *count);

/** w = A lambda + q for the lambda that v contains. */
void md_system_velocities(const struct system *system, const md_real *lambda, md_real *w);

#endif
