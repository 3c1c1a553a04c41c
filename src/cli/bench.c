/* modulus bench: measures the scenes of the benchmark in Modulus and in the available peers. */
#define _POSIX_C_SOURCE 200809L

#include "cli/bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_file.h"
#include "base/utf8.h"
#include "bench/engines/engine.h"
#include "bench/sweeps/sweeps.h"
#include "cli/cli.h"
#include "cli/output/files.h"
#include "cli/output/progress.h"
#include "draw/plot.h"

#define PROGRESS_PARTS 1000

static void print_scene_list(void)
{
    printf("\nScenes (*: run by default, q: run by --quick):\n");
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        const struct bench_scene *scene = &BENCH_SCENES[i];
        printf("  %-14s %s%s %s\n", scene->name, scene->usual ? "*" : " ", scene->quick ? "q" : " ", scene->about);
    }
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        printf("  %-14s    %s\n", BENCH_SCENES3[i].name, BENCH_SCENES3[i].about);
    }
    printf("\nBy default most scenes run only with the engines' default settings; --scene runs more settings. 3D "
           "scenes run "
           "if\nthey are named, and with --all.\n");
    printf("\nA peer is a program that runs the same scenes in another engine (bench/peers/README.md). Peers that were "
           "built with\nthis command are run by default. The exit code is 1 if --compare finds that Modulus has become "
           "slower.\n");
}

