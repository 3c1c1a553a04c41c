/* Bodies: position, motion and mass. */
#ifndef MODULUS_WORLD3_BODY_H
#define MODULUS_WORLD3_BODY_H

#include <modulus/world3.h>

#include "base/real.h"
#include "world3/free_rotation.h"

/* Fields that contacts and constraint assembly read come first: these passes jump from body to body in memory. */
struct body {
    md3_body_type type;
    bool enabled;
    bool awake; /* false for every static body */
    bool has_given_mass, bullet, enable_sleep;
    uint8_t locked;  /* MD3_LOCK_X and so on; 0 unless the body is dynamic */
    bool rotates;    /* has an inverse inertia other than 0 */
    bool fast;       /* in this substep: moves by more than half its inscribed radius, or is `watched` */
    uint8_t watched; /* substeps for which it stays fast, since continuous collision stopped it */
    /* The body would have left the world and was stopped; the log has yet to report it. */
    bool stopped;
    /* Count of narrow-phase updates when a tree leaf of its shapes last moved. */
    uint32_t moved_at;
    md3_vec origin; /* of the body's coordinates, in the world */
    md3_rot rotation;
    md3_vec center;           /* of mass, in the world */
    md3_vec velocity;         /* of the centre of mass */
    md3_vec angular_velocity; /* in the world */
    md_real inverse_mass;     /* 0 unless the body is dynamic; holds along axes that are not locked */
    md3_mat
        inverse_inertia; /* in the world, at the present rotation; 0 about locked axes and unless the body is dynamic */
    md_real max_extent;  /* from the centre of mass to the furthest point of its shapes, m */
    md3_vec force, torque;
    md_real gravity_scale;
    struct rotor rotor; /* of mass.inertia, if the body rotates */
    md3_vec local_center;
    md_real linear_damping, angular_damping;
    md_real inscribed_radius; /* smallest inscribed radius of its shapes, m */
    md_real toi_fraction;     /* time-of-impact fraction: share of the substep that the body may move */
    md3_vec start_center;     /* before position correction in this substep */
    md3_rot start_rotation;
    /* The motion of a soft step that the new velocity does not explain: its position correction, until the body is moved. */
    md3_vec correction, turn_correction;
    md3_vec previous_center; /* before the last step */
    md3_rot previous_rotation;
    int32_t first_shape, last_shape; /* -1: none */
    int32_t first_joint;             /* -1: none */
    md3_mass mass, given_mass;
    /* Sums over the shapes in their order: mass, kg, and mass times centre, kg m. Not kept up to date while the mass is
     * given. */
    md_real shapes_mass;
    md3_vec shapes_moment;
    /* Shapes were added since inertia and max_extent were computed; mass and centre are up to date. */
    bool mass_is_stale;
    uint8_t wanted_locks; /* of the definition: those of a body that is not dynamic have no effect */
    void *user;
};

/* Bodies stop at this distance from the origin, m: float resolves 64 m there. */
#define WORLD_SIZE ((md_real)1e9)

static inline bool body_is_in_world(md3_vec position)
{
    return md_abs(position.x) <= WORLD_SIZE && md_abs(position.y) <= WORLD_SIZE &&
           md_abs(position.z) <= WORLD_SIZE; /* false for NaN */
}

static inline md_real body_sum_of_sizes(md3_vec a)
{
    return md_abs(a.x) + md_abs(a.y) + md_abs(a.z);
}

/** False for a velocity, m/s and rad/s, that takes a body out of the world in h seconds wherever it is, turns it by 1e9 rad,
 *  or is no number. Such velocities would overflow in the rows of contacts and joints, and every step would fail. */
static inline bool body_speed_is_sound(md3_vec velocity, md3_vec spin, md_real h)
{
    return h * body_sum_of_sizes(velocity) <= 6 * WORLD_SIZE && h * body_sum_of_sizes(spin) <= (md_real)1e9;
}

/** Sets the velocities of a body to those of a solve, linear and angular, for h seconds. Impulses are finite, but their sum on
 *  a light body need not be: then the body keeps its velocities. */
static inline void body_take_velocity(struct body *body, const md_real v[6], md_real h)
{
    const md3_vec velocity = {v[0], v[1], v[2]};
    const md3_vec spin = {v[3], v[4], v[5]};
    if (body_speed_is_sound(velocity, spin, h)) {
        body->velocity = velocity;
        body->angular_velocity = spin;
    }
}

static inline void body_clear_forces(struct body *body)
{
    body->force = (md3_vec){0, 0, 0};
    body->torque = (md3_vec){0, 0, 0};
}

static inline md3_transform body_transform(const struct body *body)
{
    return (md3_transform){body->origin, body->rotation};
}

