/* The matrices of a problem: J and M^-1 from bodies, A = J M^-1 J^T from both. */
#include "lcp/form.h"

#include <string.h>

#include "base/memory.h"
#include "lcp/matrix.h"
#include "lcp/problem.h"
#include "lcp/rows.h"

/* ---- Sparse product --------------------------------------------------------------------------------------------- */

/* Gustavson's row-by-row product: a dense row of sums, the list of its used columns, and marks for these. The three are
 * stored behind the row starts of the product, so that the next product of the same size allocates nothing. */
struct accumulator {
    md_real *sum;
    int32_t *used, *mark;
    int32_t count;
};

/* Memory for a sum, a used column and a mark, in int64_t row starts. */
#define STARTS_PER_COLUMN 2
_Static_assert(sizeof(md_real) + 2 * sizeof(int32_t) <= STARTS_PER_COLUMN * sizeof(int64_t), "an accumulator fits");

/* Reserves the row starts of the product and, behind them, the accumulator. */
static md_status accumulator_create(struct accumulator *row, md_matrix *product, int32_t rows, int32_t cols)
{
    const size_t behind = (size_t)rows + 1;
    const md_status status = md_array_reserve(&product->allocator, (void **)&product->start, &product->start_capacity,
                                              behind + STARTS_PER_COLUMN * (size_t)cols, sizeof *product->start);
    if (status == MD_OK) {
        row->count = 0;
        row->sum = (md_real *)(void *)(product->start + behind);
        row->used = (int32_t *)(void *)(row->sum + cols);
        row->mark = row->used + cols;
        memset(row->mark, 0, (size_t)cols * sizeof *row->mark);
    }
    return status;
}

static void accumulate(struct accumulator *row, int32_t col, md_real value)
{
    if (row->mark[col] == 0) {
        row->mark[col] = 1;
        row->used[row->count++] = col;
        row->sum[col] = value;
    } else {
        row->sum[col] += value;
    }
}

/* Heap sort: no recursion, no ties (columns are distinct), n log n in the worst case. */
static void sift_down(int32_t *heap, int32_t root, int32_t count)
{
    for (;;) {
        int32_t child = 2 * root + 1;
        if (child >= count) {
            return;
        }
        if (child + 1 < count && heap[child + 1] > heap[child]) {
            ++child;
        }
        if (heap[root] >= heap[child]) {
            return;
        }
        const int32_t value = heap[root];
        heap[root] = heap[child];
        heap[child] = value;
        root = child;
    }
}

static void sort_ascending(int32_t *values, int32_t count)
{
    for (int32_t root = count / 2 - 1; root >= 0; --root) {
        sift_down(values, root, count);
    }
    for (int32_t last = count - 1; last > 0; --last) {
        const int32_t largest = values[0];
        values[0] = values[last];
        values[last] = largest;
        sift_down(values, 0, last);
    }
}

/* Appends the accumulated row to the product, columns ascending, and empties it. Must not reallocate the row starts,
 * behind which the accumulator is. */
static md_status append_row(md_matrix *product, int32_t row, struct accumulator *from, bool keep_zeros)
{
    int64_t e = product->start[row];
    const md_status status = md_matrix_reserve(product, NULL, product->rows, (size_t)e + (size_t)from->count);
    if (status != MD_OK) {
        return status;
    }
    sort_ascending(from->used, from->count);
    for (int32_t k = 0; k < from->count; ++k) {
        const int32_t col = from->used[k];
        from->mark[col] = 0;
        if (keep_zeros || from->sum[col] != 0) {
            product->col[e] = col;
            product->value[e] = from->sum[col];
            ++e;
        }
    }
    product->start[row + 1] = e;
    from->count = 0;
    return MD_OK;
}

