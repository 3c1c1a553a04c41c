#include "world3/shared_geometries.h"

#include <string.h>

#include "base/memory.h"
#include "geometry3/retain.h"

#define NONE (-1)
#define MIN_TABLE 16

struct shared_geometries md3_geometries_empty(void)
{
    return (struct shared_geometries){.first_free = NONE};
}

static const void *object_of(const md3_geometry *geometry)
{
    switch (geometry->type) {
    case MD3_HULL: return geometry->hull;
    case MD3_MESH: return geometry->mesh;
    case MD3_HEIGHT_FIELD: return geometry->height_field;
    default: return NULL;
    }
}

bool md3_geometry_has_object(const md3_geometry *geometry)
{
    return object_of(geometry) != NULL;
}

/* ---- The table: open addressing, at most half full --------------------------------------------------------------- */

/* The preferred entry of an object. The bits of the address are mixed by the finalizer of SplitMix64. */
static size_t home_of(const struct shared_geometries *set, const md3_geometry *geometry)
{
    uint64_t key = (uint64_t)(uintptr_t)object_of(geometry);
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
    return (size_t)(key ^ (key >> 31)) & (set->table_capacity - 1);
}

/* The entry of an object, or the empty entry where it would be inserted. */
static size_t entry_of(const struct shared_geometries *set, const md3_geometry *geometry)
{
    size_t entry = home_of(set, geometry);
    while (set->table[entry] != NONE && object_of(&set->at[set->table[entry]].geometry) != object_of(geometry)) {
        entry = (entry + 1) & (set->table_capacity - 1);
    }
    return entry;
}

/* Makes a table of a capacity, which is a power of two, and inserts all objects. */
static md_status make_table(struct shared_geometries *set, const md_allocator *allocator, size_t capacity)
{
    int32_t *table = NULL;
    size_t reserved = 0;
    const md_status status = md_array_reserve(allocator, (void **)&table, &reserved, capacity, sizeof *table);
    if (status != MD_OK) {
        return status;
    }
    md_array_free(allocator, (void **)&set->table, &set->table_capacity, sizeof *set->table);
    set->table = table;
    set->table_capacity = reserved;
    memset(table, 0xff, capacity * sizeof *table); /* NONE */
    for (int32_t i = 0; i < set->count; ++i) {
        if (object_of(&set->at[i].geometry) != NULL) {
            table[entry_of(set, &set->at[i].geometry)] = i;
        }
    }
    return MD_OK;
}

static md_status reserve_table(struct shared_geometries *set, const md_allocator *allocator, size_t objects)
{
    size_t capacity = set->table_capacity > 0 ? set->table_capacity : MIN_TABLE;
    while (capacity < 2 * objects) {
        capacity *= 2;
    }
    return capacity == set->table_capacity ? MD_OK : make_table(set, allocator, capacity);
}

/* Backward shift deletion: later entries of the probe sequence move into the hole, so that no tombstones are needed. */
static void remove_entry(struct shared_geometries *set, size_t hole)
{
    const size_t mask = set->table_capacity - 1;
    for (size_t next = (hole + 1) & mask; set->table[next] != NONE; next = (next + 1) & mask) {
        const size_t home = home_of(set, &set->at[set->table[next]].geometry);
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            set->table[hole] = set->table[next];
            hole = next;
        }
    }
    set->table[hole] = NONE;
}

/* ---- Objects ----------------------------------------------------------------------------------------------------- */

/* A geometry with the object alone. */
static md3_geometry bare(const md3_geometry *geometry)
{
    return (md3_geometry){.type = geometry->type,
                          .hull = geometry->type == MD3_HULL ? geometry->hull : NULL,
                          .mesh = geometry->type == MD3_MESH ? geometry->mesh : NULL,
                          .height_field = geometry->type == MD3_HEIGHT_FIELD ? geometry->height_field : NULL};
}

static int32_t take_number(struct shared_geometries *set)
{
    const int32_t number = set->first_free;
    if (number == NONE) {
        return set->count++;
    }
    set->first_free = set->at[number].next_free;
    return number;
}

static md_status reserve_one(struct shared_geometries *set, const md_allocator *allocator)
{
    const md_status status =
        md_array_reserve(allocator, (void **)&set->at, &set->capacity, (size_t)set->count + 1, sizeof *set->at);
    return status == MD_OK ? reserve_table(set, allocator, (size_t)set->used + 1) : status;
}

md_status md3_geometries_add(struct shared_geometries *set, const md_allocator *allocator, const md3_geometry *geometry,
                             int32_t *number)
{
    *number = NONE;
    if (object_of(geometry) == NULL) {
        return MD_OK;
    }
    const md_status status = reserve_one(set, allocator);
    if (status != MD_OK) {
        return status;
    }
    const size_t entry = entry_of(set, geometry);
    if (set->table[entry] == NONE) {
        const int32_t taken = take_number(set);
        set->at[taken] = (struct shared_geometry){.geometry = bare(geometry), .next_free = NONE};
        set->table[entry] = taken;
        ++set->used;
        md3_geometry_retain(geometry);
    }
    *number = set->table[entry];
    ++set->at[*number].users;
    return MD_OK;
}

void md3_geometries_remove(struct shared_geometries *set, int32_t number)
{
    if (number == NONE || --set->at[number].users > 0) {
        return;
    }
    const md3_geometry geometry = set->at[number].geometry;
    remove_entry(set, entry_of(set, &geometry));
    set->at[number] = (struct shared_geometry){.next_free = set->first_free};
    set->first_free = number;
    --set->used;
    md3_geometry_release(&geometry);
}

void md3_geometries_free(struct shared_geometries *set, const md_allocator *allocator)
{
    for (int32_t i = 0; i < set->count; ++i) {
        md3_geometry_release(&set->at[i].geometry);
    }
    md_array_free(allocator, (void **)&set->at, &set->capacity, sizeof *set->at);
    md_array_free(allocator, (void **)&set->table, &set->table_capacity, sizeof *set->table);
    *set = md3_geometries_empty();
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

md_status md3_geometries_reserve(struct shared_geometries *set, const md_allocator *allocator, int32_t count)
{
    md_status status =
        count > 0 ? md_array_reserve(allocator, (void **)&set->at, &set->capacity, (size_t)count, sizeof *set->at)
                  : MD_OK;
    if (status == MD_OK && count > 0) {
        status = reserve_table(set, allocator, (size_t)count);
    }
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        set->at[i] = (struct shared_geometry){.next_free = NONE};
        set->count = count;
    }
    return status;
}

void md3_geometries_put(struct shared_geometries *set, int32_t number, const md3_geometry *geometry)
{
    set->at[number].geometry = bare(geometry);
    set->table[entry_of(set, geometry)] = number;
    ++set->used;
}

bool md3_geometries_check(const struct shared_geometries *set)
{
    int32_t free_numbers = 0;
    for (int32_t i = set->first_free; i != NONE; i = set->at[i].next_free) {
        if (i < 0 || i >= set->count || object_of(&set->at[i].geometry) != NULL || free_numbers++ == set->count) {
            return false;
        }
    }
    for (int32_t i = 0; i < set->count; ++i) {
        if ((object_of(&set->at[i].geometry) != NULL) != (set->at[i].users > 0)) {
            return false;
        }
    }
    return set->used + free_numbers == set->count;
}
