/* Texts that come from files and users: are they valid UTF-8, and how are they shown on a terminal? */
#ifndef MODULUS_BASE_UTF8_H
#define MODULUS_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/** The number of bytes of the character at the beginning of a text of `size` bytes. 0 if these are not valid UTF-8 as
 *  RFC 3629 defines it: no surrogates, no characters beyond U+10FFFF, and no longer encodings than necessary. */
size_t md_utf8_character(const char *text, size_t size);

/** The number of valid bytes before the first NUL or invalid character; `size` if the whole text is valid. */
size_t md_utf8_prefix(const char *text, size_t size);

/** A copy of a text that is safe on a terminal. */
struct printable {
    char text[1024];
};

/** Control characters, which could change the terminal, and bytes that are not UTF-8 become \xNN. A longer text ends
 *  with "...". */
struct printable md_printable(const char *text);

#endif
