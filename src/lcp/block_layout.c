#include "lcp/block_layout.h"

#include <string.h>

#include "engine/union_find.h"

void md_layout_free(struct block_layout *layout, const md_allocator *allocator)
{
    struct indices *indices[] = {&layout->slots,     &layout->partition_start, &layout->level_start,
                                 &layout->level_end, &layout->level,           &layout->partition,
                                 &layout->next_lane, &layout->body_level,      &layout->partition_levels,
                                 &layout->body_root, &layout->order,           &layout->island_start};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        indices_free(allocator, indices[i]);
    }
    reals_free(allocator, &layout->fields);
    md_array_free(allocator, (void **)&layout->placed, &layout->placed_capacity, sizeof *layout->placed);
}

md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, const md_problem *problem,
                          int32_t max_contacts)
{
    const size_t contacts = (size_t)max_contacts + 1;
    const size_t slots = 2 * ((size_t)problem->body_count + 1);
    layout->partitions = problem->partitions > 1 ? problem->partitions + 1 : 1;
    layout->body_count = problem->body_count;
    layout->slot_size = md_slot_size(problem->degrees_of_freedom);
    layout->contacts = 0;
    layout->is_placed = false;
    const struct {
        struct indices *array;
        size_t count;
    } room[] = {{&layout->level, contacts},
                {&layout->partition, layout->partitions > 1 ? contacts : 0},
                {&layout->body_level, slots},
                {&layout->body_root, (size_t)problem->body_count + 1},
                {&layout->island_start, (size_t)problem->body_count + 2},
                {&layout->order, contacts},
                {&layout->partition_levels, (size_t)layout->partitions},
                {&layout->partition_start, (size_t)layout->partitions + 1}};
    for (size_t i = 0; i < sizeof room / sizeof *room; ++i) {
        const md_status status = indices_reserve(allocator, room[i].array, room[i].count);
        if (status != MD_OK) {
            return status;
        }
    }
    memset(layout->body_level.at, 0, slots * sizeof(int32_t));
    memset(layout->partition_levels.at, 0, (size_t)layout->partitions * sizeof(int32_t));
    return MD_OK;
}

/* The partition of a contact: that of its bodies, or the last one if they are in different partitions. */
static int32_t partition_of(const md_problem *problem, const struct block_contact *contact)
{
    const int32_t *partition = problem->body_partition.at;
    const int32_t a = contact->slot[0];
    const int32_t b = contact->slot[1];
    if (a == 0 || b == 0) {
        return partition[a + b];
    }
    return partition[a] == partition[b] ? partition[a] : problem->partitions;
}

/* One more than the highest level of the bodies of a contact. `last` has the level of the last contact of each body;
 * that of the world stays 0. */
static inline int32_t next_level(int32_t *last, const struct block_contact *contact)
{
    const int32_t level_a = last[contact->slot[0]];
    const int32_t level_b = last[contact->slot[1]];
    const int32_t level = 1 + (level_a > level_b ? level_a : level_b);
    last[contact->slot[0]] = level;
    last[contact->slot[1]] = level;
    last[0] = 0;
    return level;
}

static void assign_levels_in_partitions(struct block_layout *layout, const md_problem *problem,
                                        const struct block_contact *contacts, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        const int32_t partition = partition_of(problem, &contacts[i]);
        int32_t *last = layout->body_level.at + (partition == problem->partitions ? problem->body_count + 1 : 0);
        const int32_t level = next_level(last, &contacts[i]);
        int32_t *levels = &layout->partition_levels.at[partition];
        layout->partition.at[i] = partition;
        layout->level.at[i] = level - 1;
        *levels = level > *levels ? level : *levels;
    }
}

void md_layout_assign_levels(struct block_layout *layout, const md_problem *problem,
                             const struct block_contact *contacts, int32_t count)
{
    layout->contacts = count;
    if (layout->partitions > 1) {
        assign_levels_in_partitions(layout, problem, contacts, count);
        return;
    }
    int32_t *last = layout->body_level.at;
    int32_t *levels = layout->level.at;
    int32_t highest = 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t level = next_level(last, &contacts[i]);
        levels[i] = level - 1;
        highest = level > highest ? level : highest;
    }
    layout->partition_levels.at[0] = highest;
}

