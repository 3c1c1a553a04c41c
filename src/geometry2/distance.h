/* The distance of two hulls without their radii: what distance, cast and time of impact have in common.
 *
 * Everything is in the world's axes, but seen from an origin of each hull's own and the offset between the two: the
 * subtraction of two far-away places is done once, so hulls 10 km from the world's origin are as exact as those at it.
 */
#ifndef MODULUS_GEOMETRY2_DISTANCE_H
#define MODULUS_GEOMETRY2_DISTANCE_H

#include "geometry2/vec.h"

/** The points of a hull, turned to the world's axes and relative to its origin. */
struct core {
    md2_vec point[MD2_MAX_POINTS];
    int32_t count;
};

/** Two hulls without their radii. */
struct core_pair {
    struct core a, b;
    md2_vec offset; /**< of b's origin from a's, m */
    md_real
        reach; /**< of the farthest point of a from its origin, plus the same of b, m: the size of rounding errors */
};

struct core_distance {
    md_real distance;   /**< m; 0 where the cores overlap */
    md2_vec normal;     /**< unit, from a to b; zero where the cores overlap */
    md2_vec point[2];   /**< nearest points, each from the origin of its own hull */
    int32_t iterations; /**< support points taken, the first included */
};

/** Hull a at its transform's position, b at its own. */
struct core_pair md2_core_pair(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b);

/** The length of the farthest of some points from their origin. */
md_real md2_reach(const md2_vec *points, int32_t count);

/** How far the rounding of one subtraction may put a point of the pair off, m. */
md_real md2_core_rounding(const struct core_pair *pair);

/** `guess` is a direction from a to b, of any length: the better it is, the fewer iterations. */
struct core_distance md2_core_distance(const struct core_pair *pair, md2_vec guess);

/** The same with the radii of the hulls put back. */
md2_distance_result md2_surface_distance(const struct core_distance *core, const md2_hull *a, md2_vec origin_a,
                                         const md2_hull *b, md2_vec origin_b);

#endif
