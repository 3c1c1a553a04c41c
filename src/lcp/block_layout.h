/* Which contacts of bodies in 2D are swept together, and where they have their numbers.
 *
 * A contact (a normal, and the tangent that follows it) waits for those before it that share a body which gives way, and for no
 * others. Its level is one more than the highest that it waits for; contacts of a level have no body in common, and are put into
 * blocks of MD_LANES. To sweep level by level is to sweep in the order of the rows: the same bits, but several contacts at a time.
 * (Colours would fill the blocks better, and make another order, in which extrapolated sweeps converge more slowly:
 * docs/auto-alpha.md.)
 *
 * The bodies of a large problem may be in parts (problem.h). Then contacts within a part come first, part by part, and those between
 * parts last: parts share no body, and can be swept at the same time.
 *
 * To fill one: begin, announce all contacts in the order of their rows, close, then take a lane for each in the same order.
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
    BLOCK_NORMAL_TURN_A, /* angular part of the normal's row, a body */
    BLOCK_NORMAL_TURN_B,
    BLOCK_TANGENT_TURN_A, /* and of the tangent's */
    BLOCK_TANGENT_TURN_B,
    BLOCK_INVERSE_INERTIA_A,
    BLOCK_INVERSE_INERTIA_B,
    BLOCK_FIELDS
};

struct block_layout {
    int32_t contacts;           /* announced */
    int32_t levels;             /* of all parts */
    int32_t count;              /* blocks */
    int32_t body_count;         /* of the problem */
    int32_t parts;              /* 1, or those of the bodies and one more */
    struct indices slots;       /* a block: MD_LANES places of first bodies in the state, then of second ones */
    struct reals fields;        /* a block: BLOCK_FIELDS times MD_LANES */
    struct indices part_start;  /* first block of each part, and after the last */
    struct indices level_start; /* first block of each level, and after the last; levels of a part follow each other */
    struct indices level_end;   /* of a level: after its last contact, in lanes */
    struct indices level;       /* of a contact: in its part, then of all */
    struct indices part;        /* of a contact, where there are several */
    struct indices next_lane;   /* workspace: of a level, its contacts, then its next free lane */
    struct indices
        body_level; /* workspace: of the last contact that a body had in its part, and of the last between parts */
    struct indices part_levels; /* workspace: levels of a part, then those of the parts before it */
};

void md_layout_free(struct block_layout *layout, const md_allocator *allocator);

/** Makes room for so many contacts between the bodies of a problem. */
md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, const md_problem *problem,
                          int32_t contacts_most);

/** The part that a contact is of: that of its bodies, or the last, where they are of two. */
static inline int32_t md_layout_part(const md_problem *problem, int32_t slot_a, int32_t slot_b)
{
    const int32_t *part = problem->body_part.at;
    if (slot_a == 0 || slot_b == 0) {
        return part[slot_a + slot_b];
    }
    return part[slot_a] == part[slot_b] ? part[slot_a] : problem->parts;
}

/** One more contact, between the bodies of two slots. The world, slot 0, does not make anything wait. */
static inline void md_layout_announce(struct block_layout *layout, const md_problem *problem, int32_t slot_a,
                                      int32_t slot_b)
{
    int32_t *last = layout->body_level.at;
    int32_t part = 0;
    if (layout->parts > 1) {
        part = md_layout_part(problem, slot_a, slot_b);
        layout->part.at[layout->contacts] = part;
        last += part == problem->parts ? problem->body_count + 1 : 0;
    }
    const int32_t level = 1 + (last[slot_a] > last[slot_b] ? last[slot_a] : last[slot_b]);
    int32_t *levels = &layout->part_levels.at[part];
    last[slot_a] = level;
    last[slot_b] = level;
    last[0] = 0;
    layout->level.at[layout->contacts++] = level - 1;
    *levels = level > *levels ? level : *levels;
}

/** All are announced: where the blocks of each level are. Lanes that no contact takes are empty from here on. */
md_status md_layout_close(struct block_layout *layout, const md_allocator *allocator);

/** The lane of a contact; they come in the order in which they were announced. */
static inline int32_t md_layout_take_lane(struct block_layout *layout, int32_t contact)
{
    return layout->next_lane.at[layout->level.at[contact]]++;
}

/** Where a lane has its fields, MD_LANES apart. */
static inline md_real *md_layout_fields(const struct block_layout *layout, int32_t lane)
{
    return layout->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
}

/** The slot in the state of a slot in the problem: each part has a world of its own, after the bodies, for several threads are not to
 *  write to one place, though they change nothing. */
static inline int32_t md_layout_slot(const struct block_layout *layout, int32_t slot, int32_t part)
{
    return slot > 0 || layout->parts == 1 ? slot : layout->body_count + 1 + part;
}

static inline void md_layout_set_slots(const struct block_layout *layout, int32_t lane, int32_t contact, int32_t slot_a,
                                       int32_t slot_b)
{
    const int32_t part = layout->parts > 1 ? layout->part.at[contact] : 0;
    int32_t *slots = layout->slots.at + 2 * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
    slots[0] = MD_SLOT_2D * md_layout_slot(layout, slot_a, part);
    slots[MD_LANES] = MD_SLOT_2D * md_layout_slot(layout, slot_b, part);
}

/** Whether sweeping in blocks is faster: at least half of the lanes are taken. */
static inline bool md_layout_pays(const struct block_layout *layout)
{
    return layout->contacts > 0 && 2 * layout->contacts >= layout->count * MD_LANES;
}

#endif
