/* Joints in SIMD blocks: the scalar rows of a problem in blocks, MD_LANES joints at a time.
 *
 * A joint is a run of rows between the same two bodies, without parents. Joints are given levels and lanes by a block layout
 * of their own (block_layout.h), so that sweeping block by block gives the bits of sweeping row by row. Row k of all joints of
 * a block is a line: MD_LANES consecutive rows of the packed problem, after the rows of the contacts. A block has as many
 * lines as its longest joint has rows; the others have empty rows.
 *
 * The scalar rows stay where they are, as the source of the lines. They are not swept, and get the results of their copies.
 */
#ifndef MODULUS_LCP_JOINT_BLOCKS_H
#define MODULUS_LCP_JOINT_BLOCKS_H

#include "lcp/block_layout.h"

#define MD_MAX_JOINT_ROWS 8

/** J of a line, MD_LANES numbers per field: linear x and y, angular, for the first body and for the second. */
#define MD_LINE_FIELDS 6

struct joint_blocks {
    struct block_layout layout;   /* its contacts are the joints, with their first rows as owners */
    int32_t lines;                /* of all blocks */
    struct indices line_start;    /* per block: its first line; and the end */
    struct indices is_equality;   /* per line: no row has bounds or compliance, so that none are read */
    struct reals jacobian;        /* per line: MD_LINE_FIELDS times MD_LANES */
    struct reals inverse_inertia; /* per block: MD_LANES of first bodies, then of second bodies */
    struct indices row;           /* of the packed problem, per scalar row */
    struct indices owner;         /* first scalar row of the joint, per lane; -1: empty */
    struct indices row_count;     /* rows of the joint that starts with a scalar row */
    struct block_contact *joints; /* scratch: the joints in the order of their rows */
    size_t joint_capacity;
};

void md_joint_blocks_free(struct joint_blocks *joints, const md_allocator *allocator);

/** Gives levels and blocks to the joints that the first `rows` rows of a problem form. Joints that cannot be in lanes leave an
 *  empty layout. */
md_status md_joint_blocks_lay_out(struct joint_blocks *joints, const md_allocator *allocator, const md_problem *problem,
                                  int32_t rows);

/** The joints if at least half of their lanes are used, which makes blocks faster than scalar rows; otherwise NULL. */
static inline struct joint_blocks *md_joint_blocks_if_filled(struct joint_blocks *joints)
{
    return md_layout_fills_lanes(&joints->layout) ? joints : NULL;
}

/** The same decision for a problem: whether contacts, and the joints that are in blocks (or NULL), use half of their lanes. A
 *  divided problem is always in blocks, however few contacts a rank has. */
static inline bool md_blocks_fill_lanes(const struct block_layout *contacts, const struct joint_blocks *joints)
{
    const int32_t used = contacts->contacts + (joints != NULL ? joints->layout.contacts : 0);
    const int32_t blocks = contacts->count + (joints != NULL ? joints->layout.count : 0);
    return contacts->is_divided || (used > 0 && 2 * used >= blocks * MD_LANES);
}

/** Assigns lanes and counts the lines. */
md_status md_joint_blocks_assign(struct joint_blocks *joints, const md_allocator *allocator, int32_t rows);

/** Copies the scalar rows of a packed problem into its lines, which start at row `first`. */
void md_joint_blocks_copy(struct joint_blocks *joints, md_problem *packed, int32_t first);

#endif
