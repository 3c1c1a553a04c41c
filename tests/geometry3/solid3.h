/* Convex polyhedra in the world, and by brute force in double: their distance over all features, their penetration
 * over all candidate axes, and the distance of a point. Independent of the library but for the faces of the hull. */
#ifndef MODULUS_TESTS_SOLID3_H
#define MODULUS_TESTS_SOLID3_H

#include "geometry3/dvec.h"
#include "geometry3/hull.h"
#include "geometry3/space.h"

static inline struct dvec dvec_add_scaled(struct dvec a, double s, struct dvec b)
{
    return dvec_add(a, dvec_scale(s, b));
}

/** Applies a transform in double. */
static inline struct dvec dvec_place(md3_transform at, md3_vec local)
{
    const struct dvec u = {(double)at.q.x, (double)at.q.y, (double)at.q.z}, p = dvec_of(local);
    const struct dvec t = dvec_cross(u, p);
    const struct dvec turned = dvec_add_scaled(dvec_add_scaled(p, 2 * (double)at.q.w, t), 2, dvec_cross(u, t));
    return dvec_add_scaled(turned, 1, dvec_of(at.p));
}

struct solid {
    int32_t vertex_count, face_count, edge_count;
    struct dvec vertex[MD3_MAX_VERTICES], normal[MD3_MAX_FACES];
    int32_t face_size[MD3_MAX_FACES], face_start[MD3_MAX_FACES], corner[MD3_MAX_HALF_EDGES];
    int32_t edge[MD3_MAX_HALF_EDGES][2];
    struct dvec center;
};

static inline void add_face(struct solid *solid, const md3_hull *hull, int32_t face)
{
    const int32_t start = face == 0 ? 0 : solid->face_start[face - 1] + solid->face_size[face - 1];
    const int32_t size = md3_hull_face_vertices(hull, face, &solid->corner[start], MD3_MAX_HALF_EDGES - start);
    struct dvec normal = {0, 0, 0};
    for (int32_t i = 0; i < size; ++i) { /* Newell's formula */
        const int32_t from = solid->corner[start + i], to = solid->corner[start + (i + 1) % size];
        normal = dvec_add_scaled(normal, 1, dvec_cross(solid->vertex[from], solid->vertex[to]));
        if (from < to) {
            solid->edge[solid->edge_count][0] = from;
            solid->edge[solid->edge_count++][1] = to;
        }
    }
    solid->face_start[face] = start;
    solid->face_size[face] = size;
    solid->normal[face] = dvec_unit(normal);
}

static inline void solid_of(struct solid *solid, const md3_hull *hull, md3_transform at)
{
    solid->vertex_count = md3_hull_vertices(hull);
    solid->face_count = md3_hull_faces(hull);
    solid->edge_count = 0;
    for (int32_t i = 0; i < solid->vertex_count; ++i) {
        solid->vertex[i] = dvec_place(at, md3_hull_vertex(hull, i));
    }
    for (int32_t i = 0; i < solid->face_count; ++i) {
        add_face(solid, hull, i);
    }
    solid->center = dvec_place(at, md3_hull_centroid(hull));
}

/* ---- Distance ---------------------------------------------------------------------------------------------------- */

static inline double clamped(double x)
{
    return fmin(1, fmax(0, x));
}

static inline double point_segment(struct dvec p, struct dvec a, struct dvec b)
{
    const struct dvec along = dvec_sub(b, a);
    const double t = clamped(dvec_dot(dvec_sub(p, a), along) / dvec_dot(along, along));
    return dvec_length(dvec_sub(p, dvec_add_scaled(a, t, along)));
}

/** The least of the distances of the ends, and that of the lines if it is between the ends. */
static inline double segment_segment(struct dvec a0, struct dvec a1, struct dvec b0, struct dvec b1)
{
    double best = fmin(fmin(point_segment(a0, b0, b1), point_segment(a1, b0, b1)),
                       fmin(point_segment(b0, a0, a1), point_segment(b1, a0, a1)));
    const struct dvec u = dvec_sub(a1, a0), v = dvec_sub(b1, b0), w = dvec_sub(a0, b0);
    const double uu = dvec_dot(u, u), vv = dvec_dot(v, v), uv = dvec_dot(u, v);
    const double determinant = uu * vv - uv * uv;
    if (determinant > 1e-12 * uu * vv) {
        const double s = (uv * dvec_dot(v, w) - vv * dvec_dot(u, w)) / determinant;
        const double t = (uu * dvec_dot(v, w) - uv * dvec_dot(u, w)) / determinant;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            best = fmin(best, dvec_length(dvec_add_scaled(dvec_add_scaled(w, s, u), -t, v)));
        }
    }
    return best;
}

