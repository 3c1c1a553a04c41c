/* One scene with one solver: the loop over the steps. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output/progress.h"
#include "cli/output/report.h"
#include "cli/run/export.h"
#include "cli/run/outputs.h"
#include "cli/run/sweeps.h"

/* The user data of the world's callbacks. */
struct callback_data {
    struct run_exports exports;
    struct run_sweeps sweeps;
    struct contact_residuals residuals; /* of a 3D scene, if they are asked for */
    char first_warning[256];
    int64_t warnings;
};

/* One run. */
struct simulation {
    const struct run_options *options;
    struct scene scene;
    struct callback_data *callbacks;
    struct run_outputs *outputs;
    struct output_file *history; /* may be NULL */
    const char *suffix;          /* of file names; NULL if there is one solver */
    FILE *files;                 /* receives one line per written file */
    struct run_result *result;
};

/* ---- Callbacks of the world -------------------------------------------------------------------------------------- */

static void on_limits(void *user, md_limits *limits)
{
    struct callback_data *data = user;
    run_sweeps_limits(&data->sweeps, limits);
}

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct callback_data *data = user;
    contact_residuals_solved(&data->residuals, problem, result);
    run_sweeps_solved(&data->sweeps, result);
    run_exports_solved(&data->exports, substep, problem, result);
}

static void on_contact(void *user, const md3_pre_solve *contact)
{
    struct callback_data *data = user;
    contact_residuals_see(&data->residuals, contact);
}

static void on_log(void *user, bool is_warning, const char *message)
{
    struct callback_data *data = user;
    if (is_warning && data->warnings++ == 0) {
        snprintf(data->first_warning, sizeof data->first_warning, "%s", message);
    }
}

/* A diverged solve already has a log message. */
static void on_warn(void *user, int64_t step, const md_step_report *report)
{
    if (report->outcome != MD_DIVERGED) {
        char message[120];
        snprintf(message, sizeof message, "step %lld ended far from converged, with a relative residual of %.2g",
                 (long long)step, report->residual.relative);
        on_log(user, true, message);
    }
}

static void print_warnings(const struct callback_data *data)
{
    if (data->warnings > 0) {
        fprintf(stderr, "modulus: warning: %s", data->first_warning);
        if (data->warnings > 1) {
            fprintf(stderr, " (and %lld more)", (long long)data->warnings - 1);
        }
        fputc('\n', stderr);
    }
}

/* ---- Before the first step --------------------------------------------------------------------------------------- */

/* Applies the options to the scene's world. */
static int configure(const struct run_options *options, const struct solver_pair *solvers, struct scene *scene)
{
    struct scene_solving solving = scene_get_solving(scene);
    solver_pair_apply(solvers, &solving);
    if (limits_are_given(&options->limits)) {
        const md_limits limits = limits_of(&options->limits);
        /* The position problem has no tolerance and no time budget. If the velocity problem stops by one of these, its
         * large iteration limit must not become that of the position problem, which keeps the scene's. */
        if (solving.position_iterations == 0 && (limits_have_tolerance(&limits) || limits.budget_us > 0)) {
            solving.position_iterations = solving.limits.max_iterations;
        }
        solving.limits = limits;
    }
    if (options->substeps > 1000) {
        return fail_with(EXIT_BAD_INPUT, "run: --substeps %lld, expected 1 to 1000", (long long)options->substeps);
    }
    if (options->substeps > 0) {
        solving.substeps = (int32_t)options->substeps;
    }
    if (options->threads > MD2_MAX_THREADS) {
        return fail_with(EXIT_BAD_INPUT, "run: --threads %lld, expected 1 to %d", (long long)options->threads,
                         MD2_MAX_THREADS);
    }
    solving.threads = options->threads > 0 ? (int32_t)options->threads : 1;
    const md_status status = scene_set_solving(scene, &solving);
    const char *why = scene->world3 != NULL ? md3_world_last_error(scene->world3) : md_status_text(status);
    return status == MD_OK ? -1 : fail_with(EXIT_BAD_INPUT, "run: the world refuses these settings: %s", why);
}

static struct run_setup setup_of(const struct run_options *options, const struct scene *scene)
{
    const struct scene_solving solving = scene_get_solving(scene);
    struct run_setup setup = {.dt = options->dt > 0 ? options->dt : (double)scene->dt,
                              .substeps = solving.substeps,
                              .limits = solving.limits,
                              .bodies = scene_body_count(scene),
                              .shapes = scene_shape_count(scene),
                              .joints = scene_joint_count(scene)};
    snprintf(setup.scene, sizeof setup.scene, "%s", scene->name);
    md_solver_spec_format(&solving.solver, setup.solver, sizeof setup.solver);
    md_solver_spec_format(&solving.position_solver, setup.position_solver, sizeof setup.position_solver);
    solver_pair_format(&solving, setup.solvers);
    return setup;
}

