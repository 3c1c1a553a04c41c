/* Contacts of bodies in 2D in blocks of lanes, to be swept several at a time.
 *
 * Rows that make a contact (a normal, and the tangent that follows it) wait for those before them that share a body which gives way, and for
 * no others. A contact's level is one more than the highest that it waits for; contacts of a level have no body in common, and
 * are packed into blocks of MD_LANES. To sweep level by level is to sweep in the order of the rows: the same bits, but several
 * contacts at a time. (Colours would fill the blocks better, and make another order, in which extrapolated sweeps converge more
 * slowly: docs/auto-alpha.md.) Rows that are no contacts, such as joints, are loose: swept one by one, before the blocks.
 *
 * The packed problem is the same problem with its rows in that order: first the loose ones, then for each block its normals and
 * its tangents. Empty lanes are rows between nothing whose impulse is 0. So everything but the sweep works on it unchanged.
 */
#ifndef MODULUS_LCP_BLOCKS_H
#define MODULUS_LCP_BLOCKS_H

#include <modulus/lcp.h>

#include "base/memory.h"
#include "lcp/problem.h"

/** What a block keeps beside the arrays of the rows, MD_LANES numbers each. */
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

struct blocks {
    md_problem packed; /* owns its row arrays; the bodies are those of the problem */
    int32_t loose;     /* rows before the first block */
    int32_t contacts;
    int32_t count;             /* blocks */
    int32_t rows_a_contact;    /* 2, or 1 where no contact has a tangent */
    bool pays;                 /* the order of the rows is kept, and the lanes are half full at the least */
    bool keeps_order;          /* no loose row comes after a contact */
    struct indices slots;      /* a block: MD_LANES places of first bodies in the state, then of second ones */
    struct reals fields;       /* a block: BLOCK_FIELDS times MD_LANES */
    struct indices place;      /* of each row of the problem: its row in the packed one */
    struct indices level;      /* workspace: of a row that starts a contact, from 1; 0 for a loose one */
    struct indices body_level; /* workspace: of the last contact that a body had */
    struct indices next_lane;  /* workspace: of a level */
    struct reals lambda, y, w; /* the result, in the problem's order */
};

void md_blocks_free(struct blocks *blocks, const md_allocator *allocator);
/** Packs a problem of bodies in 2D; or finds that it does not pay, and leaves it, where that is to be asked. */
md_status md_blocks_pack(struct blocks *blocks, const md_allocator *allocator, const md_problem *problem,
                         bool only_if_it_pays);

#endif
