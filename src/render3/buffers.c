#include "render3/buffers.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "render3/programs.h"

/* All meshes in one array of vertices and one of indices. */
struct packed {
    struct render3_vertex *vertices;
    uint32_t *indices;
    size_t vertex_count, index_count;
};

static void place_meshes(struct buffers *buffers, const struct render3_mesh *meshes, struct packed *packed)
{
    for (size_t i = 0; i < buffers->mesh_count; ++i) {
        const struct render3_mesh *mesh = &meshes[i];
        buffers->places[i] =
            (struct mesh_place){.first_vertex = (GLint)packed->vertex_count,
                                .triangles = sizeof(uint32_t) * packed->index_count,
                                .edges = sizeof(uint32_t) * (packed->index_count + 3 * mesh->triangle_count),
                                .triangle_indices = (GLsizei)(3 * mesh->triangle_count),
                                .edge_indices = (GLsizei)(2 * mesh->edge_count),
                                .is_closed = mesh->is_closed};
        packed->vertex_count += mesh->vertex_count;
        packed->index_count += 3 * mesh->triangle_count + 2 * mesh->edge_count;
    }
}

static void copy(void *to, const void *from, size_t size)
{
    if (size > 0) {
        memcpy(to, from, size);
    }
}

static void copy_meshes(const struct buffers *buffers, const struct render3_mesh *meshes, const struct packed *packed)
{
    for (size_t i = 0; i < buffers->mesh_count; ++i) {
        const struct render3_mesh *mesh = &meshes[i];
        const struct mesh_place *place = &buffers->places[i];
        copy(packed->vertices + place->first_vertex, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
        copy(packed->indices + place->triangles / sizeof(uint32_t), mesh->triangles,
             3 * mesh->triangle_count * sizeof(uint32_t));
        copy(packed->indices + place->edges / sizeof(uint32_t), mesh->edges, 2 * mesh->edge_count * sizeof(uint32_t));
    }
}

static void upload(struct buffers *buffers, const struct gl *gl, const struct packed *packed)
{
    gl->GenVertexArrays(1, &buffers->array);
    gl->BindVertexArray(buffers->array);
    gl->GenBuffers(1, &buffers->vertices);
    gl->GenBuffers(1, &buffers->indices);
    gl->GenBuffers(1, &buffers->instances);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers->vertices);
    gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(packed->vertex_count * sizeof *packed->vertices), packed->vertices,
                   GL_STATIC_DRAW);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indices);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(packed->index_count * sizeof *packed->indices),
                   packed->indices, GL_STATIC_DRAW);
    const GLsizei stride = sizeof(struct render3_vertex);
    gl->VertexAttribPointer(ATTRIBUTE_POSITION, 3, GL_FLOAT, GL_FALSE, stride,
                            (const void *)offsetof(struct render3_vertex, position));
    gl->VertexAttribPointer(ATTRIBUTE_NORMAL, 3, GL_FLOAT, GL_FALSE, stride,
                            (const void *)offsetof(struct render3_vertex, normal));
    for (GLuint i = ATTRIBUTE_POSITION; i <= ATTRIBUTE_PATTERN; ++i) {
        gl->EnableVertexAttribArray(i);
        gl->VertexAttribDivisor(i, i >= ATTRIBUTE_AXES ? 1 : 0);
    }
}

md_status buffers_create(struct buffers *buffers, const struct gl *gl, const struct render3_mesh *meshes, size_t count,
                         md_error *error)
{
    struct packed packed = {0};
    *buffers = (struct buffers){.places = calloc(count + 1, sizeof *buffers->places), .mesh_count = count};
    if (buffers->places != NULL) {
        place_meshes(buffers, meshes, &packed);
        packed.vertices = calloc(packed.vertex_count + 1, sizeof *packed.vertices);
        packed.indices = calloc(packed.index_count + 1, sizeof *packed.indices);
    }
    const bool has_memory = packed.vertices != NULL && packed.indices != NULL;
    const bool fits = packed.vertex_count <= INT32_MAX && packed.index_count <= INT32_MAX;
    if (has_memory && fits) {
        copy_meshes(buffers, meshes, &packed);
        upload(buffers, gl, &packed);
    }
    free(packed.vertices);
    free(packed.indices);
    return !has_memory ? md_fail(error, MD_ERROR_MEMORY, "out of memory for a picture")
           : fits      ? MD_OK
                       : md_fail(error, MD_ERROR_SIZE, "the shapes have too many triangles for a picture");
}

void buffers_free(struct buffers *buffers)
{
    free(buffers->places);
    *buffers = (struct buffers){0};
}

/* The attributes of the instances that start with a number. */
static void point_at_instances(const struct gl *gl, size_t first)
{
    static const struct {
        GLuint attribute;
        GLint numbers;
        size_t offset;
    } FIELDS[] = {{ATTRIBUTE_AXES, 3, offsetof(struct render3_instance, axes)},
                  {ATTRIBUTE_AXES + 1, 3, offsetof(struct render3_instance, axes) + 3 * sizeof(float)},
                  {ATTRIBUTE_AXES + 2, 3, offsetof(struct render3_instance, axes) + 6 * sizeof(float)},
                  {ATTRIBUTE_ORIGIN, 3, offsetof(struct render3_instance, position)},
                  {ATTRIBUTE_COLOUR, 4, offsetof(struct render3_instance, colour)},
                  {ATTRIBUTE_PATTERN, 1, offsetof(struct render3_instance, pattern)}};
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; ++i) {
        const size_t offset = first * sizeof(struct render3_instance) + FIELDS[i].offset;
        gl->VertexAttribPointer(FIELDS[i].attribute, FIELDS[i].numbers, GL_FLOAT, GL_FALSE,
                                sizeof(struct render3_instance), (const void *)offset);
    }
}

void buffers_draw(const struct buffers *buffers, const struct gl *gl, const struct render3_layer *layer, GLenum mode)
{
    gl->BindVertexArray(buffers->array);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers->instances);
    gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(layer->count * sizeof *layer->at), layer->at, GL_STREAM_DRAW);
    for (size_t first = 0; first < layer->count;) {
        const uint32_t mesh = layer->at[first].mesh;
        const struct mesh_place *place = &buffers->places[mesh];
        size_t end = first + 1;
        while (end < layer->count && layer->at[end].mesh == mesh) {
            ++end;
        }
        (place->is_closed ? gl->Enable : gl->Disable)(GL_CULL_FACE);
        point_at_instances(gl, first);
        gl->DrawElementsInstancedBaseVertex(mode, mode == GL_LINES ? place->edge_indices : place->triangle_indices,
                                            GL_UNSIGNED_INT,
                                            (const void *)(mode == GL_LINES ? place->edges : place->triangles),
                                            (GLsizei)(end - first), place->first_vertex);
        first = end;
    }
    gl->Disable(GL_CULL_FACE);
}
