/* The inside of a hull: a convex polyhedron as half-edges. */
#ifndef MODULUS_GEOMETRY3_HULL_H
#define MODULUS_GEOMETRY3_HULL_H

#include <modulus/geometry3.h>

#include "geometry3/retain.h"

/** Maxima that follow from MD3_MAX_VERTICES by Euler's formula: V - E + F = 2, and at least three edges per face. */
#define MD3_MAX_HALF_EDGES (2 * (3 * MD3_MAX_VERTICES - 6))
#define MD3_MAX_FACES (2 * MD3_MAX_VERTICES - 4)

/** The points x with normal . x = offset. */
struct plane3 {
    md3_vec normal;
    md_real offset;
};

/** A directed edge along the boundary of its face, counter-clockwise seen from outside. An edge and its twin are
 *  neighbours: 2 k and 2 k + 1. */
struct half_edge {
    uint8_t origin; /**< the vertex where it starts */
    uint8_t face;   /**< on its left */
    int16_t next;   /**< along the face */
};

/** The other half-edge of the same edge. */
static inline int32_t half_edge_twin(int32_t edge)
{
    return edge ^ 1;
}

struct md3_hull {
    md_allocator allocator;
    struct references references;
    size_t bytes; /**< of this struct and its arrays but `inner`, which are one allocation */
    int32_t vertex_count, half_edge_count, face_count;
    md3_vec *vertex;
    struct half_edge *half_edge;
    int16_t *face_edge;       /**< a half-edge of each face */
    int16_t *vertex_edge;     /**< a half-edge that starts at each vertex */
    struct plane3 *plane;     /**< of each face, with an outward unit normal */
    md3_vec centroid;         /**< of the volume */
    md_real volume;           /**< m^3 */
    md3_mat inertia;          /**< about the centroid for density 1, kg m^2 */
    md_real surface_area;     /**< m^2 */
    md_real inscribed_radius; /**< of the largest ball around the centroid, m */
    md_real max_extent;       /**< largest distance of a vertex from the centroid, m */
    md3_box bounds;
    md3_vec *inner; /**< vertices of the inner core (core.h), in an allocation of their own */
    int32_t inner_count;
};

#endif
