/* The solution: forward through the columns of L, backward through the rows of U. */
#include "direct/lu_state.h"

/* Solves with the columns of L of a front, on the values of its rows. */
static void solve_lower(const struct lu_front *front, const double *factor, const int32_t *row, double *local,
                        double *x)
{
    for (int32_t i = 0; i < front->size; ++i) {
        local[i] = x[row[i]];
    }
    for (int32_t k = 0; k < front->eliminated; ++k) {
        const double *lower = factor + (size_t)k * (size_t)front->size;
        const double pivot = local[k];
        for (int32_t i = k + 1; i < front->size; ++i) {
            local[i] -= lower[i] * pivot;
        }
    }
    for (int32_t i = 0; i < front->size; ++i) {
        x[row[i]] = local[i];
    }
}

/* Solves with the rows of U of a front: `right` has values of rows, `x` of columns. */
static void solve_upper(const struct lu_front *front, const double *factor, const int32_t *row, const int32_t *column,
                        double *local, const double *right, double *x)
{
    const int32_t count = front->eliminated;
    const double *upper = factor + (size_t)count * (size_t)front->size;
    for (int32_t i = 0; i < count; ++i) {
        local[i] = right[row[i]];
    }
    for (int32_t j = count; j < front->size; ++j) {
        const double value = x[column[j]];
        for (int32_t i = 0; i < count; ++i) {
            local[i] -= upper[i] * value;
        }
        upper += count;
    }
    for (int32_t k = count - 1; k >= 0; --k) {
        upper = factor + (size_t)k * (size_t)front->size;
        local[k] /= upper[k];
        for (int32_t i = 0; i < k; ++i) {
            local[i] -= upper[i] * local[k];
        }
        x[column[k]] = local[k];
    }
}

void md_lu_solve(struct sparse_lu *lu, double *x)
{
    const struct lu_state *state = lu->state;
    const int32_t n = state->tree.n, *order = state->tree.order.at;
    double *right = state->right.at, *left = state->left.at;
    for (int32_t k = 0; k < n; ++k) {
        right[k] = x[order[k]] * state->pattern.row_scale.at[order[k]];
    }
    for (int32_t f = 0; f < state->tree.fronts; ++f) {
        const struct lu_front *front = &state->fronts[f];
        solve_lower(front, state->factor.at + front->factor, state->row_name.at + front->names, state->local.at, right);
    }
    for (int32_t f = state->tree.fronts - 1; f >= 0; --f) {
        const struct lu_front *front = &state->fronts[f];
        solve_upper(front, state->factor.at + front->factor, state->row_name.at + front->names,
                    state->column_name.at + front->names, state->local.at, right, left);
    }
    for (int32_t k = 0; k < n; ++k) {
        x[order[k]] = left[k] * state->pattern.column_scale.at[order[k]];
    }
}

void md_lu_refine(struct sparse_lu *lu, const double *values, const double *b, double *x)
{
    md_pattern_refine(&lu->state->pattern, lu, values, b, x);
}
