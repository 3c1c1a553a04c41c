/* The paper's figures of the residual after 10 iterations against the step. Every method drives its own simulation: the
 * first step starts from zero, each later step from the solution of the previous one. Friction and restitution are those
 * of the paper.
 *
 * The table holds the geometric mean of RES over each window of 10 steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/experiments/measure.h"

#define WINDOW 10
#define MIN_RES 1e-16 /* a smaller RES is rounding error, and counts as this */

struct watch {
    struct study *study;
    double *sums; /* of log10 RES, one per window */
    double share_before, share_of_run;
    int64_t steps;
};

static bool after_step(void *user, const struct scene *scene, int64_t step, const md_step_report *report)
{
    struct watch *watch = user;
    (void)scene;
    watch->sums[(step - 1) / WINDOW] += log10(fmax(report->residual.absolute, MIN_RES));
    return study_continue(watch->study,
                          watch->share_before + watch->share_of_run * (double)step / (double)watch->steps);
}

static size_t count_methods(void)
{
    size_t count = 0;
    while (METHODS_BY_STEP[count] != NULL) {
        ++count;
    }
    return count;
}

/* Runs one method; `sums` has one number per window. */
static md_status run_method(struct study *study, const struct task *task, size_t index, size_t count, double *sums,
                            md_error *error)
{
    const struct method *method = method_of(METHODS_BY_STEP[index]);
    struct watch watch = {.study = study,
                          .sums = sums,
                          .share_before = (double)index / (double)count,
                          .share_of_run = 1.0 / (double)count,
                          .steps = study->steps};
    const struct simulation simulation = {.scene = task->scene,
                                          .seed = task->seed,
                                          .solver = method->spec,
                                          /* The same for all methods but auto_own, which uses the engine's default. */
                                          .position_solver = strcmp(method->id, "auto_own") == 0 ? method->spec : "pgs",
                                          .sweeps = 10,
                                          .steps = study->steps,
                                          .after = after_step,
                                          .user = &watch};
    return simulate(&simulation, error);
}

static void add_rows(const struct study *study, const struct task *task, const double *sums, size_t count,
                     struct table *table)
{
    const size_t windows = (size_t)study->steps / WINDOW;
    for (size_t window = 0; window < windows; ++window) {
        table_word(table, task->scene);
        table_number(table, task->seed);
        table_number(table, (double)(window * WINDOW + 1));
        for (size_t i = 0; i < count; ++i) {
            table_number(table, pow(10, sums[i * (windows + 1) + window] / WINDOW));
        }
    }
}

md_status run_by_step(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    table_begin(table, "scene seed step pgs g2a1 g2a2 g2a3 g2a4 g2a5 g2a6 g1a1 g1a2 g1a3 g1a4 g1a5 g1a6 auto auto_own");
    const size_t windows = (size_t)study->steps / WINDOW;
    const size_t count = count_methods();
    double *sums = calloc((count + 1) * (windows + 1), sizeof *sums);
    if (sums == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < count && !study->stopped; ++i) {
        status = run_method(study, task, i, count, sums + i * (windows + 1), error);
    }
    if (status == MD_OK) {
        add_rows(study, task, sums, count, table);
    }
    free(sums);
    return status;
}
