/* The numbers of an analysis against closed forms and hand calculation, LAPACK against ARPACK, refused input. */
#include "builders.h"
#include "checks.h"

#include "analyze/spectrum.h"

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
    /* The Jacobi iteration has the spectral radius cos(angle), and the matrix is consistently ordered (Young). */
    assert_number(analysis.rho, ANALYSIS_LAPACK, cos(angle) * cos(angle), EXACT_TOLERANCE);
    assert_number(analysis.rho_range, ANALYSIS_LAPACK, cos(angle) * cos(angle), EXACT_TOLERANCE);
    assert_number(analysis.optimal_ratio, ANALYSIS_LAPACK, sin(angle), EXACT_TOLERANCE * 100);
    md_problem_destroy(problem);
}

/* Young: the eigenvalues l of SOR satisfy (l + omega - 1)^2 = l omega^2 j^2 for each eigenvalue j of Jacobi. */
static void test_amgs_radius_follows_young(void **state)
{
    (void)state;
    const int32_t m = 50;
    const double jacobi = cos(PI / (m + 1));
    md_problem *problem = tridiagonal(m);
    const double omega = 2 / 1.5;
    const double root = (omega * jacobi + sqrt(omega * omega * jacobi * jacobi - 4 * (omega - 1))) / 2;
    struct analysis analysis = analyse_with(problem, omega_alpha(0.5));
    assert_number(analysis.rho_amgs, ANALYSIS_LAPACK, root * root, EXACT_TOLERANCE);
    /* Below the best ratio, sin(pi / 51) = 0.0616, all eigenvalues are complex with magnitude omega - 1. */
    const double small = 0.03125;
    analysis = analyse_with(problem, omega_alpha(small));
    assert_number(analysis.rho_amgs, ANALYSIS_LAPACK, 2 / (1 + small) - 1, EXACT_TOLERANCE * 100);
    md_problem_destroy(problem);
}

static void test_two_rows_have_the_numbers_computed_by_hand(void **state)
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

/* A = I + c P with P a cyclic permutation of three: (D - L)^-1 U has the eigenvalues 0 and +-i c^(3/2). */
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
    assert_number(analysis.tau, ANALYSIS_LAPACK, sqrt(1.5), EXACT_TOLERANCE); /* the limit, within 1e-12 here */
    assert_true(analysis.rho.value < 1);
    assert_true(analysis.has_J);
    assert_int_equal(analysis.nnz_J, 2 * m - 1);
    assert_int_equal(analysis.rank_upper_bound, m); /* the rows read m of 3 m velocities */
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

static void test_a_duplicate_row_makes_A_singular(void **state)
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
    assert_verdict(&analysis, "projected-sor", ANALYSIS_APPLIES); /* to a solution, if one exists */
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

static void test_an_indefinite_matrix_is_detected(void **state)
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
    assert_number(analysis.rho, ANALYSIS_EXACT, 0, 0); /* triangular: PGS converges in one or two sweeps */
    assert_number(analysis.rho_amgs, ANALYSIS_EXACT, 0.5 / 1.5, EXACT_TOLERANCE);
    assert_number(analysis.tau, ANALYSIS_LAPACK, 2, EXACT_TOLERANCE);
    assert_verdict(&analysis, "projected-sor", ANALYSIS_DOES_NOT_APPLY);
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){4, 1, 0.5, 3});
    assert_close(analyse_default(problem).asymmetry, 0.125, EXACT_TOLERANCE);
    md_problem_destroy(problem);
}

static void test_a_diagonal_matrix_is_analysed_exactly(void **state)
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
    /* An eigenvalue of multiplicity eighty exhausts the Krylov space at once. */
    assert_number(analysis.eigenvalue_min, ANALYSIS_ARPACK, 2, 1e-8);
    assert_number(analysis.eigenvalue_max, ANALYSIS_ARPACK, 2, 1e-8);
    assert_int_equal(analysis.definiteness, ANALYSIS_POSITIVE_DEFINITE);
    md_problem_destroy(problem);
}

/* The shift is the computed largest eigenvalue: with some implementations of BLAS it is exactly 2, and shift - A is zero. */
static void test_a_shift_that_is_the_only_eigenvalue_is_found(void **state)
{
    (void)state;
    md_entry entries[80];
    for (int32_t i = 0; i < 80; ++i) {
        entries[i] = (md_entry){i, i, 2};
    }
    md_problem *problem = explicit_problem(80, entries, 80);
    struct splitting split;
    const struct spectrum *spectrum = NULL;
    struct analysis_number smallest = {.value = NAN};
    md_error error = {0};
    assert_int_equal(splitting_create(&split, problem), MD_OK);
    assert_int_equal(spectrum_load(&spectrum, &error), MD_OK);
    assert_int_equal(spectrum->arpack->eigenvalue_min(&split, 2, &(struct arpack_limits){0}, &smallest), MD_OK);
    assert_number(smallest, ANALYSIS_ARPACK, 2, 0);
    splitting_free(&split);
    md_problem_destroy(problem);
}

/* ---- LAPACK against ARPACK --------------------------------------------------------------------------------------- */

/* ARPACK is asked for nine digits. The spectral radius of a matrix that is far from normal has fewer. */
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

