/* Collision filters: which shapes may collide, by category and mask bits and by group. */
#ifndef MODULUS_ENGINE_FILTER_H
#define MODULUS_ENGINE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct collision_filter {
    uint64_t category, mask;
    int32_t group;
};

/** Whether each category shares a bit with the mask of the other. */
static inline bool filter_bits_match(uint64_t category_a, uint64_t mask_a, uint64_t category_b, uint64_t mask_b)
{
    return (category_a & mask_b) != 0 && (category_b & mask_a) != 0;
}

/** Whether two shapes may collide. In the same group other than 0 its sign decides, else the bits. */
static inline bool filter_allows(struct collision_filter a, struct collision_filter b)
{
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return filter_bits_match(a.category, a.mask, b.category, b.mask);
}

#endif
