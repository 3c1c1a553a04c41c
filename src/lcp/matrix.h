/* What the library's own files need of matrices beyond the public header. */
#ifndef MODULUS_LCP_MATRIX_H
#define MODULUS_LCP_MATRIX_H

#include <modulus/matrix.h>

static inline int64_t md_matrix_entries(const md_matrix *matrix)
{
    return matrix->rows > 0 ? matrix->start[matrix->rows] : 0;
}

/** Room for that many rows and entries, on `allocator` where the matrix has none yet. */
md_status md_matrix_reserve(md_matrix *matrix, const md_allocator *allocator, int32_t rows, size_t entries);

md_status md_matrix_copy(md_matrix *copy, const md_allocator *allocator, const md_matrix *matrix);

md_status md_matrix_transpose(md_matrix *transposed, const md_allocator *allocator, const md_matrix *matrix);

/** A square matrix that equals its transpose to the bit; otherwise `odd`, where not NULL, is an entry that differs. */
bool md_matrix_is_symmetric(const md_matrix *matrix, md_entry *odd);

/** Well formed, columns ascending and in range, every value finite: the check at the border. */
bool md_matrix_is_valid(const md_matrix *matrix);

#endif
