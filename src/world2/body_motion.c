/* Motion of the bodies of a 2D world. */
#include "base/angle.h"
#include "geometry2/vec.h"
#include "world2/world.h"

void md2_body_place_origin(struct body *body)
{
    body->origin = vec_sub(body->center, rot_apply(body->rotation, body->local_center));
}

/* The series of tan(angle / 2) gives a vector of length 1. */
md2_rot md2_turn_by(md_real angle)
{
    const md_real half = angle / 2;
    const md_real t = half + half * half * half / 3;
    const md_real scale = 1 / (1 + t * t);
    return (md2_rot){(1 - t * t) * scale, 2 * t * scale};
}

void md2_body_stop(struct body *body)
{
    body->velocity = vec(0, 0);
    body->angular_velocity = 0;
    body->stopped = true;
}

bool md2_body_move(struct body *body, md2_vec velocity, md_real spin, md_real dt)
{
    const md2_vec center = vec_add_scaled(body->center, dt, velocity);
    const md_real angle = md_clamp(dt * spin, -(md_real)MD_PI, (md_real)MD_PI);
    if (!body_is_in_world(center) || !isfinite(angle)) {
        md2_body_stop(body);
        return false;
    }
    body->center = center;
    if (angle != 0) { /* normalising would change the last bits of a rotation that does not change */
        body->rotation = rot_unit(rot_multiply(body->rotation, md2_turn_by(angle)));
    }
    md2_body_place_origin(body);
    return true;
}

#define DIMENSION 2
#include "engine/body_motion.inc.h"
