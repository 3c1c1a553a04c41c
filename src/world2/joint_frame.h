/* Frame of a joint: anchors, axis and angle in world coordinates at the present positions of its bodies. */
#ifndef MODULUS_WORLD2_JOINT_FRAME_H
#define MODULUS_WORLD2_JOINT_FRAME_H

#include "world2/body_motion.h"
#include "world2/world.h"

struct joint_frame {
    md2_vec r[2];    /* from each body's centre of mass to its anchor; the first of a mouse joint is zero */
    md2_vec between; /* from the first anchor (mouse: the target) to the second */
    md2_vec axis;    /* fixed in the first body */
};

/* Where a body is, or will be. */
struct joint_pose {
    md2_vec center;
    md2_rot rotation;
};

/** The pose of a body after `ahead` seconds at its present velocity. */
static inline struct joint_pose joint_pose_ahead(const struct body *body, md_real ahead)
{
    struct joint_pose pose = {body->center, body->rotation};
    if (ahead != 0) {
        const md_real angle = md_clamp(ahead * body->angular_velocity, -(md_real)MD_PI / 2, (md_real)MD_PI / 2);
        pose.center = vec_add_scaled(body->center, ahead, body->velocity);
        pose.rotation = rot_unit(rot_multiply(body->rotation, turn_by(angle)));
    }
    return pose;
}

static inline md2_vec joint_lever_arm(const struct body *body, md2_rot rotation, md2_vec anchor)
{
    return rot_apply(rotation, vec_sub(anchor, body->local_center));
}

/** The angle of the second body relative to the first, minus the reference, rad in (-pi, pi]; 0 of a mouse joint. */
static inline md_real joint_angle_of(const md2_world *world, const struct joint *joint)
{
    if (joint->def.type == MD2_MOUSE) {
        return 0;
    }
    const md2_rot first = world->bodies[joint->body[0]].rotation;
    const md2_rot second = world->bodies[joint->body[1]].rotation;
    const md2_rot zero = rot_multiply(first, joint->def.reference);
    const md2_rot relative = rot_multiply((md2_rot){zero.c, -zero.s}, second);
    return (md_real)md_angle((double)relative.s, (double)relative.c);
}

/** The frame after `ahead` seconds at present velocities. */
static inline struct joint_frame joint_frame_of(const md2_world *world, const struct joint *joint, md_real ahead)
{
    const struct body *second = &world->bodies[joint->body[1]];
    const struct joint_pose second_pose = joint_pose_ahead(second, ahead);
    struct joint_frame frame = {.axis = joint->def.axis};
    frame.r[1] = joint_lever_arm(second, second_pose.rotation, joint->def.anchor[1]);
    if (joint->def.type == MD2_MOUSE) {
        frame.between = vec_add(vec_sub(second_pose.center, joint->def.target), frame.r[1]);
        return frame;
    }
    const struct body *first = &world->bodies[joint->body[0]];
    const struct joint_pose first_pose = joint_pose_ahead(first, ahead);
    frame.r[0] = joint_lever_arm(first, first_pose.rotation, joint->def.anchor[0]);
    /* Subtract the centres first: far from the origin this loses fewer digits than subtracting the anchors. */
    frame.between = vec_add(vec_sub(second_pose.center, first_pose.center), vec_sub(frame.r[1], frame.r[0]));
    frame.axis = rot_apply(first_pose.rotation, joint->def.axis);
    return frame;
}

/** Unit vector from the first anchor to the second; any direction if they coincide. */
static inline md2_vec joint_direction(const struct joint_frame *frame)
{
    const md2_vec direction = vec_unit(frame->between, NULL);
    return vec_dot(direction, direction) > 0 ? direction : vec(1, 0);
}

/** From the pulley of a side to its anchor. */
static inline md2_vec joint_rope(const md2_world *world, const struct joint *joint, const struct joint_frame *frame,
                                 int side)
{
    const md2_vec center = world->bodies[joint->body[side]].center;
    return vec_add(vec_sub(center, joint->def.pulley[side]), frame->r[side]);
}

/** Velocity of a body at lever arm r. */
static inline md2_vec joint_velocity_at(const struct body *body, md2_vec r)
{
    return vec_add_scaled(body->velocity, body->angular_velocity, vec_left(r));
}

/** Velocity of the second anchor relative to the point of the first body at the same place (mouse joint: relative to
 *  the world). Its component along a direction that rotates with the first body is the rate of the position. */
static inline md2_vec joint_relative_velocity(const md2_world *world, const struct joint *joint,
                                              const struct joint_frame *frame)
{
    const md2_vec second = joint_velocity_at(&world->bodies[joint->body[1]], frame->r[1]);
    if (joint->body[0] < 0) {
        return second;
    }
    const md2_vec r = vec_add(frame->r[0], frame->between);
    return vec_sub(second, joint_velocity_at(&world->bodies[joint->body[0]], r));
}

/** Largest violation of the constraints and limits of a joint, m or rad. */
md_real md2_joint_error(const md2_world *world, const struct joint *joint);

#endif
