/* Preloaded into a program (LD_PRELOAD), lets its n-th allocation fail: n is in MODULUS_FAIL_ALLOCATION. When the
 * program ends, the number of its allocations is written to the file that MODULUS_ALLOCATION_COUNT names. Allocations
 * before main are not counted: they belong to the dynamic loader and the start of other libraries. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The allocator of the C library, under the names that it exports for this purpose. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static bool is_counting;
static long allocation_count, failing_allocation;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("MODULUS_FAIL_ALLOCATION");
    failing_allocation = number != NULL ? atol(number) : 0;
    unsetenv("LD_PRELOAD"); /* programs that are started from here run as usual */
    is_counting = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("MODULUS_ALLOCATION_COUNT");
    const int file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    is_counting = false;
    if (file >= 0) {
        dprintf(file, "%ld\n", allocation_count);
        close(file);
    }
}

static bool fails(void)
{
    if (!is_counting || __atomic_add_fetch(&allocation_count, 1, __ATOMIC_RELAXED) != failing_allocation) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}
