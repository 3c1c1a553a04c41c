/* Islands of a problem: rows that are coupled, directly or through others, by dynamic bodies, by elements of A, or as
 * friction and its normal. No row of one island affects a row of another, so each is accelerated on its own. All rows of a
 * divided problem count as one island.
 */
#ifndef MODULUS_LCP_ROW_ISLANDS_H
#define MODULUS_LCP_ROW_ISLANDS_H

#include "base/memory.h"
#include "lcp/block_tallies.h"
#include "lcp/system.h"

struct row_islands {
    int32_t count;        /* if it is 1, nothing below is filled in */
    struct indices row;   /* island of each scalar row */
    struct indices state; /* island of each body slot (or velocity, if J is general); -1: none */
    struct block_tallies tallies;

    /* The layouts of the last problem, if it had no scalar rows: its islands are those of the layouts. */
    const struct block_layout *layout, *joints;
    uint64_t layout_version, joints_version;

    /* Workspace: union-find over body slots or velocities, then scalar rows. */
    struct indices root, number;
};

/** Finds the islands of a system and the blocks of its problem (or NULL), without regard to their order in memory. */
md_status md_row_islands_find(struct row_islands *islands, const md_allocator *allocator, const md_problem *problem,
                              const struct system *system, const struct block_problem *blocks);
void md_row_islands_free(struct row_islands *islands, const md_allocator *allocator);

#endif
