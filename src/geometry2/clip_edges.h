/* The points of two edges that face each other and have a stretch in common, inline: most contacts of hulls come to this in every step. */
#ifndef MODULUS_GEOMETRY2_CLIP_EDGES_H
#define MODULUS_GEOMETRY2_CLIP_EDGES_H

#include "geometry2/manifold.h"

/** Two corners this near to being over each other, m, as in a stack of equal boxes: then the id names that of b,
 *  whichever is the inner one, and so does not flicker. */
#define ALIGNED_TOLERANCE MD2_LINEAR_SLOP

/** Two edges laid along the line across the normal, from the first end of a. */
struct laid_edges {
    const struct edge *a, *b;
    two_reals at_a, at_b; /* places of their ends on the line, m */
};

static inline struct laid_edges edges_lay(const struct edge *a, const struct edge *b, two_reals normal)
{
    const two_reals origin = a->end[0], tangent = two_left(normal);
    const two_reals length = (a->end[1] - origin) * tangent;
    return (struct laid_edges){a, b, {0, length[0] + length[1]}, edge_along(b, origin, tangent)};
}

/** How long the stretch is that they have in common, m; negative where they have none. */
static inline md_real laid_width(const struct laid_edges *laid)
{
    return md_min(laid->at_a[1], laid->at_b[1]) - md_max(laid->at_a[0], laid->at_b[0]);
}

/** How far inside of a end k of b is, along the line. At the end of what they have in common the inner one of two corners is over the other
 *  edge. */
static inline md_real laid_inside(const struct laid_edges *laid, int32_t k)
{
    return k == 0 ? laid->at_b[0] - laid->at_a[0] : laid->at_a[1] - laid->at_b[1];
}

/** That pair is the id. */
static inline uint32_t laid_id(const struct laid_edges *laid, int32_t k)
{
    return laid_inside(laid, k) >= -ALIGNED_TOLERANCE
               ? feature_id(feature_edge(laid->a->index), feature_corner(laid->b->corner[k]))
               : feature_id(feature_corner(laid->a->corner[k]), feature_edge(laid->b->index));
}

/** Two points of the cores over each other. */
struct over {
    two_reals on_a, on_b;
};

/** The point of an edge at a place between its ends, which are apart. */
static inline two_reals point_between(const struct edge *edge, two_reals at, md_real to)
{
    const md_real t = (to - at[0]) / (at[1] - at[0]);
    return (1 - t) * edge->end[0] + t * edge->end[1];
}

static inline struct over stretch_end(const struct laid_edges *laid, int32_t k)
{
    if (laid_inside(laid, k) >= 0) {
        return (struct over){point_between(laid->a, laid->at_a, laid->at_b[k]), laid->b->end[k]};
    }
    return (struct over){laid->a->end[k], point_between(laid->b, laid->at_b, laid->at_a[k])};
}

/** Midway between the surfaces, in the world. */
static inline md2_vec touch_middle(struct over over, two_reals offset, two_reals place, struct turn turn)
{
    const two_reals half = {(md_real)0.5, (md_real)0.5};
    return two_to_vec(place + turn_apply(turn, half * (over.on_a + over.on_b) + offset));
}

/** Both ends of a common stretch; which must be one. */
static inline void touch_stretch(md2_manifold *manifold, const struct contact_frame *frame,
                                 const struct laid_edges *laid, two_reals normal)
{
    const struct over lower = stretch_end(laid, 0), upper = stretch_end(laid, 1);
    const two_reals apart = two_dots(lower.on_b - lower.on_a, upper.on_b - upper.on_a, normal);
    const two_reals separation = apart - frame->radius_a - frame->radius_b;
    const two_reals offset = (md_real)0.5 * (frame->radius_a - frame->radius_b) * normal;
    const two_reals place = two_of(&frame->transform.p);
    const struct turn turn = turn_by(frame->transform.q);
    md2_manifold_point *point = manifold->point;
    if (separation[0] <= frame->margin) {
        point->point = touch_middle(lower, offset, place, turn);
        point->separation = separation[0];
        point->id = laid_id(laid, 0);
        ++point;
    }
    if (separation[1] <= frame->margin) {
        point->point = touch_middle(upper, offset, place, turn);
        point->separation = separation[1];
        point->id = laid_id(laid, 1);
        ++point;
    }
    manifold->normal = two_to_vec(turn_apply(turn, normal));
    manifold->count = (int32_t)(point - manifold->point);
}

#endif
