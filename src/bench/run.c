/* Runs the plan: all engines and settings, one scene after another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/bench.h"

#define SETTLE_PIECE 20 /* steps between two reports of the progress */
#define WARM_STEPS 2    /* steps before a window, to fill the caches after the other worlds' turns */

struct runner {
    const struct bench_plan *plan;
    struct bench_scene_result *result;
    const struct any_description *description;
    struct session **session;
    struct any_states states;
    double *ms; /* times of the windows, MAX_REPEATS per outcome */
    double start_height;
    double work_done, total_work; /* of the whole plan, roughly proportional to time */
    bool stopped;
};

/* ---- Estimate of the work ------------------------------------------------------------------------------------------ */

static int scaled(int steps, double effort)
{
    const int result = (int)lround(steps * effort);
    return result > 0 ? result : 1;
}

static int repeats_of(const struct bench_plan *plan, const struct bench_scene *scene)
{
    return plan->repeats < scene->max_repeats ? plan->repeats : scene->max_repeats;
}

/* The work of the sweeps, plus that of ten sweeps for the rest of a step. */
static double work_of_step(const char *words, int32_t size)
{
    const double sweeps = words_number(words, "iterations", 0) + words_number(words, "velocity", 0) + 10;
    return size * sweeps * words_number(words, "substeps", 1);
}

static bool is_planned(const struct bench_plan *plan, const struct bench_scene *scene, enum setting_level level)
{
    return level <= plan->level && level <= scene->max_level && (!plan->plain || level <= scene->default_level);
}

static int list_outcomes(const struct bench_plan *plan, const struct bench_scene *scene, struct bench_outcome *outcome)
{
    int count = 0;
    for (int e = 0; e < plan->engine_count; ++e) {
        const struct engine_info *engine = plan->engine[e];
        const int dimensions = scene->build3 != NULL ? 3 : 2;
        const char *standard = engine_info_default(engine, dimensions);
        for (int s = 0; s < engine->setting_count; ++s) {
            if (engine->setting[s].dimensions == dimensions && is_planned(plan, scene, engine->setting[s].level)) {
                outcome[count] = (struct bench_outcome){.engine = engine, .threads = 1};
                snprintf(outcome[count].words, sizeof outcome->words, "%s", engine->setting[s].words);
                ++count;
            }
        }
        for (int t = 0; standard != NULL && t < plan->thread_count; ++t) {
            if (plan->threads[t] > 1 && plan->threads[t] <= engine->max_threads) {
                outcome[count] = (struct bench_outcome){.engine = engine, .threads = plan->threads[t]};
                snprintf(outcome[count].words, sizeof outcome->words, "%s threads=%d", standard, plan->threads[t]);
                ++count;
            }
        }
    }
    return count;
}

static double work_of_scene(const struct bench_plan *plan, const struct bench_scene_result *result)
{
    double work = 0;
    for (int i = 0; i < result->outcome_count; ++i) {
        const double steps = result->settle + repeats_of(plan, result->scene) * (result->window + WARM_STEPS);
        work += steps * work_of_step(result->outcome[i].words, result->bodies);
    }
    return work;
}

/* ---- One world ------------------------------------------------------------------------------------------------------- */

static void report_progress(struct runner *runner, const struct bench_outcome *outcome, double work)
{
    char label[160];
    runner->work_done += work;
    if (runner->plan->progress != NULL) {
        snprintf(label, sizeof label, "%s, %s", runner->result->scene->name, outcome->engine->name);
        runner->stopped = !runner->plan->progress(runner->plan->user, runner->work_done / runner->total_work, label);
    }
}

/* The failure of a peer is noted in its outcome; a failure of Modulus in this process is an error. */
static md_status note_problem(struct bench_outcome *outcome, md_status status, const md_error *error)
{
    if (status != MD_OK) {
        snprintf(outcome->problem, sizeof outcome->problem, "%.250s", error->message);
    }
    return outcome->engine->local != NULL ? status : MD_OK;
}

static md_status step_some(struct runner *runner, int i, int steps, struct timing *timing, md_error *error)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    const md_status status = session_step(runner->session[i], steps, timing, error);
    report_progress(runner, outcome, steps * work_of_step(outcome->words, runner->result->bodies));
    return note_problem(outcome, status, error);
}

