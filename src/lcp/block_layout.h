/* Block layout: which contacts are swept together in a SIMD block, and in which lane.
 *
 * A contact (in 2D a normal and its tangent, in 3D all points of a manifold) depends on the contacts before it that share a dynamic body. Its level is one
 * more than the highest level it depends on. Contacts of one level have no dynamic body in common and go into blocks of
 * MD_LANES. Sweeping level by level gives the same bits as sweeping in the order of the rows. (Graph colouring would
 * fill the blocks better, but gives an order in which accelerated sweeps converge more slowly: docs/auto.md.)
 *
 * Within a level, contacts are in the order of the islands of their bodies, so that few blocks have lanes of several
 * islands, and blocks of different levels have the same ones (row_islands.h), unless no sweep is accelerated. Manifolds with more points come first, so that
 * few blocks have lanes with missing points.
 *
 * The bodies of a large problem may be in partitions (problem.h). Contacts within a partition come first, partition by
 * partition, and contacts between partitions last: partitions share no body and can be swept at the same time.
 *
 * In a divided problem the contacts between each two partitions are a partition of the layout of their own, a pair. Pairs are
 * ordered by colour (md_pair_colour), then by their lower partition. Pairs of one colour share no body. Neither the order nor
 * the blocks of a pair depend on other pairs, so that each rank lays out those that it knows (ranks.h), and islands do not
 * matter.
 *
 * The partitions of a layout are swept in waves: those of the bodies at the same time, then the contacts between them, colour by
 * colour. A pass that moves no bodies may run all at the same time.
 *
 * Order of calls: md_layout_begin, _assign_levels, _count_blocks, _assign_lanes; then the caller writes the fields.
 */
#ifndef MODULUS_LCP_BLOCK_LAYOUT_H
#define MODULUS_LCP_BLOCK_LAYOUT_H

#include "base/memory.h"
#include "lcp/problem.h"
#include "lcp/vector.h"

/** J and M^-1 of the contacts of a block, MD_LANES numbers per field. */
enum block_field {
    BLOCK_NORMAL_X, /* linear part of J for the first body; that of the second is opposite */
    BLOCK_NORMAL_Y,
    BLOCK_NORMAL_ANGULAR_A, /* angular part of J for each body */
    BLOCK_NORMAL_ANGULAR_B,
    BLOCK_TANGENT_ANGULAR_A,
    BLOCK_TANGENT_ANGULAR_B,
    BLOCK_INVERSE_INERTIA_A,
    BLOCK_INVERSE_INERTIA_B,
    BLOCK_FIELDS
};

/** A contact: the slots of its bodies, 0 for the world, and an index of the caller. */
struct block_contact {
    int32_t slot[2];
    int32_t owner;
    int32_t points; /* of a manifold; 0 in 2D */
};

/** Points of a manifold, at most. */
#define MD_BLOCK_POINTS 4

struct block_layout {
    int32_t contacts, levels, count; /* count: blocks */
    int32_t body_count;              /* of the problem */
    int32_t slot_size;               /* numbers per body in the state */
    int32_t partitions;              /* 1, or those of the bodies (`inner`), then those of contacts between them */
    int32_t inner;
    bool is_divided;
    /* Per partition, itself; or of a pair the lower partition of bodies, which counts its sums and whose copy of the world it
     * uses. Homes are less than `homes`. */
    struct indices home;
    int32_t homes;
    int32_t waves;
    struct indices wave_start; /* per wave: its first partition; and the end */
    struct indices slots;      /* per block: MD_LANES offsets of first bodies in the state, then of second bodies */
    struct reals fields;       /* per block: BLOCK_FIELDS times MD_LANES */
    struct indices partition_start;  /* first block of each partition, and the end */
    struct indices level_start;      /* first block of each level, and the end; levels are numbered by partition */
    struct indices level_end;        /* per level: the lane after its last contact */
    struct indices level, partition; /* per contact; partition only if there are several */
    bool ignores_islands;            /* set by the caller: islands need not be found, no sweep is accelerated */
    bool is_placed;                  /* contacts have lanes */
    uint64_t version;             /* counts how often lanes were assigned, so that others can keep what they derive */
    struct block_contact *placed; /* the contacts that have lanes */
    size_t placed_capacity;
    struct indices body_partition; /* per slot, if the problem is divided */

    /* Workspace. */
    struct indices next_lane;        /* per level: number of contacts, then the next free lane */
    struct indices body_level;       /* per body: level of its last contact in its partition, then between partitions */
    struct indices partition_levels; /* per partition: number of levels, then levels of the partitions before it */
    struct indices body_root;        /* per body: union-find over contacts */
    struct indices order;            /* contacts between partitions by pair; contacts by island */
    struct indices pair;             /* per possible pair, by key: number of contacts, then its partition */
    struct indices island_start;     /* per root: where its contacts start in `order` */
};

/** The colour of the contacts between partitions p and q, p < q, of a divided problem. Two pairs of one colour share no partition:
 *  both have the distance d = q - p, so that they could only share one if p' = p + d, but then p' / d = p / d + 1 has the other
 *  parity. The colour follows from the pair alone, so that no rank needs to know the pairs of others. */
static inline int32_t md_pair_colour(int32_t p, int32_t q)
{
    const int32_t d = q - p;
    return 2 * (d - 1) + p / d % 2;
}

void md_layout_free(struct block_layout *layout, const md_allocator *allocator);

/** Reserves memory for contacts between the bodies of a problem. */
md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, const md_problem *problem,
                          int32_t max_contacts);

/** Assigns levels to all contacts, in the order of their rows. */
void md_layout_assign_levels(struct block_layout *layout, const md_problem *problem,
                             const struct block_contact *contacts, int32_t count);

/** Counts the blocks of each level. md_layout_fills_lanes is valid from here on. */
md_status md_layout_count_blocks(struct block_layout *layout, const md_allocator *allocator);

/** Assigns lanes to the same contacts. `owners` gets the owner of the contact of each lane, or -1 for an empty lane,
 *  whose fields are set to 0. */
void md_layout_assign_lanes(struct block_layout *layout, const struct block_contact *contacts, int32_t *owners);

/** True if the layout already has lanes for exactly these contacts, so that it can be reused. */
bool md_layout_is_current(const struct block_layout *layout, const md_problem *problem,
                          const struct block_contact *contacts, int32_t count);

/** The fields of a lane, MD_LANES apart. */
static inline md_real *md_layout_fields(const struct block_layout *layout, int32_t lane)
{
    return layout->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
}

/** True if at least half of the lanes are used, which makes blocks faster than scalar rows. */
static inline bool md_layout_fills_lanes(const struct block_layout *layout)
{
    return layout->contacts > 0 && 2 * layout->contacts >= layout->count * MD_LANES;
}

#endif
