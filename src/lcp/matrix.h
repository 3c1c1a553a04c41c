/* Matrices: functions that only the library uses. */
#ifndef MODULUS_LCP_MATRIX_H
#define MODULUS_LCP_MATRIX_H

#include <modulus/matrix.h>

static inline int64_t md_matrix_entries(const md_matrix *matrix)
{
    return matrix->rows > 0 ? matrix->start[matrix->rows] : 0;
}

/** Reserves rows and entries; uses `allocator` if the matrix has none yet. */
md_status md_matrix_reserve(md_matrix *matrix, const md_allocator *allocator, int32_t rows, size_t entries);

md_status md_matrix_copy(md_matrix *copy, const md_allocator *allocator, const md_matrix *matrix);

md_status md_matrix_transpose(md_matrix *transposed, const md_allocator *allocator, const md_matrix *matrix);

/** True for a square matrix that equals its transpose exactly; otherwise `odd`, if not NULL, gets an entry that
 *  differs. */
bool md_matrix_is_symmetric(const md_matrix *matrix, md_entry *odd);

/** True if the matrix is well formed: columns ascending and in range, every value finite. */
bool md_matrix_is_valid(const md_matrix *matrix);

#endif
