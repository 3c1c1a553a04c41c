#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "base/error.h"
#include "draw/recording_cursor.h"
#include "draw/recording_store.h"

static md_status refuse(const struct recording *recording, md_error *error, const char *what)
{
    return md_fail(error, MD_ERROR_FORMAT, "%s: %s", recording->path, what);
}

/* ---- Header; reading stops at its end ---------------------------------------------------------------------------- */

static md2_vec get_vec(struct header *header)
{
    const md_real x = get_finite(header);
    return (md2_vec){x, get_finite(header)};
}

static md2_transform get_pose(struct header *header)
{
    const md2_vec position = get_vec(header);
    const double angle = (double)get_finite(header);
    return (md2_transform){position, {(md_real)cos(angle), (md_real)sin(angle)}};
}

static void get_shape(struct header *header, struct recorded_shape *shape, int32_t body_count)
{
    if (!has_bytes(header, RECORDING_SHAPE_SIZE)) {
        return;
    }
    const uint64_t body = get_bytes(&header->at, 4);
    shape->sensor = (get_bytes(&header->at, 1) & RECORDING_SENSOR) != 0;
    const uint64_t count = get_bytes(&header->at, 1);
    shape->radius = get_finite(header);
    header->damaged =
        header->damaged || body >= (uint64_t)body_count || count < 1 || count > MD2_MAX_POINTS || !(shape->radius >= 0);
    if (header->damaged || !has_bytes(header, 8 * (size_t)count)) {
        return;
    }
    shape->body = (int32_t)body;
    shape->count = (int32_t)count;
    for (int32_t i = 0; i < shape->count; ++i) {
        shape->point[i] = get_vec(header);
    }
}

static void get_joint(struct header *header, struct recorded_joint *joint, int32_t body_count)
{
    if (!has_bytes(header, RECORDING_JOINT_SIZE)) {
        return;
    }
    for (int side = 0; side < 2; ++side) {
        const uint64_t body = get_bytes(&header->at, 4);
        joint->body[side] = body == RECORDING_NO_BODY ? -1 : (int32_t)body;
        header->damaged = header->damaged || (body != RECORDING_NO_BODY && body >= (uint64_t)body_count);
    }
    /* The first anchor of a mouse joint is its target, in world coordinates. */
    joint->body[0] = get_bytes(&header->at, 1) == MD2_MOUSE ? -1 : joint->body[0];
    joint->anchor[0] = get_vec(header);
    joint->anchor[1] = get_vec(header);
}

