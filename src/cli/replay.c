/* modulus replay: a summary, pictures and a video of a recording. */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/output/files.h"
#include "cli/output/progress.h"
#include "cli/output/report.h"
#include "draw/recording.h"
#include "draw/video.h"

struct options {
    const char *file, *video;
    struct text_list pictures;
    double fps;
    bool json, quiet;
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
    const struct argument_group groups[] = {{"Options", arguments, sizeof arguments / sizeof *arguments}};
    const struct usage usage = {
        .line = "modulus replay FILE [OPTIONS]",
        .about = "Shows a recording that modulus run --record has written: a summary, pictures, a video. A truncated "
                 "recording\n"
                 "is read up to its last complete frame. docs/recording.md describes the format.",
        .examples = "  modulus run pool1 --record pool.rec\n"
                    "  modulus replay pool.rec\n"
                    "  modulus replay pool.rec --picture 100:pool.png --video pool.mp4 --fps 30\n",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->file,
    };
    return arguments_parse(argc, argv, &usage);
}

static int check(const struct options *options)
{
    if (options->file == NULL) {
        return fail_with(EXIT_BAD_INPUT, "replay: no recording given, expected a file written by modulus run --record");
    }
    note_input(options->file);
    const int code = check_picture_outputs(&options->pictures);
    return code < 0 ? check_video_output(options->video, options->fps) : code;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

/* The picture of the frame that was read last. */
static struct picture picture_of(const struct recording *recording, const struct recording_facts *facts,
                                 const struct recording_frame *frame, char *caption, size_t size)
{
    snprintf(caption, size, "%s  ·  step %lld  ·  %.2f s  ·  %s", facts->info.scene, (long long)frame->step,
             (double)frame->step * facts->info.dt, facts->info.solver);
    return (struct picture){
        .subject = picture_of_recording(recording), .view = facts->info.view, .caption = caption, .fraction = 1};
}

static int draw(struct recording *recording, const struct recording_facts *facts, const char *text)
{
    char caption[400];
    int64_t step = -1;
    const char *path = split_step(text, &step);
    struct recording_frame frame;
    md_error error = {0};
    /* Every step has one frame, so the first frame's step gives the index of any other. */
    md_status status = recording_read(recording, 0, &frame, &error);
    const int64_t index = step >= 0 ? step - frame.step : facts->frames - 1;
    if (status == MD_OK && (index < 0 || index >= facts->frames)) {
        return fail_with(EXIT_BAD_INPUT, "--picture %s: the recording has only steps %lld to %lld", text,
                         (long long)frame.step, (long long)(frame.step + facts->frames - 1));
    }
    if (status == MD_OK) {
        status = recording_read(recording, index, &frame, &error);
    }
    if (status != MD_OK) {
        return fail_with_error(&error);
    }
    const struct picture picture = picture_of(recording, facts, &frame, caption, sizeof caption);
    status = picture_write(&picture, path, &error);
    return status == MD_OK ? -1 : fail_to_draw(&error);
}

/* ---- Video ------------------------------------------------------------------------------------------------------- */

static int add_frames(struct recording *recording, const struct recording_facts *facts, struct video *video,
                      struct progress *progress)
{
    const double length = (double)(facts->frames - 1) * facts->info.dt;
    for (double time = 0; time <= length + 1e-9 && !interrupt_seen(); time = (double)video->frames / video->fps) {
        char caption[400];
        struct recording_frame frame;
        md_error error = {0};
        const int64_t index = (int64_t)(time / facts->info.dt + 0.5);
        const md_status status =
            recording_read(recording, index < facts->frames ? index : facts->frames - 1, &frame, &error);
        if (status != MD_OK) {
            video_discard(video);
            return fail_with_error(&error);
        }
        const struct picture picture = picture_of(recording, facts, &frame, caption, sizeof caption);
        if (video_add(video, &picture, &error) != MD_OK) {
            return fail_to_draw(&error);
        }
        progress_show(progress, index);
    }
    return -1;
}

static int make_video(struct recording *recording, const struct recording_facts *facts, const struct options *options)
{
    struct video video;
    md_error error = {0};
    const double fps = options->fps > 0 ? options->fps : video_default_fps(options->video);
    const double length = (double)(facts->frames - 1) * facts->info.dt;
    if (video_check_length(options->video, length, fps, &error) != MD_OK) {
        return fail_to_draw(&error);
    }
    if (video_open(&video, options->video, facts->info.view, fps, &error) != MD_OK) {
        return fail_to_draw(&error);
    }
    struct progress progress = progress_begin(facts->info.scene, "frames", facts->frames, options->quiet);
    interrupt_catch();
    int code = add_frames(recording, facts, &video, &progress);
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

static md_status summarize(struct recording *recording, const struct recording_facts *facts, struct summary *summary,
                           md_error *error)
{
    struct recording_frame frame;
    md_status status = recording_read(recording, 0, &frame, error); /* an open recording has at least one frame */
    *summary = (struct summary){.first_step = frame.step, .energy_first = frame.kinetic_energy};
    for (int64_t i = 1; status == MD_OK; ++i) {
        summary->energy_max = fmax(summary->energy_max, frame.kinetic_energy);
        summary->penetration_max = fmax(summary->penetration_max, frame.penetration_max);
        if (i == facts->frames) {
            break;
        }
        status = recording_read(recording, i, &frame, error);
    }
    if (status != MD_OK) {
        return status;
    }
    summary->last_step = frame.step;
    summary->energy_last = frame.kinetic_energy;
    summary->residual_last = frame.residual;
    summary->contacts_last = frame.contacts;
    for (int32_t i = 0; i < facts->bodies; ++i) {
        summary->asleep += frame.asleep[i] ? 1 : 0;
    }
    for (int32_t i = 0; i < facts->joints; ++i) {
        summary->broken += frame.broken[i] ? 1 : 0;
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

static int replay(struct recording *recording, const struct options *options)
{
    const struct recording_facts facts = recording_facts_of(recording);
    struct summary summary;
    md_error error = {0};
    if (summarize(recording, &facts, &summary, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    int code = -1;
    for (size_t i = 0; code < 0 && i < options->pictures.count; ++i) {
        code = draw(recording, &facts, options->pictures.at[i]);
    }
    if (code < 0 && options->video != NULL) {
        code = make_video(recording, &facts, options);
    }
    if (code < 0 && options->json) {
        code = print_json(options, &facts, &summary);
    } else if (code < 0 && !options->quiet) {
        print_table(options, &facts, &summary);
    }
    return code >= 0 ? code : EXIT_DONE;
}

int command_replay(int argc, char **argv)
{
    struct options options = {0};
    struct recording *recording = NULL;
    md_error error = {0};
    int code = parse(argc, argv, &options);
    if (code < 0) {
        code = check(&options);
    }
    if (code < 0 && recording_open(&recording, options.file, &error) != MD_OK) {
        code = fail_with_error(&error);
    }
    if (code < 0) {
        code = replay(recording, &options);
    }
    recording_close(recording);
    return code;
}
