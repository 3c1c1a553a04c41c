#include <errno.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/output_file.h"
#include "draw/recording.h"
#include "draw/recording_format.h"

struct recording_writer {
    struct output_file output;
    md2_body_id *bodies; /* in file order */
    bool *moves;
    int32_t *number_of;   /* number of a body in the file, by the index of its handle */
    md2_joint_id *joints; /* of each record */
    int32_t body_count, shape_count, joint_count, moving_count;
    unsigned char *frame;
    size_t frame_size;
};

static md_status out_of_memory(md_error *error)
{
    return md_fail(error, MD_ERROR_MEMORY, "out of memory for the recording");
}

static double angle_of(md2_rot rotation)
{
    return atan2((double)rotation.s, (double)rotation.c);
}

/* ---- Bodies and joints ------------------------------------------------------------------------------------------- */

static md_status list_bodies(struct recording_writer *writer, const md2_world *world, md_error *error)
{
    const size_t count = (size_t)md2_world_body_count(world);
    int32_t largest = 0;
    for (md2_body_id id = md2_world_first_body(world); id.generation != 0; id = md2_world_next_body(world, id)) {
        largest = id.index > largest ? id.index : largest;
    }
    writer->bodies = calloc(count + 1, sizeof *writer->bodies);
    writer->moves = calloc(count + 1, sizeof *writer->moves);
    writer->number_of = calloc((size_t)largest + 1, sizeof *writer->number_of);
    if (writer->bodies == NULL || writer->moves == NULL || writer->number_of == NULL) {
        return out_of_memory(error);
    }
    for (md2_body_id id = md2_world_first_body(world); id.generation != 0; id = md2_world_next_body(world, id)) {
        const int32_t number = writer->body_count++;
        writer->bodies[number] = id;
        writer->number_of[id.index] = number;
        writer->moves[number] = md2_body_get_type(world, id) != MD2_STATIC;
        writer->moving_count += writer->moves[number] ? 1 : 0;
        for (md2_shape_id shape = md2_body_first_shape(world, id); shape.generation != 0;
             shape = md2_shape_next(world, shape)) {
            ++writer->shape_count;
        }
    }
    return MD_OK;
}

#define MAX_RECORDS 3

/* Number of records of a joint: the rope of a pulley joint has three parts. */
static int32_t records_of(const md2_joint_def *def)
{
    return def->type == MD2_PULLEY ? MAX_RECORDS : 1;
}

static md_status list_joints(struct recording_writer *writer, const md2_world *world, md_error *error)
{
    writer->joints = calloc(MAX_RECORDS * (size_t)md2_world_joint_count(world) + 1, sizeof *writer->joints);
    if (writer->joints == NULL) {
        return out_of_memory(error);
    }
    for (md2_joint_id id = md2_world_first_joint(world); id.generation != 0; id = md2_world_next_joint(world, id)) {
        const md2_joint_def def = md2_joint_get_def(world, id);
        for (int32_t k = 0; k < records_of(&def); ++k) {
            writer->joints[writer->joint_count++] = id;
        }
    }
    return MD_OK;
}

/* ---- Header ------------------------------------------------------------------------------------------------------ */

static size_t max_header_size(const struct recording_writer *writer, const struct recording_info *info)
{
    return RECORDING_PREFIX_SIZE + 4 + strlen(info->scene) + strlen(info->solver) +
           RECORDING_BODY_SIZE * (size_t)writer->body_count +
           (RECORDING_SHAPE_SIZE + 8 * MD2_MAX_POINTS) * (size_t)writer->shape_count +
           RECORDING_JOINT_SIZE * (size_t)writer->joint_count;
}

static void put_vec(unsigned char **at, md2_vec vec)
{
    put_float(at, (double)vec.x);
    put_float(at, (double)vec.y);
}

static void put_pose(unsigned char **at, md2_transform transform)
{
    put_vec(at, transform.p);
    put_float(at, angle_of(transform.q));
}

static void put_shape(unsigned char **at, const md2_world *world, md2_shape_id shape, int32_t body)
{
    const md2_hull *hull = md2_shape_hull(world, shape);
    put_bytes(at, (uint64_t)body, 4);
    put_bytes(at, md2_shape_get_def(world, shape).sensor ? RECORDING_SENSOR : 0, 1);
    put_bytes(at, (uint64_t)hull->count, 1);
    put_float(at, (double)hull->radius);
    for (int32_t i = 0; i < hull->count; ++i) {
        put_vec(at, hull->point[i]);
    }
}

