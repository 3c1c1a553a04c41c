/* The Euclidean distance of a point from a convex geometry, in double, by other means than the library's: over all triangles
 * of a hull, and in the coordinates of the axis of a cylinder or cone. */
#ifndef MODULUS_TESTS_BRUTE_OUTSIDE_H
#define MODULUS_TESTS_BRUTE_OUTSIDE_H

#include "geometry3/hull_check.h"

static inline struct point3 point3_along(struct point3 a, double s, struct point3 b)
{
    return (struct point3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double point3_length(struct point3 a)
{
    return sqrt(point3_dot(a, a));
}

static inline double clamp_unit(double t)
{
    return fmin(fmax(t, 0), 1);
}

static inline double segment_distance(struct point3 a, struct point3 b, struct point3 p)
{
    const struct point3 edge = point3_sub(b, a);
    const double t = clamp_unit(point3_dot(edge, point3_sub(p, a)) / point3_dot(edge, edge));
    return point3_length(point3_sub(p, point3_along(a, t, edge)));
}

static inline double triangle_distance(const struct point3 corner[3], struct point3 p)
{
    const struct point3 normal = point3_cross(point3_sub(corner[1], corner[0]), point3_sub(corner[2], corner[0]));
    double nearest = INFINITY;
    bool over = true;
    for (int k = 0; k < 3; ++k) {
        const struct point3 a = corner[k], b = corner[(k + 1) % 3];
        nearest = fmin(nearest, segment_distance(a, b, p));
        over = over && point3_dot(point3_cross(normal, point3_sub(b, a)), point3_sub(p, a)) > 0;
    }
    const double height = fabs(point3_dot(normal, point3_sub(p, corner[0]))) / point3_length(normal);
    return over ? height : nearest;
}

/** Distance from the surface of a hull, negative inside. */
static inline double brute_hull_outside(const md3_hull *hull, struct point3 p)
{
    double nearest = INFINITY, highest = -INFINITY;
    for (int32_t f = 0; f < hull->face_count; ++f) {
        const int32_t first = hull->face_edge[f];
        int32_t e = hull->half_edge[first].next;
        for (; hull->half_edge[e].next != first; e = hull->half_edge[e].next) {
            const struct point3 corner[3] = {vertex_of(hull, first), vertex_of(hull, e),
                                             vertex_of(hull, hull->half_edge[e].next)};
            nearest = fmin(nearest, triangle_distance(corner, p));
        }
        highest = fmax(highest, height_over(hull, f, p));
    }
    return highest <= 0 ? -nearest : nearest;
}

/** Distance from the triangle or rectangle with the corners (0, 0), (base, 0), (top, height), (0, height), negative inside;
 *  the side on the axis does not count. */
static inline double brute_section_outside(double base, double top, double height, double s, double z)
{
    const struct point3 p = {s, 0, z};
    const struct point3 corner[4] = {{0, 0, 0}, {base, 0, 0}, {top, 0, height}, {0, 0, height}};
    double nearest = fmin(segment_distance(corner[0], corner[1], p), segment_distance(corner[1], corner[2], p));
    if (top > 0) {
        nearest = fmin(nearest, segment_distance(corner[2], corner[3], p));
    }
    const bool inside = z >= 0 && z <= height && s <= base + (top - base) * z / height;
    return inside ? -nearest : nearest;
}

/** Signed distance from the rounded surface of a convex geometry, m. */
static inline double brute_outside(const md3_geometry *geometry, md3_vec point)
{
    const struct point3 p = point3_of(point), a = point3_of(geometry->point[0]), b = point3_of(geometry->point[1]);
    const double radius = (double)geometry->radius, base = (double)geometry->base_radius;
    const double length = point3_length(point3_sub(b, a));
    if (geometry->type == MD3_SPHERE) {
        return point3_length(point3_sub(p, a)) - radius;
    }
    if (geometry->type == MD3_CAPSULE) {
        return segment_distance(a, b, p) - radius;
    }
    if (geometry->type == MD3_HULL) {
        return brute_hull_outside(geometry->hull, p) - radius;
    }
    const double z = point3_dot(point3_sub(p, a), point3_sub(b, a)) / length;
    const struct point3 foot = point3_along(a, z / length, point3_sub(b, a));
    const double s = point3_length(point3_sub(p, foot));
    return brute_section_outside(base, geometry->type == MD3_CONE ? 0 : base, length, s, z) - radius;
}

#endif
