/** @file
 * Sparse matrices in compressed rows, and their files in Matrix Market format. */
#ifndef MODULUS_MATRIX_H
#define MODULUS_MATRIX_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A sparse matrix: row i has entries start[i] to start[i + 1] - 1, columns ascending, no column twice.
 *  A vector is a matrix of one column. An md_matrix of zeros ({0}) is empty and owns nothing. */
typedef struct md_matrix {
    int32_t rows, cols;                    /**< size */
    int64_t *start;                        /**< rows + 1 numbers */
    int32_t *col;                          /**< column of each entry, from 0 */
    md_real *value;                        /**< value of each entry */
    md_allocator allocator;                /**< of the three arrays */
    size_t start_capacity, entry_capacity; /**< of the arrays */
} md_matrix;

/** An entry of a matrix to be built; indices count from 0. */
typedef struct md_entry {
    int32_t row, col; /**< position */
    md_real value;    /**< finite */
} md_entry;

/** Frees the memory of a matrix and makes it empty. */
MD_API void md_matrix_free(md_matrix *matrix);

/** Builds a matrix from entries in any order; entries at the same position are added up in the order
 *  given. The old contents of `matrix` are replaced and its memory is reused. */
MD_API md_status md_matrix_from_entries(md_matrix *matrix, const md_allocator *allocator, int32_t rows, int32_t cols,
                                        const md_entry *entries, size_t count);

/** The entry at (row, col), or 0 if none is stored. */
MD_API md_real md_matrix_at(const md_matrix *matrix, int32_t row, int32_t col);

/** Copies a matrix row by row into `out`, an array of rows * cols numbers; zeros included. */
MD_API void md_matrix_to_vector(const md_matrix *matrix, md_real *out);

/** Limits of a reader. 0 means the default. */
typedef struct md_read_options {
    int64_t max_dimension; /**< max rows or columns; default 20,000,000, for which a header alone allocates 0.2 GB */
    int64_t max_entries;   /**< max entries; default 1,000,000,000 */
    bool allow_infinite;   /**< accept inf and -inf (for bounds); NaN is never accepted */
} md_read_options;

/** Reads a Matrix Market file: coordinate or array, real or integer, general or symmetric.
 *  The error names the file and the line. `matrix` must be valid, for example {0}; on failure it is empty. */
MD_API md_status md_matrix_read(md_matrix *matrix, const md_allocator *allocator, const char *path,
                                const md_read_options *options, md_error *error);

/** The same from memory; `name` replaces the file name in errors. */
MD_API md_status md_matrix_read_bytes(md_matrix *matrix, const md_allocator *allocator, const char *name,
                                      const char *bytes, size_t size, const md_read_options *options, md_error *error);

/** Writes a matrix in coordinate format, or a vector in array format, with enough digits to read back the same
 *  bits. The file appears complete or not at all: it is written under a temporary name and then renamed. */
MD_API md_status md_matrix_write(const md_matrix *matrix, const char *path, const char *comment, md_error *error);
MD_API md_status md_vector_write(const md_real *values, int32_t count, const char *path, const char *comment,
                                 md_error *error);

#ifdef __cplusplus
}
#endif

#endif
