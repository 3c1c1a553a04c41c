/* Stopping criteria: reports of steps with a tolerance or a time budget, the statistics, the warning, and exact
 * repetition of a run with a time budget. */
#include <stdlib.h>
#include <string.h>

#include <modulus/snapshot2.h>

#include "world2/make2.h"

/* A stack of boxes that a few sweeps do not solve, and a box beside it that they do. */
static md2_world *stack_of(const md2_world_def *def, int boxes)
{
    md2_world *world = world_of(def);
    ground_at_zero(world);
    for (int i = 0; i < boxes; ++i) {
        box_at(world, 0, 0.5 + i, 0.5, 0.5);
    }
    box_at(world, 5, 0.5, 0.5, 0.5);
    return world;
}

static md2_world_def def_with(md_limits limits)
{
    md2_world_def def = md2_world_def_default();
    def.solver = md_solver_spec_of(MD_AMGS); /* needs many sweeps */
    def.limits = limits;
    def.enable_sleep = false;
    return def;
}

/* ---- The statistics ------------------------------------------------------------------------------------------------- */

static void keep_larger(md_worst *worst, double value, int64_t step)
{
    *worst = value > worst->value ? (md_worst){value, step} : *worst;
}

static void assert_same_worst(md_worst a, md_worst b)
{
    assert_true(a.value == b.value);
    assert_int_equal(a.step, b.step);
}

static void statistics_sum_up_the_reports(void **state)
{
    (void)state;
    md2_world_def def = def_with((md_limits){.tol_relative = 1e-3, .max_iterations = 40});
    def.substeps = 2;
    md2_world *world = stack_of(&def, 6);
    md_statistics sum = {0};
    double logarithms = 0;
    for (int64_t step = 1; step <= 100; ++step) {
        const md_step_report report = step_many(world, 1);
        assert_true(report.has_tolerance);
        assert_int_equal(report.solves, 2);
        assert_int_equal(report.converged, report.outcome == MD_CONVERGED);
        sum.sweeps += report.iterations;
        sum.steps_converged += report.converged;
        sum.steps_at_max_iterations += report.outcome == MD_MAX_ITERATIONS;
        sum.steps_far_from_converged += report.far_from_converged;
        sum.seconds.total += report.seconds.total;
        sum.seconds.solve += report.seconds.solve;
        keep_larger(&sum.absolute, report.residual.absolute, step);
        keep_larger(&sum.scaled, report.residual.scaled, step);
        keep_larger(&sum.relative, report.residual.relative, step);
        keep_larger(&sum.penetration, (double)report.penetration_max, step);
        assert_true(report.residual.relative > (double)MD_REAL_EPSILON);
        logarithms += log10(report.residual.relative);
    }
    const md_statistics statistics = md2_world_statistics(world);
    assert_int_equal(statistics.steps, 100);
    assert_int_equal(statistics.solves, 200);
    assert_int_equal(statistics.steps_with_tolerance, 100);
    assert_int_equal(statistics.sweeps, sum.sweeps);
    assert_int_equal(statistics.steps_converged, sum.steps_converged);
    assert_int_equal(statistics.steps_at_max_iterations, sum.steps_at_max_iterations);
    assert_int_equal(statistics.steps_converged + statistics.steps_at_max_iterations, 100);
    assert_true(statistics.steps_converged > 0 &&
                statistics.steps_at_max_iterations > 0); /* otherwise the test is too weak */
    assert_int_equal(statistics.steps_at_time_budget + statistics.steps_diverged, 0);
    assert_int_equal(statistics.steps_far_from_converged, sum.steps_far_from_converged);
    assert_same_worst(statistics.absolute, sum.absolute);
    assert_same_worst(statistics.scaled, sum.scaled);
    assert_same_worst(statistics.relative, sum.relative);
    assert_same_worst(statistics.penetration, sum.penetration);
    assert_int_equal(statistics.steps_measured, 100);
    assert_near(statistics.mean_log10, logarithms / 100, 1e-12); /* a hundred rounding errors */
    assert_true(statistics.seconds.total == sum.seconds.total && statistics.seconds.solve == sum.seconds.solve);
    md2_world_destroy(world);
}

