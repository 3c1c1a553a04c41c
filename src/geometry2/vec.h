/* Arithmetic of the plane, inline. */
#ifndef MODULUS_GEOMETRY2_VEC_H
#define MODULUS_GEOMETRY2_VEC_H

#include <modulus/geometry2.h>

#include "base/real.h"

static inline md2_vec vec(md_real x, md_real y)
{
    return (md2_vec){x, y};
}

static inline md2_vec vec_add(md2_vec a, md2_vec b)
{
    return (md2_vec){a.x + b.x, a.y + b.y};
}

static inline md2_vec vec_sub(md2_vec a, md2_vec b)
{
    return (md2_vec){a.x - b.x, a.y - b.y};
}

static inline md2_vec vec_scale(md_real s, md2_vec a)
{
    return (md2_vec){s * a.x, s * a.y};
}

/** a + s b */
static inline md2_vec vec_add_scaled(md2_vec a, md_real s, md2_vec b)
{
    return (md2_vec){a.x + s * b.x, a.y + s * b.y};
}

static inline md2_vec vec_negative(md2_vec a)
{
    return (md2_vec){-a.x, -a.y};
}

static inline md2_vec vec_lerp(md2_vec a, md2_vec b, md_real t)
{
    return (md2_vec){(1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y};
}

static inline md_real vec_dot(md2_vec a, md2_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/** The z of the cross product: positive where b is to the left of a. */
static inline md_real vec_cross(md2_vec a, md2_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/** A quarter turn counter-clockwise. */
static inline md2_vec vec_left(md2_vec a)
{
    return (md2_vec){-a.y, a.x};
}

/** A quarter turn clockwise: the outward side of a counter-clockwise edge. */
static inline md2_vec vec_right(md2_vec a)
{
    return (md2_vec){a.y, -a.x};
}

static inline md_real vec_length(md2_vec a)
{
    return md_sqrt(vec_dot(a, a));
}

/** A unit vector in the direction of a, zero where a has no length to speak of; `length` may be NULL. */
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
    return isfinite(a.x) && isfinite(a.y);
}

static inline md2_vec rot_apply(md2_rot q, md2_vec a)
{
    return (md2_vec){q.c * a.x - q.s * a.y, q.s * a.x + q.c * a.y};
}

/** The inverse rotation. */
static inline md2_vec rot_unapply(md2_rot q, md2_vec a)
{
    return (md2_vec){q.c * a.x + q.s * a.y, -q.s * a.x + q.c * a.y};
}

/** First b, then a. */
static inline md2_rot rot_multiply(md2_rot a, md2_rot b)
{
    return (md2_rot){a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
}

/** Near enough to length 1 to be meant as a rotation; false for NaN. */
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
    return vec_add(t.p, rot_apply(t.q, local));
}

static inline md2_vec transform_point_back(md2_transform t, md2_vec world)
{
    return rot_unapply(t.q, vec_sub(world, t.p));
}

/** The transform of b in the coordinates of a. */
static inline md2_transform transform_between(md2_transform a, md2_transform b)
{
    const md2_rot back = {a.q.c, -a.q.s};
    return (md2_transform){transform_point_back(a, b.p), rot_multiply(back, b.q)};
}

static inline bool box_overlaps(md2_box a, md2_box b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y;
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

#endif
