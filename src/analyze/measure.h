/* The stages of the analysis, each of which computes its numbers of `out` from the split matrix. */
#ifndef MODULUS_ANALYZE_MEASURE_H
#define MODULUS_ANALYZE_MEASURE_H

#include "analyze/spectrum.h"

struct measurement {
    const struct splitting *split;
    const struct spectrum *spectrum;
    int32_t eigenvalue_limit; /* maximum rows for LAPACK: eigenvalues of A */
    int32_t sweep_limit;      /* the same: singular values, and eigenvalues of nonsymmetric matrices */
    struct arpack_limits limits;
    struct analysis *out; /* symmetric and rank_upper_bound are set */
};

/** Computes eigenvalue_min, eigenvalue_max, definiteness and rank. */
md_status measure_eigenvalues(struct measurement *measurement);
/** Computes tau and delta. */
md_status measure_tau(struct measurement *measurement);
/** Computes rho, rho_range and optimal_ratio. Requires measure_eigenvalues. */
md_status measure_rho(struct measurement *measurement);
/** Computes `comparison`. */
md_status measure_comparison(struct measurement *measurement);
md_status measure_rho_amgs(struct measurement *measurement);
/** Computes xi, zeta, mu and bound. */
md_status measure_recursion(struct measurement *measurement);

#endif
