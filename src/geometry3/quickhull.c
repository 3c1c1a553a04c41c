/* The hull of triangles: grows from a tetrahedron by the point farthest outside a triangle. */
#include "geometry3/quickhull.h"

#include <string.h>

#include "base/error.h"
#include "base/real.h"

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

/* The difference of two points, exact. */
static struct grid_point grid_sub(struct grid_point a, struct grid_point b)
{
    return (struct grid_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

struct grid_cross {
    int64_t x, y, z;
};

static struct grid_cross grid_cross(struct grid_point a, struct grid_point b)
{
    return (struct grid_cross){(int64_t)a.y * b.z - (int64_t)a.z * b.y, (int64_t)a.z * b.x - (int64_t)a.x * b.z,
                               (int64_t)a.x * b.y - (int64_t)a.y * b.x};
}

static struct dvec grid_to_space(const struct quickhull *q, struct grid_point a)
{
    return (struct dvec){a.x * q->quantum.x, a.y * q->quantum.y, a.z * q->quantum.z};
}

static struct grid_point grid_of_vertex(const struct quickhull *q, int32_t vertex)
{
    return q->grid[q->vertex[vertex]];
}

/* True if a point is above the plane of three vertices, which are counter-clockwise seen from above. Exact. */
static bool is_above(const struct quickhull *q, const int32_t vertex[3], int32_t point)
{
    const struct grid_point a = grid_of_vertex(q, vertex[0]);
    const struct grid_cross normal =
        grid_cross(grid_sub(grid_of_vertex(q, vertex[1]), a), grid_sub(grid_of_vertex(q, vertex[2]), a));
    const struct grid_point p = grid_sub(q->grid[point], a);
    return normal.x * p.x + normal.y * p.y + normal.z * p.z > 0;
}

/* Returns how far a point is above the plane of a triangle, m. */
static double height_above(const struct quickhull *q, const struct hull_triangle *triangle, int32_t point)
{
    const struct grid_point offset = grid_sub(q->grid[point], grid_of_vertex(q, triangle->vertex[0]));
    return dvec_dot(triangle->normal, grid_to_space(q, offset));
}

/* ---- The first tetrahedron --------------------------------------------------------------------------------------- */

/* The order of points at the same distance. The first of them in any fixed linear order is a vertex of the hull, and not
 * inside a face or an edge. */
static bool comes_before(struct grid_point a, struct grid_point b)
{
    return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z)));
}

/* The farthest point that a search has seen. */
struct farthest {
    int32_t point;
    double distance;
};

static void consider(const struct quickhull *q, struct farthest *best, int32_t point, double distance)
{
    if (best->point == QUICKHULL_NONE || distance > best->distance ||
        (distance == best->distance && comes_before(q->grid[point], q->grid[best->point]))) {
        *best = (struct farthest){point, distance};
    }
}

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

/* ---- Triangles --------------------------------------------------------------------------------------------------- */

static void set_triangle(struct quickhull *q, int32_t index, int32_t a, int32_t b, int32_t c)
{
    const struct grid_point origin = grid_of_vertex(q, a);
    const struct grid_cross cross =
        grid_cross(grid_sub(grid_of_vertex(q, b), origin), grid_sub(grid_of_vertex(q, c), origin));
    const struct dvec s = q->quantum;
    const struct dvec area = {(double)cross.x * (s.y * s.z), (double)cross.y * (s.z * s.x),
                              (double)cross.z * (s.x * s.y)};
    struct hull_triangle *t = &q->triangle[index];
    *t = (struct hull_triangle){.normal = dvec_unit(area),
                                .area = dvec_length(area) / 2,
                                .vertex = {a, b, c},
                                .outside = QUICKHULL_NONE,
                                .exists = true};
    /* Points of a plane are off by up to half a step of the grid each. */
    const double rounding = fabs(t->normal.x) * s.x + fabs(t->normal.y) * s.y + fabs(t->normal.z) * s.z;
    t->tolerance = fmax(q->tolerance, 2 * rounding);
}

