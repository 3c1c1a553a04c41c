/* A problem of bodies whose contacts are in SIMD blocks (block_layout.h).
 *
 * `packed` has the rows: scalar rows first (joints and other rows that are not contacts), then per block its normals
 * and, if there is friction, its tangents, then the lines of the joints, if these are in blocks too (joint_blocks.h). Only
 * the scalar rows have Jacobians and bodies in `packed`; those of the contacts are in the layout, which several problems may
 * share. A lane without a contact is a row of zeros. In 3D a block has MD_LANES manifolds (manifold_blocks.h).
 */
#ifndef MODULUS_LCP_BLOCK_PROBLEM_H
#define MODULUS_LCP_BLOCK_PROBLEM_H

#include "lcp/joint_blocks.h"
#include "lcp/manifold_blocks.h"

struct block_problem {
    const struct block_layout *layout;
    const struct manifold_blocks *manifolds; /* of bodies in 3D; NULL in 2D */
    struct joint_blocks *joints;             /* the scalar rows in blocks; NULL: they are swept one by one */
    int32_t joint_row;                       /* first row of the joints in blocks */
    md_problem packed;                       /* its bodies are its own, or those of the problem that was packed */
    int32_t scalar_rows;                     /* rows before the first block */
    bool has_friction;
    int32_t rows_per_contact;  /* or per point of a manifold: 1, with friction 2, or 3 in 3D; 1 with patches */
    int32_t rows_per_manifold; /* besides: the friction rows of a patch, or 0 */
    int32_t rows;              /* without those of empty lanes */
    /* No contact has compliance, normals have no upper bound, bounds of tangents are symmetric. Then compliance and
     * bounds are not filled in, except for the upper bounds of tangents, which are 0 if there is no tangent. */
    bool is_simple;
};

/** The first row of a lane. The others follow, MD_LANES rows apart: in 2D the tangent; in 3D the normals of the other points,
 *  then two tangents of each point, or the tangents and torsion of a patch. */
static inline int32_t md_block_problem_row(const struct block_problem *blocks, int32_t lane)
{
    const int32_t block = lane / MD_LANES;
    const int32_t line = blocks->manifolds != NULL ? blocks->manifolds->line_start.at[block] : block;
    return blocks->scalar_rows + (line * blocks->rows_per_contact + block * blocks->rows_per_manifold) * MD_LANES +
           lane % MD_LANES;
}

/** The number of rows of each lane of a block. */
static inline int32_t md_block_problem_lane_rows(const struct block_problem *blocks, int32_t block)
{
    const int32_t *start = blocks->manifolds != NULL ? blocks->manifolds->line_start.at + block : NULL;
    return (start != NULL ? start[1] - start[0] : 1) * blocks->rows_per_contact + blocks->rows_per_manifold;
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
/** The same for manifolds in 3D, which have lanes. */
md_status md_block_problem_open_manifolds(struct block_problem *blocks, const md_allocator *allocator,
                                          const struct block_layout *layout, const struct manifold_blocks *manifolds,
                                          bool has_friction);
void md_block_problem_free(struct block_problem *blocks, const md_allocator *allocator);

#endif
