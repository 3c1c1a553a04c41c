/* State of a joint: position, reaction, and breaking under load. */
#include "world3/gear.h"

bool md3_joint_is_active(const md3_world *world, const struct joint *joint)
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
        dynamic = dynamic || body->type == MD3_DYNAMIC;
    }
    return dynamic;
}

void md3_joint_begin_step(struct joint *joint)
{
    joint->impulse = vec(0, 0, 0);
    joint->angular_impulse = vec(0, 0, 0);
    joint->drive_impulse = vec(0, 0, 0);
    joint->motor_impulse = 0;
    joint->impulse_time = 0;
}

/* ---- Reading -------------------------------------------------------------------------------------------------------- */

/* The angle between the x axes of a ball joint, and its rate. */
static void measure_swing(const struct joint_frame *frame, md3_vec spin, md3_joint_state *state)
{
    const md3_vec swing = vec_add_scaled(vec_scale(state->angle.y, frame->axes[0].y), state->angle.z, frame->axes[0].z);
    const md3_vec direction = vec_unit(swing, &state->position);
    state->speed = vec_dot(direction, spin);
}

/* Position of a gear joint, and its rate. */
static void measure_gear(const md3_world *world, const struct joint *joint, const struct joint_frame *frame,
                         md3_joint_state *state)
{
    const struct constraint_row row = md3_gear_row(joint, frame);
    state->position = md3_gear_position(world, joint, frame);
    for (int side = 0; side < 2; ++side) {
        const struct body *body = &world->bodies[joint->body[side]];
        state->speed += vec_dot(row.linear[side], body->velocity) + vec_dot(row.angular[side], body->angular_velocity);
    }
}

static void measure_position(const struct joint *joint, const struct joint_frame *frame, md3_vec velocity, md3_vec spin,
                             md3_joint_state *state)
{
    switch (joint->def.type) {
    case MD3_DISTANCE:
    case MD3_MOUSE:
    case MD3_MOTOR:
        state->position = vec_length(frame->between);
        state->speed = vec_dot(joint_direction(frame), velocity);
        break;
    case MD3_SLIDER:
    case MD3_WHEEL:
        state->position = state->translation.x;
        state->speed = vec_dot(frame->axes[0].x, velocity);
        break;
    case MD3_HINGE:
    case MD3_PARALLEL:
        state->position = state->angle.x;
        state->speed = state->angular_rate.x;
        break;
    case MD3_UNIVERSAL:
        state->position = state->angle.y;
        state->speed = state->angular_rate.y;
        break;
    case MD3_BALL: measure_swing(frame, spin, state); break;
    default: break; /* weld and six have no position */
    }
}

static void measure(const md3_world *world, const struct joint *joint, md3_joint_state *state)
{
    const struct joint_frame frame = md3_joint_frame_of(world, joint, 0);
    const struct joint_angles angles = md3_joint_angles_of(joint, &frame);
    const md3_vec velocity = joint_relative_velocity(world, joint, &frame);
    const md3_vec spin = joint_relative_spin(world, joint);
    state->anchor[1] = vec_add(world->bodies[joint->body[1]].center, frame.r[1]);
    state->anchor[0] =
        joint->body[0] >= 0 ? vec_add(world->bodies[joint->body[0]].center, frame.r[0]) : joint->def.target;
    state->rotation[0] = frame.rotation[0];
    state->rotation[1] = frame.rotation[1];
    state->translation = md3_mat_apply_transposed(frame.axes[0], frame.between);
    state->angle = vec(angles.position[0], angles.position[1], angles.position[2]);
    state->angular_rate =
        vec(vec_dot(angles.direction[0], spin), vec_dot(angles.direction[1], spin), vec_dot(angles.direction[2], spin));
    if (joint->def.type == MD3_GEAR) {
        measure_gear(world, joint, &frame, state);
    } else {
        measure_position(joint, &frame, velocity, spin, state);
    }
}

md_status md3_joint_get_state(const md3_world *world, md3_joint_id joint, md3_joint_state *state)
{
    const struct joint *at = md3_joint_of(world, joint);
    if (at == NULL || state == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    const md_real per_second = at->impulse_time > 0 ? 1 / at->impulse_time : 0;
    *state = (md3_joint_state){.force = vec_scale(per_second, at->impulse),
                               .torque = vec_scale(per_second, at->angular_impulse),
                               .motor = per_second * (at->motor_impulse + vec_length(at->drive_impulse)),
                               .error = md3_joint_error(world, at)};
    measure(world, at, state);
    return MD_OK;
}

/* ---- Breaking ------------------------------------------------------------------------------------------------------- */

static bool is_overloaded(const struct joint *joint)
{
    /* The time is 0 before the first step of a joint. */
    return joint->impulse_time > 0 &&
           (vec_length(joint->impulse) > joint->def.break_force * joint->impulse_time ||
            vec_length(joint->angular_impulse) > joint->def.break_torque * joint->impulse_time);
}

void md3_joints_break(md3_world *world)
{
    for (int32_t n = 0; n < world->awake.joint_count; ++n) {
        const int32_t i = world->awake.joints.at[n];
        if (!is_overloaded(&world->joints[i])) {
            continue;
        }
        md3_event_add(world, &(md3_event){.type = MD3_EVENT_JOINT_BROKEN,
                                          .joint = md3_joint_id_of(world, i),
                                          .impulse = vec_length(world->joints[i].impulse)});
        md3_joint_remove(world, i);
    }
}
