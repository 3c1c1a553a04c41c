#include "base/memory.h"

#include <stdlib.h>

static void *heap_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

md_allocator md_allocator_default(void)
{
    return (md_allocator){.resize = heap_resize, .user = NULL};
}

md_allocator md_allocator_or_default(const md_allocator *allocator)
{
    return allocator != NULL && allocator->resize != NULL ? *allocator : md_allocator_default();
}

bool md_size_multiply(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b) {
        return false;
    }
    *product = a * b;
    return true;
}

md_status md_array_reserve(const md_allocator *allocator, void **array, size_t *capacity, size_t count,
                           size_t element_size)
{
    if (count <= *capacity) {
        return MD_OK;
    }
    size_t new_capacity = *capacity + *capacity / 2;
    if (new_capacity < count) {
        new_capacity = count;
    }
    size_t bytes = 0;
    if (!md_size_multiply(new_capacity, element_size, &bytes) || bytes > PTRDIFF_MAX) {
        return MD_ERROR_SIZE;
    }
    void *grown = allocator->resize(allocator->user, *array, *capacity * element_size, bytes);
    if (grown == NULL) {
        return MD_ERROR_MEMORY;
    }
    *array = grown;
    *capacity = new_capacity;
    return MD_OK;
}

void md_array_free(const md_allocator *allocator, void **array, size_t *capacity, size_t element_size)
{
    if (*array != NULL) {
        allocator->resize(allocator->user, *array, *capacity * element_size, 0);
    }
    *array = NULL;
    *capacity = 0;
}