/* product = left * right, row by row. */
static md_status multiply(md_matrix *product, const md_allocator *allocator, const md_matrix *left,
                          const md_matrix *right, bool keep_zeros)
{
    struct accumulator row = {0};
    md_status status = md_matrix_reserve(product, allocator, left->rows, (size_t)md_matrix_entries(left));
    if (status == MD_OK) {
        status = accumulator_create(&row, product, left->rows, right->cols);
    }
    if (status == MD_OK) {
        product->rows = left->rows;
        product->cols = right->cols;
        product->start[0] = 0;
    }
    for (int32_t i = 0; status == MD_OK && i < left->rows; ++i) {
        for (int64_t e = left->start[i]; e < left->start[i + 1]; ++e) {
            const int32_t k = left->col[e];
            for (int64_t f = right->start[k]; f < right->start[k + 1]; ++f) {
                accumulate(&row, right->col[f], left->value[e] * right->value[f]);
            }
        }
        status = append_row(product, i, &row, keep_zeros);
    }
    return status;
}

md_status md_form_hat(md_matrix *hat, const md_allocator *allocator, const md_matrix *J, const md_matrix *inverse_M)
{
    return multiply(hat, allocator, J, inverse_M, false);
}

/* A_ij = hat_i . J_j. Zeros are stored, so that every row has its diagonal entry. */
static md_status form_A(md_matrix *A, const md_allocator *allocator, const md_matrix *J, const md_matrix *inverse_M)
{
    md_matrix hat = {0};
    md_matrix columns = {0};
    md_status status = md_form_hat(&hat, allocator, J, inverse_M);
    if (status == MD_OK) {
        status = md_matrix_transpose(&columns, allocator, J);
    }
    if (status == MD_OK) {
        status = multiply(A, allocator, &hat, &columns, true);
    }
    md_matrix_free(&hat);
    md_matrix_free(&columns);
    return status;
}

/* ---- The matrices of a problem ----------------------------------------------------------------------------------- */

static md_status jacobian_of_bodies(const md_problem *problem, md_matrix *J)
{
    const size_t freedom = (size_t)problem->degrees_of_freedom;
    md_status status = md_matrix_reserve(J, &problem->allocator, problem->m, 2 * freedom * (size_t)problem->m);
    if (status != MD_OK) {
        return status;
    }
    J->rows = problem->m;
    J->cols = problem->n;
    J->start[0] = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        const int32_t *slots = problem->row_body.at + 2 * (size_t)i;
        const size_t first = slots[0] <= slots[1] ? 0 : 1; /* the body with the smaller columns */
        int64_t e = J->start[i];
        for (size_t pass = 0; pass < 2; ++pass) {
            const size_t side = pass == 0 ? first : 1 - first;
            const md_real *block = problem->row_jacobian.at + (2 * (size_t)i + side) * freedom;
            for (size_t k = 0; slots[side] > 0 && k < freedom; ++k) {
                if (block[k] != 0) {
                    J->col[e] = (int32_t)((size_t)(slots[side] - 1) * freedom + k);
                    J->value[e] = block[k];
                    ++e;
                }
            }
        }
        J->start[i + 1] = e;
    }
    return MD_OK;
}

static md_status inverse_mass_of_bodies(const md_problem *problem, md_matrix *inverse_M)
{
    const int32_t freedom = problem->degrees_of_freedom;
    const size_t max_entries = freedom == 3 ? 3 : 12; /* per body */
    md_status status =
        md_matrix_reserve(inverse_M, &problem->allocator, problem->n, max_entries * (size_t)problem->body_count);
    if (status != MD_OK) {
        return status;
    }
    inverse_M->rows = problem->n;
    inverse_M->cols = problem->n;
    inverse_M->start[0] = 0;
    int64_t e = 0;
    for (int32_t row = 0; row < problem->n; ++row) {
        const int32_t k = row % freedom;
        const md_real *slot = problem->body.at + ((size_t)(row / freedom) + 1) * (size_t)md_slot_size(freedom);
        const bool angular_3d = freedom == 6 && k >= 3;
        const int32_t first = angular_3d ? row - k + 3 : row;
        for (int32_t entry = 0; entry < (angular_3d ? 3 : 1); ++entry) {
            const md_real value = angular_3d ? slot[7 + 3 * (k - 3) + entry] : slot[freedom == 3 ? 3 + k : 6];
            if (value != 0) {
                inverse_M->col[e] = first + entry;
                inverse_M->value[e] = value;
                ++e;
            }
        }
        inverse_M->start[row + 1] = e;
    }
    return MD_OK;
}

