/* A world of rigid bodies in the plane.
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
 * A step is: integrate forces, write the contacts as rows of one boxed LCP, solve it, move the bodies, find the contacts anew.
 * Overlap is recovered by a second LCP on positions alone, so that it adds no energy. Every step says how well it was solved.
 *
 * Handles are values. A handle of something destroyed, or of zeros, is refused with MD_ERROR_ARGUMENT (functions that return a
 * status) or answered with zeros. All state is in the world: two worlds can step in two threads. The same calls give the same bits.
 */
#ifndef MODULUS_WORLD2_H
#define MODULUS_WORLD2_H

#include <modulus/geometry2.h>
#include <modulus/lcp.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct md2_world md2_world;

typedef struct md2_body_id {
    int32_t index;
    uint32_t generation; /**< 0: no body */
} md2_body_id;

typedef struct md2_shape_id {
    int32_t index;
    uint32_t generation; /**< 0: no shape */
} md2_shape_id;

/* ---- The world -------------------------------------------------------------------------------------------------- */

typedef struct md2_world_def {
    md2_vec gravity;               /**< m/s^2; default (0, -9.80665) */
    md_solver_spec solver;         /**< default: sparse AMGS */
    md_limits limits;              /**< of a step's solve; default: 10 iterations */
    int64_t recovery_iterations;   /**< of the LCP that recovers overlap; default: as many as limits.max_iterations */
    md_real recovery;              /**< share of the overlap beyond the slop that a step removes, 0 to 1; default 0.2 */
    md_real recovery_speed;        /**< at the most, m/s; default 3 */
    md_real slop;                  /**< overlap that is left alone, m; default 0.0005 */
    md_real margin;                /**< distance up to which contacts are looked for ahead, m; default 0.02 */
    md_real restitution_threshold; /**< speed of approach above which a contact bounces, m/s; default 1 */
    int32_t max_bodies;            /**< more give MD_ERROR_SIZE; default 1,000,000 and so on */
    int32_t max_shapes;
    int32_t max_contacts;
    md_allocator allocator; /**< default: the heap */
} md2_world_def;

MD_API md2_world_def md2_world_def_default(void);
MD_API md_status md2_world_create(const md2_world_def *def, md2_world **world);
MD_API void md2_world_destroy(md2_world *world);

/** What a step came to. */
typedef struct md2_step_report {
    md_outcome outcome;   /**< of the solve */
    int64_t iterations;   /**< sweeps done */
    md_residual residual; /**< true, of the last iterate */
    int32_t rows, bodies; /**< of the LCP */
    int32_t contacts;     /**< pairs of shapes that touch or are within the margin */
    int32_t contact_points;
    md_real penetration_max;  /**< m, measured from positions after the step */
    md_real penetration_mean; /**< m, over the points that overlap */
    double kinetic_energy;    /**< J, after the step */
    struct {
        double rows, solve, recover, move, collide, total;
    } seconds; /**< by phase */
} md2_step_report;

/** Moves the world on by `dt` seconds, > 0. `report` may be NULL. MD_ERROR_MEMORY and MD_ERROR_SIZE (contacts) can
 *  leave a step half done: the world stays valid, and the next call goes on from there. */
MD_API md_status md2_world_step(md2_world *world, md_real dt, md2_step_report *report);

MD_API md_status md2_world_set_gravity(md2_world *world, md2_vec gravity);
MD_API md2_vec md2_world_gravity(const md2_world *world);
MD_API md_status md2_world_set_solver(md2_world *world, const md_solver_spec *solver, const md_limits *limits);
/** Kinetic energy, and potential energy against gravity with its zero at the origin, J. */
MD_API double md2_world_kinetic_energy(const md2_world *world);
MD_API double md2_world_potential_energy(const md2_world *world);
MD_API int32_t md2_world_body_count(const md2_world *world);
MD_API int32_t md2_world_contact_count(const md2_world *world);
/** A number that depends on every bit of the bodies' state, for telling whether two runs agree. */
MD_API uint64_t md2_world_hash(const md2_world *world);

/* ---- Bodies ----------------------------------------------------------------------------------------------------- */

typedef enum md2_body_type {
    MD2_STATIC,    /**< does not move */
    MD2_KINEMATIC, /**< moves with the velocity it is given, whatever it meets */
    MD2_DYNAMIC
} md2_body_type;

