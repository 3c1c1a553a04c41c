/* The linear system A lambda + q as the sweeps read it, row by row.
 *
 * Every method is written in terms of two operations of each representation (rows.h):
 *     row_velocity   the current J_i v (or A_i lambda)
 *     row_push       lambda_i has changed
 * The sparse representations keep v = v0 + M^-1 J^T lambda up to date: a row reads J_i v and pushes its change into v,
 * so A is never formed. The explicit ones read A_i lambda and have nothing to push.
 */
#ifndef MODULUS_LCP_SYSTEM_H
#define MODULUS_LCP_SYSTEM_H

#include <modulus/lcp.h>

#include "base/memory.h"

enum rows_kind { ROWS_BODIES_2D, ROWS_BODIES_3D, ROWS_GENERAL, ROWS_CSR, ROWS_DENSE };

struct system {
    enum rows_kind kind;
    int32_t m, n;
    const md_real *bias;       /* b; q if A is explicit */
    const md_real *compliance; /* c */
    const md_real *lambda;     /* read by explicit rows; owned by the solver */

    /* Bodies: slots as in problem.h, whose velocities change. */
    const int32_t *body;
    const md_real *jacobian;
    struct reals state;
    size_t state_count;

    /* General: J, the rows of (M^-1 J^T)^T, and v. */
    const md_matrix *J;
    md_matrix hat;
    struct reals v;

    /* Explicit: A in compressed rows (the problem's, or `formed`), or dense, row by row. */
    const md_matrix *A;
    md_matrix formed;
    struct reals dense;
    struct reals q;
};

/** Prepares v, or A and q, in a form other than MD_FORM_AUTO and MD_FORM_BLOCKS. Memory is reused. */
md_status md_system_prepare(struct system *system, const md_allocator *allocator, const md_problem *problem,
                            md_form form);
void md_system_free(struct system *system, const md_allocator *allocator);

/** D = diag(A), compliance included. */
void md_system_diagonal(const struct system *system, md_real *diagonal);

/** A_ij of two rows, without compliance. Two rows between bodies must be between the same two, in the same order. */
md_real md_system_element(const struct system *system, int32_t i, int32_t j);

/** Recomputes v = v0 + M^-1 J^T lambda. Does nothing if A is explicit. */
void md_system_refresh(struct system *system, const md_problem *problem, const md_real *lambda);

/** Sets the velocities of body slot k, or velocity k if J is general, to those of the problem. */
void md_system_reset(struct system *system, const md_problem *problem, size_t k);
/** Adds (M^-1 J^T)_i lambda_i to v. */
void md_system_push(struct system *system, int32_t i, md_real lambda);

/** Computes J x of bodies, whose x is in slots like those of the state. */
void md_system_motions(const struct system *system, const struct reals *x, md_real *motions);

/** The array that contains v, for extrapolation; NULL if A is explicit. */
md_real *md_system_state(struct system *system, size_t *count);

/** Computes w = A lambda + q, for the lambda that v contains. */
void md_system_velocities(const struct system *system, const md_real *lambda, md_real *w);

/** The work of a sweep over all rows, those in blocks included, in multiplications of an explicit row. */
double md_system_work_of_sweep(const struct system *system, int32_t row_count);

#endif
