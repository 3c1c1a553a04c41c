/* Sorted lists in memory of the caller: the first `capacity` items, and the number of all. For the results of queries. */
#ifndef MODULUS_ENGINE_SORTED_LIST_H
#define MODULUS_ENGINE_SORTED_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sorted_list {
    void *items; /* of the caller, sorted */
    size_t size; /* of an item */
    bool (*comes_before)(const void *a, const void *b);
    int32_t capacity;
    int32_t count; /* items that were added, kept or not */
};

/** Number of the first `kept` items that come before an item. */
static inline int32_t sorted_list_place(const struct sorted_list *list, int32_t kept, const void *item)
{
    int32_t begin = 0;
    for (int32_t end = kept; begin < end;) {
        const int32_t middle = begin + (end - begin) / 2;
        if (list->comes_before((const char *)list->items + (size_t)middle * list->size, item)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/** Inserts an item in order. A full list drops its last item. */
static inline void sorted_list_add(struct sorted_list *list, const void *item)
{
    const int32_t kept = list->count < list->capacity ? list->count : list->capacity;
    const int32_t place = sorted_list_place(list, kept, item);
    ++list->count;
    if (place < list->capacity) {
        char *at = (char *)list->items + (size_t)place * list->size;
        const int32_t moved = (kept < list->capacity ? kept : list->capacity - 1) - place;
        memmove(at + list->size, at, (size_t)moved * list->size);
        memcpy(at, item, list->size);
    }
}

#endif
