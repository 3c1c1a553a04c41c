#include "lcp/block_layout.h"

#include <string.h>

void md_layout_free(struct block_layout *layout, const md_allocator *allocator)
{
    struct indices *indices[] = {&layout->slots,     &layout->part_start, &layout->level_start,
                                 &layout->level_end, &layout->level,      &layout->part,
                                 &layout->next_lane, &layout->body_level, &layout->part_levels};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; ++i) {
        indices_free(allocator, indices[i]);
    }
    reals_free(allocator, &layout->fields);
}

md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, const md_problem *problem,
                          int32_t contacts_most)
{
    const size_t contacts = (size_t)contacts_most + 1;
    const size_t slots = 2 * ((size_t)problem->body_count + 1);
    layout->parts = problem->parts > 1 ? problem->parts + 1 : 1;
    layout->body_count = problem->body_count;
    layout->contacts = 0;
    const struct {
        struct indices *array;
        size_t count;
    } room[] = {{&layout->level, contacts},
                {&layout->part, layout->parts > 1 ? contacts : 0},
                {&layout->body_level, slots},
                {&layout->part_levels, (size_t)layout->parts},
                {&layout->part_start, (size_t)layout->parts + 1}};
    for (size_t i = 0; i < sizeof room / sizeof *room; ++i) {
        const md_status status = indices_reserve(allocator, room[i].array, room[i].count);
        if (status != MD_OK) {
            return status;
        }
    }
    memset(layout->body_level.at, 0, slots * sizeof(int32_t));
    memset(layout->part_levels.at, 0, (size_t)layout->parts * sizeof(int32_t));
    return MD_OK;
}

/* From levels in a part to levels of all, and how many contacts each has. */
static void count_contacts(struct block_layout *layout)
{
    const int32_t *before = layout->part_levels.at;
    int32_t *level = layout->level.at;
    memset(layout->next_lane.at, 0, (size_t)layout->levels * sizeof(int32_t));
    for (int32_t i = 0; i < layout->contacts; ++i) {
        level[i] += layout->parts > 1 ? before[layout->part.at[i]] : 0;
        ++layout->next_lane.at[level[i]];
    }
}

/* Numbers the levels of all parts; `part_levels` becomes the number of those before. */
static void number_levels(struct block_layout *layout)
{
    int32_t levels = 0;
    for (int32_t part = 0; part < layout->parts; ++part) {
        const int32_t of_part = layout->part_levels.at[part];
        layout->part_levels.at[part] = levels;
        levels += of_part;
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
    for (int32_t part = 0; part < layout->parts; ++part) {
        layout->part_start.at[part] = start[layout->part_levels.at[part]];
    }
    layout->part_start.at[layout->parts] = layout->count;
}

static void empty_lane(struct block_layout *layout, int32_t lane, int32_t part)
{
    md_real *field = md_layout_fields(layout, lane);
    int32_t *slots = layout->slots.at + 2 * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
    slots[0] = slots[MD_LANES] = MD_SLOT_2D * md_layout_slot(layout, 0, part);
    for (int32_t f = 0; f < BLOCK_FIELDS; ++f) {
        field[f * MD_LANES] = 0;
    }
}

static void empty_lanes(struct block_layout *layout)
{
    for (int32_t part = 0; part < layout->parts; ++part) {
        const int32_t last = part + 1 < layout->parts ? layout->part_levels.at[part + 1] : layout->levels;
        for (int32_t level = layout->part_levels.at[part]; level < last; ++level) {
            const int32_t end = layout->level_start.at[level + 1] * MD_LANES;
            for (int32_t lane = layout->level_end.at[level]; lane < end; ++lane) {
                empty_lane(layout, lane, part);
            }
        }
    }
}

md_status md_layout_close(struct block_layout *layout, const md_allocator *allocator)
{
    number_levels(layout);
    struct indices *of_levels[] = {&layout->level_start, &layout->level_end, &layout->next_lane};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < sizeof of_levels / sizeof *of_levels; ++i) {
        status = indices_reserve(allocator, of_levels[i], (size_t)layout->levels + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    count_contacts(layout);
    place_levels(layout);
    if (layout->count > INT32_MAX / (32 * MD_LANES)) {
        return MD_ERROR_SIZE;
    }
    status = indices_reserve(allocator, &layout->slots, 2 * MD_LANES * (size_t)layout->count + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &layout->fields, (size_t)BLOCK_FIELDS * MD_LANES * (size_t)layout->count + 1);
    }
    if (status == MD_OK) {
        empty_lanes(layout);
    }
    return status;
}
