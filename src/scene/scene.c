/* Opens scenes by name. */
#define _POSIX_C_SOURCE 200809L

#include "scene/scene.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "scene/builtin.h"
#include "scene/obj.h"
#include "scene/read.h"
#include "scene/value.h"

/* A scene of a million bodies has about 200 MB. */
#define MAX_FILE_SIZE ((size_t)1 << 31)
#define CHUNK_SIZE ((size_t)1 << 16)

md_status scene_read(struct scene *scene, const char *text, size_t length, const char *origin,
                     const struct scene_options *options, md_error *error)
{
    struct value_tree tree = value_tree_open(options != NULL ? options->allocator : NULL);
    *scene = (struct scene){0};
    md_status status = value_tree_read_json(&tree, text, length, origin, error);
    if (status == MD_OK) {
        status = scene_read_tree(scene, &tree, options, error);
    }
    value_tree_free(&tree);
    return status;
}

void scene_close(struct scene *scene)
{
    md2_world_destroy(scene->world);
    md3_world_destroy(scene->world3);
    *scene = (struct scene){0};
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

struct byte_buffer {
    char *at;
    size_t count, capacity;
};

static md_status read_all(FILE *file, size_t max_size, struct byte_buffer *bytes)
{
    const md_allocator allocator = md_allocator_default();
    size_t read = 1;
    while (read > 0 && bytes->count < max_size) {
        void *block = bytes->at;
        const md_status status =
            md_array_reserve(&allocator, &block, &bytes->capacity, bytes->count + CHUNK_SIZE, sizeof *bytes->at);
        bytes->at = block;
        if (status != MD_OK) {
            return status;
        }
        read = fread(bytes->at + bytes->count, 1, CHUNK_SIZE, file);
        bytes->count += read;
    }
    return bytes->count < max_size ? MD_OK : MD_ERROR_SIZE;
}

/* On failure the bytes are freed. */
static md_status read_file(const char *path, size_t max_size, struct byte_buffer *bytes, md_error *error)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    md_status status = file != NULL ? read_all(file, max_size, bytes) : MD_OK;
    const int problem = file == NULL || ferror(file) != 0 ? errno : 0;
    if (file != NULL) {
        fclose(file);
    }
    if (problem != 0) {
        status = md_fail(error, md_file_status(problem), "%.300s: cannot be read: %s", path, strerror(problem));
    } else if (status != MD_OK) {
        md_fail_plain(error, status);
    }
    if (status != MD_OK) {
        free(bytes->at);
        *bytes = (struct byte_buffer){0};
    }
    return status;
}

/* Reads a file that the scene at the path `user` names, relative to the folder of the scene. */
static md_status read_beside(void *user, const char *name, char **bytes, size_t *length, md_error *error)
{
    const char *scene_path = user;
    const char *slash = strrchr(scene_path, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - scene_path) + 1 : 0;
    char *path = malloc(folder + strlen(name) + 1);
    struct byte_buffer read = {0};
    if (path == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    memcpy(path, scene_path, folder);
    strcpy(path + folder, name);
    const md_status status = read_file(path, OBJ_MAX_SIZE, &read, error);
    free(path);
    *bytes = read.at;
    *length = read.count;
    return status;
}

static md_status open_file(struct scene *scene, const char *path, const struct scene_options *options, md_error *error)
{
    struct byte_buffer bytes = {0};
    const struct scene_files beside = {(void *)path, read_beside};
    struct scene_options with_files = options != NULL ? *options : (struct scene_options){0};
    with_files.files = with_files.files != NULL ? with_files.files : &beside;
    md_status status = read_file(path, MAX_FILE_SIZE, &bytes, error);
    if (status == MD_OK) {
        status = scene_read(scene, bytes.at, bytes.count, path, &with_files, error);
    }
    free(bytes.at);
    return status;
}

static bool is_file(const char *name)
{
    struct stat unused;
    return strpbrk(name, "/.") != NULL || stat(name, &unused) == 0;
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static md_status fail_unknown(const char *name, md_error *error)
{
    const char *nearest = md_nearest_name(name, &scene_kinds[0].name, sizeof *scene_kinds);
    if (nearest == NULL) {
        nearest = md_nearest_name(name, &scene_kinds3[0].name, sizeof *scene_kinds3);
    }
    if (nearest != NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "unknown scene '%.100s', did you mean '%s'?", name, nearest);
    }
    char names[400] = "";
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s, ", kind->name);
    }
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s, ", kind->name);
    }
    return md_fail(error, MD_ERROR_ARGUMENT, "unknown scene '%.100s', expected one of %sor a file", name, names);
}

md_status scene_refuse_3d(const char *name, md_error *error)
{
    return md_fail(error, MD_ERROR_ARGUMENT, "%.200s: this is a 3D scene, expected a 2D scene", name);
}

md_status scene_open(struct scene *scene, const char *name, const struct scene_options *options, md_error *error)
{
    const struct scene_kind *kind = builtin_find(name);
    const struct scene_kind3 *kind3 = builtin_find3(name);
    *scene = (struct scene){0};
    if (kind != NULL) {
        return builtin_open(scene, kind, options, error);
    }
    if (kind3 != NULL) {
        const bool is_allowed = options != NULL && options->allow_3d;
        return is_allowed ? builtin_open3(scene, kind3, options, error) : scene_refuse_3d(name, error);
    }
    return is_file(name) ? open_file(scene, name, options, error) : fail_unknown(name, error);
}
