#include "draw/solid.h"

#include <stdlib.h>
#include <string.h>

static bool allocate_triangles(struct solid *solid, size_t vertices, size_t triangles)
{
    solid->vertices = calloc(vertices + 1, sizeof *solid->vertices);
    solid->triangles = calloc(3 * triangles + 1, sizeof *solid->triangles);
    return vertices <= INT32_MAX && triangles <= INT32_MAX / 3 && solid->vertices != NULL && solid->triangles != NULL;
}

static void add_triangle(struct solid *solid, int32_t a, int32_t b, int32_t c)
{
    int32_t *triangle = solid->triangles + 3 * (size_t)solid->triangle_count++;
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
}

static bool copy_hull(struct solid *solid, const md3_hull *hull)
{
    int32_t face[MD3_MAX_VERTICES];
    size_t triangles = 0;
    for (int32_t i = 0; i < md3_hull_faces(hull); ++i) {
        triangles += (size_t)md3_hull_face_vertices(hull, i, face, MD3_MAX_VERTICES);
    }
    if (!allocate_triangles(solid, (size_t)md3_hull_vertices(hull), triangles)) {
        return false;
    }
    for (int32_t i = 0; i < md3_hull_vertices(hull); ++i) {
        solid->vertices[solid->vertex_count++] = md3_hull_vertex(hull, i);
    }
    for (int32_t i = 0; i < md3_hull_faces(hull); ++i) {
        const int32_t count = md3_hull_face_vertices(hull, i, face, MD3_MAX_VERTICES);
        for (int32_t k = 2; k < count; ++k) {
            add_triangle(solid, face[0], face[k - 1], face[k]);
        }
    }
    return true;
}

static bool copy_mesh(struct solid *solid, const md3_mesh *mesh)
{
    const int32_t count = md3_mesh_triangles(mesh);
    if (!allocate_triangles(solid, 3 * (size_t)count, (size_t)count)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        md3_mesh_triangle(mesh, i, solid->vertices + 3 * (size_t)i);
        add_triangle(solid, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    solid->vertex_count = 3 * count;
    return true;
}

static bool copy_height_field(struct solid *solid, const md3_height_field *field)
{
    int32_t columns = 0;
    int32_t rows = 0;
    md3_height_field_size(field, &columns, &rows);
    const size_t count = (size_t)columns * (size_t)rows;
    if (!allocate_triangles(solid, count, 2 * count)) {
        return false;
    }
    for (int32_t j = 0; j < rows; ++j) {
        for (int32_t i = 0; i < columns; ++i) {
            solid->vertices[i + (size_t)j * (size_t)columns] = md3_height_field_point(field, i, j);
        }
    }
    for (int32_t j = 0; j + 1 < rows; ++j) {
        for (int32_t i = 0; i + 1 < columns; ++i) {
            const int32_t at = i + j * columns;
            const int32_t halves[2][3] = {{at, at + 1, at + columns + 1}, {at, at + columns + 1, at + columns}};
            for (int half = 0; half < 2; ++half) {
                const int32_t *corner = halves[half];
                if (isfinite(solid->vertices[corner[0]].z) && isfinite(solid->vertices[corner[1]].z) &&
                    isfinite(solid->vertices[corner[2]].z)) { /* otherwise a hole */
                    add_triangle(solid, corner[0], corner[1], corner[2]);
                }
            }
        }
    }
    for (size_t i = 0; i < count; ++i) {
        solid->vertices[i].z = isfinite(solid->vertices[i].z) ? solid->vertices[i].z : 0;
    }
    solid->vertex_count = (int32_t)count;
    return true;
}

bool solid_copy(struct solid *solid, const md3_geometry *geometry)
{
    *solid = (struct solid){.type = geometry->type,
                            .point = {geometry->point[0], geometry->point[1]},
                            .radius = geometry->radius,
                            .base_radius = geometry->base_radius,
                            .offset = geometry->offset};
    switch (geometry->type) {
    case MD3_HULL: return copy_hull(solid, geometry->hull);
    case MD3_MESH: return copy_mesh(solid, geometry->mesh);
    case MD3_HEIGHT_FIELD: return copy_height_field(solid, geometry->height_field);
    default: return true;
    }
}

void solid_free(struct solid *solid)
{
    free(solid->vertices);
    free(solid->triangles);
    *solid = (struct solid){0};
}

static bool same_vec(md3_vec a, md3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool solid_same(const struct solid *a, const struct solid *b)
{
    bool same = a->type == b->type && same_vec(a->point[0], b->point[0]) && same_vec(a->point[1], b->point[1]) &&
                a->radius == b->radius && a->base_radius == b->base_radius && a->offset == b->offset &&
                a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count;
    for (int32_t i = 0; same && i < a->vertex_count; ++i) {
        same = same_vec(a->vertices[i], b->vertices[i]);
    }
    return same && (a->triangle_count == 0 ||
                    memcmp(a->triangles, b->triangles, 3 * (size_t)a->triangle_count * sizeof *a->triangles) == 0);
}
