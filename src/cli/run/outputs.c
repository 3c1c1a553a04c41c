#define _POSIX_C_SOURCE 200809L

#include "cli/run/outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/output_file.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/run/checkpoint.h"
#include "cli/run/outputs3.h"
#include "draw/recording.h"
#include "draw/video.h"
#include "fclib/fclib_files.h"
#include "scene/scene_world.h"

struct run_outputs {
    const struct run_output_options *options;
    const struct run_setup *setup;
    const char *suffix; /* NULL if there is one solver */
    FILE *files;
    char video_path[MAX_PATH_SIZE], record_path[MAX_PATH_SIZE];
    struct video video;
    bool has_video;     /* open */
    int64_t first_step; /* of the video: the checkpoint from which the run goes on */
    struct recording_writer *recording;
    struct run_outputs3 solid; /* of a 3D scene */
};

int path_with_suffix(const char *path, const char *suffix, char out[MAX_PATH_SIZE])
{
    char tag[SOLVER_PAIR_SIZE + 1] = "";
    struct output_target target;
    md_error error = {0};
    const bool is_file = md_output_check(&target, path, &error) != MD_OK || !target.is_direct;
    if (suffix != NULL && is_file) {
        snprintf(tag, sizeof tag, "-%s", suffix);
        for (char *c = tag; *c != '\0'; ++c) {
            *c = strchr(":=,/ ", *c) != NULL ? '-' : *c;
        }
    }
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    const int stem = dot != NULL && dot != path ? (int)(dot - path) : (int)strlen(path);
    const int length = snprintf(out, MAX_PATH_SIZE, "%.*s%s%s", stem, path, tag, path + stem);
    return length > 0 && length < MAX_PATH_SIZE ? -1
                                                : fail_with(EXIT_BAD_INPUT, "%.100s...: the path is too long", path);
}

/* An LCP is a file of FCLIB or a folder. */
static int check_export(const char *path)
{
    return fclib_is_name(path) ? check_output("export-lcp", path) : check_folder_output("export-lcp", path);
}

/* Checks the files of one run, whose names contain the suffix. */
static int check_run(const struct run_options *options, const char *suffix)
{
    const struct run_output_options *output = &options->output;
    const struct {
        const char *option, *path;
    } files[] = {{"record", output->record},
                 {"save", output->save},
                 {"video", output->video},
                 {"sweeps-out", output->sweeps_out}};
    char path[MAX_PATH_SIZE];
    int code = -1;
    for (size_t i = 0; code < 0 && i < output->pictures.count; ++i) {
        int64_t step = 0;
        code = path_with_suffix(split_step(output->pictures.at[i], &step), suffix, path);
        code = code < 0 ? check_output("picture", path) : code;
    }
    for (size_t i = 0; code < 0 && i < sizeof files / sizeof *files; ++i) {
        if (files[i].path != NULL) {
            code = path_with_suffix(files[i].path, suffix, path);
            code = code < 0 ? check_output(files[i].option, path) : code;
        }
    }
    for (size_t i = 0; code < 0 && i < output->exports.count; ++i) {
        const char *colon = strchr(output->exports.at[i], ':');
        if (colon != NULL) { /* otherwise run_exports_parse refuses it */
            code = path_with_suffix(colon + 1, suffix, path);
            code = code < 0 ? check_export(path) : code;
        }
    }
    return code;
}

/* A run may go on with writing to the checkpoint that it has read, before that counts as an input. */
static int check_checkpoint(const struct run_options *options, const char *suffix)
{
    struct checkpoint_request request;
    char path[MAX_PATH_SIZE];
    int code = checkpoint_parse(options->checkpoint, &request);
    if (code >= 0 || request.path == NULL) {
        return code;
    }
    code = path_with_suffix(request.path, suffix, path);
    return code < 0 ? check_output("checkpoint", path) : code;
}

