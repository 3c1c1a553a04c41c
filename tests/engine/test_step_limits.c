/* Stopping limits, the tally of several solves and the statistics of steps, with numbers that can be checked by hand. */
#include "engine/statistics.h"
#include "engine/step_limits.h"
#include "support/support.h"

static const struct warn_thresholds warn = {.factor = 10, .relative = 0.7};

static md_result result_of(md_outcome outcome, double absolute, double scaled, double relative)
{
    return (md_result){.outcome = outcome, .m = 4, .iterations = 5, .residual = {absolute, scaled, relative, 0}};
}

static void limits_out_of_range_are_invalid(void **state)
{
    (void)state;
    const md_limits bad[] = {{.tol = -1},        {.tol_scaled = (double)NAN}, {.tol_relative = -1},  {.budget_us = -1},
                             {.stop_after = -1}, {.max_iterations = -1},      {.observe_every = -1}, {.tol_cone = -1},
                             {.tol_cone = 1}}; /* a step does not measure it */
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_false(md_step_limits_are_valid(&bad[i]));
    }
    assert_true(md_step_limits_are_valid(&(md_limits){.tol = 0}));
}

static void the_time_budget_is_shared_by_substeps_and_bodies(void **state)
{
    (void)state;
    struct remaining_work remaining = {.spent = 0, .substeps = 2, .bodies = 10, .in_group = 5};
    assert_true(md_limits_share_budget(1000, &remaining) == 250);
    remaining = (struct remaining_work){.spent = 100e-6, .substeps = 1, .bodies = 5, .in_group = 5};
    assert_true(md_limits_share_budget(1000, &remaining) == 900); /* unused time goes to the last solve */
    remaining.spent = 1;
    assert_true(md_limits_share_budget(1000, &remaining) > 0); /* 0 would mean no budget */
}

static void a_solve_is_far_from_converged_above_its_threshold(void **state)
{
    (void)state;
    const md_limits with_tolerance = {.tol = 1};
    const md_limits without = {.tol = 0};
    const md_result near = result_of(MD_MAX_ITERATIONS, 10, 0, 0.7);
    const md_result far = result_of(MD_MAX_ITERATIONS, 11, 0, 0.8);
    const md_result diverged = result_of(MD_DIVERGED, 0, 0, 0);
    const md_result undefined = result_of(MD_MAX_ITERATIONS, (double)NAN, 0, (double)NAN);
    const md_limits *limits[] = {&with_tolerance, &without};
    for (int i = 0; i < 2; ++i) {
        assert_false(md_is_far_from_converged(&warn, limits[i], &near));
        assert_true(md_is_far_from_converged(&warn, limits[i], &far));
        assert_true(md_is_far_from_converged(&warn, limits[i], &diverged));
        assert_true(md_is_far_from_converged(&warn, limits[i], &undefined));
    }
}

/* 3^2 + 4^2 = 5^2: squares add up, and q of each group is scaled / relative = 10. */
static void groups_of_a_substep_count_as_one_problem(void **state)
{
    (void)state;
    const md_limits limits = {.tol = 100};
    const md_result first = result_of(MD_CONVERGED, 3, 3, 0.3);
    md_result second = result_of(MD_STOPPED, 4, 4, 0.4);
    second.iterations = 7;
    struct solve_tally tally = md_solve_tally_empty();
    md_solve_tally_add(&tally, &warn, &limits, &first, 1);
    md_solve_tally_add(&tally, &warn, &limits, &second, 2);
    md_step_report report = {.outcome = MD_MAX_ITERATIONS};
    md_step_report_add_solves(&report, &tally);
    md_step_report_end_solves(&report, &limits);
    assert_int_equal(report.outcome, MD_STOPPED);
    assert_int_equal(report.solves, 2);
    assert_int_equal(report.iterations, 7);
    assert_int_equal(report.rows, 8);
    assert_int_equal(report.bodies, 3);
    assert_true(report.residual.absolute == 5 && report.residual.scaled == 5);
    assert_true(fabs(report.residual.relative - sqrt(25.0 / 200)) < 1e-15); /* three roundings */
    assert_true(report.has_tolerance && !report.converged && !report.far_from_converged);
}

static void substeps_add_iterations_and_keep_the_largest_residual(void **state)
{
    (void)state;
    const md_limits limits = {.max_iterations = 10};
    md_step_report report = {.outcome = MD_CONVERGED};
    for (int substep = 0; substep < 2; ++substep) {
        const md_result result = result_of(MD_MAX_ITERATIONS, 2 - substep, 1, 1);
        struct solve_tally tally = md_solve_tally_empty();
        md_solve_tally_add(&tally, &warn, &limits, &result, 1);
        md_step_report_add_solves(&report, &tally);
    }
    assert_int_equal(report.iterations, 10);
    assert_int_equal(report.bodies, 1);
    assert_true(report.residual.absolute == 2);
    assert_true(report.far_from_converged); /* relative residual 1 without a tolerance */
}

static void a_step_without_solves_converges_if_there_is_a_tolerance(void **state)
{
    (void)state;
    for (int tol = 0; tol < 2; ++tol) {
        md_step_report report = {.outcome = MD_CONVERGED};
        md_step_report_end_solves(&report, &(md_limits){.tol = tol});
        assert_int_equal(report.converged, tol == 1);
    }
}

static void statistics_count_outcomes_and_keep_the_worst_step(void **state)
{
    (void)state;
    md_statistics sum = {0};
    const double relative[] = {1e-2, 1e-4, 0};
    for (int i = 0; i < 3; ++i) {
        const md_step_report report = {
            .outcome = MD_MAX_ITERATIONS, .solves = 1, .residual = {.relative = relative[i]}};
        md_statistics_add(&sum, &report, i + 1);
    }
    assert_int_equal(sum.steps, 3);
    assert_int_equal(sum.steps_at_max_iterations, 3);
    assert_int_equal(sum.relative.step, 1);
    assert_true(sum.relative.value == 1e-2);
    assert_int_equal(sum.steps_measured, 2);
    assert_true(fabs(sum.mean_log10 + 3) < 1e-14); /* three roundings */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_out_of_range_are_invalid),
        cmocka_unit_test(the_time_budget_is_shared_by_substeps_and_bodies),
        cmocka_unit_test(a_solve_is_far_from_converged_above_its_threshold),
        cmocka_unit_test(groups_of_a_substep_count_as_one_problem),
        cmocka_unit_test(substeps_add_iterations_and_keep_the_largest_residual),
        cmocka_unit_test(a_step_without_solves_converges_if_there_is_a_tolerance),
        cmocka_unit_test(statistics_count_outcomes_and_keep_the_worst_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
