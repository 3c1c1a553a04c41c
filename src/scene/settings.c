#include "scene/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"
#include "base/number.h"
#include "scene/fields.h"

struct scene scene_default(const char *name, const char *about)
{
    struct scene scene = {.dt = (md_real)(1.0 / 60), .steps = 1000};
    snprintf(scene.name, sizeof scene.name, "%s", name);
    snprintf(scene.about, sizeof scene.about, "%s", about);
    return scene;
}

md2_world_def world_def_of(const struct scene_options *options)
{
    md2_world_def def = md2_world_def_default();
    if (options != NULL && options->callbacks != NULL) {
        def.callbacks = *options->callbacks;
    }
    if (options != NULL && options->allocator != NULL) {
        def.allocator = *options->allocator;
    }
    return def;
}

/* ---- Settings as values ------------------------------------------------------------------------------------------ */

static bool is_number(enum field_kind kind)
{
    switch (kind) {
    case FIELD_REAL:
    case FIELD_DOUBLE:
    case FIELD_INT32:
    case FIELD_INT64:
    case FIELD_SIZE:
    case FIELD_BITS: return true;
    default: return false;
    }
}

/* Converts a setting to the value that a file would have. A text that does not fit the field stays a text, which the
 * reader refuses. */
static struct value value_of(const struct scene_setting *setting, const struct value *parent, enum field_kind kind)
{
    struct value value = {.kind = VALUE_TEXT, .text = setting->value, .key = setting->key, .parent = parent};
    const bool is_flag = kind == FIELD_BOOL;
    const bool is_true = strcmp(setting->value, "true") == 0 || strcmp(setting->value, "1") == 0;
    const bool is_false = strcmp(setting->value, "false") == 0 || strcmp(setting->value, "0") == 0;
    double number = 0;
    if (is_flag && (is_true || is_false)) {
        value.kind = VALUE_BOOL;
        value.number = is_true ? 1 : 0;
    } else if (is_number(kind) && md_number_parse(setting->value, &number) && isfinite(number)) {
        value.kind = VALUE_NUMBER;
        value.number = number;
    }
    return value;
}

/* ---- Lookup of keys ---------------------------------------------------------------------------------------------- */

static bool is_common(const struct field *field)
{
    return field_is_scalar(field) && field->kind != FIELD_TEXT;
}

const char *scene_common_key(size_t index)
{
    const struct field *const tables[] = {scene_fields, world_fields};
    for (int i = 0; i < 2; ++i) {
        for (const struct field *field = tables[i]; field->name != NULL; ++field) {
            if (is_common(field) && index-- == 0) {
                return field->name;
            }
        }
    }
    return NULL;
}

