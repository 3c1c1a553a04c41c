/* Hulls that touch as they did before, inline: what most contacts of a pile come to in every step. */
#ifndef MODULUS_GEOMETRY2_MANIFOLD_REUSE_H
#define MODULUS_GEOMETRY2_MANIFOLD_REUSE_H

#include "geometry2/clip_edges.h"

/** As transform_between. */
struct between {
    two_reals p, q;
};

static inline struct between between_of(md2_transform a, md2_transform b)
{
    const struct turn back = turn_by((md2_rot){a.q.c, -a.q.s});
    const md2_vec rotation = {b.q.c, b.q.s};
    return (struct between){turn_apply(back, two_of(&b.p) - two_of(&a.p)), turn_apply(back, two_of(&rotation))};
}

/** Whether the edges of before are still the best, whatever has moved since. */
static inline bool still_hold(const struct feature_cache *memory, struct between between)
{
    const two_reals moved = between.p - (two_reals){memory->p[0], memory->p[1]};
    const two_reals turned = between.q - (two_reals){memory->q[0], memory->q[1]};
    const two_reals away2 = moved * moved + memory->reach2 * (turned * turned);
    return away2[0] + away2[1] < memory->limit2;
}

/** How far the cores are apart along the best edge of a: no corner of b is nearer to it than those of the edge that faces it. And the
 *  reverse. */
static inline md_real beyond_a(const struct edge *best_a, const struct edge *facing_b)
{
    return edge_beyond(facing_b, best_a->end[0], best_a->normal);
}

static inline md_real beyond_b(const struct edge *best_b, const struct edge *facing_a)
{
    return edge_beyond(facing_a, best_b->end[1], best_b->normal);
}

/** Whether a gives the direction. Edges that lie flat tie but for rounding: then a does, in this step as in the next. */
static inline bool is_by_a(const md_real separation[2])
{
    return separation[1] <= separation[0] + TIE_TOLERANCE;
}

/** The points of two edges that face each other, one of which is the best of all, whatever they have in common; `separation` is of the cores
 *  along the best edge of a, and along that of b. */
void md2_manifold_of_facing_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                                  const struct edge *b, const md_real separation[2]);

/** The manifold of two hulls by edges that are remembered. False: they no longer hold, or do not face each other. */
MD_INLINE bool hulls_collide_cached(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                                    md2_transform at_b, md_real margin, const struct feature_cache *memory)
{
    if (!memory->is_mutual) {
        return false;
    }
    const struct between between = between_of(at_a, at_b);
    if (!still_hold(memory, between)) {
        return false;
    }
    const struct turn turn = turn_by((md2_rot){between.q[0], between.q[1]});
    const struct edge edge_a = edge_of_a(a, memory->edge_a);
    const struct edge edge_b = edge_to_frame(edge_of_b(b, memory->edge_b), between.p, turn);
    const struct contact_frame frame = {a->radius, b->radius, margin, at_a};
    const md_real separation[2] = {beyond_a(&edge_a, &edge_b), beyond_b(&edge_b, &edge_a)};
    const md_real most = md_max(separation[0], separation[1]);
    manifold->count = 0;
    if (most > margin + a->radius + b->radius) {
        return true;
    }
    const two_reals normal = is_by_a(separation) ? edge_a.normal : -edge_b.normal;
    const struct laid_edges laid = edges_lay(&edge_a, &edge_b, normal);
    if (most <= -TIE_TOLERANCE && laid_width(&laid) > TIE_TOLERANCE) {
        touch_stretch(manifold, &frame, &laid, normal);
    }
    if (manifold->count == 0) {
        /* Of copies: what is given away must be in memory, and the others need not be. */
        const struct edge copy_a = edge_a, copy_b = edge_b;
        const struct contact_frame copy = frame;
        md2_manifold_of_facing_edges(manifold, &copy, &copy_a, &copy_b, separation);
    }
    return true;
}

#endif
