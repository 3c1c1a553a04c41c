#define _POSIX_C_SOURCE 200809L

#include "cli/options/scene_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"

static const struct scene_kind *find_2d(const char *name)
{
    const struct scene_kind *kind = scene_kinds;
    while (kind->name != NULL && strcmp(name, kind->name) != 0) {
        ++kind;
    }
    return kind->name != NULL ? kind : NULL;
}

static const struct scene_kind3 *find_3d(const char *name)
{
    const struct scene_kind3 *kind = scene_kinds3;
    while (kind->name != NULL && strcmp(name, kind->name) != 0) {
        ++kind;
    }
    return kind->name != NULL ? kind : NULL;
}

bool scene_is_3d(const char *name)
{
    return find_3d(name) != NULL;
}

const struct scene_key *scene_keys(const char *name)
{
    const struct scene_kind *flat = find_2d(name);
    const struct scene_kind3 *solid = find_3d(name);
    return flat != NULL ? flat->keys : solid != NULL ? solid->keys : NULL;
}

bool scene_is_builtin(const char *name)
{
    return scene_keys(name) != NULL;
}

bool scene_is_known(const char *name)
{
    const size_t length = strlen(name);
    return scene_is_builtin(name) || (length > 5 && strcmp(name + length - 5, ".json") == 0);
}

bool scene_has_key(const char *name, const char *key)
{
    const struct scene_key *at = scene_keys(name);
    while (at != NULL && at->name != NULL && strcmp(at->name, key) != 0) {
        ++at;
    }
    return at != NULL && at->name != NULL;
}

/* Splits each key=value at the equals sign, in copies that the caller frees. */
static md_status split_settings(const struct text_list *list, struct scene_setting *settings, char **copies,
                                md_error *error)
{
    for (size_t i = 0; i < list->count; ++i) {
        const char *equals = strchr(list->at[i], '=');
        if (equals == NULL || equals == list->at[i]) {
            return md_fail(error, MD_ERROR_ARGUMENT, "--set %.300s: expected key=value", list->at[i]);
        }
        copies[i] = strdup(list->at[i]);
        if (copies[i] == NULL) {
            return md_fail_plain(error, MD_ERROR_MEMORY);
        }
        char *value = copies[i] + (equals - list->at[i]);
        *value++ = '\0';
        settings[i] = (struct scene_setting){.key = copies[i], .value = value};
    }
    return MD_OK;
}

md_status scene_try(struct scene *scene, const char *name, const struct scene_changes *changes,
                    const struct scene_observer *observer, md_error *error)
{
    struct scene_setting settings[sizeof changes->settings.at / sizeof *changes->settings.at];
    char *copies[sizeof settings / sizeof *settings] = {NULL};
    md_status status = split_settings(&changes->settings, settings, copies, error);
    if (status == MD_OK) {
        const struct scene_options options = {.settings = settings,
                                              .setting_count = changes->settings.count,
                                              .frictionless = changes->frictionless,
                                              .observer = observer,
                                              .allow_3d = true};
        status = scene_open(scene, name, &options, error);
    }
    for (size_t i = 0; i < changes->settings.count; ++i) {
        free(copies[i]);
    }
    return status;
}

int scene_load(struct scene *scene, const char *name, const struct scene_changes *changes,
               const struct scene_observer *observer)
{
    md_error error = {0};
    return scene_try(scene, name, changes, observer, &error) == MD_OK ? -1 : fail_with_error(&error);
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
    printf("\nBuilt-in 3D scenes:\n");
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        print_scene(kind->name, kind->about, kind->keys, with_keys);
    }
}
