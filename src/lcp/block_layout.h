/* Which contacts of bodies in 2D are swept together, and where they have their numbers.
 *
 * A contact (a normal, and the tangent that follows it) waits for those before it that share a body which gives way, and for no
 * others. Its level is one more than the highest that it waits for; contacts of a level have no body in common, and are put into
 * blocks of MD_LANES. To sweep level by level is to sweep in the order of the rows: the same bits, but several contacts at a time.
 * (Colours would fill the blocks better, and make another order, in which extrapolated sweeps converge more slowly:
 * docs/auto.md.)
 *
 * The bodies of a large problem may be in partitions (problem.h). Then contacts within a partition come first, partition by partition, and those between
 * partitions last: partitions share no body, and can be swept at the same time.
 *
 * To fill one: begin, announce the contacts in the order of their rows, close, place them, and write their fields.
 */
#ifndef MODULUS_LCP_BLOCK_LAYOUT_H
#define MODULUS_LCP_BLOCK_LAYOUT_H

#include "base/memory.h"
#include "lcp/problem.h"
#include "lcp/vector.h"

/** What a block keeps of its contacts' rows: J and M^-1, MD_LANES numbers each. */
enum block_field {
    BLOCK_NORMAL_X, /* of the first body's row; the second has the opposite */
    BLOCK_NORMAL_Y,
    BLOCK_NORMAL_ANGULAR_A, /* angular part of the normal's row, a body */
    BLOCK_NORMAL_ANGULAR_B,
    BLOCK_TANGENT_ANGULAR_A, /* and of the tangent's */
    BLOCK_TANGENT_ANGULAR_B,
    BLOCK_INVERSE_INERTIA_A,
    BLOCK_INVERSE_INERTIA_B,
    BLOCK_FIELDS
};

/** A contact to be announced: the slots of its bodies, 0 for the world; and what its owner wants to know of it. */
struct block_contact {
    int32_t slot[2];
    int32_t owner;
};

struct block_layout {
    int32_t contacts;               /* announced */
    int32_t levels;                 /* of all partitions */
    int32_t count;                  /* blocks */
    int32_t body_count;             /* of the problem */
    int32_t partitions;             /* 1, or those of the bodies and one more */
    struct indices slots;           /* a block: MD_LANES places of first bodies in the state, then of second ones */
    struct reals fields;            /* a block: BLOCK_FIELDS times MD_LANES */
    struct indices partition_start; /* first block of each partition, and after the last */
    struct indices
        level_start; /* first block of each level, and after the last; levels of a partition follow each other */
    struct indices level_end; /* of a level: after its last contact, in lanes */
    struct indices level;     /* of a contact: in its partition, then of all */
    struct indices partition; /* of a contact, where there are several */
    struct indices next_lane; /* workspace: of a level, its contacts, then its next free lane */
    struct indices
        body_level; /* workspace: of the last contact that a body had in its partition, and of the last between partitions */
    struct indices partition_levels; /* workspace: levels of a partition, then those of the partitions before it */
    bool is_placed;                  /* the contacts have their lanes */
    struct block_contact *placed;    /* those contacts */
    size_t placed_capacity;
};

void md_layout_free(struct block_layout *layout, const md_allocator *allocator);

/** Makes room for so many contacts between the bodies of a problem. */
md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, const md_problem *problem,
                          int32_t contacts_most);

/** All contacts, in the order of their rows. The world does not make anything wait. */
void md_layout_assign_levels(struct block_layout *layout, const md_problem *problem,
                             const struct block_contact *contacts, int32_t count);

/** All are announced: where the blocks of each level are, so that it is known whether they pay. */
md_status md_layout_count_blocks(struct block_layout *layout, const md_allocator *allocator);

/** Gives contacts, which are those that were announced, their lanes and slots. `owners` has room for a number a lane: the contact's, or -1 where
 *  there is none; such a lane has fields that are 0. */
void md_layout_assign_lanes(struct block_layout *layout, const struct block_contact *contacts, int32_t *owners);

/** Whether these contacts are the ones that have their lanes from the last time, which need not be laid out again. */
bool md_layout_is_current(const struct block_layout *layout, const md_problem *problem,
                          const struct block_contact *contacts, int32_t count);

/** Where a lane has its fields, MD_LANES apart. */
static inline md_real *md_layout_fields(const struct block_layout *layout, int32_t lane)
{
    return layout->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
}

/** Whether sweeping in blocks is faster: at least half of the lanes are taken. */
static inline bool md_layout_fills_lanes(const struct block_layout *layout)
{
    return layout->contacts > 0 && 2 * layout->contacts >= layout->count * MD_LANES;
}

#endif
