/* Helpers for the tests of scenes. */
#ifndef MODULUS_TESTS_SCENES_H
#define MODULUS_TESTS_SCENES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"
#include "support/support.h"

static inline void assert_opens(struct scene *scene, const char *name, const struct scene_options *options)
{
    md_error error = {0};
    if (scene_open(scene, name, options, &error) != MD_OK) {
        fail_msg("%s: %s", name, error.message);
    }
}

static inline void assert_reads(struct scene *scene, const char *text)
{
    md_error error = {0};
    if (scene_read(scene, text, strlen(text), "test.json", NULL, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
}

/** Opens a built-in scene, 2D or 3D, with settings "key=value"; the list ends with NULL. */
static inline void open_any(struct scene *scene, const char *name, const char *const *pairs)
{
    char copies[8][64];
    struct scene_setting settings[8];
    struct scene_options options = {.settings = settings, .allow_3d = true};
    for (; *pairs != NULL; ++pairs, ++options.setting_count) {
        char *copy = copies[options.setting_count];
        snprintf(copy, sizeof copies[0], "%s", *pairs);
        char *equals = strchr(copy, '=');
        *equals = '\0';
        settings[options.setting_count] = (struct scene_setting){copy, equals + 1};
    }
    assert_opens(scene, name, &options);
}

/** The same for a 2D scene. */
static inline void open_with(struct scene *scene, const char *name, const char *const *pairs)
{
    open_any(scene, name, pairs);
    assert_non_null(scene->world);
}

static inline uint64_t hash_after(struct scene *scene, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(md2_world_step(scene->world, scene->dt, NULL), MD_OK);
    }
    return md2_world_hash(scene->world);
}

/** Returns the text of a scene; the caller frees it. */
static inline char *text_of(const struct scene *scene)
{
    char *text = NULL;
    size_t length = 0;
    md_error error = {0};
    if (scene_text(scene, &text, &length, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(strlen(text), length);
    return text;
}

/** Returns the contents of a file; the caller frees it. */
static inline char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

#endif
