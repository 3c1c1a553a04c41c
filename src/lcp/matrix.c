/* Sparse matrices in compressed rows. */
#include "lcp/matrix.h"

#include <string.h>

#include "base/memory.h"

void md_matrix_free(md_matrix *matrix)
{
    if (matrix != NULL && matrix->allocator.resize != NULL) {
        const md_allocator *allocator = &matrix->allocator;
        size_t values = matrix->entry_capacity;
        md_array_free(allocator, (void **)&matrix->start, &matrix->start_capacity, sizeof *matrix->start);
        md_array_free(allocator, (void **)&matrix->value, &values, sizeof *matrix->value);
        md_array_free(allocator, (void **)&matrix->col, &matrix->entry_capacity, sizeof *matrix->col);
    }
    if (matrix != NULL) {
        *matrix = (md_matrix){0};
    }
}

md_status md_matrix_reserve(md_matrix *matrix, const md_allocator *allocator, int32_t rows, size_t entries)
{
    if (matrix->allocator.resize == NULL) {
        matrix->allocator = md_allocator_or_default(allocator);
    }
    md_status status = md_array_reserve(&matrix->allocator, (void **)&matrix->start, &matrix->start_capacity,
                                        (size_t)rows + 1, sizeof *matrix->start);
    /* The two arrays of entries grow together: the second gets the capacity of the first. */
    size_t columns = matrix->entry_capacity;
    if (status == MD_OK) {
        status = md_array_reserve(&matrix->allocator, (void **)&matrix->col, &columns, entries, sizeof *matrix->col);
    }
    if (status == MD_OK) {
        size_t values = matrix->entry_capacity;
        status = md_array_reserve(&matrix->allocator, (void **)&matrix->value, &values, columns, sizeof *matrix->value);
        if (status == MD_OK) {
            matrix->entry_capacity = columns;
        } else if (columns != matrix->entry_capacity) {
            /* The arrays no longer share one capacity, so the entries are freed and the matrix is empty. */
            md_array_free(&matrix->allocator, (void **)&matrix->col, &columns, sizeof *matrix->col);
            md_array_free(&matrix->allocator, (void **)&matrix->value, &values, sizeof *matrix->value);
            matrix->entry_capacity = 0;
            matrix->rows = 0;
            matrix->cols = 0;
        }
    }
    return status;
}

/* Counting sort in three parts: start[row + 1] counts the entries of the row; then start[row] is the beginning of the
 * row; placing entries moves it to the end of the row, which is the beginning of the next, and it is moved back. */
static void counts_to_starts(int64_t *start, int32_t rows)
{
    for (int32_t row = 0; row < rows; ++row) {
        start[row + 1] += start[row];
    }
}

static void move_starts_back(int64_t *start, int32_t rows)
{
    for (int32_t row = rows; row > 0; --row) {
        start[row] = start[row - 1];
    }
    start[0] = 0;
}

static void place_by_column(md_matrix *by_column, const md_entry *entries, size_t count)
{
    int64_t *start = by_column->start;
    memset(start, 0, ((size_t)by_column->rows + 1) * sizeof *start);
    for (size_t e = 0; e < count; ++e) {
        ++start[entries[e].col + 1];
    }
    counts_to_starts(start, by_column->rows);
    for (size_t e = 0; e < count; ++e) {
        const int64_t place = start[entries[e].col]++;
        by_column->col[place] = entries[e].row;
        by_column->value[place] = entries[e].value;
    }
    move_starts_back(start, by_column->rows);
}

md_status md_matrix_transpose(md_matrix *transposed, const md_allocator *allocator, const md_matrix *matrix)
{
    const size_t entries = (size_t)md_matrix_entries(matrix);
    const md_status status = md_matrix_reserve(transposed, allocator, matrix->cols, entries);
    if (status != MD_OK) {
        return status;
    }
    transposed->rows = matrix->cols;
    transposed->cols = matrix->rows;
    int64_t *start = transposed->start;
    memset(start, 0, ((size_t)matrix->cols + 1) * sizeof *start);
    for (size_t e = 0; e < entries; ++e) {
        ++start[matrix->col[e] + 1];
    }
    counts_to_starts(start, matrix->cols);
    for (int32_t row = 0; row < matrix->rows; ++row) {
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            const int64_t place = start[matrix->col[e]]++;
            transposed->col[place] = row;
            transposed->value[place] = matrix->value[e];
        }
    }
    move_starts_back(start, matrix->cols);
    return MD_OK;
}