static int parse(int argc, char **argv, struct bench_options *options)
{
    const struct argument what[] = {
        {"scene", ARGUMENT_LIST, &options->scenes, "BENCH-SCENE", "run only this scene; repeatable"},
        {"quick", ARGUMENT_FLAG, &options->quick, NULL, "two scenes, default settings, few steps: a few seconds"},
        {"all", ARGUMENT_FLAG, &options->all, NULL, "all scenes with all settings, also in 3D: hours"},
        {"sweeps", ARGUMENT_FLAG, &options->sweeps, NULL,
         "instead of scenes, measure the cost of a sweep against the limits of memory and arithmetic"},
        {"repeats", ARGUMENT_COUNT, &options->repeats, "N",
         "number of timed windows per measurement (default 7, with --quick 3)"},
        {"threads", ARGUMENT_TEXT, &options->threads, "LIST",
         "also run with these numbers of threads, such as 2,4, in engines that support them"},
    };
    const struct argument peers[] = {
        {"peer", ARGUMENT_LIST, &options->peers, "COMMAND",
         "add a peer, such as a modulus built in the other precision; repeatable"},
        {"no-peers", ARGUMENT_FLAG, &options->no_peers, NULL, "do not run the peers that were built with this command"},
        {"as-peer", ARGUMENT_FLAG, &options->as_peer, NULL, "act as a peer: about, or run KEY=VALUE..."},
    };
    const struct argument output[] = {
        {"out", ARGUMENT_TEXT, &options->out, "DIR",
         "write results.txt, results.json (sweeps.json) and the plots to this folder"},
        {"json", ARGUMENT_TEXT, &options->json, "FILE", "write the results (JSON)"},
        {"compare", ARGUMENT_TEXT, &options->compare, "FILE",
         "compare with the results of an earlier run (its --json FILE)"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "print no progress bar"},
    };
    const struct argument_group groups[] = {
        {"Measurements", what, sizeof what / sizeof *what},
        {"Peers", peers, sizeof peers / sizeof *peers},
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus bench [OPTIONS]",
        .about =
            "Measures the time per step and the accuracy of Modulus and of other engines at several settings, to show "
            "which is\nfaster at equal accuracy. docs/benchmark.md explains the results.",
        .examples = "  modulus bench --quick\n"
                    "  modulus bench --scene pool1 --scene pyramid-820 --out build/bench\n"
                    "  modulus bench --peer build/single/modulus --peer ./peer_box2d3 --json new.json\n"
                    "  modulus bench --no-peers --compare old.json\n"
                    "  modulus bench --sweeps --quick\n",
        .more = print_scene_list,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    return arguments_parse(argc, argv, &usage);
}

/* ---- Outputs ----------------------------------------------------------------------------------------------------- */

/* True if the path is a writable folder; otherwise errno gives the reason. */
static bool is_writable_folder(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return false;
    }
    if (!S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return access(path, W_OK | X_OK) == 0;
}

static int check_outputs(const struct bench_options *options)
{
    note_input(options->compare);
    int code = check_output("json", options->json);
    if (code < 0 && options->compare != NULL && access(options->compare, R_OK) != 0) {
        code = fail_with(EXIT_BAD_INPUT, "--compare %s: %s", options->compare, strerror(errno));
    }
    if (code < 0 && options->out != NULL &&
        ((mkdir(options->out, 0777) != 0 && errno != EEXIST) || !is_writable_folder(options->out))) {
        code = fail_with(EXIT_BAD_INPUT, "--out %s: %s", options->out, strerror(errno));
    }
    if (code < 0 && options->as_peer) {
        code = fail_with(EXIT_BAD_INPUT, "bench: --as-peer must be the first option, followed by about or run");
    }
    return code;
}

static int write_json(const struct bench_results *results, const char *path)
{
    md_error error = {0};
    if (bench_write_json(results, path, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    printf("results: %s\n", md_printable(path).text);
    return -1;
}

static int write_table(const struct bench_results *results, const char *path)
{
    struct output_file output;
    md_error error = {0};
    md_status status = md_output_open(&output, path, &error);
    if (status == MD_OK) {
        bench_print(output.file, results);
        status = md_output_commit(&output, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}

static int write_folder(const struct bench_results *results, const char *folder)
{
    char path[4096];
    md_error error = {0};
    int plots = 0;
    snprintf(path, sizeof path, "%s/results.txt", folder);
    int code = write_table(results, path);
    if (code < 0) {
        snprintf(path, sizeof path, "%s/results.json", folder);
        code = write_json(results, path);
    }
    if (code >= 0) {
        return code;
    }
    if (!plot_is_possible()) {
        printf("no plots: gnuplot is not installed\n");
        return -1;
    }
    if (bench_write_plots(results, folder, &plots, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    printf("plots: %d in %s\n", plots, md_printable(folder).text);
    return -1;
}

static int report(const struct bench_options *options, const struct bench_results *results)
{
    int code = -1;
    int slower = 0;
    bench_print(stdout, results);
    putchar('\n');
    if (options->json != NULL) {
        code = write_json(results, options->json);
    }
    if (code < 0 && options->out != NULL) {
        code = write_folder(results, options->out);
    }
    if (code < 0 && options->compare != NULL) {
        md_error error = {0};
        if (bench_compare(results, options->compare, &slower, &error) != MD_OK) {
            return fail_with_error(&error);
        }
    }
    if (code < 0 && results->stopped) {
        return fail_with(EXIT_INTERRUPTED, "interrupted; the report has the measurements so far");
    }
    return code >= 0 ? code : slower > 0 ? EXIT_FAILED : EXIT_DONE;
}

static bool show(void *user, double share, const char *label)
{
    struct progress *progress = user;
    progress->label = label;
    progress_show(progress, (int64_t)(share * PROGRESS_PARTS));
    return !interrupt_seen();
}

/* ---- Measurements ------------------------------------------------------------------------------------------------ */

static int run_scenes(const struct bench_options *options, const struct bench_plan *planned, struct progress *progress)
{
    struct bench_plan plan = *planned;
    struct bench_results results = {0};
    md_error error = {0};
    plan.progress = show;
    plan.user = progress;
    const md_status status = bench_run(&plan, &results, &error);
    progress_end(progress);
    const int code = status == MD_OK ? report(options, &results) : fail_with(EXIT_FAILED, "%s", error.message);
    bench_results_free(&results);
    return code;
}

static int run_sweeps(const struct bench_options *options, struct progress *progress)
{
    char json[4096];
    char plot[4096];
    md_error error = {0};
    bool stopped = false;
    struct sweeps_plan plan = {.effort = options->quick ? SWEEPS_QUICK : SWEEPS_USUAL,
                               .json = options->json,
                               .progress = show,
                               .user = progress};
    if (options->compare != NULL || options->scenes.count > 0 || options->peers.count > 0) {
        return fail_with(EXIT_BAD_INPUT,
                         "bench: --sweeps can only be combined with --quick, --out, --json and --quiet");
    }
    if (options->out != NULL) {
        snprintf(json, sizeof json, "%s/sweeps.json", options->out);
        snprintf(plot, sizeof plot, "%s/sweeps.svg", options->out);
        plan.json = options->json != NULL ? options->json : json;
        plan.plot = plot_is_possible() ? plot : NULL;
    }
    if (sweeps_run(&plan, &stopped, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    return stopped ? fail_with(EXIT_INTERRUPTED, "interrupted; the report has the measurements so far") : EXIT_DONE;
}

static int run(const struct bench_options *options)
{
    struct engine_info *engines = calloc(MAX_ENGINES, sizeof *engines);
    struct bench_plan plan;
    struct progress progress = progress_begin("", "parts", PROGRESS_PARTS, options->quiet);
    int code = engines == NULL ? fail_with(EXIT_FAILED, "out of memory") : -1;
    if (code < 0 && !options->sweeps) {
        code = bench_choose(options, engines, &plan);
    }
    if (code < 0) {
        interrupt_catch();
        code = options->sweeps ? run_sweeps(options, &progress) : run_scenes(options, &plan, &progress);
        interrupt_release();
    }
    progress_end(&progress);
    free(engines);
    return code;
}

int command_bench(int argc, char **argv)
{
    struct bench_options options = {0};
    /* The words after --as-peer are not options of this command. */
    if (argc >= 2 && strcmp(argv[1], "--as-peer") == 0) {
        return serve(&ENGINE_MODULUS, argc - 1, argv + 1);
    }
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = check_outputs(&options);
    }
    return code >= 0 ? code : run(&options);
}
