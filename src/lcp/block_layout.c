#include "lcp/block_layout.h"

#include <string.h>

#include "engine/union_find.h"

#define NO_PARTITION (-1)

void md_layout_free(struct block_layout *layout, const md_allocator *allocator)
{
    struct indices *indices[] = {&layout->slots,     &layout->partition_start, &layout->level_start,
                                 &layout->level_end, &layout->level,           &layout->partition,
                                 &layout->next_lane, &layout->body_level,      &layout->partition_levels,
                                 &layout->body_root, &layout->order,           &layout->island_start,
                                 &layout->home,      &layout->wave_start,      &layout->body_partition,
                                 &layout->pair};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        indices_free(allocator, indices[i]);
    }
    reals_free(allocator, &layout->fields);
    md_array_free(allocator, (void **)&layout->placed, &layout->placed_capacity, sizeof *layout->placed);
}

/* Partitions of a layout, at most. */
static size_t most_partitions(const md_problem *problem, int32_t max_contacts)
{
    const size_t of_bodies = (size_t)problem->partitions;
    if (!problem->is_divided || of_bodies <= 1) {
        return of_bodies > 1 ? of_bodies + 1 : 1;
    }
    const size_t pairs = of_bodies * (of_bodies - 1) / 2;
    return of_bodies + (pairs < (size_t)max_contacts ? pairs : (size_t)max_contacts);
}

/* Colours of pairs times their lower partitions, see key_of_pair. */
static size_t most_pair_keys(const md_problem *problem)
{
    const size_t partitions = problem->is_divided ? (size_t)problem->partitions : 0;
    return partitions > 1 ? 2 * partitions * (partitions - 1) : 0;
}

/* The partitions of the bodies, and that of the contacts between them unless they are in pairs, which are found later. */
static void begin_partitions(struct block_layout *layout, const md_problem *problem)
{
    layout->is_divided = problem->is_divided;
    layout->inner = problem->partitions > 1 ? problem->partitions : 1;
    layout->partitions = layout->inner > 1 && !problem->is_divided ? layout->inner + 1 : layout->inner;
    layout->homes = layout->partitions;
    layout->waves = layout->partitions > layout->inner ? 2 : 1;
    for (int32_t partition = 0; partition < layout->partitions; ++partition) {
        layout->home.at[partition] = partition;
        layout->partition_levels.at[partition] = 0;
    }
    layout->wave_start.at[0] = 0;
    layout->wave_start.at[1] = layout->inner;
    layout->wave_start.at[layout->waves] = layout->partitions;
    if (problem->is_divided) {
        memcpy(layout->body_partition.at, problem->body_partition.at,
               ((size_t)problem->body_count + 1) * sizeof(int32_t));
    }
}

md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, const md_problem *problem,
                          int32_t max_contacts)
{
    const size_t contacts = (size_t)max_contacts + 1;
    const size_t bodies = (size_t)problem->body_count + 1;
    const size_t partitions = most_partitions(problem, max_contacts);
    layout->body_count = problem->body_count;
    layout->slot_size = md_slot_size(problem->degrees_of_freedom);
    layout->contacts = 0;
    layout->is_placed = false;
    const struct {
        struct indices *array;
        size_t count;
    } room[] = {{&layout->level, contacts},
                {&layout->partition, partitions > 1 ? contacts : 0},
                {&layout->body_level, 2 * bodies},
                {&layout->body_root, bodies},
                {&layout->island_start, bodies + 1},
                {&layout->order, contacts},
                {&layout->partition_levels, partitions},
                {&layout->partition_start, partitions + 1},
                {&layout->home, partitions},
                {&layout->wave_start, partitions + 2},
                {&layout->pair, most_pair_keys(problem)},
                {&layout->body_partition, problem->is_divided ? bodies : 0}};
    for (size_t i = 0; i < sizeof room / sizeof *room; ++i) {
        const md_status status = indices_reserve(allocator, room[i].array, room[i].count);
        if (status != MD_OK) {
            return status;
        }
    }
    memset(layout->body_level.at, 0, 2 * bodies * sizeof(int32_t));
    begin_partitions(layout, problem);
    return MD_OK;
}

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

/* The partition of both bodies of a contact, or NO_PARTITION. */
static int32_t common_partition(const md_problem *problem, const struct block_contact *contact)
{
    const int32_t *partition = problem->body_partition.at;
    const int32_t a = contact->slot[0];
    const int32_t b = contact->slot[1];
    if (a == 0 || b == 0) {
        return partition[a + b];
    }
    return partition[a] == partition[b] ? partition[a] : NO_PARTITION;
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

/* Gives contact i of a partition its level, after those that `last` has. */
static inline void assign_level(struct block_layout *layout, const struct block_contact *contacts, int32_t i,
                                int32_t partition, int32_t *last)
{
    const int32_t level = next_level(last, &contacts[i]);
    int32_t *levels = &layout->partition_levels.at[partition];
    layout->partition.at[i] = partition;
    layout->level.at[i] = level - 1;
    *levels = level > *levels ? level : *levels;
}

static void assign_levels_in_partitions(struct block_layout *layout, const md_problem *problem,
                                        const struct block_contact *contacts, int32_t count)
{
    int32_t *last = layout->body_level.at;
    int32_t *last_between = last + problem->body_count + 1;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t common = common_partition(problem, &contacts[i]);
        const bool is_between = common == NO_PARTITION;
        assign_level(layout, contacts, i, is_between ? layout->inner : common, is_between ? last_between : last);
    }
}

