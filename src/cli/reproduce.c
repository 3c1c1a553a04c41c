/* modulus reproduce: the paper's experiments as one report. */
#include "reproduce/reproduce.h"

#include <stdio.h>
#include <sys/stat.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#define SHARED_PROBLEMS "../shared/problems"

struct options {
    const char *out, *problems;
    bool quick, fresh, report_only, quiet;
    int64_t seeds;
};

static int parse(int argc, char **argv, struct options *options)
{
    const struct argument run[] = {
        {"out", ARGUMENT_TEXT, &options->out, "DIR", "folder for the report (default: reproduction)"},
        {"quick", ARGUMENT_FLAG, &options->quick, NULL,
         "fewer steps, placements and repeats: under a minute instead of a quarter of an hour"},
        {"seeds", ARGUMENT_COUNT, &options->seeds, "N",
         "number of random placements, up to 100 (default: 10; with --quick 1)"},
        {"problems", ARGUMENT_TEXT, &options->problems, "DIR",
         "folder of the public problems (default: " SHARED_PROBLEMS " if it exists)"},
        {"fresh", ARGUMENT_FLAG, &options->fresh, NULL, "discard the results of an earlier run in DIR"},
        {"report-only", ARGUMENT_FLAG, &options->report_only, NULL,
         "do not measure: write the report from the finished run in DIR"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "no progress bar and no final message"},
    };
    const struct argument_group groups[] = {{"Options", run, sizeof run / sizeof *run}};
    const struct usage usage = {
        .line = "modulus reproduce [OPTIONS]",
        .about = "Runs all experiments of the paper and writes DIR/index.html: the paper's tables and figures beside "
                 "ours, and a\n"
                 "verdict on each of its claims. DIR/data contains the data as CSV and JSON. After Ctrl-C the same "
                 "command\n"
                 "continues with the unfinished experiments. Times are meaningful only on an otherwise idle machine.",
        .examples = "  modulus reproduce\n"
                    "  modulus reproduce --quick --out look\n"
                    "  modulus reproduce --out report --seeds 20 --problems problems\n",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    return arguments_parse(argc, argv, &usage);
}

static void show(void *user, const char *what, double fraction)
{
    progress_show_share(user, what, fraction);
}

static bool is_stopped(void *user)
{
    (void)user;
    return interrupt_seen();
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int check(struct options *options)
{
    options->out = options->out != NULL ? options->out : "reproduction";
    if (options->seeds > 100) {
        return fail_with(EXIT_BAD_INPUT, "reproduce: --seeds %lld, expected 1 to 100", (long long)options->seeds);
    }
    if (options->fresh && options->report_only) {
        return fail_with(EXIT_BAD_INPUT, "reproduce: --fresh and --report-only exclude each other");
    }
    if (options->problems != NULL && !is_folder(options->problems)) {
        return fail_with(EXIT_BAD_INPUT, "reproduce: --problems %s: not a folder", options->problems);
    }
    if (options->problems == NULL && is_folder(SHARED_PROBLEMS)) {
        options->problems = SHARED_PROBLEMS;
    }
    return -1;
}

static int print_result(const struct options *options, const struct reproduce_result *result)
{
    if (result->stopped) {
        return fail_with(EXIT_FAILED,
                         "interrupted; finished results are in %s, and the same command continues from there",
                         options->out);
    }
    if (!options->quiet) {
        printf("wrote the report %s/index.html and its data in %s/data\n", options->out, options->out);
    }
    return EXIT_DONE;
}

int command_reproduce(int argc, char **argv)
{
    struct options options = {0};
    int ended = parse(argc, argv, &options);
    if (ended < 0) {
        ended = check(&options);
    }
    if (ended >= 0) {
        return ended;
    }
    struct progress progress = progress_begin("reproduce", "", 1, options.quiet);
    const struct reproduce_options run = {.out = options.out,
                                          .problems = options.problems,
                                          .quick = options.quick,
                                          .seeds = (int32_t)options.seeds,
                                          .fresh = options.fresh,
                                          .report_only = options.report_only,
                                          .progress = show,
                                          .stop = is_stopped,
                                          .user = &progress};
    struct reproduce_result result;
    md_error error = {0};
    interrupt_catch();
    const md_status status = reproduce(&run, &result, &error);
    interrupt_release();
    progress_end(&progress);
    if (status != MD_OK) {
        return fail_with(status == MD_ERROR_ARGUMENT ? EXIT_BAD_INPUT : EXIT_FAILED, "reproduce: %s", error.message);
    }
    return print_result(&options, &result);
}
