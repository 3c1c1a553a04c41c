/* modulus bench: times the scenes of the benchmark in Modulus and in its peers. */
#define _POSIX_C_SOURCE 200809L

#include "cli/bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_file.h"
#include "bench/engines/engine.h"
#include "bench/sweeps/sweeps.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "draw/plot.h"

#define PROGRESS_PARTS 1000

static void print_scene_list(void)
{
    printf("\nScenes (*: run by default, most of them only with the engines' default settings; --scene runs more "
           "settings.\n"
           "q: run with --quick)\n");
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        const struct bench_scene *scene = &BENCH_SCENES[i];
        printf("  %-14s %s%s %s\n", scene->name, scene->usual ? "*" : " ", scene->quick ? "q" : " ", scene->about);
    }
    printf(
        "\nPeers are programs that run the same scenes in another engine (bench/peers/README.md). Peers in the folder\n"
        "bench beside this command are found automatically. The exit code is 1 if --compare finds Modulus slower.\n");
}

static int parse(int argc, char **argv, struct bench_options *options)
{
    const struct argument what[] = {
        {"scene", ARGUMENT_LIST, &options->scenes, "NAME", "run only this scene; may be repeated"},
        {"quick", ARGUMENT_FLAG, &options->quick, NULL, "two scenes, default settings and few steps: some seconds"},
        {"all", ARGUMENT_FLAG, &options->all, NULL, "all scenes and all settings: about an hour"},
        {"sweeps", ARGUMENT_FLAG, &options->sweeps, NULL,
         "measure the cost of a sweep instead, and compare it with memory bandwidth and arithmetic rate"},
        {"repeats", ARGUMENT_COUNT, &options->repeats, "N",
         "number of timed windows per setting (default: 7; with --quick 3)"},
        {"threads", ARGUMENT_TEXT, &options->threads, "LIST",
         "also run with these numbers of threads, for example 2,4, in engines that support them"},
    };
    const struct argument peers[] = {
        {"peer", ARGUMENT_LIST, &options->peers, "COMMAND",
         "add a peer, for example a modulus of the other precision; may be repeated"},
        {"no-peers", ARGUMENT_FLAG, &options->no_peers, NULL, "do not use the peers beside this command"},
        {"as-peer", ARGUMENT_FLAG, &options->as_peer, NULL, "act as a peer: about, or run KEY=VALUE..."},
    };
    const struct argument output[] = {
        {"out", ARGUMENT_TEXT, &options->out, "DIR",
         "write results.txt, results.json (or sweeps.json) and plots into this folder"},
        {"json", ARGUMENT_TEXT, &options->json, "FILE", "write the results as JSON"},
        {"compare", ARGUMENT_TEXT, &options->compare, "OLD.json", "compare with the results of an earlier run"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "no progress bar"},
    };
    const struct argument_group groups[] = {
        {"Selection", what, sizeof what / sizeof *what},
        {"Peers", peers, sizeof peers / sizeof *peers},
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus bench [OPTIONS]",
        .about = "Times the steps of scenes in Modulus and in other engines with several settings, measures the "
                 "accuracy of each and\n"
                 "compares the times at equal accuracy. docs/benchmark.md explains the output.",
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

/* ---- Outputs --------------------------------------------------------------------------------------------------------- */

/* True if the path is a writable folder; otherwise errno is set. */
static bool is_folder(const char *path)
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
    int ended = check_output("json", options->json);
    if (ended < 0 && options->compare != NULL && access(options->compare, R_OK) != 0) {
        ended = fail_with(EXIT_BAD_INPUT, "--compare %s: %s", options->compare, strerror(errno));
    }
    if (ended < 0 && options->out != NULL &&
        ((mkdir(options->out, 0777) != 0 && errno != EEXIST) || !is_folder(options->out))) {
        ended = fail_with(EXIT_BAD_INPUT, "--out %s: %s", options->out, strerror(errno));
    }
    if (ended < 0 && options->as_peer) {
        ended = fail_with(EXIT_BAD_INPUT, "bench: --as-peer must be the first argument, followed by about or run");
    }
    return ended;
}

static int write_json(const struct bench_results *results, const char *path)
{
    md_error error = {0};
    if (bench_write_json(results, path, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    printf("results: %s\n", path);
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
    int ended = write_table(results, path);
    if (ended < 0) {
        snprintf(path, sizeof path, "%s/results.json", folder);
        ended = write_json(results, path);
    }
    if (ended >= 0) {
        return ended;
    }
    if (!plot_is_possible()) {
        printf("no plots: gnuplot is not installed\n");
        return -1;
    }
    if (bench_write_plots(results, folder, &plots, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    printf("plots: %d in %s\n", plots, folder);
    return -1;
}

static int report(const struct bench_options *options, const struct bench_results *results)
{
    int ended = -1;
    int slower = 0;
    bench_print(stdout, results);
    putchar('\n');
    if (options->json != NULL) {
        ended = write_json(results, options->json);
    }
    if (ended < 0 && options->out != NULL) {
        ended = write_folder(results, options->out);
    }
    if (ended < 0 && options->compare != NULL) {
        md_error error = {0};
        if (bench_compare(results, options->compare, &slower, &error) != MD_OK) {
            return fail_with_error(&error);
        }
    }
    if (ended < 0 && results->stopped) {
        return fail_with(EXIT_FAILED, "interrupted; the report contains the finished measurements");
    }
    return ended >= 0 ? ended : slower > 0 ? EXIT_FAILED : EXIT_DONE;
}

static bool show(void *user, double fraction, const char *label)
{
    struct progress *progress = user;
    progress->label = label;
    progress_show(progress, (int64_t)(fraction * PROGRESS_PARTS));
    return !interrupt_seen();
}

/* ---- Running --------------------------------------------------------------------------------------------------------- */

static int run_scenes(const struct bench_options *options, const struct bench_plan *planned, struct progress *progress)
{
    struct bench_plan plan = *planned;
    struct bench_results results = {0};
    md_error error = {0};
    plan.progress = show;
    plan.user = progress;
    const md_status status = bench_run(&plan, &results, &error);
    progress_end(progress);
    const int ended = status == MD_OK ? report(options, &results) : fail_with(EXIT_FAILED, "%s", error.message);
    bench_results_free(&results);
    return ended;
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
    return stopped ? fail_with(EXIT_FAILED, "interrupted; the report contains the finished measurements") : EXIT_DONE;
}

static int run(const struct bench_options *options)
{
    struct engine_info *engines = calloc(MAX_ENGINES, sizeof *engines);
    struct bench_plan plan;
    struct progress progress = progress_begin("", "parts", PROGRESS_PARTS, options->quiet);
    int ended = engines == NULL ? fail_with(EXIT_FAILED, "out of memory") : -1;
    if (ended < 0 && !options->sweeps) {
        ended = bench_choose(options, engines, &plan);
    }
    if (ended < 0) {
        interrupt_catch();
        ended = options->sweeps ? run_sweeps(options, &progress) : run_scenes(options, &plan, &progress);
        interrupt_release();
    }
    progress_end(&progress);
    free(engines);
    return ended;
}

int command_bench(int argc, char **argv)
{
    struct bench_options options = {0};
    /* The arguments of a peer are not options of the command. */
    if (argc >= 2 && strcmp(argv[1], "--as-peer") == 0) {
        return serve(&ENGINE_MODULUS, argc - 1, argv + 1);
    }
    int ended = parse(argc, argv, &options);
    if (ended < 0) {
        ended = check_outputs(&options);
    }
    return ended >= 0 ? ended : run(&options);
}
