/* The factorization: front by front, children before parents. */
#include <string.h>

#include "base/machine.h"
#include "direct/dense_front.h"
#include "direct/lu_state.h"

/* How far a factorization is. */
struct progress {
    size_t names, factor, stack; /* in use */
    int32_t pending;
    const struct dense_kernel *kernel;
    double smallest_pivot, largest_pivot;
};

static int32_t count_waiting(const struct lu_state *lu, int32_t f)
{
    return lu->fronts[f].size - lu->fronts[f].eliminated - front_border(&lu->tree, f);
}

/* Names the rows and columns of front f, whose children are the pending fronts from `child` on. */
static void name_rows(struct lu_state *lu, const struct progress *at, int32_t f, int32_t child)
{
    const struct assembly_tree *tree = &lu->tree;
    int32_t *row = lu->row_name.at + at->names, *column = lu->column_name.at + at->names;
    for (int32_t k = tree->pivot_start.at[f]; k < tree->pivot_start.at[f + 1]; ++k) {
        *row++ = *column++ = k;
    }
    for (int32_t c = child; c < at->pending; ++c) {
        const struct lu_front *below = &lu->fronts[lu->pending.at[c]];
        const size_t first = below->names + (size_t)below->eliminated;
        for (int32_t k = 0; k < count_waiting(lu, lu->pending.at[c]); ++k) {
            *row++ = lu->row_name.at[first + (size_t)k];
            *column++ = lu->column_name.at[first + (size_t)k];
        }
    }
    for (int32_t k = tree->border_start.at[f]; k < tree->border_start.at[f + 1]; ++k) {
        *row++ = *column++ = tree->border.at[k];
    }
}

/* Adds the entries of the matrix. The places are those of a front in which nothing waits. */
static void add_entries(const struct lu_state *lu, int32_t f, int32_t waiting)
{
    const int32_t pivots = front_pivots(&lu->tree, f);
    const int32_t size = pivots + front_border(&lu->tree, f);
    double *front = lu->front.at;
    const double *scaled = lu->pattern.scaled.at;
    const int32_t *value = lu->entry_value.at, *place = lu->entry_place.at;
    for (int32_t k = lu->entry_start.at[f]; k < lu->entry_start.at[f + 1]; ++k) {
        if (waiting == 0) {
            front[place[k]] += scaled[value[k]];
        } else {
            const int32_t i = place[k] % size, j = place[k] / size;
            const size_t row = (size_t)(i < pivots ? i : i + waiting), column = (size_t)(j < pivots ? j : j + waiting);
            front[column * (size_t)(size + waiting) + row] += scaled[value[k]];
        }
    }
}

/* Adds the rest of front c to its parent, in which the waiting variables of c follow those of `before`. */
static void add_rest(struct lu_state *lu, int32_t c, int32_t waiting, int32_t before, int32_t size)
{
    const struct lu_front *child = &lu->fronts[c];
    const int32_t pivots = front_pivots(&lu->tree, lu->tree.parent.at[c]);
    const int32_t own = count_waiting(lu, c), count = child->size - child->eliminated;
    const int32_t *place = lu->tree.place.at + lu->tree.border_start.at[c];
    int32_t *target = lu->target.at;
    for (int32_t k = 0; k < own; ++k) {
        target[k] = pivots + before + k;
    }
    for (int32_t k = own; k < count; ++k, ++place) {
        target[k] = *place < pivots ? *place : *place + waiting;
    }
    const double *rest = lu->stack.at + child->rest;
    for (int32_t j = 0; j < count; ++j) {
        double *column = lu->front.at + (size_t)target[j] * (size_t)size;
        for (int32_t i = 0; i < count; ++i) {
            column[target[i]] += rest[i];
        }
        rest += count;
    }
}

/* Appends the columns of L and rows of U to the factor, and the rest to the stack. */
static md_status save(struct lu_state *lu, struct progress *at, struct lu_front *front)
{
    const size_t size = (size_t)front->size, eliminated = (size_t)front->eliminated, rest = size - eliminated;
    md_status status = doubles_reserve(&lu->allocator, &lu->factor, at->factor + eliminated * (size + rest));
    if (status == MD_OK) {
        status = doubles_reserve(&lu->allocator, &lu->stack, at->stack + rest * rest);
    }
    if (status != MD_OK) {
        return status;
    }
    front->factor = at->factor;
    front->rest = at->stack;
    double *factor = lu->factor.at + at->factor, *stack = lu->stack.at + at->stack;
    memcpy(factor, lu->front.at, size * eliminated * sizeof *factor);
    factor += size * eliminated;
    for (size_t j = eliminated; j < size; ++j) {
        const double *column = lu->front.at + j * size;
        memcpy(factor, column, eliminated * sizeof *factor);
        memcpy(stack, column + eliminated, rest * sizeof *stack);
        factor += eliminated;
        stack += rest;
    }
    at->names += size;
    at->factor += eliminated * (size + rest);
    at->stack += rest * rest;
    return MD_OK;
}

