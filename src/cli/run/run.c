/* modulus run: simulates a scene, once per solver, and reports how accurately it was solved. */
#include "cli/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/ranks/session.h"
#include "cli/run/checkpoint.h"
#include "cli/run/divided.h"
#include "cli/run/outputs.h"

static void print_more_help(void)
{
    print_solver_help();
    printf("\nBuilt-in scenes (modulus scenes lists their keys):\n");
    print_scenes(false);
    printf("\nUnder mpirun, several processes (ranks), on one or many machines, share the bodies of the scene. Rank 0 "
           "prints\n"
           "and writes everything. The results depend on the partitions of the scene, but not on ranks and threads. "
           "Without\n"
           "--set partitions=N there is one per 2,048 bodies, and the summary says how many; with this N, "
           "one\n"
           "process gives the same hash. A time budget, --export-lcp, --sweeps-in, --sweeps-out and --colour residual "
           "need\n"
           "one process, and recordings of 3D scenes have no residuals of contacts. After Ctrl-C, mpirun waits a "
           "second for\n"
           "the output; SIGUSR1, which it passes on, stops the run without that limit. For --threads: mpirun --bind-to "
           "none.\n");
    printf(
        "\nExit codes:\n"
        "  0                          done\n"
        "  1                          a solve diverged, or a file could not be written\n"
        "  2                          bad input or usage\n"
        "  3                          a tolerance is given and a step did not meet it\n"
        "  130                        Ctrl-C: the run stopped after the current step and wrote all requested output; "
        "a\n"
        "                             second Ctrl-C kills the process\n");
}

static int parse(int argc, char **argv, struct run_options *options)
{
    struct run_output_options *output = &options->output;
    const struct argument scene[] = {
        {"steps", ARGUMENT_COUNT, &options->steps, "N", "number of steps (default: the scene's)"},
        {"set", ARGUMENT_LIST, &options->changes.settings, "KEY=VALUE",
         "set a key of the scene, or a value of a file by its path (/bodies/1/mass/mass=5); repeatable"},
        {"frictionless", ARGUMENT_FLAG, &options->changes.frictionless, NULL, "set all friction to zero"},
        {"dt", ARGUMENT_POSITIVE, &options->dt, "S", "time step in seconds (default: the scene's)"},
        {"substeps", ARGUMENT_COUNT, &options->substeps, "N", "substeps per step (default: the scene's)"},
        {"threads", ARGUMENT_COUNT, &options->threads, "N",
         "threads for large scenes (default 1); the results do not depend on it"},
    };
    const struct argument solver[] = {
        {"solver", ARGUMENT_LIST, &options->solvers.velocity, "SPEC",
         "the solver of velocities and of positions (default: the scene's); repeatable, one run each"},
        {"position-solver", ARGUMENT_LIST, &options->solvers.position, "SPEC",
         "another solver of positions; once for all runs, or once per --solver"},
    };
    const struct argument repeat[] = {
        {"sweeps-in", ARGUMENT_TEXT, &options->sweeps_in, "FILE",
         "use the limits, steps and sweeps that --sweeps-out wrote: bit-identical results"},
    };
    const struct argument resume[] = {
        {"checkpoint", ARGUMENT_TEXT, &options->checkpoint, "N:FILE",
         "write a file every N steps, and on Ctrl-C, from which the run can go on"},
        {"restart", ARGUMENT_TEXT, &options->restart, "FILE",
         "go on from a checkpoint, instead of SCENE: the same results, on any number of\n"
         "                             ranks and threads; --steps counts from the start of the run"},
    };
    const struct argument outputs[] = {
        {"picture", ARGUMENT_LIST, &output->pictures, "[STEP:]FILE",
         "draw the final state, or a step (0: the start): .png, .svg or .pdf; repeatable"},
        {"video", ARGUMENT_TEXT, &output->video, "FILE", "make a video with ffmpeg: .mp4, .webm or .gif"},
        {"fps", ARGUMENT_POSITIVE, &output->fps, "N", "frames per second of the video (default 60, for .gif 25)"},
        {"record", ARGUMENT_TEXT, &output->record, "FILE", "record every step, for modulus replay"},
        {"export-lcp", ARGUMENT_LIST, &output->exports, "STEP[.SUB]:DIR",
         "write the LCP of a step (or of a substep), for modulus solve; repeatable.\n"
         "                             A path that ends with .hdf5 is an FCLIB file, which has no warm start"},
        {"sweeps-out", ARGUMENT_TEXT, &output->sweeps_out, "FILE", "write the number of sweeps of every solve"},
        {"history", ARGUMENT_TEXT, &output->history, "FILE", "write the numbers of every step (CSV)"},
        {"plot", ARGUMENT_TEXT, &output->plot, "FILE", "plot the residual of every step (.svg or .png)"},
        {"save", ARGUMENT_TEXT, &output->save, "FILE", "save the final state as a scene (JSON)"},
        {"json", ARGUMENT_FLAG, &output->json, NULL, "print one JSON object instead of the table"},
        {"quiet", ARGUMENT_FLAG, &output->quiet, NULL, "print no progress bar, no warnings and no table"},
    };
    struct argument_group limits = limit_arguments(&options->limits, false);
    limits.title = "Limits per step (default: the scene's)";
    const struct argument_group groups[] = {
        {"Scene", scene, sizeof scene / sizeof *scene},
        {"Solver", solver, sizeof solver / sizeof *solver},
        limits,
        {"Repeating a run under a time budget, instead of limits", repeat, sizeof repeat / sizeof *repeat},
        {"Long runs", resume, sizeof resume / sizeof *resume},
        {"Output (with several solvers, file names get the solver's name before the extension)", outputs,
         sizeof outputs / sizeof *outputs},
        view_arguments(&output->view),
    };
    const struct usage usage = {
        .line = "modulus run SCENE [OPTIONS]",
        .about = "Simulates a scene, given by a built-in name or as a JSON file, and reports how accurately each step "
                 "was solved.",
        .examples =
            "  modulus run pool1\n"
            "  modulus run pool1 --steps 300 --solver pgs --solver amgs --picture pool.png --plot residual.svg\n"
            "  modulus run stacking --tol-relative 1e-3 --max-iterations 500 --history steps.csv\n"
            "  modulus run pool1 --solver pgs --position-solver auto\n"
            "  modulus run pool1 --frictionless --export-lcp 100:lcp --json\n"
            "  modulus run pool1 --budget-us 500 --sweeps-out s.txt && modulus run pool1 --sweeps-in s.txt\n"
            "  modulus run pyramid3 --steps 300 --solver pgs --solver auto --history steps.csv\n"
            "  modulus run scene.json --video scene.mp4 --record scene.rec\n"
            "  modulus run arch3 --steps 60 --picture arch.png --camera 4,3,9,0,2,0\n"
            "  modulus run wall3 --video wall.mp4 --orbit 15\n"
            "  modulus run pool3 --steps 100 --solver pgs --colour residual --picture 50:pool.png\n"
            "  modulus run pool1 --checkpoint 100:run.ckpt; modulus run --restart run.ckpt\n"
            "  mpirun -n 4 modulus run pool1 --set circles=100000 --steps 100 --checkpoint 50:run.ckpt\n",
        .more = print_more_help,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->scene,
        .takes = "SCENE|FILE",
    };
    return arguments_parse(argc, argv, &usage);
}

