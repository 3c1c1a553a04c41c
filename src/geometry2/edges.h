/* Two edges that face each other, of two hulls in the frame of the first.
 *
 * Points are lanes of two numbers here, x and y: most of what is done to one is done to the other. Contraction is off, and the order of
 * operations is that of vec.h: the bits are the same, on every machine.
 */
#ifndef MODULUS_GEOMETRY2_EDGES_H
#define MODULUS_GEOMETRY2_EDGES_H

#include <string.h>

#include "geometry2/vec.h"

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

/** vec_dot of u and of v with a direction. */
static inline two_reals two_dots(two_reals u, two_reals v, two_reals direction)
{
    const two_reals of_u = u * direction, of_v = v * direction;
    return (two_reals){of_u[0], of_v[0]} + (two_reals){of_u[1], of_v[1]};
}

/** A rotation that is applied to several vectors. */
struct turn {
    two_reals c, s; /* c and c, -s and s */
};

static inline struct turn turn_by(md2_rot q)
{
    return (struct turn){{q.c, q.c}, {-q.s, q.s}};
}

static inline two_reals turn_apply(struct turn turn, two_reals v)
{
    return turn.c * v + turn.s * (two_reals){v[1], v[0]};
}

/* ---- Edges ---------------------------------------------------------------------------------------------------------- */

/** The ends in their order along the line to the left of the direction from a to b. Counter-clockwise, an edge of a runs along this line;
 *  one of b, which faces it, against it. */
struct edge {
    two_reals end[2];
    two_reals normal;  /* outward */
    int32_t corner[2]; /* of the hull, that the ends are */
    int32_t index;     /* of the edge in the hull */
};

static inline int32_t corner_after(const md2_hull *hull, int32_t corner)
{
    return corner + 1 < hull->count ? corner + 1 : 0;
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

/** As hull_to_frame. */
static inline struct edge edge_to_frame(struct edge edge, two_reals place, struct turn turn)
{
    edge.end[0] = place + turn_apply(turn, edge.end[0]);
    edge.end[1] = place + turn_apply(turn, edge.end[1]);
    edge.normal = turn_apply(turn, edge.normal);
    return edge;
}

/** How far the ends are from a point along a direction, m. */
static inline two_reals edge_along(const struct edge *edge, two_reals from, two_reals direction)
{
    return two_dots(edge->end[0] - from, edge->end[1] - from, direction);
}

/** How far both ends are beyond the line through a point, m. */
static inline md_real edge_beyond(const struct edge *edge, two_reals point, two_reals normal)
{
    const two_reals beyond = edge_along(edge, point, normal);
    return md_min(beyond[0], beyond[1]);
}

#endif
