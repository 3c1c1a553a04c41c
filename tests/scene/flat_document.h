/* Converts JSON text to the flat document that the playground would pass for it. */
#ifndef MODULUS_TESTS_FLAT_DOCUMENT_H
#define MODULUS_TESTS_FLAT_DOCUMENT_H

#include <stdlib.h>
#include <string.h>

#include "scene/value.h"
#include "support/support.h"

struct flat_document {
    char *bytes;
    size_t size;
};

static inline void flat_put(struct flat_document *document, const void *from, size_t size)
{
    document->bytes = realloc(document->bytes, document->size + size);
    assert_non_null(document->bytes);
    memcpy(document->bytes + document->size, from, size);
    document->size += size;
}

static inline void flat_put_text(struct flat_document *document, const char *text)
{
    const uint32_t length = (uint32_t)strlen(text);
    flat_put(document, &length, sizeof length);
    flat_put(document, text, (size_t)length + 1);
}

static inline void flat_put_value(struct flat_document *document, const struct value *value)
{
    static const char LETTERS[] = {'N', 'F', 'D', 'S', '[', '{'};
    const char letter = value->kind == VALUE_BOOL && value->number != 0 ? 'T' : LETTERS[value->kind];
    flat_put(document, &letter, 1);
    if (value->kind == VALUE_NUMBER) {
        flat_put(document, &value->number, sizeof value->number);
    }
    if (value->kind == VALUE_TEXT) {
        flat_put_text(document, value->text);
    }
    for (const struct value *child = value->first; child != NULL; child = child->next) {
        if (child->key != NULL) {
            flat_put(document, "K", 1);
            flat_put_text(document, child->key);
        }
        flat_put_value(document, child);
    }
    if (value->kind == VALUE_ARRAY || value->kind == VALUE_OBJECT) {
        flat_put(document, value->kind == VALUE_ARRAY ? "]" : "}", 1);
    }
}

/** Returns false if the text is not valid JSON. */
static inline bool flatten(const char *text, struct flat_document *document)
{
    struct value_tree tree = value_tree_open(NULL);
    *document = (struct flat_document){0};
    const bool is_document = value_tree_read_json(&tree, text, strlen(text), "f", NULL) == MD_OK;
    if (is_document) {
        flat_put_value(document, tree.root);
    }
    value_tree_free(&tree);
    return is_document;
}

static inline void flat_document_free(struct flat_document *document)
{
    free(document->bytes);
    *document = (struct flat_document){0};
}

#endif
