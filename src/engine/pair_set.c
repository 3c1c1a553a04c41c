#include "engine/pair_set.h"

#include "base/memory.h"

#define EMPTY UINT64_MAX
#define MIN_CAPACITY 32

static uint64_t key_of(int32_t a, int32_t b)
{
    const uint64_t low = (uint64_t)(uint32_t)(a < b ? a : b);
    const uint64_t high = (uint64_t)(uint32_t)(a < b ? b : a);
    return low << 32 | high;
}

/* Returns the preferred entry of a key. The bits are mixed by the finalizer of SplitMix64, because neighbours in a pile
 * differ in few of them. */
static size_t home_of(const struct pair_set *set, uint64_t key)
{
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
    return (size_t)(key ^ (key >> 31)) & (set->capacity - 1);
}

/* Returns the entry of a key, or the empty entry where it would be inserted. The table is never full. */
static size_t find(const struct pair_set *set, uint64_t key)
{
    size_t entry = home_of(set, key);
    while (set->key[entry] != EMPTY && set->key[entry] != key) {
        entry = (entry + 1) & (set->capacity - 1);
    }
    return entry;
}

void md_pair_set_free(struct pair_set *set, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&set->key, &set->capacity, sizeof *set->key);
    *set = (struct pair_set){0};
}

bool md_pair_set_has(const struct pair_set *set, int32_t a, int32_t b)
{
    return set->count > 0 && set->key[find(set, key_of(a, b))] != EMPTY;
}

void md_pair_set_prefetch(const struct pair_set *set, int32_t a, int32_t b)
{
    if (set->capacity > 0) {
        prefetch(&set->key[home_of(set, key_of(a, b))], 1);
    }
}

/* Doubles the capacity. */
static md_status grow(struct pair_set *set, const md_allocator *allocator)
{
    struct pair_set larger = {0};
    const size_t capacity = set->capacity > 0 ? 2 * set->capacity : MIN_CAPACITY;
    const md_status status =
        md_array_reserve(allocator, (void **)&larger.key, &larger.capacity, capacity, sizeof *larger.key);
    if (status != MD_OK) {
        return status;
    }
    for (size_t i = 0; i < larger.capacity; ++i) {
        larger.key[i] = EMPTY;
    }
    for (size_t i = 0; i < set->capacity; ++i) {
        if (set->key[i] != EMPTY) {
            larger.key[find(&larger, set->key[i])] = set->key[i];
        }
    }
    larger.count = set->count;
    md_pair_set_free(set, allocator);
    *set = larger;
    return MD_OK;
}

md_status md_pair_set_add(struct pair_set *set, const md_allocator *allocator, int32_t a, int32_t b)
{
    /* At most three quarters full, so that probe sequences stay short. */
    if (4 * (set->count + 1) > 3 * set->capacity) {
        const md_status status = grow(set, allocator);
        if (status != MD_OK) {
            return status;
        }
    }
    const uint64_t key = key_of(a, b);
    set->key[find(set, key)] = key;
    ++set->count;
    return MD_OK;
}

/* True if the key in entry `from` may move back to the empty entry `hole`: in cyclic order, home <= hole < from. */
static bool may_move_back(size_t home, size_t hole, size_t from, size_t mask)
{
    return ((from - home) & mask) >= ((from - hole) & mask);
}

bool md_pair_set_remove(struct pair_set *set, int32_t a, int32_t b)
{
    if (set->count == 0) {
        return false;
    }
    size_t hole = find(set, key_of(a, b));
    if (set->key[hole] == EMPTY) {
        return false;
    }
    /* Backward shift deletion: later keys of the probe sequence move into the hole, so no tombstones are needed. */
    const size_t mask = set->capacity - 1;
    for (size_t next = (hole + 1) & mask; set->key[next] != EMPTY; next = (next + 1) & mask) {
        if (may_move_back(home_of(set, set->key[next]), hole, next, mask)) {
            set->key[hole] = set->key[next];
            hole = next;
        }
    }
    set->key[hole] = EMPTY;
    --set->count;
    return true;
}
