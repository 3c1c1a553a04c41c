/** @file
 * Vectors, matrices, rotations and transforms in space. Included by geometry3.h.
 *
 * The functions are static inline, for C and C++. They use +, -, *, / and sqrt only, so that the same input gives the
 * same bits on every machine. If your program uses a function that takes a square root, link it with -lm. The names are
 * those of math2.h. Axes are right-handed; the engine does not care which one points up.
 */
#ifndef MODULUS_MATH3_H
#define MODULUS_MATH3_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A point or a vector. */
typedef struct md3_vec {
    md_real x, y, z; /**< m for a point */
} md3_vec;

/** A rotation as a unit quaternion w + x i + y j + z k. q and -q are the same rotation. */
typedef struct md3_rot {
    md_real x, y, z, w; /**< vector part and scalar part; {0, 0, 0, 1} is the identity */
} md3_rot;

/** A 3 x 3 matrix by its columns: an inertia tensor, or the axes of a frame. */
typedef struct md3_mat {
    md3_vec x, y, z; /**< columns: the images of the unit vectors */
} md3_mat;

/** A position and a rotation: maps the local point r to p + q r. */
typedef struct md3_transform {
    md3_vec p; /**< position of the local origin */
    md3_rot q; /**< rotation of the local axes */
} md3_transform;

/* ---- Vectors ----------------------------------------------------------------------------------------------------- */

/** Returns the vector (x, y, z). */
static inline md3_vec md3_v(md_real x, md_real y, md_real z)
{
    const md3_vec result = {x, y, z};
    return result;
}

/** Returns a + b. */
static inline md3_vec md3_vec_add(md3_vec a, md3_vec b)
{
    return md3_v(a.x + b.x, a.y + b.y, a.z + b.z);
}

/** Returns a - b. */
static inline md3_vec md3_vec_sub(md3_vec a, md3_vec b)
{
    return md3_v(a.x - b.x, a.y - b.y, a.z - b.z);
}

/** Returns s a. */
static inline md3_vec md3_vec_scale(md_real s, md3_vec a)
{
    return md3_v(s * a.x, s * a.y, s * a.z);
}

