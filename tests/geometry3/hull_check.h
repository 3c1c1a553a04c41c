/* An independent check of a hull: closed, planar, convex, around all its points. In double, from the vertices alone. */
#ifndef MODULUS_TESTS_HULL_CHECK_H
#define MODULUS_TESTS_HULL_CHECK_H

#include "geometry3/hull.h"
#include "geometry3/space.h"

struct point3 {
    double x, y, z;
};

static inline struct point3 point3_of(md3_vec a)
{
    return (struct point3){(double)a.x, (double)a.y, (double)a.z};
}

static inline struct point3 point3_sub(struct point3 a, struct point3 b)
{
    return (struct point3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline double point3_dot(struct point3 a, struct point3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct point3 point3_cross(struct point3 a, struct point3 b)
{
    return (struct point3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline struct point3 vertex_of(const md3_hull *hull, int32_t edge)
{
    return point3_of(hull->vertex[hull->half_edge[edge].origin]);
}

/** Half-edges: indices in range, twins reversed, every face one cycle, every vertex one cycle, Euler's formula. */
static inline void assert_hull_is_closed(const md3_hull *hull)
{
    int32_t in_faces = 0, around_vertices = 0;
    assert_in_range(hull->vertex_count, 4, MD3_MAX_VERTICES);
    assert_in_range(hull->face_count, 4, MD3_MAX_FACES);
    for (int32_t e = 0; e < hull->half_edge_count; ++e) {
        const struct half_edge *edge = &hull->half_edge[e];
        assert_true(edge->origin < hull->vertex_count && edge->face < hull->face_count);
        assert_true(0 <= edge->next && edge->next < hull->half_edge_count);
        assert_int_equal(hull->half_edge[edge->next].face, edge->face);
        assert_int_equal(hull->half_edge[edge->next].origin, hull->half_edge[e ^ 1].origin);
        assert_int_not_equal(hull->half_edge[e ^ 1].face, edge->face);
    }
    for (int32_t f = 0; f < hull->face_count; ++f) {
        int32_t e = hull->face_edge[f], corners = 0;
        do {
            assert_int_equal(hull->half_edge[e].face, f);
            e = hull->half_edge[e].next;
            assert_true(++corners <= hull->half_edge_count);
        } while (e != hull->face_edge[f]);
        assert_true(corners >= 3);
        in_faces += corners;
    }
    for (int32_t v = 0; v < hull->vertex_count; ++v) {
        int32_t e = hull->vertex_edge[v], valence = 0;
        do {
            assert_int_equal(hull->half_edge[e].origin, v);
            e = hull->half_edge[e ^ 1].next;
            assert_true(++valence <= hull->half_edge_count);
        } while (e != hull->vertex_edge[v]);
        assert_true(valence >= 3);
        around_vertices += valence;
    }
    assert_int_equal(in_faces, hull->half_edge_count);
    assert_int_equal(around_vertices, hull->half_edge_count);
    assert_int_equal(hull->vertex_count - hull->half_edge_count / 2 + hull->face_count, 2);
}

/** Height of a point above the plane of a face, m. */
static inline double height_over(const md3_hull *hull, int32_t face, struct point3 point)
{
    return point3_dot(point3_of(hull->plane[face].normal), point) - (double)hull->plane[face].offset;
}

/** Corners turn left, faces are planar, and no vertex is above a face, within the tolerance, m. */
static inline void assert_hull_is_convex(const md3_hull *hull, double tolerance)
{
    for (int32_t e = 0; e < hull->half_edge_count; ++e) {
        const int32_t next = hull->half_edge[e].next, face = hull->half_edge[e].face;
        const struct point3 a = vertex_of(hull, e), b = vertex_of(hull, next);
        const struct point3 c = vertex_of(hull, hull->half_edge[next].next);
        const struct point3 turn = point3_cross(point3_sub(b, a), point3_sub(c, b));
        assert_true(point3_dot(turn, point3_of(hull->plane[face].normal)) > 0);
        assert_true(fabs(height_over(hull, face, a)) <= tolerance);
    }
    for (int32_t f = 0; f < hull->face_count; ++f) {
        assert_near((double)md3_vec_length(hull->plane[f].normal), 1, PICK(1e-15, 1e-6));
        for (int32_t v = 0; v < hull->vertex_count; ++v) {
            assert_true(height_over(hull, f, point3_of(hull->vertex[v])) <= tolerance);
        }
    }
}

/** Returns how far points are outside, m: above the face that they are farthest above, and no nearer than that to a
 *  vertex. */
static inline double farthest_outside(const md3_hull *hull, const md3_vec *points, int32_t count)
{
    double farthest = 0;
    for (int32_t i = 0; i < count; ++i) {
        const struct point3 p = point3_of(points[i]);
        double above = 0, nearest = INFINITY;
        for (int32_t f = 0; f < hull->face_count; ++f) {
            above = fmax(above, height_over(hull, f, p));
        }
        for (int32_t v = 0; v < hull->vertex_count; ++v) {
            const struct point3 gap = point3_sub(p, point3_of(hull->vertex[v]));
            nearest = fmin(nearest, sqrt(point3_dot(gap, gap)));
        }
        /* Points within the slop of a vertex are left out. */
        farthest = nearest < (double)MD3_LINEAR_SLOP ? farthest : fmax(farthest, above);
    }
    return farthest;
}

/** Largest extent along an axis, m. */
static inline double extent_of(const md3_vec *points, int32_t count)
{
    md3_vec lower = points[0], upper = points[0];
    for (int32_t i = 1; i < count; ++i) {
        lower = md3_vec_min(lower, points[i]);
        upper = md3_vec_max(upper, points[i]);
    }
    const md3_vec size = md3_vec_sub(upper, lower);
    return fmax((double)size.x, fmax((double)size.y, (double)size.z));
}

#endif
