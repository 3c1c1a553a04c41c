#include <errno.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/output_file.h"
#include "draw/recording3.h"
#include "draw/recording_format.h"

struct recording3_writer {
    struct output_file output;
    const struct model3 *model;
    int32_t moving_count;
    unsigned char *frame;
    size_t capacity; /* of the frame, bytes */
};

static md_status out_of_memory(md_error *error)
{
    return md_fail(error, MD_ERROR_MEMORY, "out of memory for the recording");
}

/* ---- Header ------------------------------------------------------------------------------------------------------ */

static uint64_t header_size(const struct model3 *model, const struct recording_info *info)
{
    uint64_t size =
        RECORDING3_PREFIX_SIZE + 4 + strlen(info->scene) + strlen(info->solver) +
        RECORDING3_BODY_SIZE * (uint64_t)model->body_count + RECORDING3_SOLID_SIZE * (uint64_t)model->solid_count +
        RECORDING3_SHAPE_SIZE * (uint64_t)model->shape_count + RECORDING3_JOINT_SIZE * (uint64_t)model->joint_count;
    for (int32_t i = 0; i < model->solid_count; ++i) {
        size += 12 * ((uint64_t)model->solids[i].vertex_count + (uint64_t)model->solids[i].triangle_count);
    }
    return size;
}

static void put_vec(unsigned char **at, md3_vec vec)
{
    put_float(at, (double)vec.x);
    put_float(at, (double)vec.y);
    put_float(at, (double)vec.z);
}

static void put_pose(unsigned char **at, md3_transform transform)
{
    put_vec(at, transform.p);
    put_float(at, (double)transform.q.x);
    put_float(at, (double)transform.q.y);
    put_float(at, (double)transform.q.z);
    put_float(at, (double)transform.q.w);
}

static void put_prefix(unsigned char **at, const struct recording3_writer *writer, const struct recording_info *info)
{
    const struct model3 *model = writer->model;
    memcpy(*at, RECORDING_MAGIC, RECORDING_MAGIC_SIZE);
    *at += RECORDING_MAGIC_SIZE;
    put_bytes(at, RECORDING_VERSION_3D, 4);
    put_bytes(at, header_size(model, info), 4);
    put_bytes(at, 3, 4); /* dimensions */
    put_bytes(at, (uint64_t)model->body_count, 4);
    put_bytes(at, (uint64_t)model->solid_count, 4);
    put_bytes(at, (uint64_t)model->shape_count, 4);
    put_bytes(at, (uint64_t)model->joint_count, 4);
    put_bytes(at, (uint64_t)writer->moving_count, 4);
    put_bytes(at, sizeof(md_real), 4);
    put_double(at, info->dt);
    put_double(at, (double)model->gravity.x);
    put_double(at, (double)model->gravity.y);
    put_double(at, (double)model->gravity.z);
    put_bytes(at, 0, 8); /* reserved */
    put_text(at, info->scene);
    put_text(at, info->solver);
}

static void put_solid(unsigned char **at, const struct solid *solid)
{
    put_bytes(at, (uint64_t)solid->type, 1);
    put_vec(at, solid->point[0]);
    put_vec(at, solid->point[1]);
    put_float(at, (double)solid->radius);
    put_float(at, (double)solid->base_radius);
    put_float(at, (double)solid->offset);
    put_bytes(at, (uint64_t)solid->vertex_count, 4);
    put_bytes(at, (uint64_t)solid->triangle_count, 4);
    for (int32_t i = 0; i < solid->vertex_count; ++i) {
        put_vec(at, solid->vertices[i]);
    }
    for (size_t i = 0; i < 3 * (size_t)solid->triangle_count; ++i) {
        put_bytes(at, (uint64_t)solid->triangles[i], 4);
    }
}

static void put_objects(unsigned char **at, const struct model3 *model, const struct state3 *state)
{
    for (int32_t i = 0; i < model->body_count; ++i) {
        put_bytes(at, (uint64_t)model->types[i], 1);
        put_pose(at, state->transforms[i]);
    }
    for (int32_t i = 0; i < model->solid_count; ++i) {
        put_solid(at, &model->solids[i]);
    }
    for (int32_t i = 0; i < model->shape_count; ++i) {
        put_bytes(at, (uint64_t)model->shapes[i].body, 4);
        put_bytes(at, (uint64_t)model->shapes[i].solid, 4);
        put_bytes(at, model->shapes[i].sensor ? RECORDING_SENSOR : 0, 1);
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const struct model3_joint *joint = &model->joints[i];
        for (int side = 0; side < 2; ++side) {
            put_bytes(at, joint->body[side] >= 0 ? (uint64_t)joint->body[side] : RECORDING_NO_BODY, 4);
        }
        put_bytes(at, (uint64_t)joint->type, 1);
        put_vec(at, joint->anchor[0]);
        put_vec(at, joint->anchor[1]);
    }
}

