#define _POSIX_C_SOURCE 200809L

#include "cli/study/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "base/output_file.h"
#include "cli/cli.h"
#include "cli/study/csv.h"
#include "engine/hash.h"

/* Increases when a file of the folder changes its meaning. */
#define FORMAT 1

struct folder_path folder_path(const struct plan *plan, const char *name)
{
    struct folder_path path;
    snprintf(path.text, sizeof path.text, "%s/%s", plan->options->out, name);
    return path;
}

/* A text that is written like a file. */
struct text_file {
    char *at; /* freed by the caller */
    size_t size;
    FILE *file;
};

static bool begin_text(struct text_file *text)
{
    *text = (struct text_file){0};
    text->file = open_memstream(&text->at, &text->size);
    return text->file != NULL;
}

/* Returns whether everything could be stored. */
static bool end_text(struct text_file *text)
{
    return fclose(text->file) == 0 && text->at != NULL;
}

static int fail_memory(void)
{
    fail_with(EXIT_FAILED, "out of memory");
    return EXIT_FAILED;
}

/* Reads a whole file; NULL if it does not exist. */
static int read_text(const char *path, char **text)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    *text = NULL;
    if (file == NULL && errno == ENOENT) {
        return -1;
    }
    if (file != NULL && getdelim(text, &size, '\0', file) < 0 && feof(file)) {
        free(*text);
        *text = strdup("");
    }
    const bool is_read = file != NULL && *text != NULL && !ferror(file);
    const int problem = errno;
    if (file != NULL) {
        fclose(file);
    }
    return is_read ? -1 : fail_with(EXIT_BAD_INPUT, "study: %s: cannot be read: %s", path, strerror(problem));
}

static int write_text(const char *path, const char *text)
{
    struct output_file output;
    md_error error = {0};
    md_status status = md_output_open(&output, path, &error);
    if (status == MD_OK) {
        md_output_write(&output, text, strlen(text));
        status = md_output_commit(&output, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "study: %s", error.message);
}

/* ---- Which study it is ------------------------------------------------------------------------------------------- */

/* A hash of a file: the scene and the program, so that a changed file is another study. 0 if it cannot be read. */
static uint64_t hash_of_file(const char *path)
{
    unsigned char bytes[4096];
    FILE *file = fopen(path, "rb");
    uint64_t hash = file != NULL ? HASH_START : 0;
    for (size_t count = 1; file != NULL && count > 0;) {
        count = fread(bytes, 1, sizeof bytes, file);
        hash = hash_bytes(hash, bytes, count);
    }
    if (file != NULL) {
        fclose(file);
    }
    return hash;
}

/* Writes all that decides the results, one thing per line. */
static void describe(FILE *file, const struct plan *plan)
{
    const struct study_options *options = plan->options;
    struct stat unused;
    fprintf(file, "modulus-study %d\nversion %s (%s)\nbuild %016" PRIx64 "\nscene %s\n", FORMAT, md_version(),
            md_real_name(), hash_of_file("/proc/self/exe"), options->scene);
    if (!scene_is_builtin(options->scene) && stat(options->scene, &unused) == 0) {
        fprintf(file, "contents %016" PRIx64 "\n", hash_of_file(options->scene));
    }
    if (!plan->has_varied_steps) {
        fprintf(file, "steps %lld\n", (long long)plan->steps);
    }
    fputs(options->changes.frictionless ? "frictionless\n" : "", file);
    for (size_t i = 0; i < options->changes.settings.count; ++i) {
        fprintf(file, "set %s\n", options->changes.settings.at[i]);
    }
    for (size_t i = 0; i < plan->varied_count; ++i) {
        fprintf(file, "vary %s=%s\n", plan->varied[i].key, plan->varied[i].text);
    }
    if (plan->has_seeds) {
        fprintf(file, "seeds %s\n", plan->varied[plan->varied_count].text);
    }
}

/* Compares the descriptions of two studies line by line, and names the first difference. */
static int compare(const struct plan *plan, const char *theirs, const char *ours)
{
    while (*theirs != '\0' || *ours != '\0') {
        const size_t their_length = strcspn(theirs, "\n");
        const size_t our_length = strcspn(ours, "\n");
        if (their_length != our_length || strncmp(theirs, ours, our_length) != 0) {
            return fail_with(
                EXIT_BAD_INPUT,
                "study: --out %s: has a study with '%.*s', this one has '%.*s', expected the same settings or "
                "another folder",
                plan->options->out, (int)(their_length < 200 ? their_length : 200), theirs,
                (int)(our_length < 200 ? our_length : 200), ours);
        }
        theirs += their_length + (theirs[their_length] == '\n');
        ours += our_length + (ours[our_length] == '\n');
    }
    return -1;
}

/* The description of this study, which the caller frees; NULL after a failure. */
static char *make_description(const struct plan *plan)
{
    struct text_file text;
    if (!begin_text(&text)) {
        fail_memory();
        return NULL;
    }
    describe(text.file, plan);
    if (!end_text(&text)) {
        free(text.at);
        fail_memory();
        return NULL;
    }
    return text.at;
}

static int check_description(const struct plan *plan, const char *theirs)
{
    char *ours = make_description(plan);
    const int code = ours != NULL ? compare(plan, theirs, ours) : EXIT_FAILED;
    free(ours);
    return code;
}

/* A folder without study.txt must be empty. */
static int check_empty(const struct plan *plan)
{
    const char *out = plan->options->out;
    DIR *folder = opendir(out);
    if (folder == NULL) {
        return errno == ENOENT
                   ? -1
                   : fail_with(EXIT_BAD_INPUT, "study: --out %s: cannot be opened: %s", out, strerror(errno));
    }
    int code = -1;
    for (const struct dirent *entry = readdir(folder); code < 0 && entry != NULL; entry = readdir(folder)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            code = fail_with(EXIT_BAD_INPUT,
                             "study: --out %s: contains '%.100s' and no study, expected a new or empty folder", out,
                             entry->d_name);
        }
    }
    closedir(folder);
    return code;
}

