/* The matrix in compressed rows: the part that every implementation of sparse_lu.h has. */
#ifndef MODULUS_DIRECT_LU_PATTERN_H
#define MODULUS_DIRECT_LU_PATTERN_H

#include "base/memory.h"
#include "direct/sparse_lu.h"

struct lu_pattern {
    int32_t n;
    struct indices row_start, column;
    /** Values of the scaled matrix, and the factors of rows and columns. */
    struct doubles scaled, row_scale, column_scale;
    struct doubles residual;
};

/** Copies a pattern. Returns MD_ERROR_ARGUMENT if it is not valid. */
md_status md_pattern_copy(struct lu_pattern *pattern, const md_allocator *allocator, int32_t n,
                          const int32_t *row_start, const int32_t *column);

/** Divides each row by its largest entry, then each column. False if one is zero. Infinite values become NaN. */
bool md_pattern_scale(struct lu_pattern *pattern, const double *values);

/** md_lu_refine by md_lu_solve. */
void md_pattern_refine(const struct lu_pattern *pattern, struct sparse_lu *lu, const double *values, const double *b,
                       double *x);

void md_pattern_free(struct lu_pattern *pattern, const md_allocator *allocator);

#endif