static void write_block(struct recording3_writer *writer, const unsigned char *block, size_t size)
{
    errno = 0;
    if (fwrite(block, 1, size, writer->output.file) != size && writer->output.problem == 0) {
        writer->output.problem = errno != 0 ? errno : EIO;
    }
}

static md_status write_header(struct recording3_writer *writer, const struct recording_info *info,
                              const struct state3 *state, md_error *error)
{
    const uint64_t size = header_size(writer->model, info);
    if (size > UINT32_MAX) {
        return md_fail(error, MD_ERROR_SIZE, "%s: the shapes are too large for a recording", writer->output.path);
    }
    unsigned char *header = malloc((size_t)size);
    if (header == NULL) {
        return out_of_memory(error);
    }
    unsigned char *at = header;
    put_prefix(&at, writer, info);
    put_objects(&at, writer->model, state);
    write_block(writer, header, (size_t)size);
    free(header);
    return MD_OK;
}

md_status recording3_create(struct recording3_writer **writer, const char *path, const struct recording_info *info,
                            const struct model3 *model, const struct state3 *state, md_error *error)
{
    struct recording3_writer *created = calloc(1, sizeof *created);
    *writer = NULL;
    if (created == NULL) {
        return out_of_memory(error);
    }
    created->model = model;
    for (int32_t i = 0; i < model->body_count; ++i) {
        created->moving_count += model->types[i] != MD3_STATIC;
    }
    md_status status = md_output_open(&created->output, path, error);
    if (status == MD_OK) {
        status = write_header(created, info, state, error);
    }
    if (status != MD_OK) {
        recording3_discard(created);
        return status;
    }
    *writer = created;
    return MD_OK;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

/* An impulse, which may be too large for a float if the solve diverged. */
static md3_vec clamp_impulse(md3_vec impulse)
{
    return md3_vec_is_finite(impulse) ? md3_vec_clamp_length(impulse, (md_real)1e30) : md3_v(0, 0, 0);
}

static void put_state(unsigned char *at, const struct recording3_writer *writer, const struct state3 *state)
{
    const struct model3 *model = writer->model;
    put_bytes(&at, (uint64_t)state->step & UINT32_MAX, 4);
    put_bytes(&at, (uint64_t)state->contacts, 4);
    put_float(&at, state->residual);
    put_float(&at, state->penetration_max);
    put_double(&at, state->kinetic_energy);
    put_bytes(&at, (uint64_t)state->mark_count, 4);
    unsigned char *asleep = at + RECORDING3_POSE_SIZE * (size_t)writer->moving_count;
    unsigned char *hidden = asleep + recording_bits((size_t)writer->moving_count);
    unsigned char *broken = hidden + recording_bits((size_t)writer->moving_count);
    for (int32_t i = 0, moving = 0; i < model->body_count; ++i) {
        if (model->types[i] == MD3_STATIC) {
            continue;
        }
        put_pose(&at, state->transforms[i]);
        if (state->asleep[i]) {
            set_bit(asleep, moving);
        }
        if (state->hidden[i]) {
            set_bit(hidden, moving);
        }
        ++moving;
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (state->broken[i]) {
            set_bit(broken, i);
        }
    }
    at = broken + recording_bits((size_t)model->joint_count);
    for (int32_t i = 0; i < state->mark_count; ++i) {
        const struct contact_mark *mark = &state->marks[i];
        put_bytes(&at, (uint64_t)mark->body[0], 4);
        put_bytes(&at, (uint64_t)mark->body[1], 4);
        put_vec(&at, mark->point);
        put_vec(&at, clamp_impulse(mark->impulse));
        put_float(&at, (double)mark->residual);
    }
}

md_status recording3_add(struct recording3_writer *writer, const struct state3 *state, md_error *error)
{
    const size_t size = recording3_frame_size((size_t)writer->moving_count, (size_t)writer->model->joint_count) +
                        RECORDING3_MARK_SIZE * (size_t)state->mark_count;
    if (size > writer->capacity) {
        free(writer->frame);
        writer->capacity = 2 * size;
        writer->frame = malloc(writer->capacity);
        if (writer->frame == NULL) {
            writer->capacity = 0;
            return out_of_memory(error);
        }
    }
    memset(writer->frame, 0, size);
    put_state(writer->frame, writer, state);
    write_block(writer, writer->frame, size);
    /* Report a full disk now and not at the end of a long run. */
    return writer->output.problem == 0 ? MD_OK
                                       : md_fail(error, MD_ERROR_FILE, "%s: cannot be written: %s", writer->output.path,
                                                 strerror(writer->output.problem));
}

md_status recording3_commit(struct recording3_writer *writer, md_error *error)
{
    const md_status status = md_output_commit(&writer->output, error);
    free(writer->frame);
    free(writer);
    return status;
}

void recording3_discard(struct recording3_writer *writer)
{
    if (writer != NULL) {
        if (writer->output.file != NULL) {
            md_output_discard(&writer->output);
        }
        free(writer->frame);
        free(writer);
    }
}