static int note_inputs(const struct run_options *options, const char *suffix)
{
    char path[MAX_PATH_SIZE];
    note_input(options->scene);
    note_input(options->restart);
    const int code = options->sweeps_in != NULL ? path_with_suffix(options->sweeps_in, suffix, path) : -1;
    if (code < 0 && options->sweeps_in != NULL) {
        note_input(path);
    }
    return code;
}

int run_outputs_check(const struct run_options *options, const char *const *suffixes, size_t count)
{
    const struct run_output_options *output = &options->output;
    int code = check_picture_names(&output->pictures);
    if (code < 0) {
        code = check_video_name(output->video, output->fps);
    }
    for (size_t i = 0; code < 0 && i < count; ++i) {
        code = check_checkpoint(options, suffixes != NULL ? suffixes[i] : NULL);
    }
    for (size_t i = 0; code < 0 && i < count; ++i) {
        code = note_inputs(options, suffixes != NULL ? suffixes[i] : NULL);
    }
    for (size_t i = 0; code < 0 && i < count; ++i) {
        code = check_run(options, suffixes != NULL ? suffixes[i] : NULL);
    }
    if (code < 0) {
        code = check_output("history", output->history);
    }
    return code < 0 ? check_plot_output(output->plot) : code;
}

/* ---- Beginning --------------------------------------------------------------------------------------------------- */

static int begin_recording(struct run_outputs *outputs, const struct scene *scene)
{
    struct recording_info info = {.dt = outputs->setup->dt, .view = scene->view};
    snprintf(info.scene, sizeof info.scene, "%s", outputs->setup->scene);
    snprintf(info.solver, sizeof info.solver, "%s", outputs->setup->solvers);
    md_error error = {0};
    const int code = path_with_suffix(outputs->options->record, outputs->suffix, outputs->record_path);
    if (code >= 0) {
        return code;
    }
    if (scene->world3 != NULL) {
        return run_outputs3_record(&outputs->solid, outputs->record_path, &info);
    }
    const md_status status = recording_create(&outputs->recording, outputs->record_path, &info, scene->world, &error);
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}

static int begin_video(struct run_outputs *outputs, const struct scene *scene)
{
    const struct run_output_options *options = outputs->options;
    md_error error = {0};
    const int code = path_with_suffix(options->video, outputs->suffix, outputs->video_path);
    if (code >= 0) {
        return code;
    }
    const double fps = options->fps > 0 ? options->fps : video_default_fps(options->video);
    /* One step already has to fit; a long run can be interrupted. */
    if (video_check_length(outputs->video_path, outputs->setup->dt, fps, &error) != MD_OK) {
        return fail_to_draw(&error);
    }
    outputs->has_video =
        (scene->world3 != NULL ? video_open_pixels(&outputs->video, outputs->video_path, PICTURE3_ASPECT, fps, &error)
                               : video_open(&outputs->video, outputs->video_path, scene->view, fps, &error)) == MD_OK;
    return outputs->has_video ? -1 : fail_to_draw(&error);
}

int run_outputs_begin(struct run_outputs **out, const struct run_output_options *options, const struct scene *scene,
                      const struct run_setup *setup, const char *suffix, struct contact_residuals *residuals,
                      FILE *files)
{
    struct run_outputs *outputs = calloc(1, sizeof *outputs);
    *out = outputs;
    if (outputs == NULL) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    outputs->options = options;
    outputs->setup = setup;
    outputs->suffix = suffix;
    outputs->files = files;
    outputs->first_step = scene_steps(scene);
    int code = scene->world3 != NULL ? run_outputs3_begin(&outputs->solid, options, scene->world3, residuals) : -1;
    if (code < 0 && options->record != NULL) {
        code = begin_recording(outputs, scene);
    }
    if (code < 0 && options->video != NULL) {
        code = begin_video(outputs, scene);
    }
    return code < 0 ? run_outputs_step(outputs, scene, NULL) : code;
}

/* ---- During the run ---------------------------------------------------------------------------------------------- */

