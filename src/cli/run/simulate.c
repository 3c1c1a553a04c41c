/* One scene with one solver: the loop over the steps. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/output/progress.h"
#include "cli/output/report.h"
#include "cli/run/checkpoint.h"
#include "cli/run/divided.h"
#include "cli/run/export.h"
#include "cli/run/outputs.h"
#include "cli/run/sweeps.h"
#include "engine/statistics.h"

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
    struct scene scene;     /* the whole world; while it is divided, only when somebody has asked for it */
    struct divided divided; /* over several ranks */
    struct callback_data *callbacks;
    struct scene_observer observer;
    struct run_outputs *outputs;
    struct output_file *history; /* may be NULL */
    const char *suffix;          /* of file names; NULL if there is one solver */
    FILE *files;                 /* receives one line per written file */
    struct run_result *result;
    int64_t steps;                        /* of the whole run */
    struct checkpoint_request checkpoint; /* its path is checkpoint_path */
    char checkpoint_path[MAX_PATH_SIZE];
    int64_t saved_step; /* of the last checkpoint; -1: none */
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
    if (options->ranks > 0 && solving.partitions == 0) {
        solving.partitions = divided_partitions(scene_body_count(scene));
    }
    if (options->ranks > 1 && solving.limits.budget_us > 0) {
        return fail_with(EXIT_BAD_INPUT,
                         "a time budget of %g us: needs one process, but mpirun has started %d, whose clocks differ",
                         solving.limits.budget_us, options->ranks);
    }
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
                              .joints = scene_joint_count(scene),
                              .ranks = options->ranks,
                              .partitions = solving.partitions};
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
    if (options->restart != NULL) {
        return simulation->steps;
    }
    return options->sweeps_in != NULL ? (int64_t)simulation->callbacks->sweeps.in.steps : simulation->scene.steps;
}

