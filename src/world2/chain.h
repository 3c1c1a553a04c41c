/* Chains: the segments that one call has created, as one handle.
 *
 * The segments of a chain follow each other in the list of shapes of their body. A chain exists as long as it has a
 * segment; a segment can be destroyed on its own. Which chain a segment belongs to is stored in the shape: the rest
 * follows from that.
 */
#ifndef MODULUS_WORLD2_CHAIN_H
#define MODULUS_WORLD2_CHAIN_H

#include <modulus/world2.h>

#include "engine/handles.h"

struct chain {
    int32_t first_shape;
    int32_t count; /* segments */
};

struct chains {
    struct handle_pool handles;
    struct chain *at;
    size_t capacity;
};

/** Handle of a chain; generation 0 for index -1. */
md2_chain_id md2_chain_id_of(const md2_world *world, int32_t index);
void md2_chains_free(struct chains *chains, const md_allocator *allocator);
/** Takes a segment, which is about to be removed from the list of its body, out of its chain. */
void md2_chain_remove_segment(md2_world *world, int32_t shape);
/** Computes the chains of a world that was read from the chains of its shapes. Returns false if they do not agree with
 *  the handles. */
bool md2_chains_rebuild(md2_world *world);

#endif
