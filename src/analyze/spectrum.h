/* Eigenvalues and norms of the split matrix: by LAPACK on dense copies for all values of a small problem, by ARPACK on
 * sparse products for the extreme values of a large one.
 *
 * A status other than MD_OK is a failure of memory. If an iteration fails, the number says so: ARPACK returns its best
 * estimate as not converged, LAPACK leaves the number absent.
 *
 * LAPACK and ARPACK are in a module of their own, which is loaded by the first analysis. A command that does not
 * analyse therefore loads no BLAS: some implementations start threads and reserve memory as soon as they are loaded.
 */
#ifndef MODULUS_ANALYZE_SPECTRUM_H
#define MODULUS_ANALYZE_SPECTRUM_H

#include "analyze/analyze.h"
#include "analyze/splitting.h"

/** Maximum number of rows of a dense matrix, because LAPACK counts entries in 32 bits. */
#define DENSE_MAX_ROWS 30000

/** All values of a small problem, by LAPACK. */
struct spectrum_lapack {
    /** Computes all eigenvalues of (A + A^T) / 2, ascending. `found` is false if the iteration of LAPACK failed. */
    md_status (*eigenvalues)(const struct splitting *split, double *eigenvalues, bool *found);
    /** Computes all singular values of A, descending. */
    md_status (*singular_values)(const struct splitting *split, double *values, bool *found);
    /** Computes || F ||_2. */
    md_status (*norm)(const struct splitting *split, const struct sweep_factor *factor, struct analysis_number *norm);
    /** Computes the magnitudes of all eigenvalues of F, descending. */
    md_status (*magnitudes)(const struct splitting *split, const struct sweep_factor *factor, double *magnitudes,
                            bool *found);
};

/** Number of basis vectors of ARPACK. */
#define ARPACK_BASIS 40
/** Minimum number of rows for ARPACK, whose basis must not fill the space. */
#define ARPACK_MIN_ROWS (2 * ARPACK_BASIS)
/** Tolerance of the residual in ARPACK, relative to the value. The error of an eigenvalue of a symmetric matrix is
 *  smaller. In float the elements of A are known to 6e-8: an eigenvalue that is multiple in exact arithmetic becomes a
 *  cluster of that width, which ARPACK cannot resolve to nine digits with every BLAS. */
#define ARPACK_TOLERANCE (sizeof(md_real) == sizeof(float) ? 1e-6 : 1e-9)

/** Limit and progress callback of an ARPACK run. */
struct arpack_limits {
    int32_t max_restarts;                        /**< 0: derived from a maximum number of multiplications */
    void (*report)(void *user, double fraction); /**< called with the used fraction of the limit; may be NULL */
    void *user;
};

/** Extreme values of a large problem, by ARPACK. */
struct spectrum_arpack {
    md_status (*eigenvalue_max)(const struct splitting *split, const struct arpack_limits *limits,
                                struct analysis_number *out);
    /** Finds the smallest eigenvalue as the largest one of shift - A. `shift` is about the largest eigenvalue of A. */
    md_status (*eigenvalue_min)(const struct splitting *split, double shift, const struct arpack_limits *limits,
                                struct analysis_number *out);
    md_status (*norm)(const struct splitting *split, const struct sweep_factor *factor,
                      const struct arpack_limits *limits, struct analysis_number *norm);
    md_status (*spectral_radius)(const struct splitting *split, const struct sweep_factor *factor,
                                 const struct arpack_limits *limits, struct analysis_number *radius);
};

extern const struct spectrum_lapack SPECTRUM_LAPACK; /**< inside the module */
extern const struct spectrum_arpack SPECTRUM_ARPACK; /**< inside the module */

/** The table that the module exports under the name modulus_spectrum. */
struct spectrum {
    const char *version; /**< MODULUS_VERSION of the module */
    const struct spectrum_lapack *lapack;
    const struct spectrum_arpack *arpack;
};

/** Loads the module, or finds it loaded. Fails with MD_ERROR_FILE and the reason. */
md_status spectrum_load(const struct spectrum **spectrum, md_error *error);

#endif
