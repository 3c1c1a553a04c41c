/* Growable arrays of numbers and indices, on the allocator that their owner was made with.
 *
 * An array keeps its capacity when its owner is filled anew, so that a problem of the same size costs no allocation.
 */
#ifndef MODULUS_BASE_MEMORY_H
#define MODULUS_BASE_MEMORY_H

#include <modulus/base.h>

/** How many turns before its own a record of a list is asked for. */
#define PREFETCH_AHEAD 8

/** Asks for a number of cache lines that will be read soon. */
static inline void prefetch(const void *from, int lines)
{
#if defined(__GNUC__)
    for (int i = 0; i < lines; ++i) {
        __builtin_prefetch((const char *)from + 64 * i);
        __asm__ volatile(
            ""); /* gcc takes a function that does nothing else for one without effect, and leaves it out */
    }
#else
    (void)from;
    (void)lines;
#endif
}

struct reals {
    md_real *at;
    size_t capacity;
};

struct indices {
    int32_t *at;
    size_t capacity;
};

/** `allocator`, or the default where it is NULL. */
md_allocator md_allocator_or_default(const md_allocator *allocator);

/** a * b, or false where it overflows. */
bool md_size_multiply(size_t a, size_t b, size_t *product);

/** Makes room for `count` elements, keeping those that are there. Grows by half at the least, so that adding one
 *  element at a time costs a constant each. On failure the block is as before. */
md_status md_array_reserve(const md_allocator *allocator, void **block, size_t *capacity, size_t count,
                           size_t element_size);
void md_array_free(const md_allocator *allocator, void **block, size_t *capacity, size_t element_size);

static inline md_status reals_reserve(const md_allocator *allocator, struct reals *array, size_t count)
{
    void *block = array->at;
    const md_status status = md_array_reserve(allocator, &block, &array->capacity, count, sizeof *array->at);
    array->at = block;
    return status;
}

static inline void reals_free(const md_allocator *allocator, struct reals *array)
{
    void *block = array->at;
    md_array_free(allocator, &block, &array->capacity, sizeof *array->at);
    array->at = NULL;
}

static inline md_status indices_reserve(const md_allocator *allocator, struct indices *array, size_t count)
{
    void *block = array->at;
    const md_status status = md_array_reserve(allocator, &block, &array->capacity, count, sizeof *array->at);
    array->at = block;
    return status;
}

static inline void indices_free(const md_allocator *allocator, struct indices *array)
{
    void *block = array->at;
    md_array_free(allocator, &block, &array->capacity, sizeof *array->at);
    array->at = NULL;
}

#endif
