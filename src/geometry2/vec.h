/* Short names for the functions of math2.h, and what only the library needs: units with their length, boxes. */
#ifndef MODULUS_GEOMETRY2_VEC_H
#define MODULUS_GEOMETRY2_VEC_H

#include <modulus/geometry2.h>
#include <modulus/math2.h>

#include "base/real.h"

static inline md2_vec vec(md_real x, md_real y)
{
    return md2_v(x, y);
}

static inline md2_vec vec_add(md2_vec a, md2_vec b)
{
    return md2_vec_add(a, b);
}

static inline md2_vec vec_sub(md2_vec a, md2_vec b)
{
    return md2_vec_sub(a, b);
}

static inline md2_vec vec_scale(md_real s, md2_vec a)
{
    return md2_vec_scale(s, a);
}

static inline md2_vec vec_add_scaled(md2_vec a, md_real s, md2_vec b)
{
    return md2_vec_add_scaled(a, s, b);
}

static inline md2_vec vec_negative(md2_vec a)
{
    return md2_vec_negate(a);
}

static inline md2_vec vec_lerp(md2_vec a, md2_vec b, md_real t)
{
    return md2_vec_lerp(a, b, t);
}

static inline md_real vec_dot(md2_vec a, md2_vec b)
{
    return md2_vec_dot(a, b);
}

static inline md_real vec_cross(md2_vec a, md2_vec b)
{
    return md2_vec_cross(a, b);
}

static inline md2_vec vec_left(md2_vec a)
{
    return md2_vec_left(a);
}

static inline md2_vec vec_right(md2_vec a)
{
    return md2_vec_right(a);
}

static inline md_real vec_length(md2_vec a)
{
    return md2_vec_length(a);
}

/** Returns the unit vector in the direction of a, or zero if a is shorter than MD_REAL_EPSILON^2. Stores the length of
 *  a unless `length` is NULL. */
static inline md2_vec vec_unit(md2_vec a, md_real *length)
{
    const md_real size = vec_length(a);
    if (length != NULL) {
        *length = size;
    }
    if (!(size > MD_REAL_EPSILON * MD_REAL_EPSILON)) {
        return (md2_vec){0, 0};
    }
    return vec_scale(1 / size, a);
}

static inline bool vec_is_finite(md2_vec a)
{
    return md2_vec_is_finite(a);
}

static inline md2_vec rot_apply(md2_rot q, md2_vec a)
{
    return md2_rot_apply(q, a);
}

static inline md2_vec rot_unapply(md2_rot q, md2_vec a)
{
    return md2_rot_unapply(q, a);
}

static inline md2_rot rot_multiply(md2_rot a, md2_rot b)
{
    return md2_rot_multiply(a, b);
}

/** True if the length is 1 within about 5e-4, which is accepted as input. False for NaN. */
static inline bool rot_is_unit(md2_rot q)
{
    return md_abs(q.c * q.c + q.s * q.s - 1) < (md_real)1e-3;
}

static inline md2_rot rot_unit(md2_rot q)
{
    const md_real size = md_sqrt(q.c * q.c + q.s * q.s);
    return size > 0 ? (md2_rot){q.c / size, q.s / size} : (md2_rot){1, 0};
}

static inline md2_vec transform_point(md2_transform t, md2_vec local)
{
    return md2_transform_apply(t, local);
}

static inline md2_vec transform_point_back(md2_transform t, md2_vec world)
{
    return md2_transform_unapply(t, world);
}

static inline md2_transform transform_between(md2_transform a, md2_transform b)
{
    return md2_transform_between(a, b);
}

static inline bool box_overlaps(md2_box a, md2_box b)
{
    return (a.lower.x <= b.upper.x) & (b.lower.x <= a.upper.x) & (a.lower.y <= b.upper.y) & (b.lower.y <= a.upper.y);
}

static inline bool box_contains(md2_box outer, md2_box inner)
{
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && inner.upper.x <= outer.upper.x &&
           inner.upper.y <= outer.upper.y;
}

static inline md2_box box_union(md2_box a, md2_box b)
{
    return (md2_box){{md_min(a.lower.x, b.lower.x), md_min(a.lower.y, b.lower.y)},
                     {md_max(a.upper.x, b.upper.x), md_max(a.upper.y, b.upper.y)}};
}

/** The box with a margin on each side, m. */
static inline md2_box box_enlarged(md2_box a, md_real margin)
{
    return (md2_box){{a.lower.x - margin, a.lower.y - margin}, {a.upper.x + margin, a.upper.y + margin}};
}

#endif
