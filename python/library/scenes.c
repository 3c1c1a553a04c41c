/* Scenes by name and as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "companion.h"
#include "scene/catalogue.h"
#include "scene/scene.h"

static md_status open_text(struct scene *scene, const char *name, const char *text, const struct scene_options *options,
                           md_error *error)
{
    return text != NULL ? scene_read(scene, text, strlen(text), name, options, error)
                        : scene_open(scene, name, options, error);
}

static mdpy_scene exported(const struct scene *scene)
{
    mdpy_scene result = {
        .world2 = scene->world, .world3 = scene->world3, .dt = scene->dt, .steps = scene->steps, .view = scene->view};
    memcpy(result.name, scene->name, sizeof result.name);
    memcpy(result.about, scene->about, sizeof result.about);
    return result;
}

static struct scene imported(const mdpy_scene *scene)
{
    struct scene result = {
        .world = scene->world2, .world3 = scene->world3, .dt = scene->dt, .steps = scene->steps, .view = scene->view};
    memcpy(result.name, scene->name, sizeof result.name);
    memcpy(result.about, scene->about, sizeof result.about);
    return result;
}

md_status mdpy_scene_open(const char *name, const char *text, const char *const *keys, const char *const *values,
                          size_t count, mdpy_scene *scene, md_error *error)
{
    struct scene opened = {0};
    struct scene_setting *settings = malloc((count + 1) * sizeof *settings);
    *scene = (mdpy_scene){0};
    if (settings == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    for (size_t i = 0; i < count; ++i) {
        settings[i] = (struct scene_setting){keys[i], values[i]};
    }
    const struct scene_options options = {.settings = settings, .setting_count = count, .allow_3d = true};
    const md_status status = open_text(&opened, name, text, &options, error);
    free(settings);
    if (status == MD_OK) {
        *scene = exported(&opened);
    }
    return status;
}

md_status mdpy_scene_save(const mdpy_scene *scene, const char *path, md_error *error)
{
    const struct scene saved = imported(scene);
    return scene_save(&saved, path, error);
}

void *mdpy_scene_text(const mdpy_scene *scene, md_error *error)
{
    const struct scene saved = imported(scene);
    char *text = NULL;
    size_t length = 0;
    return scene_text(&saved, &text, &length, error) == MD_OK ? text : NULL;
}

void *mdpy_catalogue(void)
{
    struct text text = {.allocator = md_allocator_default(), .separator = ", "};
    catalogue_write(&text);
    if (text.status != MD_OK) {
        text_free(&text);
        return NULL;
    }
    return text.at;
}

void mdpy_free(void *text)
{
    free(text);
}
