/* Bodies, shapes and joints of a world of either dimension: creating, destroying, reading and moving them, and events.
 *
 * Handles are an index and a generation. A handle of something that was destroyed is refused. Vectors are x, y, z; of a 2D
 * world z is not used, and a rotation is that about z. */
#ifndef MODULUS_WEB_ENGINE_BUILD_H
#define MODULUS_WEB_ENGINE_BUILD_H

#include "engine.h"

/* ---- Creating: build.c -------------------------------------------------------------------------------------------- */

/** Handle of what was created. */
struct scene_handle;
enum web_part { WEB_BODY, WEB_SHAPE, WEB_JOINT };

/** Create a body (with its shapes), a shape on a body, or a joint, from an element of "bodies", "shapes" or "joints" of a
 *  scene as a flat document; src/scene/create.h describes the differences. Errors start with `origin`. Return NULL if the
 *  definition is refused. */
WEB_CALL(web_create_body)
const struct scene_handle *web_create_body(struct web_world *world, const void *bytes, size_t size, const char *origin);
WEB_CALL(web_create_shape)
const struct scene_handle *web_create_shape(struct web_world *world, int32_t body, uint32_t generation,
                                            const void *bytes, size_t size, const char *origin);
WEB_CALL(web_create_joint)
const struct scene_handle *web_create_joint(struct web_world *world, const void *bytes, size_t size,
                                            const char *origin);

/** Changes a body, shape or joint (web_part) by the keys of a definition; src/scene/create.h says which. */
WEB_CALL(web_change)
int32_t web_change(struct web_world *world, int32_t part, int32_t index, uint32_t generation, const void *bytes,
                   size_t size, const char *origin);

/** Destroys a body with its shapes, contacts and joints. */
WEB_CALL(web_destroy_body) int32_t web_destroy_body(struct web_world *world, int32_t body, uint32_t generation);
/** Destroys a shape; with a segment of a chain, the whole chain. */
WEB_CALL(web_destroy_shape) int32_t web_destroy_shape(struct web_world *world, int32_t shape, uint32_t generation);
WEB_CALL(web_destroy_joint) int32_t web_destroy_joint(struct web_world *world, int32_t joint, uint32_t generation);

/** Returns whether a body, shape or joint (web_part) exists. A joint that broke does not. */
WEB_CALL(web_is_valid)
int32_t web_is_valid(const struct web_world *world, int32_t part, int32_t index, uint32_t generation);

/* ---- Bodies: bodies.c --------------------------------------------------------------------------------------------- */

/** Returns one body as web_bodies (2D) or web3_bodies does, or NULL if it does not exist. */
WEB_CALL(web_body)
const struct web_array *web_body(struct web_world *world, int32_t body, uint32_t generation);

/** The meaning of the two vectors of web_push. Forces act during the next step, impulses change velocities at once. */
enum web_push {
    WEB_FORCE,      /* force at the centre of mass, N; torque, N m */
    WEB_FORCE_AT,   /* force, N; point of the world, m */
    WEB_IMPULSE,    /* impulse at the centre of mass, N s; angular impulse, N m s */
    WEB_IMPULSE_AT, /* impulse, N s; point of the world, m */
    WEB_VELOCITY,   /* sets the velocity of the centre of mass, m/s; angular velocity, rad/s */
    WEB_PUSH_COUNT
};
WEB_CALL(web_push)
int32_t web_push(struct web_world *world, int32_t body, uint32_t generation, int32_t push, double x, double y, double z,
                 double second_x, double second_y, double second_z);
/** Moves a body to a new place at once. The rotation is a quaternion; of a 2D world, rotation_z is the angle, rad. */
WEB_CALL(web_set_transform)
int32_t web_set_transform(struct web_world *world, int32_t body, uint32_t generation, double x, double y, double z,
                          double rotation_x, double rotation_y, double rotation_z, double rotation_w);
/** Wakes a body, or puts it to sleep. */
WEB_CALL(web_set_awake)
int32_t web_set_awake(struct web_world *world, int32_t body, uint32_t generation, int32_t awake);
/** Adds a body to the simulation, or removes it. */
WEB_CALL(web_set_enabled)
int32_t web_set_enabled(struct web_world *world, int32_t body, uint32_t generation, int32_t enabled);

/* ---- Events: bodies.c --------------------------------------------------------------------------------------------- */

/** Returns the events of the last step and of the calls since, WEB_EVENT_NUMBERS doubles each: type (md2_event_type or
 *  md3_event_type, which have the same order), index and generation of both shapes, the body, the joint, point x, y, z,
 *  normal x, y, z, speed, impulse. Handles that its type does not use have generation 0. Returns NULL if memory is
 *  exhausted. */
enum { WEB_EVENT_NUMBERS = 17 };
WEB_CALL(web_events) const struct web_array *web_events(struct web_world *world);

#endif
