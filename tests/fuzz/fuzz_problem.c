/* Reads arbitrary bytes as the files of a problem, separated by '#', and solves it by every method.
 *
 * The first byte selects: bit 0 a general problem (J Minv v b) instead of an explicit one (A q), bit 1 a dense A, bits
 * 2 and 3 the number of rows per contact. The files follow: A q, or J Minv v b; lower upper mu c lambda0. An empty file
 * is absent, and files of the wrong size are left out, so that as many inputs as possible are solved.
 *
 * Invariants: a problem that passes the check is solved, and lambda is finite and within its bounds. */
#include <stdlib.h>
#include <string.h>

#include <modulus/contact.h>

#include "base/real.h"
#include "lcp/matrix.h"
#include "lcp/spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ROWS = 64, SWEEPS = 5 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

struct input {
    const char *at, *end;
};

/* Reads the bytes up to the next separator. */
static bool next_matrix(struct input *input, md_matrix *matrix)
{
    static const md_read_options LIMITS = {
        .max_dimension = MOST_ROWS, .max_entries = MOST_ROWS * MOST_ROWS, .allow_infinite = true};
    const char *separator = memchr(input->at, '#', (size_t)(input->end - input->at));
    const char *end = separator != NULL ? separator : input->end;
    const md_status status =
        md_matrix_read_bytes(matrix, NULL, "bytes", input->at, (size_t)(end - input->at), &LIMITS, NULL);
    input->at = separator != NULL ? separator + 1 : input->end;
    return status == MD_OK;
}

/* Reads the next file as a vector of `count` numbers. Fills it with `otherwise` and returns false if it is not one. */
static bool next_vector(struct input *input, int32_t count, md_real otherwise, md_real *vector)
{
    md_matrix matrix = {0};
    const bool fits = next_matrix(input, &matrix) && matrix.rows == count && matrix.cols == 1;
    for (int32_t i = 0; i < count && !fits; ++i) {
        vector[i] = otherwise;
    }
    if (fits) {
        md_matrix_to_vector(&matrix, vector);
    }
    md_matrix_free(&matrix);
    return fits;
}

static bool begin(md_problem *problem, struct input *input, bool general)
{
    md_real first[MOST_ROWS];
    md_real second[MOST_ROWS];
    md_matrix matrix = {0};
    md_matrix inverse_M = {0};
    bool begun = next_matrix(input, &matrix);
    if (begun && general) {
        begun = next_matrix(input, &inverse_M);
        next_vector(input, matrix.cols, -1, first);
        next_vector(input, matrix.rows, 0, second);
        begun = begun && md_problem_begin_general(problem, &matrix, &inverse_M, first, second) == MD_OK;
    } else if (begun) {
        next_vector(input, matrix.rows, -1, first);
        begun = md_problem_begin_explicit(problem, &matrix, first) == MD_OK;
    }
    md_matrix_free(&matrix);
    md_matrix_free(&inverse_M);
    return begun;
}

/* Values that a setter refuses stay at their default. */
static void set_rows(md_problem *problem, struct input *input, int32_t contact_dim)
{
    const int32_t m = md_problem_rows(problem);
    md_real lower[MOST_ROWS];
    md_real upper[MOST_ROWS];
    md_real mu[MOST_ROWS];
    md_real numbers[MOST_ROWS];
    next_vector(input, m, 0, lower);
    next_vector(input, m, MD_INFINITY, upper);
    (void)md_problem_set_bounds(problem, lower, upper);
    if (contact_dim == 1) { /* a parent and a mu per row: groups of four rows, three of which follow the first */
        int32_t parent[MOST_ROWS];
        for (int32_t i = 0; i < m; ++i) {
            parent[i] = i % 4 == 0 ? MD_NO_PARENT : i - i % 4;
        }
        if (next_vector(input, m, 0, mu)) {
            (void)md_problem_set_friction(problem, parent, mu);
        }
    } else if (contact_dim != 0 && next_vector(input, m / contact_dim, 0, mu)) {
        const md_contact_set contacts = {
            .tangents = contact_dim - 1, .law = (md_friction)(m % MD_FRICTION_COUNT), .mu = mu};
        (void)md_problem_set_contacts(problem, &contacts);
    }
    if (next_vector(input, m, 0, numbers)) {
        (void)md_problem_set_compliance(problem, numbers);
    }
    if (next_vector(input, m, 0, numbers)) {
        (void)md_problem_set_start(problem, numbers, NULL);
    }
}

static void require_within_bounds(const md_problem *problem, const md_result *result)
{
    for (int32_t i = 0; i < result->m; ++i) {
        const int32_t parent = md_problem_parent(problem)[i];
        const md_real scale = parent == MD_NO_PARENT ? 1 : result->lambda[parent];
        require(isfinite(result->lambda[i]) && isfinite(result->y[i]));
        /* A sweep that was stopped midway may have changed a parent but not its children. */
        if (result->outcome != MD_DIVERGED || parent == MD_NO_PARENT) {
            /* Projections onto discs and cones round. */
            const md_real slack =
                parent == MD_NO_PARENT ? 0 : 8 * MD_REAL_EPSILON * scale * md_problem_upper(problem)[i];
            require(result->lambda[i] >= md_problem_lower(problem)[i] * scale - slack);
            require(result->lambda[i] <= md_problem_upper(problem)[i] * scale + slack);
        }
    }
}

static void solve(md_solver *solver, const md_problem *problem, md_solver_spec spec)
{
    /* exact sweeps 50 times before its first Newton step. */
    const int64_t most = spec.method == MD_EXACT ? 100 : SWEEPS;
    const md_limits limits = {.tol_scaled = 1e-30, .max_iterations = most};
    md_error error = {0};
    md_result result;
    require(md_solver_solve(solver, &spec, problem, &limits, &result, &error) == MD_OK && error.message[0] == '\0');
    require(result.m == md_problem_rows(problem) && result.iterations <= most);
    require_within_bounds(problem, &result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    struct input input = {(const char *)data + 1, (const char *)data + size};
    const bool general = (data[0] & 1) != 0;
    const bool dense = (data[0] & 2) != 0;
    md_problem *problem = md_problem_create(NULL);
    md_solver *solver = md_solver_create(NULL);
    if (begin(problem, &input, general)) {
        set_rows(problem, &input, data[0] >> 2 & 3);
        if (md_problem_check(problem, NULL) == MD_OK) {
            for (int method = 0; method < MD_METHOD_COUNT; ++method) {
                md_solver_spec spec = md_solver_spec_of((md_method)method);
                spec.form = dense ? MD_FORM_DENSE : MD_FORM_AUTO;
                solve(solver, problem, spec);
                if (general && md_method_has_sparse_form((md_method)method)) {
                    spec.form = MD_FORM_SPARSE;
                    solve(solver, problem, spec);
                }
            }
        }
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
    return 0;
}
