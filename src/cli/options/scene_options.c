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
               const md2_callbacks *callbacks)
{
    struct scene_setting settings[sizeof changes->settings.at / sizeof *changes->settings.at];
    char *copies[sizeof settings / sizeof *settings] = {NULL};
    md_error error = {0};
    int code = split_settings(&changes->settings, settings, copies);
    if (code < 0) {
        const struct scene_options options = {.settings = settings,
                                              .setting_count = changes->settings.count,
                                              .frictionless = changes->frictionless,
                                              .callbacks = callbacks};
        code = scene_open(scene, name, &options, &error) == MD_OK ? -1 : fail_with_error(&error);
    }
    for (size_t i = 0; i < changes->settings.count; ++i) {
        free(copies[i]);
    }
    return code;
}

void print_scenes(bool with_keys)
{
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        printf(with_keys ? "\n  %s: %s\n" : "  %-14s %s\n", kind->name, kind->about);
        for (const struct scene_key *key = kind->keys; with_keys && key->name != NULL; ++key) {
            printf("      %-14s %s (default %s)\n", key->name, key->meaning, key->default_text);
        }
    }
}