/* Skips a world that settles too slowly, so that a default run takes only minutes. */
static void check_patience(const struct runner *runner, struct bench_outcome *outcome, double seconds)
{
    if (runner->plan->patience > 0 && seconds > runner->plan->patience && outcome->problem[0] == '\0') {
        snprintf(outcome->problem, sizeof outcome->problem,
                 "skipped: needs more than %.0f s to settle (use --scene %s)", runner->plan->patience,
                 runner->result->scene->name);
    }
}

static md_status settle(struct runner *runner, int i, md_error *error)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    double seconds = 0;
    md_status status = note_problem(
        outcome, session_open(&runner->session[i], outcome->engine, runner->description, outcome->words, error), error);
    for (int done = 0;
         status == MD_OK && outcome->problem[0] == '\0' && done < runner->result->settle && !runner->stopped;
         done += SETTLE_PIECE) {
        const int left = runner->result->settle - done;
        struct timing timing;
        status = step_some(runner, i, left < SETTLE_PIECE ? left : SETTLE_PIECE, &timing, error);
        seconds += timing.seconds;
        check_patience(runner, outcome, seconds);
    }
    outcome->settle_ms = 1e3 * seconds / runner->result->settle;
    return status;
}

static void average_accuracy(struct bench_outcome *outcome, const struct accuracy *now, int windows)
{
    struct accuracy *mean = &outcome->accuracy;
    if (windows == 0) {
        *mean = *now;
        return;
    }
    const double weight = 1.0 / (windows + 1);
    mean->finite = mean->finite && now->finite;
    mean->touching = now->touching;
    mean->overlapping = now->overlapping;
    mean->penetration += weight * (now->penetration - mean->penetration);
    mean->penetration_overlapping += weight * (now->penetration_overlapping - mean->penetration_overlapping);
    mean->penetration_max = fmax(mean->penetration_max, now->penetration_max);
    mean->kinetic += weight * (now->kinetic - mean->kinetic);
    mean->height = now->height;
    mean->top_sag = fabs(now->top_sag) > fabs(mean->top_sag) ? now->top_sag : mean->top_sag;
    mean->joint_error += weight * (now->joint_error - mean->joint_error);
    mean->joint_error_max = fmax(mean->joint_error_max, now->joint_error_max);
}

static md_status measure(struct runner *runner, int i, int window, md_error *error)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    struct accuracy now;
    const md_status status = note_problem(outcome, session_state(runner->session[i], &runner->states, error), error);
    if (status != MD_OK || outcome->problem[0] != '\0') {
        return status;
    }
    if (!any_accuracy(runner->description, &runner->states, &now)) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    average_accuracy(outcome, &now, window);
    if (!now.finite) {
        snprintf(outcome->problem, sizeof outcome->problem, "the state is not finite");
    }
    return MD_OK;
}

static md_status time_window(struct runner *runner, int i, int window, md_error *error)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    const int steps = runner->result->window;
    struct timing timing;
    md_status status = step_some(runner, i, WARM_STEPS, &timing, error);
    if (status == MD_OK && outcome->problem[0] == '\0') {
        status = step_some(runner, i, steps, &timing, error);
    }
    if (status != MD_OK || outcome->problem[0] != '\0') {
        return status;
    }
    const double ms = 1e3 * timing.seconds / steps;
    runner->ms[i * MAX_REPEATS + window] = ms;
    if (window == 0 || ms < outcome->ms) {
        outcome->ms = ms;
        outcome->phases = timing.phases;
        for (int p = 0; p < timing.phases.count; ++p) {
            outcome->phases.seconds[p] /= steps;
        }
    }
    return measure(runner, i, window, error);
}

/* ---- One scene ------------------------------------------------------------------------------------------------------- */

static int ascending(const void *first, const void *second)
{
    const double a = *(const double *)first;
    const double b = *(const double *)second;
    return (a > b) - (a < b);
}

/* A scene has fallen if its centre of mass sinks by this fraction of its height above the lowest body. */
#define FALLEN 0.1

static void finish_outcome(struct runner *runner, int i)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    const int repeats = runner->result->repeats;
    if (outcome->problem[0] == '\0' && repeats > 0) {
        double *ms = &runner->ms[i * MAX_REPEATS];
        qsort(ms, (size_t)repeats, sizeof *ms, ascending);
        outcome->median_ms = repeats % 2 == 1 ? ms[repeats / 2] : (ms[repeats / 2 - 1] + ms[repeats / 2]) / 2;
        outcome->sunk = runner->start_height - outcome->accuracy.height;
        outcome->fell = runner->result->scene->stands &&
                        outcome->sunk > FALLEN * (runner->start_height - any_lowest_start(runner->description));
    }
}

