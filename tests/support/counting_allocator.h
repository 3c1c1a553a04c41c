/* An allocator that counts requests and live blocks, checks the sizes it is given, and fails on request. Every growth
 * moves the block, so that stale pointers are detected. */
#ifndef MODULUS_TESTS_COUNTING_ALLOCATOR_H
#define MODULUS_TESTS_COUNTING_ALLOCATOR_H

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

struct counting_allocator {
    size_t requests;      /* allocations and growths, including refused ones */
    size_t live_blocks;   /* blocks not yet freed */
    size_t largest_asked; /* in bytes */
    size_t refuse_nth;    /* refuse this request, counted from 1; 0: none */
    size_t refuse_above;  /* refuse larger blocks; 0: none */
};

/* The size of a block, stored before it and padded to the strictest alignment. */
union block_head {
    size_t size;
    max_align_t alignment;
};

static inline void *counting_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    struct counting_allocator *books = user;
    union block_head *head = block != NULL ? (union block_head *)block - 1 : NULL;
    assert_int_equal(old_size, head != NULL ? head->size : 0);
    if (new_size == 0) {
        assert_non_null(block);
        --books->live_blocks;
        free(head);
        return NULL;
    }
    ++books->requests;
    books->largest_asked = new_size > books->largest_asked ? new_size : books->largest_asked;
    if (books->requests == books->refuse_nth || (books->refuse_above != 0 && new_size > books->refuse_above)) {
        return NULL;
    }
    union block_head *moved = malloc(sizeof *moved + new_size);
    assert_non_null(moved);
    moved->size = new_size;
    if (head != NULL) {
        memcpy(moved + 1, block, old_size < new_size ? old_size : new_size);
        free(head);
    } else {
        ++books->live_blocks;
    }
    return moved + 1;
}

static inline md_allocator counting_allocator_of(struct counting_allocator *books)
{
    return (md_allocator){.resize = counting_resize, .user = books};
}

/** A function that uses an allocator, frees everything, and returns its status. */
typedef md_status allocating_function(const md_allocator *allocator, void *user);

/** Runs the function with its first allocation refused, then its second, and so on until none is. Asserts that it
 *  returns MD_ERROR_MEMORY and leaks nothing each time. Returns the number of its allocations. */
static inline size_t assert_survives_every_refusal(allocating_function *function, void *user)
{
    for (size_t nth = 1;; ++nth) {
        struct counting_allocator books = {.refuse_nth = nth};
        const md_allocator allocator = counting_allocator_of(&books);
        const md_status status = function(&allocator, user);
        assert_int_equal(books.live_blocks, 0);
        if (books.requests < nth) {
            assert_int_equal(status, MD_OK);
            return books.requests;
        }
        assert_int_equal(status, MD_ERROR_MEMORY);
    }
}

#endif
