/* The list of experiments; runs their unfinished tasks and joins the parts into one table per experiment. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "draw/plot.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/report/report.h"
#include "reproduce/study.h"

static int32_t every_seed(const struct study *study)
{
    return study->seeds;
}

static int32_t one_seed(const struct study *study)
{
    (void)study;
    return 1;
}

static int32_t table2_seeds(const struct study *study)
{
    return study->table2_seeds;
}

/* As many as in the README's table. */
static int32_t solver_pair_seeds(const struct study *study)
{
    return study->options->quick ? 1 : 12;
}

const struct experiment EXPERIMENTS[EXPERIMENT_COUNT] = {
    {"scenes", "Sizes of the scenes", run_scenes, true, every_seed, 0.3, 0.2},
    {"pictures", "Pictures of the scenes", run_pictures, true, one_seed, 0.4, 0.2},
    {"table1", "Table 1", run_table1, true, every_seed, 6, 3},
    {"by_iteration", "Residual against the iteration", run_by_iteration, true, every_seed, 0.05, 0.05},
    {"theorems", "Theorems", run_theorems, true, one_seed, 3, 1.2},
    {"error_time", "Error against time", run_error_time, true, one_seed, 4, 1},
    {"by_step", "Residual against the step", run_by_step, true, every_seed, 6, 1.6},
    {"table2", "Table 2", run_table2, true, table2_seeds, 35, 1.3},
    {"solver_pairs", "Velocities and positions", run_solver_pairs, false, solver_pair_seeds, 2, 2},
    {"public_problems", "Public problems", run_public_problems, false, NULL, 40, 7},
};

#define REPORT_SECONDS 3.0

