/* Modulus for WebAssembly: what a page or a script calls.
 *
 *     struct web_world *world = web_open("pool2", "circles=300\nsolver=pgs");
 *     web_step(world);
 *     const double *report = web_report(world);         report[WEB_RESIDUAL] is the paper's RES
 *     const struct web_array *shapes = web_draw(world, 1);
 *     web_close(world);
 *
 * The calling side is web/src/engine/. It sees numbers, texts that end with a zero, and arrays in the module's memory; all of them
 * belong to the world (or to the module) and hold until the next call with the same world. Every call that can fail returns a status,
 * 0 for done, or NULL, and leaves one line in web_error(). Nothing here prints, and the one thing that the module asks of its host
 * is a clock.
 *
 * One world is used by one thread at a time. The rest of the library's rules hold too: the same calls give the same bits.
 */
#ifndef MODULUS_WEB_ENGINE_H
#define MODULUS_WEB_ENGINE_H

#include <stddef.h>
#include <stdint.h>

/** On each function that the host calls. */
#ifdef __wasm__
#define WEB_CALL(name) __attribute__((export_name(#name)))
#else
#define WEB_CALL(name)
#endif

struct web_world;

/** Numbers, or records of numbers, in the module's memory. */
struct web_array {
    const void *at;
    int32_t count; /* of numbers */
};

/* ---- The module --------------------------------------------------------------------------------------------------- */

/** What went wrong last, in one line. */
WEB_CALL(web_error) const char *web_error(void);
/** Memory for what the host hands over; NULL where it is out. */
WEB_CALL(web_alloc) void *web_alloc(size_t size);
WEB_CALL(web_free) void web_free(void *block);
/** What there is, as JSON: version, number type, the built-in scenes with their keys, the solvers. NULL where memory is out. */
WEB_CALL(web_catalogue) const char *web_catalogue(void);

/* ---- Worlds: world.c ---------------------------------------------------------------------------------------------- */

/** A built-in scene. `settings` are lines "key=value", those of `modulus run --set`; it may be empty. */
WEB_CALL(web_open) struct web_world *web_open(const char *name, const char *settings);
/** A scene that the host has parsed, in the form of src/scene/flat.c; `origin` names it in errors. */
WEB_CALL(web_read)
struct web_world *web_read(const void *bytes, size_t size, const char *origin, const char *settings);
WEB_CALL(web_close) void web_close(struct web_world *world);
/** Changes a setting while it runs: the keys of "world" in a scene that are one number or word, and "dt". */
WEB_CALL(web_set) int32_t web_set(struct web_world *world, const char *key, const char *value);
WEB_CALL(web_set_gravity) int32_t web_set_gravity(struct web_world *world, double x, double y);
/** Name, sentence, dt, view and all settings as they are now, as JSON; NULL where memory is out. */
WEB_CALL(web_describe) const char *web_describe(struct web_world *world);
/** The scene as it is now, as JSON that web_read and `modulus run` take. Ends all pulls. */
WEB_CALL(web_save) const char *web_save(struct web_world *world);
/** One step of the scene's dt. */
WEB_CALL(web_step) int32_t web_step(struct web_world *world);
/** A number that depends on every bit of the bodies' state. */
WEB_CALL(web_hash) uint64_t web_hash(const struct web_world *world);
/** The last line of the world's log: what went less than well. Empty where there is none. */
WEB_CALL(web_log) const char *web_log(const struct web_world *world);

/** Snapshots: the whole state as bytes. Pulls are no part of it: restoring ends them. */
WEB_CALL(web_snapshot_size) size_t web_snapshot_size(const struct web_world *world);
WEB_CALL(web_snapshot) int32_t web_snapshot(const struct web_world *world, void *buffer, size_t capacity);
WEB_CALL(web_restore) int32_t web_restore(struct web_world *world, const void *buffer, size_t size);

/** Places in the report. */
enum web_number {
    WEB_OUTCOME, /* md_outcome of the last step */
    WEB_HAS_TOLERANCE,
    WEB_CONVERGED,
    WEB_FAR,
    WEB_SOLVES,
    WEB_SWEEPS,
    WEB_RESIDUAL, /* the paper's RES */
    WEB_RESIDUAL_SCALED,
    WEB_RESIDUAL_RELATIVE,
    WEB_ROWS,
    WEB_CONTACTS,
    WEB_POINTS,
    WEB_ISLANDS,
    WEB_AWAKE,
    WEB_OVERLAP_MOST, /* m */
    WEB_OVERLAP_MEAN,
    WEB_KINETIC, /* J */
    WEB_POTENTIAL,
    WEB_SECONDS_ISLANDS,
    WEB_SECONDS_ROWS,
    WEB_SECONDS_SOLVE,
    WEB_SECONDS_RECOVER,
    WEB_SECONDS_MOVE,
    WEB_SECONDS_COLLIDE,
    WEB_SECONDS_TOTAL,
    WEB_STEPS,  /* since the world was made */
    WEB_BODIES, /* that there are */
    WEB_BYTES,  /* of memory */
    WEB_LOGGED, /* lines of the log */
    WEB_NUMBERS
};
/** WEB_NUMBERS doubles: of the last step, and of the world now. */
WEB_CALL(web_report) const double *web_report(struct web_world *world);

