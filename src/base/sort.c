#include "base/sort.h"

#include <string.h>

/* The bits of a positive number are ordered as the number, those of a negative one in reverse. */
uint64_t md_sort_key(double number)
{
    const double value = number + 0.0; /* -0 becomes 0 */
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t sign = UINT64_C(1) << 63;
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

/* Merges from[first .. middle) and from[middle .. last) into `to`. */
static void merge(const struct keyed *from, struct keyed *to, size_t first, size_t middle, size_t last)
{
    size_t a = first, b = middle;
    for (size_t i = first; i < last; ++i) {
        const bool take_a = a < middle && (b >= last || from[a].key <= from[b].key);
        to[i] = take_a ? from[a++] : from[b++];
    }
}

/* Merge sort from the bottom up. */
void md_sort_keyed(struct keyed *items, struct keyed *scratch, size_t count)
{
    struct keyed *from = items, *to = scratch;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t first = 0; first < count; first += 2 * width) {
            const size_t middle = first + width < count ? first + width : count;
            const size_t last = middle + width < count ? middle + width : count;
            merge(from, to, first, middle, last);
        }
        struct keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, count * sizeof *items);
    }
}
