/* How a problem is stored: an array per row attribute, and A in one of three ways.
 *
 * A row between bodies has two body slots and two blocks of J. The world is body slot 0, with no velocity and no
 * inverse mass, so that the sweeps need no branch for it. The slot of a body is its index plus one.
 */
#ifndef MODULUS_LCP_PROBLEM_H
#define MODULUS_LCP_PROBLEM_H

#include <modulus/lcp.h>

#include "base/memory.h"

/* Size of a body slot. Velocity and inverse mass are side by side, so that a row reads one place in memory per body.
 * 2D: v[3], then the diagonal of M^-1. 3D: v[6], 1/mass, I^-1 row by row. */
#define MD_SLOT_2D 6
#define MD_SLOT_3D 16

static inline int32_t md_slot_size(int32_t degrees_of_freedom)
{
    return degrees_of_freedom == 3 ? MD_SLOT_2D : MD_SLOT_3D;
}

#define MD_MAX_BODY_PARTITIONS 32

struct md_problem {
    md_allocator allocator;
    md_problem_kind kind;
    int32_t m, n;

    /* Every row. */
    struct reals bias; /* b, or q of an explicit problem */
    struct reals lower, upper, compliance;
    struct reals lambda0, y0;
    struct indices parent;

    /* MD_PROBLEM_BODIES */
    int32_t degrees_of_freedom; /* 3 or 6; 0 for the other kinds */
    int32_t body_count;
    struct reals body;             /* slots, the world first */
    struct indices row_body;       /* two slots per row */
    struct reals row_jacobian;     /* two blocks of degrees_of_freedom numbers per row */
    int32_t partitions;            /* of the bodies, which can be swept at the same time; 0: none */
    struct indices body_partition; /* per slot, from 0 */
    int32_t joint_rows;            /* the first rows, which block_packing.c does not treat as contacts */

    /* MD_PROBLEM_EXPLICIT: A. MD_PROBLEM_GENERAL: J and M^-1, v. */
    md_matrix A, J, inverse_M;
    struct reals v;
};

/** Reserves and adds rows between bodies up to m in all, without checks: the caller writes valid values. */
md_status md_problem_reserve_body_rows(md_problem *problem, size_t m);

/** Reserves, or frees, the arrays of the rows. */
md_status md_problem_reserve_rows(md_problem *problem, const md_allocator *allocator, size_t m);
void md_problem_free_rows(md_problem *problem, const md_allocator *allocator);

/** Copies the partitions from a problem with the same bodies. */
md_status md_problem_copy_body_partitions(md_problem *problem, const md_problem *from);

/** Empties the problem and keeps its memory. */
void md_problem_forget(md_problem *problem);

#endif
