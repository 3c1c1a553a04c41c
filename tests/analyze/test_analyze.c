/* The diagnostics: numbers against closed forms and hand calculation, LAPACK against ARPACK, and the statements. */
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "analyze/analyze.h"
#include "builders.h"

/* Numbers of a matrix whose entries are exact in float too: only LAPACK's rounding is left. */
#define EXACT_TOLERANCE 1e-9
/* Entries rounded to md_real, then multiplied by condition numbers of some hundreds. */
#define ROUNDED_TOLERANCE PICK(1e-9, 1e-4)

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static md_solver_spec omega_alpha(double gamma_alpha)
{
    md_solver_spec spec = md_solver_spec_default();
    spec.alpha = (md_real)(gamma_alpha / 2);
    return spec;
}

static struct analysis analyse(const md_problem *problem, struct analysis_options options)
{
    struct analysis out;
    md_error error = {0};
    if (analysis_run(problem, &options, &out, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return out;
}

static struct analysis analyse_with(const md_problem *problem, md_solver_spec spec)
{
    struct analysis_options options = analysis_options_default();
    options.spec = spec;
    return analyse(problem, options);
}

static struct analysis analyse_default(const md_problem *problem)
{
    return analyse(problem, analysis_options_default());
}

static struct analysis analyse_by_arpack(const md_problem *problem)
{
    struct analysis_options options = analysis_options_default();
    options.dense_limit = -1;
    return analyse(problem, options);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static void assert_close(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.15g, expected %.15g within %g", value, expected, tolerance);
    }
}

static void assert_number(struct analysis_number number, enum analysis_source source, double expected, double tolerance)
{
    assert_int_equal(number.source, source);
    assert_true(number.converged);
    assert_close(number.value, expected, tolerance);
}

static void assert_absent(struct analysis_number number)
{
    assert_int_equal(number.source, ANALYSIS_ABSENT);
    assert_false(number.converged);
    assert_true(isnan(number.value));
}

static const struct analysis_statement *find_statement(const struct analysis *analysis, const char *topic)
{
    for (int32_t i = 0; i < analysis->statement_count; ++i) {
        if (strcmp(analysis->statements[i].topic, topic) == 0) {
            return &analysis->statements[i];
        }
    }
    return NULL;
}

static void assert_verdict(const struct analysis *analysis, const char *topic, enum analysis_verdict verdict)
{
    const struct analysis_statement *statement = find_statement(analysis, topic);
    if (statement == NULL) {
        fail_msg("nothing is said of %s", topic);
        return;
    }
    if (statement->verdict != verdict) {
        fail_msg("%s: %s: %s", topic, analysis_verdict_name(statement->verdict), statement->text);
    }
    /* A text that reaches the end of its room has been cut off. */
    assert_in_range(strlen(statement->text), 20, sizeof statement->text - 2);
}

/* The spectral norm of a small matrix, row by row, by the power method on F^T F: nothing shared with the library. */
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

/* B^-1 C for a lower triangular B, small and row by row. */
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

/* ---- Closed forms ------------------------------------------------------------------------------------------------ */

static void test_tridiagonal_has_its_known_spectrum(void **state)
{
    (void)state;
    const int32_t m = 50;
    const double angle = PI / (m + 1);
    md_problem *problem = tridiagonal(m);
    const struct analysis analysis = analyse_default(problem);
    assert_int_equal(analysis.m, m);
    assert_int_equal(analysis.nnz_A, 3 * m - 2);
    assert_false(analysis.has_J);
    assert_int_equal(analysis.nnz_J, 0);
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, 2 - 2 * cos(angle), EXACT_TOLERANCE);
    assert_number(analysis.eigenvalue_max, ANALYSIS_LAPACK, 2 + 2 * cos(angle), EXACT_TOLERANCE);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_DEFINITE);
    assert_true(analysis.rank_known);
    assert_int_equal(analysis.rank, m);
    /* The Jacobi iteration has the factor cos(angle), and the matrix is consistently ordered (Young). */
    assert_number(analysis.rho, ANALYSIS_LAPACK, cos(angle) * cos(angle), EXACT_TOLERANCE);
    assert_number(analysis.rho_range, ANALYSIS_LAPACK, cos(angle) * cos(angle), EXACT_TOLERANCE);
    assert_number(analysis.optimal_ratio, ANALYSIS_LAPACK, sin(angle), EXACT_TOLERANCE * 100);
    md_problem_destroy(problem);
}

