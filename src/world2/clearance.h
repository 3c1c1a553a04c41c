/* Pairs of shapes that are too far apart to have contact points: while they have moved by less than their distance, they still
 * have none, and neither their hulls nor their edges are read.
 *
 * Inline, because most pairs of moving bodies take this path in every step.
 */
#ifndef MODULUS_WORLD2_CLEARANCE_H
#define MODULUS_WORLD2_CLEARANCE_H

#include "geometry2/manifold_reuse.h"
#include "world2/world.h"

/* Relative error that covers the rounding of the stored floats and of distances. */
#define CLEARANCE_ROUNDING ((md_real)4e-6)

/** Notes that two shapes at the present positions are at least a distance apart, m. */
static inline void clearance_set(struct clearance *clearance, const struct body *a, const struct body *b,
                                 md_real distance)
{
    const struct relative_pose pose = relative_pose_of(body_transform(a), body_transform(b));
    const md_real size = md_abs(pose.p[0]) + md_abs(pose.p[1]) + a->max_extent + b->max_extent;
    *clearance = (struct clearance){.p = {(float)pose.p[0], (float)pose.p[1]},
                                    .q = {(float)pose.q[0], (float)pose.q[1]},
                                    .distance = (float)(distance - TIE_TOLERANCE - CLEARANCE_ROUNDING * size)};
}

/** A lower bound of the distance of the shapes at the present positions, m; 0 or less: none is known. */
MD_INLINE md_real clearance_left(const struct clearance *clearance, const struct body *a, const struct body *b)
{
    /* At least the distance of the furthest point of the second body from its origin. */
    const md_real extent = b->max_extent + md_abs(b->center.x - b->origin.x) + md_abs(b->center.y - b->origin.y);
    const struct relative_pose pose = relative_pose_of(body_transform(a), body_transform(b));
    const two_reals moved = pose.p - (two_reals){clearance->p[0], clearance->p[1]};
    const two_reals turned = pose.q - (two_reals){clearance->q[0], clearance->q[1]};
    const two_reals squares = moved * moved + extent * extent * (turned * turned);
    return clearance->distance - md_sqrt(2 * (squares[0] + squares[1]));
}

#endif
