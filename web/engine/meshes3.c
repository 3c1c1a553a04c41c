/* Triangle meshes of the geometries of a 3D world, one per distinct geometry. */
#include <stdlib.h>
#include <string.h>

#include "world.h"

/* Corners of a full circle. */
#define SEGMENTS 24
#define HASH_START 0xcbf29ce484222325u /* FNV-1a, 64 bits */
#define HASH_PRIME 0x100000001b3u

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ at[i]) * HASH_PRIME;
    }
    return hash;
}

/* ---- Distinct geometries ------------------------------------------------------------------------------------------ */

/* The solids met so far, each with a hash of its vertices and numbers, to compare only those that may be equal. */
struct distinct {
    struct solid *solids;
    uint64_t *hashes;
    int32_t count;
};

static uint64_t hash_solid(const struct solid *solid)
{
    const md_real numbers[] = {solid->point[0].x, solid->point[0].y,   solid->point[0].z, solid->point[1].x,
                               solid->point[1].y, solid->point[1].z,   solid->radius,     solid->base_radius,
                               solid->offset,     (md_real)solid->type};
    const uint64_t hash = hash_bytes(HASH_START, numbers, sizeof numbers);
    return solid->vertex_count > 0
               ? hash_bytes(hash, solid->vertices, (size_t)solid->vertex_count * sizeof *solid->vertices)
               : hash;
}

/* Returns the number of the solid of a geometry, or -1 if memory is exhausted. */
static int32_t find_or_add(struct distinct *distinct, const md3_geometry *geometry)
{
    struct solid *solid = &distinct->solids[distinct->count];
    if (!solid_copy(solid, geometry)) {
        solid_free(solid);
        return -1;
    }
    const uint64_t hash = hash_solid(solid);
    for (int32_t i = 0; i < distinct->count; ++i) {
        if (distinct->hashes[i] == hash && solid_same(&distinct->solids[i], solid)) {
            solid_free(solid);
            return i;
        }
    }
    distinct->hashes[distinct->count] = hash;
    return distinct->count++;
}

static void distinct_free(struct distinct *distinct)
{
    for (int32_t i = 0; i < distinct->count; ++i) {
        solid_free(&distinct->solids[i]);
    }
    free(distinct->solids);
    free(distinct->hashes);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------- */

static bool list_shapes(struct meshes *meshes, const md3_world *physics, struct distinct *distinct)
{
    for (md3_body_id body = md3_world_first_body(physics); body.generation != 0;
         body = md3_world_next_body(physics, body)) {
        for (md3_shape_id shape = md3_body_first_shape(physics, body); shape.generation != 0;
             shape = md3_shape_next(physics, shape)) {
            const int32_t mesh = find_or_add(distinct, md3_shape_geometry(physics, shape));
            if (mesh < 0) {
                return false;
            }
            meshes->shapes[meshes->shape_count++] =
                (struct mesh_shape){body, shape.index, mesh, md3_shape_get_def(physics, shape).sensor};
        }
    }
    return true;
}

/* ---- Triangles ---------------------------------------------------------------------------------------------------- */

/* A square around the point of the plane that is closest to the origin. */
static void add_plane(struct solid_mesh *mesh, const struct solid *plane)
{
    const md3_vec normal = plane->point[0];
    const md3_vec across = md3_vec_perpendicular(normal);
    const md3_vec along = md3_vec_cross(normal, across);
    const md_real half = (md_real)WEB_PLANE_SIZE / 2;
    uint32_t corner[4];
    for (int k = 0; k < 4; ++k) {
        const md_real u = k == 0 || k == 3 ? -half : half;
        const md_real v = k < 2 ? -half : half;
        const md3_vec at =
            md3_vec_add_scaled(md3_vec_add_scaled(md3_vec_scale(plane->offset, normal), u, across), v, along);
        corner[k] = solid_mesh_vertex(mesh, at, normal);
    }
    solid_mesh_triangle(mesh, corner[0], corner[1], corner[2]);
    solid_mesh_triangle(mesh, corner[0], corner[2], corner[3]);
}

static void put_vertices(struct meshes *meshes, const struct solid_mesh *mesh)
{
    for (size_t i = 0; i < mesh->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            buffer_put_float(&meshes->positions, (double)mesh->vertices[i].position[k]);
            buffer_put_float(&meshes->normals, (double)mesh->vertices[i].normal[k]);
        }
    }
}

static void put_indices(struct number_buffer *buffer, const uint32_t *indices, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        buffer_put_int(buffer, (int32_t)indices[i]);
    }
}