static int find_key(const struct scene_kind *kind, const char *name)
{
    for (int i = 0; kind != NULL && kind->keys[i].name != NULL; ++i) {
        if (strcmp(kind->keys[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static struct field field_of_key(const struct scene_key *key)
{
    return (struct field){
        .name = key->name, .kind = key->whole ? FIELD_INT64 : FIELD_DOUBLE, .min = key->min, .max = key->max};
}

static md_status read_key(const struct scene_key *key, const struct scene_setting *setting, const struct value *root,
                          double *number, md_error *error)
{
    const struct field field = field_of_key(key);
    const struct value value = value_of(setting, root, field.kind);
    if (!key->whole) {
        return field_read(&field, &value, number, error);
    }
    int64_t whole = 0;
    const md_status status = field_read(&field, &value, &whole, error);
    *number = (double)whole;
    return status;
}

#define MAX_NAMES 64

/* Suggests the nearest key, or lists the keys if none is similar. */
static md_status fail_unknown(const struct value *value, const struct scene_kind *kind, md_error *error)
{
    const char *names[MAX_NAMES + 1] = {NULL};
    char own_keys[200] = "";
    size_t count = 0;
    for (; kind != NULL && kind->keys[count].name != NULL; ++count) {
        names[count] = kind->keys[count].name;
        const size_t used = strlen(own_keys);
        snprintf(own_keys + used, sizeof own_keys - used, "%s, %s", names[count],
                 kind->keys[count + 1].name == NULL ? "or " : "");
    }
    for (size_t i = 0; scene_common_key(i) != NULL && count < MAX_NAMES; ++i) {
        names[count++] = scene_common_key(i);
    }
    const char *nearest = md_nearest_name(value->key, names, sizeof *names);
    if (nearest != NULL) {
        return value_fail(value, error, "unknown key, did you mean \"%s\"?", nearest);
    }
    return value_fail(value, error, "unknown key, expected %sa key of the world, such as solver or iterations",
                      own_keys);
}

static md_status apply(const struct scene_setting *setting, const struct value *root, struct scene *scene,
                       md2_world_def *def, const struct scene_kind *kind, double *numbers, md_error *error)
{
    const int index = find_key(kind, setting->key);
    if (index >= 0) {
        return read_key(&kind->keys[index], setting, root, &numbers[index], error);
    }
    void *target = def;
    const struct field *field = field_find(world_fields, setting->key);
    if (field == NULL) {
        target = scene;
        field = field_find(scene_fields, setting->key);
    }
    const bool is_known = field != NULL && is_common(field);
    const struct value value = value_of(setting, root, is_known ? field->kind : FIELD_OTHER);
    return is_known ? field_read(field, &value, target, error) : fail_unknown(&value, kind, error);
}

void solver_names_both(md2_world_def *def, bool has_solver, bool has_position_solver)
{
    if (has_solver && !has_position_solver) {
        def->position_solver = def->solver;
    }
}

static bool has_setting(const struct scene_options *options, const char *key)
{
    bool found = false;
    for (size_t i = 0; options != NULL && i < options->setting_count; ++i) {
        found = found || strcmp(options->settings[i].key, key) == 0;
    }
    return found;
}

md_status settings_apply(const struct scene_options *options, const char *origin, struct scene *scene,
                         md2_world_def *def, const struct scene_kind *kind, double *numbers, md_error *error)
{
    const struct value root = {.kind = VALUE_OBJECT, .key = origin};
    for (size_t i = 0; options != NULL && i < options->setting_count; ++i) {
        if (apply(&options->settings[i], &root, scene, def, kind, numbers, error) != MD_OK) {
            /* The argument is at fault, not a file. */
            if (error != NULL) {
                error->status = MD_ERROR_ARGUMENT;
            }
            return MD_ERROR_ARGUMENT;
        }
    }
    solver_names_both(def, has_setting(options, "solver"), has_setting(options, "position_solver"));
    return MD_OK;
}

md_status settings_standard(const struct scene_kind *kind, double *numbers, md_error *error)
{
    const struct value root = {.kind = VALUE_OBJECT, .key = kind->name};
    md_status status = MD_OK;
    for (int i = 0; status == MD_OK && kind->keys[i].name != NULL; ++i) {
        const struct scene_setting setting = {kind->keys[i].name, kind->keys[i].default_text};
        status = read_key(&kind->keys[i], &setting, &root, &numbers[i], error);
    }
    return status;
}

/* ---- Friction ---------------------------------------------------------------------------------------------------- */

static md_status remove_from_body(md2_world *world, md2_body_id body)
{
    md_status status = MD_OK;
    for (md2_shape_id shape = md2_body_first_shape(world, body); status == MD_OK && shape.generation != 0;
         shape = md2_shape_next(world, shape)) {
        md2_shape_def def = md2_shape_get_def(world, shape);
        def.friction = 0;
        status = md2_shape_set_def(world, shape, &def);
    }
    return status;
}

md_status remove_friction(md2_world *world, const struct scene_options *options)
{
    md_status status = MD_OK;
    if (options == NULL || !options->frictionless) {
        return MD_OK;
    }
    for (md2_body_id body = md2_world_first_body(world); status == MD_OK && body.generation != 0;
         body = md2_world_next_body(world, body)) {
        status = remove_from_body(world, body);
    }
    return status;
}
