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

/* The problem in double, and the velocities of an impulse. */
struct judged {
    const md_problem *problem;
    int32_t m;
    double *A, *q, *lambda, *w; /* A dense; only the blocks of contacts are read from it */
};

static double judged_bound(const struct judged *judged, const md_real *bounds, int32_t i)
{
    const int32_t parent = md_problem_parent(judged->problem)[i];
    return (double)bounds[i] * (parent == MD_NO_PARENT ? 1 : judged->lambda[parent]);
}

/* The largest eigenvalue of the symmetric part of a block of A, by Jacobi's rotations. */
static double judged_eigenvalue(const struct judged *judged, int32_t first, int32_t size)
{
    double a[3][3];
    for (int32_t i = 0; i < size; ++i) {
        for (int32_t j = 0; j < size; ++j) {
            const size_t row = (size_t)(first + i) * (size_t)judged->m;
            const size_t column = (size_t)(first + j) * (size_t)judged->m;
            a[i][j] = (judged->A[row + (size_t)(first + j)] + judged->A[column + (size_t)(first + i)]) / 2;
        }
    }
    for (int round = 0; round < 30; ++round) {
        for (int32_t i = 0; i < size; ++i) {
            for (int32_t j = i + 1; j < size; ++j) {
                const double angle = atan2(2 * a[i][j], a[j][j] - a[i][i]) / 2;
                const double c = cos(angle);
                const double s = sin(angle);
                for (int32_t k = 0; k < size; ++k) {
                    const double x = a[i][k];
                    const double y = a[j][k];
                    a[i][k] = c * x - s * y;
                    a[j][k] = s * x + c * y;
                }
                for (int32_t k = 0; k < size; ++k) {
                    const double x = a[k][i];
                    const double y = a[k][j];
                    a[k][i] = c * x - s * y;
                    a[k][j] = s * x + c * y;
                }
            }
        }
    }
    double largest = a[0][0];
    for (int32_t i = 1; i < size; ++i) {
        largest = fmax(largest, a[i][i]);
    }
    return largest;
}

/* || lambda - P(lambda - w / D) ||^2 of rows that are projected together: 1 single, 2 disc, 3 cone with two tangents. */
static double judged_squared(const struct judged *judged, int32_t i, int32_t size, double D)
{
    const double *lambda = judged->lambda + i;
    const double *w = judged->w + i;
    double x[3] = {0};
    double sum = 0;
    const double mu = (double)md_problem_upper(judged->problem)[size == 3 ? i + 1 : i];
    for (int32_t k = 0; k < size; ++k) {
        x[k] = lambda[k] - (w[k] + (size == 3 && k == 0 ? mu * hypot(w[1], w[2]) : 0)) / D;
    }
    if (size == 1) {
        x[0] = clamp(x[0], judged_bound(judged, md_problem_lower(judged->problem), i),
                     judged_bound(judged, md_problem_upper(judged->problem), i));
    } else if (size == 2) {
        const double radius = mu * judged->lambda[md_problem_parent(judged->problem)[i]];
        const double scale = fmin(1, radius / fmax(hypot(x[0], x[1]), 1e-300));
        x[0] *= scale;
        x[1] *= scale;
    } else if (hypot(x[1], x[2]) > mu * x[0]) {
        const double length = hypot(x[1], x[2]);
        const double normal = fmax(0, (x[0] + mu * length) / (1 + mu * mu));
        x[0] = normal;
        x[1] *= mu * normal / length;
        x[2] *= mu * normal / length;
    }
    for (int32_t k = 0; k < size; ++k) {
        sum += (lambda[k] - x[k]) * (lambda[k] - x[k]);
    }
    return sum;
}

/* The rows that are projected together from row i on. Contacts with two tangents only; torsion and rolling are not judged. */
static int32_t judged_size(const struct judged *judged, int32_t i)
{
    for (int32_t k = 0; k < md_problem_contacts(judged->problem); ++k) {
        const int32_t row = md_problem_contact_row(judged->problem, k);
        const md_friction law = md_problem_contact_law(judged->problem, k);
        if (md_problem_contact_tangents(judged->problem, k) == 2 && row >= i - 1 && row <= i) {
            return row == i && law == MD_FRICTION_CONE ? 3 : row == i - 1 && law == MD_FRICTION_DISC ? 2 : 1;
        }
    }
    return 1;
}

static struct judged judged_create(const md_problem *problem, const md_real *impulses)
{
    const size_t m = (size_t)md_problem_rows(problem);
    struct judged judged = {.problem = problem, .m = (int32_t)m};
    md_matrix A = {0};
    md_real *q = malloc((m + 1) * sizeof *q);
    judged.A = calloc(m * m + 1, sizeof(double));
    judged.q = calloc(3 * m + 3, sizeof(double));
    assert_true(q != NULL && judged.A != NULL && judged.q != NULL);
    judged.lambda = judged.q + m;
    judged.w = judged.lambda + m;
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    for (size_t i = 0; i < m; ++i) {
        const double c = (double)md_problem_compliance(problem)[i];
        judged.A[i * m + i] = c;
        judged.q[i] = (double)q[i];
        judged.lambda[i] = (double)impulses[i];
        judged.w[i] = (double)q[i] + c * (double)impulses[i];
        for (int64_t e = A.start[i]; e < A.start[i + 1]; ++e) {
            judged.A[i * m + (size_t)A.col[e]] += (double)A.value[e];
            judged.w[i] += (double)A.value[e] * (double)impulses[A.col[e]];
        }
    }
    md_matrix_free(&A);
    free(q);
    return judged;
}

md_residual independent_residual(const md_problem *problem, const md_real *lambda)
{
    struct judged judged = judged_create(problem, lambda);
    double absolute = 0;
    double scaled = 0;
    double q_scaled = 0;
    int32_t size = 1;
    for (int32_t i = 0; i < judged.m; i += size) {
        size = judged_size(&judged, i);
        const double D = judged_eigenvalue(&judged, i, size);
        absolute += judged_squared(&judged, i, size, 1);
        scaled += judged_squared(&judged, i, size, D);
        for (int32_t k = 0; k < size; ++k) {
            q_scaled += judged.q[i + k] / D * (judged.q[i + k] / D);
        }
    }
    free(judged.A);
    free(judged.q);
    md_residual residual = {.absolute = sqrt(absolute), .scaled = sqrt(scaled)};
    residual.relative = q_scaled > 0 ? residual.scaled / sqrt(q_scaled) : residual.scaled;
    return residual;
}