/* Refuses pictures and LCPs of steps that will not happen. */
static int check_steps(const struct simulation *simulation, int64_t steps)
{
    const int64_t done = simulation->result->steps;
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
        if (step >= 0 && step < done) {
            return fail_with(EXIT_BAD_INPUT, "--picture %s: the checkpoint is after step %lld", pictures->at[i],
                             (long long)done);
        }
    }
    for (size_t i = 0; i < exports->count; ++i) {
        if (exports->at[i].step > steps) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: step %lld, but there are only %lld (see --steps)",
                             (long long)exports->at[i].step, (long long)steps);
        }
        if (exports->at[i].step <= done) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: step %lld, but the checkpoint is after step %lld",
                             (long long)exports->at[i].step, (long long)done);
        }
        if (exports->at[i].substep >= substeps) {
            return fail_with(EXIT_BAD_INPUT, "--export-lcp: substep %d, but a step has only %d (see --substeps)",
                             exports->at[i].substep + 1, substeps);
        }
    }
    if (steps < done) {
        return fail_with(EXIT_BAD_INPUT, "--steps %lld: the checkpoint is after step %lld, expected at least that",
                         (long long)steps, (long long)done);
    }
    return -1;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void add_to_result(struct run_result *result, const md_step_report *report)
{
    result->last = *report;
    ++result->steps;
    md_statistics_add(&result->statistics, report, result->steps);
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

/* ---- Checkpoints ------------------------------------------------------------------------------------------------- */

static bool is_checkpoint_due(const struct simulation *simulation)
{
    const struct run_result *result = simulation->result;
    return simulation->checkpoint.every > 0 && result->steps % simulation->checkpoint.every == 0 &&
           !result->is_nonfinite;
}

/* Writes the state after the last step, for which the scene has the whole world. */
static int save_checkpoint(struct simulation *simulation)
{
    const struct run_result *result = simulation->result;
    const int code =
        checkpoint_write(simulation->checkpoint_path, &simulation->scene, simulation->result, simulation->steps);
    if (code < 0) {
        simulation->saved_step = result->steps;
        divided_note_checkpoint(simulation->checkpoint_path, result->steps);
    }
    return code;
}

/* Also saves the state at which the run was interrupted. */
static int end_checkpoints(struct simulation *simulation)
{
    const struct run_result *result = simulation->result;
    const bool is_due = result->interrupted && !result->is_nonfinite && simulation->saved_step != result->steps;
    int code = -1;
    if (simulation->checkpoint.every > 0 && is_due) {
        code = save_checkpoint(simulation);
    }
    if (code < 0 && simulation->saved_step >= 0) {
        fprintf(simulation->files, "checkpoint of step %lld: %s (modulus run --restart goes on from it)\n",
                (long long)simulation->saved_step, md_printable(simulation->checkpoint_path).text);
    }
    return code;
}

/* ---- The loop ---------------------------------------------------------------------------------------------------- */

/* Writes what is wanted of the state after a step. A divided world is united only if somebody wants it. */
static int write_step(struct simulation *simulation, const md_step_report *report)
{
    struct scene *scene = &simulation->scene;
    const struct run_result *result = simulation->result;
    const bool is_checkpoint = is_checkpoint_due(simulation);
    const bool has_outputs = run_outputs_want(simulation->outputs, result->steps);
    int code = -1;
    if (!is_checkpoint && !has_outputs && simulation->history == NULL) {
        return code;
    }
    code = divided_unite(&simulation->divided, is_checkpoint || has_outputs, scene);
    if (code < 0 && simulation->history != NULL) {
        run_history_step(simulation->history, result, report, scene_potential_energy(scene));
    }
    if (code < 0 && has_outputs) {
        code = run_outputs_step(simulation->outputs, scene, report);
    }
    if (code < 0 && is_checkpoint) {
        code = save_checkpoint(simulation);
    }
    if (simulation->divided.is_active) {
        scene_empty(scene);
    }
    return code;
}

static int do_step(struct simulation *simulation)
{
    struct callback_data *callbacks = simulation->callbacks;
    struct run_result *result = simulation->result;
    md_step_report report;
    callbacks->exports.current_step = result->steps + 1;
    contact_residuals_begin(&callbacks->residuals);
    const md_status status = simulation->divided.is_active
                                 ? divided_step(&simulation->divided, result->setup.dt, &report)
                                 : scene_step(&simulation->scene, (md_real)result->setup.dt, &report);
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
    return write_step(simulation, &report);
}

static bool is_interrupted(const struct simulation *simulation)
{
    return simulation->divided.is_active ? divided_interrupted() : interrupt_seen();
}

static int do_steps(struct simulation *simulation)
{
    struct run_result *result = simulation->result;
    const int64_t steps = simulation->steps;
    const int64_t done = result->steps;
    char label[340];
    snprintf(label, sizeof label, "%s, %s", result->setup.scene, result->setup.solvers);
    struct progress progress = progress_begin(label, "steps", steps, simulation->options->output.quiet);
    int code = -1;
    interrupt_catch();
    progress.done_before = done;
    while (code < 0 && result->steps < steps && !is_interrupted(simulation) && !result->is_nonfinite) {
        code = do_step(simulation);
        progress_show(&progress, result->steps);
    }
    result->interrupted = is_interrupted(simulation) && result->steps < steps;
    interrupt_release();
    progress_end(&progress);
    return code;
}

/* Divides the world among the ranks for the steps, and unites it. */
static int do_divided_steps(struct simulation *simulation)
{
    struct run_result *result = simulation->result;
    struct divided *divided = &simulation->divided;
    int code = divided_begin(divided, &simulation->scene, &simulation->observer);
    if (code < 0 && simulation->options->restart != NULL) {
        divided_note_checkpoint(simulation->options->restart, result->steps);
    }
    if (code < 0) {
        code = do_steps(simulation);
    }
    if (code < 0) {
        const bool may_save = simulation->checkpoint.every > 0 || run_outputs_want_end(&simulation->options->output);
        code = divided_unite(divided, may_save, &simulation->scene);
    }
    if (code < 0 && simulation->options->ranks > 0) {
        code = divided_report(divided, &simulation->scene, &result->shares);
    }
    divided_end(divided);
    return code;
}

static int do_steps_with_outputs(struct simulation *simulation)
{
    int code = run_outputs_begin(&simulation->outputs, &simulation->options->output, &simulation->scene,
                                 &simulation->result->setup, simulation->suffix, &simulation->callbacks->residuals,
                                 simulation->files);
    if (code < 0) {
        code = do_divided_steps(simulation);
    }
    if (code < 0) {
        code = end_checkpoints(simulation);
    }
    if (code < 0) {
        code = run_outputs_end(simulation->outputs, &simulation->scene);
    }
    run_outputs_free(simulation->outputs);
    return code;
}

/* ---- One run ----------------------------------------------------------------------------------------------------- */

/* Makes room for the residuals of all steps, for a plot. Those of a checkpoint are kept. */
static int allocate_residuals(const struct simulation *simulation)
{
    struct run_result *result = simulation->result;
    const struct run_options *options = simulation->options;
    if (options->output.plot != NULL && options->restart != NULL && result->residuals == NULL) {
        return fail_with(EXIT_BAD_INPUT,
                         "--plot %s: the checkpoint has no residuals, because the run began without --plot",
                         options->output.plot);
    }
    if (options->output.plot == NULL && result->residuals == NULL) {
        return -1;
    }
    double *residuals = calloc((size_t)simulation->steps + 1, sizeof *residuals);
    if (residuals == NULL) {
        return fail_with(EXIT_FAILED, "out of memory for the plot");
    }
    if (result->residuals != NULL) {
        memcpy(residuals, result->residuals, (size_t)result->steps * sizeof *residuals);
    }
    free(result->residuals);
    result->residuals = residuals;
    return -1;
}

static int run_configured(struct simulation *simulation)
{
    struct callback_data *callbacks = simulation->callbacks;
    struct run_result *result = simulation->result;
    const struct scene *scene = &simulation->scene;
    simulation->steps = step_count(simulation);
    callbacks->exports.files = simulation->files;
    int code = check_steps(simulation, simulation->steps);
    if (code < 0) {
        code = allocate_residuals(simulation);
    }
    if (code < 0) {
        code = do_steps_with_outputs(simulation);
    }
    if (code < 0) {
        code = run_exports_check(&callbacks->exports, result->steps);
    }
    if (code >= 0) {
        return code;
    }
    result->energy_end = total_energy(scene);
    result->hash = scene_hash(scene);
    return run_sweeps_end(&callbacks->sweeps, result->hash, simulation->files);
}

/* Reads what depends on the scene, opens the list of written files, and runs. */
static int run_scene(struct simulation *simulation)
{
    const struct run_options *options = simulation->options;
    struct callback_data *callbacks = simulation->callbacks;
    struct run_result *result = simulation->result;
    size_t size = 0;
    const struct run_setup saved = result->setup;
    result->setup = setup_of(options, &simulation->scene);
    if (options->restart != NULL) {
        result->setup.dt = saved.dt;
        result->setup.bodies = saved.bodies;
        result->setup.shapes = saved.shapes;
        result->setup.joints = saved.joints;
    } else {
        result->energy_start = total_energy(&simulation->scene);
    }
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
    /* A world that is divided among ranks shows neither contacts nor problems. */
    const bool watches_contacts = wants_residuals(&options->output) && options->ranks <= 1;
    const bool watches_solves = watches_contacts || options->output.exports.count > 0 || options->sweeps_in != NULL ||
                                options->output.sweeps_out != NULL;
    simulation->observer = (struct scene_observer){.user = simulation->callbacks,
                                                   .limits = options->sweeps_in != NULL ? on_limits : NULL,
                                                   .solved = watches_solves ? on_solved : NULL,
                                                   .contact3 = watches_contacts ? on_contact : NULL,
                                                   .log = on_log,
                                                   .warn = on_warn};
    int code = options->restart != NULL
                   ? checkpoint_read(options->restart, &simulation->observer, &simulation->scene, simulation->result,
                                     &simulation->steps)
                   : scene_load(&simulation->scene, options->scene, &options->changes, &simulation->observer);
    if (code < 0 && scene_dimensions(&simulation->scene) == 2) {
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
                                    .result = result,
                                    .saved_step = -1};
    int code = checkpoint_parse(options->checkpoint, &simulation.checkpoint);
    if (code < 0 && simulation.checkpoint.every > 0) {
        code = path_with_suffix(simulation.checkpoint.path, simulation.suffix, simulation.checkpoint_path);
    }
    if (code < 0) {
        code = open_and_run(&simulation, solvers);
    }
    if (code < 0 && !result->interrupted) {
        fail_context("", ""); /* the run is complete: no failure from here on is one of its steps */
    }
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
    free(result->shares);
    free(result->files);
    result->residuals = NULL;
    result->shares = NULL;
    result->files = NULL;
}
