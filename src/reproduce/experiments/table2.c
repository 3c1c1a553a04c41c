/* Table 2 of the paper: the time of 1,000 steps with 200 iterations per step. */
#include <math.h>

#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/experiments/measure.h"

#define SWEEPS 200
#define METHOD_COUNT 8

struct watch {
    struct study *study;
    double solve, total;   /* seconds */
    double log_sum;        /* of log10 RES */
    double rows;           /* summed over the steps */
    double share, portion; /* progress before this run, and the part of this run */
    int64_t steps;
};

static bool after_step(void *user, const struct scene *scene, int64_t step, const md_step_report *report)
{
    struct watch *watch = user;
    (void)scene;
    watch->solve += report->seconds.solve;
    watch->total += report->seconds.total;
    watch->rows += report->rows;
    watch->log_sum += log10(fmax(report->residual.absolute, 1e-16));
    return study_continue(watch->study, watch->share + watch->portion * (double)step / (double)watch->steps);
}

static md_status run_method(const struct task *task, const char *id, struct watch *watch, md_error *error)
{
    const struct simulation simulation = {.scene = task->scene,
                                          .seed = task->seed,
                                          .solver = method_of(id)->spec,
                                          .position_solver = "pgs",
                                          .sweeps = SWEEPS,
                                          .steps = watch->steps,
                                          .after = after_step,
                                          .user = watch};
    return simulate(&simulation, error);
}

/* The methods take turns, so that a slow moment of the machine does not affect only one of them. */
md_status run_table2(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    struct watch best[METHOD_COUNT] = {{0}};
    md_status status = MD_OK;
    table_begin(table, "scene seed method steps seconds solve_seconds row_sweep_ns mean_log10_residual");
    const double runs = (double)METHOD_COUNT * study->repeats;
    for (int32_t repeat = 0; status == MD_OK && repeat < study->repeats; ++repeat) {
        for (size_t i = 0; status == MD_OK && i < METHOD_COUNT && !study->stopped; ++i) {
            struct watch watch = {.study = study,
                                  .share = ((double)repeat * METHOD_COUNT + (double)i) / runs,
                                  .portion = 1 / runs,
                                  .steps = study->table2_steps};
            status = run_method(task, METHODS_TABLE2[i], &watch, error);
            if (repeat == 0 || watch.solve < best[i].solve) {
                best[i] = watch;
            }
        }
    }
    for (size_t i = 0; status == MD_OK && i < METHOD_COUNT && !study->stopped; ++i) {
        table_word(table, task->scene);
        table_number(table, task->seed);
        table_word(table, METHODS_TABLE2[i]);
        table_number(table, (double)best[i].steps);
        table_number(table, best[i].total);
        table_number(table, best[i].solve);
        table_number(table, 1e9 * best[i].solve / (best[i].rows * SWEEPS));
        table_number(table, best[i].log_sum / (double)best[i].steps);
    }
    return status;
}
