/* Beyond the paper: the residual against the solve time, for the LCPs of Table 1. Every point is a separate solve with a
 * fixed number of sweeps; its time is the minimum over the repeats. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"
#include "reproduce/experiments/methods.h"

#define GROWTH 1.5 /* ratio of successive sweep counts */
#define END 1e-4

/* The best gamma alpha that Table 1 found for the same LCP. */
static double best_gamma_alpha(const struct table *table1, const struct task *task)
{
    const long row = table_find(table1, 0, task->scene, "best", task->seed);
    const double found = row >= 0 ? table_number_at(table1, (size_t)row, "gamma_alpha") : (double)NAN;
    return isfinite(found) ? found : 0.5;
}

static md_status trace(const struct study *study, const struct task *task, const md_problem *problem, const char *id,
                       const md_solver_spec *spec, struct table *table, md_error *error)
{
    md_status status = MD_OK;
    double residual = (double)INFINITY;
    for (double k = 1; status == MD_OK && residual > END && k < (double)study->max_sweeps; k = ceil(k * GROWTH)) {
        struct measured run;
        status = measure_seconds(problem, spec, (int64_t)k, study->repeats + 1, &run, error);
        if (status == MD_OK) {
            residual = run.residual.absolute;
            table_word(table, task->scene);
            table_number(table, task->seed);
            table_word(table, id);
            table_number(table, k);
            table_number(table, run.seconds);
            table_number(table, residual);
        }
    }
    return status;
}

static md_status trace_all(struct study *study, const struct task *task, const md_problem *problem,
                           const struct table *table1, struct table *table, md_error *error)
{
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && METHODS_BEST[i] != NULL && study_continue(study, (double)i / 4); ++i) {
        md_solver_spec spec = spec_of_gamma_alpha(best_gamma_alpha(table1, task));
        const struct method *method = method_of(METHODS_BEST[i]);
        if (method->spec != NULL) {
            status = md_solver_spec_parse(method->spec, &spec, error);
        }
        if (status == MD_OK) {
            status = trace(study, task, problem, method->id, &spec, table, error);
        }
    }
    return status;
}

md_status run_error_time(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    struct table table1 = {0};
    table_begin(table, "scene seed method k seconds residual");
    md_status status = table_read(&table1, study->data, "table1", error);
    md_problem *problem = md_problem_create(NULL);
    if (status == MD_OK) {
        status = problem != NULL ? measure_step(problem, task->scene, task->seed, 100, false, error)
                                 : md_fail_plain(error, MD_ERROR_MEMORY);
    }
    if (status == MD_OK) {
        status = trace_all(study, task, problem, &table1, table, error);
    }
    md_problem_destroy(problem);
    table_free(&table1);
    return status;
}