/** Distance of a point from a triangle. */
static inline double point_triangle(struct dvec p, struct dvec a, struct dvec b, struct dvec c)
{
    const struct dvec normal = dvec_cross(dvec_sub(b, a), dvec_sub(c, a));
    const bool inside = dvec_dot(dvec_cross(dvec_sub(b, a), dvec_sub(p, a)), normal) >= 0 &&
                        dvec_dot(dvec_cross(dvec_sub(c, b), dvec_sub(p, b)), normal) >= 0 &&
                        dvec_dot(dvec_cross(dvec_sub(a, c), dvec_sub(p, c)), normal) >= 0;
    if (inside) {
        return fabs(dvec_dot(dvec_sub(p, a), dvec_unit(normal)));
    }
    return fmin(point_segment(p, a, b), fmin(point_segment(p, b, c), point_segment(p, c, a)));
}

/** Distance of a point from the surface, without a sign. */
static inline double surface_distance(const struct solid *solid, struct dvec p)
{
    double best = INFINITY;
    for (int32_t i = 0; i < solid->face_count; ++i) {
        const int32_t *corner = &solid->corner[solid->face_start[i]];
        for (int32_t k = 2; k < solid->face_size[i]; ++k) {
            best = fmin(best, point_triangle(p, solid->vertex[corner[0]], solid->vertex[corner[k - 1]],
                                             solid->vertex[corner[k]]));
        }
    }
    return best;
}

static inline bool solid_contains(const struct solid *solid, struct dvec p)
{
    for (int32_t i = 0; i < solid->face_count; ++i) {
        const struct dvec on_face = solid->vertex[solid->corner[solid->face_start[i]]];
        if (dvec_dot(dvec_sub(p, on_face), solid->normal[i]) > 0) {
            return false;
        }
    }
    return true;
}

/** Distance of the surfaces of two solids that do not overlap. */
static inline double solid_distance(const struct solid *a, const struct solid *b)
{
    double best = INFINITY;
    for (int32_t i = 0; i < a->vertex_count; ++i) {
        best = fmin(best, surface_distance(b, a->vertex[i]));
    }
    for (int32_t i = 0; i < b->vertex_count; ++i) {
        best = fmin(best, surface_distance(a, b->vertex[i]));
    }
    for (int32_t i = 0; i < a->edge_count; ++i) {
        for (int32_t k = 0; k < b->edge_count; ++k) {
            best = fmin(best, segment_segment(a->vertex[a->edge[i][0]], a->vertex[a->edge[i][1]],
                                              b->vertex[b->edge[k][0]], b->vertex[b->edge[k][1]]));
        }
    }
    return best;
}

/* ---- Penetration ------------------------------------------------------------------------------------------------- */

static inline double solid_separation(const struct solid *a, const struct solid *b, struct dvec normal)
{
    double max_a = -INFINITY, min_b = INFINITY;
    for (int32_t i = 0; i < a->vertex_count; ++i) {
        max_a = fmax(max_a, dvec_dot(a->vertex[i], normal));
    }
    for (int32_t i = 0; i < b->vertex_count; ++i) {
        min_b = fmin(min_b, dvec_dot(b->vertex[i], normal));
    }
    return min_b - max_a;
}

/** The largest separation along a face normal, and along any candidate axis. */
struct best_axes {
    double face, any;
};

static inline struct best_axes solid_axes(const struct solid *a, const struct solid *b)
{
    struct best_axes best = {-INFINITY, -INFINITY};
    const struct dvec zero = {0, 0, 0};
    for (int32_t i = 0; i < a->face_count; ++i) {
        best.face = fmax(best.face, solid_separation(a, b, a->normal[i]));
    }
    for (int32_t i = 0; i < b->face_count; ++i) {
        best.face = fmax(best.face, solid_separation(a, b, dvec_sub(zero, b->normal[i])));
    }
    best.any = best.face;
    for (int32_t i = 0; i < a->edge_count; ++i) {
        for (int32_t k = 0; k < b->edge_count; ++k) {
            const struct dvec u = dvec_unit(dvec_sub(a->vertex[a->edge[i][1]], a->vertex[a->edge[i][0]]));
            const struct dvec v = dvec_unit(dvec_sub(b->vertex[b->edge[k][1]], b->vertex[b->edge[k][0]]));
            const struct dvec cross = dvec_cross(u, v);
            if (dvec_length(cross) > 1e-6) {
                const struct dvec normal = dvec_unit(cross);
                best.any = fmax(best.any, solid_separation(a, b, normal));
                best.any = fmax(best.any, solid_separation(a, b, dvec_sub(zero, normal)));
            }
        }
    }
    return best;
}

#endif
