/* The distance between the cores of two hulls, that is, hulls without their radii. Shared by distance, cast and time of
 * impact.
 *
 * Vectors are along the world's axes. Points are relative to the origin of their own hull, and the offset between the
 * two origins is stored apart: positions far from the world's origin are subtracted once, so that hulls 10 km away are
 * as accurate as those at the origin.
 */
#ifndef MODULUS_GEOMETRY2_DISTANCE_H
#define MODULUS_GEOMETRY2_DISTANCE_H

#include "geometry2/vec.h"

/** The points of a hull along the world's axes, relative to the origin of the hull. */
struct core {
    md2_vec point[MD2_MAX_POINTS];
    int32_t count;
};

struct core_pair {
    struct core a, b;
    md2_vec offset; /* from the origin of a to the origin of b, m */
    /* Distance of the farthest point of a from its origin, plus the same for b, m. Scales rounding errors. */
    md_real max_extent;
};

struct core_distance {
    md_real distance;   /* m; 0 if the cores overlap */
    md2_vec normal;     /* unit, from a to b; zero if the cores overlap */
    md2_vec point[2];   /* closest points, each relative to the origin of its hull */
    int32_t iterations; /* number of support points evaluated, including the first */
};

struct core_pair md2_core_pair(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b);

/** Returns the distance of the farthest point from the origin, m. */
md_real md2_max_extent(const md2_vec *points, int32_t count);

/** Returns the largest error of a point of the pair by the rounding of one subtraction, m. */
md_real md2_core_rounding(const struct core_pair *pair);

/** Computes the distance by GJK. `guess` is a direction from a to b, of any length; a good one saves iterations. */
struct core_distance md2_core_distance(const struct core_pair *pair, md2_vec guess);

/** Adds the radii of the hulls to the distance of their cores. */
md2_distance_result md2_surface_distance(const struct core_distance *core, const md2_hull *a, md2_vec origin_a,
                                         const md2_hull *b, md2_vec origin_b);

/** md2_time_of_impact from the fraction `begin` to the fraction `end`, both in [0, 1]. */
md2_impact md2_time_of_impact_between(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b,
                                      const md2_sweep *sweep_b, md_real begin, md_real end);

#endif