/* ---- runs.csv ---------------------------------------------------------------------------------------------------- */

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

int folder_write_runs(const struct plan *plan, const struct measures *measures)
{
    struct text_file text;
    if (!begin_text(&text)) {
        return fail_memory();
    }
    print_header(text.file, plan, measures);
    for (int64_t run = 0; run < plan->runs; ++run) {
        if (plan->outcomes[run].is_done) {
            print_run(text.file, plan, measures, run);
        }
    }
    const struct folder_path path = folder_path(plan, "runs.csv");
    const int code = end_text(&text) ? write_text(path.text, text.at) : fail_memory();
    free(text.at);
    return code;
}

int folder_open(const struct plan *plan, int *runs)
{
    const struct folder_path path = folder_path(plan, "runs.csv");
    *runs = open(path.text, O_WRONLY | O_APPEND | O_CLOEXEC);
    return *runs >= 0 ? -1 : fail_with(EXIT_FAILED, "study: %s: cannot be written: %s", path.text, strerror(errno));
}

/* A line that was written in part, as on a full disk, is dropped when the file is read. */
int folder_append(int runs, const struct plan *plan, const struct measures *measures, int64_t run)
{
    struct text_file text;
    if (!begin_text(&text)) {
        return fail_memory();
    }
    print_run(text.file, plan, measures, run);
    int code = end_text(&text) ? -1 : fail_memory();
    errno = ENOSPC;
    if (code < 0 && write(runs, text.at, text.size) != (ssize_t)text.size) {
        code = fail_with(EXIT_FAILED, "study: %s/runs.csv: cannot be written: %s", plan->options->out, strerror(errno));
    }
    free(text.at);
    return code;
}

/* ---- Reading runs.csv -------------------------------------------------------------------------------------------- */

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
    if (!begin_text(&text)) {
        return fail_memory();
    }
    print_header(text.file, plan, measures);
    const bool is_whole = end_text(&text);
    const bool is_same = is_whole && strncmp(text.at, line, strlen(line)) == 0 && text.at[strlen(line)] == '\n';
    free(text.at);
    return is_same ? -1
                   : fail_with(EXIT_BAD_INPUT,
                               "study: %s/runs.csv:1: the columns are not those of this study, expected "
                               "another folder",
                               plan->options->out);
}

/* Reads the lines in place. A last line without an end was not written completely. */
static int read_runs(struct plan *plan, const struct measures *measures, char *text)
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

int folder_read(struct plan *plan, const struct measures *measures)
{
    char *description = NULL;
    char *runs = NULL;
    if (strlen(plan->options->out) == 0 || strlen(plan->options->out) > 3000) {
        return fail_with(EXIT_BAD_INPUT, "study: --out: expected the name of a folder");
    }
    int code = read_text(folder_path(plan, "study.txt").text, &description);
    if (code < 0) {
        code = description != NULL ? check_description(plan, description) : check_empty(plan);
    }
    if (code < 0 && description != NULL) {
        code = read_text(folder_path(plan, "runs.csv").text, &runs);
    }
    if (code < 0 && runs != NULL) {
        code = read_runs(plan, measures, runs);
    }
    free(description);
    free(runs);
    return code;
}

int folder_create(const struct plan *plan, const struct measures *measures)
{
    const char *out = plan->options->out;
    if (mkdir(out, 0777) != 0 && errno != EEXIST) {
        return fail_with(EXIT_BAD_INPUT, "study: --out %s: cannot be created: %s", out, strerror(errno));
    }
    if (access(out, W_OK | X_OK) != 0) {
        return fail_with(EXIT_BAD_INPUT, "study: --out %s: cannot be written: %s", out, strerror(errno));
    }
    char *description = make_description(plan);
    const int code = description != NULL ? write_text(folder_path(plan, "study.txt").text, description) : EXIT_FAILED;
    free(description);
    return code < 0 ? folder_write_runs(plan, measures) : code;
}
