/* Which scene a command works on: a built-in one by name or a JSON file, and what is changed in it. */
#ifndef MODULUS_CLI_SCENE_OPTIONS_H
#define MODULUS_CLI_SCENE_OPTIONS_H

#include "cli/arguments.h"
#include "scene/scene.h"

struct scene_changes {
    struct text_list settings; /* key=value */
    bool frictionless;
};

/** Whether a name can only be a scene's: a built-in one, or a JSON file. */
bool scene_is_known(const char *name);

/** Opens the scene. On failure prints one line and returns the exit code; otherwise -1. `callbacks` may be NULL. */
int scene_load(struct scene *scene, const char *name, const struct scene_changes *changes,
               const md2_callbacks *callbacks);

/** Prints the built-in scenes; with their keys, or a line each. */
void print_scenes(bool with_keys);

#endif
