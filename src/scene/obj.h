/* Wavefront OBJ files: the vertices and triangles of a hull or mesh.
 *
 * The reader takes `v` and `f`, the first index of `v/vt/vn`, negative indices, polygons (as fans about their first
 * corner), comments, continued lines and CRLF. `o` and `g` name parts of a file. All other statements of the format are
 * skipped: texture coordinates, normals, materials, smoothing groups, lines, curves.
 */
#ifndef MODULUS_SCENE_OBJ_H
#define MODULUS_SCENE_OBJ_H

#include <modulus/math3.h>

/** Largest file, in bytes. */
#define OBJ_MAX_SIZE ((size_t)1 << 28)

struct obj {
    md_allocator allocator;
    md3_vec *vertex;
    int32_t *index; /* three per triangle, from 0 */
    size_t vertex_count, vertex_capacity, index_count, index_capacity;
};

/** Reads a file from memory. With `part`, which may be NULL, the result has only the faces of objects and groups of this
 *  name, and the vertices of these faces. An error is "ORIGIN:LINE: MESSAGE". On failure nothing is kept. */
md_status obj_read(struct obj *obj, const char *text, size_t length, const char *origin, const char *part,
                   const md_allocator *allocator, md_error *error);
void obj_free(struct obj *obj);

#endif
