/* Limits, warm starts, budgets, observers and divergence, for every method. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/runs.h"

static const char *const METHODS[] = {
    "pgs", "psor", "mgs", "msor", "amgs", "amsor", "amgs:form=explicit", "amgs:form=dense"};
#define METHOD_COUNT (sizeof METHODS / sizeof *METHODS)

static md_problem *explicit_problem(int32_t m, const md_real *A, const md_real *q)
{
    md_entry entries[64];
    md_matrix matrix = {0};
    md_problem *problem = md_problem_create(NULL);
    for (int32_t k = 0; k < m * m; ++k) {
        entries[k] = (md_entry){k / m, k % m, A[k]};
    }
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, m, m, entries, (size_t)m * (size_t)m), MD_OK);
    assert_int_equal(md_problem_begin_explicit(problem, &matrix, q), MD_OK);
    md_matrix_free(&matrix);
    return problem;
}

static void a_tolerance_ends_the_run_with_a_residual_below_it(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=10");
    const md_limits limits[] = {{.tol = PICK(1e-7, 1e-4), .max_iterations = 100000},
                                {.tol_scaled = PICK(1e-7, 1e-4), .max_iterations = 100000},
                                {.tol_relative = PICK(1e-7, 1e-4), .max_iterations = 100000},
                                {.tol_cone = PICK(1e-7, 1e-4), .max_iterations = 100000}};
    for (size_t k = 0; k < METHOD_COUNT; ++k) {
        for (size_t t = 0; t < 4; ++t) {
            struct run run = run_solver(problem, METHODS[k], &limits[t]);
            const md_residual residual = run.result.residual;
            const double watched[] = {residual.absolute, residual.scaled, residual.relative, residual.cone};
            assert_int_equal(run.result.outcome, MD_CONVERGED);
            assert_true(watched[t] < PICK(1e-7, 1e-4));
            /* One sweep fewer was not enough. */
            struct run before = run_sweeps(problem, METHODS[k], run.result.iterations - 1);
            const md_residual earlier = before.result.residual;
            const double watched_before[] = {earlier.absolute, earlier.scaled, earlier.relative, earlier.cone};
            assert_true(watched_before[t] >= PICK(1e-7, 1e-4));
            run_free(&run);
            run_free(&before);
        }
    }
    md_problem_destroy(problem);
}

static void the_reported_residual_matches_a_recomputed_one(void **state)
{
    (void)state;
    static const char *const PROBLEMS[] = {"packing:circles=50,width=2", "boxes3:boxes=4", "chain:links=9",
                                           "random:bodies=20,contacts=50,friction=0.3"};
    for (size_t p = 0; p < 4; ++p) {
        md_problem *problem = problem_of(PROBLEMS[p]);
        for (size_t k = 0; k < METHOD_COUNT; ++k) {
            struct run run = run_sweeps(problem, METHODS[k], 25);
            const md_residual found = independent_residual(problem, run.lambda);
            assert_true(fabs(found.absolute - run.result.residual.absolute) <=
                        PICK(1e-12, 1e-4) * fmax(1, found.absolute));
            assert_true(fabs(found.scaled - run.result.residual.scaled) <= PICK(1e-12, 1e-4) * fmax(1, found.scaled));
            assert_true(fabs(found.relative - run.result.residual.relative) <=
                        PICK(1e-12, 1e-4) * fmax(1, found.relative));
            run_free(&run);
        }
        md_problem_destroy(problem);
    }
}

static void without_a_tolerance_exactly_max_iterations_sweeps_are_done(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=10");
    struct run run = run_sweeps(problem, "amgs", 17);
    assert_int_equal(run.result.outcome, MD_MAX_ITERATIONS);
    assert_int_equal(run.result.iterations, 17);
    run_free(&run);
    /* A limit of zero is the default. */
    run = run_solver(problem, "pgs", &(md_limits){.tol = 1e-300});
    assert_int_equal(run.result.iterations, MD_DEFAULT_MAX_ITERATIONS);
    run_free(&run);
    md_problem_destroy(problem);
}

static void several_tolerances_must_all_be_met(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=10");
    struct run loose = run_solver(problem, "pgs", &(md_limits){.tol = 1e-1});
    struct run strict = run_solver(problem, "pgs", &(md_limits){.tol = 1e-1, .tol_scaled = 1e-4});
    assert_true(loose.result.iterations < strict.result.iterations);
    assert_true(strict.result.residual.scaled < 1e-4);
    run_free(&loose);
    run_free(&strict);
    md_problem_destroy(problem);
}

