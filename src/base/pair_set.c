#include "base/pair_set.h"

#include "base/memory.h"

#define FREE_KEY UINT64_MAX
#define SMALLEST 32

static uint64_t key_of(int32_t a, int32_t b)
{
    const uint64_t low = (uint64_t)(uint32_t)(a < b ? a : b);
    const uint64_t high = (uint64_t)(uint32_t)(a < b ? b : a);
    return low << 32 | high;
}

/* Where a key would like to be: its bits mixed (the finalizer of SplitMix64), for neighbours in a pile differ in few. */
static size_t home_of(const struct pair_set *table, uint64_t key)
{
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
    return (size_t)(key ^ (key >> 31)) & (table->capacity - 1);
}

/* The place of a key, or the free place where it would go. There always is one: the table is never full. */
static size_t place_of(const struct pair_set *table, uint64_t key)
{
    size_t place = home_of(table, key);
    while (table->at[place] != FREE_KEY && table->at[place] != key) {
        place = (place + 1) & (table->capacity - 1);
    }
    return place;
}

void md_pairs_free(struct pair_set *table, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&table->at, &table->capacity, sizeof *table->at);
    *table = (struct pair_set){0};
}

bool md_pairs_has(const struct pair_set *table, int32_t a, int32_t b)
{
    return table->count > 0 && table->at[place_of(table, key_of(a, b))] != FREE_KEY;
}

void md_pairs_prefetch(const struct pair_set *table, int32_t a, int32_t b)
{
    if (table->capacity > 0) {
        prefetch(&table->at[home_of(table, key_of(a, b))], 1);
    }
}

void md_pairs_clear(struct pair_set *table)
{
    for (size_t i = 0; i < table->capacity; ++i) {
        table->at[i] = FREE_KEY;
    }
    table->count = 0;
}

/* A table of twice the size, with the same pairs. */
static md_status grow(struct pair_set *table, const md_allocator *allocator)
{
    struct pair_set larger = {0};
    const size_t wanted = table->capacity > 0 ? 2 * table->capacity : SMALLEST;
    const md_status status =
        md_array_reserve(allocator, (void **)&larger.at, &larger.capacity, wanted, sizeof *larger.at);
    if (status != MD_OK) {
        return status;
    }
    md_pairs_clear(&larger);
    for (size_t i = 0; i < table->capacity; ++i) {
        if (table->at[i] != FREE_KEY) {
            larger.at[place_of(&larger, table->at[i])] = table->at[i];
        }
    }
    larger.count = table->count;
    md_pairs_free(table, allocator);
    *table = larger;
    return MD_OK;
}

md_status md_pairs_add(struct pair_set *table, const md_allocator *allocator, int32_t a, int32_t b)
{
    /* At most three quarters full, so that runs stay short. */
    if (4 * (table->count + 1) > 3 * table->capacity) {
        const md_status status = grow(table, allocator);
        if (status != MD_OK) {
            return status;
        }
    }
    const uint64_t key = key_of(a, b);
    table->at[place_of(table, key)] = key;
    ++table->count;
    return MD_OK;
}

/* Whether place `from` may hold an entry whose home is `home` when `hole` becomes free: cyclic order home <= hole < from. */
static bool may_move_back(size_t home, size_t hole, size_t from, size_t mask)
{
    return ((from - home) & mask) >= ((from - hole) & mask);
}

bool md_pairs_remove(struct pair_set *table, int32_t a, int32_t b)
{
    if (table->count == 0) {
        return false;
    }
    size_t hole = place_of(table, key_of(a, b));
    if (table->at[hole] == FREE_KEY) {
        return false;
    }
    /* Entries behind the hole move into it, so that no search stops too early and no tombstones pile up. */
    const size_t mask = table->capacity - 1;
    for (size_t next = (hole + 1) & mask; table->at[next] != FREE_KEY; next = (next + 1) & mask) {
        if (may_move_back(home_of(table, table->at[next]), hole, next, mask)) {
            table->at[hole] = table->at[next];
            hole = next;
        }
    }
    table->at[hole] = FREE_KEY;
    --table->count;
    return true;
}