/* A point on a body, or one of the world. */
struct joint_end {
    md2_body_id body; /* generation 0: none */
    md2_vec anchor;
};

static void put_ends(unsigned char **at, const struct recording_writer *writer, md2_joint_type type,
                     struct joint_end first, struct joint_end second)
{
    const md2_body_id body[2] = {first.body, second.body};
    for (int side = 0; side < 2; ++side) {
        const bool exists = body[side].generation != 0;
        put_bytes(at, exists ? (uint64_t)writer->number_of[body[side].index] : RECORDING_NO_BODY, 4);
    }
    put_bytes(at, (uint64_t)type, 1);
    put_vec(at, first.anchor);
    put_vec(at, second.anchor);
}

static void put_joint(unsigned char **at, const struct recording_writer *writer, const md2_joint_def *def)
{
    const md2_body_id none = {0, 0};
    const struct joint_end first = {def->body[0], def->anchor[0]};
    const struct joint_end second = {def->body[1], def->anchor[1]};
    if (def->type == MD2_PULLEY) {
        const struct joint_end pulley[2] = {{none, def->pulley[0]}, {none, def->pulley[1]}};
        put_ends(at, writer, def->type, pulley[0], first);
        put_ends(at, writer, def->type, pulley[0], pulley[1]);
        put_ends(at, writer, def->type, pulley[1], second);
    } else if (def->type == MD2_MOUSE) {
        put_ends(at, writer, def->type, (struct joint_end){none, def->target}, second);
    } else {
        put_ends(at, writer, def->type, first, second);
    }
}

static void put_prefix(unsigned char **at, const struct recording_writer *writer, const struct recording_info *info)
{
    memcpy(*at, RECORDING_MAGIC, RECORDING_MAGIC_SIZE);
    *at += RECORDING_MAGIC_SIZE;
    put_bytes(at, RECORDING_VERSION, 4);
    put_bytes(at, 0, 4); /* size of the header, filled in later */
    put_bytes(at, writer->frame_size, 4);
    put_bytes(at, (uint64_t)writer->body_count, 4);
    put_bytes(at, (uint64_t)writer->shape_count, 4);
    put_bytes(at, (uint64_t)writer->joint_count, 4);
    put_bytes(at, (uint64_t)writer->moving_count, 4);
    put_bytes(at, sizeof(md_real), 4);
    put_double(at, info->dt);
    put_double(at, (double)info->view.lower.x);
    put_double(at, (double)info->view.lower.y);
    put_double(at, (double)info->view.upper.x);
    put_double(at, (double)info->view.upper.y);
    put_text(at, info->scene);
    put_text(at, info->solver);
}

static void put_objects(unsigned char **at, const struct recording_writer *writer, const md2_world *world)
{
    for (int32_t i = 0; i < writer->body_count; ++i) {
        put_bytes(at, (uint64_t)md2_body_get_type(world, writer->bodies[i]), 1);
        put_pose(at, md2_body_transform(world, writer->bodies[i]));
    }
    for (int32_t i = 0; i < writer->body_count; ++i) {
        for (md2_shape_id shape = md2_body_first_shape(world, writer->bodies[i]); shape.generation != 0;
             shape = md2_shape_next(world, shape)) {
            put_shape(at, world, shape, i);
        }
    }
    for (int32_t i = 0; i < writer->joint_count;) {
        const md2_joint_def def = md2_joint_get_def(world, writer->joints[i]);
        put_joint(at, writer, &def);
        i += records_of(&def);
    }
}

static void write_block(struct recording_writer *writer, const unsigned char *block, size_t size)
{
    errno = 0;
    if (fwrite(block, 1, size, writer->output.file) != size && writer->output.problem == 0) {
        writer->output.problem = errno != 0 ? errno : EIO;
    }
}

static md_status write_header(struct recording_writer *writer, const struct recording_info *info,
                              const md2_world *world, md_error *error)
{
    unsigned char *header = malloc(max_header_size(writer, info));
    if (header == NULL) {
        return out_of_memory(error);
    }
    unsigned char *at = header;
    put_prefix(&at, writer, info);
    put_objects(&at, writer, world);
    unsigned char *size_at = header + 12;
    put_bytes(&size_at, (uint64_t)(at - header), 4);
    write_block(writer, header, (size_t)(at - header));
    free(header);
    return MD_OK;
}

