/* Meshes and instances in the memory of OpenGL. */
#ifndef MODULUS_RENDER3_BUFFERS_H
#define MODULUS_RENDER3_BUFFERS_H

#include "render3/context.h"
#include "render3/render3.h"

/** Where a mesh is in the buffers. */
struct mesh_place {
    GLint first_vertex;
    size_t triangles, edges; /* offset in bytes */
    GLsizei triangle_indices, edge_indices;
    bool is_closed;
};

struct buffers {
    GLuint array, vertices, indices, instances;
    struct mesh_place *places;
    size_t mesh_count;
};

md_status buffers_create(struct buffers *buffers, const struct gl *gl, const struct render3_mesh *meshes, size_t count,
                         md_error *error);
void buffers_free(struct buffers *buffers);

/** Draws the triangles (GL_TRIANGLES) or the edges (GL_LINES) of a layer with the current program. */
void buffers_draw(const struct buffers *buffers, const struct gl *gl, const struct render3_layer *layer, GLenum mode);

#endif
