/* Settings whose key is a path in a scene file, such as /bodies/3/mass/mass: they change the parsed document before it is
 * read, so that the reader checks them as if the file had them. */
#ifndef MODULUS_SCENE_EDIT_H
#define MODULUS_SCENE_EDIT_H

#include "scene/scene.h"
#include "scene/value.h"

/** True if the key of a setting is a path: it begins with a slash. */
bool edit_is_path(const char *key);

/** Applies the settings that are paths. Between slashes a path has keys, indices from 0, or "*" for every element; a last key
 *  that is absent is added. A value becomes a number, true, false, or a text. `options` may be NULL. */
md_status edit_document(struct value_tree *tree, const struct scene_options *options, md_error *error);

#endif
