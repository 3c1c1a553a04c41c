/* One scene, one solver: the loop over the steps, and what it comes to. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "cli/run_sweeps.h"

/* What the world's callbacks are handed. */
struct watch {
    struct run_exports exports;
    struct run_sweeps sweeps;
    char first_warning[256];
    int64_t warnings;
};

static void on_limits(void *user, const md2_world *world, int32_t substep, md_limits *limits)
{
    struct watch *watch = user;
    (void)world;
    (void)substep;
    run_sweeps_limits(&watch->sweeps, limits);
}

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct watch *watch = user;
    run_sweeps_solved(&watch->sweeps, result);
    run_exports_solved(&watch->exports, substep, problem, result);
}

static void on_log(void *user, md2_log_level level, const char *message)
{
    struct watch *watch = user;
    if (level == MD2_LOG_WARNING && watch->warnings++ == 0) {
        snprintf(watch->first_warning, sizeof watch->first_warning, "%s", message);
    }
}

/* Of a solve that diverged the log tells. */
static void on_warn(void *user, const md2_world *world, const md_step_report *report)
{
    if (report->outcome != MD_DIVERGED) {
        char message[120];
        snprintf(message, sizeof message, "step %lld ended far from converged, with a relative residual of %.2g",
                 (long long)md2_world_steps(world), report->residual.relative);
        on_log(user, MD2_LOG_WARNING, message);
    }
}

static void tell_warnings(const struct watch *watch, bool quiet)
{
    if (watch->warnings > 0 && !quiet) {
        fprintf(stderr, "modulus: warning: %s", watch->first_warning);
        if (watch->warnings > 1) {
            fprintf(stderr, " (and %lld more)", (long long)watch->warnings - 1);
        }
        fputc('\n', stderr);
    }
}

/* ---- Before the first step ---------------------------------------------------------------------------------------------- */

/* The scene's world with what the options change. */
static int configure(const struct run_options *options, const md_solver_spec *solver, struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    if (solver != NULL) {
        def.solver = *solver;
    }
    if (gives_limits(&options->limits)) {
        const md_limits limits = limits_of(&options->limits);
        /* A tolerance or a budget ends a solve long before its count of sweeps; the LCP of positions has neither,
         * and keeps its own. */
        if (def.position_iterations == 0 && (limits_have_tolerance(&limits) || limits.budget_us > 0)) {
            def.position_iterations = def.limits.max_iterations;
        }
        def.limits = limits;
    }
    if (options->substeps > 0) {
        def.substeps = options->substeps <= 1000 ? (int32_t)options->substeps : 0;
    }
    if (def.substeps == 0) {
        return fail_with(EXIT_BAD_INPUT, "run: --substeps %lld, expected 1 to 1000", (long long)options->substeps);
    }
    if (options->threads > MD2_MAX_THREADS) {
        return fail_with(EXIT_BAD_INPUT, "run: --threads %lld, expected 1 to %d", (long long)options->threads,
                         MD2_MAX_THREADS);
    }
    def.threads = options->threads > 0 ? (int32_t)options->threads : 1;
    const md_status status = md2_world_set_def(scene->world, &def);
    return status == MD_OK
               ? -1
               : fail_with(EXIT_BAD_INPUT, "run: the world refuses these settings: %s", md_status_text(status));
}

static double total_energy(const md2_world *world)
{
    return md2_world_kinetic_energy(world) + md2_world_potential_energy(world);
}

static void describe(const struct run_options *options, const struct scene *scene, struct run_result *result)
{
    const md2_world_def def = md2_world_get_def(scene->world);
    snprintf(result->scene, sizeof result->scene, "%s", scene->name);
    md_solver_spec_format(&def.solver, result->label, sizeof result->label);
    result->dt = options->dt > 0 ? options->dt : (double)scene->dt;
    result->limits = def.limits;
    result->substeps = def.substeps;
    result->bodies = md2_world_body_count(scene->world);
    result->shapes = md2_world_shape_count(scene->world);
    result->joints = md2_world_joint_count(scene->world);
    result->energy_start = total_energy(scene->world);
}

/* What is asked for a step that there will not be. */
static int check_steps(const struct run_options *options, const struct run_exports *exports, int64_t steps,
                       int32_t substeps)
{
    for (size_t i = 0; i < options->pictures.count; ++i) {
        int64_t step = -1;
        split_step(options->pictures.at[i], &step);
        if (step > steps) {
            return fail_with(EXIT_BAD_INPUT, "--picture %s: there are only %lld steps (see --steps)",
                             options->pictures.at[i], (long long)steps);
        }
    }
    for (size_t i = 0; i < exports->count; ++i) {
        if (exports->at[i].step > steps) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: step %lld, and there are only %lld (see --steps)",
                             (long long)exports->at[i].step, (long long)steps);
        }
        if (exports->at[i].substep >= substeps) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: substep %d, and a step has only %d (see --substeps)",
                             exports->at[i].substep + 1, substeps);
        }
    }
    return -1;
}

/* ---- The steps ---------------------------------------------------------------------------------------------------------- */

static void add_step(struct run_result *result, const md_step_report *report)
{
    result->last = *report;
    ++result->steps;
    if (report->residual.absolute > 0 && isfinite(report->residual.absolute)) {
        /* Where nothing bears on anything the residual is rounding, down to 1e-30: such steps count as solved to the
         * last bit. */
        result->log_residual_sum += log10(fmax(report->residual.absolute, (double)MD_REAL_EPSILON));
        ++result->log_residual_count;
    }
    if (report->outcome == MD_DIVERGED && result->first_diverged == 0) {
        result->first_diverged = result->steps;
    }
    if (result->residuals != NULL) {
        result->residuals[result->steps - 1] = watched_residual(&result->limits, &report->residual);
    }
}