/** Returns a + s b. */
static inline md3_vec md3_vec_add_scaled(md3_vec a, md_real s, md3_vec b)
{
    return md3_v(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/** Returns -a. */
static inline md3_vec md3_vec_negate(md3_vec a)
{
    return md3_v(-a.x, -a.y, -a.z);
}

/** Returns the point between a (t = 0) and b (t = 1). */
static inline md3_vec md3_vec_lerp(md3_vec a, md3_vec b, md_real t)
{
    return md3_v((1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y, (1 - t) * a.z + t * b.z);
}

/** Returns the smaller of each coordinate of two vectors. */
static inline md3_vec md3_vec_min(md3_vec a, md3_vec b)
{
    return md3_v(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

/** Returns the larger of each coordinate of two vectors. */
static inline md3_vec md3_vec_max(md3_vec a, md3_vec b)
{
    return md3_v(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

/** Returns the absolute value of each coordinate. */
static inline md3_vec md3_vec_abs(md3_vec a)
{
    return md3_v(a.x < 0 ? -a.x : a.x, a.y < 0 ? -a.y : a.y, a.z < 0 ? -a.z : a.z);
}

/** Returns the dot product. */
static inline md_real md3_vec_dot(md3_vec a, md3_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** Returns the cross product. */
static inline md3_vec md3_vec_cross(md3_vec a, md3_vec b)
{
    return md3_v(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/** Returns the square of the length. */
static inline md_real md3_vec_length_squared(md3_vec a)
{
    return md3_vec_dot(a, a);
}

/** Returns the length. */
static inline md_real md3_vec_length(md3_vec a)
{
#ifdef MODULUS_SINGLE
    return sqrtf(md3_vec_length_squared(a));
#else
    return sqrt(md3_vec_length_squared(a));
#endif
}

/** Returns the distance between two points. */
static inline md_real md3_vec_distance(md3_vec a, md3_vec b)
{
    return md3_vec_length(md3_vec_sub(b, a));
}

/** Returns the square of the distance between two points. */
static inline md_real md3_vec_distance_squared(md3_vec a, md3_vec b)
{
    return md3_vec_length_squared(md3_vec_sub(b, a));
}

/** Returns the unit vector in the direction of a, or zero if a is shorter than MD_REAL_EPSILON^2. */
static inline md3_vec md3_vec_normalize(md3_vec a)
{
    const md_real length = md3_vec_length(a);
    return length > MD_REAL_EPSILON * MD_REAL_EPSILON ? md3_vec_scale(1 / length, a) : md3_v(0, 0, 0);
}

/** Returns a, shortened to `max_length` if it is longer. For speeds and forces with a maximum. */
static inline md3_vec md3_vec_clamp_length(md3_vec a, md_real max_length)
{
    const md_real length = md3_vec_length(a);
    return length > max_length ? md3_vec_scale(max_length / length, a) : a;
}

/** Returns a unit vector perpendicular to a unit vector: across its smallest coordinate, so that it never vanishes. */
static inline md3_vec md3_vec_perpendicular(md3_vec a)
{
    const md3_vec size = md3_vec_abs(a);
    if (size.x <= size.y && size.x <= size.z) {
        return md3_vec_normalize(md3_v(0, -a.z, a.y));
    }
    return md3_vec_normalize(size.y <= size.z ? md3_v(a.z, 0, -a.x) : md3_v(-a.y, a.x, 0));
}

/** Returns whether all coordinates are finite. */
static inline bool md3_vec_is_finite(md3_vec a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* ---- Matrices ---------------------------------------------------------------------------------------------------- */

/** Returns the matrix with a diagonal and zeros. */
static inline md3_mat md3_mat_diagonal(md_real x, md_real y, md_real z)
{
    const md3_mat result = {{x, 0, 0}, {0, y, 0}, {0, 0, z}};
    return result;
}

/** Returns the identity. */
static inline md3_mat md3_mat_identity(void)
{
    return md3_mat_diagonal(1, 1, 1);
}

/** Returns m a. */
static inline md3_vec md3_mat_apply(md3_mat m, md3_vec a)
{
    return md3_v(m.x.x * a.x + m.y.x * a.y + m.z.x * a.z, m.x.y * a.x + m.y.y * a.y + m.z.y * a.z,
                 m.x.z * a.x + m.y.z * a.y + m.z.z * a.z);
}

/** Returns m^T a: the coordinates of a along the columns, if they are unit vectors. */
static inline md3_vec md3_mat_apply_transposed(md3_mat m, md3_vec a)
{
    return md3_v(md3_vec_dot(m.x, a), md3_vec_dot(m.y, a), md3_vec_dot(m.z, a));
}

/** Returns a b. */
static inline md3_mat md3_mat_multiply(md3_mat a, md3_mat b)
{
    const md3_mat result = {md3_mat_apply(a, b.x), md3_mat_apply(a, b.y), md3_mat_apply(a, b.z)};
    return result;
}

/** Returns the transpose. */
static inline md3_mat md3_mat_transpose(md3_mat m)
{
    const md3_mat result = {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
    return result;
}

/** Returns a + b. */
static inline md3_mat md3_mat_add(md3_mat a, md3_mat b)
{
    const md3_mat result = {md3_vec_add(a.x, b.x), md3_vec_add(a.y, b.y), md3_vec_add(a.z, b.z)};
    return result;
}

/** Returns s m. */
static inline md3_mat md3_mat_scale(md_real s, md3_mat m)
{
    const md3_mat result = {md3_vec_scale(s, m.x), md3_vec_scale(s, m.y), md3_vec_scale(s, m.z)};
    return result;
}

/** Returns the determinant. */
static inline md_real md3_mat_determinant(md3_mat m)
{
    return md3_vec_dot(m.x, md3_vec_cross(m.y, m.z));
}

/** Returns the inverse, or zeros if the determinant is zero. */
static inline md3_mat md3_mat_inverse(md3_mat m)
{
    const md_real determinant = md3_mat_determinant(m);
    const md_real scale = determinant != 0 ? 1 / determinant : 0;
    const md3_mat rows = {md3_vec_scale(scale, md3_vec_cross(m.y, m.z)), md3_vec_scale(scale, md3_vec_cross(m.z, m.x)),
                          md3_vec_scale(scale, md3_vec_cross(m.x, m.y))};
    return md3_mat_transpose(rows);
}

/* ---- Rotations --------------------------------------------------------------------------------------------------- */

/** Returns the rotation about a unit axis by an angle, counter-clockwise if the axis points at the viewer. The same bits
 *  on every machine, unlike cos and sin. Returns the identity for NaN, for angles beyond 10^6 rad, and for an axis whose
 *  length is not 1 within 1e-3. */
MD_API md3_rot md3_rot_from_axis_angle(md3_vec axis, double radians);
/** Returns the rotation vector: the axis times the angle, rad, the latter in [0, pi]. */
MD_API md3_vec md3_rot_vector(md3_rot rotation);
/** Returns the rotation whose matrix has these columns, which must be perpendicular unit vectors within 1e-3 and
 *  right-handed; otherwise the identity. */
MD_API md3_rot md3_rot_from_axes(md3_mat axes);

/** Returns the rotation by 0. */
static inline md3_rot md3_rot_identity(void)
{
    const md3_rot result = {0, 0, 0, 1};
    return result;
}

/** Rotates a vector. */
static inline md3_vec md3_rot_apply(md3_rot q, md3_vec a)
{
    const md3_vec u = md3_v(q.x, q.y, q.z);
    const md3_vec t = md3_vec_scale(2, md3_vec_cross(u, a));
    return md3_vec_add(md3_vec_add_scaled(a, q.w, t), md3_vec_cross(u, t));
}

/** Rotates a vector back: the inverse of md3_rot_apply. */
static inline md3_vec md3_rot_unapply(md3_rot q, md3_vec a)
{
    const md3_rot back = {-q.x, -q.y, -q.z, q.w};
    return md3_rot_apply(back, a);
}

/** Returns the rotation by b, then by a. */
static inline md3_rot md3_rot_multiply(md3_rot a, md3_rot b)
{
    const md3_rot result = {
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
        a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
    return result;
}

/** Returns the opposite rotation. */
static inline md3_rot md3_rot_inverse(md3_rot q)
{
    const md3_rot result = {-q.x, -q.y, -q.z, q.w};
    return result;
}

/** Returns the square of the length, which is 1 up to rounding. */
static inline md_real md3_rot_length_squared(md3_rot q)
{
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

/** Returns q with length 1, or the identity if q is shorter than MD_REAL_EPSILON^2. */
static inline md3_rot md3_rot_normalize(md3_rot q)
{
#ifdef MODULUS_SINGLE
    const md_real length = sqrtf(md3_rot_length_squared(q));
#else
    const md_real length = sqrt(md3_rot_length_squared(q));
#endif
    if (!(length > MD_REAL_EPSILON * MD_REAL_EPSILON)) {
        return md3_rot_identity();
    }
    const md3_rot result = {q.x / length, q.y / length, q.z / length, q.w / length};
    return result;
}

/** Returns the matrix of a rotation. */
static inline md3_mat md3_rot_matrix(md3_rot q)
{
    const md_real xx = 2 * q.x * q.x, yy = 2 * q.y * q.y, zz = 2 * q.z * q.z;
    const md_real xy = 2 * q.x * q.y, xz = 2 * q.x * q.z, yz = 2 * q.y * q.z;
    const md_real wx = 2 * q.w * q.x, wy = 2 * q.w * q.y, wz = 2 * q.w * q.z;
    const md3_mat result = {
        {1 - yy - zz, xy + wz, xz - wy}, {xy - wz, 1 - xx - zz, yz + wx}, {xz + wy, yz - wx, 1 - xx - yy}};
    return result;
}

/** Returns whether all numbers are finite. */
static inline bool md3_rot_is_finite(md3_rot q)
{
    return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w);
}

/* ---- Transforms -------------------------------------------------------------------------------------------------- */

/** Returns a transform from its parts. */
static inline md3_transform md3_transform_make(md3_vec position, md3_rot rotation)
{
    const md3_transform result = {position, rotation};
    return result;
}

/** Returns the transform that moves nothing. */
static inline md3_transform md3_transform_identity(void)
{
    return md3_transform_make(md3_v(0, 0, 0), md3_rot_identity());
}

/** Maps a local point to the world. */
static inline md3_vec md3_transform_apply(md3_transform t, md3_vec local)
{
    return md3_vec_add(t.p, md3_rot_apply(t.q, local));
}

/** Maps a point of the world to local coordinates: the inverse of md3_transform_apply. */
static inline md3_vec md3_transform_unapply(md3_transform t, md3_vec world)
{
    return md3_rot_unapply(t.q, md3_vec_sub(world, t.p));
}

/** Returns the transform by b, then by a. */
static inline md3_transform md3_transform_multiply(md3_transform a, md3_transform b)
{
    return md3_transform_make(md3_transform_apply(a, b.p), md3_rot_multiply(a.q, b.q));
}

/** Returns the transform b in the coordinates of a: the inverse of a, multiplied by b. */
static inline md3_transform md3_transform_between(md3_transform a, md3_transform b)
{
    return md3_transform_make(md3_transform_unapply(a, b.p), md3_rot_multiply(md3_rot_inverse(a.q), b.q));
}

/** Returns the opposite transform. */
static inline md3_transform md3_transform_inverse(md3_transform t)
{
    return md3_transform_between(t, md3_transform_identity());
}

#ifdef __cplusplus
}
#endif

#endif
