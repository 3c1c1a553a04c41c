/* Packing the rows of a problem between bodies into SIMD blocks, and mapping the result back. */
#ifndef MODULUS_LCP_BLOCK_PACKING_H
#define MODULUS_LCP_BLOCK_PACKING_H

#include "lcp/block_problem.h"

struct block_packing {
    struct block_layout layout;
    struct joint_blocks joints;       /* in 2D: of the rows that are not contacts */
    struct manifold_blocks manifolds; /* in 3D */
    struct block_problem blocks;
    bool is_worthwhile;             /* the order of the rows is kept, and at least half of the lanes are used */
    bool is_possible;               /* in 3D: all contacts fit */
    struct block_contact *contacts; /* of the problem; `owner` is the row of the normal */
    size_t contact_capacity;
    struct indices owners;     /* the row of the normal, per lane */
    struct indices row;        /* the packed row, per row of the problem */
    struct reals lambda, y, w; /* the result in the order of the problem */
};

void md_block_packing_free(struct block_packing *packing, const md_allocator *allocator);
/** Packs a problem of bodies. With `only_if_worthwhile` it may only find that packing is not worthwhile; a problem in
 *  3D may be one that cannot be packed (manifold_packing.h). */
md_status md_block_packing_pack(struct block_packing *packing, const md_allocator *allocator, const md_problem *problem,
                                bool only_if_worthwhile);

#endif
