/* Modulus for WebAssembly: the functions that a page or a script calls.
 *
 *     struct web_world *world = web_open("pool2", "circles=300\nsolver=pgs");
 *     web_step(world);
 *     const double *report = web_report(world);         report[WEB_RESIDUAL] is RES of the paper
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

/** A world of either dimension. The functions of this file take both; those of engine2.h take 2D worlds, those of engine3.h,
 *  web3_..., take 3D worlds. */
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

/** Opens a built-in 2D or 3D scene. `settings` has lines "key=value" with the keys of `modulus run --set`; it may be empty. */
WEB_CALL(web_open) struct web_world *web_open(const char *name, const char *settings);
/** Opens a scene that the host has parsed, in the format of src/scene/flat.c. Error messages start with `origin`. */
WEB_CALL(web_read)
struct web_world *web_read(const void *bytes, size_t size, const char *origin, const char *settings);
WEB_CALL(web_close) void web_close(struct web_world *world);
/** Returns 2 or 3. */
WEB_CALL(web_dimensions) int32_t web_dimensions(const struct web_world *world);
/** Changes a setting of a running world: "dt", or a key of "world" in a scene whose value is one number or word. */
WEB_CALL(web_set) int32_t web_set(struct web_world *world, const char *key, const char *value);
/** `z` is for 3D worlds. */
WEB_CALL(web_set_gravity) int32_t web_set_gravity(struct web_world *world, double x, double y, double z);
/** Returns dimensions, name, description, dt, view (2D) and all current settings as JSON. Returns NULL if memory is
 *  exhausted. */
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

/* ---- Observing the solver: observer.c ----------------------------------------------------------------------------- */

/** What to record in the following steps. Recording never changes the simulation. Recording sweeps costs about one
 *  sweep per sweep. */
enum { WEB_OBSERVE_CONTACTS = 1, WEB_OBSERVE_SWEEPS = 2 };
WEB_CALL(web_observe) int32_t web_observe(struct web_world *world, int32_t flags);
/** Returns RES before the first sweep and after each sweep, as doubles, for the velocity problem of the last substep.
 *  If islands are solved separately, it is the island with the largest initial residual. Empty unless sweeps are
 *  observed. */
WEB_CALL(web_sweep_residuals) const struct web_array *web_sweep_residuals(struct web_world *world);

/** Pointers, each of which holds at most one body: web_grab, web3_grab. */
enum { WEB_MAX_POINTERS = 10 };

#endif
