/* Inverting a block-diagonal mass matrix. The block of a body has 1 to 6 rows and is inverted by a dense Cholesky. */
#include "lcp/mass.h"

#include "base/error.h"
#include "base/memory.h"
#include "lcp/matrix.h"

/* Larger blocks are not bodies, and their dense inverse could fill the memory. */
#define LARGEST_BLOCK 256

static md_status check_symmetric(const md_matrix *matrix, const char *name, md_error *error)
{
    if (matrix->rows != matrix->cols) {
        return md_fail(error, MD_ERROR_PROBLEM, "%s: %d x %d, expected a square matrix", name, matrix->rows,
                       matrix->cols);
    }
    md_entry odd = {0};
    if (!md_matrix_is_symmetric(matrix, &odd)) {
        return md_fail(error, MD_ERROR_PROBLEM, "%s: entries (%d, %d) and (%d, %d) differ, expected a symmetric matrix",
                       name, odd.row + 1, odd.col + 1, odd.col + 1, odd.row + 1);
    }
    return MD_OK;
}

md_status md_mass_check_inverse(const md_matrix *inverse_M, const char *name, md_error *error)
{
    const md_status status = check_symmetric(inverse_M, name, error);
    for (int32_t row = 0; status == MD_OK && row < inverse_M->rows; ++row) {
        const md_real diagonal = md_matrix_at(inverse_M, row, row);
        if (diagonal < 0) {
            return md_fail(error, MD_ERROR_PROBLEM, "%s: diagonal entry %d is %g, expected zero or a positive number",
                           name, row + 1, (double)diagonal);
        }
    }
    return status;
}

/* One past the last row of the block that starts at `first`: no row of the block reaches beyond it. */
static int32_t block_end(const md_matrix *M, int32_t first)
{
    int32_t end = first + 1;
    for (int32_t row = first; row < end; ++row) {
        if (M->start[row] < M->start[row + 1]) {
            const int32_t last = M->col[M->start[row + 1] - 1];
            end = last >= end ? last + 1 : end;
        }
    }
    return end;
}

/* In place: the lower triangle becomes L with L L^T = block. False if the block is not positive definite. */
static bool cholesky(double *block, int32_t size)
{
    for (int32_t col = 0; col < size; ++col) {
        double pivot = block[col * size + col];
        for (int32_t k = 0; k < col; ++k) {
            pivot -= block[col * size + k] * block[col * size + k];
        }
        if (!(pivot > 0) || !isfinite(pivot)) {
            return false;
        }
        block[col * size + col] = sqrt(pivot);
        for (int32_t row = col + 1; row < size; ++row) {
            double value = block[row * size + col];
            for (int32_t k = 0; k < col; ++k) {
                value -= block[row * size + k] * block[col * size + k];
            }
            block[row * size + col] = value / block[col * size + col];
        }
    }
    return true;
}

/* Column `col` of the inverse: L L^T x = e_col. */
static void solve_unit(const double *L, int32_t size, int32_t col, double *x)
{
    for (int32_t row = 0; row < size; ++row) {
        double value = row == col ? 1 : 0;
        for (int32_t k = 0; k < row; ++k) {
            value -= L[row * size + k] * x[k];
        }
        x[row] = value / L[row * size + row];
    }
    for (int32_t row = size - 1; row >= 0; --row) {
        double value = x[row];
        for (int32_t k = row + 1; k < size; ++k) {
            value -= L[k * size + row] * x[k];
        }
        x[row] = value / L[row * size + row];
    }
}

static md_status fail_not_definite(const char *name, int32_t first, int32_t size, md_error *error)
{
    return md_fail(error, MD_ERROR_PROBLEM,
                   "%s: the block of rows %d to %d is not positive definite; for static bodies give Minv", name,
                   first + 1, first + size);
}

static md_status invert_number(const md_matrix *M, const char *name, int32_t row, md_matrix *inverse_M, md_error *error)
{
    const md_real mass = md_matrix_at(M, row, row);
    if (!(mass > 0) || !isfinite(1 / mass)) {
        return fail_not_definite(name, row, 1, error);
    }
    const int64_t entry = inverse_M->start[row];
    inverse_M->col[entry] = row;
    inverse_M->value[entry] = 1 / mass;
    inverse_M->start[row + 1] = entry + 1;
    return MD_OK;
}

/* Writes the inverse of a block from its Cholesky factor. The upper half is a copy, so that the inverse is exactly symmetric.
 * Returns false if a number overflows. */
static bool write_inverse(const double *factor, double *column, int32_t first, int32_t size, md_matrix *inverse_M)
{
    bool finite = true;
    for (int32_t row = 0; row < size; ++row) {
        inverse_M->start[first + row + 1] = inverse_M->start[first + row] + size;
    }
    for (int32_t col = 0; col < size; ++col) {
        solve_unit(factor, size, col, column);
        for (int32_t row = col; row < size; ++row) {
            const int64_t lower = inverse_M->start[first + row] + col;
            const int64_t upper = inverse_M->start[first + col] + row;
            inverse_M->col[lower] = first + col;
            inverse_M->col[upper] = first + row;
            inverse_M->value[lower] = (md_real)column[row];
            inverse_M->value[upper] = (md_real)column[row];
            finite = finite && isfinite(inverse_M->value[lower]);
        }
    }
    return finite;
}

static md_status invert_block(const md_matrix *M, const char *name, int32_t first, int32_t size, md_matrix *inverse_M,
                              md_error *error)
{
    if (size == 1) {
        return invert_number(M, name, first, inverse_M, error);
    }
    double *block = NULL;
    size_t capacity = 0;
    const size_t count = (size_t)size * (size_t)size;
    md_status status =
        md_array_reserve(&inverse_M->allocator, (void **)&block, &capacity, count + (size_t)size, sizeof *block);
    if (status != MD_OK) {
        return md_fail_plain(error, status);
    }
    for (int32_t row = 0; row < size; ++row) {
        for (int32_t col = 0; col < size; ++col) {
            block[row * size + col] = (double)md_matrix_at(M, first + row, first + col);
        }
    }
    if (!cholesky(block, size) || !write_inverse(block, block + count, first, size, inverse_M)) {
        status = fail_not_definite(name, first, size, error);
    }
    md_array_free(&inverse_M->allocator, (void **)&block, &capacity, sizeof *block);
    return status;
}

md_status md_mass_invert(const md_matrix *M, const char *name, md_matrix *inverse_M, md_error *error)
{
    md_status status = check_symmetric(M, name, error);
    if (status != MD_OK) {
        return status;
    }
    size_t entries = 0;
    for (int32_t first = 0; first < M->rows; first = block_end(M, first)) {
        const int32_t size = block_end(M, first) - first;
        if (size > LARGEST_BLOCK) {
            return md_fail(
                error, MD_ERROR_PROBLEM,
                "%s: rows %d to %d are one block, expected a block-diagonal matrix with blocks of at most %d", name,
                first + 1, first + size, LARGEST_BLOCK);
        }
        entries += (size_t)size * (size_t)size;
    }
    status = md_matrix_reserve(inverse_M, &M->allocator, M->rows, entries);
    if (status != MD_OK) {
        return md_fail_plain(error, status);
    }
    inverse_M->rows = M->rows;
    inverse_M->cols = M->cols;
    inverse_M->start[0] = 0;
    for (int32_t first = 0; status == MD_OK && first < M->rows; first = block_end(M, first)) {
        status = invert_block(M, name, first, block_end(M, first) - first, inverse_M, error);
    }
    return status;
}
