/** @file
 * A world of rigid bodies in the plane.
 *
 *     md2_world_def def = md2_world_def_default();
 *     md2_world *world;
 *     md2_world_create(&def, &world);
 *     md2_body_def body = md2_body_def_default();
 *     body.type = MD2_DYNAMIC;
 *     body.position = md2_v(0, 4);
 *     md2_body_id ball;
 *     md2_body_create(world, &body, &ball);
 *     md2_shape_def shape = md2_shape_def_default();
 *     md2_hull circle;
 *     md2_hull_circle(&circle, md2_v(0, 0), 0.5);
 *     md2_shape_create(world, ball, &shape, &circle, NULL);
 *     md_step_report report;
 *     md2_world_step(world, 1.0 / 60, &report);
 *
 * A step integrates forces, assembles contacts and joints into one boxed LCP (the velocity problem), solves it,
 * corrects positions, moves the bodies and finds the contacts at the new positions. By default a second LCP (the
 * position problem) corrects penetration, so that the correction adds no energy. Every step reports how well it was
 * solved.
 *
 * All state is in the world: two worlds can step in two threads. A forked process may step and destroy the worlds of
 * its parent that no other thread was stepping; it starts threads of its own. The same calls give the same bits.
 * Callbacks run inside a step; there, functions that change the world return MD_ERROR_BUSY.
 *
 * A call that is refused changes nothing and returns a status: MD_ERROR_ARGUMENT for a number out of range, for a handle
 * of something that does not exist and for a NULL pointer that is needed, MD_ERROR_SIZE beyond a limit of the settings,
 * MD_ERROR_BUSY inside a callback. md2_world_last_error then says which argument or field, what was expected, and the
 * value: "md2_body_set_damping: linear must be a finite number >= 0, is -1", or "shape: restitution must be a number from
 * 0 to 1, is 1.5" for a field of a definition.
 *
 * This header includes handles2.h, bodies2.h, shapes2.h, contacts2.h (contacts and events) and step_report.h. Joints
 * are in joints2.h, queries and debug drawing in queries2.h, snapshots in snapshot2.h.
 */
#ifndef MODULUS_WORLD2_H
#define MODULUS_WORLD2_H

#include <modulus/bodies2.h>
#include <modulus/contacts2.h>
#include <modulus/geometry2.h>
#include <modulus/handles2.h>
#include <modulus/lcp.h>
#include <modulus/shapes2.h>
#include <modulus/step_report.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

/** Severity of a log line. */
typedef enum md2_log_level { MD2_LOG_INFO, MD2_LOG_WARNING } md2_log_level;

/** Functions that a world calls. Each may be NULL. */
typedef struct md2_callbacks {
    void *user; /**< passed to every function */
    /** Returns whether two shapes collide, or whether a sensor detects a shape. Called once when they come near each
     *  other, if category, mask, group and joints allow a collision; the answer holds until they have separated. To be
     *  asked again, for example after a gate has opened, call md2_shape_set_def. */
    bool (*filter)(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b);
    /** Called in each substep before constraint assembly, for contacts within the speculative margin. May change the
     *  contact; returns false to ignore it in this substep (one-way platforms). A contact that it refuses does not touch:
     *  it has no begin event, and if it touched before, it has an end event. */
    bool (*pre_solve)(void *user, const md2_world *world, md2_pre_solve *contact);
    /** Mixes the friction of two shapes in place of friction_mixing. Called when they come near each other. */
    md_real (*mix_friction)(void *user, md_real a, md_real b);
    /** Mixes the restitution of two shapes in place of restitution_mixing. */
    md_real (*mix_restitution)(void *user, md_real a, md_real b);
    /** Called before each velocity solve with the limits that the world would use. May change them for this solve;
     *  limits out of range are ignored. To repeat a run under a time budget bit for bit, set stop_after to the
     *  iterations that `solved` reported (at least 1) and no budget. */
    void (*limits)(void *user, const md2_world *world, int32_t substep, md_limits *limits);
    /** Called after each velocity solve with the problem and its solution. `substep` counts from 0. Of a soft step it gets
     *  the last relaxing sweep, without the points that joints hold together (docs/engine.md). */
    void (*solved)(void *user, int32_t substep, const md_problem *problem, const md_result *result);
    /** Receives one line, without a newline, when something goes wrong: a solve diverged, a body left the world. */
    void (*log)(void *user, md2_log_level level, const char *message);
    /** Called at the end of a step in which a solve ended far from converged (see warn_factor and warn_relative). */
    void (*warn)(void *user, const md2_world *world, const md_step_report *report);
} md2_callbacks;

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

/** How penetration and joint errors are corrected. */
typedef enum md2_position_correction {
    MD2_CORRECTION_SPLIT_IMPULSE, /**< by a position problem, which adds no velocity */
    MD2_CORRECTION_SOFT,          /**< by a position problem in which contacts are damped springs */
    MD2_CORRECTION_BAUMGARTE,     /**< by a bias in the velocity problem, which adds velocity and so energy */
    /** By substeps that share contacts and Jacobians. In each, contacts are damped springs of the velocity problem for
     *  limits.max_iterations sweeps of PGS, then rigid for position_iterations sweeps that take the added velocity back.
     *  `solver`, tolerances and the time budget are not used. Usual: 4 substeps and 1 iteration (docs/engine.md). */
    MD2_CORRECTION_SOFT_STEP
} md2_position_correction;

