/* The advice on generated problems against solves, and its reasons on small problems. */
#include <stdio.h>

#include "advice_checks.h"
#include "builders.h"

#include "analyze/text.h"
#include "support/contact_world.h"

/* ---- Against solves ---------------------------------------------------------------------------------------------- */

static void check_generated(struct advice_tally *tally, const char *spec)
{
    md_problem *problem = problem_of(spec);
    check_advice(spec, problem, tally);
    md_problem_destroy(problem);
}

static void check_cloud(struct advice_tally *tally, double friction, double mass_ratio, int seed)
{
    const struct contact_world cloud = {.bodies = 12,
                                        .contacts = 36,
                                        .law = seed % 2 == 0 ? MD_FRICTION_DISC : MD_FRICTION_CONE,
                                        .mu = (md_real)friction,
                                        .mass_ratio = mass_ratio,
                                        .seed = (uint64_t)(2000 + seed)};
    char name[96];
    snprintf(name, sizeof name, "cloud:friction=%g,mass_ratio=%g,seed=%d", friction, mass_ratio, seed);
    md_problem *problem = contact_world_problem(&cloud);
    check_advice(name, problem, tally);
    md_problem_destroy(problem);
}

static void the_advised_solver_solves_generated_problems(void **state)
{
    (void)state;
    static const double FRICTION[] = {0, 0.3, 0.8, 1.5};
    static const double RATIO[] = {1, 1e2, 1e4, 1e6};
    /* In float larger mass ratios leave no digits to judge by. */
    enum { RATIOS = PICK(4, 2) };
    struct advice_tally tally = {0};
    char spec[128];
    for (int f = 0; f < 4; ++f) {
        for (int r = 0; r < RATIOS; ++r) {
            for (int circles = 6; circles <= 60; circles *= 3) {
                snprintf(spec, sizeof spec, "stack:circles=%d,ratio=%g,friction=%g", circles, RATIO[r], FRICTION[f]);
                check_generated(&tally, spec);
            }
            for (int seed = 51; seed < 53; ++seed) {
                snprintf(spec, sizeof spec, "random:bodies=25,contacts=50,friction=%g,mass_ratio=%g,seed=%d",
                         FRICTION[f], RATIO[r], seed);
                check_generated(&tally, spec);
                check_cloud(&tally, FRICTION[f], RATIO[r], seed);
            }
        }
        snprintf(spec, sizeof spec, "packing:circles=40,friction=%g", FRICTION[f]);
        check_generated(&tally, spec);
    }
    print_tally(&tally);
    assert_int_equal(tally.problems, PICK(116, 60));
    assert_true(tally.rounded <= PICK(12, 20)); /* stacks with the largest mass ratio */
    assert_true(tally.without_pgs > tally.problems / 4);
    assert_true(tally.unsolved <= tally.uncertain / 5);
    assert_true(tally.slower <= tally.problems / 20);
}

/* ---- Reasons ----------------------------------------------------------------------------------------------------- */

static void assert_advised(const struct analysis *analysis, const char *solver, bool is_uncertain)
{
    assert_string_equal(analysis->advice.solver, solver);
    assert_int_equal(analysis->advice.is_uncertain, is_uncertain);
}

static void a_fast_problem_gets_sweeps(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=3");
    const struct analysis analysis = analyse_default(problem);
    assert_advised(&analysis, "auto", false);
    assert_true(analysis.trial.met && analysis.trial.sweeps < 100);
    assert_true(analysis.trial.expected_sweeps == (double)analysis.trial.sweeps);
    assert_reason(&analysis, "sweeps", "Sweeps suffice");
    assert_reason(&analysis, "solutions", "exactly one solution");
    assert_null(find_reason(&analysis, "redundancy"));
    md_problem_destroy(problem);
}

