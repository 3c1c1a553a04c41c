/* Convex hulls of points: Quickhull (Barber, Dobkin and Huhdanpaa 1996) on a grid of whole numbers.
 *
 * The points are rounded to a grid whose spacing is the extent of the points along each axis, divided by 2^20. On whole
 * numbers of this size the side of a plane on which a point lies is computed exactly, in 64 bits. The hull of triangles is
 * therefore convex and closed whatever the input: nearly coplanar points, duplicates and slivers need no special cases.
 * Tolerances decide only which points are worth adding, never what the hull looks like.
 *
 *     hull_create.c     checks the points, and calls the others in turn
 *     hull_start.c      the grid and the first tetrahedron
 *     quickhull.c       the hull of triangles
 *     hull_polygons.c   joins triangles that lie in a plane within the tolerance to polygons
 *     hull_assemble.c   half-edges and planes of the result, and a check that it is convex
 *     hull_mass.c       volume, centroid and inertia
 */
#ifndef MODULUS_GEOMETRY3_QUICKHULL_H
#define MODULUS_GEOMETRY3_QUICKHULL_H

#include <modulus/geometry3.h>

#include "geometry3/dvec.h"
#include "geometry3/hull.h"

/** Maximum number of points that become vertices while a hull grows. More than the maximum of the result, because some of
 *  them end up inside a face or an edge. */
#define QUICKHULL_MAX_VERTICES (4 * MD3_MAX_VERTICES)
#define QUICKHULL_MAX_TRIANGLES (2 * QUICKHULL_MAX_VERTICES)
/** No point, triangle or vertex. */
#define QUICKHULL_NONE (-1)

/** A point on the grid; |x|, |y|, |z| <= 2^19. */
struct grid_point {
    int32_t x, y, z;
};

/** A triangle of the hull, counter-clockwise seen from outside. */
struct hull_triangle {
    struct dvec normal;   /**< outward, unit */
    double area;          /**< m^2 */
    double tolerance;     /**< points above it by less than this count as on it, m */
    int32_t vertex[3];    /**< in quickhull.vertex */
    int32_t neighbour[3]; /**< across the edge from vertex k to vertex k + 1 */
    int32_t outside;      /**< first of the points above it that wait, or QUICKHULL_NONE */
    bool exists;
    bool visible; /**< from the point that is being added */
};

struct quickhull {
    const md3_vec *points;
    int32_t count;
    struct dvec center;                       /**< of the bounding box, m */
    struct dvec quantum;                      /**< spacing of the grid along each axis, m */
    double tolerance;                         /**< smallest significant deviation, m */
    struct grid_point *grid;                  /**< of each point */
    int32_t *next;                            /**< of each point, in the list of a triangle */
    bool *ignored;                            /**< for each point: it never becomes a vertex (again) */
    int32_t vertex_count;                     /**< points that became vertices; some may be inside by now */
    int32_t triangle_count;                   /**< triangles, including those that no longer exist */
    int32_t horizon_count;                    /**< of the point that is being added */
    int32_t last;                             /**< the triangle whose waiting points are next */
    int32_t vertex[QUICKHULL_MAX_VERTICES];   /**< point of each vertex */
    int32_t start[QUICKHULL_MAX_VERTICES];    /**< new triangle on the horizon edge that starts at each vertex */
    int32_t horizon[QUICKHULL_MAX_TRIANGLES]; /**< edges: 3 triangle + k, of the triangle that is not visible */
    int32_t stack[QUICKHULL_MAX_TRIANGLES];
    struct hull_triangle triangle[QUICKHULL_MAX_TRIANGLES];
};

/** Returns a point relative to the centre of the bounding box, m. */
static inline struct dvec quickhull_point(const struct quickhull *q, int32_t vertex)
{
    return dvec_sub(dvec_of(q->points[q->vertex[vertex]]), q->center);
}

/** Computes the grid, and makes a tetrahedron of four points that are far apart the first four vertices; the last one is
 *  below the others. Refuses points that are not in space. */
md_status md3_quickhull_start(struct quickhull *q, md_error *error);

/** Computes the hull of triangles of all points that are not ignored. Refuses points that are not in space, and more than
 *  QUICKHULL_MAX_VERTICES vertices. `q` has points, count, grid, next and ignored; the rest is computed. */
md_status md3_quickhull(struct quickhull *q, md_error *error);

/** A polyhedron as polygons. */
struct polygons {
    double tolerance; /**< corners are on the plane of a face within this, m */
    int32_t vertex_count, face_count;
    int32_t point[MD3_MAX_VERTICES];    /**< index of each vertex among the points */
    int16_t first[MD3_MAX_FACES + 1];   /**< first corner of each face; the last one is the number of corners */
    uint8_t corner[MD3_MAX_HALF_EDGES]; /**< vertices, counter-clockwise seen from outside, face by face */
};

/** Joins the triangles of a hull to polygons. Returns false if a polygon or the angle between two is not convex: the vertex
 *  `*flattest` is then in one plane with its neighbours within the tolerance and has to be left out. It is QUICKHULL_NONE if all points are in one
 *  plane. If there are too many vertices, returns true and the number of vertices only. */
bool md3_hull_polygons(const struct quickhull *q, struct polygons *polygons, int32_t *flattest);

/** Creates a hull from polygons whose vertices are given by index. Verifies that it is closed and convex. */
md_status md3_hull_assemble(const md_allocator *allocator, const md3_vec *points, const struct polygons *polygons,
                            md3_hull **hull, md_error *error);

/** Describes the faces of a hull, to be assembled again with its vertices as points. The tolerance is 0. The assembled hull has
 *  the same bits. */
void md3_hull_get_polygons(struct polygons *polygons, const md3_hull *hull);

/** Computes volume, centroid, inertia, surface area, inscribed radius and extent from the polygons of a hull. */
void md3_hull_set_mass(md3_hull *hull);

/** Finds the vertices of the inner core (core.h). Fails only for lack of memory. */
md_status md3_hull_set_inner(md3_hull *hull);

#endif
