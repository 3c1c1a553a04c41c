/* Frames of a joint in world coordinates at the present positions of its bodies, and the angles between them. */
#ifndef MODULUS_WORLD3_JOINT_FRAME_H
#define MODULUS_WORLD3_JOINT_FRAME_H

#include "geometry3/vec3.h"
#include "world3/world.h"

struct joint_frame {
    md3_vec r[2];        /* from each body's centre of mass to its anchor; the first of a mouse joint is zero */
    md3_vec between;     /* from the first anchor (mouse: the target) to the second */
    md3_rot rotation[2]; /* of the frames */
    md3_mat axes[2];     /* the same as matrices */
};

/* The angles of a joint, each with the direction of its Jacobian: its rate is direction . (relative angular velocity). */
struct joint_angles {
    md_real position[3];  /* about x, y and z, rad */
    md3_vec direction[3]; /* in the world */
    bool wraps[3];        /* position is in (-pi, pi] and starts again at -pi */
};

/** Sets the lever arms of the anchors of a joint between two bodies. Returns the vector from the first anchor to the second. */
md3_vec md3_joint_anchors(const md3_world *world, const struct joint *joint, md3_vec r[2]);
/** The frame after `ahead` seconds at present velocities. */
struct joint_frame md3_joint_frame_of(const md3_world *world, const struct joint *joint, md_real ahead);
/** Angles of a joint, as the type defines them (joints3.h). */
struct joint_angles md3_joint_angles_of(const struct joint *joint, const struct joint_frame *frame);
/** Rotation vector from the first frame to the second, in the world, rad. */
md3_vec md3_joint_rotation_error(const struct joint_frame *frame);

/** Axis 0, 1 or 2 of a frame. */
static inline md3_vec joint_axis_of(md3_mat axes, int axis)
{
    return axis == 0 ? axes.x : axis == 1 ? axes.y : axes.z;
}

/** Unit vector from the first anchor to the second; any direction if they coincide. */
static inline md3_vec joint_direction(const struct joint_frame *frame)
{
    const md3_vec direction = vec_unit(frame->between, NULL);
    return vec_dot(direction, direction) > 0 ? direction : vec(1, 0, 0);
}

/** Velocity of the second anchor relative to the point of the first body at the same place (mouse joint: relative to
 *  the world). Its component along a direction that rotates with the first body is the rate of the position. */
static inline md3_vec joint_relative_velocity(const md3_world *world, const struct joint *joint,
                                              const struct joint_frame *frame)
{
    const md3_vec second = body_velocity_at(&world->bodies[joint->body[1]], frame->r[1]);
    if (joint->body[0] < 0) {
        return second;
    }
    const md3_vec r = vec_add(frame->r[0], frame->between);
    return vec_sub(second, body_velocity_at(&world->bodies[joint->body[0]], r));
}

/** Angular velocity of the second body relative to the first. */
static inline md3_vec joint_relative_spin(const md3_world *world, const struct joint *joint)
{
    const md3_vec second = world->bodies[joint->body[1]].angular_velocity;
    return joint->body[0] < 0 ? second : vec_sub(second, world->bodies[joint->body[0]].angular_velocity);
}

/** Largest violation of the constraints and limits of a joint, m or rad. */
md_real md3_joint_error(const md3_world *world, const struct joint *joint);

#endif
