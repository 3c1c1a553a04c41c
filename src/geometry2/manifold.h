/* Contact manifolds: the parts shared by pairs of hulls and by chain segments against hulls.
 *
 * Both work in the frame of the first shape, on the cores: the points without their radii. The separating axis test
 * gives the normal, which is refined if two corners are closest. The contact points come from clipping the two edges
 * that face each other. The radii are added at the end, as an offset along the normal, and the result is transformed to
 * the world.
 */
#ifndef MODULUS_GEOMETRY2_MANIFOLD_H
#define MODULUS_GEOMETRY2_MANIFOLD_H

#include "geometry2/edges.h"
#include "geometry2/vec.h"

/** Distances that differ by less than this are treated as equal, m: above the rounding of numbers of the size of a
 *  shape, far below anything visible. */
#define TIE_TOLERANCE (MD2_LINEAR_SLOP / 1000)

/** Cosine of the largest angle (2 degrees) at which an edge counts as lying flat on another. */
#define FLAT_COSINE ((md_real)0.9994)

/** Radii, margin and frame that turn points of two cores into contact points. */
struct contact_frame {
    md_real radius_a, radius_b;
    md_real margin;          /* largest separation of the surfaces, m */
    md2_transform transform; /* of the first shape, in the world */
};

/** Two corners that are the closest points of two edges. */
struct corner_pair {
    md2_vec normal; /* unit, from a to b */
    int32_t a, b;   /* ends of the edges, 0 or 1 */
    bool found;
};

/** Transforms the points of a hull to another frame. Writes in place and only the points in use: a copy of a whole hull
 *  is 290 bytes. */
static inline void hull_points_to_frame(md2_hull *moved, const md2_hull *hull, md2_transform at)
{
    int32_t i = 0;
    do { /* a hull has at least one point */
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

/** Transforms points, normals and centroid. */
static inline void hull_to_frame(md2_hull *moved, const md2_hull *hull, md2_transform at)
{
    hull_points_to_frame(moved, hull, at);
    hull_normals_to_frame(moved, hull, at);
    moved->centroid = transform_point(at, hull->centroid);
}

/** Returns the separation of the core of a hull from the line through a point, along a unit normal, m. */
static inline md_real hull_separation(const md2_hull *hull, md2_vec point, md2_vec normal)
{
    md_real separation = vec_dot(vec_sub(hull->point[0], point), normal);
    for (int32_t i = 1; i < hull->count; ++i) {
        separation = md_min(separation, vec_dot(vec_sub(hull->point[i], point), normal));
    }
    return separation;
}

/** Returns the edge whose normal is closest to a direction. */
static inline int32_t hull_edge_facing(const md2_hull *hull, md2_vec direction)
{
    int32_t best = 0;
    md_real max_along = vec_dot(hull->normal[0], direction);
    for (int32_t i = 1; i < hull->count; ++i) {
        const md_real along = vec_dot(hull->normal[i], direction);
        if (along > max_along) {
            max_along = along;
            best = i;
        }
    }
    return best;
}

/** Features in ids. An id has the feature of a in its upper byte and that of b in its lower byte. */
static inline uint32_t feature_corner(int32_t corner)
{
    return (uint32_t)corner;
}

static inline uint32_t feature_edge(int32_t edge)
{
    return 16u + (uint32_t)edge;
}

static inline uint32_t feature_id(uint32_t feature_a, uint32_t feature_b)
{
    return feature_a << 8 | feature_b;
}

/** Finds the closest points of two edges. `found` if they are corners of both and more than TIE_TOLERANCE apart. */
struct corner_pair md2_closest_corners(const struct edge *a, const struct edge *b);

/* The functions below write a manifold in place, because a copy would cost more than some of them do. They leave the
 * unused fields of a manifold of fewer points unchanged, but for those of a manifold without points: md2_hulls_collide. */

/** A point of one core against a point of the other. Gives one point, or none beyond the margin. */
void md2_manifold_of_points(md2_manifold *manifold, const struct contact_frame *frame, md2_vec on_a, md2_vec on_b,
                            md2_vec normal, uint32_t id);

/** Edge against edge. Gives the two ends of their overlap along the tangent, the deeper end if the overlap is a point,
 *  or nothing if they do not overlap. */
void md2_manifold_of_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                           const struct edge *b, md2_vec normal);

/** Corner against corner. Gives one point, or both ends of the overlap of the edges if these lie flat on each other. */
void md2_manifold_of_corners(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                             const struct edge *b, struct corner_pair corners);

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/** Returns the normal of two shapes whose centres coincide. The numbers of the shapes give each of them a point in the plane,
 *  and the normal is the direction from one to the other: any number of shapes in one place separates in all directions,
 *  and no three of them push each other in a circle. */
md2_vec md2_tie_normal(const int32_t number[2]);

/** Collides two circles, the first at `center`, the second at center + between. `number` is for md2_tie_normal. */
static inline void circles_collide(md2_manifold *manifold, md2_vec center, md2_vec between, md_real radius_a,
                                   md_real radius_b, md_real margin, const int32_t number[2])
{
    const md_real max_distance = margin + radius_a + radius_b;
    const md_real distance_squared = vec_dot(between, between);
    manifold->count = 0;
    if (distance_squared > max_distance * max_distance) {
        return;
    }
    const md_real distance = md_sqrt(distance_squared);
    const md2_vec normal = distance > TIE_TOLERANCE ? vec_scale(1 / distance, between) : md2_tie_normal(number);
    manifold->normal = normal;
    manifold->point[0].point = vec_add_scaled(center, (md_real)0.5 * (distance + radius_a - radius_b), normal);
    manifold->point[0].separation = distance - radius_a - radius_b;
    manifold->point[0].id = feature_id(feature_corner(0), feature_corner(0));
    manifold->count = 1;
}

/** Collides two circles anywhere in their bodies. */
void md2_circle_on_circle(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                          md2_transform at_b, md_real margin, const int32_t number[2]);

/** Collides a hull of two or more points (a) with a circle (b) whose centre is given in the frame of a. */
void md2_circle_on_hull(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a, md2_vec center);

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

/** The features that determined the last manifold of two hulls. A cache: results do not depend on it. Zeros: empty. */
struct feature_cache {
    float p[2], q[2]; /* position and rotation of b in the frame of a when the cache was filled */
    /* Square of the largest distance of a point from the origin, m^2: how far a rotation moves it. */
    float extent_squared;
    /* Half the square of the distance that a point may move before other edges can be the best, m^2. */
    float limit_squared;
    int8_t edge_a, edge_b;     /* per hull, the edge of largest separation */
    int8_t facing_a, facing_b; /* per hull, the edge that faces that edge of the other */
    bool is_set;
    bool is_mutual; /* edge_a and edge_b face each other */
};

/** md2_hull_collide in place, with a cache. `extent` is the sum of the largest distances of points from the origins,
 *  over both hulls, m. If there are no points, and not both hulls are circles, the separation of the first is a lower bound of
 *  the distance of the surfaces, m. */
void md2_hulls_collide(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                       md2_transform at_b, md_real margin, md_real extent, struct feature_cache *cache);

#endif
