/* The splitting A = D - L - U in double precision, and the products with its parts. */
#ifndef MODULUS_ANALYZE_SPLITTING_H
#define MODULUS_ANALYZE_SPLITTING_H

#include <modulus/modulus.h>

/** Row i has the off-diagonal entries start[i] to start[i + 1] - 1 of A itself (that is, of -L and -U) with ascending
 *  columns; those from upper[i] on belong to U. */
struct splitting {
    int32_t m;
    int64_t *start, *upper;
    int32_t *col;
    double *value;
    double *diagonal;
    double *ratio; /**< gamma Omega_i / D_i */
};

/** Splits A + diag(c). The caller fills `ratio`. */
md_status splitting_create(struct splitting *split, const md_problem *problem);
void splitting_free(struct splitting *split);

/** Finds the extremes of the diagonal, and whether any entry of A is negative. */
struct splitting_signs {
    double diagonal_min, diagonal_max;
    int32_t diagonal_min_row;
    bool is_nonnegative;
};
struct splitting_signs splitting_find_signs(const struct splitting *split);

bool splitting_has_lower(const struct splitting *split);
bool splitting_has_upper(const struct splitting *split);
/** Returns max |A - A^T| / max |A|. */
double splitting_asymmetry(const struct splitting *split);

/** Computes y = (A + A^T) / 2 x. */
void splitting_apply_symmetric(const struct splitting *split, const double *x, double *y);

/** The iteration matrices have the common form F = B^-1 C with
 *
 *      B = D (b0 + b1 R) - L,      C = D (c0 + c1 R) [+ L] [+ U],      R = diag(ratio) = D^-1 gamma Omega. */
struct sweep_factor {
    double b0, b1, c0, c1;
    bool lower, upper; /**< C includes L, U */
};

extern const struct sweep_factor SWEEP_PGS;  /**< (D - L)^-1 U */
extern const struct sweep_factor SWEEP_AMGS; /**< SOR with 1 / omega = (1 + R) / 2 */
/* The parts of the paper's recursion, with gO = gamma Omega. */
extern const struct sweep_factor SWEEP_XI;   /**< (D + gO - L)^-1 U */
extern const struct sweep_factor SWEEP_ZETA; /**< (D + gO - L)^-1 (gO - D + U) */
extern const struct sweep_factor SWEEP_MU;   /**< (D + gO - L)^-1 L */

/** True if F is the zero matrix. */
bool sweep_is_zero(const struct splitting *split, const struct sweep_factor *factor);
/** Returns the spectral radius of F for a triangular A, which makes F triangular too: the largest |C_ii / B_ii|. */
double sweep_triangular_radius(const struct splitting *split, const struct sweep_factor *factor);
/** Computes y = F x. */
void sweep_apply(const struct splitting *split, const struct sweep_factor *factor, const double *x, double *y);
/** Computes y = (D - |L|)^-1 |U| x, the PGS sweep of the comparison matrix. */
void sweep_apply_absolute(const struct splitting *split, const double *x, double *y);
/** Computes y = F^T x. `work` has room for m numbers. */
void sweep_apply_transposed(const struct splitting *split, const struct sweep_factor *factor, const double *x,
                            double *y, double *work);

#endif
