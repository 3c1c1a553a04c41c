/* Exact arithmetic on the grid of a Quickhull. */
#ifndef MODULUS_GEOMETRY3_HULL_GRID_H
#define MODULUS_GEOMETRY3_HULL_GRID_H

#include "geometry3/quickhull.h"

/** The difference of two points, exact. */
static inline struct grid_point grid_sub(struct grid_point a, struct grid_point b)
{
    return (struct grid_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

struct grid_cross {
    int64_t x, y, z;
};

static inline struct grid_cross grid_cross(struct grid_point a, struct grid_point b)
{
    return (struct grid_cross){(int64_t)a.y * b.z - (int64_t)a.z * b.y, (int64_t)a.z * b.x - (int64_t)a.x * b.z,
                               (int64_t)a.x * b.y - (int64_t)a.y * b.x};
}

static inline struct dvec grid_to_space(const struct quickhull *q, struct grid_point a)
{
    return (struct dvec){a.x * q->quantum.x, a.y * q->quantum.y, a.z * q->quantum.z};
}

static inline struct grid_point grid_of_vertex(const struct quickhull *q, int32_t vertex)
{
    return q->grid[q->vertex[vertex]];
}

/** True if a point is above the plane of three vertices, which are counter-clockwise seen from above. Exact. */
static inline bool is_above(const struct quickhull *q, const int32_t vertex[3], int32_t point)
{
    const struct grid_point a = grid_of_vertex(q, vertex[0]);
    const struct grid_cross normal =
        grid_cross(grid_sub(grid_of_vertex(q, vertex[1]), a), grid_sub(grid_of_vertex(q, vertex[2]), a));
    const struct grid_point p = grid_sub(q->grid[point], a);
    return normal.x * p.x + normal.y * p.y + normal.z * p.z > 0;
}

/** Returns how far a point is above the plane of a triangle, m. */
static inline double height_above(const struct quickhull *q, const struct hull_triangle *triangle, int32_t point)
{
    const struct grid_point offset = grid_sub(q->grid[point], grid_of_vertex(q, triangle->vertex[0]));
    return dvec_dot(triangle->normal, grid_to_space(q, offset));
}

/** The order of points at the same distance. The first of them in any fixed linear order is a vertex of the hull, and not
 *  inside a face or an edge. */
static inline bool comes_before(struct grid_point a, struct grid_point b)
{
    return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z)));
}

/** The farthest point that a search has seen. */
struct farthest {
    int32_t point;
    double distance;
};

/** Replaces the farthest point by one that is farther, or as far and earlier in the order. */
static inline void consider(const struct quickhull *q, struct farthest *best, int32_t point, double distance)
{
    if (best->point == QUICKHULL_NONE || distance > best->distance ||
        (distance == best->distance && comes_before(q->grid[point], q->grid[best->point]))) {
        *best = (struct farthest){point, distance};
    }
}

#endif
