/* Lists of numbers, ascending or in another order, from which a few are removed. */
#ifndef MODULUS_ENGINE_ASCENDING_LIST_H
#define MODULUS_ENGINE_ASCENDING_LIST_H

#include <stdint.h>

/** Position of the first number from `begin` on that is not below `value`; `count` if there is none. Fast if it is near. */
static inline int32_t ascending_list_find(const int32_t *list, int32_t begin, int32_t count, int32_t value)
{
    int32_t stride = 1;
    while (stride < count - begin && list[begin + stride] < value) {
        begin += stride;
        stride *= 2;
    }
    int32_t end = stride < count - begin ? begin + stride : count;
    while (begin < end) {
        const int32_t middle = begin + (end - begin) / 2;
        if (list[middle] < value) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/** Position of a number that is in the list from `begin` on, in any order. */
static inline int32_t list_find(const int32_t *list, int32_t begin, int32_t value)
{
    while (list[begin] != value) {
        ++begin;
    }
    return begin;
}

#endif