typedef struct md2_body_def {
    md2_body_type type;       /**< default static */
    md2_vec position;         /**< of the body's origin, m */
    md2_rot rotation;         /**< default none */
    md2_vec velocity;         /**< of the centre of mass, m/s */
    md_real angular_velocity; /**< rad/s */
    md_real linear_damping;   /**< 1/s, >= 0: velocity falls as 1 / (1 + damping dt) */
    md_real angular_damping;
    md_real gravity_scale; /**< default 1 */
    bool fixed_rotation;   /**< as if the inertia were infinite */
    void *user;
} md2_body_def;

MD_API md2_body_def md2_body_def_default(void);
MD_API md_status md2_body_create(md2_world *world, const md2_body_def *def, md2_body_id *body);
/** Destroys a body with its shapes and contacts. */
MD_API md_status md2_body_destroy(md2_world *world, md2_body_id body);
MD_API bool md2_body_is_valid(const md2_world *world, md2_body_id body);

MD_API md2_body_type md2_body_get_type(const md2_world *world, md2_body_id body);
MD_API md2_transform md2_body_transform(const md2_world *world, md2_body_id body);
MD_API md2_vec md2_body_center(const md2_world *world, md2_body_id body); /**< of mass, in the world */
MD_API md2_vec md2_body_velocity(const md2_world *world, md2_body_id body);
MD_API md_real md2_body_angular_velocity(const md2_world *world, md2_body_id body);
MD_API md2_mass md2_body_mass(const md2_world *world, md2_body_id body);
MD_API void *md2_body_user(const md2_world *world, md2_body_id body);

/** Puts a body somewhere else at once. */
MD_API md_status md2_body_set_transform(md2_world *world, md2_body_id body, md2_transform transform);
MD_API md_status md2_body_set_velocity(md2_world *world, md2_body_id body, md2_vec velocity, md_real angular_velocity);
/** Overrides the mass that the shapes give a dynamic body; mass > 0, inertia >= 0 (0: fixed rotation). */
MD_API md_status md2_body_set_mass(md2_world *world, md2_body_id body, md2_mass mass);
/** Adds to the force (N, at a point of the world) and the torque (N m) of the next step. */
MD_API md_status md2_body_apply_force(md2_world *world, md2_body_id body, md2_vec force, md2_vec point);
MD_API md_status md2_body_apply_torque(md2_world *world, md2_body_id body, md_real torque);
/** Changes the velocity at once: an impulse (N s, at a point of the world), an angular one (N m s). */
MD_API md_status md2_body_apply_impulse(md2_world *world, md2_body_id body, md2_vec impulse, md2_vec point);
MD_API md_status md2_body_apply_angular_impulse(md2_world *world, md2_body_id body, md_real impulse);

/** The bodies in the order of their slots: the first, and the one after; generation 0 after the last. */
MD_API md2_body_id md2_world_first_body(const md2_world *world);
MD_API md2_body_id md2_world_next_body(const md2_world *world, md2_body_id body);

/* ---- Shapes ----------------------------------------------------------------------------------------------------- */

typedef struct md2_shape_def {
    md_real density;     /**< kg/m^2, >= 0; default 1 */
    md_real friction;    /**< >= 0; default 0.6; two shapes mix by the geometric mean */
    md_real restitution; /**< 0 to 1; default 0; two shapes mix by the larger */
    uint64_t category;   /**< the bits that this shape is; default 1 */
    uint64_t mask;       /**< the bits that it collides with; default all */
    int32_t group;       /**< two shapes of the same group: positive, always collide; negative, never; 0: by the bits */
    void *user;
} md2_shape_def;

MD_API md2_shape_def md2_shape_def_default(void);
/** Adds a shape to a body, in the body's coordinates, and its mass to the body's. `shape` may be NULL. */
MD_API md_status md2_shape_create(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_hull *hull,
                                  md2_shape_id *shape);
MD_API md_status md2_shape_destroy(md2_world *world, md2_shape_id shape);
MD_API bool md2_shape_is_valid(const md2_world *world, md2_shape_id shape);
MD_API md2_body_id md2_shape_body(const md2_world *world, md2_shape_id shape);
MD_API const md2_hull *md2_shape_hull(const md2_world *world, md2_shape_id shape);
MD_API md2_shape_id md2_body_first_shape(const md2_world *world, md2_body_id body);
MD_API md2_shape_id md2_shape_next(const md2_world *world, md2_shape_id shape);

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

typedef struct md2_contact_info {
    md2_shape_id shape[2];
    md2_manifold manifold;
    md_real normal_impulse[2], tangent_impulse[2]; /**< N s, of the last step, a point */
} md2_contact_info;

/** The contact at a place, 0 to md2_world_contact_count() - 1, in the order in which they came to be. */
MD_API md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *contact);

#ifdef __cplusplus
}
#endif

#endif
