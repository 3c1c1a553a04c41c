/* Modulus for WebAssembly: the functions that a page or a script calls.
 *
 *     struct web_world *world = web_open("pool2", "circles=300\nsolver=pgs");
 *     web_step(world);
 *     const double *report = web_report(world);         report[WEB_RESIDUAL] is RES of the paper
 *     const struct web_array *shapes = web_draw(world, 1);
 *     web_close(world);
 *
 * The caller is web/src/engine/. It sees numbers, zero-terminated strings and arrays in the module's memory. Strings and arrays belong
 * to the world (or to the module) and are valid until the next call with the same world. A function that can fail returns a status
 * (0 on success) or NULL, and web_error() then returns one line about it. Nothing here prints. The module imports one function that
 * matters from its host: a clock.
 *
 * One thread at a time may use a world. The same calls give the same bits, as in the rest of the library.
 */
#ifndef MODULUS_WEB_ENGINE_H
#define MODULUS_WEB_ENGINE_H

#include <stddef.h>
#include <stdint.h>

/** Marks a function that the host calls. */
#ifdef __wasm__
#define WEB_CALL(name) __attribute__((export_name(#name)))
#else
#define WEB_CALL(name)
#endif

struct web_world;

/** An array of numbers in the module's memory. */
struct web_array {
    const void *data;
    int32_t count; /* of numbers */
};

/* ---- The module --------------------------------------------------------------------------------------------------- */

/** Returns one line about the last failure. */
WEB_CALL(web_error) const char *web_error(void);
/** Allocates memory for data that the host passes in. Returns NULL if memory is exhausted. */
WEB_CALL(web_alloc) void *web_alloc(size_t size);
WEB_CALL(web_free) void web_free(void *block);
/** Returns version, number type, built-in scenes of 2D and 3D with their keys, and solvers, as JSON. Returns NULL if memory is
 *  exhausted. */
WEB_CALL(web_catalogue) const char *web_catalogue(void);

/* ---- Worlds: world.c ---------------------------------------------------------------------------------------------- */

/** Opens a built-in scene. `settings` has lines "key=value" with the keys of `modulus run --set`; it may be empty. */
WEB_CALL(web_open) struct web_world *web_open(const char *name, const char *settings);
/** Opens a scene that the host has parsed, in the format of src/scene/flat.c. Error messages start with `origin`. */
WEB_CALL(web_read)
struct web_world *web_read(const void *bytes, size_t size, const char *origin, const char *settings);
WEB_CALL(web_close) void web_close(struct web_world *world);
/** Changes a setting of a running world: "dt", or a key of "world" in a scene whose value is one number or word. */
WEB_CALL(web_set) int32_t web_set(struct web_world *world, const char *key, const char *value);
WEB_CALL(web_set_gravity) int32_t web_set_gravity(struct web_world *world, double x, double y);
/** Returns name, description, dt, view and all current settings as JSON. Returns NULL if memory is exhausted. */
WEB_CALL(web_describe) const char *web_describe(struct web_world *world);
/** Returns the current scene as JSON that web_read and `modulus run` accept. Releases all grabbed bodies. */
WEB_CALL(web_save) const char *web_save(struct web_world *world);
/** Advances the world by one step of the scene's dt. */
WEB_CALL(web_step) int32_t web_step(struct web_world *world);
/** Returns a hash of the complete state of all bodies. */
WEB_CALL(web_hash) uint64_t web_hash(const struct web_world *world);
/** Returns the last warning that the world has logged; empty if there is none. */
WEB_CALL(web_log) const char *web_log(const struct web_world *world);

/** Snapshots hold the complete state of a world. They do not hold grabs: restoring releases all grabbed bodies. */
WEB_CALL(web_snapshot_size) size_t web_snapshot_size(const struct web_world *world);
WEB_CALL(web_snapshot) int32_t web_snapshot(const struct web_world *world, void *buffer, size_t capacity);
WEB_CALL(web_restore) int32_t web_restore(struct web_world *world, const void *buffer, size_t size);

