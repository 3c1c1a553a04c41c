/* Eigenvalues and norms of the split matrix: by LAPACK on dense copies for all values of a small problem, by ARPACK on
 * sparse products for the extreme values of a large one.
 *
 * A status other than MD_OK is a failure of memory. If an iteration fails, the number says so: ARPACK returns its best
 * estimate as not converged, LAPACK leaves the number absent.
 */
#ifndef MODULUS_ANALYZE_SPECTRUM_H
#define MODULUS_ANALYZE_SPECTRUM_H

#include "analyze/analyze.h"
#include "analyze/splitting.h"

/** Maximum number of rows of a dense matrix, because LAPACK counts entries in 32 bits. */
#define DENSE_MAX_ROWS 30000

/** Computes all eigenvalues of (A + A^T) / 2, ascending. `found` is false if the iteration of LAPACK failed. */
md_status dense_eigenvalues(const struct splitting *split, double *eigenvalues, bool *found);
/** Computes all singular values of A, descending. */
md_status dense_singular_values(const struct splitting *split, double *values, bool *found);
/** Computes || F ||_2. */
md_status dense_norm(const struct splitting *split, const struct sweep_factor *factor, struct analysis_number *norm);
/** Computes the magnitudes of all eigenvalues of F, descending. */
md_status dense_magnitudes(const struct splitting *split, const struct sweep_factor *factor, double *magnitudes,
                           bool *found);

/** Number of basis vectors of ARPACK. */
#define ARPACK_BASIS 40
/** Minimum number of rows for ARPACK. With fewer it can run out of directions: on a multiple of the identity it gives
 *  up when its basis nearly fills the space. */
#define ARPACK_MIN_ROWS (2 * ARPACK_BASIS)
/** Tolerance of the residual in ARPACK, relative to the value. The error of an eigenvalue of a symmetric matrix is
 *  smaller. */
#define ARPACK_TOLERANCE 1e-9

/** Limit and progress callback of an ARPACK run. */
struct arpack_limits {
    int32_t max_restarts;                        /**< 0: derived from a maximum number of multiplications */
    void (*report)(void *user, double fraction); /**< called with the used fraction of the limit; may be NULL */
    void *user;
};

md_status arpack_eigenvalue_max(const struct splitting *split, const struct arpack_limits *limits,
                                struct analysis_number *out);
/** Finds the smallest eigenvalue as the largest one of shift - A. `shift` is about the largest eigenvalue of A. */
md_status arpack_eigenvalue_min(const struct splitting *split, double shift, const struct arpack_limits *limits,
                                struct analysis_number *out);
md_status arpack_norm(const struct splitting *split, const struct sweep_factor *factor,
                      const struct arpack_limits *limits, struct analysis_number *norm);
md_status arpack_spectral_radius(const struct splitting *split, const struct sweep_factor *factor,
                                 const struct arpack_limits *limits, struct analysis_number *radius);

#endif
