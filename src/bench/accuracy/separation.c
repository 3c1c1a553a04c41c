/* The distance of two convex shapes, or their penetration depth.
 *
 * The penetration depth of two convex polygons is the distance of the origin from the boundary of their Minkowski
 * difference, whose sides have the normals of the sides of both polygons: it is the largest separation along these normals.
 * For disjoint polygons, a corner of one is closest to a side of the other. All combinations are tried: a few dozen
 * products per pair.
 */
#include <math.h>

#include "bench/accuracy/accuracy.h"

struct placed_shape shape_place(const struct described_shape *shape, const struct body_state *at)
{
    struct placed_shape placed = {.count = shape->count,
                                  .body = shape->body,
                                  .radius = shape->radius,
                                  .lower_x = INFINITY,
                                  .lower_y = INFINITY,
                                  .upper_x = -INFINITY,
                                  .upper_y = -INFINITY};
    for (int32_t i = 0; i < shape->count; ++i) {
        placed.x[i] = at->x + at->c * shape->x[i] - at->s * shape->y[i];
        placed.y[i] = at->y + at->s * shape->x[i] + at->c * shape->y[i];
        placed.lower_x = fmin(placed.lower_x, placed.x[i] - shape->radius);
        placed.lower_y = fmin(placed.lower_y, placed.y[i] - shape->radius);
        placed.upper_x = fmax(placed.upper_x, placed.x[i] + shape->radius);
        placed.upper_y = fmax(placed.upper_y, placed.y[i] + shape->radius);
    }
    return placed;
}

/* The largest separation of b from a side of a; a segment has two sides. */
static double separation_from_sides(const struct placed_shape *a, const struct placed_shape *b)
{
    double max = -INFINITY;
    for (int32_t i = 0; a->count > 1 && i < a->count; ++i) {
        const int32_t j = (i + 1) % a->count;
        const double along_x = a->x[j] - a->x[i];
        const double along_y = a->y[j] - a->y[i];
        const double length = hypot(along_x, along_y);
        double min = INFINITY;
        for (int32_t k = 0; k < b->count; ++k) {
            min = fmin(min, along_y * (b->x[k] - a->x[i]) - along_x * (b->y[k] - a->y[i]));
        }
        max = fmax(max, min / length);
    }
    return max;
}

static double distance_to_side(double x, double y, const struct placed_shape *shape, int32_t i)
{
    const int32_t j = (i + 1) % shape->count;
    const double along_x = shape->x[j] - shape->x[i];
    const double along_y = shape->y[j] - shape->y[i];
    const double squared = along_x * along_x + along_y * along_y;
    const double from_x = x - shape->x[i];
    const double from_y = y - shape->y[i];
    const double fraction = squared > 0 ? fmin(fmax((from_x * along_x + from_y * along_y) / squared, 0), 1) : 0;
    return hypot(from_x - fraction * along_x, from_y - fraction * along_y);
}

/* The smallest distance of a corner of a from a side of b. */
static double distance_from_corners(const struct placed_shape *a, const struct placed_shape *b)
{
    double min = INFINITY;
    for (int32_t k = 0; k < a->count; ++k) {
        for (int32_t i = 0; i < b->count; ++i) {
            min = fmin(min, distance_to_side(a->x[k], a->y[k], b, i));
        }
    }
    return min;
}

double shape_separation(const struct placed_shape *a, const struct placed_shape *b)
{
    const double along_normals = fmax(separation_from_sides(a, b), separation_from_sides(b, a));
    const bool are_points = a->count == 1 && b->count == 1; /* without sides */
    const double core = along_normals < 0 && !are_points
                            ? along_normals
                            : fmin(distance_from_corners(a, b), distance_from_corners(b, a));
    return core - a->radius - b->radius;
}
