/** @file
 * How processes that share a world talk to each other.
 *
 * A world that is too large for one machine is divided among ranks (divide2.h, divide3.h): processes that each own some of its
 * bodies. The library itself uses no network. The program gives it a communicator, a few functions on top of MPI or of whatever
 * else connects the processes; the `modulus` command has one for MPI.
 *
 * All ranks call sum(), min() and gather(), in the same order. exchange() is called only by the ranks that have a message for each
 * other, and by both sides of each message. The calls of a step follow from the world, so that no rank waits for a message that is
 * not sent. If a call fails on one rank, others may wait for it forever: the program should end all ranks then, as MPI_Abort does.
 */
#ifndef MODULUS_COMMUNICATOR_H
#define MODULUS_COMMUNICATOR_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes to or from another rank. */
typedef struct md_message {
    int32_t rank; /**< the other rank */
    size_t size;  /**< bytes; both sides know it */
    void *bytes;  /**< to send, or room for what arrives */
} md_message;

/** The connection of a rank to the others. */
typedef struct md_communicator {
    void *user;    /**< passed to every function; all are called by the thread that steps or solves */
    int32_t rank;  /**< of this process, 0 to ranks - 1 */
    int32_t ranks; /**< number of processes, at least 1 */
    /** Sends and receives messages, at least one in all and at most one to and from each other rank. Returns when those for this
     *  rank have arrived, and those of this rank may be overwritten. The messages between two ranks arrive in the order in
     *  which they are sent. */
    md_status (*exchange)(void *user, const md_message *sent, int32_t sent_count, const md_message *received,
                          int32_t received_count);
    /** Replaces each value by its sum over the ranks. At most one rank has a value other than 0, or all values are small whole
     *  numbers: the order of the additions does not matter. */
    md_status (*sum)(void *user, double *values, int32_t count);
    /** Replaces each value by the smallest of any rank. Infinite values are allowed. */
    md_status (*min)(void *user, double *values, int32_t count);
    /** Collects `size` bytes from each rank. `all` has room for those of all ranks, in the order of the ranks. */
    md_status (*gather)(void *user, const void *bytes, size_t size, void *all);
} md_communicator;

/** The share of a rank: its bodies now, and its messages since the world was divided. */
typedef struct md_share_report {
    int32_t rank, ranks;     /**< rank 0 of 1 if the world is not divided */
    int32_t partitions;      /**< strips of the whole world */
    int32_t bodies, ghosts;  /**< dynamic bodies that the rank owns, and copies of those of others */
    int32_t contacts;        /**< of its bodies; those with ghosts count on the lower rank */
    int64_t arrived;         /**< bodies that came from other ranks */
    int64_t partitioned;     /**< times that the partitions were chosen, by all ranks together */
    int64_t messages, bytes; /**< sent to other ranks */
    int64_t solver_messages; /**< those of them that sweeps sent */
    int64_t solver_bytes;    /**< the same in bytes */
    int64_t reductions;      /**< sums over all ranks, and collections from all ranks */
    double waiting_seconds;  /**< time inside the communicator */
} md_share_report;

#ifdef __cplusplus
}
#endif

#endif
