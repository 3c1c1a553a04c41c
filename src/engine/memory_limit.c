#include "engine/memory_limit.h"

#include "base/memory.h"

static void *resize_within_limit(void *user, void *block, size_t old_size, size_t new_size)
{
    struct memory_limit *limit = user;
    const size_t others = limit->bytes - old_size;
    if (limit->max_bytes > 0 && new_size > old_size &&
        (new_size > limit->max_bytes || others > limit->max_bytes - new_size)) {
        return NULL;
    }
    void *resized = limit->owner.resize(limit->owner.user, block, old_size, new_size);
    if (resized != NULL || new_size == 0) {
        limit->bytes = others + new_size;
    }
    return resized;
}

struct memory_limit *md_memory_limit_create(const md_allocator *owner, size_t max_bytes)
{
    const md_allocator allocator = md_allocator_or_default(owner);
    struct memory_limit *limit = allocator.resize(allocator.user, NULL, 0, sizeof *limit);
    if (limit != NULL) {
        *limit = (struct memory_limit){.owner = allocator, .bytes = sizeof *limit, .max_bytes = max_bytes};
    }
    return limit;
}

void md_memory_limit_destroy(struct memory_limit *limit)
{
    const md_allocator owner = limit->owner;
    owner.resize(owner.user, limit, sizeof *limit, 0);
}

md_allocator md_memory_limit_allocator(struct memory_limit *limit)
{
    return (md_allocator){resize_within_limit, limit};
}
