#include "base/slots.h"

#include "base/memory.h"

struct slots md_slots_empty(void)
{
    return (struct slots){.first_free = -1};
}

void md_slots_free(struct slots *slots, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&slots->generation, &slots->generation_capacity, sizeof *slots->generation);
    md_array_free(allocator, (void **)&slots->next_free, &slots->next_capacity, sizeof *slots->next_free);
    *slots = md_slots_empty();
}

/* A slot that was never used before. */
static md_status extend(struct slots *slots, const md_allocator *allocator, int32_t *index)
{
    const size_t wanted = (size_t)slots->count + 1;
    md_status status = md_array_reserve(allocator, (void **)&slots->generation, &slots->generation_capacity, wanted,
                                        sizeof *slots->generation);
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&slots->next_free, &slots->next_capacity, wanted,
                                  sizeof *slots->next_free);
    }
    if (status == MD_OK) {
        *index = slots->count++;
        slots->generation[*index] = 0;
    }
    return status;
}

md_status md_slots_take(struct slots *slots, const md_allocator *allocator, int32_t most, int32_t *index)
{
    if (slots->used >= most) {
        return MD_ERROR_SIZE;
    }
    if (slots->first_free >= 0) {
        *index = slots->first_free;
        slots->first_free = slots->next_free[*index];
    } else {
        const md_status status = extend(slots, allocator, index);
        if (status != MD_OK) {
            return status;
        }
    }
    ++slots->generation[*index];
    ++slots->used;
    return MD_OK;
}

void md_slots_give(struct slots *slots, int32_t index)
{
    ++slots->generation[index];
    --slots->used;
    slots->next_free[index] = slots->first_free;
    slots->first_free = index;
}

/* The list of free slots, of which there are `left`: a walk that ends after as many steps came by each of them once. */
static bool check_free(const struct slots *slots, int32_t left)
{
    int32_t i = slots->first_free;
    for (; left > 0 && i >= 0 && i < slots->count && !md_slots_used(slots, i); --left) {
        i = slots->next_free[i];
    }
    return left == 0 && i == -1;
}

bool md_slots_check(const struct slots *slots)
{
    int32_t used = 0;
    for (int32_t i = 0; i < slots->count; ++i) {
        used += md_slots_used(slots, i);
    }
    return used == slots->used && check_free(slots, slots->count - used);
}