static void make_caption(const struct run_outputs *outputs, int64_t step, char *caption, size_t size)
{
    snprintf(caption, size, "%s  ·  step %lld  ·  %.2f s  ·  %s", outputs->setup->scene, (long long)step,
             (double)step * outputs->setup->dt, outputs->setup->solvers);
}

/* Draws the present state of a 2D scene. */
static int draw_flat(const struct scene *scene, const char *caption, const char *path)
{
    md_error error = {0};
    const struct picture picture = {
        .subject = picture_of_world(scene->world), .view = scene->view, .caption = caption, .fraction = 1};
    return picture_write(&picture, path, &error) == MD_OK ? -1 : fail_to_draw(&error);
}

/* Draws the present state of a 3D scene. */
static int draw_solid(struct run_outputs *outputs, const struct scene *scene, const char *caption, const char *path)
{
    const int code = run_outputs3_read(&outputs->solid, scene->world3, 1, NULL);
    return code < 0 ? view3_write(&outputs->solid.view, path, caption) : code;
}

static int draw_picture(struct run_outputs *outputs, const struct scene *scene, const char *path)
{
    char suffixed[MAX_PATH_SIZE];
    char caption[400];
    const int64_t step = scene_steps(scene);
    int code = path_with_suffix(path, outputs->suffix, suffixed);
    make_caption(outputs, step, caption, sizeof caption);
    if (code < 0) {
        code =
            scene->world3 != NULL ? draw_solid(outputs, scene, caption, suffixed) : draw_flat(scene, caption, suffixed);
    }
    if (code >= 0) {
        return code;
    }
    fprintf(outputs->files, "picture of step %lld: %s\n", (long long)step, md_printable(suffixed).text);
    return -1;
}

/* Draws all pictures requested for a step (-1: those without a step). */
static int draw_pictures(struct run_outputs *outputs, const struct scene *scene, int64_t step)
{
    const struct text_list *pictures = &outputs->options->pictures;
    int code = -1;
    for (size_t i = 0; code < 0 && i < pictures->count; ++i) {
        int64_t requested = -1;
        const char *path = split_step(pictures->at[i], &requested);
        if (requested == step) {
            code = draw_picture(outputs, scene, path);
        }
    }
    return code;
}

/* Adds one frame of a video between the last two steps. */
static int add_video_frame(struct run_outputs *outputs, const struct scene *scene, md_real fraction,
                           const char *caption)
{
    md_error error = {0};
    if (scene->world3 != NULL) {
        const int code = run_outputs3_read(&outputs->solid, scene->world3, fraction, NULL);
        if (code >= 0) {
            return code;
        }
        const int added = view3_add_frame(&outputs->solid.view, &outputs->video, caption);
        outputs->has_video = added < 0; /* a failure discards the video */
        return added;
    }
    const struct picture picture = {
        .subject = picture_of_world(scene->world), .view = scene->view, .caption = caption, .fraction = fraction};
    outputs->has_video = video_add(&outputs->video, &picture, &error) == MD_OK;
    return outputs->has_video ? -1 : fail_to_draw(&error);
}

/* How many steps after a step the next frame of the video is; negative for a frame before it. */
static double steps_to_frame(const struct run_outputs *outputs, int64_t step)
{
    const double dt = outputs->setup->dt;
    const double time = (double)outputs->video.frames / outputs->video.fps;
    return (time - (double)(step - outputs->first_step) * dt) / dt;
}

static bool is_frame_due(const struct run_outputs *outputs, int64_t step)
{
    return outputs->has_video && steps_to_frame(outputs, step) <= 1e-6;
}

/* Adds all video frames up to the current time. Frames between two steps show interpolated positions. */
static int add_video_frames(struct run_outputs *outputs, const struct scene *scene)
{
    const int64_t step = scene_steps(scene);
    char caption[400];
    int code = -1;
    make_caption(outputs, step, caption, sizeof caption);
    while (code < 0 && is_frame_due(outputs, step)) {
        const double ahead = steps_to_frame(outputs, step);
        const double fraction = ahead < -1 ? 0 : ahead > 0 ? 1 : 1 + ahead;
        code = add_video_frame(outputs, scene, (md_real)fraction, caption);
    }
    return code;
}

