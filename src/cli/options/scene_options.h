/* Scenes given on the command line: a built-in name or a JSON file, with changed settings. */
#ifndef MODULUS_CLI_OPTIONS_SCENE_OPTIONS_H
#define MODULUS_CLI_OPTIONS_SCENE_OPTIONS_H

#include "cli/options/arguments.h"
#include "scene/scene_world.h"

struct scene_changes {
    struct text_list settings; /* key=value */
    bool frictionless;
};

/** True if the name is that of a built-in scene, or ends with .json. */
bool scene_is_known(const char *name);

/** True if the name is that of a built-in 3D scene. */
bool scene_is_3d(const char *name);

/** The keys of a built-in scene, ended by one without a name; NULL if there is no such scene. */
const struct scene_key *scene_keys(const char *name);

/** Opens the scene. On failure prints one line and returns the exit code, otherwise -1. `observer` may be
 *  NULL; it must live as long as the scene. */
int scene_load(struct scene *scene, const char *name, const struct scene_changes *changes,
               const struct scene_observer *observer);

/** The same, but prints nothing: `error` says what failed. */
md_status scene_try(struct scene *scene, const char *name, const struct scene_changes *changes,
                    const struct scene_observer *observer, md_error *error);

/** True if the name is that of a built-in scene. */
bool scene_is_builtin(const char *name);

/** True if a built-in scene has a key of its own with a name; false for a file. */
bool scene_has_key(const char *name, const char *key);

/** Prints the built-in scenes, one per line or with all their keys. */
void print_scenes(bool with_keys);

#endif
