/* A problem of bodies in 2D whose contacts are in SIMD blocks (block_layout.h).
 *
 * `packed` has the rows: scalar rows first (joints and other rows that are not contacts), then per block its normals
 * and, if there is friction, its tangents, then the lines of the joints, if these are in blocks too (joint_blocks.h). Only
 * the scalar rows have Jacobians and bodies in `packed`; those of the contacts are in the layout, which several problems may
 * share. A lane without a contact is a row of zeros.
 */
#ifndef MODULUS_LCP_BLOCK_PROBLEM_H
#define MODULUS_LCP_BLOCK_PROBLEM_H

#include "lcp/joint_blocks.h"

struct block_problem {
    const struct block_layout *layout;
    struct joint_blocks *joints; /* the scalar rows in blocks; NULL: they are swept one by one */
    int32_t joint_row;           /* first row of the joints in blocks */
    md_problem packed;           /* its bodies are its own, or those of the problem that was packed */
    int32_t scalar_rows;         /* rows before the first block */
    int32_t rows_per_contact;    /* 2, or 1 if no contact has a tangent */
    int32_t rows;                /* without those of empty lanes */
    /* No contact has compliance, normals have no upper bound, bounds of tangents are symmetric. Then compliance and
     * bounds are not filled in, except for the upper bounds of tangents, which are 0 if there is no tangent. */
    bool is_simple;
};

/** The row of the normal of a lane; the tangent is MD_LANES rows later. */
static inline int32_t md_block_problem_row(const struct block_problem *blocks, int32_t lane)
{
    return blocks->scalar_rows + lane / MD_LANES * blocks->rows_per_contact * MD_LANES + lane % MD_LANES;
}

/** The rows that are swept one by one. */
static inline int32_t md_block_problem_swept_rows(const struct block_problem *blocks)
{
    return blocks->joints != NULL ? 0 : blocks->scalar_rows;
}

/** The layouts of a problem in blocks: that of its contacts, then that of its joints if these are in blocks. */
struct block_layouts {
    int count;
    const struct block_layout *at[2];
};

/** None if `blocks` is NULL. */
struct block_layouts md_block_problem_layouts(const struct block_problem *blocks);

/** Reserves the rows of all blocks after the `packed.m` scalar rows, and copies these into `joints`, which have a layout, or
 *  are NULL. Contacts then count their rows in `rows` and clear `is_simple` if they are not simple. */
md_status md_block_problem_open(struct block_problem *blocks, const md_allocator *allocator,
                                const struct block_layout *layout, struct joint_blocks *joints,
                                int32_t rows_per_contact);
void md_block_problem_free(struct block_problem *blocks, const md_allocator *allocator);

#endif
