#include "lcp/ranks.h"

#include <string.h>

#include "lcp/problem.h"

void md_ranks_free(struct solve_ranks *ranks, const md_allocator *allocator)
{
    struct indices *indices[] = {&ranks->list_start, &ranks->slots, &ranks->known_number, &ranks->known_rank};
    for (size_t k = 0; k < sizeof indices / sizeof *indices; ++k) {
        indices_free(allocator, indices[k]);
    }
    reals_free(allocator, &ranks->velocities);
    md_array_free(allocator, (void **)&ranks->lists, &ranks->list_capacity, sizeof *ranks->lists);
    md_array_free(allocator, (void **)&ranks->spanning, &ranks->spanning_capacity, sizeof *ranks->spanning);
    md_array_free(allocator, (void **)&ranks->keyed, &ranks->keyed_capacity, sizeof *ranks->keyed);
    md_array_free(allocator, (void **)&ranks->message, &ranks->message_capacity, sizeof *ranks->message);
    md_array_free(allocator, (void **)&ranks->sums, &ranks->sum_capacity, sizeof *ranks->sums);
}

/* ---- Which bodies are exchanged ------------------------------------------------------------------------------------- */

static int32_t wave_of(const struct block_layout *layout, int32_t partition)
{
    int32_t wave = 0;
    while (partition >= layout->wave_start.at[wave + 1]) {
        ++wave;
    }
    return wave;
}

/* Adds the bodies of all contacts that span two ranks: for the wave of the contact, and for the refreshing of ghosts. */
static int32_t add_bodies(struct solve_ranks *ranks, const struct block_layout *layout)
{
    const int32_t *of_body = layout->body_partition.at;
    int32_t count = 0;
    for (int32_t i = 0; layout->partitions > layout->inner && i < layout->contacts; ++i) {
        const int32_t pair = layout->partition.at[i];
        const int32_t *slot = layout->placed[i].slot;
        if (pair < layout->inner) {
            continue;
        }
        const int32_t rank[2] = {ranks->partition_rank[of_body[slot[0]]], ranks->partition_rank[of_body[slot[1]]]};
        const int32_t wave = wave_of(layout, pair);
        for (int side = 0; rank[0] != rank[1] && side < 2; ++side) {
            struct spanning_body body = {.slot = slot[side], .is_ghost = rank[side] != ranks->communicator->rank};
            body.rank = rank[body.is_ghost ? side : 1 - side];
            body.wave = layout->waves;
            ranks->spanning[count++] = body;
            body.wave = wave;
            body.pair = pair;
            ranks->spanning[count++] = body;
        }
    }
    return count;
}

/* Bodies with one key are in one message, of one pair. */
static uint64_t key_of(const struct spanning_body *body)
{
    return ((uint64_t)body->wave << 52) | ((uint64_t)body->rank << 28) | ((uint64_t)body->is_ghost << 27) |
           (uint64_t)body->pair;
}

/* Sorts the bodies by message and pair, and those of a pair by number: both ranks of a message find the same order. */
static void sort_bodies(struct solve_ranks *ranks, int32_t count)
{
    struct keyed *keyed = ranks->keyed;
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t number = (uint32_t)ranks->body_number[ranks->spanning[i].slot];
        keyed[i] = (struct keyed){number, i};
    }
    md_sort_keyed(keyed, keyed + count, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        keyed[i].key = key_of(&ranks->spanning[keyed[i].item]);
    }
    md_sort_keyed(keyed, keyed + count, (size_t)count);
}

/* Writes the sorted bodies into lists, each body once. */
static void write_lists(struct solve_ranks *ranks, const struct block_layout *layout, int32_t count)
{
    const struct spanning_body *last = NULL;
    int32_t lists = 0;
    int32_t slots = 0;
    int32_t wave = 0;
    for (int32_t i = 0; i < count; ++i) {
        const struct spanning_body *body = &ranks->spanning[ranks->keyed[i].item];
        if (last != NULL && last->slot == body->slot && key_of(last) == key_of(body)) {
            continue;
        }
        if (last == NULL || last->wave != body->wave || last->rank != body->rank) {
            for (; wave <= body->wave; ++wave) {
                ranks->list_start.at[wave] = lists;
            }
            ranks->lists[lists++] = (struct rank_message){.rank = body->rank, .first = slots};
        }
        ranks->slots.at[slots++] = body->slot;
        ranks->lists[lists - 1].sent += !body->is_ghost;
        ranks->lists[lists - 1].received += body->is_ghost;
        last = body;
    }
    for (; wave <= layout->waves + 1; ++wave) {
        ranks->list_start.at[wave] = lists;
    }
}

/* Makes room for a number of bodies in messages. At most all of them are in one exchange. */
static md_status reserve_lists(struct solve_ranks *ranks, const md_allocator *allocator,
                               const struct block_layout *layout, size_t bodies)
{
    const size_t numbers = (size_t)layout->body_count + 1;
    md_status status = indices_reserve(allocator, &ranks->known_number, numbers);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &ranks->known_rank, (size_t)layout->inner);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &ranks->list_start, (size_t)layout->waves + 2);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &ranks->slots, bodies);
    }
    if (status == MD_OK) {
        status =
            md_array_reserve(allocator, (void **)&ranks->lists, &ranks->list_capacity, bodies, sizeof *ranks->lists);
    }
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&ranks->spanning, &ranks->spanning_capacity, bodies,
                                  sizeof *ranks->spanning);
    }
    if (status == MD_OK) { /* and as many to sort them */
        status = md_array_reserve(allocator, (void **)&ranks->keyed, &ranks->keyed_capacity, 2 * bodies,
                                  sizeof *ranks->keyed);
    }
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&ranks->message, &ranks->message_capacity, 2 * bodies,
                                  sizeof *ranks->message);
    }
    return status == MD_OK ? reals_reserve(allocator, &ranks->velocities, 6 * bodies) : status;
}

