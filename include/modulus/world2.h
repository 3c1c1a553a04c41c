/** @file
 * A world of rigid bodies in the plane.
 *
 *     md2_world_def def = md2_world_def_default();
 *     md2_world *world;
 *     md2_world_create(&def, &world);
 *     md2_body_def body = md2_body_def_default();
 *     body.type = MD2_DYNAMIC;
 *     body.position = (md2_vec){0, 4};
 *     md2_body_id ball;
 *     md2_body_create(world, &body, &ball);
 *     md2_shape_def shape = md2_shape_def_default();
 *     md2_hull circle;
 *     md2_hull_circle(&circle, (md2_vec){0, 0}, 0.5);
 *     md2_shape_create(world, ball, &shape, &circle, NULL);
 *     md2_world_step(world, 1.0 / 60, &report);
 *
 * A step is: integrate forces, write contacts and joints as rows of one boxed LCP, solve it, move the bodies, find the contacts
 * anew. Overlap is recovered by a second LCP on positions alone, so that it adds no energy. Every step says how well it was solved.
 *
 * Handles are values. A handle of something destroyed, or of zeros, is refused with MD_ERROR_ARGUMENT (functions that return a
 * status) or answered with zeros. All state is in the world: two worlds can step in two threads. The same calls give the same bits.
 * Callbacks run inside a step: there, whatever changes the world is refused with MD_ERROR_BUSY.
 *
 * Joints are in joints2.h, queries and debug drawing in queries2.h, snapshots in snapshot2.h.
 */
#ifndef MODULUS_WORLD2_H
#define MODULUS_WORLD2_H

#include <modulus/geometry2.h>
#include <modulus/lcp.h>
#include <modulus/step_report.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A world, which owns all that is in it. */
typedef struct md2_world md2_world;

/** A handle of a body. Zeros are none. */
typedef struct md2_body_id {
    int32_t index;       /**< of its slot */
    uint32_t generation; /**< 0: no body */
} md2_body_id;

/** A handle of a shape. Zeros are none. */
typedef struct md2_shape_id {
    int32_t index;       /**< of its slot */
    uint32_t generation; /**< 0: no shape */
} md2_shape_id;

/** A handle of a joint. Zeros are none. */
typedef struct md2_joint_id {
    int32_t index;       /**< of its slot */
    uint32_t generation; /**< 0: no joint */
} md2_joint_id;

