/* The paper's numbers (delta, the bound of the recursion) against dense norms and actual sweeps, and the statements. */
#include "builders.h"
#include "checks.h"

#include "support/runs.h"

/* Computes the spectral norm of a small matrix by the power method on F^T F, independently of the library. */
static double power_norm(const double *F, int m)
{
    double x[8], y[8], z[8];
    double norm = 0;
    for (int i = 0; i < m; ++i) {
        x[i] = 1 + 0.1 * i;
    }
    for (int turn = 0; turn < 20000; ++turn) {
        double length = 0;
        for (int i = 0; i < m; ++i) {
            y[i] = 0;
            for (int j = 0; j < m; ++j) {
                y[i] += F[i * m + j] * x[j];
            }
        }
        for (int j = 0; j < m; ++j) {
            z[j] = 0;
            for (int i = 0; i < m; ++i) {
                z[j] += F[i * m + j] * y[i];
            }
            length += z[j] * z[j];
        }
        length = sqrt(length);
        for (int j = 0; j < m; ++j) {
            x[j] = length > 0 ? z[j] / length : 0;
        }
        norm = sqrt(length);
    }
    return norm;
}

/* Computes B^-1 C for a small lower triangular B. */
static void solve_lower(const double *B, const double *C, double *F, int m)
{
    for (int j = 0; j < m; ++j) {
        for (int i = 0; i < m; ++i) {
            double sum = C[i * m + j];
            for (int k = 0; k < i; ++k) {
                sum -= B[i * m + k] * F[k * m + j];
            }
            F[i * m + j] = sum / B[i * m + i];
        }
    }
}

/* ---- The paper's numbers ----------------------------------------------------------------------------------------- */

/* D = (4, 1, 2): the three kinds of Omega give three different deltas. */
static void test_delta_follows_its_formula(void **state)
{
    (void)state;
    const double diagonal[] = {4, 1, 2};
    md_problem *problem = full_problem(3, (const double[]){4, 0.5, 0, 0.5, 1, 0.25, 0, 0.25, 2});
    md_solver_spec specs[3] = {omega_alpha(0.25), md_solver_spec_of(MD_AMGS), md_solver_spec_of(MD_AMGS)};
    specs[1].omega = MD_OMEGA_MEAN;
    specs[2].omega = MD_OMEGA_NUMBER;
    specs[2].omega_number = (md_real)0.75;
    for (int kind = 0; kind < 3; ++kind) {
        const struct analysis analysis = analyse_with(problem, specs[kind]);
        double first = 0;
        double second = 0;
        for (int i = 0; i < 3; ++i) {
            const double gamma_omega[] = {0.25 * diagonal[i], 7.0 / 3, 2 * 0.75};
            first = fmax(first, diagonal[i] / (diagonal[i] + gamma_omega[kind]));
            second = fmax(second, fabs(gamma_omega[kind] - diagonal[i]) / (diagonal[i] + gamma_omega[kind]));
        }
        assert_number(analysis.delta, ANALYSIS_LAPACK, 2 * first * analysis.tau.value + second, EXACT_TOLERANCE);
        assert_verdict(&analysis, "corollary-4.3", ANALYSIS_DOES_NOT_APPLY);
    }
    md_problem_destroy(problem);
}

static void test_alpha_zero_is_half_over_gamma(void **state)
{
    (void)state;
    md_problem *problem = full_problem(2, (const double[]){2, 1, 1, 2});
    md_solver_spec spec = md_solver_spec_of(MD_AMGS);
    spec.gamma = 8;
    spec.alpha = 0;
    const struct analysis analysis = analyse_with(problem, spec);
    assert_close(analysis.ratio_min, 0.5, EXACT_TOLERANCE);
    assert_close(analysis.ratio_max, 0.5, EXACT_TOLERANCE);
    /* Only gamma alpha matters: delta of the corollary, 2 tau / (1 + 0.5) + 0.5 / (1 + 0.5). */
    assert_close(analysis.delta.value, (2 * sqrt(5) / 4 + 0.5) / 1.5, EXACT_TOLERANCE);
    md_problem_destroy(problem);
}

static void test_recursion_bound_agrees_with_dense_norms(void **state)
{
    (void)state;
    const double A[] = {4, 0.5, -0.25, 0.75, 3, 0.5, 0.25, -0.5, 2};
    md_problem *problem = full_problem(3, A);
    const struct analysis analysis = analyse_with(problem, omega_alpha(0.75));
    double B[9] = {0}, U[9] = {0}, L[9] = {0}, C[9] = {0}, F[9];
    for (int k = 0; k < 9; ++k) {
        const int i = k / 3, j = k % 3;
        U[k] = j > i ? -A[k] : 0;
        L[k] = j < i ? -A[k] : 0;
        B[k] = i == j ? 1.75 * A[k] : -L[k];
        C[k] = i == j ? -0.25 * A[k] : U[k];
    }
    solve_lower(B, U, F, 3);
    const double xi = power_norm(F, 3);
    solve_lower(B, C, F, 3);
    const double zeta = power_norm(F, 3);
    solve_lower(B, L, F, 3);
    const double mu = power_norm(F, 3);
    assert_number(analysis.xi, ANALYSIS_LAPACK, xi, EXACT_TOLERANCE);
    assert_number(analysis.zeta, ANALYSIS_LAPACK, zeta, EXACT_TOLERANCE);
    assert_number(analysis.mu, ANALYSIS_LAPACK, mu, EXACT_TOLERANCE);
    assert_number(analysis.bound, ANALYSIS_LAPACK, (xi + zeta) / (1 - mu), EXACT_TOLERANCE);
    md_problem_destroy(problem);
}

