/* The hypotheses and bounds of the paper's theorems for the LCPs of Table 1, and the measured convergence. */
#include <math.h>

#include "analyze/analyze.h"
#include "base/error.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"

static void add_row(struct table *table, const struct task *task, double gamma_alpha, const struct analysis *analysis,
                    double factor)
{
    table_word(table, task->scene);
    table_number(table, task->seed);
    table_number(table, gamma_alpha);
    table_number(table, analysis->m);
    table_number(table, analysis->rank_known ? analysis->rank : (double)NAN);
    table_word(table, analysis_definiteness_name(analysis->definiteness));
    table_number(table, analysis->eigenvalue_min.value);
    table_number(table, analysis->eigenvalue_max.value);
    table_number(table, analysis->tau.value);
    table_number(table, analysis->delta.value);
    table_number(table, analysis->bound.value);
    table_number(table, analysis->rho.value);
    table_number(table, analysis->rho_range.value);
    table_number(table, analysis->optimal_ratio.value);
    table_number(table, factor);
}

/* Measures the mean factor per sweep by which RES falls on the way to 1e-4. */
static md_status measure_factor(const struct study *study, const md_problem *problem, const md_solver_spec *spec,
                                double *factor, md_error *error)
{
    struct measured first;
    struct measured last;
    md_status status = measure_seconds(problem, spec, 1, 1, &first, error);
    if (status == MD_OK) {
        status = measure_sweeps(problem, spec, (struct goal){.tol = 1e-4}, study->max_sweeps, &last, error);
    }
    if (status == MD_OK) {
        *factor = pow(last.residual.absolute / first.residual.absolute, 1 / fmax((double)last.sweeps - 1, 1));
    }
    return status;
}

static md_status analyze(struct study *study, const struct task *task, const md_problem *problem, struct table *table,
                         md_error *error)
{
    static const double RATIOS[] = {1, 0.5};
    const size_t count = study->options->quick ? 1 : 2;
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < count && study_continue(study, (double)i / 2); ++i) {
        struct analysis_options options = analysis_options_default();
        struct analysis analysis;
        double factor = (double)NAN;
        options.spec = spec_of_gamma_alpha(RATIOS[i]);
        status = analysis_run(problem, &options, &analysis, error);
        if (status == MD_OK) {
            status = measure_factor(study, problem, &options.spec, &factor, error);
        }
        if (status == MD_OK) {
            add_row(table, task, RATIOS[i], &analysis, factor);
        }
    }
    return status;
}

md_status run_theorems(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    table_begin(table, "scene seed gamma_alpha m rank definiteness eigenvalue_min eigenvalue_max tau delta bound rho "
                       "rho_range optimal factor");
    md_problem *problem = md_problem_create(NULL);
    if (problem == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_status status = measure_step(problem, task->scene, task->seed, 100, false, error);
    if (status == MD_OK) {
        status = analyze(study, task, problem, table, error);
    }
    md_problem_destroy(problem);
    return status;
}