/** Indices into the report. web/src/engine/world.ts reads the numbers in this order. */
enum web_report_index {
    WEB_OUTCOME, /* md_outcome of the last step */
    WEB_HAS_TOLERANCE,
    WEB_CONVERGED,
    WEB_FAR_FROM_CONVERGED,
    WEB_SOLVES,
    WEB_SWEEPS,
    WEB_RESIDUAL, /* RES of the paper */
    WEB_RESIDUAL_SCALED,
    WEB_RESIDUAL_RELATIVE,
    WEB_ROWS,
    WEB_CONTACTS,
    WEB_CONTACT_POINTS,
    WEB_ISLANDS,
    WEB_AWAKE_BODIES,
    WEB_PENETRATION_MAX, /* m */
    WEB_PENETRATION_MEAN,
    WEB_KINETIC_ENERGY, /* J */
    WEB_POTENTIAL_ENERGY,
    WEB_SECONDS_ISLANDS,
    WEB_SECONDS_ASSEMBLE,
    WEB_SECONDS_SOLVE,
    WEB_SECONDS_POSITION,
    WEB_SECONDS_INTEGRATE,
    WEB_SECONDS_COLLIDE,
    WEB_SECONDS_TOTAL,
    WEB_STEPS, /* since the world was created */
    WEB_BODIES,
    WEB_BYTES,     /* of memory in use */
    WEB_LOG_COUNT, /* warnings logged so far */
    WEB_REPORT_COUNT
};
/** Returns WEB_REPORT_COUNT doubles about the last step and the current world. */
WEB_CALL(web_report) const double *web_report(struct web_world *world);

/* ---- 3D worlds: world3.c ------------------------------------------------------------------------------------------ */

struct web_world3;
/** Opens a built-in 3D scene; see web_open. */
WEB_CALL(web3_open) struct web_world3 *web3_open(const char *name, const char *settings);
/** Opens a 3D scene that the host has parsed; see web_read. Refuses 2D scenes. */
WEB_CALL(web3_read)
struct web_world3 *web3_read(const void *bytes, size_t size, const char *origin, const char *settings);
WEB_CALL(web3_close) void web3_close(struct web_world3 *world);
/** Advances the world by one step of the scene's dt. */
WEB_CALL(web3_step) int32_t web3_step(struct web_world3 *world);
/** Returns a hash of the complete state of all bodies. */
WEB_CALL(web3_hash) uint64_t web3_hash(const struct web_world3 *world);

/* ---- Observing the solver: observer.c ----------------------------------------------------------------------------- */

/** What to record in the following steps. Recording never changes the simulation. Recording sweeps costs about one
 *  sweep per sweep. */
enum { WEB_OBSERVE_CONTACTS = 1, WEB_OBSERVE_SWEEPS = 2 };
WEB_CALL(web_observe) int32_t web_observe(struct web_world *world, int32_t flags);
/** Returns RES before the first sweep and after each sweep, as doubles, for the velocity problem of the last substep.
 *  If islands are solved separately, it is the island with the largest initial residual. Empty unless sweeps are
 *  observed. */
WEB_CALL(web_sweep_residuals) const struct web_array *web_sweep_residuals(struct web_world *world);

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
/** Attaches a mouse joint from a point of a dynamic body to a target. `pointer` is 0 to WEB_MAX_POINTERS - 1; each
 *  pointer holds at most one body. */
enum { WEB_MAX_POINTERS = 10 };
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
WEB_CALL(web_destroy_body) int32_t web_destroy_body(struct web_world *world, int32_t body, uint32_t generation);
/** Pushes dynamic bodies away from a point. The added speed falls linearly from `speed` (m/s) at the point to 0 at
 *  `radius`. */
WEB_CALL(web_explode)
int32_t web_explode(struct web_world *world, double x, double y, double radius, double speed);

#endif
