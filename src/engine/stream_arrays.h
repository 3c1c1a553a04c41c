/* Arrays and handle pools in a snapshot stream (stream.h). */
#ifndef MODULUS_ENGINE_STREAM_ARRAYS_H
#define MODULUS_ENGINE_STREAM_ARRAYS_H

#include "base/memory.h"
#include "engine/handles.h"
#include "engine/stream.h"

/** Visits the number of elements of an array, each of which takes `min_size` bytes or more in the stream. */
static inline void visit_count(struct stream *s, int32_t *count, size_t min_size)
{
    visit_int(s, count);
    refuse_unless(s, *count >= 0 && (size_t)*count <= (s->end - s->at) / min_size);
    if (s->status != MD_OK) {
        *count = 0;
    }
}

/** When reading, reserves an array of `count` elements and fills it with zeros. */
static inline void stream_reserve(struct stream *s, const md_allocator *allocator, void **array, size_t *capacity,
                                  int32_t count, size_t size)
{
    if (!is_reading(s) || count == 0) {
        return;
    }
    s->status = md_array_reserve(allocator, array, capacity, (size_t)count, size);
    if (s->status == MD_OK) {
        memset(*array, 0, (size_t)count * size);
    }
}

/** Visits a handle pool. The caller checks it (md_handles_check) after reading. */
static inline void visit_handles(struct stream *s, struct handle_pool *pool, const md_allocator *allocator)
{
    int32_t count = pool->count;
    visit_count(s, &count, sizeof *pool->generation);
    stream_reserve(s, allocator, (void **)&pool->generation, &pool->generation_capacity, count,
                   sizeof *pool->generation);
    stream_reserve(s, allocator, (void **)&pool->next_free, &pool->next_capacity, count, sizeof *pool->next_free);
    if (is_reading(s)) {
        pool->count = count;
    }
    visit_int(s, &pool->first_free);
    for (int32_t i = 0; i < pool->count; ++i) {
        visit_uint(s, &pool->generation[i]);
        if (!md_handles_is_used(pool, i)) {
            visit_int(s, &pool->next_free[i]);
        } else if (is_reading(s)) {
            ++pool->used;
        }
    }
}

#endif
