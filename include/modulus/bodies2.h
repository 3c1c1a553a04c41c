/** @file
 * Bodies of a 2D world: how they are created, read, moved and changed. Included by world2.h.
 *
 * Lengths are in metres, angles in radians, masses in kilograms, times in seconds. Functions that change a body return
 * MD_ERROR_ARGUMENT for a bad handle or a number that is out of range, and MD_ERROR_BUSY inside a callback of a step;
 * md2_world_last_error says why.
 */
#ifndef MODULUS_BODIES2_H
#define MODULUS_BODIES2_H

#include <modulus/geometry2.h>
#include <modulus/handles2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a body moves. */
typedef enum md2_body_type {
    MD2_STATIC,    /**< does not move */
    MD2_KINEMATIC, /**< moves with the velocity that it is given; contacts and joints do not change it */
    MD2_DYNAMIC    /**< moves by forces, contacts and joints */
} md2_body_type;

/** Definition of a body. Start from md2_body_def_default: a struct of zeros is not valid. */
typedef struct md2_body_def {
    md2_body_type type;       /**< default MD2_STATIC */
    md2_vec position;         /**< of the body's origin, m, -1e9 to 1e9; default (0, 0) */
    md2_rot rotation;         /**< default: not rotated */
    md2_vec velocity;         /**< of the centre of mass, m/s; default 0 */
    md_real angular_velocity; /**< rad/s; default 0 */
    md_real linear_damping;   /**< 1/s, >= 0; default 0. A step divides the velocity by 1 + damping dt */
    md_real angular_damping;  /**< 1/s, >= 0; default 0. The same for the angular velocity */
    md_real gravity_scale;    /**< factor of gravity; default 1 */
    bool fixed_rotation;      /**< does not rotate, as if the inertia were infinite; default false */
    bool bullet;              /**< continuous collision against moving bodies too; default false */
    bool enable_sleep;        /**< may fall asleep; default true */
    bool awake;               /**< starts awake; default true. A body that starts asleep is at rest */
    bool enabled;             /**< takes part in the simulation and in queries; default true */
    void *user;               /**< any pointer; default NULL */
} md2_body_def;

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

/** Returns the defaults. */
MD_API md2_body_def md2_body_def_default(void);
/** Checks every field. On failure returns MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be
 *  NULL. md2_body_create makes the same checks. */
MD_API md_status md2_body_def_check(const md2_body_def *def, md_error *error);
/** Creates a body without shapes. `body` may be NULL. Returns MD_ERROR_SIZE if the world has max_bodies bodies. */
MD_API md_status md2_body_create(md2_world *world, const md2_body_def *def, md2_body_id *body);
/** Destroys a body with its shapes, contacts and joints. */
MD_API md_status md2_body_destroy(md2_world *world, md2_body_id body);
/** Returns whether the body exists. */
MD_API bool md2_body_is_valid(const md2_world *world, md2_body_id body);
/** Returns the first body in the order of the indices; generation 0 if there is none. */
MD_API md2_body_id md2_world_first_body(const md2_world *world);
/** Returns the body after this one; generation 0 after the last. */
MD_API md2_body_id md2_world_next_body(const md2_world *world, md2_body_id body);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/** Returns a definition that creates this body again as it is now, without its shapes and without a mass that was
 *  set. */
MD_API md2_body_def md2_body_get_def(const md2_world *world, md2_body_id body);
/** Returns the type. */
MD_API md2_body_type md2_body_get_type(const md2_world *world, md2_body_id body);
/** Returns position and rotation of the body's origin. */
MD_API md2_transform md2_body_transform(const md2_world *world, md2_body_id body);
/** Returns the centre of mass in world coordinates. */
MD_API md2_vec md2_body_center(const md2_world *world, md2_body_id body);
/** Returns the velocity of the centre of mass, m/s. */
MD_API md2_vec md2_body_velocity(const md2_world *world, md2_body_id body);
/** Returns the angular velocity, rad/s. */
MD_API md_real md2_body_angular_velocity(const md2_world *world, md2_body_id body);
/** Returns mass, centre of mass in body coordinates, and inertia about the centre of mass. */
MD_API md2_mass md2_body_mass(const md2_world *world, md2_body_id body);
/** Returns whether the mass was set by md2_body_set_mass. */
MD_API bool md2_body_has_given_mass(const md2_world *world, md2_body_id body);
/** Returns the user pointer. */
MD_API void *md2_body_user(const md2_world *world, md2_body_id body);
/** Returns whether the body is awake. */
MD_API bool md2_body_is_awake(const md2_world *world, md2_body_id body);
/** Returns whether the body is enabled. */
MD_API bool md2_body_is_enabled(const md2_world *world, md2_body_id body);
/** Returns the transform for drawing between two steps: fraction 0 is before the last step, 1 is now. */
MD_API md2_transform md2_body_interpolated(const md2_world *world, md2_body_id body, md_real fraction);

/* ---- Points and vectors ------------------------------------------------------------------------------------------ */

