/* Parses JSON text into a tree of values with cJSON, and refuses what cJSON accepts but a scene must not contain:
 * duplicate keys, deep nesting, text after the document, NUL and bytes that are not UTF-8. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "scene/json_memory.h"
#include "scene/value.h"

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; ++text) {
        line += *text == '\n';
    }
    return line;
}

/* `at` is where cJSON stopped; at the end of the text it stops one character early. */
static md_status fail_syntax(const char *text, size_t length, const char *at, const char *origin, md_error *error)
{
    const char *end = text + length;
    char excerpt[24];
    size_t size = 0;
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) {
        ++at;
    }
    while (at + size < end && size + 1 < sizeof excerpt && (unsigned char)at[size] >= ' ') {
        excerpt[size] = at[size];
        ++size;
    }
    excerpt[size] = '\0';
    if (at + 1 >= end) {
        return md_fail(error, MD_ERROR_FORMAT, "%s:%d: the JSON text ends too early", origin, line_of(text, end));
    }
    return md_fail(error, MD_ERROR_FORMAT, "%s:%d: invalid JSON near '%s'", origin, line_of(text, at), excerpt);
}

static struct value *add_plain(struct value_tree *tree, struct value *parent, const char *key, const cJSON *item)
{
    if (cJSON_IsString(item)) {
        return value_add_text(tree, parent, key, item->valuestring);
    }
    enum value_kind kind = VALUE_NULL;
    double number = 0;
    if (cJSON_IsNumber(item)) {
        kind = VALUE_NUMBER;
        number = item->valuedouble;
    } else if (cJSON_IsBool(item)) {
        kind = VALUE_BOOL;
        number = cJSON_IsTrue(item) ? 1 : 0;
    } else if (cJSON_IsArray(item)) {
        kind = VALUE_ARRAY;
    } else if (cJSON_IsObject(item)) {
        kind = VALUE_OBJECT;
    }
    struct value *value = value_add(tree, parent, key, kind);
    if (value != NULL) {
        value->number = number;
    }
    return value;
}

static md_status add_item(struct value_tree *tree, struct value *parent, const char *key, const cJSON *item, int depth,
                          md_error *error) // NOLINT(misc-no-recursion)
{
    struct value *value = add_plain(tree, parent, key, item);
    if (value == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    md_status status = value_check_depth(value, depth, error);
    for (const cJSON *child = item->child; status == MD_OK && child != NULL; child = child->next) {
        const char *name = value->kind == VALUE_OBJECT ? child->string : NULL;
        if (name != NULL) {
            status = value_check_key(value, name, error);
        }
        if (status == MD_OK) {
            status = add_item(tree, value, name, child, depth + 1, error);
        }
    }
    return status;
}

/* Refuses bytes that are not UTF-8, and NUL, also as an escape: cJSON would cut the text there. */
static md_status check_characters(const char *text, size_t length, const char *origin, md_error *error)
{
    const size_t valid = md_utf8_prefix(text, length);
    if (valid < length) {
        return md_fail(error, MD_ERROR_FORMAT, "%s:%d: byte 0x%02x, expected UTF-8 text without NUL", origin,
                       line_of(text, text + valid), (unsigned)(unsigned char)text[valid]);
    }
    static const char NUL[] = "u0000";
    for (const char *at = text; at < text + length; ++at) {
        if (*at != '\\') {
            continue;
        }
        ++at; /* an escaped backslash does not begin another escape */
        if ((size_t)(text + length - at) >= sizeof NUL - 1 && memcmp(at, NUL, sizeof NUL - 1) == 0) {
            return md_fail(error, MD_ERROR_FORMAT, "%s:%d: \\u0000, expected text without NUL", origin,
                           line_of(text, at));
        }
    }
    return MD_OK;
}

static bool is_blank(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) {
        ++at;
    }
    return at == end;
}

md_status value_tree_read_json(struct value_tree *tree, const char *text, size_t length, const char *origin,
                               md_error *error)
{
    if (is_blank(text, text + length)) {
        return md_fail(error, MD_ERROR_FORMAT, "%s:1: the text is empty, expected a JSON object", origin);
    }
    const md_status readable = check_characters(text, length, origin, error);
    if (readable != MD_OK) {
        return readable;
    }
    const char *end = text;
    json_memory_watch();
    cJSON *document = cJSON_ParseWithLengthOpts(text, length, &end, false);
    if (document == NULL) {
        return json_memory_failed() ? md_fail_plain(error, MD_ERROR_MEMORY)
                                    : fail_syntax(text, length, end, origin, error);
    }
    md_status status = MD_OK;
    if (!is_blank(end, text + length)) {
        status = md_fail(error, MD_ERROR_FORMAT, "%s:%d: unexpected text after the end of the JSON document", origin,
                         line_of(text, end));
    } else {
        status = add_item(tree, NULL, origin, document, 0, error);
    }
    cJSON_Delete(document);
    return status;
}
