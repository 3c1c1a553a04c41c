/* A hash set of unordered pairs of indices, such as the pairs of shapes that have a contact.
 *
 * Open addressing with linear probing. Nothing iterates over the table, so its layout does not affect results.
 */
#ifndef MODULUS_ENGINE_PAIR_SET_H
#define MODULUS_ENGINE_PAIR_SET_H

#include <modulus/base.h>

struct pair_set {
    uint64_t *key;   /* smaller index in the high half; UINT64_MAX in an empty entry */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

void md_pair_set_free(struct pair_set *set, const md_allocator *allocator);

bool md_pair_set_has(const struct pair_set *set, int32_t a, int32_t b);

/** Prefetches the entry of a pair that is looked up soon. */
void md_pair_set_prefetch(const struct pair_set *set, int32_t a, int32_t b);

/** Adds a pair of two different indices that is not in the set. On failure the set is unchanged. */
md_status md_pair_set_add(struct pair_set *set, const md_allocator *allocator, int32_t a, int32_t b);

/** Removes a pair. Returns false if it is not in the set. */
bool md_pair_set_remove(struct pair_set *set, int32_t a, int32_t b);

#endif
