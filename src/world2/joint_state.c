/* State of a joint: position, reaction, and breaking under load. */
#include "geometry2/vec.h"
#include "world2/gear.h"
#include "world2/world.h"

bool md2_joint_is_active(const md2_world *world, const struct joint *joint)
{
    bool dynamic = false;
    for (int side = 0; side < 2; ++side) {
        if (joint->body[side] < 0) {
            continue;
        }
        const struct body *body = &world->bodies[joint->body[side]];
        if (!body->enabled) {
            return false;
        }
        dynamic = dynamic || body->type == MD2_DYNAMIC;
    }
    return dynamic;
}

void md2_joint_begin_step(struct joint *joint)
{
    joint->impulse = vec(0, 0);
    joint->angular_impulse = 0;
    joint->motor_impulse = 0;
    joint->impulse_time = 0;
}

/* Length of the rope of a pulley joint, and its rate. */
static void measure_rope(const md2_world *world, const struct joint *joint, const struct joint_frame *frame,
                         md2_joint_state *state)
{
    for (int side = 0; side < 2; ++side) {
        const md_real factor = side == 0 ? 1 : joint->def.ratio;
        const md2_vec rope = joint_rope(world, joint, frame, side);
        const md2_vec velocity = joint_velocity_at(&world->bodies[joint->body[side]], frame->r[side]);
        state->position += factor * vec_length(rope);
        state->speed += factor * vec_dot(vec_unit(rope, NULL), velocity);
    }
}

/* Position of a gear joint, and its rate. */
static void measure_gear(const md2_world *world, const struct joint *joint, const struct joint_frame *frame,
                         md2_joint_state *state)
{
    state->position = md2_gear_position(world, joint, frame);
    for (int side = 0; side < 2; ++side) {
        const struct body *body = &world->bodies[joint->body[side]];
        md_real jacobian[3];
        md2_gear_jacobian(joint, frame, side, jacobian);
        state->speed +=
            jacobian[0] * body->velocity.x + jacobian[1] * body->velocity.y + jacobian[2] * body->angular_velocity;
    }
}

static void measure_position(const md2_world *world, const struct joint *joint, const struct joint_frame *frame,
                             md2_joint_state *state)
{
    const md2_vec velocity = joint_relative_velocity(world, joint, frame);
    switch (joint->def.type) {
    case MD2_DISTANCE:
    case MD2_MOUSE:
    case MD2_MOTOR:
        state->position = vec_length(frame->between);
        state->speed = vec_dot(joint_direction(frame), velocity);
        break;
    case MD2_PRISMATIC:
    case MD2_WHEEL:
        state->axis = frame->axis;
        state->position = vec_dot(frame->axis, frame->between);
        state->speed = vec_dot(frame->axis, velocity);
        break;
    case MD2_REVOLUTE:
        state->position = state->angle;
        state->speed = world->bodies[joint->body[1]].angular_velocity - world->bodies[joint->body[0]].angular_velocity;
        break;
    case MD2_PULLEY: measure_rope(world, joint, frame, state); break;
    case MD2_GEAR: measure_gear(world, joint, frame, state); break;
    default: break; /* a weld joint has no position */
    }
}

md_status md2_joint_get_state(const md2_world *world, md2_joint_id joint, md2_joint_state *state)
{
    const struct joint *at = md2_joint_of(world, joint);
    if (at == NULL || state == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    const struct joint_frame frame = joint_frame_of(world, at, 0);
    const md_real per_second = at->impulse_time > 0 ? 1 / at->impulse_time : 0;
    *state = (md2_joint_state){.angle = joint_angle_of(world, at),
                               .force = vec_scale(per_second, at->impulse),
                               .torque = per_second * at->angular_impulse,
                               .motor = per_second * at->motor_impulse,
                               .error = md2_joint_error(world, at)};
    state->anchor[1] = vec_add(world->bodies[at->body[1]].center, frame.r[1]);
    state->anchor[0] = at->body[0] >= 0 ? vec_add(world->bodies[at->body[0]].center, frame.r[0]) : at->def.target;
    measure_position(world, at, &frame, state);
    return MD_OK;
}

static bool is_overloaded(const struct joint *joint)
{
    /* The time is 0 before the first step of a joint. */
    return joint->impulse_time > 0 && (vec_length(joint->impulse) > joint->def.break_force * joint->impulse_time ||
                                       md_abs(joint->angular_impulse) > joint->def.break_torque * joint->impulse_time);
}

void md2_joints_break(md2_world *world)
{
    for (int32_t n = 0; n < world->awake.joint_count; ++n) {
        const int32_t i = world->awake.joints.at[n];
        if (!is_overloaded(&world->joints[i])) {
            continue;
        }
        md2_event_add(world, &(md2_event){.type = MD2_EVENT_JOINT_BROKEN,
                                          .joint = md2_joint_id_of(world, i),
                                          .impulse = vec_length(world->joints[i].impulse)});
        md2_joint_remove(world, i);
    }
}