/* Young: the eigenvalues of SOR satisfy (l + omega - 1)^2 = l omega^2 j^2 for each eigenvalue j of Jacobi. */
static void test_amgs_radius_is_youngs(void **state)
{
    (void)state;
    const int32_t m = 50;
    const double jacobi = cos(PI / (m + 1));
    md_problem *problem = tridiagonal(m);
    const double omega = 2 / 1.5;
    const double root = (omega * jacobi + sqrt(omega * omega * jacobi * jacobi - 4 * (omega - 1))) / 2;
    struct analysis analysis = analyse_with(problem, omega_alpha(0.5));
    assert_number(analysis.rho_amgs, ANALYSIS_LAPACK, root * root, EXACT_TOLERANCE);
    /* Below the best ratio, sin(pi / 51) = 0.0616, all are complex with the magnitude omega - 1. */
    const double small = 0.03125;
    analysis = analyse_with(problem, omega_alpha(small));
    assert_number(analysis.rho_amgs, ANALYSIS_LAPACK, 2 / (1 + small) - 1, EXACT_TOLERANCE * 100);
    md_problem_destroy(problem);
}

static void test_two_rows_by_hand(void **state)
{
    (void)state;
    /* (D - L)^-1 U = [[0, -1/2], [0, 1/4]]. */
    md_problem *problem = full_problem(2, (const double[]){2, 1, 1, 2});
    const struct analysis analysis = analyse_default(problem);
    assert_number(analysis.tau, ANALYSIS_LAPACK, sqrt(5) / 4, EXACT_TOLERANCE);
    assert_number(analysis.rho, ANALYSIS_LAPACK, 0.25, EXACT_TOLERANCE);
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, 1, EXACT_TOLERANCE);
    assert_number(analysis.eigenvalue_max, ANALYSIS_LAPACK, 3, EXACT_TOLERANCE);
    assert_true(analysis.symmetric);
    md_problem_destroy(problem);
}

/* A = I + c P with P a cycle of three: (D - L)^-1 U has the eigenvalues 0 and +-i c^(3/2). */
static void test_complex_pairs_count_by_magnitude(void **state)
{
    (void)state;
    md_entry entries[180];
    for (int32_t i = 0; i < 90; ++i) {
        const int32_t cycle = i / 3;
        const md_real c = (md_real)(16 + cycle) / 64;
        entries[2 * i] = (md_entry){i, i, 1};
        entries[2 * i + 1] = (md_entry){i, i - i % 3 + (i + 1) % 3, c};
    }
    md_problem *problem = explicit_problem(90, entries, 180);
    const double largest = pow(45.0 / 64, 1.5);
    const struct analysis dense = analyse_default(problem);
    const struct analysis sparse = analyse_by_arpack(problem);
    assert_number(dense.rho, ANALYSIS_LAPACK, largest, EXACT_TOLERANCE);
    assert_number(sparse.rho, ANALYSIS_ARPACK, largest, 1e-8);
    assert_absent(dense.optimal_ratio); /* not symmetric */
    md_problem_destroy(problem);
}

static void test_stack_bottom_up_is_definite_with_tau_above_one(void **state)
{
    (void)state;
    const int32_t m = 100;
    md_problem *problem = stack(m, true);
    const struct analysis analysis = analyse_default(problem);
    const double sine = sin(PI / (2 * (2 * m + 1)));
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, 4 * sine * sine, EXACT_TOLERANCE);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_DEFINITE);
    assert_number(analysis.tau, ANALYSIS_LAPACK, sqrt(1.5), EXACT_TOLERANCE); /* the limit, reached to 1e-12 here */
    assert_true(analysis.rho.value < 1);
    assert_true(analysis.has_J);
    assert_int_equal(analysis.nnz_J, 2 * m - 1);
    assert_int_equal(analysis.rank_upper_bound, m); /* of 3 m velocities the rows read m */
    assert_verdict(&analysis, "positive-definite", ANALYSIS_APPLIES);
    assert_verdict(&analysis, "corollary-4.3", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "theorem-4.2", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "projected-sor", ANALYSIS_APPLIES);
    assert_verdict(&analysis, "near-solution", ANALYSIS_APPLIES);
    md_problem_destroy(problem);
}

/* ---- Rank and definiteness --------------------------------------------------------------------------------------- */