static void a_warm_start_at_the_solution_needs_no_sweep(void **state)
{
    (void)state;
    md_problem *problem = problem_of("packing:circles=30,width=1.7,friction=0.2");
    const md_limits limits = {.tol_scaled = PICK(1e-9, 1e-5), .max_iterations = 100000};
    struct run cold = run_solver(problem, "amgs", &limits);
    assert_int_equal(cold.result.outcome, MD_CONVERGED);
    assert_true(cold.result.iterations > 10);
    assert_int_equal(md_problem_set_start(problem, cold.lambda, cold.y), MD_OK);
    struct run warm = run_solver(problem, "amgs", &limits);
    assert_int_equal(warm.result.outcome, MD_CONVERGED);
    assert_int_equal(warm.result.iterations, 0);
    assert_memory_equal(warm.lambda, cold.lambda, (size_t)cold.result.m * sizeof *cold.lambda);
    /* With lambda and y, ten sweeps and ten more are the same as twenty, except for rounding in the recomputed v. */
    assert_int_equal(md_problem_set_start(problem, NULL, NULL), MD_OK);
    struct run ten = run_sweeps(problem, "amgs", 10);
    struct run twenty = run_sweeps(problem, "amgs", 20);
    assert_int_equal(md_problem_set_start(problem, ten.lambda, ten.y), MD_OK);
    struct run again = run_sweeps(problem, "amgs", 10);
    assert_true(distance(again.lambda, twenty.lambda, again.result.m) < PICK(1e-13, 1e-5));
    /* Without y the iterates differ: the warm start of y matters. */
    assert_int_equal(md_problem_set_start(problem, ten.lambda, NULL), MD_OK);
    struct run without = run_sweeps(problem, "amgs", 10);
    assert_true(distance(without.lambda, twenty.lambda, without.result.m) > PICK(1e-9, 1e-5));
    run_free(&cold);
    run_free(&warm);
    run_free(&ten);
    run_free(&twenty);
    run_free(&again);
    run_free(&without);
    md_problem_destroy(problem);
}

static void a_start_outside_the_bounds_is_clamped(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=3,friction=0.5");
    const int32_t m = md_problem_rows(problem);
    md_real start[6] = {-1, 5, 2, 5, -3, -7};
    assert_int_equal(m, 6);
    assert_int_equal(md_problem_set_start(problem, start, NULL), MD_OK);
    struct run run = run_solver(problem, "pgs", &(md_limits){.tol = 1e9});
    assert_int_equal(run.result.iterations, 0);
    const md_real expected[] = {0, 0, 2, 1, 0, 0}; /* tangents within half of their normals */
    assert_true(distance(run.lambda, expected, m) == 0);
    run_free(&run);
    md_problem_destroy(problem);
}

static void a_time_budget_ends_the_run(void **state)
{
    (void)state;
    md_problem *problem = problem_of("packing:circles=5000,width=0");
    struct run run = run_solver(problem, "amgs", &(md_limits){.budget_us = 20000, .max_iterations = 100000000});
    assert_int_equal(run.result.outcome, MD_TIME_BUDGET);
    assert_true(run.result.iterations >= 1);
    assert_true(run.result.seconds >= 0.02);
    run_free(&run);
    md_problem_destroy(problem);
}

struct observed {
    int64_t calls, last, stop_at;
    double first_residual, last_residual;
};

static bool observe(void *user, const md_progress *progress)
{
    struct observed *observed = user;
    if (observed->calls++ == 0) {
        observed->first_residual = progress->residual.absolute;
    }
    observed->last = progress->iteration;
    observed->last_residual = progress->residual.absolute;
    return progress->iteration != observed->stop_at;
}

static void an_observer_sees_every_sweep_and_may_stop(void **state)
{
    (void)state;
    md_problem *problem = problem_of("stack:circles=10");
    struct observed all = {.stop_at = -1};
    md_limits limits = {.max_iterations = 30, .observe = observe, .observe_user = &all};
    struct run run = run_solver(problem, "amgs", &limits);
    assert_int_equal(all.calls, 31); /* with the one at the start */
    assert_int_equal(all.last, 30);
    assert_true(all.last_residual < all.first_residual);
    assert_true(fabs(all.last_residual - run.result.residual.absolute) <= PICK(1e-13, 1e-5));
    run_free(&run);
    struct observed some = {.stop_at = 20};
    limits.observe_user = &some;
    limits.observe_every = 10;
    run = run_solver(problem, "amgs", &limits);
    assert_int_equal(run.result.outcome, MD_STOPPED);
    assert_int_equal(run.result.iterations, 20);
    assert_int_equal(some.calls, 3);
    run_free(&run);
    md_problem_destroy(problem);
}

