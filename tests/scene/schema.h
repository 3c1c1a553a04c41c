/* A validator for the part of JSON Schema (draft 2020-12) that docs/scene.schema.json uses. An unknown keyword fails
 * the test, so that the schema cannot contain rules that are not checked. */
#ifndef MODULUS_TESTS_SCHEMA_H
#define MODULUS_TESTS_SCHEMA_H

#include <string.h>

#include "scene/value.h"
#include "support/support.h"

struct schema {
    const struct value *root;
};

static inline bool schema_accepts(struct schema schema, const struct value *rule, const struct value *value);

static inline bool same_value(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && a->number == b->number && (a->kind != VALUE_TEXT || strcmp(a->text, b->text) == 0);
}

static inline bool has_type(const char *type, const struct value *value)
{
    static const char *const NAMES[] = {"null", "boolean", "number", "string", "array", "object"};
    if (strcmp(type, "integer") == 0) {
        return value->kind == VALUE_NUMBER && floor(value->number) == value->number;
    }
    return strcmp(NAMES[value->kind], type) == 0;
}

static inline int accepted_of(struct schema schema, const struct value *rules, const struct value *value)
{
    int accepted = 0;
    for (const struct value *rule = rules->first; rule != NULL; rule = rule->next) {
        accepted += schema_accepts(schema, rule, value);
    }
    return accepted;
}

static inline bool accepts_reference(struct schema schema, const char *reference, const struct value *value)
{
    assert_memory_equal(reference, "#/$defs/", 8);
    const struct value *rule = value_get(value_get(schema.root, "$defs"), reference + 8);
    assert_non_null(rule);
    return schema_accepts(schema, rule, value);
}

static inline bool is_among(const struct value *list, const struct value *value)
{
    for (const struct value *one = list->first; one != NULL; one = one->next) {
        if (same_value(one, value)) {
            return true;
        }
    }
    return false;
}

static inline bool has_keys(const struct value *names, const struct value *object)
{
    for (const struct value *name = names->first; name != NULL; name = name->next) {
        if (object->kind == VALUE_OBJECT && value_get(object, name->text) == NULL) {
            return false;
        }
    }
    return true;
}

/* Checks the properties, and other members against additionalProperties: false or a rule. */
static inline bool accepts_members(struct schema schema, const struct value *rule, const struct value *object)
{
    const struct value *properties = value_get(rule, "properties");
    const struct value *others = value_get(rule, "additionalProperties");
    for (const struct value *child = object->kind == VALUE_OBJECT ? object->first : NULL; child != NULL;
         child = child->next) {
        const struct value *own = value_get(properties, child->key);
        const struct value *inner = own != NULL ? own : others;
        if (inner != NULL && !(inner->kind == VALUE_OBJECT && schema_accepts(schema, inner, child))) {
            return false;
        }
    }
    return true;
}

static inline bool accepts_items(struct schema schema, const struct value *rule, const struct value *array)
{
    for (const struct value *child = array->kind == VALUE_ARRAY ? array->first : NULL; child != NULL;
         child = child->next) {
        if (!schema_accepts(schema, rule, child)) {
            return false;
        }
    }
    return true;
}

/* The only pattern in the schema: ^0x[0-9a-fA-F]{1,16}$ */
static inline bool is_hexadecimal(const char *text)
{
    const size_t length = strlen(text);
    return strncmp(text, "0x", 2) == 0 && length > 2 && length <= 18 &&
           strspn(text + 2, "0123456789abcdefABCDEF") == length - 2;
}

static inline bool accepts_keyword(struct schema schema, const struct value *rule, const struct value *word,
                                   const struct value *value)
{
    const char *key = word->key;
    const bool is_number = value->kind == VALUE_NUMBER;
    const bool is_array = value->kind == VALUE_ARRAY;
    const bool is_text = value->kind == VALUE_TEXT;
    const struct {
        const char *key;
        bool holds;
    } simple[] = {
        {"$schema", true},
        {"$defs", true},
        {"title", true},
        {"description", true},
        {"default", true},
        {"minimum", !is_number || value->number >= word->number},
        {"maximum", !is_number || value->number <= word->number},
        {"exclusiveMinimum", !is_number || value->number > word->number},
        {"minItems", !is_array || value->count >= word->number},
        {"maxItems", !is_array || value->count <= word->number},
        {"maxLength", !is_text || (double)strlen(value->text) <= word->number},
        {"pattern", !is_text || is_hexadecimal(value->text)},
        {"const", same_value(word, value)},
    };
    for (size_t i = 0; i < sizeof simple / sizeof *simple; ++i) {
        if (strcmp(simple[i].key, key) == 0) {
            return simple[i].holds;
        }
    }
    if (strcmp(key, "type") == 0) {
        return has_type(word->text, value);
    }
    if (strcmp(key, "enum") == 0) {
        return is_among(word, value);
    }
    if (strcmp(key, "required") == 0) {
        return has_keys(word, value);
    }
    if (strcmp(key, "properties") == 0 || strcmp(key, "additionalProperties") == 0) {
        return accepts_members(schema, rule, value);
    }
    if (strcmp(key, "items") == 0) {
        return accepts_items(schema, word, value);
    }
    if (strcmp(key, "$ref") == 0) {
        return accepts_reference(schema, word->text, value);
    }
    if (strcmp(key, "anyOf") == 0) {
        return accepted_of(schema, word, value) > 0;
    }
    if (strcmp(key, "oneOf") == 0) {
        return accepted_of(schema, word, value) == 1;
    }
    fail_msg("the schema has the keyword %s, which this validator does not support", key);
    return false;
}

static inline bool schema_accepts(struct schema schema, const struct value *rule, const struct value *value)
{
    for (const struct value *word = rule->first; word != NULL; word = word->next) {
        if (!accepts_keyword(schema, rule, word, value)) {
            return false;
        }
    }
    return true;
}

#endif
