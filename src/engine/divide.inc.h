/* Worlds that are divided among ranks (dimension.h). */
#include <string.h>

#include "engine/dimension.h"

typedef MD_(callbacks) world_callbacks;

/* Sends bytes of rank 0 to all ranks. Other ranks get them in `bytes`, which they free. */
static md_status broadcast(const md_communicator *communicator, const md_allocator *allocator, void **bytes,
                           size_t *size)
{
    double count = (double)*size;
    md_status status = communicator->sum(communicator->user, &count, 1);
    if (status != MD_OK || count == 0) {
        return status == MD_OK ? MD_ERROR_MEMORY : status;
    }
    *size = (size_t)count;
    if (communicator->rank > 0) {
        *bytes = allocator->resize(allocator->user, NULL, 0, *size);
        const md_message received = {.rank = 0, .size = *size, .bytes = *bytes};
        return communicator->exchange(communicator->user, NULL, 0, &received, 1);
    }
    for (int32_t rank = 1; status == MD_OK && rank < communicator->ranks; ++rank) {
        const md_message sent = {.rank = rank, .size = *size, .bytes = *bytes};
        status = communicator->exchange(communicator->user, &sent, 1, NULL, 0);
    }
    return status;
}

md_status MD_(world_divide)(const WORLD *whole, const md_communicator *communicator, const md_allocator *allocator,
                            const world_callbacks *callbacks, WORLD **share, md_error *error)
{
    (void)error;
    const md_allocator owner = md_allocator_or_default(allocator);
    size_t size = whole != NULL && communicator->rank == 0 ? MD_(world_snapshot_size)(whole) : 0;
    size_t capacity = size;
    void *bytes = size > 0 ? owner.resize(owner.user, NULL, 0, size) : NULL;
    md_status status = size > 0 ? MD_(world_snapshot)(whole, bytes, size, NULL) : MD_OK;
    *share = NULL;
    if (status == MD_OK) {
        status = broadcast(communicator, &owner, &bytes, &size);
        capacity = size;
    }
    if (status == MD_OK) {
        status = MD_(world_from_snapshot)(bytes, size, allocator, callbacks, share);
    }
    if (status == MD_OK) {
        (*share)->communicator = communicator;
    }
    if (bytes != NULL) {
        owner.resize(owner.user, bytes, capacity, 0);
    }
    return status;
}

md_status MD_(world_unite)(const WORLD *share, const md_allocator *allocator, const world_callbacks *callbacks,
                           WORLD **whole)
{
    const md_allocator owner = md_allocator_or_default(allocator);
    *whole = NULL;
    if (share->communicator->rank > 0) {
        return MD_OK;
    }
    const size_t size = MD_(world_snapshot_size)(share);
    void *bytes = owner.resize(owner.user, NULL, 0, size);
    md_status status = bytes == NULL ? MD_ERROR_MEMORY : MD_(world_snapshot)(share, bytes, size, NULL);
    if (status == MD_OK) {
        status = MD_(world_from_snapshot)(bytes, size, allocator, callbacks, whole);
    }
    owner.resize(owner.user, bytes, size, 0);
    return status;
}

md_share_report MD_(world_share)(const WORLD *world)
{
    md_share_report report = {.ranks = 1};
    if (world != NULL && world->communicator != NULL) {
        report.rank = world->communicator->rank;
        report.ranks = world->communicator->ranks;
    }
    return report;
}