static void test_lapack_and_arpack_agree_on_a_stack(void **state)
{
    (void)state;
    assert_paths_agree(stack(PICK(200, 90), true)); /* in float a higher stack is numerically singular */
    assert_paths_agree(stack(PICK(200, 90), false));
}

static void test_lapack_and_arpack_agree_on_a_compliant_heap(void **state)
{
    (void)state;
    assert_paths_agree(random_heap(100, 250, 0.125));
}

static void test_lapack_and_arpack_agree_on_a_nonsymmetric_matrix(void **state)
{
    (void)state;
    assert_paths_agree(random_asymmetric(200, 0.0625));
}

static void test_lapack_and_arpack_agree_on_a_singular_heap(void **state)
{
    (void)state;
    md_problem *problem = random_heap(100, 250, 0);
    const struct analysis dense = analyse_default(problem);
    assert_int_equal(dense.definiteness, ANALYSIS_POSITIVE_SEMIDEFINITE);
    assert_true(dense.rank_known);
    assert_int_equal(dense.rank, 200); /* two velocities per body; none rotates */
    assert_int_equal(dense.rank_upper_bound, 200);
    assert_number(dense.rho, ANALYSIS_LAPACK, 1, ROUNDED_TOLERANCE);
    assert_true(dense.rho_range.value < 1);
    assert_true(dense.tau.value >= 1);

    const struct analysis sparse = analyse_by_arpack(problem);
    assert_int_equal(sparse.definiteness, ANALYSIS_POSITIVE_SEMIDEFINITE); /* by the bound of the rank */
    assert_false(sparse.rank_known);
    assert_int_equal(sparse.rank_upper_bound, 200);
    assert_number(sparse.rho, ANALYSIS_ARPACK, 1, PICK(1e-7, 1e-4));
    assert_absent(sparse.rho_range);
    assert_absent(sparse.optimal_ratio);
    assert_verdict(&sparse, "positive-definite", ANALYSIS_DOES_NOT_APPLY);
    assert_verdict(&sparse, "projected-sor", ANALYSIS_APPLIES);
    md_problem_destroy(problem);
}

static void test_numbers_that_did_not_converge_are_flagged(void **state)
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
    /* Estimates err to a known side. */
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

static void test_arpack_is_deterministic(void **state)
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

/* ---- Edge cases -------------------------------------------------------------------------------------------------- */

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
    expect_failure(problem, md_solver_spec_of(MD_AMGS), MD_ERROR_PROBLEM, "no rows");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){1, 0.5, 0.5, 1});
    const int32_t parent[] = {MD_NO_PARENT, 0};
    const md_real lower[] = {-1, -1};
    const md_real upper[] = {1, 1};
    assert_int_equal(md_problem_set_friction(problem, parent, upper), MD_OK);
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    expect_failure(problem, md_solver_spec_of(MD_AMGS), MD_ERROR_PROBLEM, "row 2: its parent, row 1, has a negative");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){2, 1, 1, 2});
    md_solver_spec spec = md_solver_spec_of(MD_AMGS);
    spec.gamma = 0;
    expect_failure(problem, spec, MD_ERROR_ARGUMENT, "gamma");
    spec = md_solver_spec_of(MD_AMGS);
    spec.alpha = -1;
    expect_failure(problem, spec, MD_ERROR_ARGUMENT, "alpha");
    spec = md_solver_spec_of(MD_AMGS);
    spec.omega = MD_OMEGA_NUMBER;
    expect_failure(problem, spec, MD_ERROR_ARGUMENT, "omega");
    md_problem_destroy(problem);
}

static void test_one_row_is_analysed(void **state)
{
    (void)state;
    md_problem *problem = full_problem(1, (const double[]){4});
    const struct analysis analysis = analyse_by_arpack(problem); /* too small for ARPACK: uses LAPACK */
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
    assert_true(seen.calls > 6); /* each stage, the end, and ARPACK within a stage */
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tridiagonal_has_its_known_spectrum),
        cmocka_unit_test(test_amgs_radius_follows_young),
        cmocka_unit_test(test_two_rows_have_the_numbers_computed_by_hand),
        cmocka_unit_test(test_complex_pairs_count_by_magnitude),
        cmocka_unit_test(test_stack_bottom_up_is_definite_with_tau_above_one),
        cmocka_unit_test(test_a_duplicate_row_makes_A_singular),
        cmocka_unit_test(test_compliance_is_part_of_A),
        cmocka_unit_test(test_an_indefinite_matrix_is_detected),
        cmocka_unit_test(test_asymmetry_is_measured),
        cmocka_unit_test(test_a_diagonal_matrix_is_analysed_exactly),
        cmocka_unit_test(test_a_shift_that_is_the_only_eigenvalue_is_found),
        cmocka_unit_test(test_lapack_and_arpack_agree_on_a_stack),
        cmocka_unit_test(test_lapack_and_arpack_agree_on_a_compliant_heap),
        cmocka_unit_test(test_lapack_and_arpack_agree_on_a_nonsymmetric_matrix),
        cmocka_unit_test(test_lapack_and_arpack_agree_on_a_singular_heap),
        cmocka_unit_test(test_numbers_that_did_not_converge_are_flagged),
        cmocka_unit_test(test_arpack_is_deterministic),
        cmocka_unit_test(test_bad_input_is_refused),
        cmocka_unit_test(test_one_row_is_analysed),
        cmocka_unit_test(test_progress_ends_at_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
