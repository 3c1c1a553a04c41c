#include "scene/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"
#include "base/number.h"
#include "scene/adjust.h"
#include "scene/edit.h"
#include "scene/fields.h"
#include "scene/scene_world.h"

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
    if (options != NULL && options->observer != NULL) {
        def.callbacks = observer_callbacks2(options->observer);
    }
    if (options != NULL && options->allocator != NULL) {
        def.allocator = *options->allocator;
    }
    return def;
}

md3_world_def world_def_of3(const struct scene_options *options)
{
    md3_world_def def = md3_world_def_default();
    if (options != NULL && options->observer != NULL) {
        def.callbacks = observer_callbacks3(options->observer);
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

static const char *common_key(const struct field *own_fields, size_t index)
{
    const struct field *const tables[] = {scene_fields, own_fields};
    for (int i = 0; i < 2; ++i) {
        for (const struct field *field = tables[i]; field->name != NULL; ++field) {
            if (is_common(field) && index-- == 0) {
                return field->name;
            }
        }
    }
    return NULL;
}

const char *scene_common_key(size_t index)
{
    return common_key(world_fields, index);
}

const char *scene_common_key3(size_t index)
{
    return common_key(world_fields3, index);
}

static int find_key(const struct scene_key *keys, const char *name)
{
    for (int i = 0; keys != NULL && keys[i].name != NULL; ++i) {
        if (strcmp(keys[i].name, name) == 0) {
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

/* What settings change. */
struct target {
    struct scene *scene;
    const struct field *world_fields; /* of the dimension */
    void *world_def;
    const struct scene_key *keys; /* may be NULL */
    double *numbers;              /* one per key */
    bool is_running;              /* the world exists: only its own keys can be changed */
};

#define MAX_NAMES 64

/* Suggests the nearest key, or lists the keys if none is similar. */
static md_status fail_unknown(const struct value *value, const struct target *target, md_error *error)
{
    const struct scene_key *keys = target->keys;
    const char *names[MAX_NAMES + 1] = {NULL};
    char own_keys[200] = "";
    size_t count = 0;
    for (; keys != NULL && keys[count].name != NULL; ++count) {
        names[count] = keys[count].name;
        const size_t used = strlen(own_keys);
        snprintf(own_keys + used, sizeof own_keys - used, "%s, %s", names[count],
                 keys[count + 1].name == NULL ? "or " : "");
    }
    const char *name = NULL;
    for (size_t i = 0; (name = common_key(target->world_fields, i)) != NULL && count < MAX_NAMES; ++i) {
        names[count++] = name;
    }
    for (const struct scene_key *key = scene_adjustments; !target->is_running && key->name != NULL && count < MAX_NAMES;
         ++key) {
        names[count++] = key->name;
    }
    const char *nearest = md_nearest_name(value->key, names, sizeof *names);
    if (nearest != NULL) {
        return value_fail(value, error, "unknown key, did you mean \"%s\"?", nearest);
    }
    const bool is_file = keys == NULL && !target->is_running;
    return value_fail(value, error, "unknown key, expected %sa key of the world, such as solver or iterations%s",
                      own_keys, is_file ? ", or a path in the file, such as /bodies/0/mass/mass" : "");
}

/* A path has changed the document of a file already. Nothing else has a document. */
static md_status apply_path(const struct scene_setting *setting, const struct value *root, const struct target *target,
                            md_error *error)
{
    const struct value value = value_of(setting, root, FIELD_OTHER);
    return target->keys == NULL && !target->is_running
               ? MD_OK
               : value_fail(&value, error, "a path changes a scene file, expected a key%s",
                            target->is_running ? "" : ", or a file that modulus scenes NAME --out FILE writes");
}

static md_status apply(const struct scene_setting *setting, const struct value *root, const struct target *target,
                       md_error *error)
{
    if (edit_is_path(setting->key)) {
        return apply_path(setting, root, target, error);
    }
    const int index = find_key(target->keys, setting->key);
    if (index >= 0) {
        return read_key(&target->keys[index], setting, root, &target->numbers[index], error);
    }
    void *changed = target->world_def;
    const struct field *field = field_find(target->world_fields, setting->key);
    if (field == NULL) {
        changed = target->scene;
        field = field_find(scene_fields, setting->key);
    }
    const struct scene_key *adjustment = target->is_running ? NULL : adjust_key(setting->key);
    if (adjustment != NULL) {
        double number = 0; /* read again by adjust_world2 and adjust_world3 */
        return read_key(adjustment, setting, root, &number, error);
    }
    const bool is_known = field != NULL && is_common(field);
    const struct value value = value_of(setting, root, is_known ? field->kind : FIELD_OTHER);
    return is_known ? field_read(field, &value, changed, error) : fail_unknown(&value, target, error);
}

void solver_names_both(md2_world_def *def, bool has_solver, bool has_position_solver)
{
    if (has_solver && !has_position_solver) {
        def->position_solver = def->solver;
    }
}

void solver_names_both3(md3_world_def *def, bool has_solver, bool has_position_solver)
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

static md_status apply_all(const struct scene_options *options, const char *origin, const struct target *target,
                           md_error *error)
{
    const struct value root = {.kind = VALUE_OBJECT, .key = origin};
    for (size_t i = 0; options != NULL && i < options->setting_count; ++i) {
        if (apply(&options->settings[i], &root, target, error) != MD_OK) {
            /* The argument is at fault, not a file. */
            if (error != NULL) {
                error->status = MD_ERROR_ARGUMENT;
            }
            return MD_ERROR_ARGUMENT;
        }
    }
    return MD_OK;
}

static bool is_running(const struct scene_options *options)
{
    return options != NULL && options->is_running;
}

md_status settings_apply(const struct scene_options *options, const char *origin, struct scene *scene,
                         md2_world_def *def, const struct scene_key *keys, double *numbers, md_error *error)
{
    const struct target target = {scene, world_fields, def, keys, numbers, is_running(options)};
    const md_status status = apply_all(options, origin, &target, error);
    if (status == MD_OK) {
        solver_names_both(def, has_setting(options, "solver"), has_setting(options, "position_solver"));
    }
    return status;
}

md_status settings_apply3(const struct scene_options *options, const char *origin, struct scene *scene,
                          md3_world_def *def, const struct scene_key *keys, double *numbers, md_error *error)
{
    const struct target target = {scene, world_fields3, def, keys, numbers, is_running(options)};
    const md_status status = apply_all(options, origin, &target, error);
    if (status == MD_OK) {
        solver_names_both3(def, has_setting(options, "solver"), has_setting(options, "position_solver"));
    }
    return status;
}

md_status settings_standard(const char *name, const struct scene_key *keys, double *numbers, md_error *error)
{
    const struct value root = {.kind = VALUE_OBJECT, .key = name};
    md_status status = MD_OK;
    for (int i = 0; status == MD_OK && keys[i].name != NULL; ++i) {
        const struct scene_setting setting = {keys[i].name, keys[i].default_text};
        status = read_key(&keys[i], &setting, &root, &numbers[i], error);
    }
    return status;
}