static inline md3_vec body_unlocked(unsigned locked, md3_vec a)
{
    return md3_v((locked & MD3_LOCK_X) != 0 ? 0 : a.x, (locked & MD3_LOCK_Y) != 0 ? 0 : a.y,
                 (locked & MD3_LOCK_Z) != 0 ? 0 : a.z);
}

/** A vector, such as a velocity or an impulse over the mass, without its parts along locked axes. */
static inline md3_vec body_unlocked_motion(const struct body *body, md3_vec a)
{
    return body->locked == 0 ? a : body_unlocked(body->locked, a);
}

/** An angular velocity without its parts about locked axes. */
static inline md3_vec body_unlocked_spin(const struct body *body, md3_vec a)
{
    return body->locked == 0 ? a : body_unlocked(body->locked / MD3_LOCK_ROTATION_X, a);
}

/** Velocity of a point of a body at a lever arm r from its centre of mass, m/s. */
static inline md3_vec body_velocity_at(const struct body *body, md3_vec r)
{
    return md3_vec_add(body->velocity, md3_vec_cross(body->angular_velocity, r));
}

/* ---- bodies.c ---------------------------------------------------------------------------------------------------- */

/** Returns the body of a handle, or NULL if the handle is not valid or `world` is NULL. */
struct body *md3_body_of(const md3_world *world, md3_body_id id);
md3_body_id md3_body_id_of(const md3_world *world, int32_t index);
/** Finds the body that a call changes. Fails with MD_ERROR_ARGUMENT for a bad handle and MD_ERROR_BUSY in a step, and
 *  notes why. `call` is the function that the user called. */
md_status md3_body_to_change(md3_world *world, md3_body_id id, const char *call, struct body **body);

/* ---- body_mass.c ------------------------------------------------------------------------------------------------- */

/** Computes size, mass, centre and inertia from the shapes; the last three unless they were given. */
void md3_body_update_mass(const md3_world *world, struct body *body);
struct shape;
/** Updates mass and centre after one shape was added, in constant time, however many shapes the body has. Inertia and
 *  max_extent depend on the distance of every shape from the centre: they become stale until md3_body_settle_mass. */
void md3_body_add_mass(md3_world *world, struct body *body, const struct shape *added);
/** Computes the sums over the shapes, for a body that was read from a snapshot. */
void md3_body_sum_shapes(const md3_world *world, struct body *body);
/** Computes inertia and max_extent if they are stale. Steps and impulses need it; a step does it for all bodies. */
void md3_body_settle_mass(const md3_world *world, struct body *body);
void md3_bodies_settle_masses(md3_world *world);

/* ---- body_inertia.c ---------------------------------------------------------------------------------------------- */

/** Sets the inverses of mass and inertia from mass, type and locked axes. */
void md3_body_set_inverses(struct body *body);
/** Computes the inverse inertia at the present rotation. */
void md3_body_turn_inertia(struct body *body);
double md3_body_kinetic_energy(const struct body *body);
/** Sets the locked axes that hold for the type of the body, and removes the velocities along them. */
void md3_body_lock(struct body *body);

/* ---- body_motion.c ----------------------------------------------------------------------------------------------- */

/** Derives the origin from the centre of mass and the rotation. */
void md3_body_place_origin(struct body *body);
/** Wakes a body that is not static. The next step wakes the rest of its island. */
void md3_body_wake(md3_world *world, int32_t index);
/** Sets the velocities of a body to 0, and `stopped`. */
void md3_body_stop(struct body *body);
/** Moves a body for dt seconds with given velocities. A body that would leave the world is stopped instead: returns false,
 *  sets `stopped`. */
bool md3_body_move(struct body *body, md3_vec velocity, md3_vec spin, md_real dt);
/** Moves a body by the position correction of a soft step, which is used up. Fails as md3_body_move. */
bool md3_body_correct(struct body *body);
/** Integrates a body for dt seconds at its velocities. A dynamic body rotates freely: it keeps its angular momentum, and its
 *  angular velocity follows. Fails as md3_body_move. */
bool md3_body_integrate(struct body *body, md_real dt);

/** Changes the bodies of a list and nothing else. Returns a number that md3_bodies_run adds up. */
typedef int32_t bodies_function(md3_world *world, const int32_t *list, int32_t count, const void *context);
/** Applies a function to a list of bodies, with several threads if the list is long. Returns the sum of the results. */
int32_t md3_bodies_run(md3_world *world, const int32_t *list, int32_t count, bodies_function *function,
                       const void *context);
/** Logs the bodies of a list that were stopped. */
void md3_bodies_log_stopped(md3_world *world, const int32_t *list, int32_t count);

#endif
