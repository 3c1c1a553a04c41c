#define _POSIX_C_SOURCE 200809L

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

/* Outputs that were checked: the folder and the name in it tell whether two paths lead to one file. */
struct known_output {
    const char *option;
    dev_t device;
    ino_t folder;
    char name[256];
};

static struct known_output known_outputs[128];
static size_t known_count;

/* Refuses a second output to the same file, and remembers the first one. */
static int check_distinct(const char *option, const char *path, struct output_target *target)
{
    char *slash = strrchr(target->path, '/');
    struct known_output output = {.option = option};
    struct stat folder;
    snprintf(output.name, sizeof output.name, "%.255s", slash != NULL ? slash + 1 : target->path);
    if (slash != NULL) {
        slash[1] = '\0';
    }
    if (stat(slash != NULL ? target->path : ".", &folder) != 0) {
        return fail_with(EXIT_BAD_INPUT, "--%s %s: cannot be written: %s", option, path, strerror(errno));
    }
    output.device = folder.st_dev;
    output.folder = folder.st_ino;
    for (size_t i = 0; i < known_count; ++i) {
        const struct known_output *known = &known_outputs[i];
        if (known->device == output.device && known->folder == output.folder && strcmp(known->name, output.name) == 0) {
            return fail_with(EXIT_BAD_INPUT, "--%s %s: --%s writes to the same file, expected another name", option,
                             path, known->option);
        }
    }
    if (known_count < sizeof known_outputs / sizeof *known_outputs) {
        known_outputs[known_count++] = output;
    }
    return -1;
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
    return target.is_direct ? -1 : check_distinct(option, path, &target);
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

int check_video_output(const char *path, double fps)
{
    if (path == NULL) {
        return fps > 0 ? fail_with(EXIT_BAD_INPUT, "--fps needs --video FILE") : -1;
    }
    if (!video_path_is_known(path)) {
        return fail_with(EXIT_BAD_INPUT, "--video %s: expected a file name that ends with .mp4, .webm or .gif", path);
    }
    const int code = check_output("video", path);
    if (code < 0 && !video_is_possible()) {
        return fail_with(EXIT_FAILED, "--video needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg)");
    }
    return code;
}

int check_picture_outputs(const struct text_list *pictures)
{
    int code = -1;
    for (size_t i = 0; code < 0 && i < pictures->count; ++i) {
        int64_t step = 0;
        const char *path = split_step(pictures->at[i], &step);
        code = picture_path_is_known(path)
                   ? check_output("picture", path)
                   : fail_with(EXIT_BAD_INPUT, "--picture %s: expected a file name that ends with .png, .svg or .pdf",
                               path);
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
