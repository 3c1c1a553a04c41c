/* A problem of bodies in 2D whose contacts are in SIMD blocks (block_layout.h).
 *
 * `packed` has the rows: scalar rows first (joints and other rows that are not contacts), then per block its normals
 * and, if there is friction, its tangents. Only the scalar rows have Jacobians and bodies in `packed`; those of the
 * contacts are in the layout, which several problems may share. A lane without a contact is a row of zeros.
 */
#ifndef MODULUS_LCP_BLOCK_PROBLEM_H
#define MODULUS_LCP_BLOCK_PROBLEM_H

#include "lcp/block_layout.h"

struct block_problem {
    const struct block_layout *layout;
    md_problem packed;        /* its bodies are its own, or those of the problem that was packed */
    int32_t scalar_rows;      /* rows before the first block */
    int32_t rows_per_contact; /* 2, or 1 if no contact has a tangent */
    int32_t rows;             /* without those of empty lanes */
    /* No contact has compliance, normals have no upper bound, bounds of tangents are symmetric. Then compliance and
     * bounds are not filled in, except for the upper bounds of tangents, which are 0 if there is no tangent. */
    bool is_simple;
};

/** The row of the normal of a lane; the tangent is MD_LANES rows later. */
static inline int32_t md_block_problem_row(const struct block_problem *blocks, int32_t lane)
{
    return blocks->scalar_rows + lane / MD_LANES * blocks->rows_per_contact * MD_LANES + lane % MD_LANES;
}

/** Reserves the rows of all blocks after the `packed.m` scalar rows. Contacts then count their rows in `rows` and clear
 *  `is_simple` if they are not simple. */
md_status md_block_problem_open(struct block_problem *blocks, const md_allocator *allocator,
                                const struct block_layout *layout, int32_t rows_per_contact);
void md_block_problem_free(struct block_problem *blocks, const md_allocator *allocator);

#endif
