/* Hulls and meshes from OBJ files. A file that several shapes name is read once. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/obj.h"
#include "scene/read.h"

/* A part of a file, or all of it, in the memory of the tree. */
struct obj_file {
    const char *name, *part; /* part may be NULL */
    struct obj obj;
    struct obj_file *next;
};

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

/* The file must be in the folder of the scene or below it, so that a scene from elsewhere cannot read other files. */
static bool is_below(const char *name)
{
    bool below = name[0] != '\0' && name[0] != '/' && strchr(name, '\\') == NULL;
    for (const char *part = name; below && part != NULL; part = strchr(part, '/')) {
        part += part[0] == '/';
        below = strncmp(part, "..", 2) != 0 || (part[2] != '\0' && part[2] != '/');
    }
    return below;
}

/* Finds "file" and "object"; `file` is NULL if the arrays are given. */
static md_status find_keys(const struct reader *reader, const struct value *geometry, const char *arrays,
                           const struct value **file, const struct value **part)
{
    static const char *const WITH_FILE[] = {"object", "scale", "origin"};
    const struct value *given = value_get(geometry, arrays);
    *file = value_get(geometry, "file");
    *part = value_get(geometry, "object");
    if (*file == NULL && given == NULL) {
        return value_fail(geometry, reader->error, "expected \"%s\" or \"file\"", arrays);
    }
    if (*file != NULL && given != NULL) {
        return value_fail(*file, reader->error, "given together with %s, expected one of the two", arrays);
    }
    for (size_t i = 0; *file == NULL && i < sizeof WITH_FILE / sizeof *WITH_FILE; ++i) {
        const struct value *other = value_get(geometry, WITH_FILE[i]);
        if (other != NULL) {
            return value_fail(other, reader->error, "only a file has this key");
        }
    }
    if (*file != NULL && ((*file)->kind != VALUE_TEXT || !is_below((*file)->text))) {
        return value_unexpected(*file, reader->error, "the name of an OBJ file in the folder of the scene or below it");
    }
    return *part != NULL && (*part)->kind != VALUE_TEXT
               ? value_unexpected(*part, reader->error, "the name of an object or group of the file")
               : MD_OK;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static bool same_part(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static md_status read_file(struct reader *reader, const struct value *file, struct obj_file *result)
{
    const struct scene_files *files = reader->options != NULL ? reader->options->files : NULL;
    char *bytes = NULL;
    size_t length = 0;
    md_error found = {0};
    if (files == NULL) {
        return value_fail(file, reader->error, "a scene that is not opened as a file cannot name files");
    }
    md_status status = files->read(files->user, file->text, &bytes, &length, &found);
    if (status == MD_OK) {
        status = obj_read(&result->obj, bytes, length, file->text, result->part, reader->options->allocator, &found);
    }
    free(bytes);
    return status == MD_ERROR_MEMORY ? md_fail_plain(reader->error, status)
                                     : reader_checked(reader, file, status, &found);
}

/* Finds the file among those that were read, or reads it. */
static md_status get_file(struct reader *reader, const struct value *file, const struct value *part,
                          const struct obj_file **result)
{
    const char *name = part != NULL ? part->text : NULL;
    struct obj_file *found = reader->obj_files;
    while (found != NULL && !(strcmp(found->name, file->text) == 0 && same_part(found->part, name))) {
        found = found->next;
    }
    md_status status = MD_OK;
    if (found == NULL) {
        found = value_tree_take(reader->tree, sizeof *found);
        if (found == NULL) {
            return md_fail_plain(reader->error, MD_ERROR_MEMORY);
        }
        *found = (struct obj_file){.name = file->text, .part = name, .next = reader->obj_files};
        status = read_file(reader, file, found);
        reader->obj_files = status == MD_OK ? found : reader->obj_files;
    }
    *result = found;
    return status;
}

void reader_free_obj_files(struct reader *reader)
{
    for (struct obj_file *file = reader->obj_files; file != NULL; file = file->next) {
        obj_free(&file->obj);
    }
    reader->obj_files = NULL;
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

/* Scales about the origin of the file, which then goes to `origin`. */
static md_status place(const struct reader *reader, const struct geometry3 *parameters, struct obj_arrays *arrays)
{
    const md3_vec origin = parameters->origin;
    const md_real scale = parameters->scale;
    if (scale == 1 && origin.x == 0 && origin.y == 0 && origin.z == 0) {
        return MD_OK;
    }
    md3_vec *placed = value_tree_take(reader->tree, (size_t)arrays->vertex_count * sizeof *placed);
    if (placed == NULL) {
        return md_fail_plain(reader->error, MD_ERROR_MEMORY);
    }
    for (int32_t i = 0; i < arrays->vertex_count; ++i) {
        placed[i] = md3_vec_add(origin, md3_vec_scale(scale, arrays->vertices[i]));
    }
    arrays->vertices = placed;
    return MD_OK;
}

md_status read_obj3(struct reader *reader, const struct value *geometry, const char *arrays,
                    const struct geometry3 *parameters, const struct value **file, struct obj_arrays *obj)
{
    const struct value *part = NULL;
    const struct obj_file *found = NULL;
    md_status status = find_keys(reader, geometry, arrays, file, &part);
    if (status != MD_OK || *file == NULL) {
        return status;
    }
    status = get_file(reader, *file, part, &found);
    if (status != MD_OK) {
        return status;
    }
    *obj = (struct obj_arrays){.vertices = found->obj.vertex,
                               .indices = found->obj.index,
                               .vertex_count = (int32_t)found->obj.vertex_count,
                               .triangle_count = (int32_t)(found->obj.index_count / 3)};
    return place(reader, parameters, obj);
}
