/* A table from pairs of indices to an index: which contact belongs to these two shapes?
 *
 * Open addressing with linear probing; the order of a pair does not matter. Nothing is ever iterated in the order of the
 * table, so that its layout decides nothing.
 */
#ifndef MODULUS_BASE_PAIR_TABLE_H
#define MODULUS_BASE_PAIR_TABLE_H

#include <modulus/base.h>

struct pair_entry {
    uint64_t key; /* the pair, smaller index high; UINT64_MAX where the place is free */
    int32_t value;
};

struct pair_table {
    struct pair_entry *at;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

void md_pairs_free(struct pair_table *table, const md_allocator *allocator);

/** The value of a pair, -1 where it is not in the table. */
int32_t md_pairs_find(const struct pair_table *table, int32_t a, int32_t b);

/** Adds a pair of two different indices that is not in the table. On failure the table is as before. */
md_status md_pairs_add(struct pair_table *table, const md_allocator *allocator, int32_t a, int32_t b, int32_t value);

/** Gives a pair that is in the table another value. */
void md_pairs_set(struct pair_table *table, int32_t a, int32_t b, int32_t value);

/** Takes a pair out; false where it was not in the table. */
bool md_pairs_remove(struct pair_table *table, int32_t a, int32_t b);

/** Forgets all pairs and keeps the memory. */
void md_pairs_clear(struct pair_table *table);

#endif
