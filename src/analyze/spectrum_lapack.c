/* Eigenvalues and singular values of dense matrices, stored by columns, through LAPACKE. */
#include <lapacke.h>
#include <stdlib.h>

#include "analyze/spectrum.h"

static double *dense_create(int32_t m)
{
    return calloc((size_t)m, (size_t)m * sizeof(double));
}

static double *dense_A(const struct splitting *split)
{
    const size_t m = (size_t)split->m;
    double *matrix = dense_create(split->m);
    for (size_t i = 0; matrix != NULL && i < m; ++i) {
        matrix[i * m + i] = split->diagonal[i];
        for (int64_t e = split->start[i]; e < split->start[i + 1]; ++e) {
            matrix[(size_t)split->col[e] * m + i] = split->value[e];
        }
    }
    return matrix;
}

/* Returns the lower triangle of (A + A^T) / 2. */
static double *dense_symmetric_part(const struct splitting *split)
{
    const size_t m = (size_t)split->m;
    double *matrix = dense_create(split->m);
    for (size_t i = 0; matrix != NULL && i < m; ++i) {
        matrix[i * m + i] = split->diagonal[i];
        for (int64_t e = split->start[i]; e < split->start[i + 1]; ++e) {
            const size_t j = (size_t)split->col[e];
            matrix[i < j ? i * m + j : j * m + i] += 0.5 * split->value[e];
        }
    }
    return matrix;
}

/* Returns F, one column per unit vector. */
static double *dense_sweep(const struct splitting *split, const struct sweep_factor *factor)
{
    const size_t m = (size_t)split->m;
    double *matrix = dense_create(split->m);
    double *unit = calloc(m, sizeof *unit);
    for (size_t j = 0; matrix != NULL && unit != NULL && j < m; ++j) {
        unit[j] = 1;
        sweep_apply(split, factor, unit, matrix + j * m);
        unit[j] = 0;
    }
    if (unit == NULL) {
        free(matrix);
        matrix = NULL;
    }
    free(unit);
    return matrix;
}

static bool is_out_of_memory(lapack_int info)
{
    return info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR;
}

static md_status eigenvalues_of(const struct splitting *split, double *eigenvalues, bool *found)
{
    double *matrix = dense_symmetric_part(split);
    if (matrix == NULL) {
        return MD_ERROR_MEMORY;
    }
    const lapack_int m = split->m;
    const lapack_int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'L', m, matrix, m, eigenvalues);
    free(matrix);
    *found = info == 0;
    return is_out_of_memory(info) ? MD_ERROR_MEMORY : MD_OK;
}

/* Computes the singular values of a matrix and destroys it. */
static lapack_int singular_values(lapack_int m, double *matrix, double *values)
{
    double unused = 0;
    return LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'N', m, m, matrix, m, values, &unused, 1, &unused, 1);
}

static md_status singular_values_of(const struct splitting *split, double *values, bool *found)
{
    double *matrix = dense_A(split);
    if (matrix == NULL) {
        return MD_ERROR_MEMORY;
    }
    const lapack_int info = singular_values(split->m, matrix, values);
    free(matrix);
    *found = info == 0;
    return is_out_of_memory(info) ? MD_ERROR_MEMORY : MD_OK;
}

static md_status norm_of(const struct splitting *split, const struct sweep_factor *factor, struct analysis_number *norm)
{
    double *matrix = dense_sweep(split, factor);
    double *values = calloc((size_t)split->m, sizeof *values);
    md_status status = matrix != NULL && values != NULL ? MD_OK : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        const lapack_int info = singular_values(split->m, matrix, values);
        status = is_out_of_memory(info) ? MD_ERROR_MEMORY : MD_OK;
        if (info == 0) {
            *norm = (struct analysis_number){.value = values[0], .source = ANALYSIS_LAPACK, .converged = true};
        }
    }
    free(matrix);
    free(values);
    return status;
}

static int descending(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a < b) - (a > b);
}

static md_status magnitudes_of(const struct splitting *split, const struct sweep_factor *factor, double *magnitudes,
                               bool *found)
{
    const lapack_int m = split->m;
    double *matrix = dense_sweep(split, factor);
    double *imaginary = calloc((size_t)m, sizeof *imaginary);
    md_status status = matrix != NULL && imaginary != NULL ? MD_OK : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        double unused = 0;
        const lapack_int info =
            LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', m, matrix, m, magnitudes, imaginary, &unused, 1, &unused, 1);
        status = is_out_of_memory(info) ? MD_ERROR_MEMORY : MD_OK;
        *found = info == 0;
        for (int32_t i = 0; *found && i < m; ++i) {
            magnitudes[i] = hypot(magnitudes[i], imaginary[i]);
        }
        qsort(magnitudes, (size_t)m, sizeof *magnitudes, descending);
    }
    free(matrix);
    free(imaginary);
    return status;
}

const struct spectrum_lapack SPECTRUM_LAPACK = {
    .eigenvalues = eigenvalues_of,
    .singular_values = singular_values_of,
    .norm = norm_of,
    .magnitudes = magnitudes_of,
};
