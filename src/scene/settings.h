/* Settings given as text, --set key=value, and what is done to every scene, built-in or from a file. */
#ifndef MODULUS_SCENE_SETTINGS_H
#define MODULUS_SCENE_SETTINGS_H

#include "scene/scene.h"

/** The scene before anything is said: 1/60 s, 1,000 steps. */
struct scene scene_default(const char *name, const char *about);
/** The world's definition before anything is said, with the allocator and the callbacks of the options, which may be
 *  NULL. */
md2_world_def world_def_of(const struct scene_options *options);

/** Applies the settings with common keys to the scene and its world's definition, and those of a kind (NULL: a file) to
 *  its numbers. */
md_status settings_apply(const struct scene_options *options, const char *origin, struct scene *scene,
                         md2_world_def *def, const struct scene_kind *kind, double *numbers, md_error *error);
/** The numbers of a kind as its table says. */
md_status settings_standard(const struct scene_kind *kind, double *numbers, md_error *error);

/** Takes the friction from every shape where the options say so. */
md_status remove_friction(md2_world *world, const struct scene_options *options);

#endif
