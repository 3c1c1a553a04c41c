/* The share that a rank has of a divided world: which bodies it owns, which are ghosts, and how it talks to the other ranks.
 *
 * A rank owns the dynamic bodies of some strips (division.h). Ghosts are copies of bodies of other ranks whose leaves in the tree
 * overlap the extent of its own bodies. All other bodies, static and kinematic, are on every rank. A contact is on each rank that
 * owns one of its bodies, and computed there from the same numbers, so that contacts never need to be exchanged unless a body
 * changes its rank.
 *
 *     share.c                      messages, sums over ranks, neighbours
 *     share.inc.h                  bodies that change their rank or come near those of another one
 *     share_bytes.inc.h            bodies and contacts as bytes of messages
 *     share_motion.inc.h           the motion of ghosts
 *     share_islands.inc.h          islands that several ranks have parts of
 *     share_report.inc.h           the report of a step
 *     divide.inc.h                 dividing a world and uniting it
 */
#ifndef MODULUS_ENGINE_SHARE_H
#define MODULUS_ENGINE_SHARE_H

#include <modulus/communicator.h>

#include "base/memory.h"
#include "engine/handles.h"
#include "engine/number_list.h"

/** In place of the rank that owns a body: it is on every rank. */
#define ON_EVERY_RANK (-1)

/** Growing bytes of a message. */
struct byte_buffer {
    unsigned char *at;
    size_t capacity, size;
};

/** The range of coordinates of bodies along the axis of the strips; empty: low is infinite. */
struct extent {
    double low, high;
};

/** A rank that has ghosts of this one's bodies, or whose bodies have ghosts here. */
struct neighbour {
    int32_t rank;
    struct indices shown; /* own bodies that are ghosts there, by number */
    struct indices seen;  /* ghosts of its bodies, by number */
    int32_t shown_count, seen_count;
    struct byte_buffer sent, received;
    uint64_t sent_size, received_size;
    size_t contacts_at; /* where the contacts are in what was received */
};

struct share {
    const md_communicator *communicator;
    md_share_report report;                   /* counters; the rest is filled in when it is asked for */
    struct indices strip_rank;                /* the rank that owns each strip */
    struct indices owner;                     /* of each body: a rank, or ON_EVERY_RANK */
    struct indices body_number, shape_number; /* of each slot: by which all ranks know it */
    struct number_list bodies, shapes;
    struct extent *extents; /* of each rank: its bodies before and after an update, one behind the other */
    size_t extent_capacity;
    struct neighbour *neighbours; /* ascending by rank */
    size_t neighbour_capacity;
    int32_t neighbour_count;
    md_message *messages; /* scratch: to send, then to receive */
    size_t message_capacity;
    struct extent *body_extents; /* of each body, in an update */
    size_t body_extent_capacity;
    struct indices marks;   /* scratch: per body */
    struct indices dropped; /* scratch: contacts */
    struct doubles numbers; /* scratch: to be summed over ranks */
    struct byte_buffer scratch;
    struct byte_buffer all; /* scratch: collected from all ranks */
    /* Of the whole world, on rank 0: its handles stay valid when it is united. */
    struct handle_pool whole_bodies, whole_shapes;
};

void md_share_free(struct share *share, const md_allocator *allocator);

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

/** The number by which all ranks know a shape. */
static inline int32_t share_shape_number(const struct share *share, int32_t shape)
{
    return share == NULL ? shape : share->shape_number.at[shape];
}

static inline bool share_owns(const struct share *share, int32_t body)
{
    return share == NULL || share->owner.at[body] == share->communicator->rank;
}

static inline bool share_is_ghost(const struct share *share, int32_t body)
{
    return share != NULL && share->owner.at[body] != ON_EVERY_RANK &&
           share->owner.at[body] != share->communicator->rank;
}

/** Whether this rank has the contacts of two bodies: it owns one of them, or both are on every rank. */
static inline bool share_finds(const struct share *share, int32_t a, int32_t b)
{
    return share == NULL || share_owns(share, a) || share_owns(share, b) ||
           (share->owner.at[a] == ON_EVERY_RANK && share->owner.at[b] == ON_EVERY_RANK);
}

/** Whether this rank reports a contact that it has. Of two ranks the lower one does. */
static inline bool share_reports(const struct share *share, const int32_t body[2])
{
    if (share == NULL) {
        return true;
    }
    const int32_t a = share->owner.at[body[0]];
    const int32_t b = share->owner.at[body[1]];
    const int32_t lower = a == ON_EVERY_RANK || (b != ON_EVERY_RANK && b < a) ? b : a;
    return share->communicator->rank == (lower == ON_EVERY_RANK ? 0 : lower);
}

/* ---- Talking to other ranks; nothing happens without a share -------------------------------------------------------- */

/** Replaces each value by its sum over the ranks (md_communicator.sum). */
md_status md_share_sum(struct share *share, double *values, int32_t count);
/** Replaces each value by the smallest of any rank. */
md_status md_share_min(struct share *share, double *values, int32_t count);
/** Sets `any` if it is true on any rank. */
md_status md_share_any(struct share *share, bool *any);
/** Collects bytes of different sizes from all ranks, in the order of the ranks, in `all`. */
md_status md_share_collect(struct share *share, const md_allocator *allocator, const struct byte_buffer *bytes);
/** Exchanges the messages of all neighbours. Both sides know the sizes; nothing is exchanged with sizes of 0. */
md_status md_share_exchange(struct share *share, const md_allocator *allocator);
/** The same, but sizes are exchanged first. */
md_status md_share_exchange_unknown(struct share *share, const md_allocator *allocator);

/* ---- Bytes and neighbours ------------------------------------------------------------------------------------------- */

static inline md_status bytes_reserve(const md_allocator *allocator, struct byte_buffer *bytes, size_t capacity)
{
    void *memory = bytes->at;
    const md_status status = md_array_reserve(allocator, &memory, &bytes->capacity, capacity, 1);
    bytes->at = memory;
    return status;
}

static inline void bytes_free(const md_allocator *allocator, struct byte_buffer *bytes)
{
    void *memory = bytes->at;
    md_array_free(allocator, &memory, &bytes->capacity, 1);
    *bytes = (struct byte_buffer){.at = NULL};
}

void md_share_free_neighbour(struct neighbour *neighbour, const md_allocator *allocator);
/** The neighbour with a rank, which is added if it is new; NULL: out of memory. Others may move. */
struct neighbour *md_share_neighbour(struct share *share, const md_allocator *allocator, int32_t rank);

static inline bool extents_overlap(struct extent a, struct extent b)
{
    return a.low <= b.high && b.low <= a.high; /* false if one is empty */
}

/** Whether a rank must have a body: as its own, as a ghost, or because all ranks have it. */
static inline bool share_needs(int32_t owner, struct extent body, int32_t rank, struct extent of_rank)
{
    return owner == ON_EVERY_RANK || owner == rank || extents_overlap(body, of_rank);
}

#endif