/** Maps a point from body coordinates to world coordinates. */
MD_API md2_vec md2_body_world_point(const md2_world *world, md2_body_id body, md2_vec local_point);
/** Maps a point from world coordinates to body coordinates. */
MD_API md2_vec md2_body_local_point(const md2_world *world, md2_body_id body, md2_vec world_point);
/** Rotates a vector from body coordinates to world coordinates. */
MD_API md2_vec md2_body_world_vector(const md2_world *world, md2_body_id body, md2_vec local_vector);
/** Rotates a vector from world coordinates to body coordinates. */
MD_API md2_vec md2_body_local_vector(const md2_world *world, md2_body_id body, md2_vec world_vector);
/** Returns the velocity, m/s, of the point of the body that is at a point in world coordinates now. */
MD_API md2_vec md2_body_velocity_at(const md2_world *world, md2_body_id body, md2_vec world_point);

/* ---- Moving ------------------------------------------------------------------------------------------------------ */

/** Moves a body to a new place at once. Interpolation does not show the motion. Wakes the body and everything it
 *  touched. */
MD_API md_status md2_body_set_transform(md2_world *world, md2_body_id body, md2_transform transform);
/** Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s; wakes the body. Static bodies are
 *  refused. */
MD_API md_status md2_body_set_velocity(md2_world *world, md2_body_id body, md2_vec velocity, md_real angular_velocity);
/** Sets the velocities with which a kinematic body reaches a transform in the next step, if that step has `dt` seconds;
 *  wakes the body. It pushes and carries other bodies on its way, unlike md2_body_set_transform. It moves on with these
 *  velocities afterwards: call the function before each step, or set the velocity. A rotation by more than 2.4 rad per
 *  substep is not reached. Static and dynamic bodies are refused; for dynamic ones there are motor joints. */
MD_API md_status md2_body_set_target(md2_world *world, md2_body_id body, md2_transform target, md_real dt);
/** Adds a force, N, at a point in world coordinates for the next step; wakes the body. */
MD_API md_status md2_body_apply_force(md2_world *world, md2_body_id body, md2_vec force, md2_vec point);
/** Adds a force, N, at the centre of mass for the next step; wakes the body. */
MD_API md_status md2_body_apply_force_to_center(md2_world *world, md2_body_id body, md2_vec force);
/** Adds a torque, N m, for the next step; wakes the body. */
MD_API md_status md2_body_apply_torque(md2_world *world, md2_body_id body, md_real torque);
/** Applies an impulse, N s, at a point in world coordinates: changes the velocity at once. Wakes the body. */
MD_API md_status md2_body_apply_impulse(md2_world *world, md2_body_id body, md2_vec impulse, md2_vec point);
/** Applies an impulse, N s, at the centre of mass: changes the velocity at once. Wakes the body. */
MD_API md_status md2_body_apply_impulse_to_center(md2_world *world, md2_body_id body, md2_vec impulse);
/** Applies an angular impulse, N m s: changes the angular velocity at once. Wakes the body. */
MD_API md_status md2_body_apply_angular_impulse(md2_world *world, md2_body_id body, md_real impulse);

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

/** Replaces the mass that follows from the shapes of a dynamic body: mass 1e-15 to 1e15 kg,
 *  centre -1e9 to 1e9 m, inertia 1e-15 to 1e30 kg m^2 or 0 (fixed rotation). A mass of 0 restores the mass of the
 *  shapes. */
MD_API md_status md2_body_set_mass(md2_world *world, md2_body_id body, md2_mass mass);
/** Checks a mass for md2_body_set_mass. On failure names field, rule and value in `error`, which may be NULL. */
MD_API md_status md2_mass_check(const md2_mass *mass, md_error *error);
/** Changes the type. The contacts of the body are created again. */
MD_API md_status md2_body_set_type(md2_world *world, md2_body_id body, md2_body_type type);
/** Sets linear_damping and angular_damping. */
MD_API md_status md2_body_set_damping(md2_world *world, md2_body_id body, md_real linear, md_real angular);
/** Sets gravity_scale. */
MD_API md_status md2_body_set_gravity_scale(md2_world *world, md2_body_id body, md_real scale);
/** Sets fixed_rotation. */
MD_API md_status md2_body_set_fixed_rotation(md2_world *world, md2_body_id body, bool fixed);
/** Sets bullet. */
MD_API md_status md2_body_set_bullet(md2_world *world, md2_body_id body, bool bullet);
/** Wakes a body; the next step wakes everything that it touches or is joined to. Or puts it to sleep, until something
 *  wakes it. */
MD_API md_status md2_body_set_awake(md2_world *world, md2_body_id body, bool awake);
/** Sets enable_sleep. */
MD_API md_status md2_body_enable_sleep(md2_world *world, md2_body_id body, bool allowed);
/** Adds a body to the simulation and to queries, or removes it. */
MD_API md_status md2_body_set_enabled(md2_world *world, md2_body_id body, bool enabled);
/** Sets the user pointer. */
MD_API md_status md2_body_set_user(md2_world *world, md2_body_id body, void *user);

#ifdef __cplusplus
}
#endif

#endif
