/* Reads a document that the host has parsed, as a sequence of bytes, into a tree of values. The playground uses the
 * browser's JSON parser, and web/src/engine/flat.ts writes these bytes. A value is a letter followed by its content:
 *
 *     N  T  F             null, true, false
 *     D double            a number
 *     S text              a text: its length (uint32), its bytes, a zero
 *     [ value... ]        an array
 *     { K text value... } an object; a key is a text without the S
 *
 * Numbers are little-endian and not aligned.
 */
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "scene/read.h"
#include "scene/value.h"

struct flat {
    struct value_tree *tree;
    const unsigned char *at, *end;
    const char *origin;
    bool has_bad_text; /* one that contains NUL or is not UTF-8 */
    md_error *error;
};

static md_status fail_damaged(const struct flat *flat)
{
    if (flat->has_bad_text) {
        return md_fail(flat->error, MD_ERROR_FORMAT, "%s: expected UTF-8 text without NUL", flat->origin);
    }
    return md_fail(flat->error, MD_ERROR_FORMAT, "%s: the flat document is truncated or damaged", flat->origin);
}

/* Returns the next letter, or 0 at the end. */
static char take_letter(struct flat *flat)
{
    return flat->at < flat->end ? (char)*flat->at++ : '\0';
}

static bool take_bytes(struct flat *flat, void *to, size_t size)
{
    if ((size_t)(flat->end - flat->at) < size) {
        return false;
    }
    memcpy(to, flat->at, size);
    flat->at += size;
    return true;
}

/* Returns the text, which the document terminates with a zero, or NULL if it is damaged or bad. */
static const char *take_text(struct flat *flat)
{
    uint32_t length = 0;
    if (!take_bytes(flat, &length, sizeof length) || (size_t)(flat->end - flat->at) <= length ||
        flat->at[length] != 0) {
        return NULL;
    }
    const char *text = (const char *)flat->at;
    flat->at += (size_t)length + 1;
    flat->has_bad_text = md_utf8_prefix(text, length) != length;
    return flat->has_bad_text ? NULL : text;
}

static md_status add_value(struct flat *flat, struct value *parent, const char *key, int depth);

static md_status add_plain(const struct flat *flat, struct value *parent, const char *key, enum value_kind kind,
                           double number)
{
    struct value *value = value_add(flat->tree, parent, key, kind);
    if (value == NULL) {
        return md_fail_plain(flat->error, MD_ERROR_MEMORY);
    }
    value->number = number;
    return MD_OK;
}

static md_status add_number(struct flat *flat, struct value *parent, const char *key)
{
    double number = 0;
    return take_bytes(flat, &number, sizeof number) ? add_plain(flat, parent, key, VALUE_NUMBER, number)
                                                    : fail_damaged(flat);
}

static md_status add_text(struct flat *flat, struct value *parent, const char *key)
{
    const char *text = take_text(flat);
    if (text == NULL) {
        return fail_damaged(flat);
    }
    return value_add_text(flat->tree, parent, key, text) != NULL ? MD_OK : md_fail_plain(flat->error, MD_ERROR_MEMORY);
}

/* Adds the elements of an array or the members of an object. */
static md_status add_children(struct flat *flat, struct value *value, int depth) // NOLINT(misc-no-recursion)
{
    const char closing = value->kind == VALUE_ARRAY ? ']' : '}';
    md_status status = value_check_depth(value, depth, flat->error);
    while (status == MD_OK && (flat->at == flat->end || (char)*flat->at != closing)) {
        const char *key = NULL;
        if (value->kind == VALUE_OBJECT) {
            key = take_letter(flat) == 'K' ? take_text(flat) : NULL;
            status = key != NULL ? value_check_key(value, key, flat->error) : fail_damaged(flat);
        }
        if (status == MD_OK) {
            status = add_value(flat, value, key, depth + 1);
        }
    }
    flat->at += status == MD_OK; /* the closing bracket */
    return status;
}

static md_status add_group(struct flat *flat, struct value *parent, const char *key, enum value_kind kind,
                           int depth) // NOLINT(misc-no-recursion)
{
    struct value *value = value_add(flat->tree, parent, key, kind);
    return value != NULL ? add_children(flat, value, depth) : md_fail_plain(flat->error, MD_ERROR_MEMORY);
}

static md_status add_by_letter(struct flat *flat, struct value *parent, const char *key,
                               int depth) // NOLINT(misc-no-recursion)
{
    switch (take_letter(flat)) {
    case 'N': return add_plain(flat, parent, key, VALUE_NULL, 0);
    case 'T': return add_plain(flat, parent, key, VALUE_BOOL, 1);
    case 'F': return add_plain(flat, parent, key, VALUE_BOOL, 0);
    case 'D': return add_number(flat, parent, key);
    case 'S': return add_text(flat, parent, key);
    case '[': return add_group(flat, parent, key, VALUE_ARRAY, depth);
    case '{': return add_group(flat, parent, key, VALUE_OBJECT, depth);
    default: return fail_damaged(flat);
    }
}

static md_status add_value(struct flat *flat, struct value *parent, const char *key,
                           int depth) // NOLINT(misc-no-recursion)
{
    const md_status status = add_by_letter(flat, parent, key, depth);
    const struct value *added = parent != NULL ? parent->last : flat->tree->root;
    return status == MD_OK ? value_check_depth(added, depth, flat->error) : status;
}

md_status value_tree_read_flat(struct value_tree *tree, const void *bytes, size_t size, const char *origin,
                               md_error *error)
{
    struct flat flat = {.tree = tree, .at = bytes, .end = (const unsigned char *)bytes + size, .origin = origin};
    flat.error = error;
    const md_status status = add_value(&flat, NULL, origin, 0);
    return status == MD_OK && flat.at != flat.end ? fail_damaged(&flat) : status;
}

md_status scene_read_flat(struct scene *scene, const void *bytes, size_t size, const char *origin,
                          const struct scene_options *options, md_error *error)
{
    struct value_tree tree = value_tree_open(options != NULL ? options->allocator : NULL);
    *scene = (struct scene){0};
    md_status status = value_tree_read_flat(&tree, bytes, size, origin, error);
    if (status == MD_OK) {
        status = scene_read_tree(scene, &tree, options, error);
    }
    value_tree_free(&tree);
    return status;
}
