#include "lcp/block_layout.h"

#include <string.h>

void md_layout_free(struct block_layout *layout, const md_allocator *allocator)
{
    indices_free(allocator, &layout->slots);
    reals_free(allocator, &layout->fields);
    indices_free(allocator, &layout->level);
    indices_free(allocator, &layout->level_start);
    indices_free(allocator, &layout->level_end);
    indices_free(allocator, &layout->next_lane);
    indices_free(allocator, &layout->body_level);
}

md_status md_layout_begin(struct block_layout *layout, const md_allocator *allocator, int32_t body_count,
                          int32_t contacts_most)
{
    const size_t contacts = (size_t)contacts_most;
    const size_t slots = (size_t)body_count + 1;
    md_status status = indices_reserve(allocator, &layout->level, contacts + 1);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &layout->next_lane, contacts + 2);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &layout->level_start, contacts + 2);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &layout->level_end, contacts + 2);
    }
    if (status == MD_OK) {
        status = indices_reserve(allocator, &layout->body_level, slots);
    }
    if (status != MD_OK) {
        return status;
    }
    memset(layout->body_level.at, 0, slots * sizeof(int32_t));
    memset(layout->next_lane.at, 0, (contacts + 2) * sizeof(int32_t));
    layout->contacts = 0;
    layout->levels = 0;
    layout->count = 0;
    return MD_OK;
}

static void empty_lane(struct block_layout *layout, int32_t lane)
{
    md_real *field = md_layout_fields(layout, lane);
    md_layout_set_slots(layout, lane, 0, 0);
    for (int32_t f = 0; f < BLOCK_FIELDS; ++f) {
        field[f * MD_LANES] = 0;
    }
}

md_status md_layout_close(struct block_layout *layout, const md_allocator *allocator)
{
    int32_t *next = layout->next_lane.at;
    int32_t *start = layout->level_start.at;
    start[0] = 0;
    for (int32_t level = 1; level <= layout->levels; ++level) {
        start[level] = start[level - 1] + (next[level] + MD_LANES - 1) / MD_LANES;
    }
    layout->count = start[layout->levels];
    if (layout->count > INT32_MAX / (32 * MD_LANES)) {
        return MD_ERROR_SIZE;
    }
    const size_t blocks = (size_t)layout->count;
    md_status status = indices_reserve(allocator, &layout->slots, 2 * MD_LANES * blocks + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &layout->fields, (size_t)BLOCK_FIELDS * MD_LANES * blocks + 1);
    }
    for (int32_t level = 1; status == MD_OK && level <= layout->levels; ++level) {
        const int32_t first = start[level - 1] * MD_LANES;
        const int32_t end = first + next[level];
        for (int32_t lane = end; lane < start[level] * MD_LANES; ++lane) {
            empty_lane(layout, lane);
        }
        layout->level_end.at[level] = end;
        next[level] = first;
    }
    return status;
}
