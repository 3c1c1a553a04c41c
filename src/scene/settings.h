/* Settings given as text (--set key=value), and the steps that built-in scenes and files share. */
#ifndef MODULUS_SCENE_SETTINGS_H
#define MODULUS_SCENE_SETTINGS_H

#include "scene/scene.h"

/** A scene with the default time step, 1/60 s, and 1,000 steps. */
struct scene scene_default(const char *name, const char *about);
/** The default definition of a world, with the allocator and the callbacks of the options. `options` may be NULL. */
md2_world_def world_def_of(const struct scene_options *options);

/** Applies the settings: common keys change the scene and its world's definition, keys of a built-in scene (`keys`,
 *  NULL for a file) change its numbers. */
md_status settings_apply(const struct scene_options *options, const char *origin, struct scene *scene,
                         md2_world_def *def, const struct scene_key *keys, double *numbers, md_error *error);
/** Gives the position problem the solver of the velocity problem, if a file or a list of settings names that one alone:
 *  a solver names both. */
void solver_names_both(md2_world_def *def, bool has_solver, bool has_position_solver);
/** Fills the numbers of a built-in scene, whose name is in errors, with their defaults. */
md_status settings_standard(const char *name, const struct scene_key *keys, double *numbers, md_error *error);

/* ---- The same for 3D scenes -------------------------------------------------------------------------------------- */

md3_world_def world_def_of3(const struct scene_options *options);
md_status settings_apply3(const struct scene_options *options, const char *origin, struct scene *scene,
                          md3_world_def *def, const struct scene_key *keys, double *numbers, md_error *error);
void solver_names_both3(md3_world_def *def, bool has_solver, bool has_position_solver);

#endif
