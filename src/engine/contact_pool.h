/* Contact pool: numbers of contact records in the order of creation, which is the order of the constraint rows.
 *
 * A removed contact leaves a hole among the records, and only the list of numbers, four bytes each, moves up.
 * Compaction moves the records; it is worth its cost only when there are many holes. Numbers ascend in the list, with
 * holes or without.
 */
#ifndef MODULUS_ENGINE_CONTACT_POOL_H
#define MODULUS_ENGINE_CONTACT_POOL_H

#include "base/memory.h"

struct contact_pool {
    struct indices order; /* numbers of the records in use, ascending */
    int32_t count;        /* of these */
    int32_t used;         /* records in use, and holes */
};

/** Takes the record after the last one. `order` must have room for it. */
static inline int32_t contact_pool_take(struct contact_pool *pool)
{
    pool->order.at[pool->count++] = pool->used;
    return pool->used++;
}

/** The first place from `first` on where an ascending list has no smaller record; `count` if there is none. */
static inline int32_t contact_pool_place(const int32_t *list, int32_t first, int32_t count, int32_t record)
{
    while (first < count) {
        const int32_t middle = first + (count - first) / 2;
        if (list[middle] < record) {
            first = middle + 1;
        } else {
            count = middle;
        }
    }
    return first;
}

/** Removes records in use, given in ascending order. */
void md_contact_pool_remove(struct contact_pool *pool, const int32_t *records, int32_t count);
/** Whether there are so many holes that compaction pays. */
bool md_contact_pool_has_many_holes(const struct contact_pool *pool);
/** Renumbers the records 0 to count - 1, after the caller has moved record order[n] to n for each n. `list` holds some
 *  of the records in ascending order and is renumbered too. */
void md_contact_pool_renumber(struct contact_pool *pool, int32_t *list, int32_t list_count);

#endif