static bool writes_files_per_run(const struct run_output_options *output)
{
    return output->pictures.count > 0 || output->exports.count > 0 || output->video != NULL || output->record != NULL ||
           output->save != NULL || output->sweeps_out != NULL;
}

/* Checks the output files of all runs. With several solvers, their names distinguish the files. */
static int check_outputs(const struct run_options *options, const struct solver_pair *pairs, size_t count)
{
    char suffixes[MAX_SOLVERS][MAX_PATH_SIZE];
    char names[MAX_SOLVERS][SOLVER_PAIR_SIZE];
    const char *pointers[MAX_SOLVERS];
    if (count <= 1) {
        return run_outputs_check(options, NULL, 1);
    }
    for (size_t i = 0; i < count; ++i) {
        solver_pair_name(&pairs[i], names[i]);
        pointers[i] = names[i];
        path_with_suffix("", names[i], suffixes[i]);
        for (size_t k = 0; k < i && writes_files_per_run(&options->output); ++k) {
            if (strcmp(suffixes[k], suffixes[i]) == 0) {
                return fail_with(EXIT_BAD_INPUT,
                                 "--solver %s: the files of this run would have the names of those of --solver %s, "
                                 "expected different solvers",
                                 options->solvers.velocity.at[i], options->solvers.velocity.at[k]);
            }
        }
    }
    return run_outputs_check(options, pointers, count);
}

/* Refuses options whose values come from the checkpoint. */
static int check_restart(const struct run_options *options)
{
    const struct {
        const char *option;
        bool is_given;
    } refused[] = {{"--set", options->changes.settings.count > 0},
                   {"--frictionless", options->changes.frictionless},
                   {"--dt", options->dt > 0},
                   {"--substeps", options->substeps > 0},
                   {"--solver", options->solvers.velocity.count > 0},
                   {"--position-solver", options->solvers.position.count > 0},
                   {"limits per step", limits_are_given(&options->limits)},
                   {"--sweeps-in", options->sweeps_in != NULL},
                   {"--sweeps-out", options->output.sweeps_out != NULL}};
    if (options->scene != NULL) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: the checkpoint contains the scene, expected no '%s'",
                         options->restart, options->scene);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        if (refused[i].is_given) {
            return fail_with(EXIT_BAD_INPUT, "--restart %s: the run goes on as it began, expected no %s",
                             options->restart, refused[i].option);
        }
    }
    return -1;
}

/* Refuses outputs that see every contact or problem, if there are several processes. */
static int check_ranks(const struct run_options *options)
{
    const struct {
        const char *option;
        bool is_given;
    } refused[] = {{"--export-lcp", options->output.exports.count > 0},
                   {"--sweeps-in", options->sweeps_in != NULL},
                   {"--sweeps-out", options->output.sweeps_out != NULL},
                   {"--colour residual", options->output.view_settings.colouring == COLOUR_RESIDUAL}};
    for (size_t i = 0; options->ranks > 1 && i < sizeof refused / sizeof *refused; ++i) {
        if (refused[i].is_given) {
            return fail_with(EXIT_BAD_INPUT, "%s: needs one process, but mpirun has started %d", refused[i].option,
                             options->ranks);
        }
    }
    return -1;
}