/** Whether two handles are of the same thing; two of zeros are too. */
static inline bool md2_body_same(md2_body_id a, md2_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** The same for shapes. */
static inline bool md2_shape_same(md2_shape_id a, md2_shape_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** The same for joints. */
static inline bool md2_joint_same(md2_joint_id a, md2_joint_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

/* ---- Callbacks -------------------------------------------------------------------------------------------------- */

/** A contact that is about to become rows. What is marked may be changed, for this step. */
typedef struct md2_pre_solve {
    md2_shape_id shape[2]; /**< first and second */
    md2_manifold manifold; /**< the normal from the first to the second */
    md_real friction;      /**< may be changed; >= 0 */
    md_real restitution;   /**< may be changed; 0 to 1 */
    md_real surface_speed; /**< may be changed: of the second surface along the first, to the left of the normal, m/s */
} md2_pre_solve;

/** How grave a line of the log is. */
typedef enum md2_log_level { MD2_LOG_INFO, MD2_LOG_WARNING } md2_log_level;

/** What a world asks and tells while it steps. Each may be NULL. `user` is handed to all of them. */
typedef struct md2_callbacks {
    void *user; /**< yours */
    /** Whether two shapes that came near, and that their bits let collide, do so; asked once while they stay near. */
    bool (*filter)(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b);
    /** Before a step writes the rows of a contact, for contacts within the margin; false: not this time (one-way platforms). */
    bool (*pre_solve)(void *user, const md2_world *world, md2_pre_solve *contact);
    /** In place of the world's rules of mixing; asked when two shapes come near. */
    md_real (*mix_friction)(void *user, md_real a, md_real b);
    /** Likewise. */
    md_real (*mix_restitution)(void *user, md_real a, md_real b);
    /** Before every solve of an LCP of velocities: may change the limits, which come as the world would use them, for this one
     *  solve. Limits out of range count as unchanged. With stop_after what `solved` told, at least 1, and no budget, a run under a
     *  time budget is repeated to the bit. */
    void (*limits)(void *user, const md2_world *world, int32_t substep, md_limits *limits);
    /** Every LCP of velocities that was solved, with its solution: for files and for looking at the solver. `substep` counts from 0. */
    void (*solved)(void *user, int32_t substep, const md_problem *problem, const md_result *result);
    /** One line, without a newline: what went less than well (a solve that diverged, bodies that left the numbers). */
    void (*log)(void *user, md2_log_level level, const char *message);
    /** At the end of a step in which some solve ended far from converged: see warn_factor and warn_relative of the definition. */
    void (*warn)(void *user, const md2_world *world, const md_step_report *report);
} md2_callbacks;

/** How overlap, and the error of joints, is taken back. */
typedef enum md2_position_correction {
    MD2_CORRECTION_SPLIT_IMPULSE, /**< by an LCP of positions of its own, which leaves no velocity behind */
    MD2_CORRECTION_SOFT,          /**< the same, with contacts that give way like damped springs */
    MD2_CORRECTION_BAUMGARTE /**< by the velocities themselves: no second LCP, but what is pushed apart goes on moving */
} md2_position_correction;

/** How the numbers of two shapes become one. */
typedef enum md2_mixing { MD2_MIX_GEOMETRIC_MEAN, MD2_MIX_MEAN, MD2_MIX_MIN, MD2_MIX_MAX, MD2_MIX_PRODUCT } md2_mixing;

/* ---- The world -------------------------------------------------------------------------------------------------- */

/** Threads of a world at the most. */
#define MD2_MAX_THREADS 256

/** The settings of a world. Start from md2_world_def_default: zeros are no defaults. */
typedef struct md2_world_def {
    md2_vec gravity;       /**< m/s^2; default (0, -9.80665) */
    md_solver_spec solver; /**< default: auto */
    md_limits
        limits; /**< of a substep's solve; default: 10 iterations; budget_us is for all solves of a step together, each
                           of which does a sweep at the least */
    md_real warn_factor; /**< a solve with a tolerance that ends with a residual above so many times that is far from
                                converged; 1 to infinity (never), default 10 */
    md_real
        warn_relative; /**< without a tolerance: one whose relative residual ends above this; 0 to infinity (never). A
                                solve that diverged always is. Default 0.7: of the built-in scenes eleven never get there,
                                the bridge does in 4 of 1,000 steps, at its heavy blows; with one sweep a step scenes do in
                                12 to 64 % of theirs */
    int32_t substeps;  /**< a step is divided into this many; 1 to 1000, default 1 */
    md2_position_correction
        position_correction;          /**< default MD2_CORRECTION_SPLIT_IMPULSE: docs/speed.md has them side by side */
    md_real correction_frequency;     /**< of the springs of MD2_CORRECTION_SOFT; > 0, default 30 */
    md_real correction_damping_ratio; /**< damping ratio of these; > 0, default 10 */
    md_solver_spec position_solver;   /**< of the LCP that recovers overlap; default: auto */
    int64_t position_iterations;      /**< of that; default 0: as many as limits.max_iterations */
    md_real
        position_warm_start; /**< share, 0 to 1, of its last impulse that a contact starts with in that LCP; default 0. With
                                few sweeps of PGS 0.8 opens overlap that they do not from nothing (docs/engine.md);
                                a solver that extrapolates overshoots from there */
    md_real correction_factor; /**< share of the overlap beyond the slop that a substep removes, 0 to 1; default 0.2 */
    md_real joint_correction_factor; /**< share of a joint's error that a substep removes, 0 to 1; default 0.5 */
    md_real max_correction_speed;    /**< at the most, m/s; default 3 */
    md_real slop;                    /**< overlap that is left alone, m; default 0.0005 */
    md_real speculative_margin;      /**< distance up to which contacts are speculative, m; default 0.02 */
    md_real restitution_threshold;   /**< speed of approach above which a contact bounces, m/s; default 1 */
    md_real hit_threshold;           /**< speed of approach above which a contact makes a hit event, m/s; default 1 */
    md2_mixing friction_mixing;      /**< default: geometric mean */
    md2_mixing restitution_mixing;   /**< default: the larger */
    bool enable_warm_starting;       /**< start each solve from the impulses of the step before; default true */
    md_real
        warm_start_smoothing; /**< share, 0 to 1, of what an impulse has changed of late that the warm start takes back: it
                             damps the sway of stacks that are solved with few sweeps; default 0.05; see docs/engine.md */
    bool separate_islands;    /**< solve each island as an LCP of its own: pays with a tolerance, for easy ones stop
                                early; default false */
    bool enable_sleep;        /**< bodies at rest fall asleep; default true */
    int32_t
        threads; /**< that a step of a large world may use; 1 to MD2_MAX_THREADS, default 1. It changes no bit of what
                                comes of it, and is in no snapshot. A library built without OpenMP uses one */
    bool enable_continuous;  /**< time of impact for fast bodies; default true */
    md_real sleep_speed;     /**< below it, at the fastest point, a body may fall asleep, m/s; default 0.05 */
    md_real sleep_time;      /**< after so long, s; default 0.5 */
    int32_t max_bodies;      /**< more give MD_ERROR_SIZE; default 1,000,000 and so on */
    int32_t max_shapes;      /**< likewise */
    int32_t max_joints;      /**< likewise */
    int32_t max_contacts;    /**< likewise */
    size_t max_bytes;        /**< memory of the world, more gives MD_ERROR_MEMORY; default 0: no limit */
    md_allocator allocator;  /**< default: the heap */
    md2_callbacks callbacks; /**< default: none */
} md2_world_def;

/** The defaults that the fields name. */
MD_API md2_world_def md2_world_def_default(void);
/** Returns MD_ERROR_ARGUMENT if a field is out of range, and names field, rule and value in `error`, which may be NULL. To learn why
 *  md2_world_create or md2_world_set_def returns MD_ERROR_ARGUMENT, call this. */
MD_API md_status md2_world_def_check(const md2_world_def *def, md_error *error);
/** Makes an empty world; MD_ERROR_ARGUMENT for settings out of range, with `world` NULL. */
MD_API md_status md2_world_create(const md2_world_def *def, md2_world **world);
/** Destroys a world and all in it; NULL is allowed. */
MD_API void md2_world_destroy(md2_world *world);
/** The definition as it is now. */
MD_API md2_world_def md2_world_get_def(const md2_world *world);
/** Changes the settings of a running world: all of the definition but the allocator. A limit below what is there holds for what is
 *  created from now on. Another gravity, and enable_sleep = false, wake all bodies; nothing else does. */
MD_API md_status md2_world_set_def(md2_world *world, const md2_world_def *def);
/** The short way for gravity alone. */
MD_API md_status md2_world_set_gravity(md2_world *world, md2_vec gravity);
MD_API md2_vec md2_world_gravity(const md2_world *world);
/** The short way for the solver and its limits alone. */
MD_API md_status md2_world_set_solver(md2_world *world, const md_solver_spec *solver, const md_limits *limits);
/** The short way for the callbacks alone. */
MD_API md_status md2_world_set_callbacks(md2_world *world, const md2_callbacks *callbacks);

/** Moves the world on by `dt` seconds, > 0. `report` may be NULL. MD_ERROR_MEMORY and MD_ERROR_SIZE (contacts) can
 *  leave a step half done: the world stays valid, and the next call goes on from there. */
MD_API md_status md2_world_step(md2_world *world, md_real dt, md_step_report *report);

/** The account since the world was created, or since it was reset. It is no part of the world's state: it is not in the hash nor in
 *  snapshots, a world made from a snapshot starts a new one, and one that is restored goes on with its own. */
MD_API md_statistics md2_world_statistics(const md2_world *world);
/** Starts it anew. MD_ERROR_BUSY inside a callback. */
MD_API md_status md2_world_reset_statistics(md2_world *world);

/** Steps done since the world was created. */
MD_API int64_t md2_world_steps(const md2_world *world);
/** Kinetic energy, J. */
MD_API double md2_world_kinetic_energy(const md2_world *world);
/** Potential energy against gravity with its zero at the origin, J. Springs are not counted. */
MD_API double md2_world_potential_energy(const md2_world *world);
/** How many there are now: of contacts, pairs of shapes that are near each other. */
MD_API int32_t md2_world_body_count(const md2_world *world);
MD_API int32_t md2_world_shape_count(const md2_world *world);
MD_API int32_t md2_world_joint_count(const md2_world *world);
MD_API int32_t md2_world_contact_count(const md2_world *world);
/** Bytes that the world holds now, its own struct included. */
MD_API size_t md2_world_bytes(const md2_world *world);
/** A number that depends on every bit of the bodies' state, for telling whether two runs agree. */
MD_API uint64_t md2_world_hash(const md2_world *world);

/* ---- Events ----------------------------------------------------------------------------------------------------- */

/** What happened. */
typedef enum md2_event_type {
    MD2_EVENT_CONTACT_BEGIN, /**< two shapes touch */
    MD2_EVENT_CONTACT_END,   /**< no longer; one of the shapes may have been destroyed */
    MD2_EVENT_CONTACT_HIT,   /**< two shapes met faster than the hit threshold; `point`, `normal`, `speed`, `impulse` */
    MD2_EVENT_SENSOR_BEGIN,  /**< the second shape overlaps the first, a sensor */
    MD2_EVENT_SENSOR_END,
    MD2_EVENT_BODY_SLEEP, /**< `body` */
    MD2_EVENT_BODY_WAKE,
    MD2_EVENT_JOINT_BROKEN /**< `joint`, which is destroyed; `impulse` */
} md2_event_type;

/** Something that happened; what its type does not name is zeros. */
typedef struct md2_event {
    md2_event_type type;   /**< says which of the rest mean something */
    md2_shape_id shape[2]; /**< of contacts and sensors */
    md2_body_id body;      /**< of sleep and wake */
    md2_joint_id joint;    /**< that broke */
    md2_vec point, normal; /**< in the world; the normal from the first shape to the second */
    md_real speed;         /**< of approach, m/s */
    md_real impulse;       /**< along the normal, N s: in that step, and of a hit also in the one before, where that
                          closed the gap */
} md2_event;

/** What happened in the last step, and in calls just before and after it, in order; valid until the world changes. The next step drops
 *  what could be read after the last one. */
MD_API const md2_event *md2_world_events(const md2_world *world, int32_t *count);
/** A copy of the event at a place, counted from 0; false beyond the last. For loops that change the world:
 *  for (int32_t i = 0; md2_world_event(world, i, &event); ++i) */
MD_API bool md2_world_event(const md2_world *world, int32_t place, md2_event *event);

/* ---- Bodies ----------------------------------------------------------------------------------------------------- */

/** How a body moves. */
typedef enum md2_body_type {
    MD2_STATIC,    /**< does not move */
    MD2_KINEMATIC, /**< moves with the velocity it is given, whatever it meets */
    MD2_DYNAMIC
} md2_body_type;

/** What a body is at first. Start from md2_body_def_default: zeros are no defaults. */
typedef struct md2_body_def {
    md2_body_type type;       /**< default static */
    md2_vec position;         /**< of the body's origin, m */
    md2_rot rotation;         /**< default none */
    md2_vec velocity;         /**< of the centre of mass, m/s */
    md_real angular_velocity; /**< rad/s */
    md_real linear_damping;   /**< 1/s, >= 0: velocity falls as 1 / (1 + damping dt) */
    md_real angular_damping;  /**< likewise, of the angular velocity */
    md_real gravity_scale;    /**< default 1 */
    bool fixed_rotation;      /**< as if the inertia were infinite */
    bool bullet;              /**< continuous collision against moving bodies too; default false */
    bool enable_sleep;        /**< may fall asleep; default true */
    bool awake;               /**< starts awake; default true */
    bool enabled;             /**< takes part in the simulation and in queries; default true */
    void *user;               /**< yours */
} md2_body_def;

/** The defaults that the fields name. */
MD_API md2_body_def md2_body_def_default(void);
/** Returns MD_ERROR_ARGUMENT if a field is out of range, and names field, rule and value in `error`, which may be NULL. To learn why
 *  md2_body_create returns MD_ERROR_ARGUMENT, call this. */
MD_API md_status md2_body_def_check(const md2_body_def *def, md_error *error);
/** Makes a body without shapes. `body` may be NULL. */
MD_API md_status md2_body_create(md2_world *world, const md2_body_def *def, md2_body_id *body);
/** Destroys a body with its shapes, contacts and joints. */
MD_API md_status md2_body_destroy(md2_world *world, md2_body_id body);
/** Whether the handle is of a body that is there. */
MD_API bool md2_body_is_valid(const md2_world *world, md2_body_id body);
/** The body as it is now, as a definition that makes it again (without shapes and a given mass). Zeros for a bad handle. */
MD_API md2_body_def md2_body_get_def(const md2_world *world, md2_body_id body);

/** What the body is and does now; zeros for a bad handle. The transform is that of its origin, the velocity that of its
 *  centre of mass. */
MD_API md2_body_type md2_body_get_type(const md2_world *world, md2_body_id body);
MD_API md2_transform md2_body_transform(const md2_world *world, md2_body_id body);
MD_API md2_vec md2_body_center(const md2_world *world, md2_body_id body); /**< of mass, in the world */
MD_API md2_vec md2_body_velocity(const md2_world *world, md2_body_id body);
MD_API md_real md2_body_angular_velocity(const md2_world *world, md2_body_id body);
MD_API md2_mass md2_body_mass(const md2_world *world, md2_body_id body);
/** Whether the mass was given by md2_body_set_mass. */
MD_API bool md2_body_has_given_mass(const md2_world *world, md2_body_id body);
/** Its pointer; whether it is awake; whether it is enabled. */
MD_API void *md2_body_user(const md2_world *world, md2_body_id body);
MD_API bool md2_body_is_awake(const md2_world *world, md2_body_id body);
MD_API bool md2_body_is_enabled(const md2_world *world, md2_body_id body);
/** Where to draw the body between two steps: at fraction 0 as before the last step, at 1 as now. */
MD_API md2_transform md2_body_interpolated(const md2_world *world, md2_body_id body, md_real fraction);

/** Puts a body somewhere else at once; interpolation does not draw the way there. Wakes it and what it touched. */
MD_API md_status md2_body_set_transform(md2_world *world, md2_body_id body, md2_transform transform);
/** Of the centre of mass, m/s, and rad/s; wakes the body. MD_ERROR_ARGUMENT for a static one. */
MD_API md_status md2_body_set_velocity(md2_world *world, md2_body_id body, md2_vec velocity, md_real angular_velocity);
/** Overrides the mass that the shapes give a dynamic body; mass > 0, inertia >= 0 (0: fixed rotation). A mass of 0 takes that back. */
MD_API md_status md2_body_set_mass(md2_world *world, md2_body_id body, md2_mass mass);
/** Makes it static, kinematic or dynamic; its contacts are found anew. */
MD_API md_status md2_body_set_type(md2_world *world, md2_body_id body, md2_body_type type);
/** What the definition has under the same names. */
MD_API md_status md2_body_set_damping(md2_world *world, md2_body_id body, md_real linear, md_real angular);
MD_API md_status md2_body_set_gravity_scale(md2_world *world, md2_body_id body, md_real scale);
MD_API md_status md2_body_set_fixed_rotation(md2_world *world, md2_body_id body, bool fixed);
MD_API md_status md2_body_set_bullet(md2_world *world, md2_body_id body, bool bullet);
/** Awake: with all that it touches or is joined to, at the next step. Asleep: until something wakes it. */
MD_API md_status md2_body_set_awake(md2_world *world, md2_body_id body, bool awake);
/** Whether it may fall asleep. */
MD_API md_status md2_body_enable_sleep(md2_world *world, md2_body_id body, bool allowed);
/** Whether it is there for the simulation and for queries. */
MD_API md_status md2_body_set_enabled(md2_world *world, md2_body_id body, bool enabled);
/** Its pointer. */
MD_API md_status md2_body_set_user(md2_world *world, md2_body_id body, void *user);
/** Adds to the force (N, at a point of the world) and the torque (N m) of the next step; wakes the body. */
MD_API md_status md2_body_apply_force(md2_world *world, md2_body_id body, md2_vec force, md2_vec point);
MD_API md_status md2_body_apply_torque(md2_world *world, md2_body_id body, md_real torque);
/** Changes the velocity at once: an impulse (N s, at a point of the world), an angular one (N m s); wakes the body. */
MD_API md_status md2_body_apply_impulse(md2_world *world, md2_body_id body, md2_vec impulse, md2_vec point);
MD_API md_status md2_body_apply_angular_impulse(md2_world *world, md2_body_id body, md_real impulse);

/** The bodies in the order of their slots: the first, and the one after; generation 0 after the last. */
MD_API md2_body_id md2_world_first_body(const md2_world *world);
MD_API md2_body_id md2_world_next_body(const md2_world *world, md2_body_id body);

/* ---- Shapes ----------------------------------------------------------------------------------------------------- */

/** What a shape is made of, and what it meets. Start from md2_shape_def_default: zeros are no defaults. */
typedef struct md2_shape_def {
    md_real density;       /**< kg/m^2, >= 0; default 1 */
    md_real friction;      /**< >= 0; default 0.6 */
    md_real restitution;   /**< 0 to 1; default 0 */
    md_real surface_speed; /**< m/s, of a conveyor's belt, clockwise round the shape: on its top to the right;
                                default 0 */
    uint64_t category;     /**< the bits that this shape is; default 1 */
    uint64_t mask;         /**< the bits that it collides with; default all */
    int32_t group; /**< two shapes of the same group: positive, always collide; negative, never; 0: by the bits */
    bool sensor;   /**< touches nothing, tells what overlaps it; default false */
    void *user;    /**< yours */
} md2_shape_def;

/** The defaults that the fields name. */
MD_API md2_shape_def md2_shape_def_default(void);
/** Returns MD_ERROR_ARGUMENT if a field is out of range, and names field, rule and value in `error`, which may be NULL. To learn why
 *  a function that creates or changes a shape returns MD_ERROR_ARGUMENT, call this; the other causes are a bad handle or geometry. */
MD_API md_status md2_shape_def_check(const md2_shape_def *def, md_error *error);
/** Adds a shape to a body, in the body's coordinates, and its mass to the body's. Does not wake a sleeping body. `shape` may be NULL. */
MD_API md_status md2_shape_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_hull *hull,
                                  md2_shape_id *shape);
/** A segment of a chain with its neighbours; felt from one side only, see md2_chain_segment. Has no mass. */
MD_API md_status md2_shape_create_segment(md2_world *world, md2_body_id body, const md2_shape_def *def,
                                          const md2_chain_segment *segment, md2_shape_id *shape);
/** A chain through `count` >= 2 points (3 for a loop): count - 1 segments (a loop: count), felt from the right-hand side of their
 *  direction (a ground goes from right to left), over whose inner corners nothing trips. `shapes`, which may be NULL, gets a handle a
 *  segment. All or nothing. */
MD_API md_status md2_chain_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_vec *points,
                                  int32_t count, bool loop, md2_shape_id *shapes);
/** Takes a shape away, and its mass from the body. */
MD_API md_status md2_shape_destroy(md2_world *world, md2_shape_id shape);
/** Whether the handle is of a shape that is there. */
MD_API bool md2_shape_is_valid(const md2_world *world, md2_shape_id shape);
/** What it is made of now. Zeros for a bad handle. */
MD_API md2_shape_def md2_shape_get_def(const md2_world *world, md2_shape_id shape);
/** Changes what the shape is made of and meets; its form stays. */
MD_API md_status md2_shape_set_def(md2_world *world, md2_shape_id shape, const md2_shape_def *def);
/** The body that it belongs to. */
MD_API md2_body_id md2_shape_body(const md2_world *world, md2_shape_id shape);
/** In the body's coordinates; of a chain's segment the two points. NULL for a bad handle. Valid until a shape is created. */
MD_API const md2_hull *md2_shape_hull(const md2_world *world, md2_shape_id shape);
/** NULL for a shape that is not a chain's segment. */
MD_API const md2_chain_segment *md2_shape_segment(const md2_world *world, md2_shape_id shape);
/** The shapes of a body, in the order in which they were added. */
MD_API md2_shape_id md2_body_first_shape(const md2_world *world, md2_body_id body);
MD_API md2_shape_id md2_shape_next(const md2_world *world, md2_shape_id shape);

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/** Two shapes that are near each other. */
typedef struct md2_contact_info {
    md2_shape_id shape[2]; /**< first and second */
    md2_manifold manifold; /**< count 0: near, but further apart than the margin */
    bool sensor;           /**< one of the two is a sensor */
    bool touching;         /**< some point overlaps or bore an impulse in the last step; of a sensor: overlaps */
    md_real friction, restitution;                 /**< of the two together */
    md_real normal_impulse[2], tangent_impulse[2]; /**< N s, of the last substep, a point */
} md2_contact_info;

/** The contact at a place, 0 to md2_world_contact_count() - 1, in the order in which they came to be. */
MD_API md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *contact);

#ifdef __cplusplus
}
#endif

#endif
