/* Contact pool: numbers of contact records in the order of the constraint rows. That is the order of creation, and numbers
 * ascend; or, in a world with partitions, the order of the shapes (contact_order.inc.h).
 *
 * A removed contact leaves a hole among the records, and only the list of numbers, four bytes each, moves up.
 * Compaction moves the records; it is worth its cost only when there are many holes.
 */
#ifndef MODULUS_ENGINE_CONTACT_POOL_H
#define MODULUS_ENGINE_CONTACT_POOL_H

#include "base/memory.h"

struct contact_pool {
    struct indices order; /* numbers of the records in use */
    int32_t count;        /* of these */
    int32_t used;         /* records in use, and holes */
    bool is_sorted;       /* by shapes, so that the numbers need not ascend */
};

/** Takes the record after the last one. `order` must have room for it. */
static inline int32_t contact_pool_take(struct contact_pool *pool)
{
    pool->order.at[pool->count++] = pool->used;
    return pool->used++;
}

/** Removes records that are in use, given in the order of the list. */
void md_contact_pool_remove(struct contact_pool *pool, const int32_t *records, int32_t count);
/** Whether there are so many holes that compaction pays. */
bool md_contact_pool_has_many_holes(const struct contact_pool *pool);
/** Returns where to find record order[n] while compaction swaps records 0, 1, ..., n with their final ones: an earlier swap may
 *  have moved it. */
static inline int32_t contact_pool_source(const struct contact_pool *pool, int32_t n)
{
    int32_t from = pool->order.at[n];
    while (from < n) {
        from = pool->order.at[from];
    }
    return from;
}
/** Renumbers the records 0 to count - 1, after the caller has moved record order[n] to n for each n. `list` holds some
 *  of the records in the same order and is renumbered too. */
void md_contact_pool_renumber(struct contact_pool *pool, int32_t *list, int32_t list_count);

#endif