/* ---- The solver at work: watch.c ---------------------------------------------------------------------------------- */

/** What is looked at in the steps to come; neither changes a bit of what the world does. */
enum { WEB_WATCH_CONTACTS = 1, WEB_WATCH_SWEEPS = 2 /* costs about a sweep each */ };
WEB_CALL(web_watch) int32_t web_watch(struct web_world *world, int32_t what);
/** RES before the first sweep and after each, doubles: of the last substep's solve (of islands: the one
 *  that was furthest from solved). Empty unless watched. */
WEB_CALL(web_sweeps) const struct web_array *web_sweeps(struct web_world *world);

/* ---- To look at: look.c ------------------------------------------------------------------------------------------- */

/** What a record of web_draw is. */
enum web_form { WEB_CIRCLE, WEB_POLYGON, WEB_LINE, WEB_POINT };
/** All shapes and joints, floats: at fraction 1 of the last step as they are now, below it on their way. Records
 *
 *     WEB_CIRCLE   kind  body  x y  radius  x y of a point of the rim
 *     WEB_POLYGON  kind  body  radius  count  x y ...      two points are a capsule
 *     WEB_LINE     kind  body  x y  x y
 *     WEB_POINT    kind  body  x y
 *
 *  each after its web_form; `kind` is md2_draw_kind, `body` the slot of the body, -1 for none. NULL where memory is out. */
WEB_CALL(web_draw) const struct web_array *web_draw(struct web_world *world, double fraction);
/** Points of contact that touch, WEB_CONTACT_NUMBERS floats each: x, y, normal x, y, normal and tangent impulse (N s), the part of RES
 *  that is theirs (below 0: not watched). NULL where memory is out. */
enum { WEB_CONTACT_NUMBERS = 7 };
WEB_CALL(web_contacts) const struct web_array *web_contacts(struct web_world *world);
/** Bodies, WEB_BODY_NUMBERS doubles each: slot, generation, type (md2_body_type), awake, x, y, cosine, sine, velocity x, y, angular
 *  velocity, mass. NULL where memory is out. */
enum { WEB_BODY_NUMBERS = 12 };
WEB_CALL(web_bodies) const struct web_array *web_bodies(struct web_world *world);

/* ---- To touch: touch.c -------------------------------------------------------------------------------------------- */

/** A body within `reach` of a point that is not static: 5 doubles: slot, generation (0: none), the point in the body's coordinates,
 *  its mass. */
WEB_CALL(web_pick) const double *web_pick(struct web_world *world, double x, double y, double reach);
/** Pulls a dynamic body by a point of it to a target; `hand` is one of WEB_HANDS, each of which pulls one body. */
enum { WEB_HANDS = 10 };
WEB_CALL(web_grab)
int32_t web_grab(struct web_world *world, int32_t hand, int32_t body, uint32_t generation, double local_x,
                 double local_y, double x, double y);
WEB_CALL(web_pull) int32_t web_pull(struct web_world *world, int32_t hand, double x, double y);
WEB_CALL(web_release) void web_release(struct web_world *world, int32_t hand);
/** What can be put into a world. */
enum web_piece { WEB_BALL, WEB_BOX, WEB_CAPSULE, WEB_PENTAGON, WEB_PIECES };
/** A piece that reaches `size` from its middle, as heavy as the world's bodies are in the mean. */
WEB_CALL(web_spawn)
int32_t web_spawn(struct web_world *world, int32_t piece, double x, double y, double size, double velocity_x,
                  double velocity_y);
WEB_CALL(web_destroy_body) int32_t web_destroy_body(struct web_world *world, int32_t body, uint32_t generation);
/** Drives dynamic bodies away from a point: those there by `speed` (m/s), those at `radius` not at all. */
WEB_CALL(web_explode)
int32_t web_explode(struct web_world *world, double x, double y, double radius, double speed);

#endif
