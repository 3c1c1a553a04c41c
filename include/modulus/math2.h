/** @file
 * Vectors, rotations and transforms in the plane. Included by geometry2.h.
 *
 * The functions are static inline, for C and C++. They use +, -, *, / and sqrt only, so that the same input gives the
 * same bits on every machine. If your program uses a function that takes a square root, link it with -lm.
 */
#ifndef MODULUS_MATH2_H
#define MODULUS_MATH2_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A point or a vector. */
typedef struct md2_vec {
    md_real x, y; /**< to the right and up; m for a point */
} md2_vec;

/** A rotation by the angle whose cosine and sine it stores: c c + s s = 1. */
typedef struct md2_rot {
    md_real c, s; /**< cosine and sine; {1, 0} is the identity */
} md2_rot;

/** A position and a rotation: maps the local point r to p + q r. */
typedef struct md2_transform {
    md2_vec p; /**< position of the local origin */
    md2_rot q; /**< rotation of the local axes */
} md2_transform;

/* ---- Vectors ----------------------------------------------------------------------------------------------------- */

/** Returns the vector (x, y). */
static inline md2_vec md2_v(md_real x, md_real y)
{
    const md2_vec result = {x, y};
    return result;
}

/** Returns a + b. */
static inline md2_vec md2_vec_add(md2_vec a, md2_vec b)
{
    return md2_v(a.x + b.x, a.y + b.y);
}

/** Returns a - b. */
static inline md2_vec md2_vec_sub(md2_vec a, md2_vec b)
{
    return md2_v(a.x - b.x, a.y - b.y);
}

/** Returns s a. */
static inline md2_vec md2_vec_scale(md_real s, md2_vec a)
{
    return md2_v(s * a.x, s * a.y);
}

/** Returns a + s b. */
static inline md2_vec md2_vec_add_scaled(md2_vec a, md_real s, md2_vec b)
{
    return md2_v(a.x + s * b.x, a.y + s * b.y);
}

/** Returns -a. */
static inline md2_vec md2_vec_negate(md2_vec a)
{
    return md2_v(-a.x, -a.y);
}

