/* Sorting of indices by a key, stable: items with the same key keep their order, so that the result never depends on the
 * library. */
#ifndef MODULUS_BASE_SORT_H
#define MODULUS_BASE_SORT_H

#include <modulus/base.h>

struct keyed {
    uint64_t key;
    int32_t item;
};

/** Returns a key that orders numbers as <. The two zeros are equal. Not for NaN. */
uint64_t md_sort_key(double number);

/** Sorts by ascending key in O(n log n). `scratch` has the same size. */
void md_sort_keyed(struct keyed *items, struct keyed *scratch, size_t count);

#endif
