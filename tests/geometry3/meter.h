/* An allocator that fails, and that notices leaks. */
#ifndef MODULUS_TESTS_METER_H
#define MODULUS_TESTS_METER_H

#include <modulus/base.h>

/** Fails from the n-th allocation on, and counts what is in use. */
struct meter {
    int left;
    size_t used;
};

static inline void *metered_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    struct meter *meter = user;
    if (new_size > 0 && --meter->left < 0) {
        return NULL;
    }
    meter->used += new_size - old_size;
    const md_allocator heap = md_allocator_default();
    return heap.resize(heap.user, block, old_size, new_size);
}

#endif
