#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/error.h"
#include "draw/recording3_store.h"
#include "draw/recording_cursor.h"

static md_status refuse(const struct recording3 *recording, md_error *error, const char *what)
{
    return md_fail(error, MD_ERROR_FORMAT, "%s: %s", recording->path, what);
}

static md_status out_of_memory(const struct recording3 *recording, md_error *error)
{
    return md_fail(error, MD_ERROR_MEMORY, "%s: out of memory for the recording", recording->path);
}

/* Without a stream, which would need memory. A pipe must not be read, because what is read is gone. */
int recording_dimensions(const char *path)
{
    unsigned char prefix[RECORDING_MAGIC_SIZE + 4];
    struct stat info;
    const bool is_regular = stat(path, &info) == 0 && S_ISREG(info.st_mode);
    const int file = is_regular ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    const ssize_t count = file >= 0 ? read(file, prefix, sizeof prefix) : -1;
    if (file >= 0) {
        close(file);
    }
    const unsigned char *at = prefix + RECORDING_MAGIC_SIZE;
    return count == (ssize_t)sizeof prefix && memcmp(prefix, RECORDING_MAGIC, RECORDING_MAGIC_SIZE) == 0 &&
                   get_bytes(&at, 4) == RECORDING_VERSION_3D
               ? 3
               : 2;
}

/* ---- Header ------------------------------------------------------------------------------------------------------ */

static md_status read_prefix(struct recording3 *recording, int32_t *solids, md_error *error)
{
    unsigned char prefix[RECORDING3_PREFIX_SIZE];
    const size_t count = fread(prefix, 1, sizeof prefix, recording->file);
    const unsigned char *at = prefix + RECORDING_MAGIC_SIZE;
    if (count < RECORDING_MAGIC_SIZE + 4 || memcmp(prefix, RECORDING_MAGIC, RECORDING_MAGIC_SIZE) != 0 ||
        get_bytes(&at, 4) != RECORDING_VERSION_3D) {
        return refuse(recording, error, "is not a recording of a 3D scene");
    }
    if (count < sizeof prefix) {
        return refuse(recording, error, "is truncated before its first frame");
    }
    struct recording_facts *facts = &recording->facts;
    recording->header_size = (size_t)get_bytes(&at, 4);
    const uint64_t dimensions = get_bytes(&at, 4);
    facts->bodies = (int32_t)get_bytes(&at, 4);
    *solids = (int32_t)get_bytes(&at, 4);
    facts->shapes = (int32_t)get_bytes(&at, 4);
    facts->joints = (int32_t)get_bytes(&at, 4);
    facts->moving_bodies = (int32_t)get_bytes(&at, 4);
    facts->number_size = (int32_t)get_bytes(&at, 4);
    facts->info.dt = get_double(&at);
    md_real *const gravity[] = {&recording->model.gravity.x, &recording->model.gravity.y, &recording->model.gravity.z};
    bool is_sound = dimensions == 3 && facts->bodies >= 0 && *solids >= 0 && facts->shapes >= 0 && facts->joints >= 0 &&
                    facts->moving_bodies >= 0 && facts->moving_bodies <= facts->bodies &&
                    (facts->number_size == 4 || facts->number_size == 8) && isfinite(facts->info.dt) &&
                    facts->info.dt > 0;
    for (int i = 0; i < 3; ++i) {
        const double value = get_double(&at);
        *gravity[i] = (md_real)value;
        is_sound = is_sound && isfinite(*gravity[i]);
    }
    return is_sound ? MD_OK : refuse(recording, error, "is damaged: the numbers in its header are inconsistent");
}

/* Checks the counts against the size of the header, so that memory is only allocated for data that the file
 * contains. */
static md_status check_sizes(const struct recording3 *recording, int32_t solids, md_error *error)
{
    const struct recording_facts *facts = &recording->facts;
    if ((int64_t)recording->header_size > facts->bytes) {
        return refuse(recording, error, "is truncated before its first frame");
    }
    const uint64_t least = RECORDING3_PREFIX_SIZE + RECORDING3_BODY_SIZE * (uint64_t)facts->bodies +
                           RECORDING3_SOLID_SIZE * (uint64_t)solids + RECORDING3_SHAPE_SIZE * (uint64_t)facts->shapes +
                           RECORDING3_JOINT_SIZE * (uint64_t)facts->joints;
    return least <= recording->header_size
               ? MD_OK
               : refuse(recording, error, "is damaged: the numbers in its header are inconsistent");
}

static bool allocate_model(struct recording3 *recording, int32_t solids)
{
    struct model3 *model = &recording->model;
    model->types = calloc((size_t)recording->facts.bodies + 1, sizeof *model->types);
    model->solids = calloc((size_t)solids + 1, sizeof *model->solids);
    model->shapes = calloc((size_t)recording->facts.shapes + 1, sizeof *model->shapes);
    model->joints = calloc((size_t)recording->facts.joints + 1, sizeof *model->joints);
    model->body_count = recording->facts.bodies;
    model->shape_count = recording->facts.shapes;
    model->joint_count = recording->facts.joints;
    return model->types != NULL && model->solids != NULL && model->shapes != NULL && model->joints != NULL &&
           state3_create(&recording->state, model, NULL) == MD_OK;
}

