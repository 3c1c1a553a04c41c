/* The model in the header of a recording. */
#include <stdlib.h>

#include "draw/recording3_store.h"
#include "draw/recording_cursor.h"

static md3_vec get_vec(struct header *header)
{
    const md_real x = get_finite(header);
    const md_real y = get_finite(header);
    return md3_v(x, y, get_finite(header));
}

static int32_t get_index(struct header *header, int32_t count)
{
    const uint64_t index = get_bytes(&header->at, 4);
    header->damaged = header->damaged || index >= (uint64_t)count;
    return header->damaged ? 0 : (int32_t)index;
}

static bool uses_triangles(md3_geometry_type type)
{
    return type == MD3_HULL || type == MD3_MESH || type == MD3_HEIGHT_FIELD;
}

/* Memory is only allocated for vertices and triangles that the header contains. */
static void get_solid(struct header *header, struct solid *solid, bool *has_memory)
{
    if (!has_bytes(header, RECORDING3_SOLID_SIZE)) {
        return;
    }
    const uint64_t type = get_bytes(&header->at, 1);
    solid->point[0] = get_vec(header);
    solid->point[1] = get_vec(header);
    solid->radius = get_finite(header);
    solid->base_radius = get_finite(header);
    solid->offset = get_finite(header);
    const uint64_t vertices = get_bytes(&header->at, 4);
    const uint64_t triangles = get_bytes(&header->at, 4);
    header->damaged = header->damaged || type >= MD3_GEOMETRY_COUNT || !(solid->radius >= 0) ||
                      !(solid->base_radius >= 0) ||
                      (!uses_triangles((md3_geometry_type)type) && vertices + triangles > 0);
    if (header->damaged || !has_bytes(header, 12 * (size_t)(vertices + triangles))) {
        return;
    }
    solid->type = (md3_geometry_type)type;
    solid->vertices = calloc((size_t)vertices + 1, sizeof *solid->vertices);
    solid->triangles = calloc(3 * (size_t)triangles + 1, sizeof *solid->triangles);
    *has_memory = *has_memory && solid->vertices != NULL && solid->triangles != NULL;
    if (!*has_memory) {
        return;
    }
    solid->vertex_count = (int32_t)vertices;
    solid->triangle_count = (int32_t)triangles;
    for (int32_t i = 0; i < solid->vertex_count; ++i) {
        solid->vertices[i] = get_vec(header);
    }
    for (size_t i = 0; i < 3 * (size_t)triangles; ++i) {
        solid->triangles[i] = get_index(header, solid->vertex_count);
    }
}

static void get_bodies(struct recording3 *recording, struct header *header)
{
    int32_t moving = 0;
    for (int32_t i = 0; i < recording->model.body_count && has_bytes(header, RECORDING3_BODY_SIZE); ++i) {
        const uint64_t type = get_bytes(&header->at, 1);
        header->damaged = header->damaged || type > MD3_DYNAMIC;
        recording->model.types[i] = (md3_body_type)type;
        const md3_vec position = get_vec(header);
        const md3_vec vector = get_vec(header);
        const md3_rot rotation = {vector.x, vector.y, vector.z, get_finite(header)};
        recording->state.transforms[i] = md3_transform_make(position, md3_rot_normalize(rotation));
        moving += type != MD3_STATIC;
    }
    header->damaged = header->damaged || moving != recording->facts.moving_bodies;
}

static void get_joint(struct header *header, struct model3_joint *joint, int32_t bodies)
{
    for (int side = 0; side < 2; ++side) {
        const unsigned char *peek = header->at;
        const bool has_body = get_bytes(&peek, 4) != RECORDING_NO_BODY;
        if (has_body) {
            joint->body[side] = get_index(header, bodies);
        } else {
            joint->body[side] = -1;
            header->at = peek;
        }
    }
    const uint64_t type = get_bytes(&header->at, 1);
    header->damaged = header->damaged || type >= MD3_JOINT_TYPE_COUNT;
    joint->type = header->damaged ? MD3_DISTANCE : (md3_joint_type)type;
    joint->anchor[0] = get_vec(header);
    joint->anchor[1] = get_vec(header);
}

bool recording3_get_model(struct recording3 *recording, const unsigned char *bytes, size_t size, int32_t solids,
                          bool *has_memory)
{
    struct model3 *model = &recording->model;
    struct header header = {.at = bytes, .end = bytes + size};
    *has_memory = true;
    get_bodies(recording, &header);
    for (int32_t i = 0; i < solids && !header.damaged && *has_memory; ++i) {
        model->solid_count = i + 1;
        get_solid(&header, &model->solids[i], has_memory);
    }
    for (int32_t i = 0; i < model->shape_count && *has_memory && has_bytes(&header, RECORDING3_SHAPE_SIZE); ++i) {
        model->shapes[i].body = get_index(&header, model->body_count);
        model->shapes[i].solid = get_index(&header, model->solid_count);
        model->shapes[i].sensor = (get_bytes(&header.at, 1) & RECORDING_SENSOR) != 0;
    }
    for (int32_t i = 0; i < model->joint_count && *has_memory && has_bytes(&header, RECORDING3_JOINT_SIZE); ++i) {
        get_joint(&header, &model->joints[i], model->body_count);
    }
    return !header.damaged && header.at == header.end;
}
