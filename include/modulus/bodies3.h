/** @file
 * Bodies of a 3D world: how they are created, read, moved and changed. Included by world3.h.
 *
 * Lengths are in metres, angles in radians, masses in kilograms, times in seconds. Functions that change a body return
 * MD_ERROR_ARGUMENT for a bad handle or a number that is out of range, and MD_ERROR_BUSY inside a callback of a step;
 * md3_world_last_error says why.
 */
#ifndef MODULUS_BODIES3_H
#define MODULUS_BODIES3_H

#include <modulus/geometry3.h>
#include <modulus/handles3.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a body moves. */
typedef enum md3_body_type {
    MD3_STATIC,    /**< does not move */
    MD3_KINEMATIC, /**< moves with the velocity that it is given; contacts do not change it */
    MD3_DYNAMIC    /**< moves by forces and contacts */
} md3_body_type;

/** Axes of the world along which a body does not move and about which it does not rotate: bits of md3_body_def.locked.
 *  A locked axis is as if the mass, or the inertia, were infinite there. */
enum {
    MD3_LOCK_X = 1,
    MD3_LOCK_Y = 2,
    MD3_LOCK_Z = 4,
    MD3_LOCK_ROTATION_X = 8,
    MD3_LOCK_ROTATION_Y = 16,
    MD3_LOCK_ROTATION_Z = 32,
    MD3_LOCK_ROTATION = 56, /**< the body keeps its rotation */
    MD3_LOCK_PLANE = 28     /**< the body moves in the x-y plane, as in 2D */
};

/** Definition of a body. Start from md3_body_def_default: a struct of zeros is not valid. */
typedef struct md3_body_def {
    md3_body_type type;       /**< default MD3_STATIC */
    md3_vec position;         /**< of the body's origin, m, -1e9 to 1e9; default (0, 0, 0) */
    md3_rot rotation;         /**< default: not rotated */
    md3_vec velocity;         /**< of the centre of mass, m/s; default 0 */
    md3_vec angular_velocity; /**< in world coordinates, rad/s; default 0 */
    md_real linear_damping;   /**< 1/s, >= 0; default 0. A step divides the velocity by 1 + damping dt */
    md_real angular_damping;  /**< 1/s, >= 0; default 0. The same for the angular velocity */
    md_real gravity_scale;    /**< factor of gravity; default 1 */
    uint32_t locked;          /**< of a dynamic body: a sum of MD3_LOCK_X and so on; default 0 */
    bool bullet;              /**< continuous collision against moving bodies too; default false */
    bool enable_sleep;        /**< may fall asleep; default true */
    bool awake;               /**< starts awake; default true. A body that starts asleep is at rest */
    bool enabled;             /**< takes part in the simulation and in queries; default true */
    void *user;               /**< any pointer; default NULL */
} md3_body_def;

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

/** Returns the defaults. */
MD_API md3_body_def md3_body_def_default(void);
/** Checks every field. On failure returns MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be
 *  NULL. md3_body_create makes the same checks. */
MD_API md_status md3_body_def_check(const md3_body_def *def, md_error *error);
/** Creates a body without shapes. `body` may be NULL. Returns MD_ERROR_SIZE if the world has max_bodies bodies. */
MD_API md_status md3_body_create(md3_world *world, const md3_body_def *def, md3_body_id *body);
/** Destroys a body with its shapes and contacts. */
MD_API md_status md3_body_destroy(md3_world *world, md3_body_id body);
/** Returns whether the body exists. */
MD_API bool md3_body_is_valid(const md3_world *world, md3_body_id body);
/** Returns the first body in the order of the indices; generation 0 if there is none. */
MD_API md3_body_id md3_world_first_body(const md3_world *world);
/** Returns the body after this one; generation 0 after the last. */
MD_API md3_body_id md3_world_next_body(const md3_world *world, md3_body_id body);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/** Returns a definition that creates this body again as it is now, without its shapes and without a mass that was
 *  set. */
MD_API md3_body_def md3_body_get_def(const md3_world *world, md3_body_id body);
/** Returns the type. */
MD_API md3_body_type md3_body_get_type(const md3_world *world, md3_body_id body);
/** Returns position and rotation of the body's origin. */
MD_API md3_transform md3_body_transform(const md3_world *world, md3_body_id body);
/** Returns the centre of mass in world coordinates. */
MD_API md3_vec md3_body_center(const md3_world *world, md3_body_id body);
/** Returns the velocity of the centre of mass, m/s. */
MD_API md3_vec md3_body_velocity(const md3_world *world, md3_body_id body);
/** Returns the angular velocity in world coordinates, rad/s. */
MD_API md3_vec md3_body_angular_velocity(const md3_world *world, md3_body_id body);
/** Returns mass, and centre of mass and inertia about it in body coordinates. */
MD_API md3_mass md3_body_mass(const md3_world *world, md3_body_id body);
/** Returns whether the mass was set by md3_body_set_mass. */
MD_API bool md3_body_has_given_mass(const md3_world *world, md3_body_id body);
/** Returns the user pointer. */
MD_API void *md3_body_user(const md3_world *world, md3_body_id body);
/** Returns whether the body is awake. */
MD_API bool md3_body_is_awake(const md3_world *world, md3_body_id body);
/** Returns whether the body is enabled. */
MD_API bool md3_body_is_enabled(const md3_world *world, md3_body_id body);
/** Returns the transform for drawing between two steps: fraction 0 is before the last step, 1 is now. */
MD_API md3_transform md3_body_interpolated(const md3_world *world, md3_body_id body, md_real fraction);

