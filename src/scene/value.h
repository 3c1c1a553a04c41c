/* A parsed document as a tree of values, filled by json.c (cJSON) or flat.c (a browser's parser).
 *
 * Every value has a pointer to its parent, so that an error can name the whole path: bodies[3].shapes[0].circle.radius.
 * The memory of a tree is freed at once.
 */
#ifndef MODULUS_SCENE_VALUE_H
#define MODULUS_SCENE_VALUE_H

#include <modulus/base.h>

enum value_kind { VALUE_NULL, VALUE_BOOL, VALUE_NUMBER, VALUE_TEXT, VALUE_ARRAY, VALUE_OBJECT };

struct value {
    enum value_kind kind;
    double number;    /* 0 or 1 for a bool */
    const char *text; /* NULL unless the value is a text */
    const char *key;  /* NULL in an array; for the root, the name of the document */
    int32_t index;    /* among its siblings */
    int32_t count;    /* number of children */
    const struct value *parent;
    struct value *first, *last, *next;
};

struct value_tree {
    md_allocator allocator;
    struct value_block *blocks;
    struct value *root; /* NULL in an empty tree */
};

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

/** Returns an empty tree; the allocator may be NULL. */
struct value_tree value_tree_open(const md_allocator *allocator);
void value_tree_free(struct value_tree *tree);
/** Returns zeroed memory that lives as long as the tree, or NULL if memory runs out. */
void *value_tree_take(struct value_tree *tree, size_t size);
/** Adds a value as the last child of its parent, or as the root if the parent is NULL. The key (NULL in an array) is
 *  copied. Returns NULL if memory runs out. */
struct value *value_add(struct value_tree *tree, struct value *parent, const char *key, enum value_kind kind);
/** The same for a text, which is copied. */
struct value *value_add_text(struct value_tree *tree, struct value *parent, const char *key, const char *text);

/** Refuse deep nesting, duplicate keys, and too many keys in one object. The depth is checked after adding a value, a
 *  key before adding its value. */
md_status value_check_depth(const struct value *value, int depth, md_error *error);
md_status value_check_key(const struct value *object, const char *key, md_error *error);

/** json.c: fills the tree from JSON text. A syntax error names the line; `origin` names the document. */
md_status value_tree_read_json(struct value_tree *tree, const char *text, size_t length, const char *origin,
                               md_error *error);
/** flat.c: fills the tree from the bytes of a document that the host has parsed. */
md_status value_tree_read_flat(struct value_tree *tree, const void *bytes, size_t size, const char *origin,
                               md_error *error);

/* ---- Access ------------------------------------------------------------------------------------------------------ */

/** Returns the value of a key, or NULL if the key is absent or the value is not an object. */
const struct value *value_get(const struct value *object, const char *key);

/** Fails with "ORIGIN: PATH: MESSAGE". */
__attribute__((format(printf, 3, 4))) md_status value_fail(const struct value *value, md_error *error,
                                                           const char *format, ...);
/** Fails with "ORIGIN: PATH: expected EXPECTED, got GOT". */
md_status value_unexpected(const struct value *value, md_error *error, const char *expected);

/** Formats a number for an error message, with 16 digits, which are enough for every whole number up to 2^53, and with
 *  a decimal point in every locale. */
void format_number(double number, char *text, size_t size);

#endif
