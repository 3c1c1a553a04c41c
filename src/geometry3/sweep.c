/* The motion of a body during a step.
 *
 * A rotation by phi is a quaternion at the angle phi/2 from the identity, so the two quaternions of a step are at
 * most a right angle apart. On the straight line between them, with x from -1 to 1, the angle of rotation measured
 * from the middle is 2 atan(x k), where k = tan(phi/4). The axis is fixed. With x' = 2, the speed is largest in the
 * middle: 4 k. A unit vector perpendicular to the axis has the second derivative 16 k^2 / (1 + k^2 x^2)^(3/2), which
 * is largest there too: the square of the speed.
 *
 * The angle differs from that of uniform rotation by 0.004 phi^3 rad for small phi, and by at most 0.15 rad, for half
 * a turn.
 */
#include "geometry3/sweep.h"

#include "geometry3/vec3.h"

struct rotation_path md3_rotation_path(const md3_sweep *sweep)
{
    const md3_rot start = rot_unit(sweep->rotation[0]);
    md3_rot end = rot_unit(sweep->rotation[1]);
    md3_rot turn = rot_multiply(md3_rot_inverse(start), end);
    if (turn.w < 0) {
        end = (md3_rot){-end.x, -end.y, -end.z, -end.w};
        turn.w = -turn.w;
    }
    const md_real sine = vec_length(vec(turn.x, turn.y, turn.z)); /* of phi/2 */
    return (struct rotation_path){start, end, 4 * sine / (1 + turn.w)};
}

md3_rot md3_rotation_at(const struct rotation_path *path, md_real fraction)
{
    const md3_rot p = path->start;
    const md3_rot q = path->end;
    const md_real s = 1 - fraction;
    const md_real t = fraction;
    return rot_unit((md3_rot){s * p.x + t * q.x, s * p.y + t * q.y, s * p.z + t * q.z, s * p.w + t * q.w});
}

md3_transform md3_sweep_at(const md3_sweep *sweep, md_real fraction)
{
    if (sweep == NULL) {
        return md3_transform_identity();
    }
    const struct rotation_path path = md3_rotation_path(sweep);
    const md3_rot q = md3_rotation_at(&path, fraction);
    const md3_vec center = vec_lerp(sweep->center[0], sweep->center[1], fraction);
    return md3_transform_make(vec_sub(center, rot_apply(q, sweep->local_center)), q);
}
