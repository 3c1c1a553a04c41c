/* The problems: families over four decades of rows, and the paper's pools. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/sweeps/sweeps.h"
#include "generate/generate.h"

#define STACK(rows)                                                                                                    \
    {                                                                                                                  \
        "stack", rows, 1, "stack", ""                                                                                  \
    }
#define PACKING(rows)                                                                                                  \
    {                                                                                                                  \
        "packing", rows, 3, "packing", ",width=0,friction=0"                                                           \
    }
#define PACKING_FRICTION(rows)                                                                                         \
    {                                                                                                                  \
        "packing, friction", rows, 6, "packing", ",width=0"                                                            \
    }
#define DECADES(family) family(100), family(1000), family(10000), family(100000), family(1000000)

const struct bench_case BENCH_CASES[] = {
    DECADES(STACK),
    DECADES(PACKING),
    PACKING(4000000), /* larger than most last-level caches */
    DECADES(PACKING_FRICTION),
    {"pool 1", 442, 2, "pool1", ",friction=0"},
    {"pool 1, friction", 884, 4, "pool1", ""},
};
const int BENCH_CASE_COUNT = sizeof BENCH_CASES / sizeof *BENCH_CASES;

/* Sets random impulses of the magnitude of a circle's weight, from a linear congruential generator. */
static md_status set_random_start(md_problem *problem)
{
    const int32_t m = md_problem_rows(problem);
    md_real *lambda = malloc((size_t)m * sizeof *lambda);
    if (lambda == NULL) {
        return MD_ERROR_MEMORY;
    }
    uint64_t bits = 1;
    for (int32_t i = 0; i < m; ++i) {
        bits = bits * UINT64_C(6364136223846793005) + 1442695040888963407;
        lambda[i] = (md_real)((double)(bits >> 40) * 0x1p-24); /* 0 to 1 N s */
    }
    const md_status status = md_problem_set_start(problem, lambda, NULL);
    free(lambda);
    return status;
}

/* Copies bounds, friction and start of the structured problem to the explicit one. */
static md_status copy_rows(md_problem *copy, const md_problem *original)
{
    md_status status = md_problem_set_bounds(copy, md_problem_lower(original), md_problem_upper(original));
    if (status == MD_OK) { /* the upper bound of a friction row is mu; other rows are ignored */
        status = md_problem_set_friction(copy, md_problem_parent(original), md_problem_upper(original));
    }
    if (status == MD_OK) {
        status = md_problem_set_start(copy, md_problem_lambda0(original), NULL);
    }
    return status;
}

static md_status copy_explicitly(struct bench_problem *problem)
{
    const int32_t m = md_problem_rows(problem->structured);
    md_matrix A = {0};
    md_real *q = malloc((size_t)m * sizeof *q);
    md_status status = q != NULL ? md_problem_get_A(problem->structured, &A) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = md_problem_get_q(problem->structured, q);
    }
    if (status == MD_OK) {
        status = md_problem_begin_explicit(problem->explicit_copy, &A, q);
    }
    if (status == MD_OK) {
        problem->entries_per_row = (double)A.start[m] / m;
        status = copy_rows(problem->explicit_copy, problem->structured);
    }
    md_matrix_free(&A);
    free(q);
    return status;
}

md_status bench_problem_create(struct bench_problem *problem, const struct bench_case *chosen, char *spec, size_t size,
                               md_error *error)
{
    snprintf(spec, size, "%s:circles=%d%s", chosen->kind, chosen->rows / chosen->rows_per_circle, chosen->options);
    *problem = (struct bench_problem){md_problem_create(NULL), md_problem_create(NULL), 0};
    if (problem->structured == NULL || problem->explicit_copy == NULL) {
        return MD_ERROR_MEMORY;
    }
    md_status status = generate_problem(problem->structured, spec, error);
    if (status == MD_OK) {
        status = set_random_start(problem->structured);
    }
    return status == MD_OK ? copy_explicitly(problem) : status;
}

void bench_problem_destroy(struct bench_problem *problem)
{
    md_problem_destroy(problem->structured);
    md_problem_destroy(problem->explicit_copy);
}
