/* Suggestions for misspelt names. */
#ifndef MODULUS_BASE_NEAREST_H
#define MODULUS_BASE_NEAREST_H

#include <stddef.h>

/** Returns the name nearest to `name` by edit distance, or NULL if none is near: fewer than half of the letters may
 *  differ. `names` points to the first of an array of `const char *`, `stride` bytes apart, that ends with NULL; so the
 *  names may be the first fields of an array of structs. */
const char *md_nearest_name(const char *name, const void *names, size_t stride);

#endif