static void put_meshes(struct meshes *meshes, const struct distinct *distinct, struct solid_mesh *mesh)
{
    for (int32_t i = 0; i < distinct->count; ++i) {
        const size_t triangles = mesh->triangle_count;
        const size_t edges = mesh->edge_count;
        if (distinct->solids[i].type == MD3_PLANE) {
            add_plane(mesh, &distinct->solids[i]);
        } else {
            solid_mesh_add(mesh, &distinct->solids[i], SEGMENTS);
        }
        buffer_put_int(&meshes->ranges, (int32_t)(3 * triangles));
        buffer_put_int(&meshes->ranges, (int32_t)(3 * (mesh->triangle_count - triangles)));
        buffer_put_int(&meshes->edge_ranges, (int32_t)(2 * edges));
        buffer_put_int(&meshes->edge_ranges, (int32_t)(2 * (mesh->edge_count - edges)));
    }
    put_vertices(meshes, mesh);
    put_indices(&meshes->indices, mesh->triangles, 3 * mesh->triangle_count);
    put_indices(&meshes->edges, mesh->edges, 2 * mesh->edge_count);
}

/* ---- The list ----------------------------------------------------------------------------------------------------- */

/* The buffers and the arrays of the list, in the same order. */
enum { BUFFERS = 6 };
static void buffers_of(struct meshes *meshes, struct number_buffer *buffer[BUFFERS], struct web_array *array[BUFFERS])
{
    struct number_buffer *const buffers[BUFFERS] = {&meshes->positions, &meshes->normals, &meshes->indices,
                                                    &meshes->ranges,    &meshes->edges,   &meshes->edge_ranges};
    struct web_array *const arrays[BUFFERS] = {&meshes->list.positions, &meshes->list.normals,
                                               &meshes->list.indices,   &meshes->list.ranges,
                                               &meshes->list.edges,     &meshes->list.edge_ranges};
    memcpy(buffer, buffers, sizeof buffers);
    memcpy(array, arrays, sizeof arrays);
}

/* Fills the arrays of the list, which are all that is compared with the list before, beside the shapes. */
static bool end_list(struct meshes *meshes)
{
    struct number_buffer *buffer[BUFFERS];
    struct web_array *array[BUFFERS];
    uint64_t hash = HASH_START;
    bool is_complete = true;
    buffers_of(meshes, buffer, array);
    for (int k = 0; k < BUFFERS; ++k) {
        const struct web_array *end = buffer_end(buffer[k]);
        is_complete = is_complete && end != NULL;
        if (end != NULL) {
            *array[k] = *end;
            hash = hash_bytes(hash, end->data, (size_t)end->count * sizeof(int32_t)); /* floats have the same size */
        }
    }
    for (int32_t i = 0; i < meshes->shape_count; ++i) {
        const struct mesh_shape *shape = &meshes->shapes[i];
        const int64_t numbers[] = {shape->body.index, shape->body.generation, shape->shape, shape->mesh, shape->sensor};
        hash = hash_bytes(hash, numbers, sizeof numbers);
    }
    meshes->version += meshes->version == 0 || hash != meshes->hash;
    meshes->hash = hash;
    return is_complete;
}

/* Makes an array of the shapes and the arrays of the distinct solids. */
static bool allocate(struct meshes *meshes, struct distinct *distinct, const md3_world *physics)
{
    const size_t count = (size_t)md3_world_shape_count(physics) + 1;
    free(meshes->shapes);
    meshes->shape_count = 0;
    meshes->shapes = calloc(count, sizeof *meshes->shapes);
    *distinct = (struct distinct){.solids = calloc(count, sizeof *distinct->solids),
                                  .hashes = calloc(count, sizeof *distinct->hashes)};
    return meshes->shapes != NULL && distinct->solids != NULL && distinct->hashes != NULL;
}

bool meshes_refresh(struct web_world *world)
{
    struct meshes *meshes = &world->meshes;
    struct distinct distinct;
    struct solid_mesh mesh = {0};
    struct number_buffer *buffer[BUFFERS];
    struct web_array *array[BUFFERS];
    if (meshes->is_current) {
        return true;
    }
    buffers_of(meshes, buffer, array);
    for (int k = 0; k < BUFFERS; ++k) {
        buffer_begin(buffer[k]);
    }
    bool is_complete =
        allocate(meshes, &distinct, world->scene.world3) && list_shapes(meshes, world->scene.world3, &distinct);
    if (is_complete) {
        put_meshes(meshes, &distinct, &mesh);
        is_complete = end_list(meshes) && !mesh.failed;
    }
    distinct_free(&distinct);
    solid_mesh_free(&mesh);
    meshes->is_current = is_complete;
    if (!is_complete) {
        web_result(MD_ERROR_MEMORY);
    }
    return is_complete;
}

const struct web_mesh_list *web3_meshes(struct web_world *world)
{
    return meshes_refresh(world) ? &world->meshes.list : NULL;
}

int32_t web3_shapes_version(struct web_world *world)
{
    return meshes_refresh(world) ? world->meshes.version : 0;
}

void meshes_free(struct meshes *meshes)
{
    struct number_buffer *buffer[BUFFERS];
    struct web_array *array[BUFFERS];
    buffers_of(meshes, buffer, array);
    for (int k = 0; k < BUFFERS; ++k) {
        buffer_free(buffer[k]);
    }
    free(meshes->shapes);
    *meshes = (struct meshes){0};
}