/* ---- Levels of pairs --------------------------------------------------------------------------------------------- */

/* A number for the two partitions of a contact, in the order of the pairs. */
static int32_t key_of_pair(const md_problem *problem, const struct block_contact *contact)
{
    const int32_t a = problem->body_partition.at[contact->slot[0]];
    const int32_t b = problem->body_partition.at[contact->slot[1]];
    const int32_t p = a < b ? a : b;
    return md_pair_colour(p, a < b ? b : a) * problem->partitions + p;
}

/* Assigns levels to the contacts within partitions. The others get the key of their pair, below 0, instead of a partition.
 * Returns the end of the keys that occur. */
static int32_t count_pairs(struct block_layout *layout, const md_problem *problem, const struct block_contact *contacts,
                           int32_t count)
{
    int32_t *contacts_of = layout->pair.at;
    int32_t keys = 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t common = common_partition(problem, &contacts[i]);
        if (common != NO_PARTITION) {
            assign_level(layout, contacts, i, common, layout->body_level.at);
            continue;
        }
        const int32_t key = key_of_pair(problem, &contacts[i]);
        for (; keys <= key; ++keys) {
            contacts_of[keys] = 0;
        }
        ++contacts_of[key];
        layout->partition.at[i] = -1 - key;
    }
    return keys;
}

/* Adds a partition for each pair that has contacts, and a wave for each colour. `pair` becomes the partition of each key, and
 * partition_start where its contacts start in `order`. */
static void add_pairs(struct block_layout *layout, int32_t keys)
{
    int32_t placed = 0;
    int32_t last_colour = -1;
    for (int32_t key = 0; key < keys; ++key) {
        const int32_t contacts = layout->pair.at[key];
        if (contacts == 0) {
            continue;
        }
        const int32_t partition = layout->partitions++;
        if (key / layout->inner != last_colour) {
            last_colour = key / layout->inner;
            layout->wave_start.at[layout->waves++] = partition;
        }
        layout->home.at[partition] = key % layout->inner;
        layout->partition_levels.at[partition] = 0;
        layout->partition_start.at[partition] = placed;
        layout->pair.at[key] = partition;
        placed += contacts;
    }
    layout->wave_start.at[layout->waves] = layout->partitions;
}

/* Assigns levels to the contacts of each pair as if there were no others. */
static void assign_levels_of_pairs(struct block_layout *layout, const struct block_contact *contacts, int32_t count)
{
    int32_t *order = layout->order.at;
    int32_t *end = layout->partition_start.at;
    int32_t *last = layout->body_level.at + layout->body_count + 1;
    for (int32_t i = 0; i < count; ++i) {
        if (layout->partition.at[i] < 0) {
            order[end[layout->pair.at[-1 - layout->partition.at[i]]]++] = i;
        }
    }
    int32_t first = 0;
    for (int32_t pair = layout->inner; pair < layout->partitions; ++pair) {
        for (int32_t n = first; n < end[pair]; ++n) {
            assign_level(layout, contacts, order[n], pair, last);
        }
        for (int32_t n = first; n < end[pair]; ++n) {
            last[contacts[order[n]].slot[0]] = last[contacts[order[n]].slot[1]] = 0;
        }
        first = end[pair];
    }
}

void md_layout_assign_levels(struct block_layout *layout, const md_problem *problem,
                             const struct block_contact *contacts, int32_t count)
{
    layout->contacts = count;
    if (layout->is_divided && layout->inner > 1) {
        add_pairs(layout, count_pairs(layout, problem, contacts, count));
        assign_levels_of_pairs(layout, contacts, count);
        return;
    }
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

/* The offset of a body slot in the state. Each partition that is swept at the same time as others has its own copy of the world
 * after the bodies, so that threads do not write to the same address, although they never change its value. */
static inline int32_t state_offset(const struct block_layout *layout, int32_t slot, int32_t partition)
{
    const bool is_own = slot > 0 || layout->partitions == 1;
    return layout->slot_size * (is_own ? slot : layout->body_count + 1 + layout->home.at[partition]);
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
    if (layout->ignores_islands || layout->is_divided || find_islands(layout, contacts)) {
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

/* True if the bodies are in the partitions of the layout. */
static bool has_partitions_of(const struct block_layout *layout, const md_problem *problem)
{
    if (!layout->is_divided || !problem->is_divided) {
        return layout->is_divided == problem->is_divided && layout->partitions == 1 && problem->partitions <= 1;
    }
    return layout->inner == problem->partitions && layout->body_count == problem->body_count &&
           memcmp(layout->body_partition.at, problem->body_partition.at,
                  ((size_t)problem->body_count + 1) * sizeof(int32_t)) == 0;
}

bool md_layout_is_current(const struct block_layout *layout, const md_problem *problem,
                          const struct block_contact *contacts, int32_t count)
{
    return layout->is_placed && layout->contacts == count && has_partitions_of(layout, problem) &&
           memcmp(layout->placed, contacts, (size_t)count * sizeof *contacts) == 0;
}
