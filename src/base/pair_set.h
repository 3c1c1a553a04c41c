/* A set of pairs of indices: do these two shapes have a contact already?
 *
 * Open addressing with linear probing; the order of a pair does not matter. Nothing is ever iterated in the order of the
 * table, so that its layout decides nothing.
 */
#ifndef MODULUS_BASE_PAIR_SET_H
#define MODULUS_BASE_PAIR_SET_H

#include <modulus/base.h>

struct pair_set {
    uint64_t *at;    /* the pairs, smaller index high; UINT64_MAX where the place is free */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

void md_pairs_free(struct pair_set *table, const md_allocator *allocator);

bool md_pairs_has(const struct pair_set *table, int32_t a, int32_t b);

/** Asks for the memory in which a pair is or would be, which will be looked at soon. */
void md_pairs_prefetch(const struct pair_set *table, int32_t a, int32_t b);

/** Adds a pair of two different indices that is not in the table. On failure the table is as before. */
md_status md_pairs_add(struct pair_set *table, const md_allocator *allocator, int32_t a, int32_t b);

/** Takes a pair out; false where it was not in the table. */
bool md_pairs_remove(struct pair_set *table, int32_t a, int32_t b);

/** Forgets all pairs and keeps the memory. */
void md_pairs_clear(struct pair_set *table);

#endif
