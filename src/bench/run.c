/* Runs the plan: all engines and settings on one scene after another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/bench.h"

#define SETTLE_PIECE 20 /* steps between two looks at the progress */
#define WARM_STEPS 2    /* before a window, to fill the caches after the others' turns */

struct runner {
    const struct bench_plan *plan;
    struct bench_scene_result *result;
    const struct description *description;
    struct session **session;
    struct body_state *states;
    double *ms; /* of every window: repeats in a row an outcome */
    double start_height;
    double work_done, work_all; /* of the whole plan, in about equal seconds */
    bool stopped;
};

/* ---- How much there is to do --------------------------------------------------------------------------------------- */

static int scaled(int steps, double effort)
{
    const int wanted = (int)lround(steps * effort);
    return wanted > 0 ? wanted : 1;
}

static int repeats_of(const struct bench_plan *plan, const struct bench_scene *scene)
{
    return plan->repeats < scene->repeats_most ? plan->repeats : scene->repeats_most;
}

/* Sweeps over bodies, and as much again as ten sweeps for the rest of a step. */
static double work_of_step(const char *words, int32_t size)
{
    const double sweeps = words_number(words, "iterations", 0) + words_number(words, "velocity", 0) + 10;
    return size * sweeps * words_number(words, "substeps", 1);
}

static bool is_planned(const struct bench_plan *plan, const struct bench_scene *scene, enum setting_level level)
{
    return level <= plan->level && level <= scene->level_most && (!plan->plain || level <= scene->level_plain);
}