static void get_objects(struct recording *recording, struct header *header)
{
    const struct recording_facts *facts = &recording->facts;
    int32_t moving = 0;
    for (int32_t i = 0; i < facts->bodies && has_bytes(header, RECORDING_BODY_SIZE); ++i) {
        const uint64_t type = get_bytes(&header->at, 1);
        header->damaged = header->damaged || type > MD2_DYNAMIC;
        recording->types[i] = (md2_body_type)type;
        recording->transforms[i] = get_pose(header);
        moving += type != MD2_STATIC;
    }
    for (int32_t i = 0; i < facts->shapes && !header->damaged; ++i) {
        get_shape(header, &recording->shapes[i], facts->bodies);
    }
    for (int32_t i = 0; i < facts->joints && !header->damaged; ++i) {
        get_joint(header, &recording->joints[i], facts->bodies);
    }
    header->damaged = header->damaged || moving != facts->moving_bodies || header->at != header->end;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static md_status read_prefix(struct recording *recording, md_error *error)
{
    unsigned char prefix[RECORDING_PREFIX_SIZE];
    const size_t count = fread(prefix, 1, sizeof prefix, recording->file);
    const size_t compared = count < RECORDING_MAGIC_SIZE ? count : RECORDING_MAGIC_SIZE;
    if (compared == 0 || memcmp(prefix, RECORDING_MAGIC, compared) != 0) {
        return refuse(recording, error, "is not a recording, expected a file written by modulus run --record");
    }
    if (count < sizeof prefix) {
        return refuse(recording, error, "is truncated before its first frame");
    }
    const unsigned char *at = prefix + RECORDING_MAGIC_SIZE;
    const uint64_t version = get_bytes(&at, 4);
    if (version == RECORDING_VERSION_3D) { /* recording_dimensions would have said so of a regular file */
        return refuse(recording, error, "is a recording of a 3D scene, expected a regular file");
    }
    if (version != RECORDING_VERSION) {
        return md_fail(error, MD_ERROR_FORMAT,
                       "%s: has version %llu of the format, but this modulus reads versions %d and %d", recording->path,
                       (unsigned long long)version, RECORDING_VERSION, RECORDING_VERSION_3D);
    }
    struct recording_facts *facts = &recording->facts;
    recording->header_size = (size_t)get_bytes(&at, 4);
    recording->frame_size = (size_t)get_bytes(&at, 4);
    facts->bodies = (int32_t)get_bytes(&at, 4);
    facts->shapes = (int32_t)get_bytes(&at, 4);
    facts->joints = (int32_t)get_bytes(&at, 4);
    facts->moving_bodies = (int32_t)get_bytes(&at, 4);
    facts->number_size = (int32_t)get_bytes(&at, 4);
    facts->info.dt = get_double(&at);
    facts->info.view.lower.x = (md_real)get_double(&at);
    facts->info.view.lower.y = (md_real)get_double(&at);
    facts->info.view.upper.x = (md_real)get_double(&at);
    facts->info.view.upper.y = (md_real)get_double(&at);
    return MD_OK;
}

/* Checks the counts against the size of the header, so that memory is only allocated for data that the file
 * contains. */
static md_status check_sizes(struct recording *recording, md_error *error)
{
    struct recording_facts *facts = &recording->facts;
    if ((int64_t)recording->header_size > facts->bytes) {
        return refuse(recording, error, "is truncated before its first frame");
    }
    const bool has_valid_counts = facts->bodies >= 0 && facts->shapes >= 0 && facts->joints >= 0 &&
                                  facts->moving_bodies >= 0 && facts->moving_bodies <= facts->bodies;
    const uint64_t min_header_size = has_valid_counts
                                         ? RECORDING_PREFIX_SIZE + RECORDING_BODY_SIZE * (uint64_t)facts->bodies +
                                               RECORDING_SHAPE_SIZE * (uint64_t)facts->shapes +
                                               RECORDING_JOINT_SIZE * (uint64_t)facts->joints
                                         : UINT64_MAX;
    const bool fits =
        has_valid_counts && min_header_size <= recording->header_size &&
        recording->frame_size == recording_frame_size((size_t)facts->moving_bodies, (size_t)facts->joints) &&
        (facts->number_size == 4 || facts->number_size == 8) && isfinite(facts->info.dt) && facts->info.dt > 0;
    return fits ? MD_OK : refuse(recording, error, "is damaged: the numbers in its header are inconsistent");
}

static bool allocate(struct recording *recording)
{
    const size_t bodies = (size_t)recording->facts.bodies + 1;
    const size_t joints = (size_t)recording->facts.joints + 1;
    recording->types = calloc(bodies, sizeof *recording->types);
    recording->transforms = calloc(bodies, sizeof *recording->transforms);
    recording->asleep = calloc(bodies, sizeof *recording->asleep);
    recording->hidden = calloc(bodies, sizeof *recording->hidden);
    recording->shapes = calloc((size_t)recording->facts.shapes + 1, sizeof *recording->shapes);
    recording->joints = calloc(joints, sizeof *recording->joints);
    recording->broken = calloc(joints, sizeof *recording->broken);
    recording->bytes = malloc(recording->frame_size + 1);
    return recording->types != NULL && recording->transforms != NULL && recording->asleep != NULL &&
           recording->hidden != NULL && recording->shapes != NULL && recording->joints != NULL &&
           recording->broken != NULL && recording->bytes != NULL;
}

static md_status read_rest(struct recording *recording, md_error *error)
{
    const size_t size = recording->header_size - RECORDING_PREFIX_SIZE;
    unsigned char *bytes = malloc(size + 1);
    if (bytes == NULL || !allocate(recording)) {
        free(bytes);
        return md_fail(error, MD_ERROR_MEMORY, "%s: out of memory for the recording", recording->path);
    }
    struct header header = {.at = bytes, .end = bytes + fread(bytes, 1, size, recording->file)};
    get_text(&header, recording->facts.info.scene, sizeof recording->facts.info.scene);
    get_text(&header, recording->facts.info.solver, sizeof recording->facts.info.solver);
    const bool are_texts_damaged = header.damaged;
    if (!header.damaged) {
        get_objects(recording, &header);
    }
    free(bytes);
    if (are_texts_damaged) {
        return refuse(recording, error, "is damaged: the names in its header are no UTF-8 texts without NUL");
    }
    return header.damaged ? refuse(recording, error, "is damaged: the bodies in its header are invalid") : MD_OK;
}

static md_status read_header(struct recording *recording, md_error *error)
{
    struct recording_facts *facts = &recording->facts;
    md_status status = read_prefix(recording, error);
    if (status != MD_OK) {
        return status;
    }
    if (fseeko(recording->file, 0, SEEK_END) != 0 || (facts->bytes = ftello(recording->file)) < 0 ||
        fseeko(recording->file, RECORDING_PREFIX_SIZE, SEEK_SET) != 0) {
        return refuse(recording, error, "is not seekable, expected a regular file");
    }
    status = check_sizes(recording, error);
    if (status == MD_OK) {
        status = read_rest(recording, error);
    }
    const int64_t frames_size = facts->bytes - (int64_t)recording->header_size;
    if (status == MD_OK && recording->frame_size > 0) {
        facts->frames = frames_size / (int64_t)recording->frame_size;
        facts->truncated = frames_size % (int64_t)recording->frame_size != 0;
    }
    if (status == MD_OK && facts->frames == 0) {
        return refuse(recording, error, "is truncated before the end of its first frame");
    }
    return status;
}

md_status recording_open(struct recording **out, const char *path, md_error *error)
{
    *out = NULL;
    struct recording *recording = calloc(1, sizeof *recording);
    if (recording == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "%s: out of memory for the recording", path);
    }
    recording->path = path;
    recording->file = fopen(path, "rb");
    const md_status status = recording->file != NULL ? read_header(recording, error)
                                                     : md_fail(error, md_file_status(errno), "%s: cannot be opened: %s",
                                                               path, strerror(errno));
    if (status != MD_OK) {
        recording_close(recording);
        return status;
    }
    *out = recording;
    return MD_OK;
}

