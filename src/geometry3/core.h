/* The convex core of a geometry: the geometry without its rounding radius. A sphere has a point, a capsule a segment, a
 * hull, cylinder or cone its unrounded body, a triangle of a mesh its three corners.
 *
 * Points of a core are stored relative to its centre, so that shapes far from the origin of their body are as accurate
 * as those at it.
 */
#ifndef MODULUS_GEOMETRY3_CORE_H
#define MODULUS_GEOMETRY3_CORE_H

#include <modulus/geometry3.h>

enum core_kind {
    CORE_POINTS, /* one to three points */
    CORE_HULL,
    CORE_VERTICES, /* any number of points, of the inner core of a hull */
    CORE_CYLINDER,
    CORE_CONE
};

struct core {
    enum core_kind kind;
    md3_vec center;        /* in the coordinates of the geometry; the other points are relative to it */
    md3_vec point[3];      /* points; cylinder: the centres of its caps; cone: the centre of its base, and its apex */
    int32_t count;         /* of points */
    md3_vec axis;          /* cylinder, cone: unit, from point[0] to point[1] */
    md_real base_radius;   /* cylinder, cone: m */
    const md3_hull *hull;  /* whose vertices are in the coordinates of the geometry */
    const md3_vec *vertex; /* CORE_VERTICES: `count` of them, in the coordinates of the geometry */
    md_real radius;        /* rounding radius of the geometry, which is not part of the core, m */
    md_real max_extent;    /* distance of the farthest point from the centre, m */
    md_real rounding;      /* error of a support point by the rounding of its coordinates, m */
};

/** Returns the core of a convex geometry; a point with radius 0 for the others. */
struct core md3_core_of(const md3_geometry *geometry);

/** Returns the core of the part of a convex geometry that is deeper below its surface than half its inscribed radius: the
 *  inner core. Continuous collision lets surfaces overlap, but no inner core pass through another geometry. */
struct core md3_inner_core_of(const md3_geometry *geometry);

/** Returns the core of a triangle. Its origin is the first corner: place it at a transform with the position of that
 *  corner. */
struct core md3_core_of_triangle(const md3_vec corner[3]);

/** Returns the point of the core that is farthest along a direction of any length, in the coordinates of the geometry,
 *  relative to the centre. If several are, it is the one with the lowest index; on a cap, the centre of the cap.
 *
 *  `*hint` is a vertex of the hull at which the search starts, and becomes the vertex found. Start with 0. Other cores
 *  do not use it. */
md3_vec md3_core_support(const struct core *core, md3_vec direction, int32_t *hint);

/** Returns the distance of the farthest point of the core from a point in the coordinates of the geometry, m. */
md_real md3_core_max_extent(const struct core *core, md3_vec from);

#endif
