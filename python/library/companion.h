/* The functions that the Python package needs beyond the public headers.
 *
 * The package calls the functions of include/modulus/ directly. The functions here do what would be a call per body or per contact
 * from Python, or make parts of the command available: scenes by name and as JSON, built-in problems, FCLIB files, pictures.
 * python/generate.py reads this header as it reads the public ones, so that types must be declared in the same way.
 *
 * problems.c, scenes.c, pictures.c, bodies2.c and bodies3.c, contacts2.c and contacts3.c, rays.c, batch.c.
 */
#ifndef MODULUS_PYTHON_COMPANION_H
#define MODULUS_PYTHON_COMPANION_H

#include <modulus/modulus.h>

/* ---- Problems ----------------------------------------------------------------------------------------------------- */

/** Reads a folder of Matrix Market files or an FCLIB file, as `modulus solve --problem` does. */
MD_API md_status mdpy_problem_read(md_problem *problem, const md_problem_files *files, md_error *error);
/** Writes an FCLIB file if the path ends with .hdf5 or .h5, otherwise a folder. */
MD_API md_status mdpy_problem_write(const md_problem *problem, const char *path, md_error *error);
/** Fills a problem from a specification such as "stack:circles=150" (modulus generate), with a law of friction. */
MD_API md_status mdpy_problem_generate(md_problem *problem, const char *spec, md_friction law, md_error *error);
/** Fills a problem from J, M^-1, v and b. With 3 or 6 degrees of freedom per body, J is between rigid bodies, at most two
 *  per row; with 0 it is general. */
MD_API md_status mdpy_problem_structured(md_problem *problem, const md_matrix *J, const md_matrix *inverse_M,
                                         const md_real *v, const md_real *b, int32_t degrees_of_freedom,
                                         md_error *error);
/** Computes M^-1 of a symmetric positive definite block-diagonal M. */
MD_API md_status mdpy_mass_invert(const md_matrix *M, md_matrix *inverse_M, md_error *error);

/** A matrix of a problem. */
typedef enum mdpy_part { MDPY_PART_A, MDPY_PART_J, MDPY_PART_INVERSE_M } mdpy_part;
/** Computes or copies a matrix of a problem. J and M^-1 are those of a structured problem. A is without compliance. */
MD_API md_status mdpy_problem_matrix(const md_problem *problem, mdpy_part part, md_matrix *matrix);

/** A vector of a problem. */
typedef enum mdpy_vector { MDPY_VECTOR_Q, MDPY_VECTOR_V } mdpy_vector;
/** Computes q = J v + b (m numbers), or copies v (n numbers, none for an explicit problem). */
MD_API md_status mdpy_problem_vector(const md_problem *problem, mdpy_vector which, md_real *numbers);

/* ---- Scenes ------------------------------------------------------------------------------------------------------- */

/** A scene: one of the two worlds, the other is NULL. */
typedef struct mdpy_scene {
    md2_world *world2; /**< of a 2D scene */
    md3_world *world3; /**< of a 3D scene */
    char name[64];     /**< of the built-in scene, or from the file */
    char about[256];   /**< one sentence */
    md_real dt;        /**< time step, s */
    int64_t steps;     /**< default length of a run */
    md2_box view;      /**< visible part of the plane, m; of a 2D scene */
} mdpy_scene;

/** Opens a built-in scene or a file by its name or, if `text` is not NULL, a JSON text whose origin is `name`. Settings are
 *  pairs of keys and values as of `modulus run --set`. On failure the scene is zeroed. */
MD_API md_status mdpy_scene_open(const char *name, const char *text, const char *const *keys, const char *const *values,
                                 size_t count, mdpy_scene *scene, md_error *error);
/** Saves the current state of the world of a scene as a scene file, atomically. */
MD_API md_status mdpy_scene_save(const mdpy_scene *scene, const char *path, md_error *error);
/** Returns the same as JSON, or NULL after a failure; mdpy_free frees it. */
MD_API void *mdpy_scene_text(const mdpy_scene *scene, md_error *error);
/** Returns built-in scenes with their keys, and solvers, as JSON; NULL if memory runs out. mdpy_free frees it. */
MD_API void *mdpy_catalogue(void);
/** Frees a text. */
MD_API void mdpy_free(void *text);

/* ---- Pictures ----------------------------------------------------------------------------------------------------- */

/** Draws a 2D world into a PNG, SVG or PDF file. */
MD_API md_status mdpy2_picture(const md2_world *world, md2_box view, const char *caption, const char *path,
                               md_error *error);
/** Draws a 3D world into a PNG, SVG or PDF file. `camera` has the eye and the target, or is NULL: all dynamic bodies are seen. */
MD_API md_status mdpy3_picture(const md3_world *world, const md3_vec *camera, const char *caption, const char *path,
                               md_error *error);

/* ---- All bodies --------------------------------------------------------------------------------------------------- */

/** Arrays of all bodies, in the order of their indices: D numbers per body for a position, R for a rotation and W for an
 *  angular velocity, with D, R, W = 2, 2, 1 in 2D and 3, 4, 3 in 3D. An array that is NULL is left out. */
