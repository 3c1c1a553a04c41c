/* The solver exact on public problems: solved to 1e-8 in the exact law of friction, by a residual that the test computes
 * itself. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lcp/exact/exact.h"
#include "lcp/solver.h"
#include "support/runs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* ---- A residual that shares nothing with the solver -------------------------------------------------------------- */

static double clamp(double x, double lower, double upper)
{
    return fmin(fmax(x, lower), upper);
}

/* || r - P(r - u^) ||^2 of a contact with the friction cone, u^ = u + mu |u_t| e_n. */
static double contact_squared(const double *r, const double *u, int32_t tangents, double mu)
{
    const double sliding = sqrt(u[1] * u[1] + (tangents == 2 ? u[2] * u[2] : 0));
    const double y[3] = {r[0] - u[0] - mu * sliding, r[1] - u[1], tangents == 2 ? r[2] - u[2] : 0};
    const double t = sqrt(y[1] * y[1] + y[2] * y[2]);
    double scale = 1;
    double normal = y[0];
    if (t > mu * y[0]) {
        normal = mu * t <= -y[0] ? 0 : (y[0] + mu * t) / (1 + mu * mu);
        scale = t > 0 ? mu * normal / t : 0;
    }
    double sum = (r[0] - normal) * (r[0] - normal);
    for (int32_t k = 1; k <= tangents; ++k) {
        sum += (r[k] - scale * y[k]) * (r[k] - scale * y[k]);
    }
    return sum;
}

struct vectors {
    double *r, *u;
    double q_norm;
};

static struct vectors vectors_of(const md_problem *problem, const md_real *lambda)
{
    const int32_t m = md_problem_rows(problem);
    md_matrix A = {0};
    md_real *q = calloc((size_t)m + 1, sizeof *q);
    struct vectors vectors = {calloc((size_t)m + 1, sizeof(double)), calloc((size_t)m + 1, sizeof(double)), 0};
    assert_non_null(q);
    assert_non_null(vectors.r);
    assert_non_null(vectors.u);
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    for (int32_t i = 0; i < m; ++i) {
        vectors.r[i] = (double)lambda[i];
        vectors.u[i] = (double)q[i] + (double)md_problem_compliance(problem)[i] * (double)lambda[i];
        vectors.q_norm += (double)q[i] * (double)q[i];
        for (int64_t e = A.start[i]; e < A.start[i + 1]; ++e) {
            vectors.u[i] += (double)A.value[e] * (double)lambda[A.col[e]];
        }
    }
    vectors.q_norm = sqrt(vectors.q_norm);
    md_matrix_free(&A);
    free(q);
    return vectors;
}

static double row_squared(const md_problem *problem, const struct vectors *vectors, int32_t i)
{
    const int32_t parent = md_problem_parent(problem)[i];
    const double scale = parent == MD_NO_PARENT ? 1 : vectors->r[parent];
    const double lower = (double)md_problem_lower(problem)[i] * scale;
    const double upper = (double)md_problem_upper(problem)[i] * scale;
    const double difference = vectors->r[i] - clamp(vectors->r[i] - vectors->u[i], lower, upper);
    return difference * difference;
}

/* The natural map over the largest of |q|, |r| and |u|, as Siconos measures it. Contacts have the exact cone. */
static double cone_residual(const md_problem *problem, const md_real *lambda)
{
    const int32_t m = md_problem_rows(problem);
    struct vectors vectors = vectors_of(problem, lambda);
    double sum = 0;
    double r = 0;
    double u = 0;
    int32_t contact = 0;
    for (int32_t i = 0; i < m; ++i) {
        r += vectors.r[i] * vectors.r[i];
        u += vectors.u[i] * vectors.u[i];
    }
    for (int32_t i = 0; i < m;) {
        const int32_t tangents = md_problem_contact_tangents(problem, contact);
        const double mu = (double)md_problem_contact_mu(problem, contact);
        const bool is_contact = md_problem_contact_row(problem, contact) == i;
        contact += is_contact;
        if (is_contact && tangents > 0) {
            sum += contact_squared(vectors.r + i, vectors.u + i, tangents, mu);
            i += 1 + tangents;
        } else {
            sum += row_squared(problem, &vectors, i++);
        }
    }
    free(vectors.r);
    free(vectors.u);
    const double size = fmax(vectors.q_norm, sqrt(fmax(r, u)));
    return size > 0 ? sqrt(sum) / size : sqrt(sum);
}

/* ---- Public problems --------------------------------------------------------------------------------------------- */