static void set_tetrahedron(struct quickhull *q)
{
    /* Vertex 3 is below 0, 1, 2. */
    static const int32_t corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int32_t neighbour[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    q->triangle_count = 4;
    q->last = 0;
    for (int32_t i = 0; i < 4; ++i) {
        set_triangle(q, i, corner[i][0], corner[i][1], corner[i][2]);
        memcpy(q->triangle[i].neighbour, neighbour[i], sizeof neighbour[i]);
    }
}

/* ---- Points that wait -------------------------------------------------------------------------------------------- */

/* Puts a point into the list of the triangle among [from, to) above which it is farthest. Returns false if there is
 * none. */
static bool assign_point(struct quickhull *q, int32_t point, const int32_t *among, int32_t count)
{
    struct hull_triangle *best = NULL;
    double best_height = 0;
    for (int32_t i = 0; i < count; ++i) {
        struct hull_triangle *t = &q->triangle[among != NULL ? among[i] : i];
        if (t->exists) {
            const double height = height_above(q, t, point);
            if (height > t->tolerance && height > best_height && is_above(q, t->vertex, point)) {
                best = t;
                best_height = height;
            }
        }
    }
    if (best != NULL) {
        q->next[point] = best->outside;
        best->outside = point;
    }
    return best != NULL;
}

/* Assigns all points. Returns false if none is outside. */
static bool assign_all(struct quickhull *q)
{
    bool any = false;
    for (int32_t i = 0; i < q->count; ++i) {
        if (!q->ignored[i]) {
            any = assign_point(q, i, NULL, q->triangle_count) || any;
        }
    }
    return any;
}

/* True if a point is so close to a vertex that they are one. */
static bool is_near_vertex(const struct quickhull *q, int32_t point, int32_t from, int32_t to)
{
    const double slop = (double)MD3_LINEAR_SLOP;
    for (int32_t i = from; i < to; ++i) {
        const struct dvec gap = dvec_sub(dvec_of(q->points[point]), dvec_of(q->points[q->vertex[i]]));
        if (dvec_dot(gap, gap) < slop * slop) {
            return true;
        }
    }
    return false;
}

/* Removes the points near vertices from the list of a triangle. */
static void drop_near_points(struct quickhull *q, struct hull_triangle *t)
{
    int32_t kept = QUICKHULL_NONE;
    for (int32_t i = t->outside; i != QUICKHULL_NONE;) {
        const int32_t next = q->next[i];
        q->ignored[i] = is_near_vertex(q, i, 0, q->vertex_count);
        if (!q->ignored[i]) {
            q->next[i] = kept;
            kept = i;
        }
        i = next;
    }
    t->outside = kept;
}

static int32_t farthest_outside(const struct quickhull *q, const struct hull_triangle *t)
{
    struct farthest best = {QUICKHULL_NONE, 0};
    for (int32_t i = t->outside; i != QUICKHULL_NONE; i = q->next[i]) {
        consider(q, &best, i, height_above(q, t, i));
    }
    return best.point;
}

/* Finds the next point to add, and the triangle above which it is. Returns QUICKHULL_NONE if no point waits. */
static int32_t next_point(struct quickhull *q, int32_t *seen_from)
{
    for (; q->last < q->triangle_count; ++q->last) {
        struct hull_triangle *t = &q->triangle[q->last];
        if (!t->exists || t->outside == QUICKHULL_NONE) {
            continue;
        }
        int32_t point = farthest_outside(q, t);
        if (is_near_vertex(q, point, 0, q->vertex_count)) {
            drop_near_points(q, t);
            point = farthest_outside(q, t);
        }
        if (point != QUICKHULL_NONE) {
            *seen_from = q->last;
            return point;
        }
    }
    return QUICKHULL_NONE;
}

/* ---- Adding a point ---------------------------------------------------------------------------------------------- */

/* The index of the edge of a triangle that leads to a neighbour. */
static int32_t edge_to(const struct hull_triangle *t, int32_t neighbour)
{
    return t->neighbour[0] == neighbour ? 0 : t->neighbour[1] == neighbour ? 1 : 2;
}

/* Removes the triangles that are visible from a point, lists the edges of the others along them, and returns the list of
 * all points that waited at the removed ones. */
static int32_t remove_visible(struct quickhull *q, int32_t point, int32_t seen_from)
{
    int32_t waiting = QUICKHULL_NONE;
    int32_t pending = 0;
    q->horizon_count = 0;
    q->stack[pending++] = seen_from;
    q->triangle[seen_from].visible = true;
    while (pending > 0) {
        const int32_t index = q->stack[--pending];
        struct hull_triangle *t = &q->triangle[index];
        for (int32_t k = 0; k < 3; ++k) {
            struct hull_triangle *across = &q->triangle[t->neighbour[k]];
            if (!across->visible && is_above(q, across->vertex, point)) {
                across->visible = true;
                q->stack[pending++] = t->neighbour[k];
            } else if (!across->visible) {
                q->horizon[q->horizon_count++] = 3 * t->neighbour[k] + edge_to(across, index);
            }
        }
        for (int32_t i = t->outside; i != QUICKHULL_NONE;) {
            const int32_t next = q->next[i];
            q->next[i] = waiting;
            waiting = i;
            i = next;
        }
        t->exists = false;
    }
    return waiting;
}

/* Returns the lowest index of a triangle that does not exist. */
static int32_t free_triangle(struct quickhull *q, int32_t from)
{
    while (from < q->triangle_count && q->triangle[from].exists) {
        ++from;
    }
    q->triangle_count += from == q->triangle_count;
    return from;
}

/* Joins the horizon to a new vertex. The horizon of a convex polyhedron is one loop, in which every vertex occurs once.
 * Stores the new triangles in q->stack. */
static void add_triangles(struct quickhull *q, int32_t vertex)
{
    int32_t index = 0;
    for (int32_t i = 0; i < q->horizon_count; ++i) {
        const int32_t outer = q->horizon[i] / 3, k = q->horizon[i] % 3;
        const int32_t to = q->triangle[outer].vertex[k], from = q->triangle[outer].vertex[(k + 1) % 3];
        index = free_triangle(q, index);
        set_triangle(q, index, from, to, vertex);
        q->triangle[index].neighbour[0] = outer;
        q->triangle[outer].neighbour[k] = index;
        q->start[from] = index;
        q->stack[i] = index;
    }
    for (int32_t i = 0; i < q->horizon_count; ++i) {
        struct hull_triangle *t = &q->triangle[q->stack[i]];
        t->neighbour[1] = q->start[t->vertex[1]];
        q->triangle[t->neighbour[1]].neighbour[2] = q->stack[i];
    }
}

static void add_point(struct quickhull *q, int32_t point, int32_t seen_from)
{
    const int32_t vertex = q->vertex_count++;
    q->vertex[vertex] = point;
    q->ignored[point] = true;
    int32_t waiting = remove_visible(q, point, seen_from);
    add_triangles(q, vertex);
    while (waiting != QUICKHULL_NONE) {
        const int32_t i = waiting;
        waiting = q->next[i];
        q->ignored[i] = q->ignored[i] || is_near_vertex(q, i, vertex, vertex + 1);
        if (!q->ignored[i]) {
            assign_point(q, i, q->stack, q->horizon_count);
        }
    }
    for (int32_t i = 0; i < q->horizon_count; ++i) {
        q->last = q->stack[i] < q->last ? q->stack[i] : q->last;
    }
}

md_status md3_quickhull(struct quickhull *q, md_error *error)
{
    make_grid(q);
    const md_status status = find_tetrahedron(q, error);
    if (status != MD_OK) {
        return status;
    }
    set_tetrahedron(q);
    for (int32_t i = 0; i < 4; ++i) {
        q->ignored[q->vertex[i]] = true;
    }
    /* A point may be dropped because it is near the planes of all new triangles, and yet be outside an older one. */
    while (assign_all(q)) {
        int32_t seen_from = 0;
        for (int32_t point = next_point(q, &seen_from); point != QUICKHULL_NONE; point = next_point(q, &seen_from)) {
            if (q->vertex_count == QUICKHULL_MAX_VERTICES) {
                return md_fail(error, MD_ERROR_SIZE, "hull: there are more than %d vertices", MD3_MAX_VERTICES);
            }
            add_point(q, point, seen_from);
        }
        q->last = 0;
    }
    return MD_OK;
}
