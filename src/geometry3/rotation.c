/* Conversion between rotations, angles and axes by arithmetic alone, bit-identical on every machine. */
#include "base/angle.h"
#include "geometry3/vec3.h"

/* Error of lengths and of right angles that is accepted as input. */
#define UNIT_TOLERANCE ((md_real)1e-3)

static bool is_unit(md3_vec a)
{
    return md_abs(vec_length(a) - 1) <= UNIT_TOLERANCE;
}

/* ---- Axis and angle ---------------------------------------------------------------------------------------------- */

md3_rot md3_rot_from_axis_angle(md3_vec axis, double radians)
{
    /* Tested here, because half of an angle that is too large may be small enough. */
    if (!is_unit(axis) || !(fabs(radians) <= MD_MAX_ANGLE)) {
        return md3_rot_identity();
    }
    const struct cos_sin half = md_cos_sin(radians / 2);
    const md3_vec u = vec_scale((md_real)half.s / vec_length(axis), axis);
    return (md3_rot){u.x, u.y, u.z, (md_real)half.c};
}

md3_vec md3_rot_vector(md3_rot rotation)
{
    const md3_vec u = vec(rotation.x, rotation.y, rotation.z);
    const md_real sign = rotation.w < 0 ? -1 : 1;
    const md_real sine = vec_length(u);
    if (!(sine > MD_REAL_EPSILON * MD_REAL_EPSILON)) {
        return vec_scale(2 * sign, u); /* the sine of a small angle is the angle */
    }
    const double angle = 2 * md_angle((double)sine, (double)(sign * rotation.w));
    return vec_scale(sign * (md_real)angle / sine, u);
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

static bool axes_are_right_handed_units(md3_mat axes)
{
    return is_unit(axes.x) && is_unit(axes.y) && is_unit(axes.z) && md_abs(vec_dot(axes.x, axes.y)) <= UNIT_TOLERANCE &&
           md_abs(vec_dot(axes.y, axes.z)) <= UNIT_TOLERANCE && md_abs(vec_dot(axes.z, axes.x)) <= UNIT_TOLERANCE &&
           md3_mat_determinant(axes) > 0;
}

/* Starts from the largest of the four numbers of the quaternion, whose square is at least 1/4, so that no digits are lost
 * (Shepperd 1978). The numbers are multiplied by four times the largest one, and normalized at the end. */
md3_rot md3_rot_from_axes(md3_mat axes)
{
    if (!axes_are_right_handed_units(axes)) {
        return md3_rot_identity();
    }
    const md3_vec d = vec(axes.x.x, axes.y.y, axes.z.z);
    const md3_vec sum = vec(axes.y.z + axes.z.y, axes.z.x + axes.x.z, axes.x.y + axes.y.x);
    const md3_vec difference = vec(axes.y.z - axes.z.y, axes.z.x - axes.x.z, axes.x.y - axes.y.x);
    const md_real trace = d.x + d.y + d.z;
    md3_rot q = {difference.x, difference.y, difference.z, 1 + trace};
    if (trace < d.x || trace < d.y || trace < d.z) {
        if (d.x >= d.y && d.x >= d.z) {
            q = (md3_rot){1 + d.x - d.y - d.z, sum.z, sum.y, difference.x};
        } else if (d.y >= d.z) {
            q = (md3_rot){sum.z, 1 + d.y - d.z - d.x, sum.x, difference.y};
        } else {
            q = (md3_rot){sum.y, sum.x, 1 + d.z - d.x - d.y, difference.z};
        }
    }
    return md3_rot_normalize(q);
}
