/* Islands of a problem: rows that are coupled, directly or through others, by dynamic bodies, by elements of A, or as
 * friction and its normal. No row of one island affects a row of another, so each is accelerated on its own.
 *
 * Contacts in SIMD blocks (block_layout.h) may share a block with contacts of other islands. A tally is where a sweep
 * sums up the blocks of a partition whose lanes belong to the same islands.
 */
#ifndef MODULUS_LCP_ROW_ISLANDS_H
#define MODULUS_LCP_ROW_ISLANDS_H

#include "base/memory.h"
#include "lcp/block_problem.h"
#include "lcp/system.h"

struct row_islands {
    int32_t count;        /* if it is 1, nothing below is filled in */
    struct indices row;   /* island of each scalar row */
    struct indices state; /* island of each body slot (or velocity, if J is general); -1: none */

    /* Blocks. */
    struct indices tally; /* of each block */
    int32_t tallies;
    struct indices lane; /* of each tally: the islands of the lanes of its blocks */

    /* The layout of the last problem, if it had no scalar rows: its islands are those of the layout. */
    const struct block_layout *layout;
    uint64_t layout_version;

    /* Workspace: union-find over body slots or velocities, then scalar rows; a hash table of tallies. */
    struct indices root, number, table;
};

/** Finds the islands of a system and the blocks of its problem (or NULL), without regard to their order in memory. */
md_status md_row_islands_find(struct row_islands *islands, const md_allocator *allocator, const md_problem *problem,
                              const struct system *system, const struct block_problem *blocks);
void md_row_islands_free(struct row_islands *islands, const md_allocator *allocator);

#endif