static int do_step(struct scene *scene, struct watch *watch, struct run_outputs *outputs, struct output_file *history,
                   struct run_result *result)
{
    md_step_report report;
    watch->exports.step = result->steps + 1;
    const md_status status = md2_world_step(scene->world, (md_real)result->dt, &report);
    if (status != MD_OK) {
        return fail_with(EXIT_FAILED, "%s: step %lld: %s", result->scene, (long long)result->steps + 1,
                         md_status_text(status));
    }
    if (watch->exports.ended >= 0) {
        return watch->exports.ended;
    }
    const int ended = run_sweeps_step(&watch->sweeps);
    if (ended >= 0) {
        return ended;
    }
    add_step(result, &report);
    result->left_numbers = !isfinite(report.kinetic_energy);
    if (history != NULL) {
        run_history_step(history, result, &report, md2_world_potential_energy(scene->world));
    }
    return run_outputs_step(outputs, scene, &report);
}

static int64_t steps_wanted(const struct run_options *options, const struct scene *scene, const struct watch *watch)
{
    if (options->steps > 0) {
        return options->steps;
    }
    return options->sweeps_in != NULL ? (int64_t)watch->sweeps.in.steps : scene->steps;
}

static int do_steps(const struct run_options *options, struct scene *scene, struct watch *watch,
                    struct run_outputs *outputs, struct output_file *history, struct run_result *result)
{
    const int64_t steps = steps_wanted(options, scene, watch);
    char label[200];
    snprintf(label, sizeof label, "%s, %s", result->scene, result->label);
    struct progress progress = progress_begin(label, "steps", steps, options->quiet);
    int ended = -1;
    interrupt_catch();
    while (ended < 0 && result->steps < steps && !interrupt_seen() && !result->left_numbers) {
        ended = do_step(scene, watch, outputs, history, result);
        progress_show(&progress, result->steps);
    }
    result->interrupted = interrupt_seen() && result->steps < steps;
    interrupt_release();
    progress_end(&progress);
    return ended;
}

/* From the open scene to the end. `files` gets a line for each file. */
static int run_scene(const struct run_options *options, struct scene *scene, struct watch *watch, const char *label,
                     struct output_file *history, struct run_result *result, FILE *files)
{
    const int64_t steps = steps_wanted(options, scene, watch);
    watch->exports.files = files;
    int ended = check_steps(options, &watch->exports, steps, result->substeps);
    if (ended >= 0) {
        return ended;
    }
    if (options->plot != NULL) {
        result->residuals = calloc((size_t)steps + 1, sizeof *result->residuals);
        if (result->residuals == NULL) {
            return fail_with(EXIT_FAILED, "out of memory for the plot");
        }
    }
    struct run_outputs *outputs = NULL;
    ended = run_outputs_begin(&outputs, options, scene, result, label, files);
    if (ended < 0) {
        ended = do_steps(options, scene, watch, outputs, history, result);
    }
    if (ended < 0) {
        ended = run_outputs_end(outputs, scene);
    }
    run_outputs_free(outputs);
    if (ended < 0) {
        ended = run_exports_check(&watch->exports, result->steps);
    }
    result->energy_end = total_energy(scene->world);
    result->hash = md2_world_hash(scene->world);
    result->statistics = md2_world_statistics(scene->world);
    return ended < 0 ? run_sweeps_end(&watch->sweeps, result->hash, files) : ended;
}

static int open_and_run(const struct run_options *options, const md_solver_spec *solver, struct watch *watch,
                        bool is_one_of_several, struct output_file *history, struct run_result *result)
{
    struct scene scene = {0};
    size_t size = 0;
    const bool watches_solves = options->exports.count > 0 || options->sweeps_in != NULL || options->sweeps_out != NULL;
    const md2_callbacks callbacks = {.user = watch,
                                     .limits = options->sweeps_in != NULL ? on_limits : NULL,
                                     .solved = watches_solves ? on_solved : NULL,
                                     .log = on_log,
                                     .warn = on_warn};
    int ended = scene_load(&scene, options->scene, &options->changes, &callbacks);
    if (ended >= 0) {
        return ended;
    }
    ended = configure(options, solver, &scene);
    if (ended < 0) {
        describe(options, &scene, result);
        memcpy(watch->exports.label, result->label, sizeof watch->exports.label);
        const char *label = is_one_of_several ? result->label : NULL;
        ended = run_exports_parse(&watch->exports, &options->exports, label);
        if (ended < 0) {
            ended = run_sweeps_begin(&watch->sweeps, options, &scene, result, label);
        }
        FILE *files = open_memstream(&result->files, &size);
        if (ended < 0 && files == NULL) {
            ended = fail_with(EXIT_FAILED, "out of memory");
        }
        if (ended < 0) {
            ended = run_scene(options, &scene, watch, label, history, result, files);
        }
        if (files != NULL) {
            fclose(files);
        }
    }
    scene_close(&scene);
    return ended;
}

int run_simulate(const struct run_options *options, const md_solver_spec *solver, bool is_one_of_several,
                 struct output_file *history, struct run_result *result)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    const int ended = open_and_run(options, solver, watch, is_one_of_several, history, result);
    tell_warnings(watch, options->quiet);
    run_sweeps_free(&watch->sweeps);
    free(watch);
    return ended;
}

void run_result_free(struct run_result *result)
{
    free(result->residuals);
    free(result->files);
    result->residuals = NULL;
    result->files = NULL;
}
