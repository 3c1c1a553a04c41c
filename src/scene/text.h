/* Writes JSON into a growing text. After the first failure, which is kept in `status`, further calls do nothing. */
#ifndef MODULUS_SCENE_TEXT_H
#define MODULUS_SCENE_TEXT_H

#include <modulus/geometry2.h>

struct text {
    md_allocator allocator;
    char *at; /* terminated */
    size_t used, capacity;
    const char *separator; /* between two members: ", ", or ",\n" and the indentation */
    bool has_member;       /* of the current object or array */
    md_status status;
    char failed_key[64]; /* the key of a number that is not finite, if that was the failure */
};

void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

/** Begins a member: writes the separator, except before the first member, and "key": unless the key is NULL. */
void text_member(struct text *text, const char *key);
/** Opens an object or array ("{", "[") as a member. text_close takes the returned level. */
struct text_level {
    const char *separator;
};
struct text_level text_open(struct text *text, const char *key, const char *bracket, const char *separator);
void text_close(struct text *text, struct text_level level, const char *bracket);

/** Write one member. A number that is not finite is a failure, except that text_number writes "infinity" as a text. */
void text_number(struct text *text, const char *key, double number);
void text_real(struct text *text, const char *key, md_real real);
void text_vec(struct text *text, const char *key, md2_vec vec);
void text_string(struct text *text, const char *key, const char *string);

#endif