static md_status prepare(struct recording_writer *writer, const char *path, const struct recording_info *info,
                         const md2_world *world, md_error *error)
{
    md_status status = list_bodies(writer, world, error);
    if (status == MD_OK) {
        status = list_joints(writer, world, error);
    }
    if (status != MD_OK) {
        return status;
    }
    writer->frame_size = recording_frame_size((size_t)writer->moving_count, (size_t)writer->joint_count);
    if (max_header_size(writer, info) > UINT32_MAX || writer->frame_size > UINT32_MAX) {
        return md_fail(error, MD_ERROR_SIZE, "%s: too many bodies for a recording", path);
    }
    writer->frame = malloc(writer->frame_size);
    if (writer->frame == NULL) {
        return out_of_memory(error);
    }
    status = md_output_open(&writer->output, path, error);
    return status == MD_OK ? write_header(writer, info, world, error) : status;
}

md_status recording_create(struct recording_writer **writer, const char *path, const struct recording_info *info,
                           const md2_world *world, md_error *error)
{
    *writer = calloc(1, sizeof **writer);
    if (*writer == NULL) {
        return out_of_memory(error);
    }
    const md_status status = prepare(*writer, path, info, world, error);
    if (status != MD_OK) {
        recording_discard(*writer);
        *writer = NULL;
    }
    return status;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

static void put_poses(unsigned char **at, const struct recording_writer *writer, const md2_world *world)
{
    unsigned char *asleep = *at + RECORDING_POSE_SIZE * (size_t)writer->moving_count;
    unsigned char *hidden = asleep + recording_bits((size_t)writer->moving_count);
    int32_t moving = 0;
    for (int32_t i = 0; i < writer->body_count; ++i) {
        if (!writer->moves[i]) {
            continue;
        }
        const md2_body_id body = writer->bodies[i];
        put_pose(at, md2_body_transform(world, body));
        if (md2_body_get_type(world, body) == MD2_DYNAMIC && !md2_body_is_awake(world, body)) {
            set_bit(asleep, moving);
        }
        if (!md2_body_is_valid(world, body) || !md2_body_is_enabled(world, body)) {
            set_bit(hidden, moving);
        }
        ++moving;
    }
    *at = hidden + recording_bits((size_t)writer->moving_count);
}

md_status recording_add(struct recording_writer *writer, const md2_world *world, const md_step_report *report,
                        md_error *error)
{
    static const md_step_report EMPTY = {0};
    const md_step_report *numbers = report != NULL ? report : &EMPTY;
    unsigned char *at = writer->frame;
    memset(writer->frame, 0, writer->frame_size);
    put_bytes(&at, (uint64_t)md2_world_steps(world) & UINT32_MAX, 4);
    put_bytes(&at, (uint64_t)numbers->contacts, 4);
    put_float(&at, numbers->residual.absolute);
    put_float(&at, (double)numbers->penetration_max);
    put_double(&at, report != NULL ? report->kinetic_energy : md2_world_kinetic_energy(world));
    put_poses(&at, writer, world);
    for (int32_t i = 0; i < writer->joint_count; ++i) {
        if (!md2_joint_is_valid(world, writer->joints[i])) {
            set_bit(at, i);
        }
    }
    write_block(writer, writer->frame, writer->frame_size);
    /* Report a full disk now and not at the end of a long run. */
    return writer->output.problem == 0 ? MD_OK
                                       : md_fail(error, MD_ERROR_FILE, "%s: cannot be written: %s", writer->output.path,
                                                 strerror(writer->output.problem));
}

static void free_writer(struct recording_writer *writer)
{
    free(writer->bodies);
    free(writer->moves);
    free(writer->number_of);
    free(writer->joints);
    free(writer->frame);
    free(writer);
}

md_status recording_commit(struct recording_writer *writer, md_error *error)
{
    const md_status status = md_output_commit(&writer->output, error);
    free_writer(writer);
    return status;
}

void recording_discard(struct recording_writer *writer)
{
    if (writer != NULL) {
        if (writer->output.file != NULL) {
            md_output_discard(&writer->output);
        }
        free_writer(writer);
    }
}
