/* Numbers by which all ranks know bodies or shapes, in ascending order, with the slots that these have on one rank. */
#ifndef MODULUS_ENGINE_NUMBER_LIST_H
#define MODULUS_ENGINE_NUMBER_LIST_H

#include <modulus/base.h>

struct numbered {
    int32_t number, slot;
};

struct number_list {
    struct numbered *at;
    size_t capacity;
    int32_t count;
};

void md_number_list_free(struct number_list *list, const md_allocator *allocator);
/** The slot of a number; -1: it is not in the list. */
int32_t md_number_list_find(const struct number_list *list, int32_t number);
/** Adds a number that is not in the list. Fast if it is the largest. On failure the list is unchanged. */
md_status md_number_list_add(struct number_list *list, const md_allocator *allocator, int32_t number, int32_t slot);
/** Removes the numbers whose slot is marked by a number other than 0. */
void md_number_list_remove_marked(struct number_list *list, const int32_t *marks);

#endif
