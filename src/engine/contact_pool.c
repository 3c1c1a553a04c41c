#include "engine/contact_pool.h"

#include <string.h>

#include "engine/ascending_list.h"

/* Fewer contacts per hole: records move more often. More: memory has more holes to read past. */
#define MIN_CONTACTS_PER_HOLE 4

void md_contact_pool_remove(struct contact_pool *pool, const int32_t *records, int32_t count)
{
    int32_t *order = pool->order.at;
    int32_t kept = 0;
    int32_t next = 0;
    for (int32_t k = 0; k <= count; ++k) {
        const int32_t end = k == count        ? pool->count
                            : pool->is_sorted ? list_find(order, next, records[k])
                                              : ascending_list_find(order, next, pool->count, records[k]);
        memmove(order + kept, order + next, (size_t)(end - next) * sizeof *order);
        kept += end - next;
        next = end + 1;
    }
    pool->count = kept;
}

bool md_contact_pool_has_many_holes(const struct contact_pool *pool)
{
    return pool->used - pool->count > pool->count / MIN_CONTACTS_PER_HOLE;
}

void md_contact_pool_renumber(struct contact_pool *pool, int32_t *list, int32_t list_count)
{
    int32_t *order = pool->order.at;
    int32_t renumbered = 0;
    for (int32_t n = 0; n < pool->count; ++n) {
        if (renumbered < list_count && list[renumbered] == order[n]) {
            list[renumbered++] = n;
        }
        order[n] = n;
    }
    pool->used = pool->count;
}
