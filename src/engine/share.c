#include "engine/share.h"

#include <string.h>

#include "base/clock.h"

void md_share_free_neighbour(struct neighbour *neighbour, const md_allocator *allocator)
{
    indices_free(allocator, &neighbour->shown);
    indices_free(allocator, &neighbour->seen);
    bytes_free(allocator, &neighbour->sent);
    bytes_free(allocator, &neighbour->received);
}

void md_share_free(struct share *share, const md_allocator *allocator)
{
    struct indices *const indices[] = {&share->strip_rank,   &share->owner, &share->body_number,
                                       &share->shape_number, &share->marks, &share->dropped};
    for (size_t k = 0; k < sizeof indices / sizeof *indices; ++k) {
        indices_free(allocator, indices[k]);
    }
    for (int32_t k = 0; k < share->neighbour_count; ++k) {
        md_share_free_neighbour(&share->neighbours[k], allocator);
    }
    md_array_free(allocator, (void **)&share->neighbours, &share->neighbour_capacity, sizeof *share->neighbours);
    md_array_free(allocator, (void **)&share->messages, &share->message_capacity, sizeof *share->messages);
    md_array_free(allocator, (void **)&share->body_extents, &share->body_extent_capacity, sizeof *share->body_extents);
    md_array_free(allocator, (void **)&share->extents, &share->extent_capacity, sizeof *share->extents);
    md_number_list_free(&share->bodies, allocator);
    md_number_list_free(&share->shapes, allocator);
    doubles_free(allocator, &share->numbers);
    bytes_free(allocator, &share->scratch);
    bytes_free(allocator, &share->all);
    md_handles_free(&share->whole_bodies, allocator);
    md_handles_free(&share->whole_shapes, allocator);
}

/* ---- All ranks ------------------------------------------------------------------------------------------------------ */

static bool is_alone(const struct share *share)
{
    return share == NULL || share->communicator->ranks == 1;
}

static md_status end_reduction(struct share *share, double started, md_status status)
{
    share->report.waiting_seconds += md_clock_seconds() - started;
    ++share->report.reductions;
    return status;
}

md_status md_share_sum(struct share *share, double *values, int32_t count)
{
    if (is_alone(share)) {
        return MD_OK;
    }
    const double started = md_clock_seconds();
    return end_reduction(share, started, share->communicator->sum(share->communicator->user, values, count));
}

md_status md_share_min(struct share *share, double *values, int32_t count)
{
    if (is_alone(share)) {
        return MD_OK;
    }
    const double started = md_clock_seconds();
    return end_reduction(share, started, share->communicator->min(share->communicator->user, values, count));
}

md_status md_share_any(struct share *share, bool *any)
{
    double count = *any;
    const md_status status = md_share_sum(share, &count, 1);
    *any = count > 0;
    return status;
}

md_status md_share_collect(struct share *share, const md_allocator *allocator, const struct byte_buffer *bytes)
{
    const md_communicator *communicator = share->communicator;
    const size_t ranks = (size_t)communicator->ranks;
    const double started = md_clock_seconds();
    md_status status = doubles_reserve(allocator, &share->numbers, ranks + 1);
    if (status != MD_OK) {
        return status;
    }
    double *sizes = share->numbers.at;
    sizes[ranks] = (double)bytes->size;
    status = communicator->gather(communicator->user, &sizes[ranks], sizeof *sizes, sizes);
    double largest = 0;
    for (size_t rank = 0; status == MD_OK && rank < ranks; ++rank) {
        largest = fmax(largest, sizes[rank]);
    }
    /* All contributions have the size of the largest one; then they are moved together. */
    const size_t size = (size_t)largest;
    if (status == MD_OK) {
        status = bytes_reserve(allocator, &share->all, size * (ranks + 1) + 1);
    }
    if (status == MD_OK && size > 0) {
        unsigned char *own = share->all.at + size * ranks;
        memset(own, 0, size);
        if (bytes->size > 0) {
            memcpy(own, bytes->at, bytes->size);
        }
        status = communicator->gather(communicator->user, own, size, share->all.at);
    }
    share->all.size = 0;
    for (size_t rank = 0; status == MD_OK && rank < ranks; ++rank) {
        memmove(share->all.at + share->all.size, share->all.at + size * rank, (size_t)sizes[rank]);
        share->all.size += (size_t)sizes[rank];
    }
    return end_reduction(share, started, status);
}

/* ---- Neighbours ----------------------------------------------------------------------------------------------------- */

struct neighbour *md_share_neighbour(struct share *share, const md_allocator *allocator, int32_t rank)
{
    int32_t k = 0;
    while (k < share->neighbour_count && share->neighbours[k].rank < rank) {
        ++k;
    }
    if (k < share->neighbour_count && share->neighbours[k].rank == rank) {
        return &share->neighbours[k];
    }
    if (md_array_reserve(allocator, (void **)&share->neighbours, &share->neighbour_capacity,
                         (size_t)share->neighbour_count + 1, sizeof *share->neighbours) != MD_OK) {
        return NULL;
    }
    memmove(share->neighbours + k + 1, share->neighbours + k,
            (size_t)(share->neighbour_count - k) * sizeof *share->neighbours);
    share->neighbours[k] = (struct neighbour){.rank = rank};
    ++share->neighbour_count;
    return &share->neighbours[k];
}

/* Exchanges bytes of all neighbours: their messages, or the sizes of these. */
static md_status exchange(struct share *share, const md_allocator *allocator, bool of_sizes)
{
    const md_communicator *communicator = share->communicator;
    const size_t neighbours = (size_t)share->neighbour_count;
    const double started = md_clock_seconds();
    md_status status = md_array_reserve(allocator, (void **)&share->messages, &share->message_capacity, 2 * neighbours,
                                        sizeof *share->messages);
    if (status != MD_OK || neighbours == 0) {
        return status;
    }
    int32_t sent = 0, received = 0;
    md_message *const to = share->messages;
    md_message *const from = share->messages + neighbours;
    for (size_t k = 0; k < neighbours; ++k) {
        struct neighbour *at = &share->neighbours[k];
        const md_message out = {at->rank, of_sizes ? sizeof at->sent_size : at->sent.size,
                                of_sizes ? (void *)&at->sent_size : at->sent.at};
        const md_message in = {at->rank, of_sizes ? sizeof at->received_size : at->received.size,
                               of_sizes ? (void *)&at->received_size : at->received.at};
        to[sent] = out;
        sent += out.size > 0;
        from[received] = in;
        received += in.size > 0;
        share->report.bytes += (int64_t)out.size;
    }
    share->report.messages += sent;
    if (sent + received > 0) {
        status = communicator->exchange(communicator->user, to, sent, from, received);
    }
    share->report.waiting_seconds += md_clock_seconds() - started;
    return status;
}

md_status md_share_exchange(struct share *share, const md_allocator *allocator)
{
    return exchange(share, allocator, false);
}

md_status md_share_exchange_unknown(struct share *share, const md_allocator *allocator)
{
    for (int32_t k = 0; k < share->neighbour_count; ++k) {
        share->neighbours[k].sent_size = share->neighbours[k].sent.size;
    }
    md_status status = exchange(share, allocator, true);
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        struct neighbour *at = &share->neighbours[k];
        at->received.size = (size_t)at->received_size;
        status = bytes_reserve(allocator, &at->received, at->received.size + 1);
    }
    return status == MD_OK ? exchange(share, allocator, false) : status;
}
