/* modulus reproduce: runs the paper's experiments and writes one report. */
#include "reproduce/reproduce.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/output/progress.h"

#define SHARED_PROBLEMS "../shared/problems"

struct options {
    const char *out, *problems;
    bool quick, fresh, report_only, quiet;
    int64_t seeds;
};

static int parse(int argc, char **argv, struct options *options)
{
    const struct argument run[] = {
        {"out", ARGUMENT_TEXT, &options->out, "DIR", "folder of the report (default: reproduction)"},
        {"quick", ARGUMENT_FLAG, &options->quick, NULL, "a preview: fewer steps, placements and repetitions"},
        {"seeds", ARGUMENT_COUNT, &options->seeds, "N",
         "number of random initial placements, up to 100 (default 10, with --quick 1)"},
        {"problems", ARGUMENT_TEXT, &options->problems, "DIR",
         "folder of the public problems (default: " SHARED_PROBLEMS ", if it exists)"},
        {"fresh", ARGUMENT_FLAG, &options->fresh, NULL, "discard the finished parts of an earlier run in DIR"},
        {"report-only", ARGUMENT_FLAG, &options->report_only, NULL,
         "measure nothing; write the report again from a finished run in DIR"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "print no progress bar and no final message"},
    };
    const struct argument_group groups[] = {{"Options", run, sizeof run / sizeof *run}};
    const struct usage usage = {
        .line = "modulus reproduce [OPTIONS]",
        .about = "Runs every experiment of the paper and writes DIR/index.html, with the paper's tables and figures "
                 "beside the measured\n"
                 "ones and a verdict on each claim. DIR/data has the data as CSV and JSON. After Ctrl-C the same "
                 "command continues with\n"
                 "the remaining experiments. Times are only meaningful on an otherwise idle machine.",
        .examples = "  modulus reproduce\n"
                    "  modulus reproduce --quick --out look\n"
                    "  modulus reproduce --out report --seeds 20 --problems problems\n",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
    };
    return arguments_parse(argc, argv, &usage);
}

static void show(void *user, const char *task, double fraction)
{
    progress_show_fraction(user, task, fraction);
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
        return fail_with(EXIT_BAD_INPUT, "reproduce: --problems %s: is not a folder", options->problems);
    }
    if (options->problems == NULL && is_folder(SHARED_PROBLEMS)) {
        options->problems = SHARED_PROBLEMS;
    }
    return -1;
}

static int report(const struct options *options, const struct reproduce_result *result)
{
    if (result->stopped) {
        return fail_with(EXIT_INTERRUPTED,
                         "interrupted; %s keeps the finished experiments, and the same command continues with the rest",
                         options->out);
    }
    if (!options->quiet) {
        printf("report: %s/index.html, data: %s/data\n", md_printable(options->out).text,
               md_printable(options->out).text);
    }
    return EXIT_DONE;
}

int command_reproduce(int argc, char **argv)
{
    struct options options = {0};
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = check(&options);
    }
    if (code >= 0) {
        return code;
    }
    struct progress progress = progress_begin("reproduce", "", 1, options.quiet);
    const struct reproduce_options request = {.out = options.out,
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
    const md_status status = reproduce(&request, &result, &error);
    interrupt_release();
    progress_end(&progress);
    if (status != MD_OK) {
        return fail_with(status == MD_ERROR_ARGUMENT ? EXIT_BAD_INPUT : EXIT_FAILED, "reproduce: %s", error.message);
    }
    return report(&options, &result);
}
