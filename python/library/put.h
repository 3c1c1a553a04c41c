/* Writing the numbers of one body or contact point into arrays. */
#ifndef MODULUS_PYTHON_PUT_H
#define MODULUS_PYTHON_PUT_H

#include <string.h>

#include "companion.h"

/** Writes `count` numbers at a place of an array that has as many per place; nothing if the array is NULL. */
static inline void put(md_real *array, int32_t place, const void *numbers, size_t count)
{
    if (array != NULL) {
        memcpy(array + (size_t)place * count, numbers, count * sizeof *array);
    }
}

/** Writes two indices at a place of an array. */
static inline void put_pair(int32_t *array, int32_t place, int32_t first, int32_t second)
{
    if (array != NULL) {
        array[2 * (size_t)place] = first;
        array[2 * (size_t)place + 1] = second;
    }
}

#endif