static void a_slow_problem_gets_newton_steps(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=100");
    const struct analysis analysis = analyse_default(problem);
    assert_advised(&analysis, "exact", false);
    assert_false(analysis.trial.met);
    assert_int_equal(analysis.trial.sweeps, ANALYSIS_TRIAL_SWEEPS);
    assert_reason(&analysis, "sweeps", "PGS does not meet a relative residual");
    md_problem_destroy(problem);
}

/* PGS of a stack of 20 reduces the error by the same factor in every sweep from early on, so that the extrapolation is
 * within a few percent. */
static void the_sweeps_that_pgs_needs_are_extrapolated(void **state)
{
    (void)state;
    const char *spec = PICK("stack:circles=20", "stack:circles=16,ratio=4");
    md_problem *problem = problem_of(spec);
    const struct analysis analysis = analyse_default(problem);
    struct run run =
        run_solver(problem, "pgs", &(md_limits){.tol_relative = ANALYSIS_TOLERANCE, .max_iterations = 100000});
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    assert_true(run.result.iterations > ANALYSIS_TRIAL_SWEEPS);
    assert_close(analysis.trial.expected_sweeps, (double)run.result.iterations, 0.05 * (double)run.result.iterations);
    run_free(&run);
    md_problem_destroy(problem);
}

static void a_zero_diagonal_is_analysed_without_sweeps(void **state)
{
    (void)state;
    md_problem *problem = full_problem(2, (const double[]){1, 1, 1, 0});
    const struct analysis analysis = analyse_default(problem);
    assert_false(analysis.has_positive_diagonal);
    assert_int_equal(analysis.diagonal_min_row, 1);
    assert_number(analysis.eigenvalue_max, ANALYSIS_LAPACK, (1 + sqrt(5)) / 2, EXACT_TOLERANCE);
    assert_absent(analysis.tau);
    assert_absent(analysis.rho);
    assert_absent(analysis.comparison);
    assert_false(analysis.trial.has_run);
    assert_verdict(&analysis, "diagonal", ANALYSIS_DOES_NOT_APPLY);
    assert_null(find_statement(&analysis, "theorem-4.2"));
    assert_advised(&analysis, "exact", true);
    assert_reason(&analysis, "diagonal", "Row 2 has 0 on the diagonal");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){1, 0, 0, -2});
    const struct analysis negative = analyse_default(problem);
    assert_reason(&negative, "diagonal", "Row 2 has -2 on the diagonal");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){0, 0, 0, 0}); /* no entry to relate the asymmetry to */
    const struct analysis zero = analyse_default(problem);
    assert_true(zero.symmetric);
    assert_int_equal(zero.rank, 0);
    assert_advised(&zero, "exact", false); /* semidefinite, but without a solution if q is negative */
    assert_true(zero.advice.assumes_solution);
    md_problem_destroy(problem);
}

static void a_nonnegative_matrix_is_copositive(void **state)
{
    (void)state;
    md_problem *problem = full_problem(2, (const double[]){1, 2, 2, 1});
    struct analysis analysis = analyse_default(problem);
    assert_int_equal(analysis.definiteness, ANALYSIS_INDEFINITE);
    assert_reason(&analysis, "solutions", "strictly copositive");
    assert_false(analysis.advice.assumes_solution);
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){1, -2, -2, 1});
    analysis = analyse_default(problem);
    assert_reason(&analysis, "solutions", "indefinite: there may be several solutions or none");
    md_problem_destroy(problem);
}

static void friction_redundancy_and_asymmetry_are_named(void **state)
{
    (void)state;
    md_problem *problem = problem_of("packing:circles=20,friction=0.25");
    struct analysis analysis = analyse_default(problem);
    assert_close(analysis.friction_max, 0.25, 0);
    assert_reason(&analysis, "solutions", "coefficients up to 0.25) makes the problem nonconvex");
    assert_reason(&analysis, "redundancy", "A is singular (rank 60 of 92)");
    md_problem_destroy(problem);

    problem = full_problem(2, (const double[]){4, 1, 0.5, 3});
    analysis = analyse_default(problem);
    assert_reason(&analysis, "asymmetry", "asymmetry 0.12");
    assert_string_equal(analysis.friction_law, "none");
    md_problem_destroy(problem);
}

