/* Eigenvalues and norms of the split matrix, two ways: LAPACK on dense copies for all values of a small problem, ARPACK
 * on sparse products for the extreme values of a large one.
 *
 * The status is about memory only. A routine that did not reach its answer says so in the number (ARPACK: its best
 * estimate, not converged; LAPACK: absent).
 */
#ifndef MODULUS_ANALYZE_SPECTRUM_H
#define MODULUS_ANALYZE_SPECTRUM_H

#include "analyze/analyze.h"
#include "analyze/splitting.h"

/** LAPACK counts entries in 32 bits, so no dense matrix has more rows than this. */
#define DENSE_MAX_ROWS 30000

/** All eigenvalues of (A + A^T) / 2, ascending. `found` is false where LAPACK's iteration failed. */
md_status dense_eigenvalues(const struct splitting *split, double *eigenvalues, bool *found);
/** All singular values of A, descending. */
md_status dense_singular_values(const struct splitting *split, double *values, bool *found);
/** || F ||_2. */
md_status dense_norm(const struct splitting *split, const struct sweep_factor *factor, struct analysis_number *norm);
/** The magnitudes of all eigenvalues of F, descending. */
md_status dense_magnitudes(const struct splitting *split, const struct sweep_factor *factor, double *magnitudes,
                           bool *found);

/** Vectors that ARPACK keeps. */
#define ARPACK_BASIS 40
/** Rows from which on ARPACK may be asked. With fewer it can run out of directions: it gives up on a multiple of the
 *  identity when its basis nearly fills the space. */
#define ARPACK_MIN_ROWS (2 * ARPACK_BASIS)
/** The residual that ARPACK is asked for, relative to the value; an eigenvalue of a symmetric matrix errs by less. */
#define ARPACK_TOLERANCE 1e-9

/** How long an ARPACK run may take, and who is told the part of that which it has used up. */
struct arpack_limits {
    int32_t max_restarts; /**< 0: as many as a certain number of multiplications allows */
    void (*tell)(void *user, double part);
    void *user;
};

md_status arpack_eigenvalue_max(const struct splitting *split, const struct arpack_limits *limits,
                                struct analysis_number *out);
/** `shift` is about the largest eigenvalue: the smallest is found as the largest of shift - A. */
md_status arpack_eigenvalue_min(const struct splitting *split, double shift, const struct arpack_limits *limits,
                                struct analysis_number *out);
md_status arpack_norm(const struct splitting *split, const struct sweep_factor *factor,
                      const struct arpack_limits *limits, struct analysis_number *norm);
md_status arpack_spectral_radius(const struct splitting *split, const struct sweep_factor *factor,
                                 const struct arpack_limits *limits, struct analysis_number *radius);

#endif
