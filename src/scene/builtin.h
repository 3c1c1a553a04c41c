/* Built-in scenes by name. */
#ifndef MODULUS_SCENE_BUILTIN_H
#define MODULUS_SCENE_BUILTIN_H

#include "scene/scene.h"

/** Returns NULL if the name is unknown. */
const struct scene_kind *builtin_find(const char *name);
md_status builtin_open(struct scene *scene, const struct scene_kind *kind, const struct scene_options *options,
                       md_error *error);

/** The same for 3D scenes. */
const struct scene_kind3 *builtin_find3(const char *name);
md_status builtin_open3(struct scene *scene, const struct scene_kind3 *kind, const struct scene_options *options,
                        md_error *error);

#endif