/* The advice follows from the numbers alone. */
static void a_problem_too_large_to_factor_gets_sweeps(void **state)
{
    (void)state;
    struct analysis analysis = {.m = 60000,
                                .rank = 60000,
                                .rank_known = true,
                                .symmetric = true,
                                .has_positive_diagonal = true,
                                .definiteness = ANALYSIS_POSITIVE_DEFINITE,
                                .friction_law = "none",
                                .trial = {.has_run = true, .sweeps = 1000, .residual = 0.5, .expected_sweeps = 1e6}};
    advice_write(&analysis);
    assert_advised(&analysis, "auto", true);
    assert_reason(&analysis, "size", "60000 rows");
    assert_reason(&analysis, "sweeps", "would need 1,000,000");
    analysis.m = 40000;
    analysis.rank = 40000;
    advice_write(&analysis);
    assert_advised(&analysis, "exact", false);
    assert_null(find_reason(&analysis, "size"));
    analysis.trial.diverged = true;
    advice_write(&analysis);
    assert_reason(&analysis, "sweeps", "and diverged");
}

/* ---- The comparison matrix --------------------------------------------------------------------------------------- */

/* (D - |L|)^-1 |U| of [[1, c], [c, 1]] is [[0, c], [0, c^2]], whatever the signs. */
static void the_comparison_matrix_has_its_known_radius(void **state)
{
    (void)state;
    static const double C[] = {0.25, -0.5, 0.875, -3};
    for (size_t k = 0; k < sizeof C / sizeof *C; ++k) {
        md_problem *problem = full_problem(2, (const double[]){1, C[k], -C[k], 1});
        const struct analysis analysis = analyse_default(problem);
        assert_number(analysis.comparison, ANALYSIS_EXACT, C[k] * C[k], 1e-6);
        assert_verdict(&analysis, "h-matrix", fabs(C[k]) < 1 ? ANALYSIS_APPLIES : ANALYSIS_DOES_NOT_APPLY);
        md_problem_destroy(problem);
    }
    /* A stack is an M-matrix, which is its own comparison matrix. The bound is never below the radius. */
    md_problem *problem = stack(20, true);
    const struct analysis analysis = analyse_default(problem);
    assert_true(analysis.comparison.value >= analysis.rho.value - EXACT_TOLERANCE);
    assert_close(analysis.comparison.value, analysis.rho.value, 1e-6);
    md_problem_destroy(problem);
}

/* The determinant of the rows and columns of a 5 x 5 matrix that a set of bits selects, by elimination. */
static double principal_minor(const double *A, unsigned set)
{
    double B[5][5];
    int rows[5];
    int count = 0;
    for (int i = 0; i < 5; ++i) {
        if ((set >> i & 1) != 0) {
            rows[count++] = i;
        }
    }
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            B[i][j] = A[rows[i] * 5 + rows[j]];
        }
    }
    double determinant = 1;
    for (int k = 0; k < count; ++k) {
        determinant *= B[k][k];
        for (int i = k + 1; i < count; ++i) {
            const double factor = B[i][k] / B[k][k];
            for (int j = k; j < count; ++j) {
                B[i][j] -= factor * B[k][j];
            }
        }
    }
    return determinant;
}

