#include "direct/lu_pattern.h"

#include <string.h>

#include "direct/largest.h"

static bool is_valid(int32_t n, const int32_t *row_start, const int32_t *column)
{
    if (n < 0 || row_start == NULL || row_start[0] != 0) {
        return false;
    }
    for (int32_t i = 0; i < n; ++i) {
        if (row_start[i + 1] < row_start[i] || (column == NULL && row_start[i + 1] > 0)) {
            return false;
        }
        for (int32_t e = row_start[i]; e < row_start[i + 1]; ++e) {
            if (column[e] < 0 || column[e] >= n) {
                return false;
            }
        }
    }
    return true;
}

md_status md_pattern_copy(struct lu_pattern *pattern, const md_allocator *allocator, int32_t n,
                          const int32_t *row_start, const int32_t *column)
{
    if (!is_valid(n, row_start, column)) {
        return MD_ERROR_ARGUMENT;
    }
    /* The graph of A + A^T may have twice as many. */
    if (row_start[n] > INT32_MAX / 2) {
        return MD_ERROR_SIZE;
    }
    const size_t entries = (size_t)row_start[n];
    md_status status = indices_reserve(allocator, &pattern->row_start, (size_t)n + 1);
    status = status == MD_OK ? indices_reserve(allocator, &pattern->column, entries) : status;
    status = status == MD_OK ? doubles_reserve(allocator, &pattern->scaled, entries) : status;
    status = status == MD_OK ? doubles_reserve(allocator, &pattern->row_scale, (size_t)n) : status;
    status = status == MD_OK ? doubles_reserve(allocator, &pattern->column_scale, (size_t)n) : status;
    status = status == MD_OK ? doubles_reserve(allocator, &pattern->residual, (size_t)n) : status;
    if (status != MD_OK) {
        return status;
    }
    pattern->n = n;
    memcpy(pattern->row_start.at, row_start, ((size_t)n + 1) * sizeof *row_start);
    if (entries > 0) {
        memcpy(pattern->column.at, column, entries * sizeof *column);
    }
    return MD_OK;
}

bool md_pattern_scale(struct lu_pattern *pattern, const double *values)
{
    const int32_t n = pattern->n, *row_start = pattern->row_start.at, *column = pattern->column.at;
    double *column_scale = pattern->column_scale.at, *scaled = pattern->scaled.at;
    bool is_valid = true;
    for (int32_t j = 0; j < n; ++j) {
        column_scale[j] = 0;
    }
    for (int32_t i = 0; i < n; ++i) {
        const int32_t begin = row_start[i], end = row_start[i + 1];
        const double most = largest(values + begin, end - begin);
        const double factor = 1 / most;
        is_valid &= most >= DBL_MIN;
        for (int32_t e = begin; e < end; ++e) {
            scaled[e] = values[e] * factor;
            const double size = fabs(scaled[e]);
            column_scale[column[e]] = size > column_scale[column[e]] ? size : column_scale[column[e]];
        }
        pattern->row_scale.at[i] = factor;
    }
    for (int32_t j = 0; j < n; ++j) {
        is_valid &= column_scale[j] >= DBL_MIN;
        column_scale[j] = 1 / column_scale[j];
    }
    for (int32_t e = 0; is_valid && e < row_start[n]; ++e) {
        scaled[e] *= column_scale[column[e]];
    }
    return is_valid;
}

void md_pattern_refine(const struct lu_pattern *pattern, struct sparse_lu *lu, const double *values, const double *b,
                       double *x)
{
    double *residual = pattern->residual.at;
    for (int32_t i = 0; i < pattern->n; ++i) {
        residual[i] = b[i];
        for (int32_t e = pattern->row_start.at[i]; e < pattern->row_start.at[i + 1]; ++e) {
            residual[i] -= values[e] * x[pattern->column.at[e]];
        }
    }
    md_lu_solve(lu, residual);
    for (int32_t i = 0; i < pattern->n; ++i) {
        x[i] += residual[i];
    }
}

void md_pattern_free(struct lu_pattern *pattern, const md_allocator *allocator)
{
    indices_free(allocator, &pattern->row_start);
    indices_free(allocator, &pattern->column);
    doubles_free(allocator, &pattern->scaled);
    doubles_free(allocator, &pattern->row_scale);
    doubles_free(allocator, &pattern->column_scale);
    doubles_free(allocator, &pattern->residual);
}