bool study_continue(struct study *study, double fraction)
{
    const struct reproduce_options *options = study->options;
    const double done = study->weight_done + fraction * study->weight_now;
    if (options->progress != NULL && study->weight_total > 0) {
        options->progress(options->user, study->doing, done / study->weight_total);
    }
    study->stopped = study->stopped || (options->stop != NULL && options->stop(options->user));
    return !study->stopped;
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------------- */

/* Calls `each` for every task of an experiment, until one fails. */
static md_status for_each_task(struct study *study, const struct experiment *experiment,
                               md_status (*each)(struct study *, const struct task *, void *, md_error *), void *user,
                               md_error *error)
{
    const int32_t seeds = experiment->seeds != NULL ? experiment->seeds(study) : 0;
    md_status status = MD_OK;
    for (int32_t seed = seeds > 0 ? 1 : 0; status == MD_OK && seed <= seeds; ++seed) {
        for (size_t scene = 0; status == MD_OK && scene < (experiment->by_scene ? SCENE_COUNT : 1); ++scene) {
            const struct task task = {
                .experiment = experiment, .scene = experiment->by_scene ? SCENES[scene].name : NULL, .seed = seed};
            status = each(study, &task, user, error);
        }
    }
    return status;
}

static void name_part(const struct task *task, char *name, size_t size)
{
    snprintf(name, size, "%s-%s-%d", task->experiment->name, task->scene != NULL ? task->scene : "all",
             (int)task->seed);
}

/* The key of the public problems contains their folder, since results without it are not results with it. */
static void write_key(const struct study *study, const struct experiment *experiment, char *key, size_t size)
{
    const char *problems = experiment->run == run_public_problems ? study->options->problems : NULL;
    snprintf(key, size, "%s%s%.60s", study->key, problems != NULL ? ", " : "", problems != NULL ? problems : "");
}

/* Reads a table that an earlier run with the same key has finished. */
static bool read_finished(const struct study *study, const struct experiment *experiment, const char *folder,
                          const char *name, struct table *table)
{
    char key[sizeof table->key];
    write_key(study, experiment, key, sizeof key);
    const bool is_table = table_read(table, folder, name, NULL) == MD_OK;
    return is_table && (study->options->report_only || strcmp(table->key, key) == 0);
}

static bool is_experiment_finished(const struct study *study, const struct experiment *experiment)
{
    struct table table = {0};
    const bool finished = read_finished(study, experiment, study->data, experiment->name, &table);
    table_free(&table);
    return finished;
}

static bool is_task_finished(const struct study *study, const struct task *task)
{
    struct table table = {0};
    char name[128];
    name_part(task, name, sizeof name);
    const bool finished = read_finished(study, task->experiment, study->parts, name, &table);
    table_free(&table);
    return finished;
}

static md_status weigh_task(struct study *study, const struct task *task, void *user, md_error *error)
{
    (void)user;
    (void)error;
    if (!is_task_finished(study, task)) {
        const struct experiment *experiment = task->experiment;
        study->weight_total += study->options->quick ? experiment->seconds_quick : experiment->seconds;
    }
    return MD_OK;
}

static md_status measure_task(struct study *study, const struct task *task, md_error *error)
{
    struct table table = {0};
    char name[128];
    name_part(task, name, sizeof name);
    const double started = md_clock_seconds();
    md_status status = task->experiment->run(study, task, &table, error);
    if (status == MD_OK && !study->stopped) {
        table.seconds = md_clock_seconds() - started;
        write_key(study, task->experiment, table.key, sizeof table.key);
        status = table_write(&table, study->parts, name, error);
    }
    table_free(&table);
    return status;
}

static md_status run_task(struct study *study, const struct task *task, void *user, md_error *error)
{
    struct reproduce_result *result = user;
    if (is_task_finished(study, task)) {
        ++result->skipped;
        return MD_OK;
    }
    if (study->stopped) {
        ++result->left;
        return MD_OK;
    }
    char doing[128];
    const struct experiment *experiment = task->experiment;
    const int length = snprintf(doing, sizeof doing, "%s", experiment->title);
    if (task->scene != NULL) {
        snprintf(doing + length, sizeof doing - (size_t)length, ", %s, placement %d", task->scene, (int)task->seed);
    }
    study->doing = doing;
    study->weight_now = study->options->quick ? experiment->seconds_quick : experiment->seconds;
    const md_status status = study_continue(study, 0) ? measure_task(study, task, error) : MD_OK;
    study->weight_done += study->weight_now;
    study->doing = "";
    result->done += status == MD_OK && !study->stopped;
    result->left += study->stopped;
    return status;
}

static md_status append_part(struct study *study, const struct task *task, void *user, md_error *error)
{
    struct table part = {0};
    char name[128];
    name_part(task, name, sizeof name);
    const md_status status = table_read(&part, study->parts, name, error);
    table_append(user, &part);
    table_free(&part);
    return status;
}

static md_status remove_part(struct study *study, const struct task *task, void *user, md_error *error)
{
    char name[128];
    char path[3000];
    (void)user;
    (void)error;
    name_part(task, name, sizeof name);
    snprintf(path, sizeof path, "%s/%s.csv", study->parts, name);
    remove(path);
    snprintf(path, sizeof path, "%s/%s.json", study->parts, name);
    remove(path);
    return MD_OK;
}

/* Writes one table of all parts and removes the parts. */
static md_status join_parts(struct study *study, const struct experiment *experiment, md_error *error)
{
    struct table joined = {0};
    md_status status = for_each_task(study, experiment, append_part, &joined, error);
    if (status == MD_OK) {
        write_key(study, experiment, joined.key, sizeof joined.key);
        status = table_write(&joined, study->data, experiment->name, error);
    }
    table_free(&joined);
    return status == MD_OK ? for_each_task(study, experiment, remove_part, NULL, error) : status;
}

/* ---- The run ----------------------------------------------------------------------------------------------------------- */

static md_status run_experiment(struct study *study, const struct experiment *experiment,
                                struct reproduce_result *result, md_error *error)
{
    if (is_experiment_finished(study, experiment)) {
        ++result->skipped;
        return MD_OK;
    }
    if (study->options->report_only) {
        return md_fail(error, MD_ERROR_ARGUMENT, "--out %s: '%s' is not finished; run without --report-only first",
                       study->out, experiment->name);
    }
    const md_status status = for_each_task(study, experiment, run_task, result, error);
    return status == MD_OK && !study->stopped ? join_parts(study, experiment, error) : status;
}

static md_status run_all(struct study *study, struct reproduce_result *result, md_error *error)
{
    md_status status = MD_OK;
    study->weight_total = REPORT_SECONDS;
    for (size_t i = 0; i < EXPERIMENT_COUNT; ++i) {
        if (!is_experiment_finished(study, &EXPERIMENTS[i])) {
            for_each_task(study, &EXPERIMENTS[i], weigh_task, NULL, NULL);
        }
    }
    for (size_t i = 0; status == MD_OK && i < EXPERIMENT_COUNT; ++i) {
        status = run_experiment(study, &EXPERIMENTS[i], result, error);
    }
    if (status == MD_OK && !study->stopped) {
        study_clear_parts(study);
        study->doing = "Report";
        study->weight_now = REPORT_SECONDS;
        study_continue(study, 0);
        status = report_write(study, error);
    }
    result->stopped = study->stopped;
    return status;
}

md_status reproduce(const struct reproduce_options *options, struct reproduce_result *result, md_error *error)
{
    struct study study;
    const struct machine machine = machine_current();
    *result = (struct reproduce_result){0};
    md_status status = study_plan(&study, options, &machine, error);
    if (status == MD_OK && !plot_is_possible()) {
        status = md_fail(error, MD_ERROR_FILE,
                         "gnuplot is needed to draw the figures and was not found; Debian package: gnuplot-nox");
    }
    if (status == MD_OK && !options->report_only) {
        status = study_claim_folder(&study, &machine, error);
    }
    return status == MD_OK ? run_all(&study, result, error) : status;
}
