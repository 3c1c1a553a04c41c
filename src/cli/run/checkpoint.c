#define _POSIX_C_SOURCE 200809L

#include "cli/run/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/output/files.h"
#include "engine/snapshot_header.h"
#include "engine/stream.h"

#define MAX_STEPS ((int64_t)1 << 40)

static const struct snapshot_format FORMAT = {.magic = {'M', 'D', 'C', 'H', 'E', 'C', 'K', 'P'}, .version = 1};

int checkpoint_parse(const char *text, struct checkpoint_request *request)
{
    *request = (struct checkpoint_request){0};
    if (text == NULL) {
        return -1;
    }
    request->path = split_step(text, &request->every);
    return request->every >= 1 && request->path[0] != '\0'
               ? -1
               : fail_with(EXIT_BAD_INPUT, "--checkpoint %s: expected N:FILE, such as 100:run.ckpt", text);
}

/* ---- Contents ---------------------------------------------------------------------------------------------------- */

/* Everything in a checkpoint but the residuals and the snapshot, which follow. */
struct contents {
    struct scene *scene;
    struct run_result *result;
    int64_t steps; /* of the whole run */
    int32_t dimensions;
    bool has_residuals; /* of every step so far, for a plot */
    uint64_t snapshot;  /* bytes */
};

static void visit_text(struct stream *s, char *text, size_t size)
{
    visit_bytes(s, text, size);
    refuse_unless(s, memchr(text, '\0', size) != NULL);
}

static void visit_worst(struct stream *s, md_worst *worst)
{
    visit_double(s, &worst->value);
    visit_long(s, &worst->step);
}

static void visit_seconds(struct stream *s, md_step_seconds *seconds)
{
    double *const phases[] = {&seconds->islands,   &seconds->assemble, &seconds->solve, &seconds->position,
                              &seconds->integrate, &seconds->collide,  &seconds->total};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; ++i) {
        visit_double(s, phases[i]);
    }
}

static void visit_report(struct stream *s, md_step_report *report)
{
    visit_choice(s, &report->outcome, MD_STALLED + 1);
    visit_bool(s, &report->has_tolerance);
    visit_bool(s, &report->converged);
    visit_bool(s, &report->far_from_converged);
    visit_int(s, &report->solves);
    visit_long(s, &report->iterations);
    visit_double(s, &report->residual.absolute);
    visit_double(s, &report->residual.scaled);
    visit_double(s, &report->residual.relative);
    visit_int(s, &report->rows);
    visit_int(s, &report->bodies);
    visit_int(s, &report->contacts);
    visit_int(s, &report->contact_points);
    visit_int(s, &report->islands);
    visit_int(s, &report->awake_bodies);
    visit_any(s, &report->penetration_max);
    visit_any(s, &report->penetration_mean);
    visit_double(s, &report->kinetic_energy);
    visit_seconds(s, &report->seconds);
}

static void visit_statistics(struct stream *s, md_statistics *statistics)
{
    int64_t *const counts[] = {&statistics->steps,
                               &statistics->solves,
                               &statistics->sweeps,
                               &statistics->steps_with_tolerance,
                               &statistics->steps_converged,
                               &statistics->steps_at_max_iterations,
                               &statistics->steps_at_time_budget,
                               &statistics->steps_diverged,
                               &statistics->steps_far_from_converged,
                               &statistics->steps_measured};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        visit_long(s, counts[i]);
        refuse_unless(s, *counts[i] >= 0);
    }
    visit_worst(s, &statistics->absolute);
    visit_worst(s, &statistics->scaled);
    visit_worst(s, &statistics->relative);
    visit_worst(s, &statistics->penetration);
    visit_double(s, &statistics->mean_log10);
    visit_seconds(s, &statistics->seconds);
}

static void visit_scene(struct stream *s, struct scene *scene)
{
    visit_text(s, scene->name, sizeof scene->name);
    visit_text(s, scene->about, sizeof scene->about);
    visit_real(s, &scene->dt);
    visit_long(s, &scene->steps);
    visit_real(s, &scene->view.lower.x);
    visit_real(s, &scene->view.lower.y);
    visit_real(s, &scene->view.upper.x);
    visit_real(s, &scene->view.upper.y);
}

static void visit_contents(struct stream *s, struct contents *contents)
{
    struct run_result *result = contents->result;
    visit_int_within(s, &contents->dimensions, 2, 3);
    visit_scene(s, contents->scene);
    visit_double(s, &result->setup.dt);
    refuse_unless(s, result->setup.dt > 0 && isfinite(result->setup.dt));
    visit_int(s, &result->setup.bodies);
    visit_int(s, &result->setup.shapes);
    visit_int(s, &result->setup.joints);
    visit_long(s, &contents->steps);
    visit_long(s, &result->steps);
    refuse_unless(s, result->steps >= 0 && result->steps <= contents->steps && contents->steps <= MAX_STEPS);
    visit_report(s, &result->last);
    visit_statistics(s, &result->statistics);
    visit_double(s, &result->log_residual_sum);
    visit_long(s, &result->log_residual_count);
    visit_long(s, &result->first_diverged_step);
    visit_double(s, &result->energy_start);
    visit_bool(s, &contents->has_residuals);
    visit_bits(s, &contents->snapshot);
}

