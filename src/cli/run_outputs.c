/* What is drawn, filmed and recorded while a scene runs. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/report.h"
#include "cli/run.h"
#include "draw/recording.h"
#include "draw/video.h"

struct run_outputs {
    const struct run_options *options;
    const char *label; /* NULL where there is one solver */
    FILE *files;
    char scene[64], solver[128];
    double dt;
    char video_path[LONGEST_PATH], record_path[LONGEST_PATH];
    struct video video;
    bool has_video;
    struct recording_writer *recording;
};

int run_path(const char *path, const char *label, char out[LONGEST_PATH])
{
    char tag[130] = "";
    if (label != NULL) {
        snprintf(tag, sizeof tag, "-%s", label);
        for (char *c = tag; *c != '\0'; ++c) {
            *c = strchr(":=,/", *c) != NULL ? '-' : *c;
        }
    }
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    const int stem = dot != NULL && dot != path ? (int)(dot - path) : (int)strlen(path);
    const int length = snprintf(out, LONGEST_PATH, "%.*s%s%s", stem, path, tag, path + stem);
    return length > 0 && length < LONGEST_PATH ? -1
                                               : fail_with(EXIT_BAD_INPUT, "%.100s...: the path is too long", path);
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

/* ---- Before the run ----------------------------------------------------------------------------------------------------- */

static int check_pictures(const struct text_list *pictures)
{
    int ended = -1;
    for (size_t i = 0; ended < 0 && i < pictures->count; ++i) {
        int64_t step = 0;
        const char *path = split_step(pictures->at[i], &step);
        ended =
            picture_path_is_known(path)
                ? check_output("picture", path)
                : fail_with(EXIT_BAD_INPUT, "--picture %s: expected a name that ends with .png, .svg or .pdf", path);
    }
    return ended;
}

int check_video_output(const char *path)
{
    if (path == NULL) {
        return -1;
    }
    if (!video_path_is_known(path)) {
        return fail_with(EXIT_BAD_INPUT, "--video %s: expected a name that ends with .mp4, .webm or .gif", path);
    }
    const int ended = check_output("video", path);
    if (ended < 0 && !video_is_possible()) {
        return fail_with(EXIT_FAILED, "--video needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg)");
    }
    return ended;
}

int run_outputs_check(const struct run_options *options)
{
    const struct {
        const char *option, *path;
    } files[] = {{"record", options->record},
                 {"save", options->save},
                 {"history", options->history},
                 {"sweeps-out", options->sweeps_out}};
    int ended = check_pictures(&options->pictures);
    for (size_t i = 0; ended < 0 && i < sizeof files / sizeof *files; ++i) {
        ended = check_output(files[i].option, files[i].path);
    }
    if (ended < 0 && options->fps > 0 && options->video == NULL) {
        ended = fail_with(EXIT_BAD_INPUT, "--fps is of the video: expected --video FILE too");
    }
    if (ended < 0) {
        ended = check_video_output(options->video);
    }
    return ended < 0 ? check_plot_output(options->plot) : ended;
}

/* ---- On the way --------------------------------------------------------------------------------------------------------- */

static int failed(const md_error *error)
{
    return fail_with(EXIT_FAILED, "%s", error->message);
}

static void make_caption(const struct run_outputs *outputs, int64_t step, double time, char *caption, size_t size)
{
    snprintf(caption, size, "%s  ·  step %lld  ·  %.2f s  ·  %s", outputs->scene, (long long)step, time,
             outputs->solver);
}

static int draw_picture(struct run_outputs *outputs, const struct scene *scene, const char *path)
{
    char named[LONGEST_PATH];
    char caption[320];
    md_error error = {0};
    const int ended = run_path(path, outputs->label, named);
    if (ended >= 0) {
        return ended;
    }
    const int64_t step = md2_world_steps(scene->world);
    make_caption(outputs, step, (double)step * outputs->dt, caption, sizeof caption);
    const struct picture picture = {
        .subject = picture_of_world(scene->world), .view = scene->view, .caption = caption, .fraction = 1};
    if (picture_write(&picture, named, &error) != MD_OK) {
        return failed(&error);
    }
    fprintf(outputs->files, "picture of step %lld: %s\n", (long long)step, named);
    return -1;
}

/* All pictures of the video whose time has come: those between two steps are drawn between two places. */
static int film(struct run_outputs *outputs, const struct scene *scene)
{
    const int64_t step = md2_world_steps(scene->world);
    const double now = (double)step * outputs->dt;
    md_error error = {0};
    for (;;) {
        const double time = (double)outputs->video.frames / outputs->video.fps;
        const double ahead = (time - now) / outputs->dt; /* in steps */
        if (ahead > 1e-6) {
            return -1;
        }
        char caption[320];
        make_caption(outputs, step, now, caption, sizeof caption);
        const struct picture picture = {.subject = picture_of_world(scene->world),
                                        .view = scene->view,
                                        .caption = caption,
                                        .fraction = (md_real)(ahead < -1  ? 0
                                                              : ahead > 0 ? 1
                                                                          : 1 + ahead)};
        if (video_add(&outputs->video, &picture, &error) != MD_OK) {
            outputs->has_video = false;
            return failed(&error);
        }
    }
}

static int begin_recording(struct run_outputs *outputs, const struct scene *scene)
{
    struct recording_about about = {.dt = outputs->dt, .view = scene->view};
    snprintf(about.scene, sizeof about.scene, "%s", outputs->scene);
    snprintf(about.solver, sizeof about.solver, "%s", outputs->solver);
    md_error error = {0};
    const int ended = run_path(outputs->options->record, outputs->label, outputs->record_path);
    if (ended >= 0) {
        return ended;
    }
    const md_status status = recording_create(&outputs->recording, outputs->record_path, &about, scene->world, &error);
    return status == MD_OK ? -1 : failed(&error);
}

static int begin_video(struct run_outputs *outputs, const struct scene *scene)
{
    const struct run_options *options = outputs->options;
    md_error error = {0};
    const int ended = run_path(options->video, outputs->label, outputs->video_path);
    if (ended >= 0) {
        return ended;
    }
    const double fps = options->fps > 0 ? options->fps : video_default_fps(options->video);
    outputs->has_video = video_open(&outputs->video, outputs->video_path, scene->view, fps, &error) == MD_OK;
    return outputs->has_video ? -1 : failed(&error);
}

int run_outputs_begin(struct run_outputs **out, const struct run_options *options, const struct scene *scene,
                      const struct run_result *result, const char *label, FILE *files)
{
    struct run_outputs *outputs = calloc(1, sizeof *outputs);
    *out = outputs;
    if (outputs == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    outputs->options = options;
    outputs->label = label;
    outputs->files = files;
    outputs->dt = result->dt;
    snprintf(outputs->scene, sizeof outputs->scene, "%s", result->scene);
    snprintf(outputs->solver, sizeof outputs->solver, "%s", result->label);
    int ended = options->record != NULL ? begin_recording(outputs, scene) : -1;
    if (ended < 0 && options->video != NULL) {
        ended = begin_video(outputs, scene);
    }
    return ended < 0 ? run_outputs_step(outputs, scene, NULL) : ended;
}

int run_outputs_step(struct run_outputs *outputs, const struct scene *scene, const md_step_report *report)
{
    int ended = -1;
    md_error error = {0};
    if (outputs->recording != NULL && recording_add(outputs->recording, scene->world, report, &error) != MD_OK) {
        ended = failed(&error);
    }
    if (ended < 0 && outputs->has_video) {
        ended = film(outputs, scene);
    }
    const struct text_list *pictures = &outputs->options->pictures;
    for (size_t i = 0; ended < 0 && i < pictures->count; ++i) {
        int64_t step = -1;
        const char *path = split_step(pictures->at[i], &step);
        if (step == md2_world_steps(scene->world)) {
            ended = draw_picture(outputs, scene, path);
        }
    }
    return ended;
}

/* ---- At the end --------------------------------------------------------------------------------------------------------- */

static int end_video(struct run_outputs *outputs)
{
    md_error error = {0};
    const long long frames = outputs->video.frames;
    const double fps = outputs->video.fps;
    outputs->has_video = false;
    if (video_commit(&outputs->video, &error) != MD_OK) {
        return failed(&error);
    }
    fprintf(outputs->files, "video: %s, %lld pictures, %.9g a second\n", outputs->video_path, frames, fps);
    return -1;
}

static int end_recording(struct run_outputs *outputs)
{
    md_error error = {0};
    struct recording_writer *writer = outputs->recording;
    outputs->recording = NULL;
    if (recording_commit(writer, &error) != MD_OK) {
        return failed(&error);
    }
    fprintf(outputs->files, "recording: %s (modulus replay shows it)\n", outputs->record_path);
    return -1;
}

static int save_scene(struct run_outputs *outputs, const struct scene *scene)
{
    char path[LONGEST_PATH];
    md_error error = {0};
    const int ended = run_path(outputs->options->save, outputs->label, path);
    if (ended >= 0) {
        return ended;
    }
    if (scene_save(scene, path, &error) != MD_OK) {
        return failed(&error);
    }
    fprintf(outputs->files, "scene as it is at the end: %s\n", path);
    return -1;
}

int run_outputs_end(struct run_outputs *outputs, const struct scene *scene)
{
    const struct text_list *pictures = &outputs->options->pictures;
    int ended = -1;
    for (size_t i = 0; ended < 0 && i < pictures->count; ++i) {
        int64_t step = -1;
        const char *path = split_step(pictures->at[i], &step);
        if (step < 0) {
            ended = draw_picture(outputs, scene, path);
        }
    }
    if (ended < 0 && outputs->recording != NULL) {
        ended = end_recording(outputs);
    }
    if (ended < 0 && outputs->options->save != NULL) {
        ended = save_scene(outputs, scene);
    }
    return ended < 0 && outputs->has_video ? end_video(outputs) : ended;
}

void run_outputs_free(struct run_outputs *outputs)
{
    if (outputs == NULL) {
        return;
    }
    recording_discard(outputs->recording);
    if (outputs->has_video) {
        video_discard(&outputs->video);
    }
    free(outputs);
}
