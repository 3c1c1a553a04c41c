/* What the manifold of two hulls and that of a chain and a hull share.
 *
 * Both work in the frame of the first shape, on the cores: the points without their radii. They settle on a
 * direction by separating axes, refine it where two corners are nearest, and then read the points off the two edges
 * that face each other. The radii enter only at the end, as an offset along the direction, and then the world.
 */
#ifndef MODULUS_GEOMETRY2_MANIFOLD_H
#define MODULUS_GEOMETRY2_MANIFOLD_H

#include "geometry2/edges.h"
#include "geometry2/vec.h"

/** What is taken for equal, m: above the rounding of numbers of the size of a shape, far below what is seen. */
#define TIE_TOLERANCE (MD2_LINEAR_SLOP / 1000)

/** Cosine of the angle (2 degrees) up to which an edge counts as lying flat on another. */
#define FLAT_COSINE ((md_real)0.9994)

/** What points of two cores need to become points of a manifold. */
struct contact_frame {
    md_real radius_a, radius_b;
    md_real margin;          /* m, how far apart the surfaces may be */
    md2_transform transform; /* of the first, in the world */
};

/** Two corners that are nearest of all points of two edges. */
struct corner_pair {
    md2_vec normal; /* unit, from a to b */
    int32_t a, b;   /* which ends of the edges */
    bool found;
};

/** The points of a hull in another frame. In place, and only as many as there are: a copy of the whole is 290 bytes. */
static inline void hull_points_to_frame(md2_hull *moved, const md2_hull *hull, md2_transform at)
{
    int32_t i = 0;
    do { /* there is at least one */
        moved->point[i] = transform_point(at, hull->point[i]);
    } while (++i < hull->count);
    moved->radius = hull->radius;
    moved->count = hull->count;
}

static inline void hull_normals_to_frame(md2_hull *moved, const md2_hull *hull, md2_transform at)
{
    for (int32_t i = 0; i < hull->count; ++i) {
        moved->normal[i] = rot_apply(at.q, hull->normal[i]);
    }
}

/** All of it. */
static inline void hull_to_frame(md2_hull *moved, const md2_hull *hull, md2_transform at)
{
    hull_points_to_frame(moved, hull, at);
    hull_normals_to_frame(moved, hull, at);
    moved->centroid = transform_point(at, hull->centroid);
}

/** How far the core of a hull is beyond the line through a point, along a unit normal, m. */
static inline md_real hull_beyond(const md2_hull *hull, md2_vec point, md2_vec normal)
{
    md_real least = vec_dot(vec_sub(hull->point[0], point), normal);
    for (int32_t i = 1; i < hull->count; ++i) {
        least = md_min(least, vec_dot(vec_sub(hull->point[i], point), normal));
    }
    return least;
}

/** The edge that faces most in a direction. */
static inline int32_t hull_edge_facing(const md2_hull *hull, md2_vec direction)
{
    int32_t best = 0;
    md_real most = vec_dot(hull->normal[0], direction);
    for (int32_t i = 1; i < hull->count; ++i) {
        const md_real along = vec_dot(hull->normal[i], direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

/** Features for ids. An id has that of a in its upper byte and that of b in its lower. */
static inline uint32_t feature_corner(int32_t corner)
{
    return (uint32_t)corner;
}

static inline uint32_t feature_edge(int32_t edge)
{
    return 16u + (uint32_t)edge;
}

static inline uint32_t feature_id(uint32_t of_a, uint32_t of_b)
{
    return of_a << 8 | of_b;
}

/** The ends of two edges that are nearest, unless a point within an edge is nearer or they are as good as one. */
struct corner_pair md2_nearest_corners(const struct edge *a, const struct edge *b);

/* The functions below fill in a manifold, in place: copies of it would cost more than some of what they do. What a manifold of fewer points
 * does not have they leave alone. */

/** A point of a core against one of the other: one point, or none beyond the margin. */
void md2_manifold_of_points(md2_manifold *manifold, const struct contact_frame *frame, md2_vec on_a, md2_vec on_b,
                            md2_vec normal, uint32_t id);

/** Edge against edge: the two ends of what they have in common across the normal, or the deeper one where that is one
 *  point; none where they have nothing in common. */
void md2_manifold_of_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                           const struct edge *b, md2_vec normal);

/** Corner against corner, with the far end of the common stretch of their edges where these lie flat on each other. */
void md2_manifold_of_corners(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                             const struct edge *b, struct corner_pair corners);

/* ---- Circles ---------------------------------------------------------------------------------------------------- */

/** Two circles, the first about `center`, the second `between` away from there. Leaves alone what a manifold of one point does not have. */
static inline void circles_collide(md2_manifold *manifold, md2_vec center, md2_vec between, md_real radius_a,
                                   md_real radius_b, md_real margin)
{
    const md_real reach = margin + radius_a + radius_b;
    const md_real distance2 = vec_dot(between, between);
    manifold->count = 0;
    if (distance2 > reach * reach) {
        return;
    }
    const md_real distance = md_sqrt(distance2);
    /* concentric: any direction will do */
    const md2_vec normal = distance > TIE_TOLERANCE ? vec_scale(1 / distance, between) : vec(0, 1);
    manifold->normal = normal;
    manifold->point[0].point = vec_add_scaled(center, (md_real)0.5 * (distance + radius_a - radius_b), normal);
    manifold->point[0].separation = distance - radius_a - radius_b;
    manifold->point[0].id = feature_id(feature_corner(0), feature_corner(0));
    manifold->count = 1;
}

/** A hull of two points or more as a, a circle as b, whose center is given in the frame of a. */
void md2_circle_on_hull(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a, md2_vec center);

/* ---- Hulls ------------------------------------------------------------------------------------------------------ */

/** What is remembered of two hulls from one time to the next, that they are found to touch faster: nothing that is found depends on it.
 *  All zeros: nothing. */
struct feature_cache {
    float p[2], q[2]; /* place and rotation of b in the frame of a at that time */
    float reach2;     /* m^2, how far points are from the origins; a rotation moves them by that much */
    float limit2;     /* m^2, half the square of what the furthest may move by before other edges can be the best */
    int8_t edge_a, edge_b;     /* of each the edge that keeps the other furthest away */
    int8_t facing_a, facing_b; /* of each the edge that faces that of the other */
    bool is_set;
    bool is_mutual; /* the best of a faces that of b, and the reverse */
};

/** As md2_hull_collide, in place; `spread` is how far points of both hulls are from their origins, added up, m. */
void md2_hulls_collide(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                       md2_transform at_b, md_real margin, md_real spread, struct feature_cache *memory);

#endif
