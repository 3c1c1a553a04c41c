#define _POSIX_C_SOURCE 200809L

#include "scene/value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/locale.h"
#include "base/memory.h"
#include "base/utf8.h"

#define BLOCK_SIZE ((size_t)1 << 16)
/* Scenes are seven levels deep. */
#define MAX_DEPTH 32
/* The search for duplicate keys takes quadratic time. */
#define MAX_KEYS 1000

/* A linked list of memory blocks. Memory is taken from the first one. */
struct value_block {
    struct value_block *next;
    size_t size, used; /* bytes after this header */
};

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

struct value_tree value_tree_open(const md_allocator *allocator)
{
    return (struct value_tree){.allocator = md_allocator_or_default(allocator)};
}

void value_tree_free(struct value_tree *tree)
{
    while (tree->blocks != NULL) {
        struct value_block *block = tree->blocks;
        tree->blocks = block->next;
        tree->allocator.resize(tree->allocator.user, block, sizeof *block + block->size, 0);
    }
    tree->root = NULL;
}

static bool add_block(struct value_tree *tree, size_t min_size)
{
    const size_t size = min_size > BLOCK_SIZE ? min_size : BLOCK_SIZE;
    struct value_block *block = tree->allocator.resize(tree->allocator.user, NULL, 0, sizeof *block + size);
    if (block == NULL) {
        return false;
    }
    *block = (struct value_block){.next = tree->blocks, .size = size};
    tree->blocks = block;
    return true;
}

void *value_tree_take(struct value_tree *tree, size_t size)
{
    const size_t unit = sizeof(double) > sizeof(void *) ? sizeof(double) : sizeof(void *);
    if (size > SIZE_MAX / 2) {
        return NULL;
    }
    const size_t rounded = (size + unit - 1) / unit * unit;
    if ((tree->blocks == NULL || tree->blocks->size - tree->blocks->used < rounded) && !add_block(tree, rounded)) {
        return NULL;
    }
    char *taken = (char *)(tree->blocks + 1) + tree->blocks->used;
    tree->blocks->used += rounded;
    memset(taken, 0, rounded);
    return taken;
}

static const char *copy_text(struct value_tree *tree, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = value_tree_take(tree, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

struct value *value_add(struct value_tree *tree, struct value *parent, const char *key, enum value_kind kind)
{
    struct value *value = value_tree_take(tree, sizeof *value);
    const char *key_copy = key != NULL ? copy_text(tree, key) : NULL;
    if (value == NULL || (key != NULL && key_copy == NULL)) {
        return NULL;
    }
    *value = (struct value){.kind = kind, .key = key_copy, .parent = parent};
    if (parent == NULL) {
        tree->root = value;
        return value;
    }
    value->index = parent->count++;
    if (parent->last != NULL) {
        parent->last->next = value;
    } else {
        parent->first = value;
    }
    parent->last = value;
    return value;
}

struct value *value_add_text(struct value_tree *tree, struct value *parent, const char *key, const char *text)
{
    struct value *value = value_add(tree, parent, key, VALUE_TEXT);
    if (value != NULL) {
        value->text = copy_text(tree, text);
    }
    return value != NULL && value->text != NULL ? value : NULL;
}

md_status value_check_depth(const struct value *value, int depth, md_error *error)
{
    return depth > MAX_DEPTH ? value_fail(value, error, "nested deeper than %d levels", MAX_DEPTH) : MD_OK;
}

md_status value_check_key(const struct value *object, const char *key, md_error *error)
{
    if (object->count >= MAX_KEYS) {
        return value_fail(object, error, "more than %d keys in one object", MAX_KEYS);
    }
    const struct value *same = value_get(object, key);
    return same != NULL ? value_fail(same, error, "duplicate key") : MD_OK;
}

/* ---- Access ------------------------------------------------------------------------------------------------------ */

const struct value *value_get(const struct value *object, const char *key)
{
    if (object == NULL || object->kind != VALUE_OBJECT) {
        return NULL;
    }
    for (const struct value *child = object->first; child != NULL; child = child->next) {
        if (strcmp(child->key, key) == 0) {
            return child;
        }
    }
    return NULL;
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* Appends a path such as "bodies[3].name", nothing for the root. The recursion ends because the depth is limited. */
static void append_path(const struct value *value, char *text, size_t size) // NOLINT(misc-no-recursion)
{
    if (value->parent == NULL) {
        return;
    }
    append_path(value->parent, text, size);
    if (value->key != NULL) {
        append(text, size, "%s%.40s", text[0] != '\0' ? "." : "", value->key);
    } else {
        append(text, size, "[%d]", (int)value->index);
    }
}

static const struct value *root_of(const struct value *value)
{
    while (value->parent != NULL) {
        value = value->parent;
    }
    return value;
}

md_status value_fail(const struct value *value, md_error *error, const char *format, ...)
{
    char path[200] = "";
    char message[400];
    va_list arguments;
    append_path(value, path, sizeof path);
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    /* An error is always one line. */
    const struct printable origin = md_printable(root_of(value)->key);
    const struct printable place = md_printable(path);
    return md_fail(error, MD_ERROR_FORMAT, "%.200s: %s%s%s", origin.text, place.text, path[0] != '\0' ? ": " : "",
                   md_printable(message).text);
}

void format_number(double number, char *text, size_t size)
{
    const struct locale_guard guard = md_locale_enter();
    snprintf(text, size, "%.16g", number);
    md_locale_leave(guard);
}

static void describe(const struct value *value, char *text, size_t size)
{
    switch (value->kind) {
    case VALUE_NULL: snprintf(text, size, "null"); break;
    case VALUE_BOOL: snprintf(text, size, "%s", value->number != 0 ? "true" : "false"); break;
    case VALUE_NUMBER: format_number(value->number, text, size); break;
    case VALUE_TEXT: snprintf(text, size, "\"%.40s\"", value->text); break;
    case VALUE_ARRAY: snprintf(text, size, "an array of %d", (int)value->count); break;
    case VALUE_OBJECT: snprintf(text, size, "an object"); break;
    }
}

md_status value_unexpected(const struct value *value, md_error *error, const char *expected)
{
    char got[64];
    describe(value, got, sizeof got);
    return value_fail(value, error, "expected %s, got %s", expected, got);
}
