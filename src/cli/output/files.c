#define _XOPEN_SOURCE 700 /* realpath */

#include "cli/output/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/output_file.h"
#include "cli/cli.h"
#include "draw/picture.h"
#include "draw/plot.h"
#include "draw/video.h"

/* The files that the command reads and writes, as absolute paths without links. */
struct known_file {
    const char *option; /* NULL: an input */
    char *path;
};

static struct known_file *known_files;
static size_t known_count;

/* The absolute path without links of a file that need not exist, in memory that the caller frees. On failure returns
 * NULL and sets errno. */
static char *canonical_path(const char *path)
{
    char folder[MAX_PATH_SIZE] = ".";
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    if (slash != NULL) {
        snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    }
    char *real = realpath(folder, NULL);
    if (real == NULL) {
        return NULL;
    }
    const size_t length = strlen(real);
    char *whole = realloc(real, length + 1 + strlen(name) + 1);
    if (whole == NULL) {
        free(real);
        return NULL;
    }
    snprintf(whole + length, 1 + strlen(name) + 1, "/%s", name);
    return whole;
}

/* Takes ownership of the path. */
static int remember(const char *option, char *path)
{
    struct known_file *grown = realloc(known_files, (known_count + 1) * sizeof *grown);
    if (grown == NULL) {
        free(path);
        return fail_with(EXIT_FAILED, "out of memory");
    }
    known_files = grown;
    known_files[known_count++] = (struct known_file){option, path};
    return -1;
}

void note_input(const char *path)
{
    struct stat info;
    char *real = path != NULL && stat(path, &info) == 0 && S_ISREG(info.st_mode) ? realpath(path, NULL) : NULL;
    if (real != NULL) {
        (void)remember(NULL, real);
    }
}

/* Refuses an output to a file that is read or that another output writes, and remembers it. */
static int check_distinct(const char *option, const char *path, const char *target)
{
    char *canonical = canonical_path(target);
    if (canonical == NULL) {
        return errno == ENOMEM
                   ? fail_with(EXIT_FAILED, "out of memory")
                   : fail_with(EXIT_BAD_INPUT, "--%s %s: cannot be written: %s", option, path, strerror(errno));
    }
    for (size_t i = 0; i < known_count; ++i) {
        const struct known_file *known = &known_files[i];
        if (strcmp(known->path, canonical) != 0) {
            continue;
        }
        free(canonical);
        return known->option == NULL
                   ? fail_with(EXIT_BAD_INPUT, "--%s %s: the command reads this file, expected another name", option,
                               path)
                   : fail_with(EXIT_BAD_INPUT, "--%s %s: --%s writes to the same file, expected another name", option,
                               path, known->option);
    }
    return remember(option, canonical);
}

int check_folder_output(const char *option, const char *path)
{
    char trimmed[MAX_PATH_SIZE];
    snprintf(trimmed, sizeof trimmed, "%s", path);
    for (size_t length = strlen(trimmed); length > 1 && trimmed[length - 1] == '/'; --length) {
        trimmed[length - 1] = '\0';
    }
    char *real = realpath(trimmed, NULL);
    const int code = check_distinct(option, path, real != NULL ? real : trimmed);
    free(real);
    return code;
}

int check_output(const char *option, const char *path)
{
    if (path == NULL) {
        return -1;
    }
    if (path[0] == '\0') {
        return fail_with(EXIT_BAD_INPUT, "--%s: expected a file name", option);
    }
    struct output_target target;
    md_error error = {0};
    if (md_output_check(&target, path, &error) != MD_OK) {
        return fail_with(EXIT_BAD_INPUT, "--%s %s", option, error.message);
    }
    return target.is_direct ? -1 : check_distinct(option, path, target.path);
}

int check_plot_output(const char *path)
{
    if (path == NULL) {
        return -1;
    }
    if (!plot_path_is_known(path)) {
        return fail_with(EXIT_BAD_INPUT, "--plot %s: expected a file name that ends with .svg or .png", path);
    }
    const int code = check_output("plot", path);
    if (code < 0 && !plot_is_possible()) {
        return fail_with(EXIT_FAILED,
                         "--plot needs gnuplot, which is not installed (Debian: apt-get install gnuplot-nox)");
    }
    return code;
}

int check_video_name(const char *path, double fps)
{
    if (path == NULL) {
        return fps > 0 ? fail_with(EXIT_BAD_INPUT, "--fps needs --video FILE") : -1;
    }
    if (!video_path_is_known(path)) {
        return fail_with(EXIT_BAD_INPUT, "--video %s: expected a file name that ends with .mp4, .webm or .gif", path);
    }
    if (!video_is_possible()) {
        return fail_with(EXIT_FAILED, "--video needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg)");
    }
    return -1;
}

int check_video_output(const char *path, double fps)
{
    const int code = check_video_name(path, fps);
    return code < 0 ? check_output("video", path) : code;
}

int check_picture_names(const struct text_list *pictures)
{
    for (size_t i = 0; i < pictures->count; ++i) {
        int64_t step = 0;
        const char *path = split_step(pictures->at[i], &step);
        if (!picture_path_is_known(path)) {
            return fail_with(EXIT_BAD_INPUT, "--picture %s: expected a file name that ends with .png, .svg or .pdf",
                             path);
        }
    }
    return -1;
}

int check_picture_outputs(const struct text_list *pictures)
{
    int code = check_picture_names(pictures);
    for (size_t i = 0; code < 0 && i < pictures->count; ++i) {
        int64_t step = 0;
        code = check_output("picture", split_step(pictures->at[i], &step));
    }
    return code;
}

const char *split_step(const char *text, int64_t *step)
{
    const size_t digits = strspn(text, "0123456789");
    *step = -1;
    if (digits == 0 || digits > 18 || text[digits] != ':') {
        return text;
    }
    *step = strtoll(text, NULL, 10);
    return text + digits + 1;
}