static void resetting_the_statistics_changes_nothing_else(void **state)
{
    (void)state;
    const md2_world_def def = def_with((md_limits){.max_iterations = 5});
    md2_world *world = stack_of(&def, 3);
    md2_world *other = stack_of(&def, 3);
    step_many(world, 10);
    step_many(other, 10);
    assert_int_equal(md2_world_statistics(world).steps, 10);
    assert_int_equal(md2_world_reset_statistics(world), MD_OK);
    assert_int_equal(md2_world_statistics(world).steps, 0);
    assert_int_equal(md2_world_statistics(world).relative.step, 0);
    assert_true(md2_world_statistics(world).seconds.total == 0);
    step_many(world, 5);
    step_many(other, 5);
    assert_int_equal(md2_world_statistics(world).steps, 5);
    assert_true(md2_world_statistics(world).relative.step > 10); /* steps of the world are not reset */
    assert_true(md2_world_hash(world) == md2_world_hash(other));
    md2_world_destroy(world);
    md2_world_destroy(other);
}

static void a_snapshot_does_not_contain_statistics(void **state)
{
    (void)state;
    const md2_world_def def = def_with((md_limits){.max_iterations = 5});
    md2_world *world = stack_of(&def, 3);
    const size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(2 * size + 100000);
    size_t written = 0;
    step_many(world, 4);
    assert_int_equal(md2_world_snapshot(world, bytes, 2 * size + 100000, &written), MD_OK);
    md2_world *made = NULL;
    assert_int_equal(md2_world_from_snapshot(bytes, written, NULL, NULL, &made), MD_OK);
    assert_int_equal(md2_world_statistics(made).steps, 0);
    step_many(world, 3);
    assert_int_equal(md2_world_restore(world, bytes, written), MD_OK);
    assert_int_equal(md2_world_steps(world), 4);
    assert_int_equal(md2_world_statistics(world).steps, 7);
    step_many(world, 1);
    step_many(made, 1);
    assert_int_equal(md2_world_statistics(world).steps, 8);
    assert_true(md2_world_hash(world) == md2_world_hash(made));
    free(bytes);
    md2_world_destroy(made);
    md2_world_destroy(world);
}

static void a_step_without_rows_counts_as_converged_only_with_a_tolerance(void **state)
{
    (void)state;
    for (int promised = 0; promised < 2; ++promised) {
        const md2_world_def def = def_with((md_limits){.tol = promised != 0 ? 1e-6 : 0, .max_iterations = 5});
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        const md_step_report report = step_many(world, 3);
        const md_statistics statistics = md2_world_statistics(world);
        assert_int_equal(report.solves, 0);
        assert_int_equal(report.converged, promised);
        assert_int_equal(statistics.steps_with_tolerance, 3 * promised);
        assert_int_equal(statistics.steps_converged, 3 * promised);
        assert_int_equal(
            statistics.steps_at_max_iterations + statistics.steps_at_time_budget + statistics.steps_diverged, 0);
        assert_int_equal(statistics.steps_measured, 0);
        assert_false(report.far_from_converged);
        md2_world_destroy(world);
    }
}

/* ---- The budget -------------------------------------------------------------------------------------------------- */

static void an_exhausted_budget_still_allows_one_sweep_per_solve(void **state)
{
    (void)state;
    for (int separate = 0; separate < 2; ++separate) {
        md2_world_def def = def_with((md_limits){.budget_us = 1e-3});
        def.substeps = 3;
        def.separate_islands = separate != 0;
        md2_world *world = stack_of(&def, 4);
        for (int i = 0; i < 20; ++i) {
            const md_step_report report = step_many(world, 1);
            assert_int_equal(report.outcome, MD_TIME_BUDGET);
            assert_int_equal(report.iterations, 3);
            assert_int_equal(report.solves, separate != 0 ? 6 : 3);
            assert_false(report.converged);
        }
        assert_int_equal(md2_world_statistics(world).steps_at_time_budget, 20);
        md2_world_destroy(world);
    }
}

struct budgets {
    double first, sum;
    int asked;
};

static void note_budget(void *user, const md2_world *world, int32_t substep, md_limits *limits)
{
    struct budgets *budgets = user;
    (void)world;
    (void)substep;
    budgets->first = budgets->asked++ == 0 ? limits->budget_us : budgets->first;
    budgets->sum += limits->budget_us;
    limits->budget_us = 0;
    limits->max_iterations = 1;
}

static void a_time_budget_is_shared_by_all_solves_of_a_step(void **state)
{
    (void)state;
    struct budgets budgets = {0};
    const double hour = 3600e6; /* us; the solves take a negligible part of it */
    md2_world_def def = def_with((md_limits){.budget_us = hour});
    def.substeps = 4;
    def.separate_islands = true;
    def.callbacks = (md2_callbacks){.user = &budgets, .limits = note_budget};
    md2_world *world = stack_of(&def, 4); /* an island of four boxes, and one of one box */
    step_many(world, 1);
    assert_int_equal(budgets.asked, 8);
    assert_near(budgets.first, hour / 4 * 4 / 5, hour / 100);
    /* None of it is used: the substeps get 1/4, 1/3, 1/2 and all of it; the first island gets 4/5 of that, the second
     * all. */
    assert_near(budgets.sum, hour * 1.8 * (1.0 / 4 + 1.0 / 3 + 1.0 / 2 + 1), hour / 100);
    md2_world_destroy(world);
}