/** Maximum of md2_world_def.threads. */
#define MD2_MAX_THREADS 256

/** Settings of a world. Start from md2_world_def_default: a struct of zeros is not valid. `solver` and `position_solver`
 *  are independent here; set both, because the position solver decides as much as the velocity solver (docs/engine.md). In
 *  scene files, in the command and in md2_world_set_solver one name sets both unless the position solver is named too. */
typedef struct md2_world_def {
    md2_vec gravity; /**< m/s^2; default (0, -9.80665) */

    md_solver_spec solver; /**< of the velocity problem; default auto */
    /** Stopping criteria of each velocity solve; default 10 iterations. Only budget_us is for all velocity solves of a
     *  step together; each of them does one sweep at least. */
    md_limits limits;
    /** With a tolerance, a solve is far from converged if its residual is above warn_factor times the tolerance, or if
     *  it diverged. 1 to infinity (never); default 10. */
    md_real warn_factor;
    /** Without a tolerance, a solve is far from converged if its relative residual is above this, or if it diverged. 0
     *  to infinity (never); default 0.7. With the default limits, eleven of the built-in scenes never reach 0.7, and
     *  the bridge does in 4 of 1,000 steps; with one sweep per step, scenes reach it in 12 to 64 % of their steps. */
    md_real warn_relative;
    int32_t substeps;          /**< per step, 1 to 1000; default 1 */
    bool enable_warm_starting; /**< start each solve from the impulses of the last one; default true */
    /** Share, 0 to 1, by which the warm start pulls each impulse toward its running mean; default 0.05. It damps the
     *  sway of stacks that are solved with few sweeps (docs/engine.md). */
    md_real warm_start_smoothing;
    /** Solve each island as a problem of its own, so that easy ones stop early. Pays with a tolerance; default
     *  false. */
    bool separate_islands;
    /** Threads of a step in a large world, 1 to MD2_MAX_THREADS; default 1. Does not change any bit of the results, and
     *  is not in snapshots. If threads cannot be started, steps use fewer, and the log says so once. A library that was
     *  built without threads uses one. */
    int32_t threads;
    /** Strips into which the bodies of a large world are divided, 0 to 1024. Contacts are then in the order of their shapes within
     *  strips, instead of the order in which they were found, and the world can be divided among up to so many ranks
     *  (divide2.h). The results depend on this number. Default 0: no strips, and the world cannot be divided. */
    int32_t partitions;

    /** Default MD2_CORRECTION_SPLIT_IMPULSE; docs/speed.md compares them. */
    md2_position_correction position_correction;
    md_real correction_frequency;     /**< of the springs of both soft corrections, Hz, > 0; default 30 */
    md_real correction_damping_ratio; /**< of the springs of both soft corrections, > 0; default 10 */
    md_solver_spec position_solver;   /**< of the position problem; default auto */
    int64_t position_iterations;      /**< of the position problem, >= 0; default 0: limits.max_iterations */
    /** Share, 0 to 1, of the last impulse with which a contact starts in the position problem; default 0. With few
     *  sweeps of PGS, 0.8 corrects penetration that a cold start does not; accelerated solvers overshoot from there
     *  (docs/engine.md). */
    md_real position_warm_start;
    /** Share of the penetration beyond the slop that a substep removes, 0 to 1; default 0.2. */
    md_real correction_factor;
    md_real joint_correction_factor; /**< share of a joint's error that a substep removes, 0 to 1; default 0.5 */
    /** Maximum speed at which position correction opens a contact, m/s, >= 0; default 3. A body between many others moves at
     *  up to ten times this speed. */
    md_real max_correction_speed;
    md_real slop; /**< penetration that is not corrected, m, >= 0; default 0.0005 */

    md_real speculative_margin; /**< distance up to which contacts are speculative, m, >= 0; default 0.02 */
    /** Contacts of hulls and capsules keep their points while the shapes have moved by less than this since the points were
     *  found, m, >= 0; default 0: never. 0.005 makes piles cheaper and calmer (docs/engine.md). */
    md_real recycle_distance;
    bool enable_continuous;        /**< continuous collision of fast bodies; default true */
    md_real restitution_threshold; /**< speed of approach above which contacts bounce, m/s, >= 0; default 1 */
    md_real hit_threshold;         /**< speed of approach above which contacts emit hit events, m/s, >= 0; default 1 */
    md2_mixing friction_mixing;    /**< default MD2_MIX_GEOMETRIC_MEAN */
    md2_mixing restitution_mixing; /**< default MD2_MIX_MAX */

    bool enable_sleep;   /**< islands at rest fall asleep; default true */
    md_real sleep_speed; /**< a body rests if its fastest point is slower than this, m/s, >= 0; default 0.05 */
    md_real sleep_time;  /**< an island falls asleep when all its bodies have rested so long, s, >= 0; default 0.5 */

    int32_t max_bodies;      /**< maximum number, > 0; beyond it MD_ERROR_SIZE. Default 10,000,000 */
    int32_t max_shapes;      /**< the same for shapes; default 10,000,000 */
    int32_t max_joints;      /**< the same for joints; default 10,000,000 */
    int32_t max_contacts;    /**< the same for contacts; default 100,000,000 */
    size_t max_bytes;        /**< maximum memory of the world; beyond it MD_ERROR_MEMORY. Default 0: no limit */
    md_allocator allocator;  /**< default: the heap */
    md2_callbacks callbacks; /**< default: none */
} md2_world_def;