static void add_up_duplicates(md_matrix *matrix)
{
    int64_t kept = 0;
    int64_t begin = 0;
    for (int32_t row = 0; row < matrix->rows; ++row) {
        const int64_t end = matrix->start[row + 1];
        const int64_t first = kept;
        for (int64_t e = begin; e < end; ++e) {
            if (kept > first && matrix->col[kept - 1] == matrix->col[e]) {
                matrix->value[kept - 1] += matrix->value[e];
            } else {
                matrix->col[kept] = matrix->col[e];
                matrix->value[kept] = matrix->value[e];
                ++kept;
            }
        }
        begin = end;
        matrix->start[row + 1] = kept;
    }
}

static bool entries_fit(const md_entry *entries, size_t count, int32_t rows, int32_t cols)
{
    for (size_t e = 0; e < count; ++e) {
        if (entries[e].row < 0 || entries[e].row >= rows || entries[e].col < 0 || entries[e].col >= cols) {
            return false;
        }
    }
    return true;
}

md_status md_matrix_from_entries(md_matrix *matrix, const md_allocator *allocator, int32_t rows, int32_t cols,
                                 const md_entry *entries, size_t count)
{
    if (matrix == NULL || (entries == NULL && count > 0) || rows < 0 || cols < 0 ||
        !entries_fit(entries, count, rows, cols)) {
        return MD_ERROR_ARGUMENT;
    }
    /* Entries placed by column and then transposed are sorted, and duplicates keep their order: their sum does not
     * depend on the sort of a library. */
    md_matrix by_column = {.rows = cols, .cols = rows};
    md_status status = md_matrix_reserve(&by_column, allocator, cols, count);
    if (status == MD_OK) {
        place_by_column(&by_column, entries, count);
        status = md_matrix_transpose(matrix, allocator, &by_column);
    }
    if (status == MD_OK) {
        add_up_duplicates(matrix);
    }
    md_matrix_free(&by_column);
    return status;
}

md_status md_matrix_copy(md_matrix *copy, const md_allocator *allocator, const md_matrix *matrix)
{
    const size_t entries = (size_t)md_matrix_entries(matrix);
    const md_status status = md_matrix_reserve(copy, allocator, matrix->rows, entries);
    if (status != MD_OK) {
        return status;
    }
    copy->rows = matrix->rows;
    copy->cols = matrix->cols;
    copy->start[0] = 0;
    if (matrix->rows > 0) {
        memcpy(copy->start, matrix->start, ((size_t)matrix->rows + 1) * sizeof *copy->start);
    }
    if (entries > 0) {
        memcpy(copy->col, matrix->col, entries * sizeof *copy->col);
        memcpy(copy->value, matrix->value, entries * sizeof *copy->value);
    }
    return MD_OK;
}

md_real md_matrix_at(const md_matrix *matrix, int32_t row, int32_t col)
{
    if (matrix == NULL || row < 0 || row >= matrix->rows) {
        return 0;
    }
    int64_t low = matrix->start[row];
    int64_t high = matrix->start[row + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (matrix->col[middle] < col) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < matrix->start[row + 1] && matrix->col[low] == col ? matrix->value[low] : 0;
}

void md_matrix_to_vector(const md_matrix *matrix, md_real *out)
{
    if (matrix == NULL || out == NULL) {
        return;
    }
    const size_t count = (size_t)matrix->rows * (size_t)matrix->cols;
    for (size_t i = 0; i < count; ++i) {
        out[i] = 0;
    }
    for (int32_t row = 0; row < matrix->rows; ++row) {
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            out[(size_t)row * (size_t)matrix->cols + (size_t)matrix->col[e]] = matrix->value[e];
        }
    }
}

bool md_matrix_is_symmetric(const md_matrix *matrix, md_entry *odd)
{
    for (int32_t row = 0; row < matrix->rows; ++row) {
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            if (matrix->value[e] != md_matrix_at(matrix, matrix->col[e], row)) {
                if (odd != NULL) {
                    *odd = (md_entry){row, matrix->col[e], matrix->value[e]};
                }
                return false;
            }
        }
    }
    return true;
}

bool md_matrix_is_valid(const md_matrix *matrix)
{
    if (matrix == NULL || matrix->rows < 0 || matrix->cols < 0 || (matrix->rows > 0 && matrix->start == NULL)) {
        return false;
    }
    for (int32_t row = 0; row < matrix->rows; ++row) {
        if (matrix->start[row] > matrix->start[row + 1] || matrix->start[0] != 0) {
            return false;
        }
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            const bool ascends = e == matrix->start[row] || matrix->col[e - 1] < matrix->col[e];
            if (matrix->col[e] < 0 || matrix->col[e] >= matrix->cols || !ascends || !isfinite(matrix->value[e])) {
                return false;
            }
        }
    }
    return true;
}