void recording_close(struct recording *recording)
{
    if (recording == NULL) {
        return;
    }
    if (recording->file != NULL) {
        fclose(recording->file);
    }
    free(recording->types);
    free(recording->transforms);
    free(recording->asleep);
    free(recording->hidden);
    free(recording->shapes);
    free(recording->joints);
    free(recording->broken);
    free(recording->bytes);
    free(recording);
}

struct recording_facts recording_facts_of(const struct recording *recording)
{
    return recording->facts;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

/* Returns false if a pose is not finite. */
static bool get_poses(struct recording *recording, const unsigned char *at)
{
    const struct recording_facts *facts = &recording->facts;
    const unsigned char *asleep = at + RECORDING_POSE_SIZE * (size_t)facts->moving_bodies;
    const unsigned char *hidden = asleep + recording_bits((size_t)facts->moving_bodies);
    const unsigned char *broken = hidden + recording_bits((size_t)facts->moving_bodies);
    struct header poses = {.at = at, .end = asleep};
    int32_t moving = 0;
    for (int32_t i = 0; i < facts->bodies; ++i) {
        if (recording->types[i] != MD2_STATIC) {
            recording->transforms[i] = get_pose(&poses);
            recording->asleep[i] = get_bit(asleep, moving);
            recording->hidden[i] = get_bit(hidden, moving);
            ++moving;
        }
    }
    for (int32_t i = 0; i < facts->joints; ++i) {
        recording->broken[i] = get_bit(broken, i);
    }
    return !poses.damaged;
}

md_status recording_read(struct recording *recording, int64_t frame, struct recording_frame *out, md_error *error)
{
    *out = (struct recording_frame){.transforms = recording->transforms,
                                    .asleep = recording->asleep,
                                    .hidden = recording->hidden,
                                    .broken = recording->broken};
    if (frame < 0 || frame >= recording->facts.frames) {
        return md_fail(error, MD_ERROR_ARGUMENT, "%s: there is no frame %lld", recording->path, (long long)frame);
    }
    const int64_t offset = (int64_t)recording->header_size + frame * (int64_t)recording->frame_size;
    if (fseeko(recording->file, (off_t)offset, SEEK_SET) != 0 ||
        fread(recording->bytes, 1, recording->frame_size, recording->file) != recording->frame_size) {
        return md_fail(error, MD_ERROR_FILE, "%s: frame %lld cannot be read", recording->path, (long long)frame);
    }
    const unsigned char *at = recording->bytes;
    out->step = (int64_t)get_bytes(&at, 4);
    out->contacts = (int32_t)get_bytes(&at, 4);
    out->residual = get_float(&at);
    out->penetration_max = get_float(&at);
    out->kinetic_energy = get_double(&at);
    return get_poses(recording, at)
               ? MD_OK
               : md_fail(error, MD_ERROR_FORMAT, "%s: frame %lld is damaged", recording->path, (long long)frame);
}
