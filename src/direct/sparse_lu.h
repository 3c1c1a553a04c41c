/* A sparse direct solver for square systems A x = b, for Newton methods: one pattern, many sets of values.
 *
 * The method is multifrontal LU on the pattern of A + A^T (Duff and Reid 1983). Variables are eliminated in the order
 * of an approximate minimum degree (Amestoy, Davis and Duff 1996), several at a time in small dense matrices, the
 * fronts. Rows and columns are scaled first. Pivots are chosen within a front with a threshold; a variable without a
 * good pivot waits for a later front. The arithmetic is double whatever md_real is, in a fixed order without fused
 * operations, so that the results have the same bits on every machine.
 *
 * With the CMake option MODULUS_SUITESPARSE the same functions call UMFPACK (umfpack.c), for comparison. The option is
 * off by default, because the bits then depend on the BLAS that UMFPACK uses, and its memory does not come from the
 * allocator.
 */
#ifndef MODULUS_DIRECT_SPARSE_LU_H
#define MODULUS_DIRECT_SPARSE_LU_H

#include <modulus/base.h>

/** Describes the last factorization. */
struct lu_statistics {
    /** Entries of L below its unit diagonal, and of U with its diagonal. */
    int64_t lower_entries, upper_entries;
    /** Smallest over largest pivot of the scaled matrix: a cheap hint at 1 / condition, often too large. The solution has
     *  hardly a correct digit if it is below 1e-14. */
    double pivot_ratio;
    /** Dense fronts, and rows of the largest of them. */
    int32_t fronts, largest_front;
    /** How often a variable waited for a later front. Each wait costs entries and time. */
    int32_t delayed_pivots;
};

/** A factorization and its memory, which later calls reuse. Zero-initialised it is valid and empty. */
struct sparse_lu {
    struct lu_state *state;
    struct lu_statistics statistics;
};

/** Orders the variables and prepares factorizations for a pattern in compressed rows: the columns of row i are
 *  column[row_start[i]] up to before column[row_start[i + 1]], in any order; values of repeated entries add up.
 *  The first call fixes the allocator (NULL: the default one). The pattern is copied.
 *  Returns MD_ERROR_MEMORY, MD_ERROR_SIZE, or MD_ERROR_ARGUMENT for an invalid pattern; then only md_lu_analyze and
 *  md_lu_free may follow. */
md_status md_lu_analyze(struct sparse_lu *lu, const md_allocator *allocator, int32_t n, const int32_t *row_start,
                        const int32_t *column);

/** Multiplications of a factorization of the analyzed pattern in which no pivot is delayed. */
double md_lu_work(const struct sparse_lu *lu);

/** Factors the matrix with the analyzed pattern and these values, which may contain zeros. Allocates only if more
 *  pivots are delayed than ever before. Returns MD_ERROR_PROBLEM if the matrix is singular to working precision or has
 *  a value that is not finite, MD_ERROR_MEMORY or MD_ERROR_SIZE; then only another factorization may follow. */
md_status md_lu_factor(struct sparse_lu *lu, const double *values);

/** Replaces the right-hand side b in x by the solution. */
void md_lu_solve(struct sparse_lu *lu, double *x);

/** One step of iterative refinement: adds the solution of A d = b - A x to x. `values` are those of A. */
void md_lu_refine(struct sparse_lu *lu, const double *values, const double *b, double *x);

void md_lu_free(struct sparse_lu *lu);

#endif
