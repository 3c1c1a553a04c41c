#include "scene/edit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

#define MAX_NAME 64

/* One setting that is applied. */
struct edit {
    struct value_tree *tree;
    const struct scene_setting *setting;
    md_error *error; /* never NULL */
};

bool edit_is_path(const char *key)
{
    return key[0] == '/';
}

static md_status fail_at(const struct edit *edit, const struct value *value, const char *text)
{
    return value_fail(value, edit->error, "%s: %s", edit->setting->key, text);
}

/* Replaces a value by the one of the setting. */
static md_status replace(const struct edit *edit, struct value *value)
{
    const char *text = edit->setting->value;
    double number = 0;
    value->first = NULL;
    value->last = NULL;
    value->count = 0;
    value->text = NULL;
    if (md_number_parse(text, &number) && isfinite(number)) {
        value->kind = VALUE_NUMBER;
        value->number = number;
    } else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        value->kind = VALUE_BOOL;
        value->number = strcmp(text, "true") == 0 ? 1 : 0;
    } else {
        value->kind = VALUE_TEXT;
        value->text = text; /* the settings live longer than the tree */
    }
    return MD_OK;
}

static struct value *child_by_key(struct value *object, const char *key)
{
    struct value *child = object->first;
    while (child != NULL && strcmp(child->key, key) != 0) {
        child = child->next;
    }
    return child;
}

static struct value *child_by_index(struct value *array, const char *digits)
{
    const bool is_index = digits[0] != '\0' && strlen(digits) < 10 && digits[strspn(digits, "0123456789")] == '\0';
    const long index = is_index ? strtol(digits, NULL, 10) : -1;
    struct value *child = is_index ? array->first : NULL;
    while (child != NULL && child->index != index) {
        child = child->next;
    }
    return child;
}

/* The child of an array; fails with a list of the indices. */
static struct value *find_element(const struct edit *edit, struct value *array, const char *name)
{
    struct value *child = child_by_index(array, name);
    if (child == NULL) {
        value_fail(array, edit->error, "%s: expected * or an index below %d, got '%s'", edit->setting->key,
                   (int)array->count, name);
    }
    return child;
}

/* The child of an object. It is added if it is the end of the path, or if it can only be an object itself. */
static struct value *find_member(const struct edit *edit, struct value *object, const char *name, const char *rest)
{
    struct value *child = child_by_key(object, name);
    if (child != NULL) {
        return child;
    }
    if (rest[0] == '/' && strchr("0123456789*", rest[1]) != NULL) {
        value_fail(object, edit->error, "%s: the file has no \"%s\" here, expected an array to change",
                   edit->setting->key, name);
        return NULL;
    }
    child = value_add(edit->tree, object, name, rest[0] == '/' ? VALUE_OBJECT : VALUE_NULL);
    if (child == NULL) {
        md_fail_plain(edit->error, MD_ERROR_MEMORY);
    }
    return child;
}

/* The child with a name; NULL after a failure. */
static struct value *find_child(const struct edit *edit, struct value *value, const char *name, const char *rest)
{
    switch (value->kind) {
    case VALUE_ARRAY: return find_element(edit, value, name);
    case VALUE_OBJECT: return find_member(edit, value, name, rest);
    default: fail_at(edit, value, "the path goes on below a value that is neither an object nor an array"); return NULL;
    }
}

/* Applies the setting to every value that the path, which begins with a slash or is empty, leads to. The recursion ends
 * because the path becomes shorter. */
static md_status follow(const struct edit *edit, struct value *value, const char *path) // NOLINT(misc-no-recursion)
{
    if (path[0] == '\0') {
        return replace(edit, value);
    }
    char name[MAX_NAME];
    const size_t length = strcspn(path + 1, "/");
    const char *rest = path + 1 + length;
    if (length == 0 || length >= sizeof name) {
        return fail_at(edit, value, "expected a path such as /bodies/3/mass/mass");
    }
    memcpy(name, path + 1, length);
    name[length] = '\0';
    if (strcmp(name, "*") != 0) {
        struct value *child = find_child(edit, value, name, rest);
        return child != NULL ? follow(edit, child, rest) : edit->error->status;
    }
    if (value->first == NULL) {
        return fail_at(edit, value, "there is nothing that * could stand for");
    }
    md_status status = MD_OK;
    for (struct value *child = value->first; status == MD_OK && child != NULL; child = child->next) {
        status = follow(edit, child, rest);
    }
    return status;
}

md_status edit_document(struct value_tree *tree, const struct scene_options *options, md_error *error)
{
    md_status status = MD_OK;
    md_error found = {0};
    for (size_t i = 0; status == MD_OK && options != NULL && i < options->setting_count; ++i) {
        const struct edit edit = {tree, &options->settings[i], &found};
        if (edit_is_path(edit.setting->key)) {
            status = follow(&edit, tree->root, edit.setting->key);
        }
    }
    if (status != MD_OK && error != NULL) {
        *error = found;
    }
    return status;
}
