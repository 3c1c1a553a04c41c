/* The analysis: builds the assembly tree of a pattern and assigns its entries to fronts. */
#include "direct/lu_state.h"

#include <string.h>

static md_status reserve(struct lu_state *lu, size_t n, size_t entries)
{
    const struct {
        struct indices *array;
        size_t count;
    } arrays[] = {
        {&lu->graph_start, n + 2},   {&lu->graph, 2 * entries},   {&lu->entry_start, n + 2},
        {&lu->entry_value, entries}, {&lu->entry_place, entries}, {&lu->pending, n},
    };
    md_status status = doubles_reserve(&lu->allocator, &lu->left, n);
    status = status == MD_OK ? doubles_reserve(&lu->allocator, &lu->right, n) : status;
    for (size_t a = 0; status == MD_OK && a < sizeof arrays / sizeof *arrays; ++a) {
        status = indices_reserve(&lu->allocator, arrays[a].array, arrays[a].count);
    }
    return status;
}

/* Builds the graph of A + A^T without its diagonal. */
static void build_graph(struct lu_state *lu, int32_t n)
{
    const int32_t *row_start = lu->pattern.row_start.at, *column = lu->pattern.column.at;
    int32_t *start = lu->graph_start.at, *graph = lu->graph.at, *seen = lu->pending.at;
    /* start[i + 2] counts, then start[i + 1] moves from the beginning to the end of row i. */
    memset(start, 0, ((size_t)n + 2) * sizeof *start);
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t e = row_start[i]; e < row_start[i + 1]; ++e) {
            ++start[i + 2];
            ++start[column[e] + 2];
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        start[i + 2] += start[i + 1];
        seen[i] = -1;
    }
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t e = row_start[i]; e < row_start[i + 1]; ++e) {
            graph[start[i + 1]++] = column[e];
            graph[start[column[e] + 1]++] = i;
        }
    }
    int32_t kept = 0;
    for (int32_t i = 0, e = 0; i < n; ++i) {
        seen[i] = i;
        for (; e < start[i + 1]; ++e) {
            if (seen[graph[e]] != i) {
                seen[graph[e]] = i;
                graph[kept++] = graph[e];
            }
        }
        start[i + 1] = kept;
    }
}

/* Assigns each entry to the front that first eliminates its row or its column. */
static void assign_entries(struct lu_state *lu)
{
    const struct assembly_tree *tree = &lu->tree;
    const int32_t n = tree->n, *row_start = lu->pattern.row_start.at, *column = lu->pattern.column.at;
    int32_t *start = lu->entry_start.at, *place = lu->graph_start.at, *front_of = lu->pending.at;
    memset(start, 0, ((size_t)tree->fronts + 2) * sizeof *start);
    for (int32_t f = 0; f < tree->fronts; ++f) {
        for (int32_t k = tree->pivot_start.at[f]; k < tree->pivot_start.at[f + 1]; ++k) {
            place[tree->order.at[k]] = k;
            front_of[tree->order.at[k]] = f;
        }
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < n; ++i) {
            for (int32_t e = row_start[i]; e < row_start[i + 1]; ++e) {
                const int32_t f = front_of[i] < front_of[column[e]] ? front_of[i] : front_of[column[e]];
                if (pass == 0) {
                    ++start[f + 2];
                } else {
                    lu->entry_value.at[start[f + 1]++] = e;
                }
            }
        }
        for (int32_t f = 0; pass == 0 && f < tree->fronts; ++f) {
            start[f + 2] += start[f + 1];
        }
    }
}

/* Finds the place of each entry in its front. */
static void place_entries(struct lu_state *lu)
{
    const struct assembly_tree *tree = &lu->tree;
    const int32_t *place = lu->graph_start.at;
    int32_t *local = lu->pending.at, *row_of = lu->graph.at;
    for (int32_t i = 0; i < tree->n; ++i) {
        for (int32_t e = lu->pattern.row_start.at[i]; e < lu->pattern.row_start.at[i + 1]; ++e) {
            row_of[e] = place[i];
        }
    }
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t pivots = front_pivots(tree, f), border = front_border(tree, f);
        for (int32_t k = 0; k < pivots; ++k) {
            local[tree->pivot_start.at[f] + k] = k;
        }
        for (int32_t k = 0; k < border; ++k) {
            local[tree->border.at[tree->border_start.at[f] + k]] = pivots + k;
        }
        for (int32_t k = lu->entry_start.at[f]; k < lu->entry_start.at[f + 1]; ++k) {
            const int32_t e = lu->entry_value.at[k];
            lu->entry_place.at[k] = local[place[lu->pattern.column.at[e]]] * (pivots + border) + local[row_of[e]];
        }
    }
}

