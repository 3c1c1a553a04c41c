/* Frames of a joint, and the angles of the second frame relative to the first.
 *
 * q is the relative rotation in the coordinates of the first frame, e the x axis of the first frame and a that of the second. Three
 * descriptions are used:
 *
 *     rotation vector  of joints that hold all three rotations: any error shrinks along the shortest way
 *     swing and twist  q = swing * twist; the swing takes e to a by the shortest rotation, the twist turns about x
 *     cross            an axis u of the first frame and an axis v of the second, which stay perpendicular, with one angle about each
 *
 * With the relative angular velocity w, the twist changes at the rate w . (e + a) / (1 + e . a). With the swing phi n, where n is a
 * unit vector perpendicular to e and t = e x n, the swing vector s = phi n changes at the rate
 *
 *     s' = (w . n) n + phi (cot(phi) w . t + w . e) t .
 *
 * Both follow from a' = w x a; tests/world3/test_joint_angles3.c compares them with differences.
 */
#include "world3/joint_frame.h"

#include "base/angle.h"
#include "world3/free_rotation.h"

/* Where a body is, or will be. */
struct pose {
    md3_vec center;
    md3_rot rotation;
};

static struct pose pose_ahead(const struct body *body, md_real ahead)
{
    struct pose pose = {body->center, body->rotation};
    if (ahead != 0) {
        pose.center = vec_add_scaled(body->center, ahead, body->velocity);
        pose.rotation = rot_multiply(md3_turn_by(vec_scale(ahead, body->angular_velocity)), body->rotation);
    }
    return pose;
}

static md3_vec lever_arm(const struct body *body, md3_rot rotation, md3_vec anchor)
{
    return rot_apply(rotation, vec_sub(anchor, body->local_center));
}

/* Subtracts the centres first: far from the origin this loses fewer digits than subtracting the anchors. */
static md3_vec between_anchors(md3_vec first_center, md3_vec second_center, const md3_vec r[2])
{
    return vec_add(vec_sub(second_center, first_center), vec_sub(r[1], r[0]));
}

md3_vec md3_joint_anchors(const md3_world *world, const struct joint *joint, md3_vec r[2])
{
    const struct body *first = &world->bodies[joint->body[0]];
    const struct body *second = &world->bodies[joint->body[1]];
    r[0] = lever_arm(first, first->rotation, joint->def.anchor[0]);
    r[1] = lever_arm(second, second->rotation, joint->def.anchor[1]);
    return between_anchors(first->center, second->center, r);
}

struct joint_frame md3_joint_frame_of(const md3_world *world, const struct joint *joint, md_real ahead)
{
    const struct body *second = &world->bodies[joint->body[1]];
    const struct pose second_pose = pose_ahead(second, ahead);
    struct joint_frame frame = {.rotation = {md3_rot_identity()}};
    frame.r[1] = lever_arm(second, second_pose.rotation, joint->def.anchor[1]);
    frame.rotation[1] = rot_multiply(second_pose.rotation, joint->def.rotation[1]);
    if (joint->def.type == MD3_MOUSE) {
        frame.between = vec_add(vec_sub(second_pose.center, joint->def.target), frame.r[1]);
    } else {
        const struct body *first = &world->bodies[joint->body[0]];
        const struct pose first_pose = pose_ahead(first, ahead);
        frame.r[0] = lever_arm(first, first_pose.rotation, joint->def.anchor[0]);
        frame.between = between_anchors(first_pose.center, second_pose.center, frame.r);
        frame.rotation[0] = rot_multiply(first_pose.rotation, joint->def.rotation[0]);
    }
    frame.axes[0] = md3_rot_matrix(frame.rotation[0]);
    frame.axes[1] = md3_rot_matrix(frame.rotation[1]);
    return frame;
}

static md3_rot relative_rotation(const struct joint_frame *frame)
{
    return rot_multiply(md3_rot_inverse(frame->rotation[0]), frame->rotation[1]);
}

/* ---- Rotation vector ------------------------------------------------------------------------------------------------ */

md3_vec md3_joint_rotation_error(const struct joint_frame *frame)
{
    return mat_apply(frame->axes[0], md3_rot_vector(relative_rotation(frame)));
}

static struct joint_angles rotation_vector(const struct joint_frame *frame)
{
    const md3_vec angle = md3_rot_vector(relative_rotation(frame));
    return (struct joint_angles){.position = {angle.x, angle.y, angle.z},
                                 .direction = {frame->axes[0].x, frame->axes[0].y, frame->axes[0].z}};
}

/* ---- Swing and twist ------------------------------------------------------------------------------------------------ */

/* Near a swing of pi the twist is not defined, and its rate grows without limit. This is the least (1 + e . a) / 2, 5.7 degrees from
 * there. */
#define LEAST_COSINE ((md_real)0.0025)
/* phi cot(phi) is 0 at pi/2 and negative beyond, where a rotation about t takes the swing the other way round. */
#define LEAST_SLOPE ((md_real)0.1)

