/* Handle pools: indices with a generation, so that stale handles are detected.
 *
 * Released indices are reused last in, first out, so that the same calls give the same handles. A generation is odd
 * while its index is in use and even while it is free; a handle of zeros is never valid. After 2^31 uses an index is
 * retired: its generation would repeat, and make a stale handle valid again.
 */
#ifndef MODULUS_ENGINE_HANDLES_H
#define MODULUS_ENGINE_HANDLES_H

#include <modulus/base.h>

struct handle_pool {
    uint32_t *generation;
    int32_t *next_free;
    size_t generation_capacity, next_capacity;
    int32_t count;      /* indices ever used; each one is in use, in the free list or retired */
    int32_t used;       /* indices in use */
    int32_t first_free; /* -1: the free list is empty */
};

/** Returns a pool without indices, which owns no memory. */
struct handle_pool md_handles_empty(void);
void md_handles_free(struct handle_pool *pool, const md_allocator *allocator);

/** Takes an index from the free list or extends the pool. Fails with MD_ERROR_SIZE if `limit` indices are in use, and
 *  with MD_ERROR_MEMORY. */
md_status md_handles_allocate(struct handle_pool *pool, const md_allocator *allocator, int32_t limit, int32_t *index);

/** Returns an index, which must be in use, to the free list, or retires it. */
void md_handles_release(struct handle_pool *pool, int32_t index);

/** True if counts, generations and free list agree. For pools that were read from a snapshot. */
bool md_handles_check(const struct handle_pool *pool);

/** True if a handle refers to the present user of its index. Accepts any numbers. */
static inline bool md_handles_is_valid(const struct handle_pool *pool, int32_t index, uint32_t generation)
{
    return index >= 0 && index < pool->count && pool->generation[index] == generation && (generation & 1) == 1;
}

static inline bool md_handles_is_used(const struct handle_pool *pool, int32_t index)
{
    return (pool->generation[index] & 1) == 1;
}

/** Returns the first index in use from `index` on; -1: none. */
static inline int32_t md_handles_next_used(const struct handle_pool *pool, int32_t index)
{
    while (index < pool->count && !md_handles_is_used(pool, index)) {
        ++index;
    }
    return index < pool->count ? index : -1;
}

#endif
