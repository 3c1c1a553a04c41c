#include "engine/number_list.h"

#include <string.h>

#include "base/memory.h"

void md_number_list_free(struct number_list *list, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&list->at, &list->capacity, sizeof *list->at);
    list->count = 0;
}

/* The position of the first number that is not below `number`. */
static int32_t position_of(const struct number_list *list, int32_t number)
{
    int32_t low = 0;
    int32_t high = list->count;
    if (high > 0 && list->at[high - 1].number < number) {
        return high;
    }
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (list->at[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int32_t md_number_list_find(const struct number_list *list, int32_t number)
{
    const int32_t n = position_of(list, number);
    return n < list->count && list->at[n].number == number ? list->at[n].slot : -1;
}

md_status md_number_list_add(struct number_list *list, const md_allocator *allocator, int32_t number, int32_t slot)
{
    const md_status status =
        md_array_reserve(allocator, (void **)&list->at, &list->capacity, (size_t)list->count + 1, sizeof *list->at);
    if (status != MD_OK) {
        return status;
    }
    const int32_t n = position_of(list, number);
    memmove(list->at + n + 1, list->at + n, (size_t)(list->count - n) * sizeof *list->at);
    list->at[n] = (struct numbered){number, slot};
    ++list->count;
    return MD_OK;
}

void md_number_list_remove_marked(struct number_list *list, const int32_t *marks)
{
    int32_t kept = 0;
    for (int32_t n = 0; n < list->count; ++n) {
        list->at[kept] = list->at[n];
        kept += marks[list->at[n].slot] == 0;
    }
    list->count = kept;
}
