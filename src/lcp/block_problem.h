/* A problem of bodies in 2D with its contacts in blocks of lanes, to be swept several at a time (block_layout.h).
 *
 * The rows are those of `packed`: first the loose ones, which are no contacts, such as joints, swept one by one; then for each block its
 * normals and, where there is friction, its tangents, which follow them. Of the loose rows alone it has Jacobians and bodies; those of
 * the contacts are in the layout, which several problems may share. An empty lane is a row between nothing whose impulse is 0.
 */
#ifndef MODULUS_LCP_BLOCK_PROBLEM_H
#define MODULUS_LCP_BLOCK_PROBLEM_H

#include "lcp/block_layout.h"

struct block_problem {
    const struct block_layout *layout;
    md_problem packed;        /* the bodies are its own, or those of the problem that was packed */
    int32_t scalar_rows;      /* rows before the first block */
    int32_t rows_per_contact; /* 2, or 1 where no contact has a tangent */
    int32_t rows;             /* without those of empty lanes */
    /* Contacts have no compliance, normals no upper bound, tangents the same on either side. Of their limits the upper ones of tangents
     * alone are there, 0 where there is no tangent. */
    bool is_simple;
};

/** The row of the normal of a lane; its tangent is MD_LANES further. */
static inline int32_t md_block_problem_row(const struct block_problem *blocks, int32_t lane)
{
    return blocks->scalar_rows + lane / MD_LANES * blocks->rows_per_contact * MD_LANES + lane % MD_LANES;
}

/** Room for the rows of all blocks after the loose ones, of which there are `packed.m`. */
md_status md_block_problem_open(struct block_problem *blocks, const md_allocator *allocator,
                                const struct block_layout *layout, int32_t rows_per_contact);
void md_block_problem_free(struct block_problem *blocks, const md_allocator *allocator);
/** The row arrays alone, where the bodies are those of another. */
void md_block_problem_free_rows(struct block_problem *blocks, const md_allocator *allocator);

#endif
