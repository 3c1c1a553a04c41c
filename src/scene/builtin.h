/* Built-in scenes by name. */
#ifndef MODULUS_SCENE_BUILTIN_H
#define MODULUS_SCENE_BUILTIN_H

#include "scene/scene.h"

/** Returns NULL if the name is unknown. */
const struct scene_kind *builtin_find(const char *name);
md_status builtin_open(struct scene *scene, const struct scene_kind *kind, const struct scene_options *options,
                       md_error *error);

#endif
