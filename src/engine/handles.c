#include "engine/handles.h"

#include "base/memory.h"

struct handle_pool md_handles_empty(void)
{
    return (struct handle_pool){.first_free = -1};
}

void md_handles_free(struct handle_pool *pool, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&pool->generation, &pool->generation_capacity, sizeof *pool->generation);
    md_array_free(allocator, (void **)&pool->next_free, &pool->next_capacity, sizeof *pool->next_free);
    *pool = md_handles_empty();
}

/* Adds an index that was never used before. */
static md_status extend(struct handle_pool *pool, const md_allocator *allocator, int32_t *index)
{
    const size_t count = (size_t)pool->count + 1;
    md_status status = md_array_reserve(allocator, (void **)&pool->generation, &pool->generation_capacity, count,
                                        sizeof *pool->generation);
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&pool->next_free, &pool->next_capacity, count,
                                  sizeof *pool->next_free);
    }
    if (status == MD_OK) {
        *index = pool->count++;
        pool->generation[*index] = 0;
    }
    return status;
}

md_status md_handles_allocate(struct handle_pool *pool, const md_allocator *allocator, int32_t limit, int32_t *index)
{
    if (pool->used >= limit) {
        return MD_ERROR_SIZE;
    }
    if (pool->first_free >= 0) {
        *index = pool->first_free;
        pool->first_free = pool->next_free[*index];
    } else {
        const md_status status = extend(pool, allocator, index);
        if (status != MD_OK) {
            return status;
        }
    }
    ++pool->generation[*index];
    ++pool->used;
    return MD_OK;
}

/* The generation of an index wraps to 0 after its last use. An index that is in the free list has been used, and its
 * generation is above 0. */
static bool is_retired(const struct handle_pool *pool, int32_t index)
{
    return pool->generation[index] == 0;
}

void md_handles_release(struct handle_pool *pool, int32_t index)
{
    ++pool->generation[index];
    --pool->used;
    if (!is_retired(pool, index)) {
        pool->next_free[index] = pool->first_free;
        pool->first_free = index;
    }
}

/* True if the free list has exactly `length` entries, all of them free. A list of that length cannot contain an index
 * twice, because it would never end. */
static bool check_free_list(const struct handle_pool *pool, int32_t length)
{
    int32_t i = pool->first_free;
    for (; length > 0 && i >= 0 && i < pool->count && !md_handles_is_used(pool, i) && !is_retired(pool, i); --length) {
        i = pool->next_free[i];
    }
    return length == 0 && i == -1;
}

bool md_handles_check(const struct handle_pool *pool)
{
    int32_t used = 0;
    int32_t retired = 0;
    for (int32_t i = 0; i < pool->count; ++i) {
        used += md_handles_is_used(pool, i);
        retired += is_retired(pool, i);
    }
    return used == pool->used && check_free_list(pool, pool->count - used - retired);
}