static md_status read_rest(struct recording3 *recording, int32_t solids, md_error *error)
{
    const size_t size = recording->header_size - RECORDING3_PREFIX_SIZE;
    unsigned char *bytes = malloc(size + 1);
    if (bytes == NULL || !allocate_model(recording, solids)) {
        free(bytes);
        return out_of_memory(recording, error);
    }
    bool has_memory = true;
    struct header header = {.at = bytes, .end = bytes + fread(bytes, 1, size, recording->file)};
    get_text(&header, recording->facts.info.scene, sizeof recording->facts.info.scene);
    get_text(&header, recording->facts.info.solver, sizeof recording->facts.info.solver);
    const bool are_bodies_valid =
        !header.damaged &&
        recording3_get_model(recording, header.at, (size_t)(header.end - header.at), solids, &has_memory);
    free(bytes);
    if (header.damaged) {
        return refuse(recording, error, "is damaged: the names in its header are no UTF-8 texts without NUL");
    }
    if (!has_memory) {
        return out_of_memory(recording, error);
    }
    return are_bodies_valid ? MD_OK : refuse(recording, error, "is damaged: the bodies in its header are invalid");
}

/* ---- The index of frames ----------------------------------------------------------------------------------------- */

/* Finds where each frame starts. Every step has one frame: the numbers of the steps show whether sizes are damaged. */
static md_status index_frames(struct recording3 *recording, md_error *error)
{
    const size_t least = recording3_frame_size((size_t)recording->facts.moving_bodies, (size_t)recording->facts.joints);
    int64_t at = (int64_t)recording->header_size;
    const int64_t most = (recording->facts.bytes - at) / (int64_t)least;
    uint64_t first_step = 0;
    recording->offsets = calloc((size_t)most + 1, sizeof *recording->offsets);
    if (recording->offsets == NULL) {
        return out_of_memory(recording, error);
    }
    recording->offsets[0] = at;
    while (at + (int64_t)least <= recording->facts.bytes) {
        unsigned char prefix[RECORDING3_FRAME_PREFIX];
        if (fseeko(recording->file, (off_t)at, SEEK_SET) != 0 ||
            fread(prefix, 1, sizeof prefix, recording->file) != sizeof prefix) {
            return md_fail(error, MD_ERROR_FILE, "%s: frame %lld cannot be read", recording->path,
                           (long long)recording->facts.frames);
        }
        const unsigned char *step_at = prefix;
        const unsigned char *marks_at = prefix + RECORDING3_FRAME_PREFIX - 4;
        const uint64_t step = get_bytes(&step_at, 4);
        first_step = recording->facts.frames == 0 ? step : first_step;
        if (step != ((first_step + (uint64_t)recording->facts.frames) & UINT32_MAX)) {
            return md_fail(error, MD_ERROR_FORMAT, "%s: is damaged: frame %lld is not that of its step",
                           recording->path, (long long)recording->facts.frames);
        }
        const int64_t size = (int64_t)least + RECORDING3_MARK_SIZE * (int64_t)get_bytes(&marks_at, 4);
        if (at + size > recording->facts.bytes) {
            break;
        }
        at += size;
        recording->offsets[++recording->facts.frames] = at;
    }
    recording->facts.truncated = at != recording->facts.bytes;
    return recording->facts.frames > 0 ? MD_OK
                                       : refuse(recording, error, "is truncated before the end of its first frame");
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static md_status read_header(struct recording3 *recording, md_error *error)
{
    int32_t solids = 0;
    md_status status = read_prefix(recording, &solids, error);
    if (status != MD_OK) {
        return status;
    }
    if (fseeko(recording->file, 0, SEEK_END) != 0 || (recording->facts.bytes = ftello(recording->file)) < 0 ||
        fseeko(recording->file, RECORDING3_PREFIX_SIZE, SEEK_SET) != 0) {
        return refuse(recording, error, "is not seekable, expected a regular file");
    }
    status = check_sizes(recording, solids, error);
    if (status == MD_OK) {
        status = read_rest(recording, solids, error);
    }
    return status == MD_OK ? index_frames(recording, error) : status;
}

md_status recording3_open(struct recording3 **out, const char *path, md_error *error)
{
    *out = NULL;
    struct recording3 *recording = calloc(1, sizeof *recording);
    if (recording == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "%s: out of memory for the recording", path);
    }
    recording->path = path;
    recording->file = fopen(path, "rb");
    const md_status status = recording->file != NULL ? read_header(recording, error)
                                                     : md_fail(error, md_file_status(errno), "%s: cannot be opened: %s",
                                                               path, strerror(errno));
    if (status != MD_OK) {
        recording3_close(recording);
        return status;
    }
    *out = recording;
    return MD_OK;
}