static void an_H_matrix_is_a_P_matrix(void **state)
{
    (void)state;
    struct random random = {.state = 3};
    int found = 0;
    for (int trial = 0; trial < 200; ++trial) {
        double A[25];
        for (int k = 0; k < 25; ++k) {
            A[k] = k / 5 == k % 5 ? 1 : random_real(&random, -0.6, 0.6);
        }
        md_problem *problem = full_problem(5, A);
        const struct analysis analysis = analyse_default(problem);
        const struct analysis_statement *statement = find_statement(&analysis, "h-matrix");
        if (statement != NULL && statement->verdict == ANALYSIS_APPLIES) {
            ++found;
            for (unsigned set = 1; set < 32; ++set) {
                assert_true(principal_minor(A, set) > 0);
            }
        }
        md_problem_destroy(problem);
    }
    assert_in_range(found, 20, 180);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static void numbers_in_sentences_are_readable(void **state)
{
    (void)state;
    assert_string_equal(estimate_text(0).text, "0");
    assert_string_equal(estimate_text(87.4).text, "87");
    assert_string_equal(estimate_text(1000).text, "1,000");
    assert_string_equal(estimate_text(1349).text, "1,300");
    assert_string_equal(estimate_text(99600).text, "100,000");
    assert_string_equal(estimate_text(553168628).text, "550,000,000");
    assert_string_equal(estimate_text(3e15).text, "3e+15");
    assert_string_equal(factor_text(0.25).text, "0.25");
    assert_string_equal(factor_text(0.99994).text, "1 - 6e-05");
    assert_string_equal(factor_text(1).text, "1");
    assert_string_equal(factor_text(35.123).text, "35.12");
}

/* ---- Rounding ---------------------------------------------------------------------------------------------------- */

/* The lowest contact of a stack stops all circles: its impulse is their momentum. */
static void the_momentum_of_a_stack_is_its_largest_impulse(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=20,ratio=10");
    const struct analysis analysis = analyse_default(problem);
    struct run run = run_solver(problem, "exact", &(md_limits){.tol_relative = PICK(1e-10, 1e-5)});
    assert_close(analysis.momentum, magnitude(run.lambda, run.result.m), PICK(1e-8, 1e-3) * analysis.momentum);
    run_free(&run);
    md_problem_destroy(problem);
}

/* docs/exact.md: impulses are 1e8 times those of the lightest circle, which q is about. In float that ratio leaves no
 * digit. */
static void large_impulses_get_a_caution_about_rounding(void **state)
{
    (void)state;
    md_problem *problem = problem_of(PICK("stack:circles=150,ratio=1e6", "stack:circles=150,ratio=10"));
    const struct analysis analysis = analyse_quickly(problem);
    assert_advised(&analysis, "exact", false);
    assert_true(analysis.advice.tolerance > ANALYSIS_TOLERANCE);
    assert_reason(&analysis, "rounding", "Impulses are large compared with q");
    /* The residual at which `exact` ends is within a factor of ten of the estimate. */
    struct run run = run_solver(problem, "exact", &(md_limits){.tol_relative = 1e-12, .max_iterations = 1000});
    assert_true(run.result.residual.relative < 10 * analysis.rounding);
    assert_true(run.result.residual.relative > 0.1 * analysis.rounding);
    run_free(&run);
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_advised_solver_solves_generated_problems),
        cmocka_unit_test(a_fast_problem_gets_sweeps),
        cmocka_unit_test(a_slow_problem_gets_newton_steps),
        cmocka_unit_test(the_sweeps_that_pgs_needs_are_extrapolated),
        cmocka_unit_test(a_zero_diagonal_is_analysed_without_sweeps),
        cmocka_unit_test(a_nonnegative_matrix_is_copositive),
        cmocka_unit_test(friction_redundancy_and_asymmetry_are_named),
        cmocka_unit_test(a_problem_too_large_to_factor_gets_sweeps),
        cmocka_unit_test(the_comparison_matrix_has_its_known_radius),
        cmocka_unit_test(an_H_matrix_is_a_P_matrix),
        cmocka_unit_test(numbers_in_sentences_are_readable),
        cmocka_unit_test(the_momentum_of_a_stack_is_its_largest_impulse),
        cmocka_unit_test(large_impulses_get_a_caution_about_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
