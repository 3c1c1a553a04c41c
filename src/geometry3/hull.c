/* Boxes, transformed copies, and access to the parts of a hull. */
#include "geometry3/hull.h"

#include "base/error.h"
#include "base/memory.h"
#include "geometry3/quickhull.h"
#include "geometry3/vec3.h"

/* Rounding of coordinates, in multiples of the largest one. */
#define ROUNDING (16 * MD_REAL_EPSILON)

static md_real largest_coordinate(const md3_vec *points, int32_t count)
{
    md_real largest = 0;
    for (int32_t i = 0; i < count; ++i) {
        largest = md_max(largest, vec_largest(vec_abs(points[i])));
    }
    return largest;
}

/* ---- Box --------------------------------------------------------------------------------------------------------- */

static bool half_extent_is_valid(md_real half)
{
    return 2 * half >= MD3_LINEAR_SLOP && half <= MD3_MAX_COORDINATE;
}

/* Bits 0, 1 and 2 of a vertex say whether x, y and z are positive. Faces: -x, +x, -y, +y, -z, +z. */
static const struct polygons BOX = {
    .vertex_count = 8,
    .face_count = 6,
    .point = {0, 1, 2, 3, 4, 5, 6, 7},
    .first = {0, 4, 8, 12, 16, 20, 24},
    .corner = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6},
};

md_status md3_hull_create_box(const md_allocator *allocator, md3_vec half, md3_hull **hull, md_error *error)
{
    if (hull == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "box: there is no place for the result");
    }
    *hull = NULL;
    if (!half_extent_is_valid(half.x) || !half_extent_is_valid(half.y) || !half_extent_is_valid(half.z)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "box: half-extents must be from %g m to 1e9 m, are (%g, %g, %g)",
                       (double)MD3_LINEAR_SLOP / 2, (double)half.x, (double)half.y, (double)half.z);
    }
    md3_vec points[8];
    for (int32_t i = 0; i < 8; ++i) {
        points[i] =
            vec((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z);
    }
    struct polygons polygons = BOX;
    polygons.tolerance = (double)(ROUNDING * vec_largest(half));
    const md_allocator memory = md_allocator_or_default(allocator);
    return md3_hull_assemble(&memory, points, &polygons, hull, error);
}

/* ---- Transformed copies ------------------------------------------------------------------------------------------ */

void md3_hull_get_polygons(struct polygons *polygons, const md3_hull *hull)
{
    *polygons = (struct polygons){.vertex_count = hull->vertex_count, .face_count = hull->face_count};
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        polygons->point[i] = i;
    }
    int16_t corners = 0;
    for (int32_t face = 0; face < hull->face_count; ++face) {
        int32_t edge = hull->face_edge[face];
        do {
            polygons->corner[corners++] = hull->half_edge[edge].origin;
            edge = hull->half_edge[edge].next;
        } while (edge != hull->face_edge[face]);
        polygons->first[face + 1] = corners;
    }
}

/* Returns the largest distance of a corner from the plane of its face, m. */
static md_real unevenness(const md3_hull *hull)
{
    md_real largest = 0;
    for (int32_t edge = 0; edge < hull->half_edge_count; ++edge) {
        const struct plane3 *plane = &hull->plane[hull->half_edge[edge].face];
        const md3_vec corner = hull->vertex[hull->half_edge[edge].origin];
        largest = md_max(largest, plane->offset - vec_dot(plane->normal, corner));
    }
    return largest;
}

md_status md3_hull_create_transformed(const md_allocator *allocator, const md3_hull *hull, md3_transform transform,
                                      md3_hull **moved, md_error *error)
{
    if (moved == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: there is no place for the result");
    }
    *moved = NULL;
    if (hull == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: there is no hull to transform");
    }
    if (!rot_is_unit(transform.q)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: the rotation must be a unit quaternion");
    }
    md3_vec points[MD3_MAX_VERTICES];
    const md3_transform to = md3_transform_make(transform.p, rot_unit(transform.q));
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        points[i] = transform_point(to, hull->vertex[i]);
        if (!coordinates_are_valid(points[i])) {
            return md_fail(error, MD_ERROR_ARGUMENT, "hull: the vertices must be within 1e9 m of the origin");
        }
    }
    struct polygons polygons;
    md3_hull_get_polygons(&polygons, hull);
    const md_real rounding = ROUNDING * md_max(largest_coordinate(points, hull->vertex_count),
                                               largest_coordinate(hull->vertex, hull->vertex_count));
    polygons.tolerance = (double)(2 * unevenness(hull) + rounding);
    const md_allocator memory = md_allocator_or_default(allocator);
    return md3_hull_assemble(&memory, points, &polygons, moved, error);
}

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

int32_t md3_hull_vertices(const md3_hull *hull)
{
    return hull != NULL ? hull->vertex_count : 0;
}

md3_vec md3_hull_vertex(const md3_hull *hull, int32_t vertex)
{
    return hull != NULL && 0 <= vertex && vertex < hull->vertex_count ? hull->vertex[vertex] : vec(0, 0, 0);
}

int32_t md3_hull_faces(const md3_hull *hull)
{
    return hull != NULL ? hull->face_count : 0;
}

static bool has_face(const md3_hull *hull, int32_t face)
{
    return hull != NULL && 0 <= face && face < hull->face_count;
}

md3_vec md3_hull_face_normal(const md3_hull *hull, int32_t face)
{
    return has_face(hull, face) ? hull->plane[face].normal : vec(0, 0, 0);
}

int32_t md3_hull_face_vertices(const md3_hull *hull, int32_t face, int32_t *vertices, int32_t capacity)
{
    if (!has_face(hull, face)) {
        return 0;
    }
    int32_t count = 0;
    int32_t edge = hull->face_edge[face];
    do {
        if (vertices != NULL && count < capacity) {
            vertices[count] = hull->half_edge[edge].origin;
        }
        ++count;
        edge = hull->half_edge[edge].next;
    } while (edge != hull->face_edge[face]);
    return count;
}

md3_vec md3_hull_centroid(const md3_hull *hull)
{
    return hull != NULL ? hull->centroid : vec(0, 0, 0);
}
