#include "analyze/splitting.h"

#include <stdlib.h>
#include <string.h>

const struct sweep_factor SWEEP_PGS = {.b0 = 1, .upper = true};
const struct sweep_factor SWEEP_AMGS = {.b0 = 0.5, .b1 = 0.5, .c0 = -0.5, .c1 = 0.5, .upper = true};
const struct sweep_factor SWEEP_XI = {.b0 = 1, .b1 = 1, .upper = true};
const struct sweep_factor SWEEP_ZETA = {.b0 = 1, .b1 = 1, .c0 = -1, .c1 = 1, .upper = true};
const struct sweep_factor SWEEP_MU = {.b0 = 1, .b1 = 1, .lower = true};

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static md_status allocate(struct splitting *split, size_t entries)
{
    const size_t m = (size_t)split->m;
    split->start = calloc(m + 1, sizeof *split->start);
    split->upper = calloc(m, sizeof *split->upper);
    split->col = calloc(entries + 1, sizeof *split->col);
    split->value = calloc(entries + 1, sizeof *split->value);
    split->diagonal = calloc(m, sizeof *split->diagonal);
    split->ratio = calloc(m, sizeof *split->ratio);
    const bool complete = split->start != NULL && split->upper != NULL && split->col != NULL && split->value != NULL &&
                          split->diagonal != NULL && split->ratio != NULL;
    return complete ? MD_OK : MD_ERROR_MEMORY;
}

static void copy_row(struct splitting *split, const md_matrix *A, int32_t i)
{
    int64_t next = split->start[i];
    split->upper[i] = next;
    for (int64_t e = A->start[i]; e < A->start[i + 1]; ++e) {
        const double value = (double)A->value[e];
        if (A->col[e] == i) {
            split->diagonal[i] += value;
        } else if (value != 0) {
            split->col[next] = A->col[e];
            split->value[next] = value;
            ++next;
        }
        if (A->col[e] <= i) {
            split->upper[i] = next;
        }
    }
    split->start[i + 1] = next;
}

md_status splitting_create(struct splitting *split, const md_problem *problem)
{
    md_matrix A = {0};
    *split = (struct splitting){.m = md_problem_rows(problem)};
    md_status status = md_problem_get_A(problem, &A);
    if (status == MD_OK) {
        status = allocate(split, (size_t)A.start[A.rows]);
    }
    const md_real *compliance = md_problem_compliance(problem);
    for (int32_t i = 0; status == MD_OK && i < split->m; ++i) {
        split->diagonal[i] = (double)compliance[i];
        copy_row(split, &A, i);
    }
    md_matrix_free(&A);
    if (status != MD_OK) {
        splitting_free(split);
    }
    return status;
}

void splitting_free(struct splitting *split)
{
    free(split->start);
    free(split->upper);
    free(split->col);
    free(split->value);
    free(split->diagonal);
    free(split->ratio);
    *split = (struct splitting){0};
}

/* ---- Structure --------------------------------------------------------------------------------------------------- */

struct splitting_signs splitting_find_signs(const struct splitting *split)
{
    struct splitting_signs signs = {.diagonal_min = INFINITY, .diagonal_max = -INFINITY, .is_nonnegative = true};
    for (int32_t i = 0; i < split->m; ++i) {
        if (split->diagonal[i] < signs.diagonal_min) {
            signs.diagonal_min = split->diagonal[i];
            signs.diagonal_min_row = i;
        }
        signs.diagonal_max = fmax(signs.diagonal_max, split->diagonal[i]);
        for (int64_t e = split->start[i]; e < split->start[i + 1]; ++e) {
            signs.is_nonnegative = signs.is_nonnegative && split->value[e] >= 0;
        }
    }
    signs.is_nonnegative = signs.is_nonnegative && signs.diagonal_min >= 0;
    return signs;
}

bool splitting_has_lower(const struct splitting *split)
{
    for (int32_t i = 0; i < split->m; ++i) {
        if (split->upper[i] > split->start[i]) {
            return true;
        }
    }
    return false;
}

bool splitting_has_upper(const struct splitting *split)
{
    for (int32_t i = 0; i < split->m; ++i) {
        if (split->start[i + 1] > split->upper[i]) {
            return true;
        }
    }
    return false;
}