/** Returns the point between a (t = 0) and b (t = 1). */
static inline md2_vec md2_vec_lerp(md2_vec a, md2_vec b, md_real t)
{
    return md2_v((1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y);
}

/** Returns the smaller x and the smaller y of two vectors. */
static inline md2_vec md2_vec_min(md2_vec a, md2_vec b)
{
    return md2_v(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}

/** Returns the larger x and the larger y of two vectors. */
static inline md2_vec md2_vec_max(md2_vec a, md2_vec b)
{
    return md2_v(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}

/** Returns the dot product. */
static inline md_real md2_vec_dot(md2_vec a, md2_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/** Returns the z component of the cross product: positive if b points to the left of a. */
static inline md_real md2_vec_cross(md2_vec a, md2_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/** Returns a turned by 90 degrees counter-clockwise. */
static inline md2_vec md2_vec_left(md2_vec a)
{
    return md2_v(-a.y, a.x);
}

/** Returns a turned by 90 degrees clockwise. It is the outward normal of a counter-clockwise edge. */
static inline md2_vec md2_vec_right(md2_vec a)
{
    return md2_v(a.y, -a.x);
}

/** Returns the square of the length. */
static inline md_real md2_vec_length_squared(md2_vec a)
{
    return md2_vec_dot(a, a);
}

/** Returns the length. */
static inline md_real md2_vec_length(md2_vec a)
{
#ifdef MODULUS_SINGLE
    return sqrtf(md2_vec_length_squared(a));
#else
    return sqrt(md2_vec_length_squared(a));
#endif
}

/** Returns the distance between two points. */
static inline md_real md2_vec_distance(md2_vec a, md2_vec b)
{
    return md2_vec_length(md2_vec_sub(b, a));
}

/** Returns the square of the distance between two points. */
static inline md_real md2_vec_distance_squared(md2_vec a, md2_vec b)
{
    return md2_vec_length_squared(md2_vec_sub(b, a));
}

/** Returns the unit vector in the direction of a, or zero if a is shorter than MD_REAL_EPSILON^2. */
static inline md2_vec md2_vec_normalize(md2_vec a)
{
    const md_real length = md2_vec_length(a);
    return length > MD_REAL_EPSILON * MD_REAL_EPSILON ? md2_vec_scale(1 / length, a) : md2_v(0, 0);
}

/** Returns a, shortened to `max_length` if it is longer. For speeds and forces with a maximum. */
static inline md2_vec md2_vec_clamp_length(md2_vec a, md_real max_length)
{
    const md_real length = md2_vec_length(a);
    return length > max_length ? md2_vec_scale(max_length / length, a) : a;
}

/** Returns whether both coordinates are finite. */
static inline bool md2_vec_is_finite(md2_vec a)
{
    return isfinite(a.x) && isfinite(a.y);
}

/* ---- Rotations --------------------------------------------------------------------------------------------------- */

/** Returns the counter-clockwise rotation by an angle, accurate to 1e-15 for up to a few turns and bit-identical on
 *  every machine, unlike cos and sin. Returns the identity for NaN and for angles beyond 10^6 rad. */
MD_API md2_rot md2_rot_from_angle(double radians);
/** Returns the angle of a rotation, rad, in (-pi, pi]. */
MD_API double md2_rot_angle(md2_rot rotation);

/** Returns the rotation by 0. */
static inline md2_rot md2_rot_identity(void)
{
    const md2_rot result = {1, 0};
    return result;
}

/** Rotates a vector. */
static inline md2_vec md2_rot_apply(md2_rot q, md2_vec a)
{
    return md2_v(q.c * a.x - q.s * a.y, q.s * a.x + q.c * a.y);
}

/** Rotates a vector back: the inverse of md2_rot_apply. */
static inline md2_vec md2_rot_unapply(md2_rot q, md2_vec a)
{
    return md2_v(q.c * a.x + q.s * a.y, -q.s * a.x + q.c * a.y);
}

/** Returns the rotation by b, then by a. */
static inline md2_rot md2_rot_multiply(md2_rot a, md2_rot b)
{
    const md2_rot result = {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
    return result;
}

/** Returns the opposite rotation. */
static inline md2_rot md2_rot_inverse(md2_rot q)
{
    const md2_rot result = {q.c, -q.s};
    return result;
}

/* ---- Transforms -------------------------------------------------------------------------------------------------- */

/** Returns a transform from its parts. */
static inline md2_transform md2_transform_make(md2_vec position, md2_rot rotation)
{
    const md2_transform result = {position, rotation};
    return result;
}

/** Returns the transform that moves nothing. */
static inline md2_transform md2_transform_identity(void)
{
    return md2_transform_make(md2_v(0, 0), md2_rot_identity());
}

/** Maps a local point to the world. */
static inline md2_vec md2_transform_apply(md2_transform t, md2_vec local)
{
    return md2_vec_add(t.p, md2_rot_apply(t.q, local));
}

/** Maps a point of the world to local coordinates: the inverse of md2_transform_apply. */
static inline md2_vec md2_transform_unapply(md2_transform t, md2_vec world)
{
    return md2_rot_unapply(t.q, md2_vec_sub(world, t.p));
}

/** Returns the transform by b, then by a. */
static inline md2_transform md2_transform_multiply(md2_transform a, md2_transform b)
{
    return md2_transform_make(md2_transform_apply(a, b.p), md2_rot_multiply(a.q, b.q));
}

/** Returns the transform b in the coordinates of a: the inverse of a, multiplied by b. */
static inline md2_transform md2_transform_between(md2_transform a, md2_transform b)
{
    return md2_transform_make(md2_transform_unapply(a, b.p), md2_rot_multiply(md2_rot_inverse(a.q), b.q));
}

/** Returns the opposite transform. */
static inline md2_transform md2_transform_inverse(md2_transform t)
{
    return md2_transform_between(t, md2_transform_identity());
}

#ifdef __cplusplus
}
#endif

#endif