static md_problem *same_row_twice(double compliance)
{
    md_problem *problem = md_problem_create(NULL);
    assert_non_null(problem);
    add_unit_bodies(problem, 1);
    for (int i = 0; i < 2; ++i) {
        md_row row = contact(MD_NO_BODY, 0, 0, 1);
        row.compliance = (md_real)compliance;
        assert_int_equal(md_problem_add_row(problem, &row), MD_OK);
    }
    return problem;
}

static void test_same_row_twice_is_singular(void **state)
{
    (void)state;
    md_problem *problem = same_row_twice(0);
    const struct analysis analysis = analyse_default(problem);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_SEMIDEFINITE);
    assert_true(analysis.rank_known);
    assert_int_equal(analysis.rank, 1);
    assert_int_equal(analysis.rank_upper_bound, 1);
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, 0, EXACT_TOLERANCE);
    assert_number(analysis.rho, ANALYSIS_LAPACK, 1, EXACT_TOLERANCE);
    assert_number(analysis.rho_range, ANALYSIS_LAPACK, 0, EXACT_TOLERANCE);
    assert_number(analysis.tau, ANALYSIS_LAPACK, sqrt(2), EXACT_TOLERANCE);
    assert_verdict(&analysis, "positive-definite", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "projected-sor", ANALYSIS_APPLIES); /* to a solution, if there is one */
    assert_null(find_statement(&analysis, "near-solution"));
    md_problem_destroy(problem);
}

static void test_compliance_is_part_of_A(void **state)
{
    (void)state;
    md_problem *problem = same_row_twice(0.25);
    const struct analysis analysis = analyse_default(problem);
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, 0.25, EXACT_TOLERANCE);
    assert_number(analysis.eigenvalue_max, ANALYSIS_LAPACK, 2.25, EXACT_TOLERANCE);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_DEFINITE);
    assert_int_equal(analysis.rank, 2);
    assert_int_equal(analysis.rank_upper_bound, 2);
    md_problem_destroy(problem);
}

static void test_indefinite_is_told(void **state)
{
    (void)state;
    md_problem *problem = full_problem(2, (const double[]){1, 2, 2, 1});
    const struct analysis analysis = analyse_default(problem);
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, -1, EXACT_TOLERANCE);
    assert_int_equal(analysis.definiteness, ANALYSIS_INDEFINITE);
    assert_int_equal(analysis.rank, 2);
    assert_verdict(&analysis, "positive-definite", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&analysis, "projected-sor", ANALYSIS_DOES_NOT_APPLY);
    md_problem_destroy(problem);
}

/* The symmetric part of [[1, 2], [0, 1]] is [[1, 1], [1, 1]], singular, while the matrix itself is not. */
static void test_asymmetry_is_measured(void **state)
{
    (void)state;
    md_problem *problem = full_problem(2, (const double[]){1, 2, 0, 1});
    const struct analysis analysis = analyse_default(problem);
    assert_close(analysis.asymmetry, 1, EXACT_TOLERANCE);
    assert_false(analysis.symmetric);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_SEMIDEFINITE);
    assert_int_equal(analysis.rank, 2);
    assert_number(analysis.rho, ANALYSIS_EXACT, 0, 0); /* triangular: PGS is done after a sweep or two */
    assert_number(analysis.rho_amgs, ANALYSIS_EXACT, 0.5 / 1.5, EXACT_TOLERANCE);
    assert_number(analysis.tau, ANALYSIS_LAPACK, 2, EXACT_TOLERANCE);
    assert_verdict(&analysis, "projected-sor", ANALYSIS_DOES_NOT_APPLY);
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){4, 1, 0.5, 3});
    assert_close(analyse_default(problem).asymmetry, 0.125, EXACT_TOLERANCE);
    md_problem_destroy(problem);
}