/* The swing vector (0, y, z), and phi cot(phi). */
struct swing {
    md_real y, z, angle, slope;
};

static struct swing swing_of(md3_rot q)
{
    const md_real c = md_sqrt(q.w * q.w + q.x * q.x); /* cosine of half the swing */
    const md_real cos_twist = c > 0 ? q.w / c : 1;
    const md_real sin_twist = c > 0 ? q.x / c : 0;
    const md_real y = q.y * cos_twist - q.z * sin_twist;
    const md_real z = q.z * cos_twist + q.y * sin_twist;
    const md_real s = md_sqrt(y * y + z * z);
    struct swing swing = {2 * y, 2 * z, 2 * s, 1};
    if (s > MD_REAL_EPSILON * MD_REAL_EPSILON) {
        swing.angle = (md_real)(2 * md_angle((double)s, (double)c));
        swing.y = swing.angle / s * y;
        swing.z = swing.angle / s * z;
        const md_real slope = swing.angle * (c * c - s * s) / (2 * s * c);
        swing.slope = slope > LEAST_SLOPE ? md_min(slope, 1) : LEAST_SLOPE;
    }
    return swing;
}

/* (1 - phi cot(phi)) / phi^2, by its series for small angles. */
static md_real swing_curvature(const struct swing *swing)
{
    const md_real square = swing->angle * swing->angle;
    return square < (md_real)0.01 ? (md_real)(1.0 / 3) + square / 45 : (1 - swing->slope) / square;
}

static struct joint_angles swing_twist(const struct joint_frame *frame)
{
    const md3_rot q = relative_rotation(frame);
    const struct swing swing = swing_of(q);
    const md_real least = md_max(q.w * q.w + q.x * q.x, LEAST_COSINE);
    const md_real curvature = swing_curvature(&swing);
    const md_real slope = 1 - curvature * swing.angle * swing.angle;
    /* Directions in the coordinates of the first frame. The swings: slope I + curvature s s^T + (e x s) e^T. */
    const md3_vec twist = vec(1, (q.w * q.z + q.x * q.y) / least, (q.x * q.z - q.w * q.y) / least);
    const md3_vec about_y = vec(-swing.z, slope + curvature * swing.y * swing.y, curvature * swing.y * swing.z);
    const md3_vec about_z = vec(swing.y, curvature * swing.z * swing.y, slope + curvature * swing.z * swing.z);
    return (struct joint_angles){
        .position = {(md_real)md_angle((double)(2 * q.x * q.w), (double)(q.w * q.w - q.x * q.x)), swing.y, swing.z},
        .direction = {mat_apply(frame->axes[0], twist), mat_apply(frame->axes[0], about_y),
                      mat_apply(frame->axes[0], about_z)},
        .wraps = {true, false, false}};
}

/* ---- Cross ---------------------------------------------------------------------------------------------------------- */

/* u is axis `first` of the first frame and v axis `first` + 1 of the second, in the cyclic order of x, y and z. The third
 * coordinate, -u . v, is the sine of the angle by which they are not perpendicular. */
static struct joint_angles cross_of(const struct joint_frame *frame, int first)
{
    const int second = (first + 1) % 3;
    const int third = (first + 2) % 3;
    const md3_vec u = joint_axis_of(frame->axes[0], first);
    const md3_vec v = joint_axis_of(frame->axes[1], second);
    struct joint_angles angles = {.wraps = {true, true, true}};
    angles.position[first] = (md_real)md_angle((double)vec_dot(v, joint_axis_of(frame->axes[0], third)),
                                               (double)vec_dot(v, joint_axis_of(frame->axes[0], second)));
    angles.position[second] = (md_real)md_angle((double)vec_dot(u, joint_axis_of(frame->axes[1], third)),
                                                (double)vec_dot(u, joint_axis_of(frame->axes[1], first)));
    angles.position[third] = -vec_dot(u, v);
    angles.direction[first] = u;
    angles.direction[second] = v;
    angles.direction[third] = vec_cross(u, v);
    return angles;
}

/* ---- Types ---------------------------------------------------------------------------------------------------------- */

static bool holds_rotation(const md3_joint_def *def)
{
    bool holds = def->type == MD3_WELD || def->type == MD3_SLIDER || def->type == MD3_SIX;
    for (int i = MD3_TWIST; def->type == MD3_SIX && i < MD3_JOINT_COORDINATES; ++i) {
        holds = holds && def->axis[i].locked && def->axis[i].target == 0;
    }
    return holds;
}

struct joint_angles md3_joint_angles_of(const struct joint *joint, const struct joint_frame *frame)
{
    if (joint->def.type == MD3_UNIVERSAL) {
        return cross_of(frame, 1); /* y of the first frame and z of the second */
    }
    if (joint->def.type == MD3_WHEEL) {
        return cross_of(frame, 0); /* x of the first frame and y of the second */
    }
    return holds_rotation(&joint->def) ? rotation_vector(frame) : swing_twist(frame);
}