/* ---- Divergence -------------------------------------------------------------------------------------------------- */

static void assert_diverges(const md_problem *problem, const char *spec)
{
    struct run run = run_solver(problem, spec, &(md_limits){.tol = 1e-8, .max_iterations = 1000000});
    if (run.result.outcome != MD_DIVERGED) {
        fail_msg("%s ends %s", spec, md_outcome_name(run.result.outcome));
    }
    for (int32_t i = 0; i < run.result.m; ++i) {
        assert_true(isfinite(run.lambda[i]));
        assert_true(isfinite(run.y[i]));
    }
    assert_true(run.result.iterations < 100000);
    run_free(&run);
}

static void divergence_is_reported_with_the_last_finite_iterate(void **state)
{
    (void)state;
    /* Not symmetric: rows that amplify each other, for which every splitting diverges. */
    const md_real A[] = {1, -3, -3, 1};
    const md_real q[] = {-1, -1};
    md_problem *problem = explicit_problem(2, A, q);
    for (size_t k = 0; k < METHOD_COUNT; ++k) {
        assert_diverges(problem, METHODS[k]);
    }
    assert_diverges(problem, "mj");
    assert_diverges(problem, "amj");
    assert_diverges(problem, "amaor");
    md_problem_destroy(problem);
    /* Relaxation above 2 diverges even on a definite problem if no row is clamped. */
    md_problem *chain = problem_of("chain:links=5");
    assert_diverges(chain, "psor:relax=2.5");
    assert_diverges(chain, "psor:relax=2.5,form=dense");
    md_problem_destroy(chain);
}

static void overflow_within_a_sweep_is_reported(void **state)
{
    (void)state;
    const md_real big = (md_real)PICK(1e200, 1e25);
    const md_real A[] = {1, 0, big, 1};
    const md_real q[] = {-big, -1};
    md_problem *problem = explicit_problem(2, A, q);
    for (size_t k = 0; k < METHOD_COUNT; ++k) {
        assert_diverges(problem, METHODS[k]);
    }
    md_problem_destroy(problem);
}

/* ---- Refused problems -------------------------------------------------------------------------------------------- */

static void a_problem_that_no_method_can_solve_is_refused_with_its_row(void **state)
{
    (void)state;
    const md_real zero[] = {1, 0, 0, 0};
    const md_real q[] = {-1, -1};
    md_problem *problem = explicit_problem(2, zero, q);
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec = md_solver_spec_default();
    md_result result;
    md_error error = {0};
    const md_limits limits = {.max_iterations = 10};
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "row 2: the diagonal of A is 0"));
    spec.form = MD_FORM_SPARSE;
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "needs J"));
    /* The solver still works afterwards. */
    md_problem *stack = problem_of("stack:circles=4");
    spec = md_solver_spec_default();
    assert_int_equal(md_solver_solve(solver, &spec, stack, &limits, &result, NULL), MD_OK);
    md_problem_destroy(stack);
    md_problem_destroy(problem);
    md_solver_destroy(solver);
}

static void a_problem_without_rows_is_solved(void **state)
{
    (void)state;
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
    for (size_t k = 0; k < METHOD_COUNT; ++k) {
        struct run run = run_solver(problem, METHODS[k], &(md_limits){.tol = 1e-9});
        assert_int_equal(run.result.outcome, MD_CONVERGED);
        assert_int_equal(run.result.m, 0);
        run_free(&run);
    }
    md_problem_destroy(problem);
}