bool run_outputs_want(const struct run_outputs *outputs, int64_t step)
{
    const struct text_list *pictures = &outputs->options->pictures;
    bool wants = outputs->recording != NULL || outputs->solid.recording != NULL || is_frame_due(outputs, step);
    for (size_t i = 0; !wants && i < pictures->count; ++i) {
        int64_t requested = -1;
        split_step(pictures->at[i], &requested);
        wants = requested == step;
    }
    return wants;
}

bool run_outputs_want_end(const struct run_output_options *options)
{
    return options->pictures.count > 0 || options->save != NULL || options->video != NULL || options->record != NULL;
}

int run_outputs_step(struct run_outputs *outputs, const struct scene *scene, const md_step_report *report)
{
    int code = -1;
    md_error error = {0};
    if (outputs->recording != NULL && recording_add(outputs->recording, scene->world, report, &error) != MD_OK) {
        code = fail_with(EXIT_FAILED, "%s", error.message);
    }
    if (outputs->solid.recording != NULL) {
        code = run_outputs3_read(&outputs->solid, scene->world3, 1, report);
        if (code < 0 && recording3_add(outputs->solid.recording, &outputs->solid.state, &error) != MD_OK) {
            code = fail_with(EXIT_FAILED, "%s", error.message);
        }
    }
    if (code < 0 && outputs->has_video) {
        code = add_video_frames(outputs, scene);
    }
    return code < 0 ? draw_pictures(outputs, scene, scene_steps(scene)) : code;
}

/* ---- End --------------------------------------------------------------------------------------------------------- */

static int end_video(struct run_outputs *outputs)
{
    md_error error = {0};
    const long long frames = outputs->video.frames;
    const double fps = outputs->video.fps;
    outputs->has_video = false;
    if (video_commit(&outputs->video, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    fprintf(outputs->files, "video: %s, %lld frames at %.9g per second\n", md_printable(outputs->video_path).text,
            frames, fps);
    return -1;
}

static int end_recording(struct run_outputs *outputs)
{
    md_error error = {0};
    struct recording_writer *writer = outputs->recording;
    struct recording3_writer *solid_writer = outputs->solid.recording;
    outputs->recording = NULL;
    outputs->solid.recording = NULL;
    const md_status status =
        writer != NULL ? recording_commit(writer, &error) : recording3_commit(solid_writer, &error);
    if (status != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    fprintf(outputs->files, "recording: %s (modulus replay shows it)\n", md_printable(outputs->record_path).text);
    return -1;
}

static int save_scene(struct run_outputs *outputs, const struct scene *scene)
{
    char path[MAX_PATH_SIZE];
    md_error error = {0};
    const int code = path_with_suffix(outputs->options->save, outputs->suffix, path);
    if (code >= 0) {
        return code;
    }
    if (scene_save(scene, path, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    fprintf(outputs->files, "final state as a scene: %s\n", md_printable(path).text);
    return -1;
}

int run_outputs_end(struct run_outputs *outputs, const struct scene *scene)
{
    int code = draw_pictures(outputs, scene, -1);
    if (code < 0 && (outputs->recording != NULL || outputs->solid.recording != NULL)) {
        code = end_recording(outputs);
    }
    if (code < 0 && outputs->options->save != NULL) {
        code = save_scene(outputs, scene);
    }
    return code < 0 && outputs->has_video ? end_video(outputs) : code;
}

void run_outputs_free(struct run_outputs *outputs)
{
    if (outputs == NULL) {
        return;
    }
    recording_discard(outputs->recording);
    run_outputs3_free(&outputs->solid);
    if (outputs->has_video) {
        video_discard(&outputs->video);
    }
    free(outputs);
}
