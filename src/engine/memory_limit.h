/* Memory limit: an allocator that counts its bytes and refuses to exceed a maximum. */
#ifndef MODULUS_ENGINE_MEMORY_LIMIT_H
#define MODULUS_ENGINE_MEMORY_LIMIT_H

#include <modulus/base.h>

struct memory_limit {
    md_allocator owner; /* provides the memory */
    size_t bytes;       /* allocated now, this struct included */
    size_t max_bytes;   /* 0: no limit */
};

/** Allocates a limit from an allocator (NULL: the heap). Returns NULL if memory is out. */
struct memory_limit *md_memory_limit_create(const md_allocator *owner, size_t max_bytes);
void md_memory_limit_destroy(struct memory_limit *limit);
/** The allocator that counts; it points to the limit. */
md_allocator md_memory_limit_allocator(struct memory_limit *limit);

#endif