/* ---- The world --------------------------------------------------------------------------------------------------- */

/** Returns the defaults. */
MD_API md2_world_def md2_world_def_default(void);
/** Returns the defaults with soft steps: settings for many bodies at little cost (docs/engine.md). 4 substeps are usual; more are
 *  more accurate, because contacts are as stiff as the substeps keep calm at 60 steps per second (correction_frequency 12 Hz per
 *  substep). recycle_distance is 5 mm. */
MD_API md2_world_def md2_world_def_soft_step(int32_t substeps);
/** Checks every field. On failure returns MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be
 *  NULL. md2_world_create and md2_world_set_def make the same checks; there is no world yet to ask why creating one
 *  failed. */
MD_API md_status md2_world_def_check(const md2_world_def *def, md_error *error);
/** Creates an empty world. On failure sets `world` to NULL. */
MD_API md_status md2_world_create(const md2_world_def *def, md2_world **world);
/** Destroys a world with everything in it; NULL is allowed. Inside a callback of the world nothing is destroyed, and the
 *  log gets a warning. */
MD_API void md2_world_destroy(md2_world *world);
/** Returns the settings. */
MD_API md2_world_def md2_world_get_def(const md2_world *world);
/** Changes all settings except the allocator. A maximum below the present number only stops further creation. A new
 *  gravity or enable_sleep = false wakes all bodies. */
MD_API md_status md2_world_set_def(md2_world *world, const md2_world_def *def);
/** Changes gravity only. */
MD_API md_status md2_world_set_gravity(md2_world *world, md2_vec gravity);
/** Returns gravity, m/s^2. */
MD_API md2_vec md2_world_gravity(const md2_world *world);
/** Changes the solver of both problems, velocities and positions, and the limits. To give the position problem another
 *  solver, set md2_world_def.position_solver. */
MD_API md_status md2_world_set_solver(md2_world *world, const md_solver_spec *solver, const md_limits *limits);
/** Changes the callbacks only. */
MD_API md_status md2_world_set_callbacks(md2_world *world, const md2_callbacks *callbacks);

/** Advances the world by `dt` seconds, > 0. `report` may be NULL. A step that fails, with MD_ERROR_MEMORY, MD_ERROR_SIZE
 *  (contacts) or MD_ERROR_PROBLEM, leaves positions, velocities and forces of all bodies unchanged, and can be
 *  repeated; only bodies that the step woke stay awake. */
MD_API md_status md2_world_step(md2_world *world, md_real dt, md_step_report *report);

/** Returns one line about the last call with this world that did not return MD_OK: the function or the kind of
 *  definition, the argument or field, what was expected, and the value. "" if there was none. Successful calls do not
 *  change it. The text is valid until the next call fails. It is not part of the state: snapshots do not contain it. */
MD_API const char *md2_world_last_error(const md2_world *world);

/** Returns the statistics since the world was created or the statistics were reset. They are not part of the state:
 *  neither the hash nor snapshots contain them. A world from a snapshot starts without; a world that is restored keeps
 *  its own. */
MD_API md_statistics md2_world_statistics(const md2_world *world);
/** Resets the statistics. Returns MD_ERROR_BUSY inside a callback. */
MD_API md_status md2_world_reset_statistics(md2_world *world);

/** Returns the number of steps since the world was created. */
MD_API int64_t md2_world_steps(const md2_world *world);
/** Returns the kinetic energy, J. */
MD_API double md2_world_kinetic_energy(const md2_world *world);
/** Returns the potential energy in the field of gravity, J, 0 at the origin. Springs do not count. */
MD_API double md2_world_potential_energy(const md2_world *world);
/** Returns the number of bodies. */
MD_API int32_t md2_world_body_count(const md2_world *world);
/** Returns the number of shapes. */
MD_API int32_t md2_world_shape_count(const md2_world *world);
/** Returns the number of joints. */
MD_API int32_t md2_world_joint_count(const md2_world *world);
/** Returns the number of contacts: pairs of shapes that are near each other. */
MD_API int32_t md2_world_contact_count(const md2_world *world);
/** Returns the memory of the world in bytes. */
MD_API size_t md2_world_bytes(const md2_world *world);
/** Returns a hash of every bit of the bodies' positions and velocities, to compare two runs. */
MD_API uint64_t md2_world_hash(const md2_world *world);

#ifdef __cplusplus
}
#endif

#endif