/* Turns levels within a partition into levels of the layout, and counts the contacts of each. */
static void count_contacts(struct block_layout *layout)
{
    const int32_t *before = layout->partition_levels.at;
    int32_t *level = layout->level.at;
    int32_t *contacts = layout->next_lane.at;
    memset(contacts, 0, (size_t)layout->levels * sizeof(int32_t));
    for (int32_t i = 0; layout->partitions > 1 && i < layout->contacts; ++i) {
        level[i] += before[layout->partition.at[i]];
    }
    for (int32_t i = 0, count = layout->contacts; i < count; ++i) {
        ++contacts[level[i]];
    }
}

/* Numbers the levels of all partitions; `partition_levels` becomes the number of levels before each partition. */
static void number_levels(struct block_layout *layout)
{
    int32_t levels = 0;
    for (int32_t partition = 0; partition < layout->partitions; ++partition) {
        const int32_t count = layout->partition_levels.at[partition];
        layout->partition_levels.at[partition] = levels;
        levels += count;
    }
    layout->levels = levels;
}

static void place_levels(struct block_layout *layout)
{
    int32_t *start = layout->level_start.at;
    start[0] = 0;
    for (int32_t level = 0; level < layout->levels; ++level) {
        const int32_t contacts = layout->next_lane.at[level];
        const int32_t first = start[level] * MD_LANES;
        start[level + 1] = start[level] + (contacts + MD_LANES - 1) / MD_LANES;
        layout->level_end.at[level] = first + contacts;
        layout->next_lane.at[level] = first;
    }
    layout->count = start[layout->levels];
    for (int32_t partition = 0; partition < layout->partitions; ++partition) {
        layout->partition_start.at[partition] = start[layout->partition_levels.at[partition]];
    }
    layout->partition_start.at[layout->partitions] = layout->count;
}

md_status md_layout_count_blocks(struct block_layout *layout, const md_allocator *allocator)
{
    number_levels(layout);
    struct indices *arrays[] = {&layout->level_start, &layout->level_end, &layout->next_lane};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < sizeof arrays / sizeof *arrays; ++i) {
        status = indices_reserve(allocator, arrays[i], (size_t)layout->levels + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    count_contacts(layout);
    place_levels(layout);
    if (layout->count > INT32_MAX / (32 * MD_LANES)) {
        return MD_ERROR_SIZE;
    }
    status = md_array_reserve(allocator, (void **)&layout->placed, &layout->placed_capacity, (size_t)layout->contacts,
                              sizeof *layout->placed);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &layout->slots, 2 * MD_LANES * (size_t)layout->count + 1);
    }
    if (status == MD_OK) {
        status = reals_reserve(allocator, &layout->fields, (size_t)BLOCK_FIELDS * MD_LANES * (size_t)layout->count + 1);
    }
    return status;
}

/* ---- Lanes ------------------------------------------------------------------------------------------------------- */

/* The offset of a body slot in the state. Each partition has its own copy of the world after the bodies, so that
 * threads do not write to the same address, although they never change its value. */
static inline int32_t state_offset(const struct block_layout *layout, int32_t slot, int32_t partition)
{
    return layout->slot_size * (slot > 0 || layout->partitions == 1 ? slot : layout->body_count + 1 + partition);
}

static void empty_lane(struct block_layout *layout, int32_t lane, int32_t partition)
{
    md_real *field = md_layout_fields(layout, lane);
    int32_t *slots = layout->slots.at + 2 * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
    slots[0] = slots[MD_LANES] = state_offset(layout, 0, partition);
    for (int32_t f = 0; f < BLOCK_FIELDS; ++f) {
        field[f * MD_LANES] = 0;
    }
}

static void empty_lanes(struct block_layout *layout, int32_t *owners)
{
    for (int32_t partition = 0; partition < layout->partitions; ++partition) {
        const int32_t last =
            partition + 1 < layout->partitions ? layout->partition_levels.at[partition + 1] : layout->levels;
        for (int32_t level = layout->partition_levels.at[partition]; level < last; ++level) {
            const int32_t end = layout->level_start.at[level + 1] * MD_LANES;
            for (int32_t lane = layout->level_end.at[level]; lane < end; ++lane) {
                empty_lane(layout, lane, partition);
                owners[lane] = -1;
            }
        }
    }
}