/* Adds up front f from the matrix and from its children, the pending fronts from `child` on. */
static md_status assemble(struct lu_state *lu, const struct progress *at, int32_t f, int32_t child,
                          struct dense_front *front)
{
    int32_t waiting = 0;
    for (int32_t c = child; c < at->pending; ++c) {
        waiting += count_waiting(lu, lu->pending.at[c]);
    }
    front->summed = front_pivots(&lu->tree, f) + waiting;
    front->size = front->summed + front_border(&lu->tree, f);
    const size_t size = (size_t)front->size;
    md_status status = md_lu_reserve_front(lu, front->size);
    status = status == MD_OK ? indices_reserve(&lu->allocator, &lu->row_name, at->names + size) : status;
    status = status == MD_OK ? indices_reserve(&lu->allocator, &lu->column_name, at->names + size) : status;
    if (status != MD_OK) {
        return status;
    }
    front->at = lu->front.at;
    front->row = lu->row_name.at + at->names;
    front->column = lu->column_name.at + at->names;
    name_rows(lu, at, f, child);
    memset(front->at, 0, size * size * sizeof *front->at);
    add_entries(lu, f, waiting);
    for (int32_t c = child, before = 0; c < at->pending; ++c) {
        add_rest(lu, lu->pending.at[c], waiting, before, front->size);
        before += count_waiting(lu, lu->pending.at[c]);
    }
    return MD_OK;
}

static md_status factor_front(struct lu_state *lu, struct progress *at, int32_t f)
{
    struct dense_front front = {.smallest_pivot = at->smallest_pivot, .largest_pivot = at->largest_pivot};
    int32_t child = at->pending;
    while (child > 0 && lu->tree.parent.at[lu->pending.at[child - 1]] == f) {
        --child;
    }
    const md_status status = assemble(lu, at, f, child, &front);
    if (status != MD_OK) {
        return status;
    }
    const int32_t eliminated = at->kernel->eliminate(&front);
    /* A root has no parent to wait for. NaN spreads to all later columns and ends here or as a zero column. */
    if (eliminated < 0 || (lu->tree.parent.at[f] < 0 && eliminated < front.size)) {
        return MD_ERROR_PROBLEM;
    }
    at->smallest_pivot = front.smallest_pivot;
    at->largest_pivot = front.largest_pivot;
    /* The rest of the front takes the place of its children. */
    if (child < at->pending) {
        at->stack = lu->fronts[lu->pending.at[child]].rest;
    }
    lu->pending.at[child] = f;
    at->pending = child + 1;
    lu->fronts[f] = (struct lu_front){.names = at->names, .size = front.size, .eliminated = eliminated};
    return save(lu, at, &lu->fronts[f]);
}

static void add_statistics(struct lu_statistics *statistics, const struct lu_front *front, int32_t waiting)
{
    const int64_t size = front->size, eliminated = front->eliminated;
    statistics->lower_entries += eliminated * size - eliminated * (eliminated + 1) / 2;
    statistics->upper_entries += eliminated * size - eliminated * (eliminated - 1) / 2;
    statistics->largest_front = front->size > statistics->largest_front ? front->size : statistics->largest_front;
    statistics->delayed_pivots += waiting;
    ++statistics->fronts;
}

md_status md_lu_factor(struct sparse_lu *lu, const double *values)
{
    struct lu_state *state = lu->state;
    struct progress at = {.kernel = MD_FOR_THIS_MACHINE(md_dense_kernel), .smallest_pivot = DBL_MAX};
    lu->statistics = (struct lu_statistics){0};
    if (state == NULL || !state->is_ready) {
        return MD_ERROR_ARGUMENT;
    }
    if (!md_pattern_scale(&state->pattern, values)) {
        return MD_ERROR_PROBLEM;
    }
    for (int32_t f = 0; f < state->tree.fronts; ++f) {
        const md_status status = factor_front(state, &at, f);
        if (status != MD_OK) {
            return status;
        }
        add_statistics(&lu->statistics, &state->fronts[f], count_waiting(state, f));
    }
    lu->statistics.pivot_ratio = at.largest_pivot > 0 ? at.smallest_pivot / at.largest_pivot : 1;
    return MD_OK;
}
