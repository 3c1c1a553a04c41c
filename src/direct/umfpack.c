/* sparse_lu.h by UMFPACK, with the CMake option MODULUS_SUITESPARSE. UMFPACK takes compressed columns: our rows are the
 * columns of A^T, and its transposed solution solves A x = b. */
#include <umfpack.h>

#include "direct/lu_pattern.h"
#include "direct/sparse_lu.h"

/* A smaller ratio of pivots is taken for a singular matrix. */
#define NEGLIGIBLE (32 * DBL_EPSILON)

struct lu_state {
    md_allocator allocator;
    bool is_ready; /* for a factorization */
    struct lu_pattern pattern;
    /** The same with sorted rows and without repeated entries: pointers, columns, and where each entry went. */
    struct indices pointer, index, map;
    struct doubles value;
    struct indices row; /* of each entry, then workspace */
    struct doubles solution, work;
    void *symbolic, *numeric;
    double control[UMFPACK_CONTROL];
    double flops; /* of a factorization, by the analysis */
};

static md_status status_of(int umfpack)
{
    switch (umfpack) {
    case UMFPACK_OK: return MD_OK;
    case UMFPACK_WARNING_singular_matrix: return MD_ERROR_PROBLEM;
    case UMFPACK_ERROR_out_of_memory: return MD_ERROR_MEMORY;
    case UMFPACK_ERROR_invalid_matrix: return MD_ERROR_ARGUMENT;
    default: return MD_ERROR_SIZE;
    }
}

static md_status reserve(struct lu_state *state, size_t n, size_t entries)
{
    /* UMFPACK refuses NULL, even for an empty array. */
    struct indices *const integers[] = {&state->pointer, &state->index, &state->map, &state->row};
    struct doubles *const reals[] = {&state->value, &state->solution, &state->work};
    md_status status = MD_OK;
    for (size_t a = 0; status == MD_OK && a < 4; ++a) {
        status = indices_reserve(&state->allocator, integers[a], (entries > n ? entries : n) + 1);
    }
    for (size_t a = 0; status == MD_OK && a < 3; ++a) {
        status = doubles_reserve(&state->allocator, reals[a], (entries > n ? entries : n) + 1);
    }
    return status;
}

static void free_factors(struct lu_state *state)
{
    state->is_ready = false;
    umfpack_di_free_numeric(&state->numeric);
    umfpack_di_free_symbolic(&state->symbolic);
}

static md_status analyze(struct lu_state *state)
{
    const int32_t n = state->pattern.n, *row_start = state->pattern.row_start.at;
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t e = row_start[i]; e < row_start[i + 1]; ++e) {
            state->row.at[e] = i;
        }
    }
    umfpack_di_defaults(state->control);
    state->control[UMFPACK_IRSTEP] = 0; /* md_lu_refine does it */
    state->control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;
    if (n == 0) {
        state->is_ready = true;
        return MD_OK;
    }
    double information[UMFPACK_INFO] = {0};
    int result = umfpack_di_triplet_to_col(n, n, row_start[n], state->pattern.column.at, state->row.at, NULL,
                                           state->pointer.at, state->index.at, NULL, state->map.at);
    if (result == UMFPACK_OK) {
        result = umfpack_di_symbolic(n, n, state->pointer.at, state->index.at, NULL, &state->symbolic, state->control,
                                     information);
        state->flops = information[UMFPACK_FLOPS_ESTIMATE];
    }
    /* A structurally singular matrix is reported by the factorization. */
    state->is_ready = result >= UMFPACK_OK;
    return result == UMFPACK_WARNING_singular_matrix ? MD_OK : status_of(result);
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
    free_factors(lu->state);
    lu->statistics = (struct lu_statistics){0};
    md_status status = md_pattern_copy(&lu->state->pattern, &lu->state->allocator, n, row_start, column);
    if (status == MD_OK) {
        status = reserve(lu->state, (size_t)n, (size_t)row_start[n]);
    }
    return status == MD_OK ? analyze(lu->state) : status;
}

/* UMFPACK counts additions too. */
double md_lu_work(const struct sparse_lu *lu)
{
    return lu->state->flops / 2;
}

static void add_values(struct lu_state *state)
{
    for (int32_t k = 0; k < state->pointer.at[state->pattern.n]; ++k) {
        state->value.at[k] = 0;
    }
    for (int32_t e = 0; e < state->pattern.row_start.at[state->pattern.n]; ++e) {
        state->value.at[state->map.at[e]] += state->pattern.scaled.at[e];
    }
}

md_status md_lu_factor(struct sparse_lu *lu, const double *values)
{
    struct lu_state *state = lu->state;
    double information[UMFPACK_INFO];
    lu->statistics = (struct lu_statistics){.pivot_ratio = 1};
    if (state == NULL || !state->is_ready) {
        return MD_ERROR_ARGUMENT;
    }
    if (state->pattern.n == 0) {
        return MD_OK;
    }
    if (!md_pattern_scale(&state->pattern, values)) {
        return MD_ERROR_PROBLEM;
    }
    add_values(state);
    umfpack_di_free_numeric(&state->numeric);
    const int result = umfpack_di_numeric(state->pointer.at, state->index.at, state->value.at, state->symbolic,
                                          &state->numeric, state->control, information);
    lu->statistics.lower_entries = (int64_t)information[UMFPACK_LNZ] - state->pattern.n;
    lu->statistics.upper_entries = (int64_t)information[UMFPACK_UNZ];
    lu->statistics.pivot_ratio = information[UMFPACK_RCOND];
    const bool is_singular = result == UMFPACK_OK && !(information[UMFPACK_RCOND] > NEGLIGIBLE);
    return is_singular ? MD_ERROR_PROBLEM : status_of(result);
}

void md_lu_solve(struct sparse_lu *lu, double *x)
{
    struct lu_state *state = lu->state;
    const int32_t n = state->pattern.n;
    for (int32_t i = 0; i < n; ++i) {
        x[i] *= state->pattern.row_scale.at[i];
    }
    if (n > 0) {
        umfpack_di_wsolve(UMFPACK_Aat, state->pointer.at, state->index.at, state->value.at, state->solution.at, x,
                          state->numeric, state->control, NULL, state->row.at, state->work.at);
    }
    for (int32_t i = 0; i < n; ++i) {
        x[i] = state->solution.at[i] * state->pattern.column_scale.at[i];
    }
}

void md_lu_refine(struct sparse_lu *lu, const double *values, const double *b, double *x)
{
    md_pattern_refine(&lu->state->pattern, lu, values, b, x);
}

void md_lu_free(struct sparse_lu *lu)
{
    struct lu_state *state = lu->state;
    if (state != NULL) {
        const md_allocator allocator = state->allocator;
        struct indices *const integers[] = {&state->pointer, &state->index, &state->map, &state->row};
        struct doubles *const reals[] = {&state->value, &state->solution, &state->work};
        for (size_t a = 0; a < 4; ++a) {
            indices_free(&allocator, integers[a]);
        }
        for (size_t a = 0; a < 3; ++a) {
            doubles_free(&allocator, reals[a]);
        }
        free_factors(state);
        md_pattern_free(&state->pattern, &allocator);
        allocator.resize(allocator.user, state, sizeof *state, 0);
    }
    *lu = (struct sparse_lu){0};
}
