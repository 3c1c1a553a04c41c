/* Random hulls of every kind, and their distance from a point by brute force. */
#ifndef MODULUS_TESTS_RANDOM_HULL_H
#define MODULUS_TESTS_RANDOM_HULL_H

#include <math.h>

#include <modulus/geometry2.h>

#include "support/support.h"

static inline md2_vec random_vec(struct random *random, double size)
{
    const double x = random_real(random, -size, size);
    return (md2_vec){(md_real)x, (md_real)random_real(random, -size, size)};
}

static inline md2_rot rotation_of(double angle)
{
    return (md2_rot){(md_real)cos(angle), (md_real)sin(angle)};
}

static inline md2_transform random_transform(struct random *random, double size)
{
    const md2_vec p = random_vec(random, size);
    return (md2_transform){p, rotation_of(random_real(random, -4, 4))};
}

static inline md2_hull random_polygon(struct random *random, md_real radius)
{
    md2_vec points[8];
    md2_hull hull = {.count = 0};
    do {
        const int32_t count = 3 + random_index(random, 6);
        for (int32_t i = 0; i < count; ++i) {
            points[i] = random_vec(random, 1);
        }
        if (md2_hull_polygon(&hull, points, count, radius) != MD_OK) {
            hull.count = 0;
        }
    } while (hull.count < 3);
    return hull;
}

/* Returns a circle, capsule, box or polygon within 4 m of the origin. Half of the polygons are without rounding. */
static inline md2_hull random_hull(struct random *random)
{
    md2_hull hull = {.count = 0};
    const md_real radius = (md_real)random_real(random, 0.05, 0.8);
    const md2_vec center = random_vec(random, 1);
    const md2_rot rotation = rotation_of(random_real(random, -4, 4));
    const md_real maybe_sharp = random_index(random, 2) == 0 ? 0 : radius;
    switch (random_index(random, 5)) {
    case 0: assert_int_equal(md2_hull_circle(&hull, center, radius), MD_OK); break;
    case 1: {
        const md2_vec end = {center.x + rotation.c, center.y + rotation.s};
        assert_int_equal(md2_hull_capsule(&hull, center, end, radius), MD_OK);
        break;
    }
    case 2: {
        const md2_vec half = {(md_real)random_real(random, 0.1, 1), (md_real)random_real(random, 0.1, 1)};
        assert_int_equal(md2_hull_box(&hull, half, center, rotation, maybe_sharp), MD_OK);
        break;
    }
    default: hull = random_polygon(random, maybe_sharp);
    }
    return hull;
}

/* Returns the distance of (x, y) from the segment from a to b. */
static inline double segment_distance(md2_vec a, md2_vec b, double x, double y)
{
    const double ex = (double)b.x - (double)a.x;
    const double ey = (double)b.y - (double)a.y;
    const double square = ex * ex + ey * ey;
    const double along = (x - (double)a.x) * ex + (y - (double)a.y) * ey;
    const double t = square > 0 ? fmin(fmax(along / square, 0), 1) : 0;
    return hypot(x - (double)a.x - t * ex, y - (double)a.y - t * ey);
}

/* Returns the signed distance, negative inside. Uses only the points and the radius: crossings of a horizontal line
 * decide whether a point is inside, which needs neither orientation nor normals. */
static inline double signed_distance(const md2_hull *hull, double x, double y)
{
    double min_distance = INFINITY;
    bool inside = false;
    for (int32_t i = 0; i < hull->count; ++i) {
        const md2_vec a = hull->point[i];
        const md2_vec b = hull->point[(i + 1) % hull->count];
        min_distance = fmin(min_distance, segment_distance(a, b, x, y));
        if (((double)a.y > y) != ((double)b.y > y)) {
            const double t = (y - (double)a.y) / ((double)b.y - (double)a.y);
            const double crossing = (double)a.x + t * ((double)b.x - (double)a.x);
            inside = inside != (crossing > x);
        }
    }
    return (inside && hull->count > 2 ? -min_distance : min_distance) - (double)hull->radius;
}

#endif
