/* Blocks of memory that live as long as one call. */
#ifndef MODULUS_BASE_SCRATCH_H
#define MODULUS_BASE_SCRATCH_H

#include "base/memory.h"

#define SCRATCH_MAX_BLOCKS 16

/** Starts as zeros but for the allocator. */
struct scratch {
    md_allocator allocator;
    void *block[SCRATCH_MAX_BLOCKS];
    size_t bytes[SCRATCH_MAX_BLOCKS];
    int32_t count;
};

/** Allocates an array. Returns NULL if memory is out, or if the size overflows. */
static inline void *scratch_take(struct scratch *scratch, size_t count, size_t element_size)
{
    size_t bytes = 0;
    if (scratch->count == SCRATCH_MAX_BLOCKS || !md_size_multiply(count, element_size, &bytes) || bytes > PTRDIFF_MAX) {
        return NULL;
    }
    bytes = bytes > 0 ? bytes : 1;
    void *block = scratch->allocator.resize(scratch->allocator.user, NULL, 0, bytes);
    if (block != NULL) {
        scratch->block[scratch->count] = block;
        scratch->bytes[scratch->count++] = bytes;
    }
    return block;
}

/** Frees all blocks taken after the first `keep`. */
static inline void scratch_free(struct scratch *scratch, int32_t keep)
{
    while (scratch->count > keep) {
        --scratch->count;
        scratch->allocator.resize(scratch->allocator.user, scratch->block[scratch->count],
                                  scratch->bytes[scratch->count], 0);
    }
}

#endif