static void test_diagonal_needs_no_library(void **state)
{
    (void)state;
    md_entry entries[80];
    for (int32_t i = 0; i < 80; ++i) {
        entries[i] = (md_entry){i, i, 2};
    }
    md_problem *problem = explicit_problem(80, entries, 80);
    const struct analysis analysis = analyse_by_arpack(problem);
    assert_number(analysis.tau, ANALYSIS_EXACT, 0, 0);
    assert_number(analysis.rho, ANALYSIS_EXACT, 0, 0);
    assert_number(analysis.mu, ANALYSIS_EXACT, 0, 0);
    assert_number(analysis.delta, ANALYSIS_EXACT, 1.0 / 3, EXACT_TOLERANCE);
    assert_number(analysis.zeta, ANALYSIS_ARPACK, 1.0 / 3, 1e-8);
    assert_number(analysis.bound, ANALYSIS_ARPACK, 1.0 / 3, 1e-8);
    /* One eigenvalue eighty times over: the Krylov space is exhausted at once, and ARPACK must get over it. */
    assert_number(analysis.eigenvalue_min, ANALYSIS_ARPACK, 2, 1e-8);
    assert_number(analysis.eigenvalue_max, ANALYSIS_ARPACK, 2, 1e-8);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_DEFINITE);
    md_problem_destroy(problem);
}

/* ---- The paper's numbers ----------------------------------------------------------------------------------------- */

/* D = (4, 1, 2): the three kinds of Omega give three different deltas. */
static void test_delta_follows_its_formula(void **state)
{
    (void)state;
    const double diagonal[] = {4, 1, 2};
    md_problem *problem = full_problem(3, (const double[]){4, 0.5, 0, 0.5, 1, 0.25, 0, 0.25, 2});
    md_solver_spec specs[3] = {omega_alpha(0.25), md_solver_spec_default(), md_solver_spec_default()};
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
    md_solver_spec spec = md_solver_spec_default();
    spec.gamma = 8;
    spec.alpha = 0;
    const struct analysis analysis = analyse_with(problem, spec);
    assert_close(analysis.ratio_min, 0.5, EXACT_TOLERANCE);
    assert_close(analysis.ratio_max, 0.5, EXACT_TOLERANCE);
    /* Only gamma alpha matters: delta of the corollary, 2 tau / (1 + 0.5) + 0.5 / (1 + 0.5). */
    assert_close(analysis.delta.value, (2 * sqrt(5) / 4 + 0.5) / 1.5, EXACT_TOLERANCE);
    md_problem_destroy(problem);
}

static void test_recursion_bound_is_that_of_dense_norms(void **state)
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

/* After `sweeps` sweeps of AMGS from zero. */
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

