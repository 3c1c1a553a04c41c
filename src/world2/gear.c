#include "world2/gear.h"

static bool is_linear(const md2_joint_def *def, int side)
{
    return def->gear_axis[side].x != 0 || def->gear_axis[side].y != 0;
}

static md_real factor_of(const md2_joint_def *def, int side)
{
    return side == 0 ? 1 : def->ratio;
}

static md2_vec anchor_of(const md2_world *world, const struct joint *joint, int side)
{
    const struct body *body = &world->bodies[joint->body[side]];
    return vec_add(body->center, joint_lever_arm(body, body->rotation, joint->def.anchor[side]));
}

void md2_gear_mesh(const md2_world *world, struct joint *joint)
{
    joint->gear.angle = 0;
    for (int side = 0; side < 2; ++side) {
        joint->gear.rotation[side] = world->bodies[joint->body[side]].rotation;
        joint->gear.start[side] = anchor_of(world, joint, side);
    }
}

bool md2_gear_is_same(const md2_joint_def *a, const md2_joint_def *b)
{
    bool same = a->ratio == b->ratio;
    for (int side = 0; side < 2; ++side) {
        same = same && a->gear_axis[side].x == b->gear_axis[side].x && a->gear_axis[side].y == b->gear_axis[side].y &&
               a->anchor[side].x == b->anchor[side].x && a->anchor[side].y == b->anchor[side].y;
    }
    return same;
}

/* Angles since the gear has looked last, as part of the position. */
static md_real angle_since(const md2_world *world, const struct joint *joint)
{
    md_real sum = 0;
    for (int side = 0; side < 2; ++side) {
        if (!is_linear(&joint->def, side)) {
            const md2_rot turn = md2_rot_multiply(md2_rot_inverse(joint->gear.rotation[side]),
                                                  world->bodies[joint->body[side]].rotation);
            sum += factor_of(&joint->def, side) * (md_real)md_angle((double)turn.s, (double)turn.c);
        }
    }
    return sum;
}

void md2_gear_track(const md2_world *world, struct joint *joint)
{
    joint->gear.angle += angle_since(world, joint);
    for (int side = 0; side < 2; ++side) {
        joint->gear.rotation[side] = world->bodies[joint->body[side]].rotation;
    }
}

md_real md2_gear_position(const md2_world *world, const struct joint *joint, const struct joint_frame *frame)
{
    md_real position = joint->gear.angle + angle_since(world, joint);
    for (int side = 0; side < 2; ++side) {
        if (is_linear(&joint->def, side)) {
            const md2_vec anchor = vec_add(world->bodies[joint->body[side]].center, frame->r[side]);
            position += factor_of(&joint->def, side) *
                        vec_dot(joint->def.gear_axis[side], vec_sub(anchor, joint->gear.start[side]));
        }
    }
    return position;
}

void md2_gear_jacobian(const struct joint *joint, const struct joint_frame *frame, int side, md_real jacobian[3])
{
    const md_real factor = factor_of(&joint->def, side);
    const md2_vec direction = vec_scale(factor, joint->def.gear_axis[side]);
    jacobian[0] = direction.x;
    jacobian[1] = direction.y;
    jacobian[2] = is_linear(&joint->def, side) ? vec_cross(frame->r[side], direction) : factor;
}
