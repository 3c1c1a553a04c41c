#include "lcp/block_tallies.h"

#include <string.h>

void md_block_tallies_free(struct block_tallies *tallies, const md_allocator *allocator)
{
    indices_free(allocator, &tallies->contacts);
    indices_free(allocator, &tallies->joints);
    indices_free(allocator, &tallies->lane);
    indices_free(allocator, &tallies->table);
}

/* The island of a lane: that of its first dynamic body. Copies of the world come after all bodies. */
static int32_t island_of_lane(const struct block_layout *layout, const int32_t *slots, const int32_t *island)
{
    const int32_t a = slots[0] / layout->slot_size;
    const int32_t b = slots[MD_LANES] / layout->slot_size;
    const int32_t of_a = a <= layout->body_count ? island[a] : -1;
    return of_a >= 0 || b > layout->body_count ? of_a : island[b];
}

/* Finds the islands of the lanes of a block. Empty lanes, whose sums are 0, count as part of the island of another. */
static void find_lanes(const struct block_layout *layout, int32_t block, const int32_t *island, int32_t *lanes)
{
    const int32_t *slots = layout->slots.at + 2 * MD_LANES * (size_t)block;
    int32_t any = 0;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        lanes[lane] = island_of_lane(layout, slots + lane, island);
        any = lanes[lane] >= 0 ? lanes[lane] : any;
    }
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        lanes[lane] = lanes[lane] >= 0 ? lanes[lane] : any;
    }
}

/* Finds the tally of the lanes, from `first` on, or adds it. `mask` is the size of the hash table less 1. */
static int32_t find_tally(struct block_tallies *tallies, const int32_t *lanes, int32_t first, uint32_t mask)
{
    uint32_t hash = 0;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        hash = (hash ^ (uint32_t)lanes[lane]) * 0x9e3779b1U;
        hash ^= hash >> 15;
    }
    for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
        const int32_t tally = tallies->table.at[at];
        if (tally < 0) {
            tallies->table.at[at] = tallies->count;
            memcpy(tallies->lane.at + MD_LANES * (size_t)tallies->count, lanes, MD_LANES * sizeof *lanes);
            return tallies->count++;
        }
        /* Tallies of other partitions are summed up by other threads. */
        if (tally >= first && memcmp(md_block_tally_lanes(tallies, tally), lanes, MD_LANES * sizeof *lanes) == 0) {
            return tally;
        }
    }
}

/* Finds the tallies of the blocks of a layout, which share none with another layout. */
static void find_in_layout(struct block_tallies *tallies, const struct block_layout *layout, const int32_t *island,
                           uint32_t mask, int32_t *tally)
{
    for (int32_t partition = 0; partition < layout->partitions; ++partition) {
        const int32_t first = tallies->count;
        for (int32_t block = layout->partition_start.at[partition]; block < layout->partition_start.at[partition + 1];
             ++block) {
            int32_t lanes[MD_LANES];
            find_lanes(layout, block, island, lanes);
            tally[block] = find_tally(tallies, lanes, first, mask);
        }
    }
}

/* A power of two, at least twice the number of blocks. */
static uint32_t table_size_of(size_t blocks)
{
    uint32_t size = 2;
    while (size < 2 * blocks) {
        size *= 2;
    }
    return size;
}

md_status md_block_tallies_find(struct block_tallies *tallies, const md_allocator *allocator,
                                const struct block_problem *blocks, const int32_t *island)
{
    const struct block_layouts layouts = md_block_problem_layouts(blocks);
    struct indices *tally[] = {&tallies->contacts, &tallies->joints};
    size_t block_count = 0;
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < layouts.count; ++k) {
        block_count += (size_t)layouts.at[k]->count;
        status = indices_reserve(allocator, tally[k], (size_t)layouts.at[k]->count);
    }
    const uint32_t table_size = table_size_of(block_count);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &tallies->lane, block_count * MD_LANES);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &tallies->table, table_size);
    }
    if (status != MD_OK) {
        return status;
    }
    tallies->count = 0;
    memset(tallies->table.at, 0xff, table_size * sizeof(int32_t)); /* -1 */
    for (int k = 0; k < layouts.count; ++k) {
        find_in_layout(tallies, layouts.at[k], island, table_size - 1, tally[k]->at);
    }
    return MD_OK;
}
