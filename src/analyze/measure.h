/* One function for each stage of the analysis; each fills its numbers of `out` from the split matrix. */
#ifndef MODULUS_ANALYZE_MEASURE_H
#define MODULUS_ANALYZE_MEASURE_H

#include "analyze/spectrum.h"

struct measurement {
    const struct splitting *split;
    int32_t eigenvalue_limit; /* rows at the most for LAPACK: eigenvalues of A */
    int32_t sweep_limit;      /* the same for singular values, and eigenvalues of nonsymmetric matrices */
    struct arpack_limits limits;
    struct analysis *out; /* symmetric and rank_upper_bound are there */
};

/** eigenvalue_min and max, definiteness, rank. */
md_status measure_eigenvalues(struct measurement *measurement);
/** tau, and delta with it. */
md_status measure_tau(struct measurement *measurement);
/** rho, rho_range, optimal_ratio; after measure_eigenvalues. */
md_status measure_rho(struct measurement *measurement);
md_status measure_rho_amgs(struct measurement *measurement);
/** xi, zeta, mu and the bound of the recursion. */
md_status measure_recursion(struct measurement *measurement);

#endif
