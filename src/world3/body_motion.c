/* Motion of the bodies of a 3D world. */
#include "geometry3/vec3.h"
#include "world3/world.h"

void md3_body_place_origin(struct body *body)
{
    body->origin = vec_sub(body->center, rot_apply(body->rotation, body->local_center));
}

void md3_body_stop(struct body *body)
{
    body->velocity = vec(0, 0, 0);
    body->angular_velocity = vec(0, 0, 0);
    body->stopped = true;
}

/* The centre after dt seconds. Returns false, and stops the body, if that is outside the world, or the rotation no number. */
static bool end_of_move(struct body *body, md3_vec velocity, md3_vec turn, md_real dt, md3_vec *center)
{
    *center = vec_add_scaled(body->center, dt, velocity);
    if (!body_is_in_world(*center) || !vec_is_finite(turn)) {
        md3_body_stop(body);
        return false;
    }
    return true;
}

bool md3_body_move(struct body *body, md3_vec velocity, md3_vec spin, md_real dt)
{
    const md3_vec turn = vec_scale(dt, spin);
    md3_vec center;
    if (!end_of_move(body, velocity, turn, dt, &center)) {
        return false;
    }
    body->center = center;
    if (turn.x != 0 || turn.y != 0 ||
        turn.z != 0) { /* normalising would change the last bits of a rotation that stays */
        body->rotation = md3_rot_normalize(rot_multiply(md3_turn_by(turn), body->rotation));
    }
    md3_body_place_origin(body);
    return true;
}

bool md3_body_correct(struct body *body)
{
    const bool moved = md3_body_move(body, body->correction, body->turn_correction, 1);
    body->correction = vec(0, 0, 0);
    body->turn_correction = vec(0, 0, 0);
    return moved;
}

/* Rotates a dynamic body without torque. With locked axes, the momentum about the others stays while the body turns by its
 * angular velocity. */
static void rotate_freely(struct body *body, md_real dt)
{
    const md3_vec momentum = md3_rotor_momentum(&body->rotor, body->rotation, body->angular_velocity);
    const bool is_free = (body->locked & MD3_LOCK_ROTATION) == 0;
    if (is_free && vec_is_finite(momentum)) {
        body->rotation = md3_rotate_freely(&body->rotor, body->rotation, momentum, dt);
        body->angular_velocity = md3_rotor_spin(&body->rotor, body->rotation, momentum);
    } else {
        const md3_rot turn = md3_turn_by(vec_scale(dt, body->angular_velocity));
        body->rotation = md3_rot_normalize(rot_multiply(turn, body->rotation));
        md3_body_turn_inertia(body);
        const md3_vec spin = mat_apply(body->inverse_inertia, body_unlocked_spin(body, momentum));
        body->angular_velocity =
            vec_is_finite(spin) ? spin : body->angular_velocity; /* momenta may overflow in float */
    }
}

bool md3_body_integrate(struct body *body, md_real dt)
{
    const md3_vec w = body->angular_velocity;
    if (!body->rotates) {
        return md3_body_move(body, body->velocity, w, dt);
    }
    md3_vec center;
    if (!end_of_move(body, body->velocity, vec_scale(dt, w), dt, &center)) {
        return false;
    }
    body->center = center;
    if (w.x != 0 || w.y != 0 || w.z != 0) {
        rotate_freely(body, dt);
    }
    md3_body_place_origin(body);
    return true;
}

#define DIMENSION 3
#include "engine/body_motion.inc.h"
