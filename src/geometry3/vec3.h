/* Short names for the functions of math3.h, and what only the library needs: units with their length, boxes. */
#ifndef MODULUS_GEOMETRY3_VEC3_H
#define MODULUS_GEOMETRY3_VEC3_H

#include <modulus/geometry3.h>
#include <modulus/math3.h>

#include "base/real.h"

/** Largest coordinate that is accepted as input, m. */
#define MD3_MAX_COORDINATE ((md_real)1e9)

static inline md3_vec vec(md_real x, md_real y, md_real z)
{
    return md3_v(x, y, z);
}

static inline md3_vec vec_add(md3_vec a, md3_vec b)
{
    return md3_vec_add(a, b);
}

static inline md3_vec vec_sub(md3_vec a, md3_vec b)
{
    return md3_vec_sub(a, b);
}

static inline md3_vec vec_scale(md_real s, md3_vec a)
{
    return md3_vec_scale(s, a);
}

static inline md3_vec vec_add_scaled(md3_vec a, md_real s, md3_vec b)
{
    return md3_vec_add_scaled(a, s, b);
}

static inline md3_vec vec_negative(md3_vec a)
{
    return md3_vec_negate(a);
}

static inline md3_vec vec_lerp(md3_vec a, md3_vec b, md_real t)
{
    return md3_vec_lerp(a, b, t);
}

static inline md3_vec vec_min(md3_vec a, md3_vec b)
{
    return md3_vec_min(a, b);
}

static inline md3_vec vec_max(md3_vec a, md3_vec b)
{
    return md3_vec_max(a, b);
}

static inline md3_vec vec_abs(md3_vec a)
{
    return md3_vec_abs(a);
}

static inline md_real vec_dot(md3_vec a, md3_vec b)
{
    return md3_vec_dot(a, b);
}

static inline md3_vec vec_cross(md3_vec a, md3_vec b)
{
    return md3_vec_cross(a, b);
}

static inline md_real vec_length(md3_vec a)
{
    return md3_vec_length(a);
}

/** Returns the unit vector in the direction of a, or zero if a is shorter than MD_REAL_EPSILON^2. Stores the length of
 *  a unless `length` is NULL. */
static inline md3_vec vec_unit(md3_vec a, md_real *length)
{
    const md_real size = vec_length(a);
    if (length != NULL) {
        *length = size;
    }
    if (!(size > MD_REAL_EPSILON * MD_REAL_EPSILON)) {
        return (md3_vec){0, 0, 0};
    }
    return vec_scale(1 / size, a);
}

/** Returns the largest coordinate. */
static inline md_real vec_largest(md3_vec a)
{
    return md_max(a.x, md_max(a.y, a.z));
}

/** Returns coordinate 0, 1 or 2. */
static inline md_real vec_coordinate(md3_vec a, int32_t axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline bool vec_is_finite(md3_vec a)
{
    return md3_vec_is_finite(a);
}

/** True if all coordinates are finite and at most MD3_MAX_COORDINATE large. */
static inline bool coordinates_are_valid(md3_vec a)
{
    const md3_vec size = vec_abs(a);
    return size.x <= MD3_MAX_COORDINATE && size.y <= MD3_MAX_COORDINATE && size.z <= MD3_MAX_COORDINATE;
}

static inline md3_vec mat_apply(md3_mat m, md3_vec a)
{
    return md3_mat_apply(m, a);
}

static inline md3_vec rot_apply(md3_rot q, md3_vec a)
{
    return md3_rot_apply(q, a);
}

static inline md3_vec rot_unapply(md3_rot q, md3_vec a)
{
    return md3_rot_unapply(q, a);
}

static inline md3_rot rot_multiply(md3_rot a, md3_rot b)
{
    return md3_rot_multiply(a, b);
}

/** True if the length is 1 within about 5e-4, which is accepted as input. False for NaN. */
static inline bool rot_is_unit(md3_rot q)
{
    return md_abs(md3_rot_length_squared(q) - 1) < (md_real)1e-3;
}

static inline md3_rot rot_unit(md3_rot q)
{
    return md3_rot_normalize(q);
}

/** Normalizes a rotation that a user gives. One that is a unit quaternion up to rounding keeps its bits, so that a body
 *  or joint that is saved is restored exactly. */
static inline md3_rot rot_given(md3_rot q)
{
    return md_abs(md3_rot_length_squared(q) - 1) <= 4 * MD_REAL_EPSILON ? q : rot_unit(q);
}

static inline md3_vec transform_point(md3_transform t, md3_vec local)
{
    return md3_transform_apply(t, local);
}

static inline md3_vec transform_point_back(md3_transform t, md3_vec world)
{
    return md3_transform_unapply(t, world);
}

static inline md3_transform transform_between(md3_transform a, md3_transform b)
{
    return md3_transform_between(a, b);
}

static inline bool box_overlaps(md3_box a, md3_box b)
{
    return (a.lower.x <= b.upper.x) & (b.lower.x <= a.upper.x) & (a.lower.y <= b.upper.y) & (b.lower.y <= a.upper.y) &
           (a.lower.z <= b.upper.z) & (b.lower.z <= a.upper.z);
}

static inline bool box_contains(md3_box outer, md3_box inner)
{
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && outer.lower.z <= inner.lower.z &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y && inner.upper.z <= outer.upper.z;
}

static inline md3_box box_union(md3_box a, md3_box b)
{
    return (md3_box){vec_min(a.lower, b.lower), vec_max(a.upper, b.upper)};
}

/** Returns a box enlarged by a margin on all sides, m. */
static inline md3_box box_enlarged(md3_box a, md_real margin)
{
    const md3_vec by = vec(margin, margin, margin);
    return (md3_box){vec_sub(a.lower, by), vec_add(a.upper, by)};
}

#endif
