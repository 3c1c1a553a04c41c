/* A = D - L - U in double precision, and the products with it that every measured number is made of. */
#ifndef MODULUS_ANALYZE_SPLITTING_H
#define MODULUS_ANALYZE_SPLITTING_H

#include <modulus/modulus.h>

/** The parts of A: row i has the off-diagonal entries start[i] to start[i + 1] - 1 of A itself (so -L and -U), columns
 *  ascending; those from upper[i] on belong to U. */
struct splitting {
    int32_t m;
    int64_t *start, *upper;
    int32_t *col;
    double *value;
    double *diagonal;
    double *ratio; /**< gamma Omega_i / D_i */
};

/** Splits A + diag(c); the ratio is left for the caller to fill. */
md_status splitting_create(struct splitting *split, const md_problem *problem);
void splitting_free(struct splitting *split);

bool splitting_has_lower(const struct splitting *split);
bool splitting_has_upper(const struct splitting *split);
/** max |A - A^T| / max |A|. */
double splitting_asymmetry(const struct splitting *split);

/** y = (A + A^T) / 2 x. */
void splitting_apply_symmetric(const struct splitting *split, const double *x, double *y);

/** The matrices of all iterations here have one form, F = B^-1 C with
 *
 *      B = D (b0 + b1 R) - L,      C = D (c0 + c1 R) [+ L] [+ U],      R = diag(ratio) = D^-1 gamma Omega. */
struct sweep_factor {
    double b0, b1, c0, c1;
    bool lower, upper; /**< whether C has L, U */
};

extern const struct sweep_factor SWEEP_PGS;  /**< (D - L)^-1 U */
extern const struct sweep_factor SWEEP_AMGS; /**< SOR with 1 / omega = (1 + R) / 2 */
extern const struct sweep_factor SWEEP_XI; /**< (D + gO - L)^-1 U, and so on for the parts of the paper's recursion: */
extern const struct sweep_factor SWEEP_ZETA; /**< (D + gO - L)^-1 (gO - D + U) */
extern const struct sweep_factor SWEEP_MU;   /**< (D + gO - L)^-1 L */

/** F is the zero matrix. */
bool sweep_is_zero(const struct splitting *split, const struct sweep_factor *factor);
/** The spectral radius of F where A is triangular, which makes F so: the largest |C_ii / B_ii|. */
double sweep_triangular_radius(const struct splitting *split, const struct sweep_factor *factor);
/** y = F x. */
void sweep_apply(const struct splitting *split, const struct sweep_factor *factor, const double *x, double *y);
/** y = F^T x; `work` has room for m numbers. */
void sweep_apply_transposed(const struct splitting *split, const struct sweep_factor *factor, const double *x,
                            double *y, double *work);

#endif
