/* The dense part of the factorization: partial LU of a front, with threshold pivoting among its fully summed rows.
 *
 * Compiled for the baseline of the machine and, on x86, once more for AVX2 (base/machine.h). Both give
 * the same bits: each entry has its own sum, in the order of the pivots.
 */
#ifndef MODULUS_DIRECT_DENSE_FRONT_H
#define MODULUS_DIRECT_DENSE_FRONT_H

#include <modulus/base.h>

/** A square matrix by columns. The first `summed` rows and columns are complete and may be eliminated. */
struct dense_front {
    double *at;
    int32_t size, summed;
    /** Names of the rows and columns, which move with them. */
    int32_t *row, *column;
    /** Extremes of the pivots so far. */
    double smallest_pivot, largest_pivot;
};

struct dense_kernel {
    /** Eliminates as many summed variables as have a good pivot and moves them to the front. Afterwards the first
     *  columns have L below the diagonal, the first rows have U, and the rest is the Schur complement. Returns their
     *  number, or -1 if a column is zero to working precision. */
    int32_t (*eliminate)(struct dense_front *front);
};

extern const struct dense_kernel md_dense_kernel_base;
extern const struct dense_kernel md_dense_kernel_avx2;

#endif