static size_t residual_size(const struct contents *contents)
{
    return contents->has_residuals ? (size_t)contents->result->steps * sizeof *contents->result->residuals : 0;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static int save(const char *path, const void *bytes, size_t size)
{
    struct output_file file;
    md_error error = {0};
    md_status status = md_output_open(&file, path, &error);
    if (status == MD_OK) {
        md_output_write(&file, bytes, size);
        status = md_output_commit(&file, &error);
    }
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", error.message);
}

int checkpoint_write(const char *path, const struct scene *scene, const struct run_result *result, int64_t steps)
{
    struct scene head = *scene;
    struct run_result copy = *result;
    struct contents contents = {.scene = &head,
                                .result = &copy,
                                .steps = steps,
                                .dimensions = scene_dimensions(scene),
                                .has_residuals = result->residuals != NULL,
                                .snapshot = scene_snapshot_size(scene)};
    struct stream count = {.mode = STREAM_COUNT, .at = sizeof(struct snapshot_header)};
    visit_contents(&count, &contents);
    const size_t residuals = residual_size(&contents);
    const size_t size = count.at + residuals + contents.snapshot;
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) {
        return fail_with(EXIT_FAILED, "out of memory for the checkpoint");
    }
    struct stream stream = {.mode = STREAM_WRITE, .to = bytes, .at = sizeof(struct snapshot_header)};
    visit_contents(&stream, &contents);
    if (residuals > 0) {
        visit_bytes(&stream, result->residuals, residuals);
    }
    const md_status status = scene_snapshot(scene, bytes + stream.at, contents.snapshot);
    const struct snapshot_header header = snapshot_header_of(&FORMAT, bytes, size);
    memcpy(bytes, &header, sizeof header);
    const int code =
        status == MD_OK ? save(path, bytes, size) : fail_with(EXIT_FAILED, "%s: %s", path, md_status_text(status));
    free(bytes);
    return code;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Reads a whole file into memory that the caller frees. */
static int load(const char *path, unsigned char **bytes, size_t *size)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: not a regular file, expected one of --checkpoint", path);
    }
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &info) != 0) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: cannot be read: %s", path, strerror(errno));
    }
    *size = (size_t)info.st_size;
    *bytes = malloc(*size + 1);
    const bool is_read = *bytes != NULL && fread(*bytes, 1, *size, file) == *size;
    fclose(file);
    if (*bytes == NULL) {
        return fail_with(EXIT_FAILED, "--restart %s: out of memory", path);
    }
    return is_read ? -1 : fail_with(EXIT_BAD_INPUT, "--restart %s: cannot be read", path);
}

/* Says what is wrong with a file, as exactly as its header allows. */
static int check_header(const char *path, const unsigned char *bytes, size_t size)
{
    struct snapshot_header header = {.size = 0};
    memcpy(&header, bytes, size < sizeof header ? size : sizeof header);
    if (size < sizeof header.magic || memcmp(header.magic, FORMAT.magic, sizeof header.magic) != 0) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: not a checkpoint, expected a file of --checkpoint", path);
    }
    if (size < sizeof header || size < header.size) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: the checkpoint is incomplete: it has %zu bytes", path, size);
    }
    if (header.version != FORMAT.version || header.byte_order != 0x01020304u) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: a checkpoint of another version or of another kind of computer",
                         path);
    }
    if (header.real_size != sizeof(md_real)) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: a checkpoint in %s precision, expected %s precision", path,
                         header.real_size == sizeof(double) ? "double" : "single",
                         sizeof(md_real) == sizeof(double) ? "double" : "single");
    }
    return snapshot_is_intact(&FORMAT, bytes, size)
               ? -1
               : fail_with(EXIT_BAD_INPUT, "--restart %s: the checkpoint is damaged: its checksum is wrong", path);
}

static int read_bytes(const char *path, const unsigned char *bytes, size_t size, const struct scene_observer *observer,
                      struct contents *contents)
{
    struct run_result *result = contents->result;
    struct stream stream = {.mode = STREAM_READ, .from = bytes, .at = sizeof(struct snapshot_header), .end = size};
    visit_contents(&stream, contents);
    const size_t left = stream.end - stream.at;
    if (stream.status != MD_OK || contents->snapshot > left || left - contents->snapshot != residual_size(contents)) {
        return fail_with(EXIT_BAD_INPUT, "--restart %s: the checkpoint is damaged", path);
    }
    if (contents->has_residuals) {
        result->residuals = malloc(residual_size(contents) + 1);
        if (result->residuals == NULL) {
            return fail_with(EXIT_FAILED, "--restart %s: out of memory", path);
        }
        visit_bytes(&stream, result->residuals, residual_size(contents));
    }
    const md_status status =
        scene_from_snapshot(contents->scene, contents->dimensions, bytes + stream.at, contents->snapshot, observer);
    if (status == MD_ERROR_MEMORY) {
        return fail_with(EXIT_FAILED, "--restart %s: out of memory", path);
    }
    return status == MD_OK
               ? -1
               : fail_with(EXIT_BAD_INPUT, "--restart %s: its world cannot be read: %s", path, md_status_text(status));
}

int checkpoint_read(const char *path, const struct scene_observer *observer, struct scene *scene,
                    struct run_result *result, int64_t *steps)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    struct contents contents = {.scene = scene, .result = result};
    int code = load(path, &bytes, &size);
    if (bytes != NULL && code < 0) {
        code = check_header(path, bytes, size);
        code = code < 0 ? read_bytes(path, bytes, size, observer, &contents) : code;
    }
    *steps = contents.steps;
    free(bytes);
    return code;
}