static double total_energy(const struct scene *scene)
{
    return scene_kinetic_energy(scene) + scene_potential_energy(scene);
}

static int64_t step_count(const struct simulation *simulation)
{
    const struct run_options *options = simulation->options;
    if (options->steps > 0) {
        return options->steps;
    }
    return options->sweeps_in != NULL ? (int64_t)simulation->callbacks->sweeps.in.steps : simulation->scene.steps;
}

/* Refuses pictures and LCPs of steps that will not happen. */
static int check_steps(const struct simulation *simulation, int64_t steps)
{
    const struct text_list *pictures = &simulation->options->output.pictures;
    const struct run_exports *exports = &simulation->callbacks->exports;
    const int32_t substeps = simulation->result->setup.substeps;
    for (size_t i = 0; i < pictures->count; ++i) {
        int64_t step = -1;
        split_step(pictures->at[i], &step);
        if (step > steps) {
            return fail_with(EXIT_BAD_INPUT, "--picture %s: there are only %lld steps (see --steps)", pictures->at[i],
                             (long long)steps);
        }
    }
    for (size_t i = 0; i < exports->count; ++i) {
        if (exports->at[i].step > steps) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: step %lld, but there are only %lld (see --steps)",
                             (long long)exports->at[i].step, (long long)steps);
        }
        if (exports->at[i].substep >= substeps) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: substep %d, but a step has only %d (see --substeps)",
                             exports->at[i].substep + 1, substeps);
        }
    }
    return -1;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void add_to_result(struct run_result *result, const md_step_report *report)
{
    result->last = *report;
    ++result->steps;
    if (report->residual.absolute > 0 && isfinite(report->residual.absolute)) {
        /* Without load the residual is rounding error, down to 1e-30. Such steps count as solved to machine
         * precision. */
        result->log_residual_sum += log10(fmax(report->residual.absolute, (double)MD_REAL_EPSILON));
        ++result->log_residual_count;
    }
    if (report->outcome == MD_DIVERGED && result->first_diverged_step == 0) {
        result->first_diverged_step = result->steps;
    }
    if (result->residuals != NULL) {
        result->residuals[result->steps - 1] = residual_of_tolerance(&result->setup.limits, &report->residual);
    }
    result->is_nonfinite = !isfinite(report->kinetic_energy);
}

static int do_step(struct simulation *simulation)
{
    struct callback_data *callbacks = simulation->callbacks;
    struct run_result *result = simulation->result;
    const struct scene *scene = &simulation->scene;
    md_step_report report;
    callbacks->exports.current_step = result->steps + 1;
    contact_residuals_begin(&callbacks->residuals);
    const md_status status = scene_step(scene, (md_real)result->setup.dt, &report);
    if (status != MD_OK) {
        return fail_with(EXIT_FAILED, "%s: step %lld: %s", result->setup.scene, (long long)result->steps + 1,
                         md_status_text(status));
    }
    if (callbacks->exports.code >= 0) {
        return callbacks->exports.code;
    }
    const int code = run_sweeps_step(&callbacks->sweeps);
    if (code >= 0) {
        return code;
    }
    add_to_result(result, &report);
    if (simulation->history != NULL) {
        run_history_step(simulation->history, result, &report, scene_potential_energy(scene));
    }
    return run_outputs_step(simulation->outputs, scene, &report);
}

static int do_steps(struct simulation *simulation, int64_t steps)
{
    struct run_result *result = simulation->result;
    char label[340];
    snprintf(label, sizeof label, "%s, %s", result->setup.scene, result->setup.solvers);
    struct progress progress = progress_begin(label, "steps", steps, simulation->options->output.quiet);
    int code = -1;
    interrupt_catch();
    while (code < 0 && result->steps < steps && !interrupt_seen() && !result->is_nonfinite) {
        code = do_step(simulation);
        progress_show(&progress, result->steps);
    }
    result->interrupted = interrupt_seen() && result->steps < steps;
    interrupt_release();
    progress_end(&progress);
    return code;
}

static int do_steps_with_outputs(struct simulation *simulation, int64_t steps)
{
    int code = run_outputs_begin(&simulation->outputs, &simulation->options->output, &simulation->scene,
                                 &simulation->result->setup, simulation->suffix, &simulation->callbacks->residuals,
                                 simulation->files);
    if (code < 0) {
        code = do_steps(simulation, steps);
    }
    if (code < 0) {
        code = run_outputs_end(simulation->outputs, &simulation->scene);
    }
    run_outputs_free(simulation->outputs);
    return code;
}

