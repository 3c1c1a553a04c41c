/* The start of a Quickhull: the grid, and the first tetrahedron. */
#include <string.h>

#include "base/error.h"
#include "base/real.h"
#include "geometry3/hull_grid.h"

/* Largest coordinate on the grid. Three products of differences, each at most 2^20 large, add up to less than 2^63. */
#define GRID_HALF 524288
/* Deviations below this fraction of the extent are noise, m / m. */
#define NOISE 1e-5

/* ---- The grid ---------------------------------------------------------------------------------------------------- */

static int32_t to_grid(double x, double quantum)
{
    return quantum > 0 ? (int32_t)floor(x / quantum + 0.5) : 0;
}

static void make_grid(struct quickhull *q)
{
    struct dvec lower = dvec_of(q->points[0]), upper = lower;
    for (int32_t i = 1; i < q->count; ++i) {
        const struct dvec p = dvec_of(q->points[i]);
        lower = (struct dvec){fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z)};
        upper = (struct dvec){fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z)};
    }
    q->center = dvec_scale(0.5, dvec_add(lower, upper));
    const struct dvec size = dvec_sub(upper, lower);
    q->quantum = dvec_scale(0.5 / GRID_HALF, size);
    for (int32_t i = 0; i < q->count; ++i) {
        const struct dvec p = dvec_sub(dvec_of(q->points[i]), q->center);
        q->grid[i] =
            (struct grid_point){to_grid(p.x, q->quantum.x), to_grid(p.y, q->quantum.y), to_grid(p.z, q->quantum.z)};
    }
    /* The coordinates themselves are rounded, which matters far from the origin. */
    const double largest = fmax(fmax(fabs(lower.x), fabs(upper.x)),
                                fmax(fmax(fabs(lower.y), fabs(upper.y)), fmax(fabs(lower.z), fabs(upper.z))));
    const double extent = fmax(size.x, fmax(size.y, size.z));
    q->tolerance = fmax(fmin(NOISE * extent, 0.1 * (double)MD3_LINEAR_SLOP), 8 * (double)MD_REAL_EPSILON * largest);
}

/* ---- The tetrahedron --------------------------------------------------------------------------------------------- */

static struct dvec offset_from(const struct quickhull *q, int32_t from, int32_t point)
{
    return grid_to_space(q, grid_sub(q->grid[point], q->grid[from]));
}

static struct farthest farthest_from_point(const struct quickhull *q, int32_t from)
{
    struct farthest best = {QUICKHULL_NONE, 0};
    for (int32_t i = 0; i < q->count; ++i) {
        if (!q->ignored[i]) {
            consider(q, &best, i, dvec_length(offset_from(q, from, i)));
        }
    }
    return best;
}

static struct farthest farthest_from_line(const struct quickhull *q, int32_t a, int32_t b)
{
    const struct dvec along = dvec_unit(offset_from(q, a, b));
    struct farthest best = {QUICKHULL_NONE, 0};
    for (int32_t i = 0; i < q->count; ++i) {
        if (!q->ignored[i]) {
            consider(q, &best, i, dvec_length(dvec_cross(along, offset_from(q, a, i))));
        }
    }
    return best;
}

static struct farthest farthest_from_plane(const struct quickhull *q, const int32_t corner[3])
{
    const struct dvec normal =
        dvec_unit(dvec_cross(offset_from(q, corner[0], corner[1]), offset_from(q, corner[0], corner[2])));
    struct farthest best = {QUICKHULL_NONE, 0};
    for (int32_t i = 0; i < q->count; ++i) {
        if (!q->ignored[i]) {
            consider(q, &best, i, fabs(dvec_dot(normal, offset_from(q, corner[0], i))));
        }
    }
    return best;
}

/* Sets the first four vertices. All points are within `distance` of what is refused, so the hull would be less than twice
 * as thick. */
static md_status find_tetrahedron(struct quickhull *q, md_error *error)
{
    const double least = (double)MD3_LINEAR_SLOP / 2;
    int32_t first = 0;
    while (first + 1 < q->count && q->ignored[first]) {
        ++first;
    }
    const int32_t a = farthest_from_point(q, first).point;
    const struct farthest b = farthest_from_point(q, a);
    if (b.distance < least) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: all points lie within %g m of one point", least);
    }
    const struct farthest c = farthest_from_line(q, a, b.point);
    if (c.distance < least) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: all points lie within %g m of a line", least);
    }
    const int32_t corner[3] = {a, b.point, c.point};
    const struct farthest d = farthest_from_plane(q, corner);
    if (d.distance < least) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: all points lie within %g m of a plane", least);
    }
    memcpy(q->vertex, corner, sizeof corner);
    q->vertex[3] = d.point;
    q->vertex_count = 4;
    const int32_t above[3] = {0, 1, 2}, below[3] = {0, 2, 1};
    if (is_above(q, above, d.point)) {
        q->vertex[1] = c.point;
        q->vertex[2] = b.point;
    } else if (!is_above(q, below, d.point)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: all points lie in a plane, compared with their extent");
    }
    return MD_OK;
}

md_status md3_quickhull_start(struct quickhull *q, md_error *error)
{
    make_grid(q);
    return find_tetrahedron(q, error);
}
