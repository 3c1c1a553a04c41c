#define _POSIX_C_SOURCE 200809L

#include "cli/options/scene_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

bool scene_is_known(const char *name)
{
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        if (strcmp(name, kind->name) == 0) {
            return true;
        }
    }
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        if (strcmp(name, kind->name) == 0) {
            return true;
        }
    }
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

/* Splits each key=value at the equals sign, in copies that the caller frees. */
static int split_settings(const struct text_list *list, struct scene_setting *settings, char **copies)
{
    for (size_t i = 0; i < list->count; ++i) {
        const char *equals = strchr(list->at[i], '=');
        if (equals == NULL || equals == list->at[i]) {
            return fail_with(EXIT_BAD_INPUT, "--set %s: expected key=value", list->at[i]);
        }
        copies[i] = strdup(list->at[i]);
        if (copies[i] == NULL) {
            return fail_with(EXIT_FAILED, "out of memory");
        }
        char *value = copies[i] + (equals - list->at[i]);
        *value++ = '\0';
        settings[i] = (struct scene_setting){.key = copies[i], .value = value};
    }
    return -1;
}

int scene_load(struct scene *scene, const char *name, const struct scene_changes *changes,
               const struct scene_observer *observer)
{
    struct scene_setting settings[sizeof changes->settings.at / sizeof *changes->settings.at];
    char *copies[sizeof settings / sizeof *settings] = {NULL};
    md_error error = {0};
    int code = split_settings(&changes->settings, settings, copies);
    if (code < 0) {
        const struct scene_options options = {.settings = settings,
                                              .setting_count = changes->settings.count,
                                              .frictionless = changes->frictionless,
                                              .observer = observer,
                                              .allow_3d = true};
        code = scene_open(scene, name, &options, &error) == MD_OK ? -1 : fail_with_error(&error);
    }
    for (size_t i = 0; i < changes->settings.count; ++i) {
        free(copies[i]);
    }
    return code;
}

static void print_scene(const char *name, const char *about, const struct scene_key *keys, bool with_keys)
{
    printf(with_keys ? "\n  %s: %s\n" : "  %-14s %s\n", name, about);
    for (; with_keys && keys->name != NULL; ++keys) {
        printf("      %-14s %s (default %s)\n", keys->name, keys->meaning, keys->default_text);
    }
}

void print_scenes(bool with_keys)
{
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        print_scene(kind->name, kind->about, kind->keys, with_keys);
    }
    printf("\n3D scenes:\n");
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        print_scene(kind->name, kind->about, kind->keys, with_keys);
    }
}