static int check(struct run_options *options, struct solver_pair *pairs, size_t *count)
{
    if (options->scene == NULL && options->restart == NULL) {
        return fail_with(EXIT_BAD_INPUT, "run: no scene given, expected a name (see modulus scenes) or a JSON file");
    }
    if (options->restart != NULL) {
        const int refused = check_restart(options);
        if (refused >= 0) {
            return refused;
        }
    }
    struct run_output_options *output = &options->output;
    int code = solver_pairs_parse("run", &options->solvers, pairs, count);
    if (code < 0) {
        code = view_options_parse(&output->view, output->video != NULL, &output->view_settings);
    }
    if (code >= 0) {
        return code;
    }
    if (options->sweeps_in != NULL && limits_are_given(&options->limits)) {
        return fail_with(EXIT_BAD_INPUT, "--sweeps-in %s: the file contains the limits, expected no other limits",
                         options->sweeps_in);
    }
    code = check_ranks(options);
    if (code >= 0) {
        return code;
    }
    return check_outputs(options, pairs, *count);
}

/* Reports the first failure, then looks for steps that did not converge. */
int run_exit_code(const struct run_result *results, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const struct run_result *run = &results[i];
        const char *scene = run->setup.scene;
        const char *solver = run->setup.solvers;
        if (run->is_nonfinite) {
            return fail_with(EXIT_FAILED, "%s with %s: velocities are not finite after step %lld; the run ended there",
                             scene, solver, (long long)run->steps);
        }
        if (run->statistics.steps_diverged > 0) {
            return fail_with(EXIT_FAILED, "%s with %s: the solve diverged in %lld of %lld steps, first in step %lld",
                             scene, solver, (long long)run->statistics.steps_diverged, (long long)run->steps,
                             (long long)run->first_diverged_step);
        }
        if (run->interrupted) {
            return fail_with(EXIT_INTERRUPTED, "interrupted after step %lld of %s with %s; all output has been written",
                             (long long)run->steps, scene, solver);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (results[i].statistics.steps_converged < results[i].statistics.steps_with_tolerance) {
            return EXIT_NOT_CONVERGED;
        }
    }
    return EXIT_DONE;
}

static void print_file(const char *description, const char *path)
{
    if (path != NULL) {
        printf("%s: %s\n", description, md_printable(path).text);
    }
}

/* Writes the files before printing, so that the table never names a file that could not be written. */
static int report(const struct run_output_options *options, struct output_file *history,
                  const struct run_result *results, size_t count)
{
    md_error error = {0};
    if (history != NULL && md_output_commit(history, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    int code = run_plot(options->plot, results, count);
    if (code < 0 && options->json) {
        code = run_print_json(results, count);
    } else if (code < 0 && !options->quiet) {
        run_print(results, count);
        print_file("numbers of every step", options->history);
        print_file("plot of the residuals", options->plot);
    }
    return code >= 0 ? code : run_exit_code(results, count);
}

static int run_all(const struct run_options *options, const struct solver_pair *pairs, size_t count,
                   struct run_result *results)
{
    const char *history_path = options->output.history;
    struct output_file history_file;
    struct output_file *history = NULL;
    md_error error = {0};
    if (history_path != NULL) {
        if (md_output_open(&history_file, history_path, &error) != MD_OK) {
            return fail_with(EXIT_FAILED, "%s", error.message);
        }
        history = &history_file;
        run_history_header(history);
    }
    size_t done = 0;
    int code = -1;
    while (code < 0 && done < count && (done == 0 || !results[done - 1].interrupted)) {
        code = run_simulate(options, &pairs[done], count > 1, history, &results[done]);
        ++done;
    }
    if (code < 0) {
        return report(&options->output, history, results, done);
    }
    if (history != NULL) {
        md_output_discard(history);
    }
    return code;
}

/* Checks the options and performs all runs: in the only process, or on rank 0. */
static int run(struct run_options *options)
{
    struct solver_pair pairs[MAX_SOLVERS];
    size_t count = 0;
    options->ranks = session_is_launched() ? session_ranks() : 0;
    int code = check(options, pairs, &count);
    if (code >= 0) {
        return code;
    }
    struct run_result *results = calloc(MAX_SOLVERS, sizeof *results);
    if (results == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    code = run_all(options, pairs, count, results);
    for (size_t i = 0; i < MAX_SOLVERS; ++i) {
        run_result_free(&results[i]);
    }
    free(results);
    return code;
}

int command_run(int argc, char **argv)
{
    struct run_options options = {0};
    options.solvers.settings = &options.changes.settings;
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = session_begin();
    }
    if (code >= 0) {
        return code;
    }
    return session_rank() == 0 ? divided_dismiss(run(&options)) : divided_follow();
}
