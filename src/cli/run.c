/* modulus run: simulates a scene, once for each solver, and says how well it went. */
#include "cli/run.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "cli/report.h"

static void print_more(void)
{
    print_method_help();
    printf("\nBuilt-in scenes (modulus scenes lists their keys):\n");
    print_scenes(false);
    printf(
        "\nCtrl-C ends the run after the present step: what was asked for is written, and the exit code is 1; a second "
        "one\n"
        "ends it at once. The exit code is 3 where a tolerance is given and some step did not meet it, 1 where some\n"
        "solve diverged.\n");
}

static int parse(int argc, char **argv, struct run_options *options)
{
    const struct argument scene[] = {
        {"steps", ARGUMENT_COUNT, &options->steps, "N", "so many steps (default: the scene's)"},
        {"set", ARGUMENT_LIST, &options->changes.settings, "KEY=VALUE", "a key of the scene; may be given again"},
        {"frictionless", ARGUMENT_FLAG, &options->changes.frictionless, NULL, "no friction anywhere"},
        {"dt", ARGUMENT_POSITIVE, &options->dt, "S", "seconds a step (default: the scene's)"},
        {"substeps", ARGUMENT_COUNT, &options->substeps, "N", "a step is divided into N (default: the scene's)"},
        {"threads", ARGUMENT_COUNT, &options->threads, "N",
         "threads that a large scene may use (default 1); the results are the same"},
    };
    const struct argument method[] = {
        {"solver", ARGUMENT_LIST, &options->solvers, "SPEC",
         "the method (default: the scene's); given again, the scene runs once for each"},
    };
    const struct argument output[] = {
        {"picture", ARGUMENT_LIST, &options->pictures, "[STEP:]FILE",
         "draw the end, or a step (0: the start): .png, .svg or .pdf; may be given again"},
        {"video", ARGUMENT_TEXT, &options->video, "FILE", "film it by ffmpeg: .mp4, .webm or .gif"},
        {"fps", ARGUMENT_POSITIVE, &options->fps, "N", "pictures a second of the video (default 60, of a .gif 25)"},
        {"record", ARGUMENT_TEXT, &options->record, "FILE", "record every step, for modulus replay"},
        {"export-lcp", ARGUMENT_LIST, &options->exports, "STEP[.SUB]:DIR",
         "write the LCP of a step, and of its substep, for modulus solve; may be given again"},
        {"sweeps-out", ARGUMENT_TEXT, &options->sweeps_out, "FILE", "write how many sweeps every solve did"},
        {"history", ARGUMENT_TEXT, &options->history, "FILE", "write the numbers of every step (CSV)"},
        {"plot", ARGUMENT_TEXT, &options->plot, "FILE", "plot the residual of every step (.svg or .png)"},
        {"save", ARGUMENT_TEXT, &options->save, "FILE", "write the scene as it is at the end (JSON)"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the table"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "no progress bar, no warnings and no table"},
    };
    const struct argument again[] = {
        {"sweeps-in", ARGUMENT_TEXT, &options->sweeps_in, "FILE",
         "the limits, the steps and the sweeps of the run that wrote FILE: the same bits"},
    };
    struct argument_group limits = limit_arguments(&options->limits);
    limits.title = "Limits of each step (none given: the scene's)";
    const struct argument_group groups[] = {
        {"Scene", scene, sizeof scene / sizeof *scene},
        {"Method", method, sizeof method / sizeof *method},
        limits,
        {"In place of limits: a run under a time budget once more", again, sizeof again / sizeof *again},
        {"Output (with several solvers, names get the solver's before their ending)", output,
         sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus run SCENE [OPTIONS]",
        .about = "Simulates a scene, a built-in one or a JSON file, and says how well each step was solved.",
        .examples =
            "  modulus run pool1\n"
            "  modulus run pool1 --steps 300 --solver pgs --solver amgs --picture pool.png --plot residual.svg\n"
            "  modulus run stacking --tol-relative 1e-3 --max-iterations 500 --history steps.csv\n"
            "  modulus run pool1 --frictionless --export-lcp 100:lcp --json\n"
            "  modulus run pool1 --budget-us 500 --sweeps-out s.txt && modulus run pool1 --sweeps-in s.txt\n"
            "  modulus run scene.json --video scene.mp4 --record scene.rec\n",
        .more = print_more,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->scene,
    };
    return arguments_parse(argc, argv, &usage);
}

static int check(const struct run_options *options, md_solver_spec *specs)
{
    if (options->scene == NULL) {
        return fail_with(EXIT_BAD_INPUT, "run: no scene given, expected a name (see modulus scenes) or a JSON file");
    }
    if (options->solvers.count > MOST_SOLVERS) {
        return fail_with(EXIT_BAD_INPUT, "run: --solver is given more than %d times", MOST_SOLVERS);
    }
    for (size_t i = 0; i < options->solvers.count; ++i) {
        md_error error = {0};
        if (md_solver_spec_parse(options->solvers.at[i], &specs[i], &error) != MD_OK) {
            return fail_with_error(&error);
        }
    }
    if (options->sweeps_in != NULL && gives_limits(&options->limits)) {
        return fail_with(EXIT_BAD_INPUT, "--sweeps-in %s: brings its limits along, expected no others beside it",
                         options->sweeps_in);
    }
    return run_outputs_check(options);
}

/* The verdict on what ran to its end: the first of the worst that happened. */
static int judge(const struct run_result *results, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const struct run_result *run = &results[i];
        if (run->left_numbers) {
            return fail_with(EXIT_FAILED, "%s with %s: after step %lld velocities are no numbers; the run ended there",
                             run->scene, run->label, (long long)run->steps);
        }
        if (run->statistics.steps_diverged > 0) {
            return fail_with(EXIT_FAILED, "%s with %s: the solve diverged in %lld of %lld steps, first in step %lld",
                             run->scene, run->label, (long long)run->statistics.steps_diverged, (long long)run->steps,
                             (long long)run->first_diverged);
        }
        if (run->interrupted) {
            return fail_with(EXIT_FAILED, "interrupted after step %lld of %s with %s; what was asked for is written",
                             (long long)run->steps, run->scene, run->label);
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (results[i].statistics.steps_converged < results[i].statistics.steps_with_tolerance) {
            return EXIT_NOT_CONVERGED;
        }
    }
    return EXIT_DONE;
}

static void print_file(const char *what, const char *path)
{
    if (path != NULL) {
        printf("%s: %s\n", what, path);
    }
}

/* Files first, so that what is printed last is true. */
static int report(const struct run_options *options, struct output_file *history, const struct run_result *results,
                  size_t count)
{
    md_error error = {0};
    if (history != NULL && md_output_commit(history, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    int ended = run_plot(options->plot, results, count);
    if (ended < 0 && options->json) {
        ended = run_print_json(results, count);
    } else if (ended < 0 && !options->quiet) {
        run_print(results, count);
        print_file("numbers of every step", options->history);
        print_file("plot of the residuals", options->plot);
    }
    return ended >= 0 ? ended : judge(results, count);
}

static int run_all(const struct run_options *options, const md_solver_spec *specs, struct run_result *results)
{
    const size_t count = options->solvers.count > 0 ? options->solvers.count : 1;
    struct output_file history;
    md_error error = {0};
    if (options->history != NULL) {
        if (md_output_open(&history, options->history, &error) != MD_OK) {
            return fail_with(EXIT_FAILED, "%s", error.message);
        }
        run_history_head(&history);
    }
    struct output_file *used = options->history != NULL ? &history : NULL;
    size_t done = 0;
    int ended = -1;
    while (ended < 0 && done < count && (done == 0 || !results[done - 1].interrupted)) {
        ended =
            run_simulate(options, options->solvers.count > 0 ? &specs[done] : NULL, count > 1, used, &results[done]);
        ++done;
    }
    if (ended < 0) {
        return report(options, used, results, done);
    }
    if (used != NULL) {
        md_output_discard(used);
    }
    return ended;
}

int command_run(int argc, char **argv)
{
    struct run_options options = {0};
    md_solver_spec specs[MOST_SOLVERS];
    int ended = parse(argc, argv, &options);
    if (ended < 0) {
        ended = check(&options, specs);
    }
    if (ended >= 0) {
        return ended;
    }
    struct run_result *results = calloc(MOST_SOLVERS, sizeof *results);
    if (results == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    ended = run_all(&options, specs, results);
    for (size_t i = 0; i < MOST_SOLVERS; ++i) {
        run_result_free(&results[i]);
    }
    free(results);
    return ended;
}
