/* The world of a scene, whether it is 2D or 3D: what `modulus run` and `modulus compare` need of it.
 *
 * Each function calls the function of world2.h or world3.h of the same name. */
#ifndef MODULUS_SCENE_SCENE_WORLD_H
#define MODULUS_SCENE_SCENE_WORLD_H

#include "scene/scene.h"

/** Callbacks of a world of either dimension; see md2_callbacks. Each may be NULL. */
struct scene_observer {
    void *user;
    void (*limits)(void *user, md_limits *limits);
    void (*solved)(void *user, int32_t substep, const md_problem *problem, const md_result *result);
    /** Each manifold of a 3D world before its rows are assembled; see md3_callbacks.pre_solve. */
    void (*contact3)(void *user, const md3_pre_solve *contact);
    void (*log)(void *user, bool is_warning, const char *message);
    /** `step` counts from 1. */
    void (*warn)(void *user, int64_t step, const md_step_report *report);
};

/** The callbacks of a world that pass everything on to an observer. */
md2_callbacks observer_callbacks2(const struct scene_observer *observer);
md3_callbacks observer_callbacks3(const struct scene_observer *observer);

/** How a world solves its problems: the settings that the options of the command change. */
struct scene_solving {
    md_solver_spec solver, position_solver;
    md_limits limits;
    int64_t position_iterations;
    int32_t substeps, threads, partitions;
    bool separate_islands;
    bool has_position_problem; /* the position correction solves one; not changed by scene_set_solving */
};

struct scene_solving scene_get_solving(const struct scene *scene);
md_status scene_set_solving(const struct scene *scene, const struct scene_solving *solving);

/** 2 or 3. */
int scene_dimensions(const struct scene *scene);
md_status scene_step(const struct scene *scene, md_real dt, md_step_report *report);
int64_t scene_steps(const struct scene *scene);
double scene_kinetic_energy(const struct scene *scene);
double scene_potential_energy(const struct scene *scene);
int32_t scene_body_count(const struct scene *scene);
int32_t scene_shape_count(const struct scene *scene);
int32_t scene_joint_count(const struct scene *scene);
md_statistics scene_statistics(const struct scene *scene);
uint64_t scene_hash(const struct scene *scene);

/** Snapshots of the world; see snapshot2.h. scene_from_snapshot sets the world of a scene that has none, of 2 or 3
 *  dimensions; `observer` may be NULL. */
size_t scene_snapshot_size(const struct scene *scene);
md_status scene_snapshot(const struct scene *scene, void *bytes, size_t size);
md_status scene_from_snapshot(struct scene *scene, int dimensions, const void *bytes, size_t size,
                              const struct scene_observer *observer);

/* ---- Worlds that are divided among ranks; see divide2.h ---------------------------------------------------------- */

/** Sets the world of `share`, a scene without one. `whole` is read on rank 0 only. */
md_status scene_divide(struct scene *share, int dimensions, const struct scene *whole,
                       const md_communicator *communicator, const struct scene_observer *observer, md_error *error);
/** Sets the world of `whole`, a scene without one, on rank 0. */
md_status scene_unite(const struct scene *share, bool with_contacts, struct scene *whole);
md_share_report scene_share(const struct scene *share);
/** Destroys the world and keeps the rest of the scene. */
void scene_empty(struct scene *scene);

#endif