static int list_outcomes(const struct bench_plan *plan, const struct bench_scene *scene, struct bench_outcome *outcome)
{
    int count = 0;
    for (int e = 0; e < plan->engine_count; ++e) {
        const struct engine_info *engine = plan->engine[e];
        for (int s = 0; s < engine->setting_count; ++s) {
            if (is_planned(plan, scene, engine->setting[s].level)) {
                outcome[count] = (struct bench_outcome){.engine = engine, .threads = 1};
                snprintf(outcome[count].words, sizeof outcome->words, "%s", engine->setting[s].words);
                ++count;
            }
        }
        for (int t = 0; t < plan->thread_count; ++t) {
            if (plan->threads[t] > 1 && plan->threads[t] <= engine->threads_most) {
                outcome[count] = (struct bench_outcome){.engine = engine, .threads = plan->threads[t]};
                snprintf(outcome[count].words, sizeof outcome->words, "%s threads=%d", engine->setting[0].words,
                         plan->threads[t]);
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

static void tell(struct runner *runner, const struct bench_outcome *outcome, double work)
{
    char label[160];
    runner->work_done += work;
    if (runner->plan->tell != NULL) {
        snprintf(label, sizeof label, "%s, %s", runner->result->scene->name, outcome->engine->name);
        runner->stopped = !runner->plan->tell(runner->plan->user, runner->work_done / runner->work_all, label);
    }
}

/* What a peer does wrong is its outcome's problem; what Modulus does wrong in this process is an error. */
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
    tell(runner, outcome, steps * work_of_step(outcome->words, runner->description->body_count));
    return note_problem(outcome, status, error);
}

/* One slow world must not hold up a run that promises to be over in minutes. */
static void note_impatience(const struct runner *runner, struct bench_outcome *outcome, double seconds)
{
    if (runner->plan->patience > 0 && seconds > runner->plan->patience && outcome->problem[0] == '\0') {
        snprintf(outcome->problem, sizeof outcome->problem, "left out: more than %.0f s to settle (use --scene %s)",
                 runner->plan->patience, runner->result->scene->name);
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
        note_impatience(runner, outcome, seconds);
    }
    outcome->settle_ms = 1e3 * seconds / runner->result->settle;
    return status;
}

static void keep_accuracy(struct bench_outcome *outcome, const struct accuracy *now, int windows)
{
    struct accuracy *kept = &outcome->accuracy;
    if (windows == 0) {
        *kept = *now;
        return;
    }
    const double share = 1.0 / (windows + 1);
    kept->finite = kept->finite && now->finite;
    kept->touching = now->touching;
    kept->overlapping = now->overlapping;
    kept->penetration += share * (now->penetration - kept->penetration);
    kept->penetration_overlapping += share * (now->penetration_overlapping - kept->penetration_overlapping);
    kept->penetration_max = fmax(kept->penetration_max, now->penetration_max);
    kept->kinetic += share * (now->kinetic - kept->kinetic);
    kept->height = now->height;
    kept->joint_error += share * (now->joint_error - kept->joint_error);
    kept->joint_error_max = fmax(kept->joint_error_max, now->joint_error_max);
}

static md_status measure(struct runner *runner, int i, int window, md_error *error)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    struct accuracy now;
    const md_status status = note_problem(outcome, session_state(runner->session[i], runner->states, error), error);
    if (status != MD_OK || outcome->problem[0] != '\0') {
        return status;
    }
    if (!accuracy_measure(runner->description, runner->states, &now)) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory");
    }
    keep_accuracy(outcome, &now, window);
    if (!now.finite) {
        snprintf(outcome->problem, sizeof outcome->problem, "bodies left the numbers");
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
    runner->ms[i * REPEATS_MOST + window] = ms;
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

static int by_size(const void *first, const void *second)
{
    const double a = *(const double *)first;
    const double b = *(const double *)second;
    return (a > b) - (a < b);
}

#define FALLEN 0.1 /* of the height of the centre of mass above the lowest body, lost: it did not stand */

static double lowest(const struct description *description)
{
    double y = INFINITY;
    for (int32_t i = 0; i < description->body_count; ++i) {
        y = description->body[i].type == BODY_DYNAMIC ? fmin(y, description->body[i].start.y) : y;
    }
    return y;
}

static void finish_outcome(struct runner *runner, int i)
{
    struct bench_outcome *outcome = &runner->result->outcome[i];
    const int repeats = runner->result->repeats;
    if (outcome->problem[0] == '\0' && repeats > 0) {
        double *ms = &runner->ms[i * REPEATS_MOST];
        qsort(ms, (size_t)repeats, sizeof *ms, by_size);
        outcome->median_ms = repeats % 2 == 1 ? ms[repeats / 2] : (ms[repeats / 2 - 1] + ms[repeats / 2]) / 2;
        outcome->sunk = runner->start_height - outcome->accuracy.height;
        outcome->fell = runner->result->scene->stands &&
                        outcome->sunk > FALLEN * (runner->start_height - lowest(runner->description));
    }
}

/* Settle all, then take turns. */
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

static void start_height(struct runner *runner)
{
    struct accuracy start = {0};
    for (int32_t i = 0; i < runner->description->body_count; ++i) {
        runner->states[i] = runner->description->body[i].start;
    }
    if (accuracy_measure(runner->description, runner->states, &start)) {
        runner->start_height = start.height;
    }
}

static md_status run_scene(struct runner *runner, md_error *error)
{
    struct bench_scene_result *result = runner->result;
    struct description description = bench_scene_build(result->scene);
    const size_t count = (size_t)result->outcome_count;
    md_status status = MD_ERROR_MEMORY;
    runner->description = &description;
    runner->session = calloc(count + 1, sizeof *runner->session);
    runner->states = calloc((size_t)description.body_count + 1, sizeof *runner->states);
    runner->ms = calloc(count * REPEATS_MOST + 1, sizeof *runner->ms);
    if (!description.failed && runner->session != NULL && runner->states != NULL && runner->ms != NULL) {
        result->shapes = description.shape_count;
        result->joints = description.joint_count;
        start_height(runner);
        status = run_outcomes(runner, error);
    } else {
        md_fail(error, status, "out of memory");
    }
    free(runner->session);
    free(runner->states);
    free(runner->ms);
    runner->description = NULL;
    description_free(&description);
    return status;
}

/* ---- All ------------------------------------------------------------------------------------------------------------- */

static md_status plan_scene(const struct bench_plan *plan, const struct bench_scene *scene,
                            struct bench_scene_result *result)
{
    struct description description = bench_scene_build(scene);
    *result = (struct bench_scene_result){.scene = scene,
                                          .bodies = description.body_count,
                                          .settle = scaled(scene->settle, plan->effort),
                                          .window = scaled(scene->window, plan->effort)};
    description_free(&description);
    result->outcome = calloc((size_t)plan->engine_count * (SETTINGS_MOST + THREADS_MOST), sizeof *result->outcome);
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
        runner.work_all += status == MD_OK ? work_of_scene(plan, &results->scene[i]) : 0;
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