static bool knows_lists(const struct solve_ranks *ranks, const struct block_layout *layout)
{
    return ranks->layout == layout && ranks->layout_version == layout->version &&
           memcmp(ranks->known_number.at, ranks->body_number, ((size_t)layout->body_count + 1) * sizeof(int32_t)) ==
               0 &&
           memcmp(ranks->known_rank.at, ranks->partition_rank, (size_t)layout->inner * sizeof(int32_t)) == 0;
}

/* Contacts of pairs, whether they span two ranks or not. */
static size_t contacts_between(const struct block_layout *layout)
{
    size_t count = 0;
    for (int32_t i = 0; layout->partitions > layout->inner && i < layout->contacts; ++i) {
        count += layout->partition.at[i] >= layout->inner;
    }
    return count;
}

md_status md_ranks_begin(struct solve_ranks *ranks, const md_allocator *allocator, const struct block_layout *layout)
{
    ranks->status = MD_OK;
    ranks->ghosts_are_stale = true;
    if (!md_ranks_are_several(ranks) || knows_lists(ranks, layout)) {
        return MD_OK;
    }
    ranks->layout = NULL;
    /* Two bodies of each contact, each in a wave and to be refreshed. */
    const md_status status = reserve_lists(ranks, allocator, layout, 4 * contacts_between(layout) + 1);
    if (status != MD_OK) {
        return status;
    }
    const int32_t count = add_bodies(ranks, layout);
    sort_bodies(ranks, count);
    write_lists(ranks, layout, count);
    memcpy(ranks->known_number.at, ranks->body_number, ((size_t)layout->body_count + 1) * sizeof(int32_t));
    memcpy(ranks->known_rank.at, ranks->partition_rank, (size_t)layout->inner * sizeof(int32_t));
    ranks->layout = layout;
    ranks->layout_version = layout->version;
    ranks->slot_size = layout->slot_size;
    return MD_OK;
}

/* ---- Exchanging ----------------------------------------------------------------------------------------------------- */

/* Numbers of a slot that change. */
static size_t velocities_per_body(const struct solve_ranks *ranks)
{
    return ranks->slot_size == MD_SLOT_2D ? 3 : 6;
}

/* Collects the velocities to send, and addresses the messages. */
static void write_messages(struct solve_ranks *ranks, int32_t first, int32_t count, const md_real *state)
{
    const size_t freedom = velocities_per_body(ranks);
    md_real *to = ranks->velocities.at;
    for (int32_t i = 0; i < count; ++i) {
        const struct rank_message *list = &ranks->lists[first + i];
        const int32_t *slot = ranks->slots.at + list->first;
        const size_t sent = (size_t)list->sent * freedom;
        const size_t received = (size_t)list->received * freedom;
        for (int32_t k = 0; k < list->sent; ++k) {
            memcpy(to + (size_t)k * freedom, state + (size_t)ranks->slot_size * (size_t)slot[k], freedom * sizeof *to);
        }
        ranks->message[i] = (md_message){list->rank, sent * sizeof *to, to};
        ranks->message[count + i] = (md_message){list->rank, received * sizeof *to, to + sent};
        ranks->bytes += (int64_t)(sent * sizeof *to);
        to += sent + received;
    }
    ranks->messages += count;
    ++ranks->exchanges;
}

static void read_messages(const struct solve_ranks *ranks, int32_t first, int32_t count, md_real *state)
{
    const size_t freedom = velocities_per_body(ranks);
    for (int32_t i = 0; i < count; ++i) {
        const struct rank_message *list = &ranks->lists[first + i];
        const int32_t *slot = ranks->slots.at + list->first + list->sent;
        const md_real *from = ranks->message[count + i].bytes;
        for (int32_t k = 0; k < list->received; ++k) {
            memcpy(state + (size_t)ranks->slot_size * (size_t)slot[k], from + (size_t)k * freedom,
                   freedom * sizeof *state);
        }
    }
}

void md_ranks_exchange(struct solve_ranks *ranks, int32_t wave, md_real *state)
{
    if (!md_ranks_are_several(ranks) || ranks->status != MD_OK) {
        return;
    }
    const md_communicator *communicator = ranks->communicator;
    const int32_t first = ranks->list_start.at[wave];
    const int32_t count = ranks->list_start.at[wave + 1] - first;
    if (count == 0) {
        return;
    }
    write_messages(ranks, first, count, state);
    ranks->status = communicator->exchange(communicator->user, ranks->message, count, ranks->message + count, count);
    if (ranks->status == MD_OK) {
        read_messages(ranks, first, count, state);
    }
}

void md_ranks_refresh_ghosts(struct solve_ranks *ranks, md_real *state)
{
    if (md_ranks_are_several(ranks) && ranks->ghosts_are_stale) {
        md_ranks_exchange(ranks, ranks->layout->waves, state);
        ranks->ghosts_are_stale = false;
    }
}

/* ---- Sums ----------------------------------------------------------------------------------------------------------- */

void md_ranks_sum(struct solve_ranks *ranks, double *values, int32_t count)
{
    if (md_ranks_are_several(ranks) && ranks->status == MD_OK) {
        ranks->status = ranks->communicator->sum(ranks->communicator->user, values, count);
        ++ranks->reductions;
    }
}

bool md_ranks_any(struct solve_ranks *ranks, bool value)
{
    double count = value ? 1 : 0;
    md_ranks_sum(ranks, &count, 1);
    return count > 0;
}
