/* Suggestions for misspelt names. */
#ifndef MODULUS_BASE_NEAREST_H
#define MODULUS_BASE_NEAREST_H

#include <stddef.h>

/** Returns the name with the smallest edit distance to a misspelt one, or NULL if that is half of its letters or more.
 *  `names` points to the first of a list of names that are `stride` bytes apart; the list ends with NULL. Names of more
 *  than 32 characters are never suggested. */
const char *md_nearest_name(const char *name, const char *const *names, size_t stride);

#endif
