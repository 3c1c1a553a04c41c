/* The functions for 2D worlds: arrays for drawing, and interaction. They must not be called with a 3D world. */
#ifndef MODULUS_WEB_ENGINE2_H
#define MODULUS_WEB_ENGINE2_H

#include "engine.h"

/* ---- Arrays for drawing: draw_buffers.c --------------------------------------------------------------------------- */

/** Type of a record of web_draw. */
enum web_draw_record { WEB_DRAW_CIRCLE, WEB_DRAW_POLYGON, WEB_DRAW_LINE, WEB_DRAW_POINT };
/** Returns all shapes and joints as records of floats. `fraction` interpolates between the start (0) and the end (1) of the last step.
 *  A record is its web_draw_record followed by
 *
 *     WEB_DRAW_CIRCLE   kind  body  x y  radius  x y of a point on the rim
 *     WEB_DRAW_POLYGON  kind  body  radius  count  x y ...      two points are a capsule
 *     WEB_DRAW_LINE     kind  body  x y  x y
 *     WEB_DRAW_POINT    kind  body  x y
 *
 *  `kind` is md2_draw_kind; `body` is the index of the body, or -1 if there is none. Returns NULL if memory is exhausted. */
WEB_CALL(web_draw) const struct web_array *web_draw(struct web_world *world, double fraction);
/** Returns the touching contact points, WEB_CONTACT_NUMBERS floats each: point x, y; normal x, y; normal and tangent
 *  impulse (N s); contribution to RES (negative if not observed). Returns NULL if memory is exhausted. */
enum { WEB_CONTACT_NUMBERS = 7 };
WEB_CALL(web_contacts) const struct web_array *web_contacts(struct web_world *world);
/** Returns the bodies, WEB_BODY_NUMBERS doubles each: index, generation, type (md2_body_type), awake, x, y, cosine,
 *  sine, velocity x, y, angular velocity, mass. Returns NULL if memory is exhausted. */
enum { WEB_BODY_NUMBERS = 12 };
WEB_CALL(web_bodies) const struct web_array *web_bodies(struct web_world *world);

/* ---- Interaction: interaction.c ----------------------------------------------------------------------------------- */

/** Finds a kinematic or dynamic body within `radius` of a point. Returns 5 doubles: index, generation (0 if none was
 *  found), the point in body coordinates, mass. */
WEB_CALL(web_pick) const double *web_pick(struct web_world *world, double x, double y, double radius);
/** Attaches a mouse joint from a point of a dynamic body to a target. `pointer` is 0 to WEB_MAX_POINTERS - 1. */
WEB_CALL(web_grab)
int32_t web_grab(struct web_world *world, int32_t pointer, int32_t body, uint32_t generation, double local_x,
                 double local_y, double x, double y);
/** Moves the target of a pointer's mouse joint. */
WEB_CALL(web_drag) int32_t web_drag(struct web_world *world, int32_t pointer, double x, double y);
WEB_CALL(web_release) void web_release(struct web_world *world, int32_t pointer);
/** Shapes that can be added to a world. */
enum web_spawn_shape { WEB_SPAWN_BALL, WEB_SPAWN_BOX, WEB_SPAWN_CAPSULE, WEB_SPAWN_PENTAGON, WEB_SPAWN_COUNT };
/** Adds a dynamic body that extends about `size` from its centre and has the mean mass of the world's dynamic bodies. */
WEB_CALL(web_spawn)
int32_t web_spawn(struct web_world *world, int32_t shape, double x, double y, double size, double velocity_x,
                  double velocity_y);
/** Pushes dynamic bodies away from a point. The added speed falls linearly from `speed` (m/s) at the point to 0 at
 *  `radius`. */
WEB_CALL(web_explode)
int32_t web_explode(struct web_world *world, double x, double y, double radius, double speed);

#endif
