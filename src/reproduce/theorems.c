/* What the paper's theorems ask and promise, on the LCPs at step 100 of Table 1, against what the sweeps did. */
#include <math.h>

#include "analyze/analyze.h"
#include "base/error.h"
#include "reproduce/experiments.h"
#include "reproduce/measure.h"

static void add_row(struct table *table, const struct task *task, double gamma_alpha, const struct analysis *found,
                    double factor)
{
    table_word(table, task->scene);
    table_number(table, task->seed);
    table_number(table, gamma_alpha);
    table_number(table, found->m);
    table_number(table, found->rank_known ? found->rank : (double)NAN);
    table_word(table, analysis_definiteness_name(found->definiteness));
    table_number(table, found->eigenvalue_min.value);
    table_number(table, found->eigenvalue_max.value);
    table_number(table, found->tau.value);
    table_number(table, found->delta.value);
    table_number(table, found->bound.value);
    table_number(table, found->rho.value);
    table_number(table, found->rho_range.value);
    table_number(table, found->optimal_ratio.value);
    table_number(table, factor);
}

/* The mean factor a sweep by which RES falls on the way to 1e-4. */
static md_status measure_factor(const struct study *study, const md_problem *problem, const md_solver_spec *spec,
                                double *factor, md_error *error)
{
    struct measured first;
    struct measured last;
    md_status status = measure_seconds(problem, spec, 1, 1, &first, error);
    if (status == MD_OK) {
        status = measure_sweeps(problem, spec, (struct goal){.tol = 1e-4}, study->most_sweeps, &last, error);
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
    for (size_t i = 0; status == MD_OK && i < count && study_goes_on(study, (double)i / 2); ++i) {
        struct analysis_options options = analysis_options_default();
        struct analysis found;
        double factor = (double)NAN;
        options.spec = spec_of_gamma_alpha(RATIOS[i]);
        status = analysis_run(problem, &options, &found, error);
        if (status == MD_OK) {
            status = measure_factor(study, problem, &options.spec, &factor, error);
        }
        if (status == MD_OK) {
            add_row(table, task, RATIOS[i], &found, factor);
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
