/* Packing a problem of rows between bodies in 2D into blocks. */
#ifndef MODULUS_LCP_BLOCK_PACKING_H
#define MODULUS_LCP_BLOCK_PACKING_H

#include "lcp/block_problem.h"

/** A problem from elsewhere in blocks, and the way back. */
struct block_packing {
    struct block_layout layout;
    struct block_problem blocks;
    bool is_worthwhile;             /* the order of the rows is kept, and the lanes are half full at the least */
    struct block_contact *contacts; /* of the problem, whose `owner` is the row that starts them */
    size_t contact_capacity;
    struct indices owners;     /* of a lane, the row that starts its contact */
    struct indices row;        /* of each row of the problem: its row in the packed one */
    struct reals lambda, y, w; /* the result, in the problem's order */
};

void md_block_packing_free(struct block_packing *packing, const md_allocator *allocator);
/** Packs a problem of bodies in 2D; or finds that it does not pay, and leaves it, where that is to be asked. */
md_status md_block_packing_pack(struct block_packing *packing, const md_allocator *allocator, const md_problem *problem,
                                bool only_if_worthwhile);

#endif
