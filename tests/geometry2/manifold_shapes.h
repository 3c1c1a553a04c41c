/* Shapes for the tests of manifolds, and their signed distance by brute force over all features. */
#ifndef MODULUS_TESTS_MANIFOLD_SHAPES_H
#define MODULUS_TESTS_MANIFOLD_SHAPES_H

#include <math.h>
#include <string.h>

#include "geometry2/vec.h"
#include "support/support.h"

/** Returns the hull of convex counter-clockwise points. */
static inline md2_hull hull_from(const md2_vec *points, int32_t count, double radius)
{
    md2_hull hull = {.radius = (md_real)radius, .count = count};
    for (int32_t i = 0; i < count; ++i) {
        hull.point[i] = points[i];
        hull.centroid = vec_add_scaled(hull.centroid, 1 / (md_real)count,
                                       points[i]); /* the mean of the points is accurate enough here */
        if (count > 1) {
            hull.normal[i] = vec_unit(vec_right(vec_sub(points[(i + 1) % count], points[i])), NULL);
        }
    }
    return hull;
}

static inline md2_hull circle(double radius)
{
    return hull_from(&(md2_vec){0, 0}, 1, radius);
}

/** From (-half, 0) to (half, 0). */
static inline md2_hull capsule(double half, double radius)
{
    return hull_from((md2_vec[]){vec((md_real)-half, 0), vec((md_real)half, 0)}, 2, radius);
}

static inline md2_hull rounded_box(double half_x, double half_y, double radius)
{
    const md_real x = (md_real)half_x, y = (md_real)half_y;
    return hull_from((md2_vec[]){{-x, -y}, {x, -y}, {x, y}, {-x, y}}, 4, radius);
}

static inline md2_hull box(double x, double y)
{
    return rounded_box(x, y, 0);
}

static inline md2_transform at(double x, double y, double angle)
{
    return (md2_transform){{(md_real)x, (md_real)y}, {(md_real)cos(angle), (md_real)sin(angle)}};
}

/** Returns a random position in a box with a random rotation. One number per statement, because the order in which
 *  arguments are evaluated is unspecified. */
static inline md2_transform random_at(struct random *random, double low_x, double high_x, double low_y, double high_y)
{
    const double x = random_real(random, low_x, high_x);
    const double y = random_real(random, low_y, high_y);
    return at(x, y, random_real(random, -4, 4));
}

/** Returns one to eight points on an ellipse, sharp or rounded. */
static inline md2_hull random_hull(struct random *random)
{
    const int32_t count = 1 + random_index(random, MD2_MAX_POINTS);
    const double width = random_real(random, 0.3, 1);
    const double height = random_real(random, 0.3, 1);
    const double radius = random_index(random, 2) == 0 ? 0 : random_real(random, 0.01, 0.4);
    const double start = random_real(random, 0, 6);
    md2_vec points[MD2_MAX_POINTS];
    for (int32_t i = 0; i < count; ++i) {
        const double angle = start + 6.2831853 * (i + random_real(random, 0, 0.7)) / count;
        points[i] = vec((md_real)(width * cos(angle)), (md_real)(height * sin(angle)));
    }
    return hull_from(points, count, count == 1 ? 0.1 + radius : radius);
}

static inline double point_to_edge(md2_vec point, md2_vec from, md2_vec to)
{
    const md2_vec edge = vec_sub(to, from);
    const double length2 = (double)vec_dot(edge, edge);
    const double along = length2 > 0 ? (double)vec_dot(vec_sub(point, from), edge) / length2 : 0;
    return (double)vec_length(vec_sub(point, vec_lerp(from, to, (md_real)fmin(1, fmax(0, along)))));
}

static inline double least_along(const md2_hull *hull, md2_vec direction, double sign)
{
    double min_along = (double)MD_REAL_MAX;
    for (int32_t i = 0; i < hull->count; ++i) {
        min_along = fmin(min_along, sign * (double)vec_dot(hull->point[i], direction));
    }
    return min_along;
}

/** Signed distance of two hulls in one frame, and the lead of the best edge normal over the second best. */
struct measured {
    double distance, lead;
};

static inline void measure_axes(const md2_hull *of, const md2_hull *other, double *best, double *second)
{
    for (int32_t i = 0; of->count > 1 && i < of->count; ++i) {
        const md2_vec edge = vec_sub(of->point[(i + 1) % of->count], of->point[i]);
        const md2_vec normal = vec_unit(vec_right(edge), NULL);
        const double gap = least_along(other, normal, 1) + least_along(of, normal, -1);
        *second = fmax(*second, fmin(gap, *best));
        *best = fmax(*best, gap);
    }
}

static inline double nearest_features(const md2_hull *a, const md2_hull *b)
{
    double min_distance = (double)MD_REAL_MAX;
    for (int32_t i = 0; i < a->count; ++i) {
        for (int32_t j = 0; j < b->count; ++j) {
            const md2_vec a0 = a->point[i], a1 = a->point[(i + 1) % a->count];
            const md2_vec b0 = b->point[j], b1 = b->point[(j + 1) % b->count];
            min_distance = fmin(min_distance, fmin(point_to_edge(a0, b0, b1), point_to_edge(b0, a0, a1)));
        }
    }
    return min_distance;
}

static inline struct measured measure(const md2_hull *a, const md2_hull *b)
{
    double best = -1e9, second = -1e9;
    measure_axes(a, b, &best, &second);
    measure_axes(b, a, &best, &second);
    const bool apart = best > 0 || (a->count == 1 && b->count == 1);
    const double core = apart ? nearest_features(a, b) : best;
    return (struct measured){core - (double)a->radius - (double)b->radius, best - second};
}

static inline md2_hull moved(const md2_hull *hull, md2_transform transform)
{
    md2_hull out = *hull;
    for (int32_t i = 0; i < hull->count; ++i) {
        out.point[i] = transform_point(transform, hull->point[i]);
        out.normal[i] = rot_apply(transform.q, hull->normal[i]);
    }
    out.centroid = transform_point(transform, hull->centroid);
    return out;
}

static inline md_real deepest(const md2_manifold *manifold)
{
    assert_true(manifold->count > 0);
    const md2_manifold_point *point = manifold->point;
    return manifold->count == 2 ? md_min(point[0].separation, point[1].separation) : point[0].separation;
}

#define assert_near(found, expected, tolerance)                                                                        \
    assert_float_equal_within((double)(found), (double)(expected), (tolerance), #found, __FILE__, __LINE__)

static inline void assert_float_equal_within(double found, double expected, double tolerance, const char *what,
                                             const char *file, int line)
{
    if (!(fabs(found - expected) <= tolerance)) {
        print_error("%s is %.17g, not %.17g within %g\n", what, found, expected, tolerance);
        _fail(file, line);
    }
}

static inline void assert_is_vec(md2_vec found, double x, double y, double tolerance)
{
    assert_near(found.x, x, tolerance);
    assert_near(found.y, y, tolerance);
}

#endif
