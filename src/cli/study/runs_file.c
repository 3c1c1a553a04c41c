#define _POSIX_C_SOURCE 200809L

#include "cli/study/runs_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/study/csv.h"
#include "cli/study/folder.h"
#include "cli/study/text_file.h"

static int fail_memory(void)
{
    fail_with(EXIT_FAILED, "out of memory");
    return EXIT_FAILED;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void print_header(FILE *file, const struct plan *plan, const struct measures *measures)
{
    fputs("run", file);
    for (size_t i = 0; i < plan_columns(plan); ++i) {
        csv_text(file, plan->varied[i].key, false);
    }
    fputs(",status,error,hash", file);
    for (size_t i = 0; i < measures->count; ++i) {
        csv_text(file, measures->names[i], false);
    }
    fputc('\n', file);
}

static void print_run(FILE *file, const struct plan *plan, const struct measures *measures, int64_t run)
{
    const struct run_outcome *outcome = &plan->outcomes[run];
    const bool failed = outcome->error[0] != '\0';
    fprintf(file, "%lld", (long long)run + 1);
    for (size_t i = 0; i < plan_columns(plan); ++i) {
        csv_text(file, plan_value(plan, run, i), false);
    }
    csv_text(file, failed ? "failed" : "ok", false);
    csv_text(file, outcome->error, false);
    csv_text(file, outcome->hash, false);
    for (size_t i = 0; i < measures->count; ++i) {
        csv_number(file, failed ? (double)NAN : outcome->numbers[i]);
    }
    fputc('\n', file);
}

int runs_file_write(const struct plan *plan, const struct measures *measures)
{
    struct text_file text;
    if (!text_begin(&text)) {
        return fail_memory();
    }
    print_header(text.file, plan, measures);
    for (int64_t run = 0; run < plan->runs; ++run) {
        if (plan->outcomes[run].is_done) {
            print_run(text.file, plan, measures, run);
        }
    }
    const struct folder_path path = folder_path(plan, "runs.csv");
    const int code = text_end(&text) ? text_write(path.text, text.at) : fail_memory();
    free(text.at);
    return code;
}

int runs_file_open(const struct plan *plan, int *runs)
{
    const struct folder_path path = folder_path(plan, "runs.csv");
    *runs = open(path.text, O_WRONLY | O_APPEND | O_CLOEXEC);
    return *runs >= 0 ? -1 : fail_with(EXIT_FAILED, "study: %s: cannot be written: %s", path.text, strerror(errno));
}

/* A line that was written in part, as on a full disk, is dropped when the file is read. */
int runs_file_append(int runs, const struct plan *plan, const struct measures *measures, int64_t run)
{
    struct text_file text;
    if (!text_begin(&text)) {
        return fail_memory();
    }
    print_run(text.file, plan, measures, run);
    int code = text_end(&text) ? -1 : fail_memory();
    errno = ENOSPC;
    if (code < 0 && write(runs, text.at, text.size) != (ssize_t)text.size) {
        code = fail_with(EXIT_FAILED, "study: %s/runs.csv: cannot be written: %s", plan->options->out, strerror(errno));
    }
    free(text.at);
    return code;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static bool read_whole(const char **line, int64_t *number)
{
    char text[32];
    char *end = NULL;
    if (!csv_read(line, text, sizeof text)) {
        return false;
    }
    *number = strtoll(text, &end, 10);
    return end != text && *end == '\0';
}

/* Reads the columns that say which run it is. Returns false if they do not fit the plan. */
static bool read_settings(const struct plan *plan, const char **line, int64_t *run)
{
    char text[MAX_VALUE_SIZE];
    bool fits = read_whole(line, run) && *run >= 1 && *run <= plan->runs;
    *run -= 1;
    for (size_t i = 0; fits && i < plan_columns(plan); ++i) {
        fits = csv_read(line, text, sizeof text) && strcmp(text, plan_value(plan, *run, i)) == 0;
    }
    return fits;
}

static bool read_outcome(const struct measures *measures, const char **line, struct run_outcome *outcome)
{
    char text[64];
    bool fits = csv_read(line, text, sizeof text) && csv_read(line, outcome->error, sizeof outcome->error) &&
                csv_read(line, outcome->hash, sizeof outcome->hash) &&
                strcmp(text, outcome->error[0] != '\0' ? "failed" : "ok") == 0;
    for (size_t i = 0; fits && i < measures->count; ++i) {
        text[0] = '\0';
        fits = csv_read(line, text, sizeof text) || i + 1 == measures->count; /* the last field may be empty */
        outcome->numbers[i] = (double)NAN;
        fits = fits && (text[0] == '\0' || md_number_parse(text, &outcome->numbers[i]));
    }
    return fits && **line == '\0';
}

static int read_run(struct plan *plan, const struct measures *measures, const char *line, int64_t number)
{
    int64_t run = 0;
    struct run_outcome outcome = {0};
    if (!read_settings(plan, &line, &run) || !read_outcome(measures, &line, &outcome)) {
        return fail_with(EXIT_BAD_INPUT, "study: %s/runs.csv:%lld: is not a line of this study, expected to delete it",
                         plan->options->out, (long long)number);
    }
    plan_store(plan, run, &outcome);
    return -1;
}

static int check_header(const struct plan *plan, const struct measures *measures, const char *line)
{
    struct text_file text;
    if (!text_begin(&text)) {
        return fail_memory();
    }
    print_header(text.file, plan, measures);
    const bool is_whole = text_end(&text);
    const bool is_same = is_whole && strncmp(text.at, line, strlen(line)) == 0 && text.at[strlen(line)] == '\n';
    free(text.at);
    return is_same ? -1
                   : fail_with(EXIT_BAD_INPUT,
                               "study: %s/runs.csv:1: the columns are not those of this study, expected "
                               "another folder",
                               plan->options->out);
}

/* Reads the lines in place. A last line without an end was not written completely. */
static int read_lines(struct plan *plan, const struct measures *measures, char *text)
{
    int code = -1;
    int64_t number = 1;
    for (char *end = strchr(text, '\n'); code < 0 && end != NULL; end = strchr(text, '\n')) {
        *end = '\0';
        code = number == 1 ? check_header(plan, measures, text) : read_run(plan, measures, text, number);
        text = end + 1;
        ++number;
    }
    return code;
}

int runs_file_read(struct plan *plan, const struct measures *measures)
{
    char *text = NULL;
    int code = text_read(folder_path(plan, "runs.csv").text, &text);
    if (code < 0 && text != NULL) {
        code = read_lines(plan, measures, text);
    }
    free(text);
    return code;
}