/* Reserves what a factorization needs if nothing waits. */
static md_status reserve_fronts(struct lu_state *lu)
{
    const struct assembly_tree *tree = &lu->tree;
    size_t names = 0, factor = 0, stack = 0, most_stack = 0, most = 0;
    void *memory = lu->fronts;
    md_status status =
        md_array_reserve(&lu->allocator, &memory, &lu->front_capacity, (size_t)tree->fronts, sizeof *lu->fronts);
    lu->fronts = memory;
    if (status != MD_OK) {
        return status;
    }
    for (int32_t f = 0, pending = 0; f < tree->fronts; ++f) {
        const size_t pivots = (size_t)front_pivots(tree, f), border = (size_t)front_border(tree, f);
        for (; pending > 0 && tree->parent.at[lu->pending.at[pending - 1]] == f; --pending) {
            const size_t rest = (size_t)front_border(tree, lu->pending.at[pending - 1]);
            stack -= rest * rest;
        }
        lu->pending.at[pending++] = f;
        stack += border * border;
        names += pivots + border;
        factor += pivots * (pivots + 2 * border);
        most = pivots + border > most ? pivots + border : most;
        most_stack = stack > most_stack ? stack : most_stack;
    }
    status = doubles_reserve(&lu->allocator, &lu->factor, factor);
    /* One more, so that the stack is an array even if no front has a rest. */
    status = status == MD_OK ? doubles_reserve(&lu->allocator, &lu->stack, most_stack + 1) : status;
    status = status == MD_OK ? indices_reserve(&lu->allocator, &lu->row_name, names) : status;
    status = status == MD_OK ? indices_reserve(&lu->allocator, &lu->column_name, names) : status;
    return status == MD_OK ? md_lu_reserve_front(lu, (int32_t)most) : status;
}

md_status md_lu_reserve_front(struct lu_state *lu, int32_t size)
{
    if (size > MAX_FRONT) {
        return MD_ERROR_SIZE;
    }
    md_status status = doubles_reserve(&lu->allocator, &lu->front, (size_t)size * (size_t)size);
    status = status == MD_OK ? doubles_reserve(&lu->allocator, &lu->local, (size_t)size) : status;
    return status == MD_OK ? indices_reserve(&lu->allocator, &lu->target, (size_t)size) : status;
}

md_status md_lu_analyze(struct sparse_lu *lu, const md_allocator *allocator, int32_t n, const int32_t *row_start,
                        const int32_t *column)
{
    if (lu->state == NULL) {
        const md_allocator chosen = md_allocator_or_default(allocator);
        lu->state = chosen.resize(chosen.user, NULL, 0, sizeof *lu->state);
        if (lu->state == NULL) {
            return MD_ERROR_MEMORY;
        }
        *lu->state = (struct lu_state){.allocator = chosen};
    }
    struct lu_state *state = lu->state;
    lu->statistics = (struct lu_statistics){0};
    state->is_ready = false;
    md_status status = md_pattern_copy(&state->pattern, &state->allocator, n, row_start, column);
    if (status == MD_OK) {
        status = reserve(state, (size_t)n, (size_t)row_start[n]);
    }
    if (status == MD_OK) {
        build_graph(state, n);
        status = md_tree_build(&state->tree, &state->allocator, n, state->graph_start.at, state->graph.at);
    }
    if (status == MD_OK) {
        status = reserve_fronts(state);
    }
    if (status == MD_OK) {
        assign_entries(state);
        place_entries(state);
        state->is_ready = true;
    }
    return status;
}

double md_lu_work(const struct sparse_lu *lu)
{
    const struct assembly_tree *tree = &lu->state->tree;
    double work = 0;
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int32_t size = front_pivots(tree, f) + front_border(tree, f);
        for (int32_t k = 1; k <= front_pivots(tree, f); ++k) {
            work += (double)(size - k) * (double)(size - k + 1); /* the update, and the column of L */
        }
    }
    return work;
}

void md_lu_free(struct sparse_lu *lu)
{
    struct lu_state *state = lu->state;
    if (state != NULL) {
        const md_allocator allocator = state->allocator;
        struct indices *const integers[] = {&state->graph_start, &state->graph,       &state->entry_start,
                                            &state->entry_value, &state->entry_place, &state->pending,
                                            &state->row_name,    &state->column_name, &state->target};
        struct doubles *const reals[] = {&state->factor, &state->front, &state->stack,
                                         &state->local,  &state->left,  &state->right};
        for (size_t a = 0; a < sizeof integers / sizeof *integers; ++a) {
            indices_free(&allocator, integers[a]);
        }
        for (size_t a = 0; a < sizeof reals / sizeof *reals; ++a) {
            doubles_free(&allocator, reals[a]);
        }
        void *fronts = state->fronts;
        md_array_free(&allocator, &fronts, &state->front_capacity, sizeof *state->fronts);
        md_tree_free(&state->tree, &allocator);
        md_pattern_free(&state->pattern, &allocator);
        allocator.resize(allocator.user, state, sizeof *state, 0);
    }
    *lu = (struct sparse_lu){0};
}
