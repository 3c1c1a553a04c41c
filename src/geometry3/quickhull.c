/* The hull of triangles: grows from a tetrahedron by the point farthest outside a triangle. */
#include <string.h>

#include "base/error.h"
#include "geometry3/hull_grid.h"

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
    const md_status status = md3_quickhull_start(q, error);
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
