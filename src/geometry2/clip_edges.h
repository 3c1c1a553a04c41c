/* Clipping of two edges that face each other. Inline, because it is the last stage of most hull contacts. */
#ifndef MODULUS_GEOMETRY2_CLIP_EDGES_H
#define MODULUS_GEOMETRY2_CLIP_EDGES_H

#include "geometry2/manifold.h"

/** Corners this close to being opposite each other, m, as in a stack of equal boxes, are identified by the corner of b,
 *  whichever is the inner one. This keeps the id from flickering. */
#define ALIGNED_TOLERANCE MD2_LINEAR_SLOP

/** Two edges projected on the tangent, with the first end of a as the origin. */
struct edge_projection {
    const struct edge *a, *b;
    two_reals at_a, at_b; /* coordinates of their ends, m */
};

static inline struct edge_projection project_edges(const struct edge *a, const struct edge *b, two_reals normal)
{
    const two_reals origin = a->end[0], tangent = two_left(normal);
    const two_reals length = (a->end[1] - origin) * tangent;
    return (struct edge_projection){a, b, {0, length[0] + length[1]}, edge_project(b, origin, tangent)};
}

/** Returns the length of the overlap, m; negative if there is none. */
static inline md_real overlap_length(const struct edge_projection *edges)
{
    return md_min(edges->at_a[1], edges->at_b[1]) - md_max(edges->at_a[0], edges->at_b[0]);
}

/** Returns by how much end k of b is inside a along the tangent, m. At either end of the overlap, the inner one of two
 *  corners is opposite the other edge. */
static inline md_real inset_of_b(const struct edge_projection *edges, int32_t k)
{
    return k == 0 ? edges->at_b[0] - edges->at_a[0] : edges->at_a[1] - edges->at_b[1];
}

/** Returns the id of an end of the overlap: that pair of corner and edge. */
static inline uint32_t overlap_end_id(const struct edge_projection *edges, int32_t k)
{
    return inset_of_b(edges, k) >= -ALIGNED_TOLERANCE
               ? feature_id(feature_edge(edges->a->index), feature_corner(edges->b->corner[k]))
               : feature_id(feature_corner(edges->a->corner[k]), feature_edge(edges->b->index));
}

/** Points of the two cores opposite each other. */
struct point_pair {
    two_reals on_a, on_b;
};

/** Returns the point of an edge at the tangent coordinate x. The ends, at at[0] and at[1], must differ. */
static inline two_reals point_on_edge(const struct edge *edge, two_reals at, md_real x)
{
    const md_real t = (x - at[0]) / (at[1] - at[0]);
    return (1 - t) * edge->end[0] + t * edge->end[1];
}

/** Returns the points of both cores at end k of the overlap. */
static inline struct point_pair overlap_end(const struct edge_projection *edges, int32_t k)
{
    if (inset_of_b(edges, k) >= 0) {
        return (struct point_pair){point_on_edge(edges->a, edges->at_a, edges->at_b[k]), edges->b->end[k]};
    }
    return (struct point_pair){edges->a->end[k], point_on_edge(edges->b, edges->at_b, edges->at_a[k])};
}

/** Returns the point midway between the surfaces, in the world. */
static inline md2_vec contact_position(struct point_pair pair, two_reals offset, two_reals p, struct two_rot q)
{
    const two_reals half = {(md_real)0.5, (md_real)0.5};
    return two_to_vec(p + two_rotate(q, half * (pair.on_a + pair.on_b) + offset));
}

/** Writes a manifold of both ends of the overlap, which must have a length, as far as they are within the margin. */
static inline void manifold_of_overlap(md2_manifold *manifold, const struct contact_frame *frame,
                                       const struct edge_projection *edges, two_reals normal)
{
    const struct point_pair lower = overlap_end(edges, 0), upper = overlap_end(edges, 1);
    const two_reals apart = two_dots(lower.on_b - lower.on_a, upper.on_b - upper.on_a, normal);
    const two_reals separation = apart - frame->radius_a - frame->radius_b;
    const two_reals offset = (md_real)0.5 * (frame->radius_a - frame->radius_b) * normal;
    const two_reals p = two_of(&frame->transform.p);
    const struct two_rot q = two_rot_of(frame->transform.q);
    md2_manifold_point *point = manifold->point;
    if (separation[0] <= frame->margin) {
        point->point = contact_position(lower, offset, p, q);
        point->separation = separation[0];
        point->id = overlap_end_id(edges, 0);
        ++point;
    }
    if (separation[1] <= frame->margin) {
        point->point = contact_position(upper, offset, p, q);
        point->separation = separation[1];
        point->id = overlap_end_id(edges, 1);
        ++point;
    }
    manifold->normal = two_to_vec(two_rotate(q, normal));
    manifold->count = (int32_t)(point - manifold->point);
}

#endif