/* The sweeps of every solve, in order. */
struct record {
    int64_t sweeps[4096];
    int count, next;
};

static void keep_sweeps(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct record *record = user;
    (void)substep;
    (void)problem;
    assert_true(record->count < 4096);
    record->sweeps[record->count++] = result->iterations;
}

static void repeat_sweeps(void *user, const md2_world *world, int32_t substep, md_limits *limits)
{
    struct record *record = user;
    (void)world;
    (void)substep;
    assert_true(record->next < record->count);
    const int64_t sweeps = record->sweeps[record->next++];
    limits->budget_us = 0;
    limits->stop_after = sweeps > 0 ? sweeps : 1; /* none: the initial value meets the tolerance here too */
}

static void a_run_with_a_time_budget_can_be_repeated_exactly(void **state)
{
    (void)state;
    static const char *const SOLVERS[] = {"auto", "amgs", "pgs", "amgs:form=explicit"};
    for (size_t i = 0; i < sizeof SOLVERS / sizeof *SOLVERS; ++i) {
        struct record *record = calloc(1, sizeof *record);
        md2_world_def def = def_with((md_limits){.tol_relative = 1e-4, .budget_us = 40});
        assert_int_equal(md_solver_spec_parse(SOLVERS[i], &def.solver, NULL), MD_OK);
        def.substeps = 2;
        def.separate_islands = true;
        def.position_iterations = 10;
        def.callbacks = (md2_callbacks){.user = record, .solved = keep_sweeps};
        md2_world *world = stack_of(&def, 8);
        def.callbacks = (md2_callbacks){.user = record, .limits = repeat_sweeps};
        md2_world *again = stack_of(&def, 8);
        for (int step = 0; step < 200; ++step) {
            step_many(world, 1);
            const md_step_report report = step_many(again, 1);
            assert_true(report.outcome != MD_TIME_BUDGET);
            assert_true(md2_world_hash(world) == md2_world_hash(again));
        }
        assert_int_equal(record->next, record->count);
        assert_true(md2_world_statistics(world).sweeps == md2_world_statistics(again).sweeps);
        free(record);
        md2_world_destroy(world);
        md2_world_destroy(again);
    }
}

static void spoil_limits(void *user, const md2_world *world, int32_t substep, md_limits *limits)
{
    (void)user;
    (void)world;
    (void)substep;
    *limits = (md_limits){.tol = NAN, .max_iterations = -3, .stop_after = -1};
}

static void limits_out_of_range_count_as_unchanged(void **state)
{
    (void)state;
    md2_world_def def = def_with((md_limits){.max_iterations = 7});
    md2_world *plain = stack_of(&def, 3);
    def.callbacks.limits = spoil_limits;
    md2_world *spoilt = stack_of(&def, 3);
    assert_int_equal(step_many(plain, 10).iterations, 7);
    assert_int_equal(step_many(spoilt, 10).iterations, 7);
    assert_true(md2_world_hash(plain) == md2_world_hash(spoilt));
    md2_world_destroy(plain);
    md2_world_destroy(spoilt);
}

/* ---- The warning ------------------------------------------------------------------------------------------------- */

struct warned {
    int times;
    int64_t step;
    md_step_report report;
};

static void keep_warning(void *user, const md2_world *world, const md_step_report *report)
{
    struct warned *warned = user;
    ++warned->times;
    warned->step = md2_world_steps(world);
    warned->report = *report;
}

static struct warned warnings_of(md2_world_def def, int steps)
{
    struct warned warned = {0};
    def.callbacks = (md2_callbacks){.user = &warned, .warn = keep_warning};
    md2_world *world = stack_of(&def, 8);
    for (int i = 0; i < steps; ++i) {
        const int before = warned.times;
        const md_step_report report = step_many(world, 1);
        assert_int_equal(warned.times - before, report.far_from_converged);
        if (report.far_from_converged) {
            assert_int_equal(warned.step, i + 1);
            assert_memory_equal(&warned.report.residual, &report.residual, sizeof report.residual);
            assert_true(warned.report.seconds.total == report.seconds.total);
        }
    }
    assert_int_equal(md2_world_statistics(world).steps_far_from_converged, warned.times);
    md2_world_destroy(world);
    return warned;
}