/* ---- One run ----------------------------------------------------------------------------------------------------- */

static int allocate_residuals(struct run_result *result, int64_t steps)
{
    result->residuals = calloc((size_t)steps + 1, sizeof *result->residuals);
    return result->residuals != NULL ? -1 : fail_with(EXIT_FAILED, "out of memory for the plot");
}

static int run_configured(struct simulation *simulation)
{
    struct callback_data *callbacks = simulation->callbacks;
    struct run_result *result = simulation->result;
    const struct scene *scene = &simulation->scene;
    const int64_t steps = step_count(simulation);
    callbacks->exports.files = simulation->files;
    int code = check_steps(simulation, steps);
    if (code < 0 && simulation->options->output.plot != NULL) {
        code = allocate_residuals(result, steps);
    }
    if (code < 0) {
        code = do_steps_with_outputs(simulation, steps);
    }
    if (code < 0) {
        code = run_exports_check(&callbacks->exports, result->steps);
    }
    result->energy_end = total_energy(scene);
    result->hash = scene_hash(scene);
    result->statistics = scene_statistics(scene);
    return code < 0 ? run_sweeps_end(&callbacks->sweeps, result->hash, simulation->files) : code;
}

/* Reads what depends on the scene, opens the list of written files, and runs. */
static int run_scene(struct simulation *simulation)
{
    const struct run_options *options = simulation->options;
    struct callback_data *callbacks = simulation->callbacks;
    struct run_result *result = simulation->result;
    size_t size = 0;
    result->setup = setup_of(options, &simulation->scene);
    result->energy_start = total_energy(&simulation->scene);
    memcpy(callbacks->exports.solver, result->setup.solver, sizeof callbacks->exports.solver);
    int code = run_exports_parse(&callbacks->exports, &options->output.exports, simulation->suffix);
    if (code < 0) {
        code = run_sweeps_begin(&callbacks->sweeps, options, &simulation->scene, &result->setup, simulation->suffix);
    }
    if (code >= 0) {
        return code;
    }
    simulation->files = open_memstream(&result->files, &size);
    if (simulation->files == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    code = run_configured(simulation);
    fclose(simulation->files);
    return code;
}

/* Whether pictures or a recording of a 3D scene show how well each contact is solved. */
static bool wants_residuals(const struct run_output_options *output)
{
    return output->record != NULL || output->view_settings.colouring == COLOUR_RESIDUAL;
}

static int open_and_run(struct simulation *simulation, const struct solver_pair *solvers)
{
    const struct run_options *options = simulation->options;
    const bool watches_contacts = wants_residuals(&options->output);
    const bool watches_solves = watches_contacts || options->output.exports.count > 0 || options->sweeps_in != NULL ||
                                options->output.sweeps_out != NULL;
    const struct scene_observer observer = {.user = simulation->callbacks,
                                            .limits = options->sweeps_in != NULL ? on_limits : NULL,
                                            .solved = watches_solves ? on_solved : NULL,
                                            .contact3 = watches_contacts ? on_contact : NULL,
                                            .log = on_log,
                                            .warn = on_warn};
    int code = scene_load(&simulation->scene, options->scene, &options->changes, &observer);
    if (code >= 0) {
        return code;
    }
    if (scene_dimensions(&simulation->scene) == 2) {
        code = view_options_refuse(&options->output.view, simulation->scene.name);
    }
    if (code < 0) {
        code = configure(options, solvers, &simulation->scene);
    }
    if (code < 0) {
        code = run_scene(simulation);
    }
    scene_close(&simulation->scene);
    return code;
}

int run_simulate(const struct run_options *options, const struct solver_pair *solvers, bool is_one_of_several,
                 struct output_file *history, struct run_result *result)
{
    struct callback_data *callbacks = calloc(1, sizeof *callbacks);
    if (callbacks == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    char suffix[SOLVER_PAIR_SIZE];
    solver_pair_name(solvers, suffix);
    struct simulation simulation = {.options = options,
                                    .callbacks = callbacks,
                                    .history = history,
                                    .suffix = is_one_of_several ? suffix : NULL,
                                    .result = result};
    const int code = open_and_run(&simulation, solvers);
    if (!options->output.quiet) {
        print_warnings(callbacks);
    }
    run_sweeps_free(&callbacks->sweeps);
    contact_residuals_free(&callbacks->residuals);
    free(callbacks);
    return code;
}

void run_result_free(struct run_result *result)
{
    free(result->residuals);
    free(result->files);
    result->residuals = NULL;
    result->files = NULL;
}