md_status md_problem_get_J(const md_problem *problem, md_matrix *J)
{
    if (problem == NULL || J == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    switch (problem->kind) {
    case MD_PROBLEM_BODIES: return jacobian_of_bodies(problem, J);
    case MD_PROBLEM_GENERAL: return md_matrix_copy(J, &problem->allocator, &problem->J);
    case MD_PROBLEM_EXPLICIT: break;
    }
    return MD_ERROR_ARGUMENT;
}

md_status md_problem_get_inverse_M(const md_problem *problem, md_matrix *inverse_M)
{
    if (problem == NULL || inverse_M == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    switch (problem->kind) {
    case MD_PROBLEM_BODIES: return inverse_mass_of_bodies(problem, inverse_M);
    case MD_PROBLEM_GENERAL: return md_matrix_copy(inverse_M, &problem->allocator, &problem->inverse_M);
    case MD_PROBLEM_EXPLICIT: break;
    }
    return MD_ERROR_ARGUMENT;
}

md_status md_problem_get_v(const md_problem *problem, md_real *v)
{
    if (problem == NULL || (v == NULL && problem->n > 0) || problem->kind == MD_PROBLEM_EXPLICIT) {
        return MD_ERROR_ARGUMENT;
    }
    const int32_t freedom = problem->degrees_of_freedom;
    for (int32_t k = 0; k < problem->n; ++k) {
        v[k] =
            problem->kind == MD_PROBLEM_GENERAL
                ? problem->v.at[k]
                : problem->body.at[((size_t)(k / freedom) + 1) * (size_t)md_slot_size(freedom) + (size_t)(k % freedom)];
    }
    return MD_OK;
}

md_status md_problem_get_A(const md_problem *problem, md_matrix *A)
{
    if (problem == NULL || A == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    if (problem->kind == MD_PROBLEM_EXPLICIT) {
        return md_matrix_copy(A, &problem->allocator, &problem->A);
    }
    md_matrix J = {0};
    md_matrix inverse_M = {0};
    md_status status = md_problem_get_J(problem, &J);
    if (status == MD_OK) {
        status = md_problem_get_inverse_M(problem, &inverse_M);
    }
    if (status == MD_OK) {
        status = form_A(A, &problem->allocator, &J, &inverse_M);
    }
    md_matrix_free(&J);
    md_matrix_free(&inverse_M);
    return status;
}

md_status md_problem_get_q(const md_problem *problem, md_real *q)
{
    if (problem == NULL || (q == NULL && problem->m > 0)) {
        return MD_ERROR_ARGUMENT;
    }
    if (problem->kind == MD_PROBLEM_EXPLICIT) {
        if (problem->m > 0) {
            memcpy(q, problem->bias.at, (size_t)problem->m * sizeof *q);
        }
        return MD_OK;
    }
    struct system system = {.m = problem->m, .n = problem->n};
    system.body = problem->row_body.at;
    system.jacobian = problem->row_jacobian.at;
    system.state = problem->body; /* read only */
    system.J = &problem->J;
    system.v = problem->v;
    for (int32_t i = 0; i < problem->m; ++i) {
        const md_real b = problem->bias.at[i];
        switch (problem->kind) {
        case MD_PROBLEM_EXPLICIT: break;
        case MD_PROBLEM_GENERAL: q[i] = row_velocity_general(&system, i) + b; break;
        case MD_PROBLEM_BODIES:
            q[i] = (problem->degrees_of_freedom == 3 ? row_velocity_2d(&system, i) : row_velocity_3d(&system, i)) + b;
            break;
        }
    }
    return MD_OK;
}
