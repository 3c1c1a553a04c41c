/* Geometries written out field by field, and their support points and distances in long double, independent of
 * src/geometry3. */
#ifndef MODULUS_TESTS_GEOMETRY3_WIDE3_H
#define MODULUS_TESTS_GEOMETRY3_WIDE3_H

#include <math.h>

#include <modulus/geometry3.h>

#include "geometry3/space.h"

struct wide {
    long double x, y, z;
};

static inline struct wide wide_of(md3_vec a)
{
    return (struct wide){a.x, a.y, a.z};
}

static inline struct wide wide_add(struct wide a, struct wide b)
{
    return (struct wide){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct wide wide_sub(struct wide a, struct wide b)
{
    return (struct wide){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct wide wide_scale(long double s, struct wide a)
{
    return (struct wide){s * a.x, s * a.y, s * a.z};
}

static inline long double wide_dot(struct wide a, struct wide b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct wide wide_cross(struct wide a, struct wide b)
{
    return (struct wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline long double wide_length(struct wide a)
{
    return sqrtl(wide_dot(a, a));
}

static inline struct wide wide_unit(struct wide a)
{
    return wide_scale(1 / wide_length(a), a);
}

static inline struct wide wide_rotate(md3_rot q, struct wide a)
{
    const struct wide u = {q.x, q.y, q.z};
    const struct wide t = wide_scale(2, wide_cross(u, a));
    return wide_add(wide_add(a, wide_scale(q.w, t)), wide_cross(u, t));
}

static inline struct wide wide_rotate_back(md3_rot q, struct wide a)
{
    return wide_rotate((md3_rot){-q.x, -q.y, -q.z, q.w}, a);
}

/** A point of the world, given relative to `origin`, in the coordinates of a transform. */
static inline struct wide wide_to_local(md3_transform at, md3_vec origin, struct wide point)
{
    return wide_rotate_back(at.q, wide_sub(wide_add(point, wide_of(origin)), wide_of(at.p)));
}

/** Unit vector from the first to the second point of a cylinder or cone. */
static inline struct wide wide_axis(const md3_geometry *g)
{
    return wide_unit(wide_sub(wide_of(g->point[1]), wide_of(g->point[0])));
}

/** Largest coordinate of a geometry along a unit vector, in its own coordinates, with the rounding radius. */
static inline long double wide_extent(const md3_geometry *g, struct wide direction)
{
    const long double first = wide_dot(direction, wide_of(g->point[0]));
    const long double second = wide_dot(direction, wide_of(g->point[1]));
    if (g->type == MD3_SPHERE || g->type == MD3_CAPSULE) {
        return (g->type == MD3_SPHERE ? first : fmaxl(first, second)) + g->radius;
    }
    if (g->type == MD3_HULL) {
        long double max = -HUGE_VALL;
        for (int32_t i = 0; i < md3_hull_vertices(g->hull); ++i) {
            max = fmaxl(max, wide_dot(direction, wide_of(md3_hull_vertex(g->hull, i))));
        }
        return max + g->radius;
    }
    const struct wide axis = wide_axis(g);
    const struct wide across = wide_sub(direction, wide_scale(wide_dot(direction, axis), axis));
    const long double rim = g->base_radius * wide_length(across);
    return fmaxl(first + rim, g->type == MD3_CYLINDER ? second + rim : second) + g->radius;
}

/** Separation of two convex geometries along a unit vector from a to b, in the world. */
static inline long double wide_separation(const md3_geometry *a, md3_transform at_a, const md3_geometry *b,
                                          md3_transform at_b, struct wide direction)
{
    const struct wide offset = wide_sub(wide_of(at_b.p), wide_of(at_a.p));
    return wide_dot(direction, offset) - wide_extent(a, wide_rotate_back(at_a.q, direction)) -
           wide_extent(b, wide_rotate_back(at_b.q, wide_scale(-1, direction)));
}

static inline long double wide_to_segment(struct wide point, struct wide p, struct wide q)
{
    const struct wide edge = wide_sub(q, p);
    const long double square = wide_dot(edge, edge);
    const long double t = square > 0 ? wide_dot(wide_sub(point, p), edge) / square : 0;
    const long double s = fminl(fmaxl(t, 0), 1);
    return wide_length(wide_sub(point, wide_add(p, wide_scale(s, edge))));
}

static inline long double wide_to_triangle(struct wide point, struct wide a, struct wide b, struct wide c)
{
    const struct wide corner[] = {a, b, c};
    const struct wide normal = wide_cross(wide_sub(b, a), wide_sub(c, a));
    long double distance = HUGE_VALL;
    bool inside = wide_dot(normal, normal) > 0;
    for (int i = 0; i < 3; ++i) {
        const struct wide p = corner[i], q = corner[(i + 1) % 3];
        distance = fminl(distance, wide_to_segment(point, p, q));
        inside = inside && wide_dot(normal, wide_cross(wide_sub(q, p), wide_sub(point, p))) >= 0;
    }
    const long double height = fabsl(wide_dot(wide_sub(point, a), wide_unit(normal)));
    return inside ? fminl(distance, height) : distance;
}

/** Distance of a point from the segment of a meridian: coordinates along the axis and across it. */
static inline long double wide_to_meridian(struct wide point, long double x0, long double r0, long double x1,
                                           long double r1)
{
    return wide_to_segment(point, (struct wide){x0, r0, 0}, (struct wide){x1, r1, 0});
}

/** Distance of a point from a cylinder or cone without its radius; 0 inside. */
static inline long double wide_to_round(const md3_geometry *g, struct wide point)
{
    const struct wide from = wide_sub(point, wide_of(g->point[0]));
    const long double height = wide_length(wide_sub(wide_of(g->point[1]), wide_of(g->point[0])));
    const long double along = wide_dot(from, wide_axis(g));
    const long double across = wide_length(wide_sub(from, wide_scale(along, wide_axis(g))));
    const long double base = g->base_radius, top = g->type == MD3_CYLINDER ? base : 0;
    if (along >= 0 && along <= height && across <= base + (top - base) * along / height) {
        return 0;
    }
    const struct wide at = {along, across, 0};
    return fminl(wide_to_meridian(at, 0, 0, 0, base),
                 fminl(wide_to_meridian(at, 0, base, height, top), wide_to_meridian(at, height, top, height, 0)));
}

/** Largest distance between the vertices of a face along its normal: faces of nearly coplanar triangles are not flat,
 *  so that the fans of triangles below are inside the hull by that much. */
static inline long double wide_flatness(const md3_geometry *g)
{
    long double flatness = 0;
    for (int32_t f = 0; g->type == MD3_HULL && f < md3_hull_faces(g->hull); ++f) {
        int32_t index[MD3_MAX_VERTICES];
        const int32_t count = md3_hull_face_vertices(g->hull, f, index, MD3_MAX_VERTICES);
        const struct wide first = wide_of(md3_hull_vertex(g->hull, index[0]));
        const struct wide normal = wide_of(md3_hull_face_normal(g->hull, f));
        for (int32_t i = 3; i < count; ++i) {
            const struct wide corner = wide_of(md3_hull_vertex(g->hull, index[i]));
            flatness = fmaxl(flatness, fabsl(wide_dot(normal, wide_sub(corner, first))));
        }
    }
    return 2 * flatness;
}

static inline long double wide_to_hull(const md3_hull *hull, struct wide point)
{
    long double distance = HUGE_VALL;
    bool inside = true;
    for (int32_t f = 0; f < md3_hull_faces(hull); ++f) {
        int32_t index[MD3_MAX_VERTICES];
        const int32_t count = md3_hull_face_vertices(hull, f, index, MD3_MAX_VERTICES);
        const struct wide first = wide_of(md3_hull_vertex(hull, index[0]));
        for (int32_t i = 1; i + 1 < count; ++i) {
            const struct wide p = wide_of(md3_hull_vertex(hull, index[i]));
            const struct wide q = wide_of(md3_hull_vertex(hull, index[i + 1]));
            const struct wide normal = wide_cross(wide_sub(p, first), wide_sub(q, first));
            inside = inside && wide_dot(normal, wide_sub(point, first)) <= 0;
            distance = fminl(distance, wide_to_triangle(point, first, p, q));
        }
    }
    return inside ? 0 : distance;
}

/** Distance of a point from the surface of a convex geometry, in its coordinates; 0 or negative inside. */
static inline long double wide_to_geometry(const md3_geometry *g, struct wide point)
{
    switch (g->type) {
    case MD3_SPHERE: return wide_length(wide_sub(point, wide_of(g->point[0]))) - g->radius;
    case MD3_CAPSULE: return wide_to_segment(point, wide_of(g->point[0]), wide_of(g->point[1])) - g->radius;
    case MD3_HULL: return wide_to_hull(g->hull, point) - g->radius;
    default: return wide_to_round(g, point) - g->radius;
    }
}

#endif