/* ---- Points and vectors ------------------------------------------------------------------------------------------ */

/** Maps a point from body coordinates to world coordinates. */
MD_API md3_vec md3_body_world_point(const md3_world *world, md3_body_id body, md3_vec local_point);
/** Maps a point from world coordinates to body coordinates. */
MD_API md3_vec md3_body_local_point(const md3_world *world, md3_body_id body, md3_vec world_point);
/** Rotates a vector from body coordinates to world coordinates. */
MD_API md3_vec md3_body_world_vector(const md3_world *world, md3_body_id body, md3_vec local_vector);
/** Rotates a vector from world coordinates to body coordinates. */
MD_API md3_vec md3_body_local_vector(const md3_world *world, md3_body_id body, md3_vec world_vector);
/** Returns the velocity, m/s, of the point of the body that is at a point in world coordinates now. */
MD_API md3_vec md3_body_velocity_at(const md3_world *world, md3_body_id body, md3_vec world_point);

/* ---- Moving ------------------------------------------------------------------------------------------------------ */

/** Moves a body to a new place at once. Interpolation does not show the motion. Wakes the body and everything it
 *  touched. */
MD_API md_status md3_body_set_transform(md3_world *world, md3_body_id body, md3_transform transform);
/** Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s, both in world coordinates and without
 *  their parts along locked axes; wakes the body. Static bodies are refused. */
MD_API md_status md3_body_set_velocity(md3_world *world, md3_body_id body, md3_vec velocity, md3_vec angular_velocity);
/** Sets the velocities with which a kinematic body reaches a transform in the next step, if that step has `dt` seconds;
 *  wakes the body. It pushes and carries other bodies on its way, unlike md3_body_set_transform. It moves on with these
 *  velocities afterwards: call the function before each step, or set the velocity. A rotation by more than 2.9 rad per
 *  substep is not reached. Static and dynamic bodies are refused. */
MD_API md_status md3_body_set_target(md3_world *world, md3_body_id body, md3_transform target, md_real dt);
/** Adds a force, N, at a point in world coordinates for the next step; wakes the body. */
MD_API md_status md3_body_apply_force(md3_world *world, md3_body_id body, md3_vec force, md3_vec point);
/** Adds a force, N, at the centre of mass for the next step; wakes the body. */
MD_API md_status md3_body_apply_force_to_center(md3_world *world, md3_body_id body, md3_vec force);
/** Adds a torque, N m, in world coordinates for the next step; wakes the body. */
MD_API md_status md3_body_apply_torque(md3_world *world, md3_body_id body, md3_vec torque);
/** Applies an impulse, N s, at a point in world coordinates: changes the velocity at once. Wakes the body. */
MD_API md_status md3_body_apply_impulse(md3_world *world, md3_body_id body, md3_vec impulse, md3_vec point);
/** Applies an impulse, N s, at the centre of mass: changes the velocity at once. Wakes the body. */
MD_API md_status md3_body_apply_impulse_to_center(md3_world *world, md3_body_id body, md3_vec impulse);
/** Applies an angular impulse, N m s, in world coordinates: changes the angular velocity at once. Wakes the body. */
MD_API md_status md3_body_apply_angular_impulse(md3_world *world, md3_body_id body, md3_vec impulse);

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

/** Replaces the mass that follows from the shapes of a dynamic body: mass 1e-15 to 1e15 kg, centre -1e9 to 1e9 m, inertia
 *  symmetric with principal moments of 1e-15 to 1e30 kg m^2, of which none is larger than the sum of the others, or all 0
 *  (the body does not rotate). A mass of 0 restores the mass of the shapes. */
MD_API md_status md3_body_set_mass(md3_world *world, md3_body_id body, md3_mass mass);
/** Checks a mass for md3_body_set_mass. On failure names field, rule and value in `error`, which may be NULL. */
MD_API md_status md3_mass_check(const md3_mass *mass, md_error *error);
/** Changes the type. The contacts of the body are created again. A body with a plane, a mesh or a height field cannot
 *  become dynamic. */
MD_API md_status md3_body_set_type(md3_world *world, md3_body_id body, md3_body_type type);
/** Sets linear_damping and angular_damping. */
MD_API md_status md3_body_set_damping(md3_world *world, md3_body_id body, md_real linear, md_real angular);
/** Sets gravity_scale. */
MD_API md_status md3_body_set_gravity_scale(md3_world *world, md3_body_id body, md_real scale);
/** Sets the locked axes, and the velocities along them to 0; wakes the body. */
MD_API md_status md3_body_set_locked(md3_world *world, md3_body_id body, uint32_t locked);
/** Wakes a body; the next step wakes everything that it touches. Or puts it to sleep, until something
 *  wakes it. */
MD_API md_status md3_body_set_awake(md3_world *world, md3_body_id body, bool awake);
/** Sets bullet. */
MD_API md_status md3_body_set_bullet(md3_world *world, md3_body_id body, bool bullet);
/** Sets enable_sleep. */
MD_API md_status md3_body_enable_sleep(md3_world *world, md3_body_id body, bool allowed);
/** Adds a body to the simulation and to queries, or removes it. */
MD_API md_status md3_body_set_enabled(md3_world *world, md3_body_id body, bool enabled);
/** Sets the user pointer. */
MD_API md_status md3_body_set_user(md3_world *world, md3_body_id body, void *user);

#ifdef __cplusplus
}
#endif

#endif
