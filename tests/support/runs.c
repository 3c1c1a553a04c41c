#include "support/runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

md_problem *problem_of(const char *spec)
{
    md_error error = {0};
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    if (generate_problem(problem, spec, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return problem;
}

static md_real *copy_of(const md_real *values, int32_t count)
{
    md_real *copy = malloc(((size_t)count + 1) * sizeof *copy);
    assert_non_null(copy);
    if (count > 0) {
        memcpy(copy, values, (size_t)count * sizeof *copy);
    }
    return copy;
}

struct run run_solver(const md_problem *problem, const char *solver_spec, const md_limits *limits)
{
    struct run run = {0};
    md_error error = {0};
    md_solver_spec spec;
    md_solver *solver = md_solver_create(NULL);
    assert_non_null(solver);
    if (md_solver_spec_parse(solver_spec, &spec, &error) != MD_OK ||
        md_solver_solve(solver, &spec, problem, limits, &run.result, &error) != MD_OK) {
        fail_msg("%s: %s", solver_spec, error.message);
    }
    run.lambda = copy_of(run.result.lambda, run.result.m);
    run.y = copy_of(run.result.y, run.result.m);
    run.w = copy_of(run.result.w, run.result.m);
    md_solver_destroy(solver);
    return run;
}

struct run run_sweeps(const md_problem *problem, const char *solver_spec, int64_t sweeps)
{
    return run_solver(problem, solver_spec, &(md_limits){.max_iterations = sweeps});
}

void run_free(struct run *run)
{
    free(run->lambda);
    free(run->y);
    free(run->w);
}

double distance(const md_real *a, const md_real *b, int32_t count)
{
    double largest = 0;
    for (int32_t i = 0; i < count; ++i) {
        largest = fmax(largest, fabs((double)a[i] - (double)b[i]));
    }
    return largest;
}

double magnitude(const md_real *a, int32_t count)
{
    double largest = 0;
    for (int32_t i = 0; i < count; ++i) {
        largest = fmax(largest, fabs((double)a[i]));
    }
    return largest;
}

static double clamp(double x, double lower, double upper)
{
    return fmin(fmax(x, lower), upper);
}

md_residual independent_residual(const md_problem *problem, const md_real *lambda)
{
    const int32_t m = md_problem_rows(problem);
    const int32_t *parent = md_problem_parent(problem);
    md_matrix A = {0};
    md_real *q = malloc(((size_t)m + 1) * sizeof *q);
    assert_non_null(q);
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    double absolute = 0;
    double scaled = 0;
    double q_scaled = 0;
    for (int32_t i = 0; i < m; ++i) {
        const double c = (double)md_problem_compliance(problem)[i];
        const double diagonal = (double)md_matrix_at(&A, i, i) + c;
        double w = (double)q[i] + c * (double)lambda[i];
        for (int64_t e = A.start[i]; e < A.start[i + 1]; ++e) {
            w += (double)A.value[e] * (double)lambda[A.col[e]];
        }
        const double scale = parent[i] == MD_NO_PARENT ? 1 : (double)lambda[parent[i]];
        const double lower = (double)md_problem_lower(problem)[i] * scale;
        const double upper = (double)md_problem_upper(problem)[i] * scale;
        const double plain = (double)lambda[i] - clamp((double)lambda[i] - w, lower, upper);
        const double impulse = (double)lambda[i] - clamp((double)lambda[i] - w / diagonal, lower, upper);
        absolute += plain * plain;
        scaled += impulse * impulse;
        q_scaled += (double)q[i] / diagonal * ((double)q[i] / diagonal);
    }
    md_matrix_free(&A);
    free(q);
    md_residual residual = {.absolute = sqrt(absolute), .scaled = sqrt(scaled)};
    residual.relative = q_scaled > 0 ? residual.scaled / sqrt(q_scaled) : residual.scaled;
    return residual;
}