/* Returns the iterate after a number of AMGS sweeps from zero. */
static void y_after(const md_problem *problem, const md_solver_spec *spec, int64_t sweeps, double *y)
{
    md_solver *solver = md_solver_create(NULL);
    md_result result;
    const md_limits limits = {.max_iterations = sweeps};
    assert_non_null(solver);
    assert_int_equal(md_solver_solve(solver, spec, problem, &limits, &result, NULL), MD_OK);
    for (int32_t i = 0; i < result.m; ++i) {
        y[i] = (double)result.y[i];
    }
    md_solver_destroy(solver);
}

static double furthest(const double *a, const double *b, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

/* Asserts that every sweep reduces the error by the bound or better, as the statement says. */
static void assert_sweeps_obey_bound(const md_problem *problem, const md_solver_spec *spec, double bound)
{
    enum { M = 12 };
    double solution[M] = {0}, before[M] = {0}, after[M] = {0};
    y_after(problem, spec, 1000, solution);
    y_after(problem, spec, 1, before);
    for (int64_t sweep = 2; sweep < 8; ++sweep) {
        y_after(problem, spec, sweep, after);
        const double rounding = PICK(1e-13, 1e-5);
        assert_true(furthest(after, solution, M) <= bound * furthest(before, solution, M) + rounding);
        memcpy(before, after, sizeof before);
    }
}

static void test_recursion_bound_holds_for_actual_sweeps(void **state)
{
    (void)state;
    enum { M = 12 };
    struct random random = {.state = 5};
    double A[M * M];
    md_real q[M], lower[M], upper[M];
    for (int k = 0; k < M * M; ++k) {
        A[k] = k / M == k % M ? 1 : random_real(&random, -0.0625, 0.0625);
    }
    for (int i = 0; i < M; ++i) {
        q[i] = (md_real)random_real(&random, -1, 1);
        lower[i] = i % 3 == 0 ? -MD_INFINITY : (md_real)-0.25;
        upper[i] = i % 3 == 0 ? MD_INFINITY : (md_real)0.25;
    }
    md_matrix matrix = {0};
    md_problem *source = full_problem(M, A);
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_get_A(source, &matrix), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &matrix, q), MD_OK);
    const md_solver_spec spec = omega_alpha(0.875);

    struct analysis analysis = analyse_with(problem, spec);
    assert_true(analysis.bound.value > 0.1 && analysis.bound.value < 1);
    assert_verdict(&analysis, "recursion-bound", ANALYSIS_APPLIES);
    assert_sweeps_obey_bound(problem, &spec, analysis.bound.value);

    /* 2 clamp(y) - y has the slopes of |y|, so constant bounds change nothing. */
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    analysis = analyse_with(problem, spec);
    assert_int_equal(analysis.boxed_rows, M);
    assert_int_equal(analysis.equality_rows, M / 3);
    assert_verdict(&analysis, "bounds", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "theorem-4.2", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "recursion-bound", ANALYSIS_APPLIES);
    assert_sweeps_obey_bound(problem, &spec, analysis.bound.value);
    md_problem_destroy(problem);
    md_problem_destroy(source);
    md_matrix_free(&matrix);
}

/* delta < 1 gives a caution, never more: here the proven bound is above 1. */
static void test_theorem_is_never_said_to_apply(void **state)
{
    (void)state;
    md_problem *problem = full_problem(2, (const double[]){2, 1, 1, 2});
    const struct analysis analysis = analyse_with(problem, omega_alpha(1));
    assert_close(analysis.delta.value, sqrt(5) / 4, EXACT_TOLERANCE);
    assert_verdict(&analysis, "theorem-4.2", ANALYSIS_CAUTION);
    assert_verdict(&analysis, "corollary-4.3", ANALYSIS_CAUTION);
    assert_verdict(&analysis, "remark-4.4", ANALYSIS_CAUTION);
    assert_verdict(&analysis, "amgs-is-pgs", ANALYSIS_APPLIES);
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){2, 1, 1, 2});
    const struct analysis relaxed = analyse_with(problem, omega_alpha(0.5));
    assert_true(relaxed.tau.value < 1 && relaxed.tau.value > 0.5);
    assert_verdict(&relaxed, "corollary-4.3", ANALYSIS_DOES_NOT_APPLY); /* alpha is not above tau / gamma */
    assert_verdict(&relaxed, "amgs-is-pgs", ANALYSIS_DOES_NOT_APPLY);
    md_problem_destroy(problem);
}

static void test_no_statement_covers_friction(void **state)
{
    (void)state;
    md_problem *problem = md_problem_create(NULL);
    add_unit_bodies(problem, 1);
    md_row row = contact(MD_NO_BODY, 0, 0, 1);
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    row = contact(MD_NO_BODY, 0, 1, 0);
    row.parent = 0;
    row.lower = (md_real)-0.5;
    row.upper = (md_real)0.5;
    assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    const struct analysis analysis = analyse_with(problem, omega_alpha(0.75));
    assert_int_equal(analysis.friction_rows, 1);
    assert_int_equal(analysis.boxed_rows, 0);
    assert_true(analysis.bound.value < 1);
    assert_verdict(&analysis, "friction", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "theorem-4.2", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "corollary-4.3", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "recursion-bound", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "projected-sor", ANALYSIS_DOES_NOT_APPLY);
    assert_null(find_statement(&analysis, "near-solution"));
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_delta_follows_its_formula),
        cmocka_unit_test(test_alpha_zero_is_half_over_gamma),
        cmocka_unit_test(test_recursion_bound_agrees_with_dense_norms),
        cmocka_unit_test(test_recursion_bound_holds_for_actual_sweeps),
        cmocka_unit_test(test_theorem_is_never_said_to_apply),
        cmocka_unit_test(test_no_statement_covers_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
