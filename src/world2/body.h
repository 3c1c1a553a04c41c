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
    /* The body moves by more than half its inscribed radius in this substep, or was stopped in the last one: it could tunnel. */
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
    md_real toi_fraction;     /* time-of-impact fraction: share of the substep that the body may move, or last moved */
    md2_vec previous_center;  /* before the last step */
    md2_rot previous_rotation;
    md2_vec start_center; /* before position correction in this substep */
    md2_rot start_rotation;
    /* The motion of a soft step that the new velocity does not explain: its position correction, until the body is moved.
     * `corrected`: continuous collision has moved the body by it from its start. */
    md2_vec correction;
    md_real turn_correction;
    bool corrected;
    int32_t first_shape, last_shape; /* -1: none */
    int32_t first_joint;             /* -1: none */
    md2_mass mass, given_mass;
    /* Sums over the shapes in their order: mass, kg, and mass times centre, kg m. Not kept up to date while the mass is
     * given. */
    md_real shapes_mass;
    md2_vec shapes_moment;
    /* Shapes were added since inertia and max_extent were computed; mass and centre are up to date. */
    bool mass_is_stale;
    void *user;
};

/* Bodies stop at this distance from the origin, m: float resolves 64 m there. */
#define WORLD_SIZE ((md_real)1e9)

static inline bool body_is_in_world(md2_vec position)
{
    return -WORLD_SIZE <= position.x && position.x <= WORLD_SIZE && -WORLD_SIZE <= position.y &&
           position.y <= WORLD_SIZE; /* false for NaN */
}

/** False for a velocity, m/s and rad/s, that takes a body out of the world in h seconds wherever it is, turns it by 1e9 rad,
 *  or is no number. Such velocities would overflow in the rows of contacts and joints, and every step would fail. */
static inline bool body_speed_is_sound(md2_vec velocity, md_real spin, md_real h)
{
    return h * (md_abs(velocity.x) + md_abs(velocity.y)) <= 4 * WORLD_SIZE && h * md_abs(spin) <= (md_real)1e9;
}

static inline void body_clear_forces(struct body *body)
{
    body->force = (md2_vec){0, 0};
    body->torque = 0;
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

/** Returns the body of a handle, or NULL if the handle is not valid or `world` is NULL. */
struct body *md2_body_of(const md2_world *world, md2_body_id id);
md2_body_id md2_body_id_of(const md2_world *world, int32_t index);
/** Finds the body that a call changes. Fails with MD_ERROR_ARGUMENT for a bad handle and MD_ERROR_BUSY in a step, and
 *  notes why. `call` is the function that the user called. */
md_status md2_body_to_change(md2_world *world, md2_body_id id, const char *call, struct body **body);

/* ---- body_mass.c ------------------------------------------------------------------------------------------------- */

/** Radius of the largest circle about the centroid that fits into a hull. */
md_real md2_inscribed_radius(const md2_hull *hull);
/** Computes size, mass, centre and inertia from the shapes; the last three unless they were given. */
void md2_body_update_mass(const md2_world *world, struct body *body);
struct shape;
/** Updates mass and centre after one shape was added, in constant time, however many shapes the body has. Inertia and
 *  max_extent depend on the distance of every shape from the centre: they become stale until md2_body_settle_mass. */
void md2_body_add_mass(md2_world *world, struct body *body, const struct shape *added);
/** Computes inertia and max_extent if they are stale. Steps and impulses need it; a step does it for all bodies. */
void md2_body_settle_mass(const md2_world *world, struct body *body);
void md2_bodies_settle_masses(md2_world *world);
/** Computes shapes_mass and shapes_moment of a body that was read from a snapshot. */
void md2_body_sum_shapes(const md2_world *world, struct body *body);

/* ---- body_motion.c ----------------------------------------------------------------------------------------------- */

/** Wakes a body that is not static. The next step wakes the rest of its island. */
void md2_body_wake(md2_world *world, int32_t index);
/** Changes the bodies of a list and nothing else. Returns a number that md2_bodies_run adds up. */
typedef int32_t bodies_function(md2_world *world, const int32_t *list, int32_t count, const void *context);
/** Applies a function to a list of bodies, with several threads if the list is long. Returns the sum of the results. */
int32_t md2_bodies_run(md2_world *world, const int32_t *list, int32_t count, bodies_function *function,
                       const void *context);
/** Logs the bodies of a list that were stopped. */
void md2_bodies_log_stopped(md2_world *world, const int32_t *list, int32_t count);

#endif
