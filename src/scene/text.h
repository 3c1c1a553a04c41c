/* JSON text that grows as it is written. The first failure is kept, and what comes after it does nothing. */
#ifndef MODULUS_SCENE_TEXT_H
#define MODULUS_SCENE_TEXT_H

#include <modulus/geometry2.h>

struct text {
    md_allocator allocator;
    char *at; /* terminated */
    size_t used, capacity;
    const char *separator; /* what stands between two members: ", ", or a new line with its indent */
    bool has_member;       /* in the object or array that is being written */
    md_status status;
    char what[64]; /* the key whose number JSON cannot hold, where that is what failed */
};

void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

/** The separator, unless it is the first, and "key": where key is not NULL. */
void text_member(struct text *text, const char *key);
/** Opens an object or array ('{', '['), as a member; close with what it returned. */
struct text_level {
    const char *separator;
};
struct text_level text_open(struct text *text, const char *key, const char *bracket, const char *separator);
void text_close(struct text *text, struct text_level level, const char *bracket);

/** Members. What is not finite fails; text_number writes infinity as a text, for the keys that may be that. */
void text_number(struct text *text, const char *key, double number);
void text_real(struct text *text, const char *key, md_real real);
void text_vec(struct text *text, const char *key, md2_vec vec);
void text_string(struct text *text, const char *key, const char *string);

#endif