static double distance(const double *a, const double *b, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

/* What the statement promises must happen: every sweep shrinks the error by the bound or better. */
static void assert_sweeps_obey_bound(const md_problem *problem, const md_solver_spec *spec, double bound)
{
    enum { M = 12 };
    double solution[M] = {0}, before[M] = {0}, after[M] = {0};
    y_after(problem, spec, 1000, solution);
    y_after(problem, spec, 1, before);
    for (int64_t sweep = 2; sweep < 8; ++sweep) {
        y_after(problem, spec, sweep, after);
        const double rounding = PICK(1e-13, 1e-5);
        assert_true(distance(after, solution, M) <= bound * distance(before, solution, M) + rounding);
        memcpy(before, after, sizeof before);
    }
}

static void test_recursion_bound_holds_for_real_sweeps(void **state)
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

    /* The slopes of 2 clamp(y) - y are those of |y|: constant bounds change nothing. */
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

/* delta < 1 earns a caution, never more: here the sound bound is above 1. */
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

static void test_friction_is_outside_of_all_statements(void **state)
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

/* ---- LAPACK against ARPACK --------------------------------------------------------------------------------------- */

/* Nine digits were asked of ARPACK; of a spectral radius of a matrix that is far from normal fewer can be had. */
static void assert_paths_agree(md_problem *problem)
{
    const struct analysis dense = analyse_default(problem);
    const struct analysis sparse = analyse_by_arpack(problem);
    const double scale = dense.eigenvalue_max.value;
    assert_int_equal(dense.tau.source, ANALYSIS_LAPACK);
    assert_number(sparse.eigenvalue_max, ANALYSIS_ARPACK, dense.eigenvalue_max.value, 1e-8 * scale);
    assert_number(sparse.eigenvalue_min, ANALYSIS_ARPACK, dense.eigenvalue_min.value, 1e-8 * scale);
    assert_number(sparse.tau, ANALYSIS_ARPACK, dense.tau.value, 1e-8 * dense.tau.value);
    assert_number(sparse.delta, ANALYSIS_ARPACK, dense.delta.value, 1e-8 * dense.delta.value);
    assert_number(sparse.xi, ANALYSIS_ARPACK, dense.xi.value, 1e-8 * dense.xi.value);
    assert_number(sparse.zeta, ANALYSIS_ARPACK, dense.zeta.value, 1e-8 * dense.zeta.value);
    assert_number(sparse.mu, ANALYSIS_ARPACK, dense.mu.value, 1e-8 * dense.mu.value);
    assert_number(sparse.rho, ANALYSIS_ARPACK, dense.rho.value, 1e-6);
    assert_number(sparse.rho_amgs, ANALYSIS_ARPACK, dense.rho_amgs.value, 1e-6);
    assert_int_equal(dense.definiteness, sparse.definiteness);
    md_problem_destroy(problem);
}

static void test_paths_agree_on_a_stack(void **state)
{
    (void)state;
    assert_paths_agree(stack(PICK(200, 90), true)); /* in float a higher one is not told from singular */
    assert_paths_agree(stack(PICK(200, 90), false));
}

static void test_paths_agree_on_a_compliant_heap(void **state)
{
    (void)state;
    assert_paths_agree(random_heap(100, 250, 0.125));
}

static void test_paths_agree_on_an_asymmetric_matrix(void **state)
{
    (void)state;
    assert_paths_agree(random_asymmetric(200, 0.0625));
}

static void test_singular_heap_both_ways(void **state)
{
    (void)state;
    md_problem *problem = random_heap(100, 250, 0);
    const struct analysis dense = analyse_default(problem);
    assert_int_equal(dense.definiteness, ANALYSIS_POSITIVE_SEMIDEFINITE);
    assert_true(dense.rank_known);
    assert_int_equal(dense.rank, 200); /* two velocities a body; none turns */
    assert_int_equal(dense.rank_upper_bound, 200);
    assert_number(dense.rho, ANALYSIS_LAPACK, 1, ROUNDED_TOLERANCE);
    assert_true(dense.rho_range.value < 1);
    assert_true(dense.tau.value >= 1);

    const struct analysis sparse = analyse_by_arpack(problem);
    assert_int_equal(sparse.definiteness, ANALYSIS_POSITIVE_SEMIDEFINITE); /* by counting */
    assert_false(sparse.rank_known);
    assert_int_equal(sparse.rank_upper_bound, 200);
    assert_number(sparse.rho, ANALYSIS_ARPACK, 1, PICK(1e-7, 1e-4));
    assert_absent(sparse.rho_range);
    assert_absent(sparse.optimal_ratio);
    assert_verdict(&sparse, "positive-definite", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&sparse, "projected-sor", ANALYSIS_APPLIES);
    md_problem_destroy(problem);
}

static void test_what_did_not_converge_is_flagged(void **state)
{
    (void)state;
    md_problem *problem = stack(400, true);
    const struct analysis dense = analyse_default(problem);
    struct analysis_options options = analysis_options_default();
    options.dense_limit = -1;
    options.max_restarts = 1;
    const struct analysis sparse = analyse(problem, options);
    assert_false(sparse.eigenvalue_min.converged);
    assert_false(sparse.eigenvalue_max.converged);
    assert_false(sparse.rho.converged);
    assert_int_equal(sparse.rho.source, ANALYSIS_ARPACK);
    /* The side that estimates err to. */
    assert_true(sparse.eigenvalue_min.value > dense.eigenvalue_min.value);
    assert_true(sparse.eigenvalue_max.value < dense.eigenvalue_max.value);
    assert_int_equal(sparse.definiteness, ANALYSIS_DEFINITENESS_UNKNOWN);
    assert_false(sparse.rank_known);
    assert_verdict(&sparse, "positive-definite", ANALYSIS_CAUTION);
    assert_verdict(&sparse, "projected-sor", ANALYSIS_CAUTION);
    assert_false(sparse.mu.converged);
    assert_false(sparse.bound.converged);
    md_problem_destroy(problem);
}

static void test_arpack_repeats_itself(void **state)
{
    (void)state;
    md_problem *problem = stack(150, true);
    const struct analysis first = analyse_by_arpack(problem);
    const struct analysis second = analyse_by_arpack(problem);
    assert_memory_equal(&first.tau.value, &second.tau.value, sizeof(double));
    assert_memory_equal(&first.rho.value, &second.rho.value, sizeof(double));
    assert_memory_equal(&first.eigenvalue_min.value, &second.eigenvalue_min.value, sizeof(double));
    md_problem_destroy(problem);
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

static void expect_failure(const md_problem *problem, md_solver_spec spec, md_status status, const char *words)
{
    struct analysis_options options = analysis_options_default();
    struct analysis out;
    md_error error = {0};
    options.spec = spec;
    assert_int_equal(analysis_run(problem, &options, &out, &error), status);
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, words));
    assert_int_equal(analysis_run(problem, &options, &out, NULL), status);
}