static void compliance_is_part_of_the_diagonal(void **state)
{
    (void)state;
    /* One row, A = 2, c = 3, q = -10: lambda = 10 / 5. */
    const md_real A[] = {2};
    const md_real q[] = {-10};
    const md_real c[] = {3};
    md_problem *problem = explicit_problem(1, A, q);
    assert_int_equal(md_problem_set_compliance(problem, c), MD_OK);
    for (size_t k = 0; k < METHOD_COUNT; ++k) {
        struct run run = run_solver(problem, METHODS[k], &(md_limits){.tol = PICK(1e-12, 1e-5)});
        assert_true(fabs((double)run.lambda[0] - 2) < PICK(1e-11, 1e-5));
        run_free(&run);
    }
    md_problem_destroy(problem);
    /* Also in every row of a contact problem, in the sparse and the explicit form. */
    md_problem *contacts = problem_of("packing:circles=30,width=1.7,friction=0.2");
    md_real soft[512];
    for (int32_t i = 0; i < md_problem_rows(contacts); ++i) {
        soft[i] = (md_real)0.01 * (md_real)(i % 5);
    }
    assert_int_equal(md_problem_set_compliance(contacts, soft), MD_OK);
    struct run sparse = run_sweeps(contacts, "amgs", 20);
    struct run dense = run_sweeps(contacts, "amgs:form=dense", 20);
    assert_true(distance(sparse.lambda, dense.lambda, sparse.result.m) < PICK(1e-13, 1e-5));
    run_free(&sparse);
    run_free(&dense);
    md_problem_destroy(contacts);
}

static void limits_below_zero_or_nan_are_refused_by_name(void **state)
{
    (void)state;
    const struct {
        const char *field;
        md_limits limits;
    } bad[] = {{"limits.tol ", {.tol = -1e-6}},
               {"limits.tol ", {.tol = (double)NAN}},
               {"limits.tol_scaled", {.tol_scaled = -1}},
               {"limits.tol_scaled", {.tol_scaled = (double)NAN}},
               {"limits.tol_relative", {.tol_relative = -(double)INFINITY}},
               {"limits.tol_relative", {.tol_relative = (double)NAN}},
               {"limits.tol_cone", {.tol_cone = -1}},
               {"limits.tol_cone", {.tol_cone = (double)NAN}},
               {"limits.budget_us", {.budget_us = -1}},
               {"limits.budget_us", {.budget_us = (double)NAN}},
               {"limits.max_iterations", {.max_iterations = -1}},
               {"limits.stop_after", {.stop_after = INT64_MIN}},
               {"limits.observe_every", {.observe_every = -5}}};
    md_problem *problem = problem_of("stack:circles=3");
    md_solver *solver = md_solver_create(NULL);
    assert_non_null(solver);
    const md_solver_spec spec = md_solver_spec_default();
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        md_error error = {0};
        md_result result;
        assert_int_equal(md_solver_solve(solver, &spec, problem, &bad[k].limits, &result, &error), MD_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, bad[k].field));
        assert_int_equal(md_solver_solve(solver, &spec, problem, &bad[k].limits, &result, NULL), MD_ERROR_ARGUMENT);
        assert_int_equal(result.iterations, 0);
    }
    /* Zero means none, and infinity is met at once. */
    const md_limits unlimited = {.tol = (double)INFINITY, .budget_us = (double)INFINITY};
    md_result result;
    assert_int_equal(md_solver_solve(solver, &spec, problem, &(md_limits){0}, &result, NULL), MD_OK);
    assert_int_equal(md_solver_solve(solver, &spec, problem, &unlimited, &result, NULL), MD_OK);
    assert_int_equal(result.outcome, MD_CONVERGED);
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_below_zero_or_nan_are_refused_by_name),
        cmocka_unit_test(a_tolerance_ends_the_run_with_a_residual_below_it),
        cmocka_unit_test(the_reported_residual_matches_a_recomputed_one),
        cmocka_unit_test(without_a_tolerance_exactly_max_iterations_sweeps_are_done),
        cmocka_unit_test(several_tolerances_must_all_be_met),
        cmocka_unit_test(a_warm_start_at_the_solution_needs_no_sweep),
        cmocka_unit_test(a_start_outside_the_bounds_is_clamped),
        cmocka_unit_test(a_time_budget_ends_the_run),
        cmocka_unit_test(an_observer_sees_every_sweep_and_may_stop),
        cmocka_unit_test(divergence_is_reported_with_the_last_finite_iterate),
        cmocka_unit_test(overflow_within_a_sweep_is_reported),
        cmocka_unit_test(a_problem_that_no_method_can_solve_is_refused_with_its_row),
        cmocka_unit_test(a_problem_without_rows_is_solved),
        cmocka_unit_test(compliance_is_part_of_the_diagonal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
