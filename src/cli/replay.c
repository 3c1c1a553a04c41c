/* modulus replay: a summary, pictures and a video of a recording. */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/output/files.h"
#include "cli/output/progress.h"
#include "cli/output/recording_source.h"
#include "cli/output/report.h"

struct options {
    const char *file, *video;
    struct text_list pictures;
    double fps;
    bool json, quiet;
    struct view_options view;
    struct view_settings view_settings; /* what `view` says */
};

static int parse(int argc, char **argv, struct options *options)
{
    const struct argument arguments[] = {
        {"picture", ARGUMENT_LIST, &options->pictures, "[STEP:]FILE",
         "draw the last step, or another one (0: the start): .png, .svg or .pdf; repeatable"},
        {"video", ARGUMENT_TEXT, &options->video, "FILE", "make a video with ffmpeg: .mp4, .webm or .gif"},
        {"fps", ARGUMENT_POSITIVE, &options->fps, "N", "frames per second of the video (default 60, for .gif 25)"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the table"},
        {"quiet", ARGUMENT_FLAG, &options->quiet, NULL, "print no progress bar and no table"},
    };
    const struct argument_group groups[] = {{"Options", arguments, sizeof arguments / sizeof *arguments},
                                            view_arguments(&options->view)};
    const struct usage usage = {
        .line = "modulus replay FILE [OPTIONS]",
        .about = "Shows a recording that modulus run --record has written: a summary, pictures, a video. A truncated "
                 "recording\n"
                 "is read up to its last complete frame. docs/recording.md describes the format.",
        .examples = "  modulus run pool1 --record pool.rec\n"
                    "  modulus replay pool.rec\n"
                    "  modulus replay pool.rec --picture 100:pool.png --video pool.mp4 --fps 30\n"
                    "  modulus run arch3 --record arch.rec\n"
                    "  modulus replay arch.rec --video arch.mp4 --orbit 20 --colour residual\n",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->file,
        .takes = "FILE",
    };
    return arguments_parse(argc, argv, &usage);
}

static int check(struct options *options)
{
    if (options->file == NULL) {
        return fail_with(EXIT_BAD_INPUT, "replay: no recording given, expected a file written by modulus run --record");
    }
    note_input(options->file);
    int code = view_options_parse(&options->view, options->video != NULL, &options->view_settings);
    if (code < 0) {
        code = check_picture_outputs(&options->pictures);
    }
    return code < 0 ? check_video_output(options->video, options->fps) : code;
}

static int open_recording(struct recording_source *source, const struct options *options)
{
    const bool is_drawn = options->pictures.count > 0 || options->video != NULL;
    const int code = recording_source_open(source, options->file);
    if (code >= 0) {
        return code;
    }
    if (source->solid == NULL) {
        return view_options_refuse(&options->view, source->facts.info.scene);
    }
    return is_drawn ? view3_begin(&source->view, &options->view_settings, recording3_model(source->solid),
                                  recording3_state(source->solid))
                    : -1;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

static void make_caption(const struct recording_source *source, char *caption, size_t size)
{
    snprintf(caption, size, "%s  ·  step %lld  ·  %.2f s  ·  %s", source->facts.info.scene, (long long)source->step,
             (double)source->step * source->facts.info.dt, source->facts.info.solver);
}

/* The picture of the frame that was read last, of a 2D recording. */
static struct picture picture_of(const struct recording_source *source, const char *caption)
{
    return (struct picture){.subject = picture_of_recording(source->flat),
                            .view = source->facts.info.view,
                            .caption = caption,
                            .fraction = 1};
}

static int write_picture(struct recording_source *source, const char *path)
{
    char caption[400];
    md_error error = {0};
    make_caption(source, caption, sizeof caption);
    if (source->solid != NULL) {
        return view3_write(&source->view, path, caption);
    }
    const struct picture picture = picture_of(source, caption);
    return picture_write(&picture, path, &error) == MD_OK ? -1 : fail_to_draw(&error);
}

static int draw(struct recording_source *source, const char *text)
{
    const int64_t frames = source->facts.frames;
    int64_t step = -1;
    const char *path = split_step(text, &step);
    md_error error = {0};
    /* Every step has one frame, so the first frame's step gives the index of any other. */
    md_status status = recording_source_read(source, 0, &error);
    const int64_t index = step >= 0 ? step - source->step : frames - 1;
    if (status == MD_OK && (index < 0 || index >= frames)) {
        return fail_with(EXIT_BAD_INPUT, "--picture %s: the recording has only steps %lld to %lld", text,
                         (long long)source->step, (long long)(source->step + frames - 1));
    }
    if (status == MD_OK) {
        status = recording_source_read(source, index, &error);
    }
    return status == MD_OK ? write_picture(source, path) : fail_with_error(&error);
}

/* ---- Video ------------------------------------------------------------------------------------------------------- */

/* Adds the frame that was read last. On failure the video is discarded. */
static int add_frame(struct recording_source *source, struct video *video)
{
    char caption[400];
    md_error error = {0};
    make_caption(source, caption, sizeof caption);
    if (source->solid != NULL) {
        return view3_add_frame(&source->view, video, caption);
    }
    const struct picture picture = picture_of(source, caption);
    return video_add(video, &picture, &error) == MD_OK ? -1 : fail_to_draw(&error);
}

static int add_frames(struct recording_source *source, struct video *video, struct progress *progress)
{
    const struct recording_facts *facts = &source->facts;
    const double length = (double)(facts->frames - 1) * facts->info.dt;
    int code = -1;
    for (double time = 0; code < 0 && time <= length + 1e-9 && !interrupt_seen();
         time = (double)video->frames / video->fps) {
        md_error error = {0};
        const int64_t index = (int64_t)(time / facts->info.dt + 0.5);
        if (recording_source_read(source, index < facts->frames ? index : facts->frames - 1, &error) != MD_OK) {
            video_discard(video);
            return fail_with_error(&error);
        }
        code = add_frame(source, video);
        progress_show(progress, index);
    }
    return code;
}

static int make_video(struct recording_source *source, const struct options *options)
{
    const struct recording_facts *facts = &source->facts;
    struct video video;
    md_error error = {0};
    const double fps = options->fps > 0 ? options->fps : video_default_fps(options->video);
    const double length = (double)(facts->frames - 1) * facts->info.dt;
    if (video_check_length(options->video, length, fps, &error) != MD_OK) {
        return fail_to_draw(&error);
    }
    const md_status status = source->solid != NULL
                                 ? video_open_pixels(&video, options->video, PICTURE3_ASPECT, fps, &error)
                                 : video_open(&video, options->video, facts->info.view, fps, &error);
    if (status != MD_OK) {
        return fail_to_draw(&error);
    }
    struct progress progress = progress_begin(facts->info.scene, "frames", facts->frames, options->quiet);
    interrupt_catch();
    int code = add_frames(source, &video, &progress);
    interrupt_release();
    progress_end(&progress);
    if (code < 0 && video_commit(&video, &error) != MD_OK) {
        code = fail_with(EXIT_FAILED, "%s", error.message);
    }
    if (code < 0 && interrupt_seen()) {
        code = fail_with(EXIT_INTERRUPTED, "interrupted; %s has the video up to this frame", options->video);
    }
    return code;
}

/* ---- Summary ----------------------------------------------------------------------------------------------------- */

struct summary {
    int64_t first_step, last_step;
    double energy_first, energy_last, energy_max, penetration_max, residual_last;
    int32_t contacts_last, asleep, broken;
};

static md_status summarize(struct recording_source *source, struct summary *summary, md_error *error)
{
    const struct recording_facts *facts = &source->facts;
    md_status status = recording_source_read(source, 0, error); /* an open recording has at least one frame */
    *summary = (struct summary){.first_step = source->step, .energy_first = source->kinetic_energy};
    for (int64_t i = 1; status == MD_OK; ++i) {
        summary->energy_max = fmax(summary->energy_max, source->kinetic_energy);
        summary->penetration_max = fmax(summary->penetration_max, source->penetration_max);
        if (i == facts->frames) {
            break;
        }
        status = recording_source_read(source, i, error);
    }
    if (status != MD_OK) {
        return status;
    }
    summary->last_step = source->step;
    summary->energy_last = source->kinetic_energy;
    summary->residual_last = source->residual;
    summary->contacts_last = source->contacts;
    for (int32_t i = 0; i < facts->bodies; ++i) {
        summary->asleep += source->asleep[i] ? 1 : 0;
    }
    for (int32_t i = 0; i < facts->joints; ++i) {
        summary->broken += source->broken[i] ? 1 : 0;
    }
    return MD_OK;
}

static void print_table(const struct options *options, const struct recording_facts *facts,
                        const struct summary *summary)
{
    printf("recording       %s, %.1f kB%s\n", md_printable(options->file).text, 1e-3 * (double)facts->bytes,
           facts->truncated ? "; truncated: it ends within a frame, which is ignored" : "");
    printf("scene           %s, solved by %s in %s\n", md_printable(facts->info.scene).text,
           md_printable(facts->info.solver).text, facts->number_size == 4 ? "float" : "double");
    printf("bodies          %d, of which %d can move; %d shapes, %d joints\n", facts->bodies, facts->moving_bodies,
           facts->shapes, facts->joints);
    printf("steps           %lld to %lld, %.4g ms per step, %.2f s in total\n", (long long)summary->first_step,
           (long long)summary->last_step, 1e3 * facts->info.dt,
           (double)(summary->last_step - summary->first_step) * facts->info.dt);
    printf("kinetic energy  %.4g J at start, %.4g J max, %.4g J at end\n", summary->energy_first, summary->energy_max,
           summary->energy_last);
    printf("penetration     %.3f mm max\n", 1e3 * summary->penetration_max);
    printf("final state     %d contacts, %d bodies asleep, %d joints broken, RES %.2e\n", summary->contacts_last,
           summary->asleep, summary->broken, summary->residual_last);
}

static int print_json(const struct options *options, const struct recording_facts *facts, const struct summary *summary)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "recording", options->file);
    cJSON_AddStringToObject(object, "scene", facts->info.scene);
    cJSON_AddStringToObject(object, "solver", facts->info.solver);
    cJSON_AddStringToObject(object, "precision", facts->number_size == 4 ? "float" : "double");
    json_add_number(object, "bytes", (double)facts->bytes);
    cJSON_AddBoolToObject(object, "complete", !facts->truncated);
    json_add_number(object, "frames", (double)facts->frames);
    json_add_number(object, "first_step", (double)summary->first_step);
    json_add_number(object, "last_step", (double)summary->last_step);
    json_add_number(object, "dt", facts->info.dt);
    json_add_number(object, "bodies", facts->bodies);
    json_add_number(object, "moving_bodies", facts->moving_bodies);
    json_add_number(object, "shapes", facts->shapes);
    json_add_number(object, "joints", facts->joints);
    json_add_number(object, "contacts", summary->contacts_last);
    json_add_number(object, "asleep", summary->asleep);
    json_add_number(object, "broken_joints", summary->broken);
    json_add_number(object, "penetration_max", summary->penetration_max);
    json_add_number(object, "kinetic_energy", summary->energy_last);
    json_add_number(object, "residual", summary->residual_last);
    return json_print(object);
}

static int replay(struct recording_source *source, const struct options *options)
{
    struct summary summary;
    md_error error = {0};
    if (summarize(source, &summary, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    int code = -1;
    for (size_t i = 0; code < 0 && i < options->pictures.count; ++i) {
        code = draw(source, options->pictures.at[i]);
    }
    if (code < 0 && options->video != NULL) {
        code = make_video(source, options);
    }
    if (code < 0 && options->json) {
        code = print_json(options, &source->facts, &summary);
    } else if (code < 0 && !options->quiet) {
        print_table(options, &source->facts, &summary);
    }
    return code >= 0 ? code : EXIT_DONE;
}

int command_replay(int argc, char **argv)
{
    struct options options = {0};
    struct recording_source source = {0};
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = check(&options);
    }
    if (code < 0) {
        code = open_recording(&source, &options);
    }
    if (code < 0) {
        code = replay(&source, &options);
    }
    recording_source_close(&source);
    return code;
}
