/* Moving one body, for the passes that move all of them. */
#ifndef MODULUS_WORLD2_BODY_MOTION_H
#define MODULUS_WORLD2_BODY_MOTION_H

#include "base/angle.h"
#include "geometry2/vec.h"
#include "world2/body.h"

/** Derives the origin from the centre of mass and the rotation. */
static inline void body_place_origin(struct body *body)
{
    body->origin = vec_sub(body->center, rot_apply(body->rotation, body->local_center));
}

/** Rotation by an angle in (-pi, pi) without a sine; the error is below angle^5 / 120. The series of tan(angle / 2) gives a
 *  vector of length 1. */
static inline md2_rot turn_by(md_real angle)
{
    const md_real half = angle / 2;
    const md_real t = half + half * half * half / 3;
    const md_real scale = 1 / (1 + t * t);
    return (md2_rot){(1 - t * t) * scale, 2 * t * scale};
}

/** Sets the velocities of a body to 0, and `stopped`. */
static inline void body_stop(struct body *body)
{
    body->velocity = vec(0, 0);
    body->angular_velocity = 0;
    body->stopped = true;
}

/** Sets the velocities of a body to those of a solve, x, y and angular, for h seconds. Impulses are finite, but their sum on a
 *  light body need not be: then the body keeps its velocities. */
static inline void body_take_velocity(struct body *body, const md_real v[3], md_real h)
{
    if (body_speed_is_sound(vec(v[0], v[1]), v[2], h)) {
        body->velocity = vec(v[0], v[1]);
        body->angular_velocity = v[2];
    }
}

/** Decides whether a body is fast: whether it moves by more than half its inscribed radius in h seconds. Bodies that position
 *  correction has moved far are already fast, and a body that was stopped in the last substep is fast again, however slow it is.
 *  The body may move without a limit until continuous collision finds one. */
static inline bool body_find_fast(struct body *body, md_real h)
{
    const md_real moved = h * (vec_length(body->velocity) + md_abs(body->angular_velocity) * body->max_extent);
    const bool could_tunnel = body->awake && body->type == MD2_DYNAMIC && moved > body->inscribed_radius / 2;
    body->fast = body->fast || body->toi_fraction < 1 || could_tunnel;
    body->toi_fraction = 1;
    return body->fast;
}

/** Moves centre and rotation for dt seconds; the caller places the origin. A body that would leave the world is stopped
 *  instead: returns false, sets `stopped`. */
static inline bool body_advance(struct body *body, md2_vec velocity, md_real spin, md_real dt)
{
    const md2_vec center = vec_add_scaled(body->center, dt, velocity);
    const md_real angle = md_clamp(dt * spin, -(md_real)MD_PI, (md_real)MD_PI);
    if (!body_is_in_world(center) || !isfinite(angle)) {
        body_stop(body);
        return false;
    }
    body->center = center;
    if (angle != 0) { /* normalising would change the last bits of a rotation that does not change */
        body->rotation = rot_unit(rot_multiply(body->rotation, turn_by(angle)));
    }
    return true;
}

/** Moves a body for dt seconds, with its origin. Fails as body_advance. */
static inline bool body_move(struct body *body, md2_vec velocity, md_real spin, md_real dt)
{
    const bool moved = body_advance(body, velocity, spin, dt);
    if (moved) {
        body_place_origin(body);
    }
    return moved;
}

#endif
