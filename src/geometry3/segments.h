/* The closest points of two segments. */
#ifndef MODULUS_GEOMETRY3_SEGMENTS_H
#define MODULUS_GEOMETRY3_SEGMENTS_H

#include "geometry3/vec3.h"

/** Fractions of two segments. */
struct segment_fractions {
    md_real a, b;
};

/** Returns the closest points of the segments from a0 to a1 and from b0 to b1, which may have no length. If they are
 *  parallel, one of many. */
static inline struct segment_fractions closest_fractions(md3_vec a0, md3_vec a1, md3_vec b0, md3_vec b1)
{
    const md3_vec along_a = vec_sub(a1, a0), along_b = vec_sub(b1, b0), between = vec_sub(b0, a0);
    const md_real aa = vec_dot(along_a, along_a), bb = vec_dot(along_b, along_b), ab = vec_dot(along_a, along_b);
    const md_real a_between = vec_dot(along_a, between), b_between = vec_dot(along_b, between);
    const md3_vec cross = vec_cross(along_a, along_b);
    const md_real determinant = vec_dot(cross, cross); /* aa bb - ab^2, without its cancellation */
    struct segment_fractions at = {0, 0};
    if (determinant > MD_REAL_EPSILON * aa * bb) {
        at.a = md_clamp((a_between * bb - b_between * ab) / determinant, 0, 1);
    }
    at.b = bb > 0 ? (at.a * ab - b_between) / bb : 0;
    if (!(at.b > 0 && at.b < 1)) {
        at.b = at.b >= 1 ? 1 : 0;
        at.a = aa > 0 ? md_clamp((at.b * ab + a_between) / aa, 0, 1) : 0;
    }
    return at;
}

#endif