void recording3_close(struct recording3 *recording)
{
    if (recording == NULL) {
        return;
    }
    if (recording->file != NULL) {
        fclose(recording->file);
    }
    model3_free(&recording->model);
    state3_free(&recording->state);
    free(recording->offsets);
    free(recording->bytes);
    free(recording);
}

struct recording_facts recording3_facts(const struct recording3 *recording)
{
    return recording->facts;
}

const struct model3 *recording3_model(const struct recording3 *recording)
{
    return &recording->model;
}

const struct state3 *recording3_state(const struct recording3 *recording)
{
    return &recording->state;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

static md3_vec get_vec(struct header *frame)
{
    const md_real x = get_finite(frame);
    const md_real y = get_finite(frame);
    return md3_v(x, y, get_finite(frame));
}

static void get_poses(struct recording3 *recording, struct header *frame)
{
    const size_t moving = (size_t)recording->facts.moving_bodies;
    struct state3 *state = &recording->state;
    const unsigned char *asleep = frame->at + RECORDING3_POSE_SIZE * moving;
    const unsigned char *hidden = asleep + recording_bits(moving);
    const unsigned char *broken = hidden + recording_bits(moving);
    for (int32_t i = 0, place = 0; i < recording->model.body_count; ++i) {
        if (recording->model.types[i] != MD3_STATIC) {
            const md3_vec position = get_vec(frame);
            const md3_vec vector = get_vec(frame);
            const md3_rot rotation = {vector.x, vector.y, vector.z, get_finite(frame)};
            state->transforms[i] = md3_transform_make(position, md3_rot_normalize(rotation));
            state->asleep[i] = get_bit(asleep, place);
            state->hidden[i] = get_bit(hidden, place);
            ++place;
        }
    }
    for (int32_t i = 0; i < recording->model.joint_count; ++i) {
        state->broken[i] = get_bit(broken, i);
    }
    frame->at = broken + recording_bits((size_t)recording->model.joint_count);
}

static void get_marks(struct recording3 *recording, struct header *frame, int32_t count)
{
    struct state3 *state = &recording->state;
    state->mark_count = 0;
    for (int32_t i = 0; i < count; ++i) {
        struct contact_mark *mark = &state->marks[i];
        for (int side = 0; side < 2; ++side) {
            const uint64_t body = get_bytes(&frame->at, 4);
            frame->damaged = frame->damaged || body >= (uint64_t)recording->model.body_count;
            mark->body[side] = frame->damaged ? 0 : (int32_t)body;
        }
        mark->point = get_vec(frame);
        mark->impulse = get_vec(frame);
        mark->residual = (md_real)get_float(&frame->at); /* infinite if the solve diverged */
    }
    state->mark_count = frame->damaged ? 0 : count;
}

static md_status reserve(struct recording3 *recording, size_t size, md_error *error)
{
    if (size <= recording->capacity) {
        return MD_OK;
    }
    free(recording->bytes);
    recording->bytes = malloc(size);
    recording->capacity = recording->bytes != NULL ? size : 0;
    return recording->bytes != NULL ? MD_OK : out_of_memory(recording, error);
}

md_status recording3_read(struct recording3 *recording, int64_t frame, md_error *error)
{
    if (frame < 0 || frame >= recording->facts.frames) {
        return md_fail(error, MD_ERROR_ARGUMENT, "%s: there is no frame %lld", recording->path, (long long)frame);
    }
    const int64_t offset = recording->offsets[frame];
    const size_t size = (size_t)(recording->offsets[frame + 1] - offset);
    md_status status = reserve(recording, size, error);
    if (status != MD_OK) {
        return status;
    }
    if (fseeko(recording->file, (off_t)offset, SEEK_SET) != 0 ||
        fread(recording->bytes, 1, size, recording->file) != size) {
        return md_fail(error, MD_ERROR_FILE, "%s: frame %lld cannot be read", recording->path, (long long)frame);
    }
    struct state3 *state = &recording->state;
    struct header header = {.at = recording->bytes, .end = recording->bytes + size};
    state->step = (int64_t)get_bytes(&header.at, 4);
    state->contacts = (int32_t)get_bytes(&header.at, 4);
    state->residual = get_float(&header.at);
    state->penetration_max = get_float(&header.at);
    state->kinetic_energy = get_double(&header.at);
    const size_t marks = (size_t)get_bytes(&header.at, 4);
    status = state3_reserve_marks(state, marks, error);
    if (status == MD_OK) {
        get_poses(recording, &header);
        get_marks(recording, &header, (int32_t)marks);
    }
    return status != MD_OK || !header.damaged
               ? status
               : md_fail(error, MD_ERROR_FORMAT, "%s: frame %lld is damaged", recording->path, (long long)frame);
}