static void test_bad_input_is_refused(void **state)
{
    (void)state;
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    expect_failure(problem, md_solver_spec_default(), MD_ERROR_PROBLEM, "no rows");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){1, 0.5, 0.5, 0});
    expect_failure(problem, md_solver_spec_default(), MD_ERROR_PROBLEM, "row 2: the diagonal");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){2, 1, 1, 2});
    md_solver_spec spec = md_solver_spec_default();
    spec.gamma = 0;
    expect_failure(problem, spec, MD_ERROR_ARGUMENT, "gamma");
    spec = md_solver_spec_default();
    spec.alpha = -1;
    expect_failure(problem, spec, MD_ERROR_ARGUMENT, "alpha");
    spec = md_solver_spec_default();
    spec.omega = MD_OMEGA_NUMBER;
    expect_failure(problem, spec, MD_ERROR_ARGUMENT, "omega");
    md_problem_destroy(problem);
}

static void test_one_row(void **state)
{
    (void)state;
    md_problem *problem = full_problem(1, (const double[]){4});
    const struct analysis analysis = analyse_by_arpack(problem); /* too small for it: LAPACK */
    assert_number(analysis.eigenvalue_min, ANALYSIS_LAPACK, 4, EXACT_TOLERANCE);
    assert_int_equal(analysis.rank, 1);
    assert_number(analysis.tau, ANALYSIS_EXACT, 0, 0);
    assert_number(analysis.rho, ANALYSIS_EXACT, 0, 0);
    md_problem_destroy(problem);
}

struct progress_seen {
    double last;
    int calls;
};

static void see_progress(void *user, const char *stage, double fraction)
{
    struct progress_seen *seen = user;
    assert_non_null(stage);
    assert_true(fraction >= 0 && fraction <= 1);
    seen->last = fraction;
    ++seen->calls;
}

static void test_progress_ends_at_one(void **state)
{
    (void)state;
    struct progress_seen seen = {0};
    struct analysis_options options = analysis_options_default();
    options.dense_limit = -1;
    options.progress = see_progress;
    options.progress_user = &seen;
    md_problem *problem = stack(100, true);
    analyse(problem, options);
    assert_true(seen.last == 1);
    assert_true(seen.calls > 6); /* each stage, the end, and ARPACK within its stages */
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tridiagonal_has_its_known_spectrum),
        cmocka_unit_test(test_amgs_radius_is_youngs),
        cmocka_unit_test(test_two_rows_by_hand),
        cmocka_unit_test(test_complex_pairs_count_by_magnitude),
        cmocka_unit_test(test_stack_bottom_up_is_definite_with_tau_above_one),
        cmocka_unit_test(test_same_row_twice_is_singular),
        cmocka_unit_test(test_compliance_is_part_of_A),
        cmocka_unit_test(test_indefinite_is_told),
        cmocka_unit_test(test_asymmetry_is_measured),
        cmocka_unit_test(test_diagonal_needs_no_library),
        cmocka_unit_test(test_delta_follows_its_formula),
        cmocka_unit_test(test_alpha_zero_is_half_over_gamma),
        cmocka_unit_test(test_recursion_bound_is_that_of_dense_norms),
        cmocka_unit_test(test_recursion_bound_holds_for_real_sweeps),
        cmocka_unit_test(test_theorem_is_never_said_to_apply),
        cmocka_unit_test(test_friction_is_outside_of_all_statements),
        cmocka_unit_test(test_paths_agree_on_a_stack),
        cmocka_unit_test(test_paths_agree_on_a_compliant_heap),
        cmocka_unit_test(test_paths_agree_on_an_asymmetric_matrix),
        cmocka_unit_test(test_singular_heap_both_ways),
        cmocka_unit_test(test_what_did_not_converge_is_flagged),
        cmocka_unit_test(test_arpack_repeats_itself),
        cmocka_unit_test(test_bad_input_is_refused),
        cmocka_unit_test(test_one_row),
        cmocka_unit_test(test_progress_ends_at_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