typedef struct mdpy_bodies {
    int32_t *index;            /**< of the handle */
    uint32_t *generation;      /**< of the handle */
    uint8_t *type;             /**< md2_body_type, md3_body_type */
    uint8_t *awake;            /**< 0 or 1 */
    md_real *position;         /**< of the origin: D */
    md_real *rotation;         /**< cosine and sine, or quaternion x, y, z, w: R */
    md_real *center;           /**< of mass: D */
    md_real *velocity;         /**< of the centre of mass: D */
    md_real *angular_velocity; /**< W */
} mdpy_bodies;

/** Writes the first `capacity` bodies and returns the number of all. */
MD_API int32_t mdpy2_read_bodies(const md2_world *world, const mdpy_bodies *bodies, int32_t capacity);
MD_API int32_t mdpy3_read_bodies(const md3_world *world, const mdpy_bodies *bodies, int32_t capacity);

/** The quantity that arrays give for each body, in the order of mdpy_bodies. Static bodies are left out. */
typedef enum mdpy_change {
    MDPY_APPLY_FORCES, /**< forces at the centre of mass (D) and torques (W), to dynamic bodies that are not at rest by zeros */
    MDPY_APPLY_IMPULSES, /**< the same with impulses */
    MDPY_SET_VELOCITIES, /**< velocities (D) and angular velocities (W) */
    MDPY_SET_TRANSFORMS  /**< positions (D) and rotations (R) */
} mdpy_change;

/** Changes `count` bodies, which must be all. `linear` or `angular` may be NULL, which changes nothing of that kind. Stops at
 *  the first body that is refused. */
MD_API md_status mdpy2_change_bodies(md2_world *world, mdpy_change change, const md_real *linear,
                                     const md_real *angular, int32_t count);
MD_API md_status mdpy3_change_bodies(md3_world *world, mdpy_change change, const md_real *linear,
                                     const md_real *angular, int32_t count);

/* ---- All contacts ------------------------------------------------------------------------------------------------- */

/** Arrays of all contact points, D numbers per point for a vector. Sensors have none. */
typedef struct mdpy_contacts {
    int32_t *contact;        /**< number of the contact, for md2_world_contact */
    int32_t *shape;          /**< indices of both shapes: 2 */
    int32_t *body;           /**< indices of both bodies: 2 */
    md_real *point;          /**< D */
    md_real *normal;         /**< unit, from the first shape to the second: D */
    md_real *separation;     /**< m, negative if the shapes overlap */
    md_real *normal_impulse; /**< of the last substep, N s */
    md_real *friction;       /**< friction impulse on the second shape, N s: D */
} mdpy_contacts;

/** Writes the first `capacity` points and returns the number of all. */
MD_API int32_t mdpy2_read_contacts(const md2_world *world, const mdpy_contacts *contacts, int32_t capacity);
MD_API int32_t mdpy3_read_contacts(const md3_world *world, const mdpy_contacts *contacts, int32_t capacity);

/* ---- Many rays ---------------------------------------------------------------------------------------------------- */

/** Casts `count` rays, with D numbers each for the origin and the translation. Writes the fraction of the translation up to the first
 *  shape, 1 without a hit, the index of its body, -1 without a hit, and its outward normal (D numbers, zeros without a hit). */
MD_API void mdpy2_cast_rays(const md2_world *world, const md_real *origins, const md_real *translations, int32_t count,
                            md_real *fractions, int32_t *bodies, md_real *normals);
MD_API void mdpy3_cast_rays(const md3_world *world, const md_real *origins, const md_real *translations, int32_t count,
                            md_real *fractions, int32_t *bodies, md_real *normals);

/* ---- Many worlds -------------------------------------------------------------------------------------------------- */

/** Worlds of one dimension that several threads step. Every thread calls mdpy_batch_step with the same batch. */
typedef struct mdpy_batch {
    int32_t dimensions;      /**< 2 or 3 */
    int32_t count;           /**< number of worlds */
    void *const *worlds;     /**< md2_world or md3_world */
    md_real dt;              /**< s */
    int32_t steps;           /**< of each world */
    md_step_report *reports; /**< of the last step of each world */
    md_status *
        statuses; /**< of each world; a world stops after a step that failed. MD_ERROR_SIZE: it has another number of bodies */
    /** Arrays of the bodies of all worlds: `bodies_per_world` bodies of the first, then of the second, and so on. */
    mdpy_bodies bodies;
    int32_t bodies_per_world; /**< 0: no arrays are written */
} mdpy_batch;

/** Steps worlds until none is left. `next` starts at 0 and is shared by all threads: it is the world that the next free thread
 *  takes. */
MD_API void mdpy_batch_step(const mdpy_batch *batch, int32_t *next);
/** Writes the arrays of all worlds without a step. */
MD_API void mdpy_batch_read(const mdpy_batch *batch);
/** Changes the bodies of all worlds as mdpy2_change_bodies does: the arrays have the bodies of the first world, then of the second,
 *  and so on. */
MD_API void mdpy_batch_change(const mdpy_batch *batch, mdpy_change change, const md_real *linear,
                              const md_real *angular);

#endif