static void missing_a_tolerance_by_far_causes_a_warning(void **state)
{
    (void)state;
    const md_limits of_each[] = {{.tol = 1e-9, .max_iterations = 3},
                                 {.tol_scaled = 1e-9, .max_iterations = 3},
                                 {.tol_relative = 1e-9, .max_iterations = 3}};
    for (size_t i = 0; i < sizeof of_each / sizeof *of_each; ++i) {
        md2_world_def def = def_with(of_each[i]);
        assert_int_equal(warnings_of(def, 5).times, 5);
        def.warn_factor = MD_INFINITY;
        assert_int_equal(warnings_of(def, 5).times, 0);
    }
    /* Missed by less than a factor of ten. */
    md2_world_def def = def_with((md_limits){.tol_relative = 1e-9, .max_iterations = 3});
    def.callbacks = (md2_callbacks){0};
    md2_world *world = stack_of(&def, 8);
    const double reached = step_many(world, 1).residual.relative;
    md2_world_destroy(world);
    def.limits.tol_relative = reached / 5;
    assert_int_equal(warnings_of(def, 1).times, 0);
    def.warn_factor = 4;
    assert_int_equal(warnings_of(def, 1).times, 1);
    /* Met. */
    def = def_with((md_limits){.tol_relative = 1e-2, .max_iterations = 10000});
    assert_int_equal(warnings_of(def, 20).times, 0);
}

static void without_a_tolerance_the_relative_residual_decides_about_the_warning(void **state)
{
    (void)state;
    md2_world_def def = def_with((md_limits){.max_iterations = 10});
    assert_int_equal(warnings_of(def, 100).times, 0);
    def.warn_relative = 0;
    assert_int_equal(warnings_of(def, 100).times, 100);
    def.limits.max_iterations = 1;
    def.warn_relative = (md_real)0.7;
    const struct warned warned = warnings_of(def, 100);
    assert_true(warned.times > 0 && warned.report.residual.relative > 0.7);
    def.warn_relative = MD_INFINITY;
    assert_int_equal(warnings_of(def, 100).times, 0);
}

static void a_diverged_solve_always_causes_a_warning(void **state)
{
    (void)state;
    md2_world_def def = def_with((md_limits){.max_iterations = 10000});
    def.warn_factor = MD_INFINITY;
    def.warn_relative = MD_INFINITY;
    def.enable_sleep = false;
    assert_int_equal(md_solver_spec_parse("psor:relax=2.5", &def.solver, NULL), MD_OK);
    struct warned warned = {0};
    def.callbacks = (md2_callbacks){.user = &warned, .warn = keep_warning};
    md2_world *world = world_of(&def);
    const md2_body_id ground = ground_at_zero(world);
    md2_body_id before = ground;
    for (int i = 0; i < 6; ++i) { /* a chain has equality rows, which diverge for a relaxation above 2 */
        const md2_body_id link = box_at(world, i + 0.5, 5, 0.5, 0.1);
        const md2_joint_def def_of_joint = md2_joint_def_at(world, MD2_REVOLUTE, before, link, at(i, 5), at(1, 0));
        assert_int_equal(md2_joint_create(world, &def_of_joint, NULL), MD_OK);
        before = link;
    }
    const md_step_report report = step_many(world, 1);
    assert_int_equal(report.outcome, MD_DIVERGED);
    assert_true(report.far_from_converged);
    assert_int_equal(warned.times, 1);
    assert_int_equal(warned.report.outcome, MD_DIVERGED);
    assert_int_equal(md2_world_statistics(world).steps_diverged, 1);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_sum_up_the_reports),
        cmocka_unit_test(resetting_the_statistics_changes_nothing_else),
        cmocka_unit_test(a_snapshot_does_not_contain_statistics),
        cmocka_unit_test(a_step_without_rows_counts_as_converged_only_with_a_tolerance),
        cmocka_unit_test(an_exhausted_budget_still_allows_one_sweep_per_solve),
        cmocka_unit_test(a_time_budget_is_shared_by_all_solves_of_a_step),
        cmocka_unit_test(a_run_with_a_time_budget_can_be_repeated_exactly),
        cmocka_unit_test(limits_out_of_range_count_as_unchanged),
        cmocka_unit_test(missing_a_tolerance_by_far_causes_a_warning),
        cmocka_unit_test(without_a_tolerance_the_relative_residual_decides_about_the_warning),
        cmocka_unit_test(a_diverged_solve_always_causes_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
