/* Ranks: processes that solve one divided problem together (problem.h), with the bits of a single process.
 *
 * The problem of a rank has the bodies of its partitions and ghosts: bodies of other partitions that its own touch. It has the
 * contacts within its partitions, and all contacts of the pairs (block_layout.h) that contain one of them. A pair whose
 * partitions belong to two ranks spans them: it is part of the problems of both, with the same rows in the same order. Both
 * ranks sweep it, from the same impulses and velocities, and so find the same. All they tell each other are the velocities of
 * its bodies before they do: the rank of each partition sends those of its own bodies. That takes one message each way for all
 * pairs of a colour.
 *
 * A ghost therefore has the velocity of its body while a pair is swept, and otherwise any. Whoever reads the velocities of all
 * bodies between sweeps refreshes the ghosts first, which takes one message each way for all colours.
 *
 * Sums over rows are made of the sums of partitions of bodies, each with the pairs of which it is the lower one. Each rank knows
 * those of its own partitions, and the communicator tells it the others; then all ranks add them in the same order. Decisions by
 * sums are therefore those of all ranks.
 *
 * The messages of a pass follow from the pairs, and are in the order of the colours on every rank: none waits forever. All ranks
 * must make the same solves with the same spec and limits, even those that have no contact or no body, and the contacts of a
 * pair, like those of a partition, must be in the same order on all ranks that have them. A failure of one rank alone, such as
 * one to allocate memory, leaves the others waiting; the program should end them.
 *
 * Before a solve, ghosts must have the masses of their bodies, but may have other velocities. After it the result has the
 * velocities of the ghosts in spanning pairs, and the impulses of those pairs on both ranks.
 */
#ifndef MODULUS_LCP_RANKS_H
#define MODULUS_LCP_RANKS_H

#include <modulus/communicator.h>

#include "base/memory.h"
#include "base/sort.h"
#include "lcp/block_layout.h"

/* Velocities that go to another rank, and come from it. */
struct rank_message {
    int32_t rank;
    int32_t first;          /* in `slots` of struct solve_ranks: those that are sent, then those that are received */
    int32_t sent, received; /* number of bodies */
};

/* A body of a pair that spans two ranks. */
struct spanning_body {
    int32_t wave, rank; /* the other rank */
    bool is_ghost;
    int32_t pair; /* partition of the layout */
    int32_t slot;
};

struct solve_ranks {
    /* Set by the owner of the solvers before a solve, and zero the rest. Solvers with the same layout may share it. */
    const md_communicator *communicator;
    /** Of each partition of the problem, ascending. A rank may have none. */
    const int32_t *partition_rank;
    /** Of each slot: a number by which all ranks know the body. */
    const int32_t *body_number;

    /* Counted, never reset. */
    int64_t exchanges, messages, bytes, reductions; /* of which `messages` and `bytes` were sent */

    /* The messages before each wave of the layout, and last those that refresh all ghosts. They are kept while the layout, the
     * bodies and the ranks of partitions stay. */
    const struct block_layout *layout;
    uint64_t layout_version;
    int32_t slot_size; /* of the layout */
    struct rank_message *lists;
    size_t list_capacity;
    struct indices list_start; /* per wave, and for the ghosts: its first list; and the end */
    struct indices slots;
    struct indices known_number, known_rank; /* for which the lists were made */

    bool ghosts_are_stale;
    md_status status; /* of the communicator since the solve began; after a failure it is not called again */

    /* Workspace. */
    struct spanning_body *spanning;
    size_t spanning_capacity;
    struct keyed *keyed;
    size_t keyed_capacity;
    md_message *message; /* to send, then to receive */
    size_t message_capacity;
    struct reals velocities; /* to send, then received */
    double *sums;
    size_t sum_capacity;
};

/** With the allocator of the solvers that used them. */
void md_ranks_free(struct solve_ranks *ranks, const md_allocator *allocator);

/** True if a solve is shared with other ranks. `ranks` may be NULL. */
static inline bool md_ranks_are_several(const struct solve_ranks *ranks)
{
    return ranks != NULL && ranks->communicator->ranks > 1;
}

/** True if this rank adds up the rows of a partition of bodies. `ranks` may be NULL. */
static inline bool md_ranks_owns(const struct solve_ranks *ranks, int32_t partition)
{
    return !md_ranks_are_several(ranks) || ranks->partition_rank[partition] == ranks->communicator->rank;
}

/** Begins a solve: lists the bodies of the messages, if they are not known. Ghosts are stale from here on. */
md_status md_ranks_begin(struct solve_ranks *ranks, const md_allocator *allocator, const struct block_layout *layout);

/* The following do nothing for a single rank, or if `ranks` is NULL. A failure is kept in `status`. `state` has the velocities of
 * the bodies, in slots. */

/** Exchanges the velocities of the bodies in spanning pairs of a wave. */
void md_ranks_exchange(struct solve_ranks *ranks, int32_t wave, md_real *state);
/** Gives all ghosts in spanning pairs the velocities of their bodies, unless they have them. */
void md_ranks_refresh_ghosts(struct solve_ranks *ranks, md_real *state);
/** Call when bodies have moved. */
static inline void md_ranks_mark_ghosts(struct solve_ranks *ranks)
{
    if (ranks != NULL) {
        ranks->ghosts_are_stale = true;
    }
}
/** Replaces values by their sums over the ranks. Of each, one rank at most may have another than 0, or all are whole numbers. */
void md_ranks_sum(struct solve_ranks *ranks, double *values, int32_t count);
/** True if it is true on any rank. */
bool md_ranks_any(struct solve_ranks *ranks, bool value);
/** The status of the communicator; MD_OK if `ranks` is NULL. */
static inline md_status md_ranks_status(const struct solve_ranks *ranks)
{
    return ranks != NULL ? ranks->status : MD_OK;
}

#endif
