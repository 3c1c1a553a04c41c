/* Handles: small numbers for things that come and go, with a generation that tells a stale one from its successor.
 *
 * Freed slots are reused last in, first out, so that the same calls give the same handles. A generation is odd while its slot
 * is in use and even while it is free; a handle of zeros is never valid.
 */
#ifndef MODULUS_BASE_SLOTS_H
#define MODULUS_BASE_SLOTS_H

#include <modulus/base.h>

struct slots {
    uint32_t *generation;
    int32_t *next_free;
    size_t generation_capacity, next_capacity;
    int32_t count; /* slots ever used; each is in use or in the list of free ones */
    int32_t used;
    int32_t first_free; /* -1: none */
};

/** Empty, owning nothing. */
struct slots md_slots_empty(void);
void md_slots_free(struct slots *slots, const md_allocator *allocator);

/** Takes a slot, and room for it: MD_ERROR_SIZE at `most` slots in use, MD_ERROR_MEMORY. */
md_status md_slots_take(struct slots *slots, const md_allocator *allocator, int32_t most, int32_t *index);

/** Gives a slot back. It must be in use. */
void md_slots_give(struct slots *slots, int32_t index);

/** Whether all that is said above holds: for slots that were read from somewhere. */
bool md_slots_check(const struct slots *slots);

static inline bool md_slots_valid(const struct slots *slots, int32_t index, uint32_t generation)
{
    return index >= 0 && index < slots->count && slots->generation[index] == generation && (generation & 1) == 1;
}

static inline bool md_slots_used(const struct slots *slots, int32_t index)
{
    return (slots->generation[index] & 1) == 1;
}

#endif
