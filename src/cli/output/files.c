#define _POSIX_C_SOURCE 200809L

#include "cli/output/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "draw/picture.h"
#include "draw/plot.h"
#include "draw/video.h"

/* Replaces a path by its folder. */
static void strip_file_name(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        strcpy(path, ".");
    } else {
        slash[slash == path ? 1 : 0] = '\0';
    }
}

int check_output(const char *option, const char *path)
{
    if (path == NULL) {
        return -1;
    }
    char folder[MAX_PATH_SIZE];
    const int length = snprintf(folder, sizeof folder, "%s", path);
    if (length <= 0 || length >= (int)sizeof folder) {
        return fail_with(EXIT_BAD_INPUT, "--%s: expected a file name", option);
    }
    strip_file_name(folder);
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        return fail_with(EXIT_BAD_INPUT, "--%s %s: is a folder, expected a file name", option, path);
    }
    if (access(folder, W_OK) != 0) {
        return fail_with(EXIT_BAD_INPUT, "--%s %s: cannot be written there: %s", option, path, strerror(errno));
    }
    return -1;
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
