/* A document as a tree of values: what the scene reader reads, whoever parsed the text (cJSON by json.c, a browser by
 * flat.c).
 *
 * Every value knows its parent, so that an error can name the whole path: bodies[3].shapes[0].circle.radius. All of a
 * tree's memory is freed at once; there is nothing to free one by one where reading fails half-way.
 */
#ifndef MODULUS_SCENE_VALUE_H
#define MODULUS_SCENE_VALUE_H

#include <modulus/base.h>

enum value_kind { VALUE_NULL, VALUE_BOOL, VALUE_NUMBER, VALUE_TEXT, VALUE_ARRAY, VALUE_OBJECT };

struct value {
    enum value_kind kind;
    double number;    /* of a bool 0 or 1 */
    const char *text; /* NULL for anything but a text */
    const char *key;  /* in an object; NULL in an array; of the root: the document's name, for errors */
    int32_t index;    /* among its siblings */
    int32_t count;    /* of children */
    const struct value *parent;
    struct value *first, *last, *next;
};

struct value_tree {
    md_allocator allocator;
    struct value_block *blocks;
    struct value *root; /* NULL until it is added */
};

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

/** An empty tree; the allocator may be NULL. */
struct value_tree value_tree_open(const md_allocator *allocator);
void value_tree_free(struct value_tree *tree);
/** Zeroed memory that lives as long as the tree; NULL where memory is out. */
void *value_tree_take(struct value_tree *tree, size_t size);
/** Adds a value behind the last of its parent, or the root where the parent is NULL; the key (NULL in an array) is
 *  copied. NULL where memory is out. */
struct value *value_add(struct value_tree *tree, struct value *parent, const char *key, enum value_kind kind);
/** The same for a text, which is copied. */
struct value *value_add_text(struct value_tree *tree, struct value *parent, const char *key, const char *text);

/** What every filler refuses, with a sentence: nesting without end, and a key twice, or too many of them, in one object. A value
 *  is checked when it is in its place, a key before its value is added. */
md_status value_check_depth(const struct value *value, int depth, md_error *error);
md_status value_check_key(const struct value *object, const char *key, md_error *error);

/** json.c: fills the tree from JSON, or says in which line it is not. A key twice in one object is refused; `origin`
 *  names the document. */
md_status value_tree_read_json(struct value_tree *tree, const char *text, size_t length, const char *origin,
                               md_error *error);
/** flat.c: fills the tree from bytes in which a parsed document was handed over. */
md_status value_tree_read_flat(struct value_tree *tree, const void *bytes, size_t size, const char *origin,
                               md_error *error);

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

/** The value of a key in an object; NULL where it is not there or the value is none. */
const struct value *value_get(const struct value *object, const char *key);

/** Fails with "ORIGIN: PATH: " and a sentence of its own. */
__attribute__((format(printf, 3, 4))) md_status value_fail(const struct value *value, md_error *error,
                                                           const char *format, ...);
/** Fails with "ORIGIN: PATH: expected EXPECTED, got GOT". */
md_status value_unexpected(const struct value *value, md_error *error, const char *expected);

/** A number for an error: 16 digits, which every whole number up to 2^53 and every short decimal fits in; a point in
 *  every locale. */
void number_in_words(double number, char *text, size_t size);

#endif
