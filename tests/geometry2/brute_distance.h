/* Hulls written out field by field, and their distance by brute force over every edge and every point, in long double.
 * Independent of src/geometry2. */
#ifndef MODULUS_TESTS_GEOMETRY2_BRUTE_DISTANCE_H
#define MODULUS_TESTS_GEOMETRY2_BRUTE_DISTANCE_H

#include <math.h>
#include <stdlib.h>

#include <modulus/geometry2.h>

#include "support/support.h"

static const double PI = 3.14159265358979323846;

struct wide {
    long double x, y;
};

/** The points of a hull at a transform, relative to a given origin. */
struct wide_hull {
    struct wide point[MD2_MAX_POINTS];
    int count;
};

static inline md2_hull hull_of(const md2_vec *points, int32_t count, md_real radius)
{
    md2_hull hull = {.radius = radius, .count = count};
    for (int32_t i = 0; i < count; ++i) {
        const md2_vec p = points[i];
        const md2_vec q = points[(i + 1) % count];
        const md_real length = (md_real)hypot((double)(q.x - p.x), (double)(q.y - p.y));
        hull.point[i] = p;
        hull.normal[i] = count > 1 ? (md2_vec){(q.y - p.y) / length, (p.x - q.x) / length} : (md2_vec){0, 0};
        hull.centroid.x += p.x / (md_real)count;
        hull.centroid.y += p.y / (md_real)count;
    }
    return hull;
}

static inline md2_hull box_of(double half_x, double half_y)
{
    const md_real x = (md_real)half_x;
    const md_real y = (md_real)half_y;
    return hull_of((md2_vec[]){{-x, -y}, {x, -y}, {x, y}, {-x, y}}, 4, 0);
}

static inline md2_hull circle_of(double radius)
{
    return hull_of((md2_vec[]){{0, 0}}, 1, (md_real)radius);
}

static inline md2_transform place(double x, double y, double angle)
{
    return (md2_transform){{(md_real)x, (md_real)y}, {(md_real)cos(angle), (md_real)sin(angle)}};
}

static inline int compare_reals(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/** Returns points of an ellipse, which are in convex position; from a circle to a hundred times longer than wide.
 *  Points may be so close together that md2_hull_polygon would merge them. */
static inline md2_hull ellipse_hull(struct random *random)
{
    const int32_t count = 1 + random_index(random, MD2_MAX_POINTS);
    const double half[] = {random_real(random, 0.1, 2),
                           random_real(random, 0.1, 2) / (random_index(random, 4) ? 1 : 100)};
    const double center[] = {random_real(random, -1, 1), random_real(random, -1, 1)};
    double angle[MD2_MAX_POINTS];
    md2_vec points[MD2_MAX_POINTS];
    for (int32_t i = 0; i < count; ++i) {
        angle[i] = random_real(random, 0, 2 * PI);
    }
    qsort(angle, (size_t)count, sizeof *angle, compare_reals);
    for (int32_t i = 0; i < count; ++i) {
        points[i] =
            (md2_vec){(md_real)(center[0] + half[0] * cos(angle[i])), (md_real)(center[1] + half[1] * sin(angle[i]))};
    }
    return hull_of(points, count, random_index(random, 2) ? (md_real)random_real(random, 0, 0.5) : 0);
}

static inline struct wide wide_sub(struct wide a, struct wide b)
{
    return (struct wide){a.x - b.x, a.y - b.y};
}

static inline long double wide_dot(struct wide a, struct wide b)
{
    return a.x * b.x + a.y * b.y;
}

static inline long double wide_cross(struct wide a, struct wide b)
{
    return a.x * b.y - a.y * b.x;
}

static inline struct wide_hull wide_hull_of(const md2_hull *hull, md2_transform at, md2_vec origin)
{
    struct wide_hull wide = {.count = hull->count};
    for (int i = 0; i < hull->count; ++i) {
        const long double x = hull->point[i].x;
        const long double y = hull->point[i].y;
        const struct wide offset = {(long double)at.p.x - origin.x, (long double)at.p.y - origin.y};
        wide.point[i] = (struct wide){offset.x + at.q.c * x - at.q.s * y, offset.y + at.q.s * x + at.q.c * y};
    }
    return wide;
}

static inline long double wide_to_segment(struct wide point, struct wide p, struct wide q)
{
    const struct wide edge = wide_sub(q, p);
    const long double length_squared = wide_dot(edge, edge);
    long double t = length_squared > 0 ? wide_dot(wide_sub(point, p), edge) / length_squared : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const struct wide rest = wide_sub(point, (struct wide){p.x + t * edge.x, p.y + t * edge.y});
    return sqrtl(wide_dot(rest, rest));
}

static inline bool wide_contains(const struct wide_hull *hull, struct wide point)
{
    for (int i = 0; i < hull->count; ++i) {
        const struct wide p = hull->point[i];
        const struct wide q = hull->point[(i + 1) % hull->count];
        if (wide_cross(wide_sub(q, p), wide_sub(point, p)) < 0) {
            return false;
        }
    }
    return hull->count > 2;
}

static inline bool wide_crosses(struct wide a, struct wide b, struct wide p, struct wide q)
{
    const struct wide ab = wide_sub(b, a);
    const struct wide pq = wide_sub(q, p);
    const long double at_p = wide_cross(ab, wide_sub(p, a));
    const long double at_q = wide_cross(ab, wide_sub(q, a));
    const long double at_a = wide_cross(pq, wide_sub(a, p));
    const long double at_b = wide_cross(pq, wide_sub(b, p));
    return ((at_p < 0) != (at_q < 0)) && ((at_a < 0) != (at_b < 0));
}

/** Distance of a point from the core of a hull. */
static inline long double wide_point_distance(const struct wide_hull *hull, struct wide point)
{
    long double min_distance = wide_contains(hull, point) ? 0 : HUGE_VALL;
    for (int i = 0; i < hull->count; ++i) {
        min_distance = fminl(min_distance, wide_to_segment(point, hull->point[i], hull->point[(i + 1) % hull->count]));
    }
    return min_distance;
}

/** Distance between the cores of two hulls. */
static inline long double wide_distance(const struct wide_hull *a, const struct wide_hull *b)
{
    long double min_distance = HUGE_VALL;
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < b->count; ++j) {
            if (wide_crosses(a->point[i], a->point[(i + 1) % a->count], b->point[j], b->point[(j + 1) % b->count])) {
                return 0;
            }
        }
        min_distance = fminl(min_distance, wide_point_distance(b, a->point[i]));
    }
    for (int j = 0; j < b->count; ++j) {
        min_distance = fminl(min_distance, wide_point_distance(a, b->point[j]));
    }
    return min_distance;
}

/** Distance between two hulls with their radii; negative if only the rounded parts overlap. */
static inline double brute_distance(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b)
{
    const struct wide_hull wide_a = wide_hull_of(a, at_a, at_a.p);
    const struct wide_hull wide_b = wide_hull_of(b, at_b, at_a.p);
    return (double)(wide_distance(&wide_a, &wide_b) - a->radius - b->radius);
}

#endif
