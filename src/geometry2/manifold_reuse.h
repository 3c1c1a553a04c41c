/* Manifolds of hulls from cached features. Inline, because most contacts of a pile take this path in every step. */
#ifndef MODULUS_GEOMETRY2_MANIFOLD_REUSE_H
#define MODULUS_GEOMETRY2_MANIFOLD_REUSE_H

#include "geometry2/clip_edges.h"

/** The transform of b in the frame of a, as transform_between computes it. */
struct relative_pose {
    two_reals p, q;
};

static inline struct relative_pose relative_pose_of(md2_transform a, md2_transform b)
{
    const struct two_rot inverse = two_rot_of((md2_rot){a.q.c, -a.q.s});
    const md2_vec rotation = {b.q.c, b.q.s};
    return (struct relative_pose){two_rotate(inverse, two_of(&b.p) - two_of(&a.p)),
                                  two_rotate(inverse, two_of(&rotation))};
}

/** True if the cached edges are provably still the best, by how far b has moved in the frame of a. */
static inline bool features_are_valid(const struct feature_cache *cache, struct relative_pose pose)
{
    const two_reals moved = pose.p - (two_reals){cache->p[0], cache->p[1]};
    const two_reals turned = pose.q - (two_reals){cache->q[0], cache->q[1]};
    const two_reals squares = moved * moved + cache->extent_squared * (turned * turned);
    return squares[0] + squares[1] < cache->limit_squared;
}

/** Returns the separation of the cores along the normal of the best edge of a, m. No corner of b is closer to that edge
 *  than the ends of the edge that faces it. separation_by_b is the reverse. */
static inline md_real separation_by_a(const struct edge *best_a, const struct edge *facing_b)
{
    return edge_separation(facing_b, best_a->end[0], best_a->normal);
}

static inline md_real separation_by_b(const struct edge *best_b, const struct edge *facing_a)
{
    return edge_separation(facing_a, best_b->end[1], best_b->normal);
}

/** True if the normal is that of a's edge. Edges that lie flat on each other tie up to rounding; then it is a's, in
 *  this step as in the next. */
static inline bool normal_is_of_a(const md_real separation[2])
{
    return separation[1] <= separation[0] + TIE_TOLERANCE;
}

/** Notes how far apart two hulls without points are at least, by the distance of their cores, m. */
static inline void set_clearance(md2_manifold *manifold, const struct contact_frame *frame, md_real distance)
{
    manifold->point[0].separation = distance - frame->radius_a - frame->radius_b;
}

/** Writes the manifold of two edges that face each other, one of which has the largest separation. `separation` is that
 *  of the cores along the best edge of a, and along that of b. */
void md2_manifold_of_facing_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                                  const struct edge *b, const md_real separation[2]);

/** Computes the manifold of two hulls from cached edges. Returns false if these may no longer be the best, or do not
 *  face each other. */
MD_INLINE bool hulls_collide_cached(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                                    md2_transform at_b, md_real margin, const struct feature_cache *cache)
{
    if (!cache->is_mutual) {
        return false;
    }
    const struct relative_pose pose = relative_pose_of(at_a, at_b);
    if (!features_are_valid(cache, pose)) {
        return false;
    }
    const struct two_rot q = two_rot_of((md2_rot){pose.q[0], pose.q[1]});
    const struct edge edge_a = edge_of_a(a, cache->edge_a);
    const struct edge edge_b = edge_to_frame(edge_of_b(b, cache->edge_b), pose.p, q);
    const struct contact_frame frame = {a->radius, b->radius, margin, at_a};
    const md_real separation[2] = {separation_by_a(&edge_a, &edge_b), separation_by_b(&edge_b, &edge_a)};
    const md_real max_separation = md_max(separation[0], separation[1]);
    manifold->count = 0;
    if (max_separation > margin + a->radius + b->radius) {
        set_clearance(manifold, &frame, max_separation);
        return true;
    }
    const two_reals normal = normal_is_of_a(separation) ? edge_a.normal : -edge_b.normal;
    const struct edge_projection edges = project_edges(&edge_a, &edge_b, normal);
    if (max_separation <= -TIE_TOLERANCE && overlap_length(&edges) > TIE_TOLERANCE) {
        manifold_of_overlap(manifold, &frame, &edges, normal);
    }
    if (manifold->count == 0) {
        /* Pass copies: arguments by address must be in memory, but the originals can stay in registers. */
        const struct edge copy_a = edge_a, copy_b = edge_b;
        const struct contact_frame copy = frame;
        md2_manifold_of_facing_edges(manifold, &copy, &copy_a, &copy_b, separation);
    }
    return true;
}

#endif
