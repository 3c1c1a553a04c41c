/* Growable arrays on the allocator of their owner.
 *
 * An array keeps its capacity when its owner is refilled, so that a second problem of the same size does not allocate.
 */
#ifndef MODULUS_BASE_MEMORY_H
#define MODULUS_BASE_MEMORY_H

#include <modulus/base.h>

/** Loops over records prefetch the record this many iterations ahead. */
#define PREFETCH_AHEAD 8

/** Prefetches a number of cache lines. */
static inline void prefetch(const void *from, int lines)
{
#if defined(__GNUC__)
    for (int i = 0; i < lines; ++i) {
        __builtin_prefetch((const char *)from + 64 * i);
        /* Without this, gcc takes the function for one without effect and removes the call. */
        __asm__ volatile("");
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

/** Always double precision, for factorizations. */
struct doubles {
    double *at;
    size_t capacity;
};

struct indices {
    int32_t *at;
    size_t capacity;
};

/** Returns `allocator`, or the default one if it is NULL or empty. */
md_allocator md_allocator_or_default(const md_allocator *allocator);

/** Computes a * b. Returns false if it overflows. */
bool md_size_multiply(size_t a, size_t b, size_t *product);

/** Makes room for `count` elements and keeps the present ones. Grows by at least half, so that appending one element
 *  takes amortized constant time. On failure the array is unchanged. */
md_status md_array_reserve(const md_allocator *allocator, void **array, size_t *capacity, size_t count,
                           size_t element_size);
void md_array_free(const md_allocator *allocator, void **array, size_t *capacity, size_t element_size);

static inline md_status reals_reserve(const md_allocator *allocator, struct reals *array, size_t count)
{
    void *memory = array->at;
    const md_status status = md_array_reserve(allocator, &memory, &array->capacity, count, sizeof *array->at);
    array->at = memory;
    return status;
}

static inline void reals_free(const md_allocator *allocator, struct reals *array)
{
    void *memory = array->at;
    md_array_free(allocator, &memory, &array->capacity, sizeof *array->at);
    array->at = NULL;
}

static inline md_status doubles_reserve(const md_allocator *allocator, struct doubles *array, size_t count)
{
    void *memory = array->at;
    const md_status status = md_array_reserve(allocator, &memory, &array->capacity, count, sizeof *array->at);
    array->at = memory;
    return status;
}

static inline void doubles_free(const md_allocator *allocator, struct doubles *array)
{
    void *memory = array->at;
    md_array_free(allocator, &memory, &array->capacity, sizeof *array->at);
    array->at = NULL;
}

static inline md_status indices_reserve(const md_allocator *allocator, struct indices *array, size_t count)
{
    void *memory = array->at;
    const md_status status = md_array_reserve(allocator, &memory, &array->capacity, count, sizeof *array->at);
    array->at = memory;
    return status;
}

static inline void indices_free(const md_allocator *allocator, struct indices *array)
{
    void *memory = array->at;
    md_array_free(allocator, &memory, &array->capacity, sizeof *array->at);
    array->at = NULL;
}

#endif
