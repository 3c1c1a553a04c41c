#include "world3/gear.h"

#include <string.h>

#include "base/angle.h"

static md_real factor_of(const md3_joint_def *def, int side)
{
    return side == 0 ? 1 : def->ratio;
}

static md3_vec anchor_of(const md3_world *world, const struct joint *joint, const struct joint_frame *frame, int side)
{
    return vec_add(world->bodies[joint->body[side]].center, frame->r[side]);
}

void md3_gear_mesh(const md3_world *world, struct joint *joint)
{
    const struct joint_frame frame = md3_joint_frame_of(world, joint, 0);
    joint->gear.angle = 0;
    for (int side = 0; side < 2; ++side) {
        joint->gear.rotation[side] = world->bodies[joint->body[side]].rotation;
        joint->gear.start[side] = anchor_of(world, joint, &frame, side);
    }
}

bool md3_gear_is_same(const md3_joint_def *a, const md3_joint_def *b)
{
    bool same = a->ratio == b->ratio;
    for (int side = 0; side < 2; ++side) {
        same = same && a->gear_slides[side] == b->gear_slides[side] &&
               memcmp(&a->anchor[side], &b->anchor[side], sizeof(md3_vec)) == 0 &&
               memcmp(&a->rotation[side], &b->rotation[side], sizeof(md3_rot)) == 0;
    }
    return same;
}

/* Angle of a body about its x axis since the gear has looked last, rad in (-pi, pi]. */
static md_real turn_since(const md3_world *world, const struct joint *joint, int side)
{
    const md3_rot local = joint->def.rotation[side];
    const md3_rot turn =
        rot_multiply(md3_rot_inverse(joint->gear.rotation[side]), world->bodies[joint->body[side]].rotation);
    const md3_rot q = rot_multiply(rot_multiply(md3_rot_inverse(local), turn), local);
    return (md_real)md_angle((double)(2 * q.x * q.w), (double)(q.w * q.w - q.x * q.x));
}

/* Angles since the gear has looked last, as part of the position. */
static md_real angle_since(const md3_world *world, const struct joint *joint)
{
    md_real sum = 0;
    for (int side = 0; side < 2; ++side) {
        if (!joint->def.gear_slides[side]) {
            sum += factor_of(&joint->def, side) * turn_since(world, joint, side);
        }
    }
    return sum;
}

void md3_gear_track(const md3_world *world, struct joint *joint)
{
    joint->gear.angle += angle_since(world, joint);
    for (int side = 0; side < 2; ++side) {
        joint->gear.rotation[side] = world->bodies[joint->body[side]].rotation;
    }
}

md_real md3_gear_position(const md3_world *world, const struct joint *joint, const struct joint_frame *frame)
{
    md_real position = joint->gear.angle + angle_since(world, joint);
    for (int side = 0; side < 2; ++side) {
        if (joint->def.gear_slides[side]) {
            const md3_vec way = vec_sub(anchor_of(world, joint, frame, side), joint->gear.start[side]);
            position += factor_of(&joint->def, side) * vec_dot(frame->axes[side].x, way);
        }
    }
    return position;
}

struct constraint_row md3_gear_row(const struct joint *joint, const struct joint_frame *frame)
{
    struct constraint_row row = md3_row_default();
    for (int side = 0; side < 2; ++side) {
        const md3_vec direction = vec_scale(factor_of(&joint->def, side), frame->axes[side].x);
        const bool slides = joint->def.gear_slides[side];
        row.body[side] = joint->body[side];
        row.linear[side] = slides ? direction : vec(0, 0, 0);
        row.angular[side] = slides ? vec_cross(frame->r[side], direction) : direction;
    }
    return row;
}