/* A body of a contact, which is not the world. */
static inline int32_t body_of(const struct block_contact *contact)
{
    return contact->slot[0] > 0 ? contact->slot[0] : contact->slot[1];
}

/* Finds which bodies are coupled. Returns whether all contacts are. */
static bool find_islands(struct block_layout *layout, const struct block_contact *contacts)
{
    int32_t *root = layout->body_root.at;
    for (int32_t slot = 0; slot <= layout->body_count; ++slot) {
        root[slot] = slot;
    }
    for (int32_t i = 0; i < layout->contacts; ++i) {
        const int32_t a = contacts[i].slot[0];
        const int32_t b = contacts[i].slot[1];
        if (a > 0 && b > 0 && root[a] != root[b]) {
            union_find_unite(root, a, b);
        }
    }
    bool are_one = true;
    for (int32_t i = 0; i < layout->contacts; ++i) {
        const int32_t island = union_find_root(root, body_of(&contacts[i]));
        layout->order.at[i] = island;
        are_one = are_one && island == layout->order.at[0];
    }
    return are_one;
}

/* Sorts the contacts by island, those of an island in their order. */
static void order_contacts(struct block_layout *layout, const struct block_contact *contacts)
{
    int32_t *order = layout->order.at;
    int32_t *start = layout->island_start.at;
    if (layout->ignores_islands || find_islands(layout, contacts)) {
        for (int32_t i = 0; i < layout->contacts; ++i) {
            order[i] = i;
        }
        return;
    }
    memset(start, 0, ((size_t)layout->body_count + 2) * sizeof *start);
    for (int32_t i = 0; i < layout->contacts; ++i) {
        ++start[order[i] + 1];
    }
    for (int32_t slot = 0; slot <= layout->body_count; ++slot) {
        start[slot + 1] += start[slot];
    }
    for (int32_t i = 0; i < layout->contacts; ++i) {
        order[start[union_find_root(layout->body_root.at, body_of(&contacts[i]))]++] = i;
    }
}

/* Assigns lanes to the contacts with a number of points. */
static void assign_lanes(const struct block_layout *layout, const struct block_contact *contacts, int32_t points,
                         int32_t *owners)
{
    const struct block_layout copy = *layout; /* keeps the pointers in registers */
    const bool in_partitions = copy.partitions > 1;
    for (int32_t n = 0; n < copy.contacts; ++n) {
        const int32_t i = copy.order.at[n];
        if (contacts[i].points != points) {
            continue;
        }
        const int32_t lane = copy.next_lane.at[copy.level.at[i]]++;
        const int32_t partition = in_partitions ? copy.partition.at[i] : 0;
        int32_t *slots = copy.slots.at + 2 * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
        slots[0] = state_offset(&copy, contacts[i].slot[0], partition);
        slots[MD_LANES] = state_offset(&copy, contacts[i].slot[1], partition);
        owners[lane] = contacts[i].owner;
    }
}

static int32_t most_points(const struct block_contact *contacts, int32_t count)
{
    int32_t points = 0;
    for (int32_t i = 0; i < count; ++i) {
        points = contacts[i].points > points ? contacts[i].points : points;
    }
    return points;
}

void md_layout_assign_lanes(struct block_layout *layout, const struct block_contact *contacts, int32_t *owners)
{
    order_contacts(layout, contacts);
    for (int32_t points = most_points(contacts, layout->contacts); points >= 0; --points) {
        assign_lanes(layout, contacts, points, owners);
    }
    empty_lanes(layout, owners);
    ++layout->version;
    layout->is_placed = layout->contacts > 0; /* an empty layout is not reused */
    if (layout->is_placed) {
        memcpy(layout->placed, contacts, (size_t)layout->contacts * sizeof *contacts);
    }
}

bool md_layout_is_current(const struct block_layout *layout, const md_problem *problem,
                          const struct block_contact *contacts, int32_t count)
{
    return layout->is_placed && layout->partitions == 1 && problem->partitions <= 1 && layout->contacts == count &&
           memcmp(layout->placed, contacts, (size_t)count * sizeof *contacts) == 0;
}