/* Lets all worlds settle, then times them in turns. */
static md_status run_outcomes(struct runner *runner, md_error *error)
{
    struct bench_scene_result *result = runner->result;
    const int repeats = repeats_of(runner->plan, result->scene);
    md_status status = MD_OK;
    for (int i = 0; status == MD_OK && i < result->outcome_count && !runner->stopped; ++i) {
        status = settle(runner, i, error);
    }
    for (int r = 0; status == MD_OK && r < repeats && !runner->stopped; ++r) {
        for (int i = 0; status == MD_OK && i < result->outcome_count && !runner->stopped; ++i) {
            if (result->outcome[i].problem[0] == '\0') {
                status = time_window(runner, i, r, error);
            }
        }
        result->repeats += !runner->stopped;
    }
    for (int i = 0; i < result->outcome_count; ++i) {
        session_close(runner->session[i]);
        finish_outcome(runner, i);
    }
    return status;
}

static void measure_start_height(struct runner *runner)
{
    struct accuracy start = {0};
    if (any_accuracy(runner->description, &runner->states, &start)) {
        runner->start_height = start.height;
    }
}

static md_status run_scene(struct runner *runner, md_error *error)
{
    struct bench_scene_result *result = runner->result;
    struct any_description description = bench_scene_build(result->scene);
    const size_t count = (size_t)result->outcome_count;
    md_status status = MD_ERROR_MEMORY;
    runner->description = &description;
    runner->session = calloc(count + 1, sizeof *runner->session);
    runner->states = any_states_create(&description);
    runner->ms = calloc(count * MAX_REPEATS + 1, sizeof *runner->ms);
    if (!any_description_failed(&description) && runner->session != NULL &&
        (runner->states.flat != NULL || runner->states.solid != NULL) && runner->ms != NULL) {
        measure_start_height(runner);
        status = run_outcomes(runner, error);
    } else {
        md_fail(error, status, "out of memory");
    }
    free(runner->session);
    any_states_free(&runner->states);
    free(runner->ms);
    runner->description = NULL;
    any_description_free(&description);
    return status;
}

/* ---- The run ---------------------------------------------------------------------------------------------------------- */

static void count_contents(const struct bench_scene *scene, struct bench_scene_result *result)
{
    struct any_description description = bench_scene_build(scene);
    result->bodies = any_body_count(&description);
    result->shapes = any_shape_count(&description);
    result->joints = any_joint_count(&description);
    any_description_free(&description);
}

static md_status plan_scene(const struct bench_plan *plan, const struct bench_scene *scene,
                            struct bench_scene_result *result)
{
    *result = (struct bench_scene_result){
        .scene = scene, .settle = scaled(scene->settle, plan->effort), .window = scaled(scene->window, plan->effort)};
    count_contents(scene, result);
    result->outcome = calloc((size_t)plan->engine_count * (MAX_SETTINGS + MAX_THREAD_COUNTS), sizeof *result->outcome);
    if (result->outcome == NULL) {
        return MD_ERROR_MEMORY;
    }
    result->outcome_count = list_outcomes(plan, scene, result->outcome);
    return MD_OK;
}

md_status bench_run(const struct bench_plan *plan, struct bench_results *results, md_error *error)
{
    struct runner runner = {.plan = plan};
    *results = (struct bench_results){.engine = plan->engine, .engine_count = plan->engine_count};
    results->scene = calloc((size_t)plan->scene_count + 1, sizeof *results->scene);
    md_status status = results->scene != NULL ? MD_OK : MD_ERROR_MEMORY;
    for (int i = 0; status == MD_OK && i < plan->scene_count; ++i) {
        status = plan_scene(plan, plan->scene[i], &results->scene[i]);
        results->scene_count += status == MD_OK;
        runner.total_work += status == MD_OK ? work_of_scene(plan, &results->scene[i]) : 0;
    }
    if (status != MD_OK) {
        return md_fail(error, status, "out of memory");
    }
    machine_name(results->machine, sizeof results->machine);
    results->before = machine_check();
    for (int i = 0; status == MD_OK && i < plan->scene_count && !runner.stopped; ++i) {
        runner.result = &results->scene[i];
        status = run_scene(&runner, error);
    }
    results->after = machine_check();
    results->stopped = runner.stopped;
    return status;
}

void bench_results_free(struct bench_results *results)
{
    for (int i = 0; i < results->scene_count; ++i) {
        free(results->scene[i].outcome);
    }
    free(results->scene);
    *results = (struct bench_results){0};
}
