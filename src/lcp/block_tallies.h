/* Tallies: where a sweep over SIMD blocks keeps the sums of several islands (row_islands.h) apart.
 *
 * Contacts and joints may share a block with those of other islands. A tally has sums per lane, for all blocks of a partition
 * whose lanes belong to the same islands.
 */
#ifndef MODULUS_LCP_BLOCK_TALLIES_H
#define MODULUS_LCP_BLOCK_TALLIES_H

#include "lcp/block_problem.h"

struct block_tallies {
    int32_t count;
    struct indices contacts; /* tally of each block of contacts */
    struct indices joints;   /* tally of each block of joints */
    struct indices lane;     /* of each tally: the islands of the lanes of its blocks */
    struct indices table;    /* workspace: a hash table of tallies */
};

/** Finds the tallies of all blocks. `island` is that of each body slot, -1 if no row changes its velocity. */
md_status md_block_tallies_find(struct block_tallies *tallies, const md_allocator *allocator,
                                const struct block_problem *blocks, const int32_t *island);
void md_block_tallies_free(struct block_tallies *tallies, const md_allocator *allocator);

/** The islands of the MD_LANES lanes of the blocks of a tally. */
static inline const int32_t *md_block_tally_lanes(const struct block_tallies *tallies, int32_t tally)
{
    return tallies->lane.at + MD_LANES * (size_t)tally;
}

#endif
