/* The paper's figures of the residual against the iteration: k = 0 to 200 for the LCP of step 100, with friction. */
#include <math.h>

#include "base/error.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"
#include "reproduce/experiments/methods.h"

#define STEP 100
#define SWEEPS 200
#define MAX_CURVES 8

struct curve {
    double residual[SWEEPS + 1];
};

static bool observe(void *user, const md_progress *progress)
{
    struct curve *curve = user;
    if (progress->iteration <= SWEEPS) {
        curve->residual[progress->iteration] = progress->residual.absolute;
    }
    return true;
}

static md_status trace(const md_problem *problem, const char *id, struct curve *curve, md_error *error)
{
    md_solver_spec spec;
    md_result result;
    const md_limits limits = {.max_iterations = SWEEPS, .observe = observe, .observe_user = curve};
    for (int k = 0; k <= SWEEPS; ++k) {
        curve->residual[k] = (double)NAN;
    }
    md_status status = md_solver_spec_parse(method_of(id)->spec, &spec, error);
    md_solver *solver = md_solver_create(NULL);
    if (status == MD_OK) {
        status = solver != NULL ? md_solver_solve(solver, &spec, problem, &limits, &result, error)
                                : md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_solver_destroy(solver);
    return status;
}

static md_status trace_all(const struct task *task, const md_problem *problem, struct table *table, md_error *error)
{
    static struct curve curves[MAX_CURVES]; /* 13 KB; tasks run one after another */
    md_status status = MD_OK;
    size_t count = 0;
    for (; status == MD_OK && METHODS_BY_ITERATION[count] != NULL && count < MAX_CURVES; ++count) {
        status = trace(problem, METHODS_BY_ITERATION[count], &curves[count], error);
    }
    for (int k = 0; status == MD_OK && k <= SWEEPS; ++k) {
        table_word(table, task->scene);
        table_number(table, task->seed);
        table_number(table, k);
        for (size_t i = 0; i < count; ++i) {
            table_number(table, curves[i].residual[k]);
        }
    }
    return status;
}

md_status run_by_iteration(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    (void)study;
    table_begin(table, "scene seed k pgs mean dgamma half auto");
    md_problem *problem = md_problem_create(NULL);
    if (problem == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_status status = measure_step(problem, task->scene, task->seed, STEP, true, error);
    if (status == MD_OK) {
        status = trace_all(task, problem, table, error);
    }
    md_problem_destroy(problem);
    return status;
}
