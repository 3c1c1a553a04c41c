/* Creation of a hull from points. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "geometry3/quickhull.h"
#include "geometry3/vec3.h"

/* Deviation of faces from their planes that is accepted, in multiples of the tolerance for joining triangles: a corner may
 * be that far off on either side, and the plane is a mean. */
#define PLANARITY 4

/* ---- Scratch memory ---------------------------------------------------------------------------------------------- */

/* Allocates a Quickhull with its arrays, from those with the strictest alignment on. */
static struct quickhull *create_scratch(const md_allocator *allocator, const md3_vec *points, int32_t count,
                                        size_t *bytes)
{
    const size_t per_point = sizeof(struct grid_point) + sizeof(int32_t) + sizeof(bool);
    size_t arrays = 0;
    if (!md_size_multiply((size_t)count, per_point, &arrays) || arrays > PTRDIFF_MAX - sizeof(struct quickhull)) {
        return NULL;
    }
    *bytes = sizeof(struct quickhull) + arrays;
    char *memory = allocator->resize(allocator->user, NULL, 0, *bytes);
    if (memory == NULL) {
        return NULL;
    }
    memset(memory, 0, *bytes);
    struct quickhull *q = (struct quickhull *)(void *)memory;
    q->points = points;
    q->count = count;
    q->grid = (struct grid_point *)(void *)(memory + sizeof(struct quickhull));
    q->next = (int32_t *)(void *)(q->grid + count);
    q->ignored = (bool *)(void *)(q->next + count);
    return q;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static md_status check_points(const md3_vec *points, int32_t count, md_error *error)
{
    if (points == NULL || count < 4) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: at least 4 points are needed");
    }
    for (int32_t i = 0; i < count; ++i) {
        if (!coordinates_are_valid(points[i])) {
            return md_fail(error, MD_ERROR_ARGUMENT, "hull: point %d must be finite and its coordinates at most 1e9 m",
                           (int)i);
        }
    }
    return MD_OK;
}

/* Leaves only the vertices of the hull of triangles, without one of them. */
static void leave_out(struct quickhull *q, int32_t vertex)
{
    memset(q->ignored, true, (size_t)q->count);
    for (int32_t i = 0; i < q->triangle_count; ++i) {
        for (int32_t k = 0; k < 3 && q->triangle[i].exists; ++k) {
            q->ignored[q->vertex[q->triangle[i].vertex[k]]] = false;
        }
    }
    q->ignored[q->vertex[vertex]] = true;
}

/* Finds the polygons of the hull. Every repetition has one vertex less. */
static md_status find_polygons(struct quickhull *q, struct polygons *polygons, md_error *error)
{
    for (;;) {
        const md_status status = md3_quickhull(q, error);
        int32_t flattest = QUICKHULL_NONE;
        if (status != MD_OK || md3_hull_polygons(q, polygons, &flattest)) {
            return status;
        }
        if (flattest == QUICKHULL_NONE) {
            return md_fail(error, MD_ERROR_ARGUMENT, "hull: all points lie in a plane, compared with their extent");
        }
        leave_out(q, flattest);
    }
}

/* True if no point is outside by more than the slop, which merges points. Leaving out vertices could add up to more. */
static bool contains_points(const md3_hull *hull, const md3_vec *points, int32_t count, double tolerance)
{
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t face = 0; face < hull->face_count; ++face) {
            const struct plane3 *plane = &hull->plane[face];
            if (vec_dot(plane->normal, points[i]) > plane->offset + MD3_LINEAR_SLOP + (md_real)tolerance) {
                return false;
            }
        }
    }
    return true;
}

static md_status create_from(struct quickhull *q, const md_allocator *allocator, md3_hull **hull, md_error *error)
{
    struct polygons polygons;
    md_status status = find_polygons(q, &polygons, error);
    if (status != MD_OK) {
        return status;
    }
    if (polygons.vertex_count > MD3_MAX_VERTICES) {
        return md_fail(error, MD_ERROR_SIZE, "hull: there are more than %d vertices", MD3_MAX_VERTICES);
    }
    polygons.tolerance *= PLANARITY;
    status = md3_hull_assemble(allocator, q->points, &polygons, hull, error);
    if (status == MD_OK && !contains_points(*hull, q->points, q->count, polygons.tolerance)) {
        md3_hull_destroy(*hull);
        *hull = NULL;
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: the points have no hull with planar faces");
    }
    return status;
}

md_status md3_hull_create(const md_allocator *allocator, const md3_vec *points, int32_t count, md3_hull **hull,
                          md_error *error)
{
    if (hull == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: there is no place for the result");
    }
    *hull = NULL;
    md_status status = check_points(points, count, error);
    if (status != MD_OK) {
        return status;
    }
    const md_allocator memory = md_allocator_or_default(allocator);
    size_t bytes = 0;
    struct quickhull *q = create_scratch(&memory, points, count, &bytes);
    if (q == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    status = create_from(q, &memory, hull, error);
    memory.resize(memory.user, q, bytes, 0);
    return status;
}
