/* Settings that change all bodies or shapes of a scene after it was built, whatever its file says: friction, restitution,
 * gravity, mass_scale, and the option `frictionless`. A built-in scene that has a key of the same name keeps its own
 * meaning of it. */
#ifndef MODULUS_SCENE_ADJUST_H
#define MODULUS_SCENE_ADJUST_H

#include "scene/scene.h"

/** The key with a name, among scene_adjustments; NULL if there is none. */
const struct scene_key *adjust_key(const char *name);

/** Apply the settings that are adjustments and are not keys of the scene (`own_keys`, NULL for a file), in their order.
 *  Their values have been checked by settings_apply. `options` may be NULL. */
md_status adjust_world2(md2_world *world, const struct scene_options *options, const struct scene_key *own_keys);
md_status adjust_world3(md3_world *world, const struct scene_options *options, const struct scene_key *own_keys);

#endif
