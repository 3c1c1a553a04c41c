/* A mailbox for each ordered pair of ranks, which has room for the address of one message. The receiver copies the bytes, so that
 * the sender waits until it has. One mutex guards everything: these are tests. */
#define _POSIX_C_SOURCE 200809L

#include "support/thread_ranks.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATIENCE 60 /* s */

struct mailbox {
    const void *bytes; /* NULL: empty */
    size_t size;
};

struct network {
    int ranks;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct mailbox mailbox[MAX_THREAD_RANKS][MAX_THREAD_RANKS]; /* [from][to] */
    /* Of collective calls: who has arrived, how many calls have ended, and what each rank contributes. */
    int arrived;
    unsigned long calls;
    const void *given[MAX_THREAD_RANKS];
};

struct member {
    struct network *network;
    md_communicator communicator;
    thread_rank_function *function;
    void *user;
};

static void fail(const char *why, int32_t rank, int32_t other)
{
    fprintf(stderr, "thread_ranks: rank %d, other %d: %s\n", (int)rank, (int)other, why);
    abort();
}

/* Waits for a change. The mutex is locked. */
static void wait(struct network *network, int32_t rank, int32_t other)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    if (pthread_cond_timedwait(&network->changed, &network->mutex, &until) != 0) {
        fail("waits for a message that is not sent, or not received", rank, other);
    }
}

static md_status exchange(void *user, const md_message *sent, int32_t sent_count, const md_message *received,
                          int32_t received_count)
{
    struct member *member = user;
    struct network *network = member->network;
    const int32_t rank = member->communicator.rank;
    if (sent_count + received_count == 0) {
        fail("exchanges nothing", rank, rank);
    }
    pthread_mutex_lock(&network->mutex);
    for (int32_t i = 0; i < sent_count; ++i) {
        struct mailbox *to = &network->mailbox[rank][sent[i].rank];
        if (to->bytes != NULL || sent[i].rank == rank || sent[i].bytes == NULL) {
            fail("sends two messages at once, to itself, or nothing", rank, sent[i].rank);
        }
        *to = (struct mailbox){sent[i].bytes, sent[i].size};
    }
    pthread_cond_broadcast(&network->changed);
    for (int32_t i = 0; i < received_count; ++i) {
        struct mailbox *from = &network->mailbox[received[i].rank][rank];
        while (from->bytes == NULL) {
            wait(network, rank, received[i].rank);
        }
        if (from->size != received[i].size) {
            fail("the sizes of a message differ", rank, received[i].rank);
        }
        memcpy(received[i].bytes, from->bytes, from->size);
        from->bytes = NULL;
    }
    pthread_cond_broadcast(&network->changed);
    for (int32_t i = 0; i < sent_count; ++i) {
        while (network->mailbox[rank][sent[i].rank].bytes != NULL) {
            wait(network, rank, sent[i].rank);
        }
    }
    pthread_mutex_unlock(&network->mutex);
    return MD_OK;
}

/* Returns when all ranks have called it as often as this one. The mutex is locked. */
static void meet(struct network *network, int32_t rank)
{
    const unsigned long call = network->calls;
    if (++network->arrived == network->ranks) {
        network->arrived = 0;
        ++network->calls;
        pthread_cond_broadcast(&network->changed);
    }
    while (network->calls == call) {
        wait(network, rank, rank);
    }
}

/* Replaces each value by the sum over the ranks, or by the smallest. */
static md_status reduce(void *user, double *values, int32_t count, bool adds)
{
    struct member *member = user;
    struct network *network = member->network;
    const int32_t rank = member->communicator.rank;
    double *total = calloc((size_t)count + 1, sizeof *total);
    if (total == NULL) {
        return MD_ERROR_MEMORY;
    }
    pthread_mutex_lock(&network->mutex);
    network->given[rank] = values;
    meet(network, rank);
    for (int other = 0; other < network->ranks; ++other) {
        for (int32_t i = 0; i < count; ++i) {
            const double value = ((const double *)network->given[other])[i];
            total[i] = adds ? total[i] + value : other == 0 || value < total[i] ? value : total[i];
        }
    }
    meet(network, rank);
    memcpy(values, total, (size_t)count * sizeof *total);
    pthread_mutex_unlock(&network->mutex);
    free(total);
    return MD_OK;
}

static md_status sum(void *user, double *values, int32_t count)
{
    return reduce(user, values, count, true);
}

static md_status minimum(void *user, double *values, int32_t count)
{
    return reduce(user, values, count, false);
}

static md_status gather(void *user, const void *bytes, size_t size, void *all)
{
    struct member *member = user;
    struct network *network = member->network;
    const int32_t rank = member->communicator.rank;
    pthread_mutex_lock(&network->mutex);
    network->given[rank] = bytes;
    meet(network, rank);
    for (int other = 0; other < network->ranks; ++other) {
        memcpy((unsigned char *)all + (size_t)other * size, network->given[other], size);
    }
    meet(network, rank);
    pthread_mutex_unlock(&network->mutex);
    return MD_OK;
}

static void *run(void *argument)
{
    struct member *member = argument;
    member->function(&member->communicator, member->user);
    return NULL;
}

void thread_ranks_run(int ranks, thread_rank_function *function, void *user)
{
    struct network *network = calloc(1, sizeof *network);
    struct member *members = calloc((size_t)ranks, sizeof *members);
    pthread_t threads[MAX_THREAD_RANKS];
    if (network == NULL || members == NULL || ranks > MAX_THREAD_RANKS) {
        fail("no memory, or too many ranks", 0, ranks);
    }
    network->ranks = ranks;
    pthread_mutex_init(&network->mutex, NULL);
    pthread_cond_init(&network->changed, NULL);
    for (int32_t rank = 0; rank < ranks; ++rank) {
        struct member *member = &members[rank];
        *member = (struct member){.network = network, .function = function, .user = user};
        member->communicator = (md_communicator){.user = member,
                                                 .rank = rank,
                                                 .ranks = ranks,
                                                 .exchange = exchange,
                                                 .sum = sum,
                                                 .min = minimum,
                                                 .gather = gather};
        if (pthread_create(&threads[rank], NULL, run, member) != 0) {
            fail("a thread could not be started", rank, rank);
        }
    }
    for (int rank = 0; rank < ranks; ++rank) {
        pthread_join(threads[rank], NULL);
    }
    pthread_cond_destroy(&network->changed);
    pthread_mutex_destroy(&network->mutex);
    free(members);
    free(network);
}
