#define _POSIX_C_SOURCE 200809L

#include "cli/study/folder.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/study/runs_file.h"
#include "cli/study/text_file.h"
#include "engine/hash.h"

/* Increases when a file of the folder changes its meaning. */
#define FORMAT 1

struct folder_path folder_path(const struct plan *plan, const char *name)
{
    struct folder_path path;
    snprintf(path.text, sizeof path.text, "%s/%s", plan->options->out, name);
    return path;
}

/* ---- study.txt --------------------------------------------------------------------------------------------------- */

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
    if (!text_begin(&text)) {
        fail_with(EXIT_FAILED, "out of memory");
        return NULL;
    }
    describe(text.file, plan);
    if (!text_end(&text)) {
        free(text.at);
        fail_with(EXIT_FAILED, "out of memory");
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
/* ---- The folder -------------------------------------------------------------------------------------------------- */

int folder_read(struct plan *plan, const struct measures *measures)
{
    char *description = NULL;
    if (strlen(plan->options->out) == 0 || strlen(plan->options->out) > 3000) {
        return fail_with(EXIT_BAD_INPUT, "study: --out: expected the name of a folder");
    }
    int code = text_read(folder_path(plan, "study.txt").text, &description);
    if (code < 0) {
        code = description != NULL ? check_description(plan, description) : check_empty(plan);
    }
    if (code < 0 && description != NULL) {
        code = runs_file_read(plan, measures);
    }
    free(description);
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
    const int code = description != NULL ? text_write(folder_path(plan, "study.txt").text, description) : EXIT_FAILED;
    free(description);
    return code < 0 ? runs_file_write(plan, measures) : code;
}
