/* Bodies: position, motion and mass. */
#ifndef MODULUS_WORLD2_BODY_H
#define MODULUS_WORLD2_BODY_H

#include <modulus/world2.h>

#include "base/real.h"

/* Fields that contacts and constraint assembly read come first: these passes jump from body to body in memory. */
struct body {
    md2_body_type type;
    bool enabled;
    bool awake; /* false for every static body */
    bool fixed_rotation, has_given_mass, bullet, enable_sleep;
    /* The body would have left the world and was stopped; the log has yet to report it. */
    bool stopped;
    /* The body moves by more than half its inscribed radius in this substep, so that it could tunnel. */
    bool fast;
    /* Count of narrow-phase updates when a tree leaf of its shapes last moved. */
    uint32_t moved_at;
    md2_vec origin; /* of the body's coordinates, in the world */
    md2_rot rotation;
    md2_vec center;   /* of mass, in the world */
    md2_vec velocity; /* of the centre of mass */
    md_real angular_velocity;
    md_real inverse_mass, inverse_inertia; /* 0 unless the body is dynamic */
    md_real max_extent;                    /* from the centre of mass to the furthest point of its shapes, m */
    md2_vec force;
    md_real torque;
    md_real gravity_scale;
    md2_vec local_center;
    md_real linear_damping, angular_damping;
    md_real inscribed_radius; /* smallest inscribed radius of its shapes, m */
    md_real toi_fraction;     /* time-of-impact fraction: share of the substep that the body may move */
    md2_vec previous_center;  /* before the last step */
    md2_rot previous_rotation;
    int32_t first_shape, last_shape; /* -1: none */
    int32_t first_joint;             /* -1: none */
    md2_mass mass, given_mass;
    void *user;
};

/* Bodies stop at this distance from the origin, m: float resolves 64 m there. */
#define WORLD_SIZE ((md_real)1e9)

static inline bool body_is_in_world(md2_vec position)
{
    return md_abs(position.x) <= WORLD_SIZE && md_abs(position.y) <= WORLD_SIZE; /* false for NaN */
}

static inline md2_transform body_transform(const struct body *body)
{
    return (md2_transform){body->origin, body->rotation};
}

static inline double md2_body_kinetic_energy(const struct body *body)
{
    const double spin = body->inverse_inertia > 0 ? (double)body->angular_velocity : 0;
    const double speed2 = (double)(body->velocity.x * body->velocity.x + body->velocity.y * body->velocity.y);
    return 0.5 * (double)body->mass.mass * speed2 + 0.5 * (double)body->mass.inertia * spin * spin;
}

/* ---- bodies.c ---------------------------------------------------------------------------------------------------- */

/** Returns the body of a handle, or NULL if the handle is not valid. */
struct body *md2_body_of(const md2_world *world, md2_body_id id);
md2_body_id md2_body_id_of(const md2_world *world, int32_t index);
/** Finds the body that a call changes. Fails with MD_ERROR_ARGUMENT for a bad handle and MD_ERROR_BUSY in a step. */
md_status md2_body_to_change(md2_world *world, md2_body_id id, struct body **body);

/* ---- body_mass.c ------------------------------------------------------------------------------------------------- */

/** Radius of the largest circle about the centroid that fits into a hull. */
md_real md2_inscribed_radius(const md2_hull *hull);
/** Computes size, mass, centre and inertia from the shapes; the last three unless they were given. */
void md2_body_update_mass(md2_world *world, struct body *body);
struct shape;
/** Updates the same after one shape was added. A shape without mass takes constant time, however many shapes the body
 *  has: chains and bodies of given mass grow in linear time. */
void md2_body_add_mass(md2_world *world, struct body *body, const struct shape *added);

/* ---- body_motion.c ----------------------------------------------------------------------------------------------- */

/** Derives the origin from the centre of mass and the rotation. */
void md2_body_place_origin(struct body *body);
/** Wakes a body that is not static. The next step wakes the rest of its island. */
void md2_body_wake(md2_world *world, int32_t index);
/** Rotation by an angle in (-pi, pi) without a sine; the error is below angle^5 / 120. */
md2_rot md2_turn_by(md_real angle);
/** Integrates a body for dt seconds. A body that would leave the world is stopped instead: returns false, sets
 *  `stopped`. */
bool md2_body_move(struct body *body, md2_vec velocity, md_real spin, md_real dt);

/** Changes the bodies of a list and nothing else. Returns a number that md2_bodies_run adds up. */
typedef int32_t bodies_function(md2_world *world, const int32_t *list, int32_t count, const void *context);
/** Applies a function to a list of bodies, with several threads if the list is long. Returns the sum of the results. */
int32_t md2_bodies_run(md2_world *world, const int32_t *list, int32_t count, bodies_function *function,
                       const void *context);
/** Logs the bodies of a list that were stopped. */
void md2_bodies_log_stopped(md2_world *world, const int32_t *list, int32_t count);

#endif
