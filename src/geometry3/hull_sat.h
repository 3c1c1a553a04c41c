/* The separating axis test of two hulls.
 *
 * For convex bodies A and B let s(n) = min over B of b.n - max over A of a.n, the separation along a unit direction n.
 * If they overlap, the largest s over all directions is minus the penetration, and it is attained at the normal of a
 * face of the Minkowski difference: the normal of a face of A, minus that of a face of B, or the cross product of an
 * edge of each. Two edges make a face of the Minkowski difference only if their arcs on the Gauss map cross: the arc
 * of an edge goes from one normal of its two faces to the other.
 *
 * A flat hull, a triangle with two faces, is a hull here too.
 */
#ifndef MODULUS_GEOMETRY3_HULL_SAT_H
#define MODULUS_GEOMETRY3_HULL_SAT_H

#include "geometry3/hull.h"
#include "geometry3/vec3.h"

/** Two hulls in the frame of the first. */
struct hull_pair {
    const md3_hull *a, *b;
    md3_mat q; /* rotation of b */
    md3_vec p; /* position of b */
};

struct face_axis {
    md_real separation; /* along the outward normal of the face, m */
    md_real second;     /* no other face has a larger one */
    int32_t face;
    int32_t vertex; /* of the other hull, the deepest */
};

struct edge_axis {
    md_real separation; /* -infinity if no two edges make a face of the Minkowski difference */
    md3_vec normal;     /* unit, from a to b, in the frame of a */
    int32_t edge_a, edge_b;
};

/** Returns the separation along the normal of one face. `second` is not computed. */
struct face_axis md3_face_separation_a(const struct hull_pair *pair, int32_t face);
struct face_axis md3_face_separation_b(const struct hull_pair *pair, int32_t face);

/** Finds the face of a, or of b, with the largest separation; the first one if several have it. */
struct face_axis md3_best_face_a(const struct hull_pair *pair);
struct face_axis md3_best_face_b(const struct hull_pair *pair);

/** Finds the pair of edges with the largest separation, among those that may be above `min_separation`, the separation
 *  of the best face. */
struct edge_axis md3_best_edges(const struct hull_pair *pair, md_real min_separation);

#endif
