/* The functions for 3D worlds: arrays for drawing, and interaction. They must not be called with a 2D world. */
#ifndef MODULUS_WEB_ENGINE3_H
#define MODULUS_WEB_ENGINE3_H

#include "engine.h"

/* ---- Meshes: meshes3.c -------------------------------------------------------------------------------------------- */

/** The triangle meshes of all distinct geometries, concatenated, each in the coordinates of its bodies. */
struct web_mesh_list {
    struct web_array positions, normals; /* floats, 3 per vertex */
    struct web_array indices;            /* uint32_t, 3 per triangle, of all vertices */
    struct web_array ranges;             /* int32_t, 2 per mesh: first index, number of indices */
    struct web_array edges;              /* uint32_t, 2 per sharp edge of a hull or rim, of all vertices */
    struct web_array edge_ranges;        /* int32_t, 2 per mesh, of `edges` */
};
/** Returns the meshes that shapes use. A plane is a square of WEB_PLANE_SIZE metres. Returns NULL if memory is exhausted. */
enum { WEB_PLANE_SIZE = 400 };
WEB_CALL(web3_meshes) const struct web_mesh_list *web3_meshes(struct web_world *world);
/** Returns a number > 0 that grows when the list of shapes or of meshes has changed, or 0 if memory is exhausted. */
WEB_CALL(web3_shapes_version) int32_t web3_shapes_version(struct web_world *world);

/* ---- Arrays for drawing: draw_buffers3.c -------------------------------------------------------------------------- */

/** Returns the shapes of enabled bodies, WEB_INSTANCE_NUMBERS floats each: index of the mesh, index of the body, type
 *  (md3_body_type), awake, position x, y, z and rotation x, y, z, w of the mesh, flags. `fraction` interpolates between the
 *  start (0) and the end (1) of the last step. Returns NULL if memory is exhausted. */
enum { WEB_INSTANCE_NUMBERS = 12, WEB_INSTANCE_SENSOR = 1 /* a flag */ };
WEB_CALL(web3_instances) const struct web_array *web3_instances(struct web_world *world, double fraction);
/** Returns the joints, WEB_JOINT_NUMBERS floats each: indices of both bodies (-1: a target in the world), anchors x, y, z on
 *  both in world coordinates. Returns NULL if memory is exhausted. */
enum { WEB_JOINT_NUMBERS = 8 };
WEB_CALL(web3_joints) const struct web_array *web3_joints(struct web_world *world, double fraction);
/** Returns the contact points that overlap or had an impulse, WEB_CONTACT3_NUMBERS floats each: point x, y, z; normal x, y, z;
 *  impulse of normal and friction x, y, z on the second body in the last substep, N s; contribution to RES (negative if not
 *  observed); normal impulse, N s; indices of both bodies. Returns NULL if memory is exhausted. */
enum { WEB_CONTACT3_NUMBERS = 13 };
WEB_CALL(web3_contacts) const struct web_array *web3_contacts(struct web_world *world);
/** Returns the bodies, WEB_BODY3_NUMBERS doubles each: index, generation, type (md3_body_type), awake, position x, y, z,
 *  rotation x, y, z, w, velocity x, y, z, angular velocity x, y, z, mass. Returns NULL if memory is exhausted. */
enum { WEB_BODY3_NUMBERS = 18 };
WEB_CALL(web3_bodies) const struct web_array *web3_bodies(struct web_world *world);
/** Returns 12 floats: lower x, y, z and upper x, y, z of a box around all enabled kinematic and dynamic bodies, then the
 *  same box when the world was opened, which is the view of the scene. */
WEB_CALL(web3_bounds) const struct web_array *web3_bounds(struct web_world *world);

/* ---- Interaction: interaction3.c ---------------------------------------------------------------------------------- */

/** Finds the nearest kinematic or dynamic body that a ray hits within WEB_RAY_LENGTH metres; static bodies and sensors do
 *  not stop it. Returns WEB_HIT_NUMBERS doubles: index, generation (0: no hit), point x, y, z in world and in body
 *  coordinates, mass, distance. */
enum { WEB_HIT_NUMBERS = 10, WEB_RAY_LENGTH = 100000 };
WEB_CALL(web3_ray)
const double *web3_ray(struct web_world *world, double x, double y, double z, double direction_x, double direction_y,
                       double direction_z);
/** Attaches a mouse joint from a point of a dynamic body to a target; see web_grab. */
WEB_CALL(web3_grab)
int32_t web3_grab(struct web_world *world, int32_t pointer, int32_t body, uint32_t generation, double local_x,
                  double local_y, double local_z, double x, double y, double z);
WEB_CALL(web3_drag) int32_t web3_drag(struct web_world *world, int32_t pointer, double x, double y, double z);
WEB_CALL(web3_release) void web3_release(struct web_world *world, int32_t pointer);
/** Shapes that can be added to a 3D world. */
enum web3_spawn_shape { WEB3_SPAWN_BALL, WEB3_SPAWN_BOX, WEB3_SPAWN_CAPSULE, WEB3_SPAWN_HULL, WEB3_SPAWN_COUNT };
/** Adds a dynamic body; see web_spawn. */
WEB_CALL(web3_spawn)
int32_t web3_spawn(struct web_world *world, int32_t shape, double x, double y, double z, double size, double velocity_x,
                   double velocity_y, double velocity_z);
/** Pushes dynamic bodies away from a point; see web_explode. */
WEB_CALL(web3_explode)
int32_t web3_explode(struct web_world *world, double x, double y, double z, double radius, double speed);

#endif
