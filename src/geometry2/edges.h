/* Edges of hulls, as SIMD vectors of two lanes: x and y.
 *
 * Floating-point contraction is off, and the order of operations is that of vec.h, so results are bit-identical to it
 * on every machine.
 */
#ifndef MODULUS_GEOMETRY2_EDGES_H
#define MODULUS_GEOMETRY2_EDGES_H

#include <string.h>

#include "geometry2/hull.h"

typedef md_real two_reals __attribute__((vector_size(2 * sizeof(md_real))));

static inline two_reals two_of(const md2_vec *v)
{
    two_reals two;
    memcpy(&two, v, sizeof two);
    return two;
}

static inline void two_to(md2_vec *to, two_reals v)
{
    memcpy(to, &v, sizeof v);
}

static inline md2_vec two_to_vec(two_reals v)
{
    return vec(v[0], v[1]);
}

static inline two_reals two_left(two_reals v)
{
    return (two_reals){-v[1], v[0]};
}

/** Returns vec_dot of u and of v with a direction. */
static inline two_reals two_dots(two_reals u, two_reals v, two_reals direction)
{
    const two_reals u_terms = u * direction, v_terms = v * direction;
    return (two_reals){u_terms[0], v_terms[0]} + (two_reals){u_terms[1], v_terms[1]};
}

/** A rotation to be applied to several vectors. */
struct two_rot {
    two_reals c, s; /* c and c, -s and s */
};

static inline struct two_rot two_rot_of(md2_rot q)
{
    return (struct two_rot){{q.c, q.c}, {-q.s, q.s}};
}

static inline two_reals two_rotate(struct two_rot q, two_reals v)
{
    return q.c * v + q.s * (two_reals){v[1], v[0]};
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/** An edge of hull a or b. Its ends are ordered along the tangent, which is to the left of the direction from a to b.
 *  An edge of a runs in that order counter-clockwise; an edge of b, which faces it, is reversed. */
struct edge {
    two_reals end[2];
    two_reals normal;  /* outward */
    int32_t corner[2]; /* indices of the ends in the hull */
    int32_t index;     /* of the edge in the hull */
};

static inline int32_t corner_after(const md2_hull *hull, int32_t corner)
{
    return next_index(corner, hull->count);
}

static inline struct edge edge_between(const md2_hull *hull, int32_t index, int32_t from, int32_t to)
{
    return (struct edge){.end = {two_of(&hull->point[from]), two_of(&hull->point[to])},
                         .normal = two_of(&hull->normal[index]),
                         .corner = {from, to},
                         .index = index};
}

static inline struct edge edge_of_a(const md2_hull *a, int32_t index)
{
    return edge_between(a, index, index, corner_after(a, index));
}

static inline struct edge edge_of_b(const md2_hull *b, int32_t index)
{
    return edge_between(b, index, corner_after(b, index), index);
}

/** Transforms an edge to another frame. */
static inline struct edge edge_to_frame(struct edge edge, two_reals p, struct two_rot q)
{
    edge.end[0] = p + two_rotate(q, edge.end[0]);
    edge.end[1] = p + two_rotate(q, edge.end[1]);
    edge.normal = two_rotate(q, edge.normal);
    return edge;
}

/** Returns the coordinates of the ends along a direction, relative to a point, m. */
static inline two_reals edge_project(const struct edge *edge, two_reals from, two_reals direction)
{
    return two_dots(edge->end[0] - from, edge->end[1] - from, direction);
}

/** Returns the separation of an edge from the line through a point: the smaller one of its ends, m. */
static inline md_real edge_separation(const struct edge *edge, two_reals point, two_reals normal)
{
    const two_reals separation = edge_project(edge, point, normal);
    return md_min(separation[0], separation[1]);
}

#endif