/* Returns the off-diagonal entry at (row, col), by bisection. */
static double entry_at(const struct splitting *split, int32_t row, int32_t col)
{
    int64_t low = split->start[row];
    int64_t high = split->start[row + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (split->col[middle] < col) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < split->start[row + 1] && split->col[low] == col ? split->value[low] : 0;
}

double splitting_asymmetry(const struct splitting *split)
{
    double largest = 0;
    double difference = 0;
    for (int32_t i = 0; i < split->m; ++i) {
        largest = fmax(largest, fabs(split->diagonal[i]));
        for (int64_t e = split->start[i]; e < split->start[i + 1]; ++e) {
            largest = fmax(largest, fabs(split->value[e]));
            difference = fmax(difference, fabs(split->value[e] - entry_at(split, split->col[e], i)));
        }
    }
    return largest > 0 ? difference / largest : 0;
}

/* ---- Products ---------------------------------------------------------------------------------------------------- */

void splitting_apply_symmetric(const struct splitting *split, const double *x, double *y)
{
    for (int32_t i = 0; i < split->m; ++i) {
        y[i] = split->diagonal[i] * x[i];
    }
    for (int32_t i = 0; i < split->m; ++i) {
        for (int64_t e = split->start[i]; e < split->start[i + 1]; ++e) {
            const double half = 0.5 * split->value[e];
            y[i] += half * x[split->col[e]];
            y[split->col[e]] += half * x[i];
        }
    }
}

static double diagonal_of_B(const struct splitting *split, const struct sweep_factor *factor, int32_t i)
{
    return split->diagonal[i] * (factor->b0 + factor->b1 * split->ratio[i]);
}

static double diagonal_of_C(const struct splitting *split, const struct sweep_factor *factor, int32_t i)
{
    return split->diagonal[i] * (factor->c0 + factor->c1 * split->ratio[i]);
}

bool sweep_is_zero(const struct splitting *split, const struct sweep_factor *factor)
{
    for (int32_t i = 0; i < split->m; ++i) {
        if (diagonal_of_C(split, factor, i) != 0) {
            return false;
        }
    }
    return !(factor->upper && splitting_has_upper(split)) && !(factor->lower && splitting_has_lower(split));
}

double sweep_triangular_radius(const struct splitting *split, const struct sweep_factor *factor)
{
    double radius = 0;
    for (int32_t i = 0; i < split->m; ++i) {
        radius = fmax(radius, fabs(diagonal_of_C(split, factor, i) / diagonal_of_B(split, factor, i)));
    }
    return radius;
}

/* Solves B y = C x by forward substitution. */
void sweep_apply(const struct splitting *split, const struct sweep_factor *factor, const double *x, double *y)
{
    for (int32_t i = 0; i < split->m; ++i) {
        double sum = diagonal_of_C(split, factor, i) * x[i];
        for (int64_t e = split->start[i]; e < split->upper[i]; ++e) {
            const int32_t j = split->col[e];
            sum -= split->value[e] * (factor->lower ? x[j] + y[j] : y[j]);
        }
        for (int64_t e = split->upper[i]; factor->upper && e < split->start[i + 1]; ++e) {
            sum -= split->value[e] * x[split->col[e]];
        }
        y[i] = sum / diagonal_of_B(split, factor, i);
    }
}

void sweep_apply_absolute(const struct splitting *split, const double *x, double *y)
{
    for (int32_t i = 0; i < split->m; ++i) {
        double sum = 0;
        for (int64_t e = split->start[i]; e < split->start[i + 1]; ++e) {
            const int32_t j = split->col[e];
            sum += fabs(split->value[e]) * (j < i ? y[j] : x[j]);
        }
        y[i] = sum / split->diagonal[i];
    }
}

/* Solves B^T z = x by backward substitution and accumulates y = C^T z. The rows of B and C are columns here. */
void sweep_apply_transposed(const struct splitting *split, const struct sweep_factor *factor, const double *x,
                            double *y, double *work)
{
    memcpy(work, x, (size_t)split->m * sizeof *work);
    memset(y, 0, (size_t)split->m * sizeof *y);
    for (int32_t i = split->m - 1; i >= 0; --i) {
        const double z = work[i] / diagonal_of_B(split, factor, i);
        y[i] += diagonal_of_C(split, factor, i) * z;
        for (int64_t e = split->start[i]; e < split->upper[i]; ++e) {
            work[split->col[e]] -= split->value[e] * z;
            y[split->col[e]] -= factor->lower ? split->value[e] * z : 0;
        }
        for (int64_t e = split->upper[i]; factor->upper && e < split->start[i + 1]; ++e) {
            y[split->col[e]] -= split->value[e] * z;
        }
    }
}