static md_problem *read_problem(const char *folder)
{
    md_error error = {0};
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    if (md_problem_read(problem, &(md_problem_files){.folder = folder}, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return problem;
}

/* No Newton phase solves this problem. Relaxed sweeps come near a solution after 178,000; in float they do not. */
static const char *const WANDERING = "random/fr_pack_4";
static const bool WANDERS_LONG = PICK(true, false);

/* Prints a row of the table of docs/exact.md. */
static void print_row(const char *folder, const md_result *result, double residual, int64_t factorizations)
{
    const char *name = strrchr(folder, '/') + 1;
    print_message("%-44.44s %5d rows %5lld iterations %4lld LU   cone %.0e   relative %.0e %7.1f ms  %s\n", name,
                  result->m, (long long)result->iterations, (long long)factorizations, residual,
                  result->residual.relative, 1e3 * result->seconds, md_outcome_name(result->outcome));
}

static void check_public_problem(const char *folder, md_friction law)
{
    const bool wanders = strstr(folder, WANDERING) != NULL;
    const md_limits limits = {.tol_relative = PICK(1e-10, 1e-5),
                              .max_iterations = wanders && WANDERS_LONG ? 200000 : 2000};
    const md_solver_spec spec = md_solver_spec_of(MD_EXACT);
    md_problem *problem = read_problem(folder);
    md_solver *solver = md_solver_create(NULL);
    md_result result;
    if (md_problem_contacts(problem) > 0) {
        assert_int_equal(md_problem_set_friction_law(problem, law), MD_OK);
    }
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
    const double residual = cone_residual(problem, result.lambda);
    const bool is_solved = !wanders || WANDERS_LONG;
    print_row(folder, &result, residual, solver->exact->newton.factorizations);
    if (!(residual <= (is_solved ? PICK(1e-8, 1e-4) : 1e-2)) || is_solved != (result.outcome == MD_CONVERGED)) {
        fail_msg("%s, law %s: %s with a residual of %g", folder, md_friction_name(law), md_outcome_name(result.outcome),
                 residual);
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

static void public_problems_are_solved_in_the_exact_law(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int count;
    } GROUPS[] = {{"lcp", 10}, {"normal", 16}, {"contact2d", 5}, {"contact3d", 11}, {"random", 2}};
    for (size_t g = 0; g < COUNT(GROUPS); ++g) {
        const struct folders folders = folders_in(public_problems(), GROUPS[g].name);
        assert_int_equal(folders.count, GROUPS[g].count);
        for (int k = 0; k < folders.count; ++k) {
            check_public_problem(folders.path[k], MD_FRICTION_DISC);
        }
    }
}

/* The laws disc and cone have the same solutions. */
static void the_law_cone_is_solved_too(void **state)
{
    (void)state;
    static const char *const FOLDERS[] = {"contact3d/BoxesStack1-i100000-32", "contact3d/Capsules-i122-1617",
                                          "contact3d/spheres-in-a-box-98-i10000-256-10"};
    for (size_t k = 0; k < COUNT(FOLDERS); ++k) {
        check_public_problem(path_in(public_problems(), FOLDERS[k]), MD_FRICTION_CONE);
    }
}

/* Box friction has other solutions, so that its own residual decides. */
static void box_friction_in_3d_is_solved(void **state)
{
    (void)state;
    const struct folders folders = folders_in(public_problems(), "contact3d");
    const md_limits limits = {.tol_relative = PICK(1e-10, 1e-4), .max_iterations = 2000};
    for (int k = 0; k < folders.count; ++k) {
        md_problem *problem = read_problem(folders.path[k]);
        assert_int_equal(md_problem_set_friction_law(problem, MD_FRICTION_BOX), MD_OK);
        struct run run = run_solver(problem, "exact", &limits);
        const double found = independent_residual(problem, run.lambda).relative;
        if (strstr(folders.path[k], "RockPile") != NULL) {
            assert_true(found <
                        PICK(1e-5, 2e-4)); /* 3.6e-7 remains: box friction has no curve that leads to a solution */
        } else if (run.result.outcome != MD_CONVERGED || !(found < PICK(1.001, 2) * limits.tol_relative)) {
            fail_msg("%s: %s, %g after %lld iterations\n", folders.path[k], md_outcome_name(run.result.outcome), found,
                     (long long)run.result.iterations);
        }
        run_free(&run);
        md_problem_destroy(problem);
    }
}

int main(void)
{
    if (public_problems() == NULL) {
        return EXIT_SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(public_problems_are_solved_in_the_exact_law),
        cmocka_unit_test(the_law_cone_is_solved_too),
        cmocka_unit_test(box_friction_in_3d_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
