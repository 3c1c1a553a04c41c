#include "engine/islands.h"

#include <string.h>

static md_status groups_begin(struct groups *groups, const md_allocator *allocator, int32_t count, bool are_bodies)
{
    groups->count = 0;
    const size_t room = (size_t)count + 1; /* a share may have a group without bodies */
    const md_status status = indices_reserve(allocator, &groups->at, room);
    return status == MD_OK && !are_bodies ? indices_reserve(allocator, &groups->body, room) : status;
}

md_status md_islands_begin(struct island_set *islands, const md_allocator *allocator, const struct island_sizes *sizes)
{
    md_status status = indices_reserve(allocator, &islands->root, (size_t)sizes->body_handles);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &islands->number, (size_t)sizes->body_handles);
    }
    if (status == MD_OK) {
        status = groups_begin(&islands->bodies, allocator, sizes->bodies, true);
    }
    if (status == MD_OK) {
        status = groups_begin(&islands->joints, allocator, sizes->joints, false);
    }
    if (status == MD_OK) {
        status = groups_begin(&islands->contacts, allocator, sizes->contacts, false);
    }
    return status;
}

struct link_effect md_islands_add_end_link(struct island_set *islands, struct groups *groups, int32_t index, int32_t a,
                                           int32_t b)
{
    const int32_t root_a = a >= 0 ? islands->root.at[a] : NO_ISLAND;
    const int32_t root_b = b >= 0 ? islands->root.at[b] : NO_ISLAND;
    struct link_effect effect = {.wakes = false, .kept_awake = -1};
    if (root_a >= 0 || root_b >= 0) {
        groups_add(groups, index, root_a >= 0 ? a : b);
        effect.wakes = root_a == SLEEPING_BODY || root_b == SLEEPING_BODY;
        if (root_a == MOVING_KINEMATIC_BODY || root_b == MOVING_KINEMATIC_BODY) {
            effect.kept_awake = root_a >= 0 ? a : b;
        }
    } else {
        effect.wakes = (root_a == SLEEPING_BODY && root_b == MOVING_KINEMATIC_BODY) ||
                       (root_b == SLEEPING_BODY && root_a == MOVING_KINEMATIC_BODY);
    }
    return effect;
}

/* A root has the smallest index of its island, so that it is numbered before the others; but for a share, whose bodies are in the
 * order of their numbers. */
static void number_islands(struct island_set *islands)
{
    int32_t *number = islands->number.at;
    islands->count = 0;
    for (int32_t n = 0; islands->are_shared && n < islands->bodies.count; ++n) {
        const int32_t body = islands->bodies.at.at[n];
        number[body] = islands->count;
        islands->count += union_find_root(islands->root.at, body) == body;
    }
    for (int32_t n = 0; islands->are_shared && n < islands->bodies.count; ++n) {
        const int32_t body = islands->bodies.at.at[n];
        number[body] = number[union_find_root(islands->root.at, body)];
    }
    for (int32_t n = 0; !islands->are_shared && n < islands->bodies.count; ++n) {
        const int32_t body = islands->bodies.at.at[n];
        const int32_t root = union_find_root(islands->root.at, body);
        number[body] = root == body ? islands->count++ : number[root];
    }
}

/* Counting sort by the number of the island; start[g + 1] is where the next of group g goes. */
static void sort_by_island(struct groups *groups, const int32_t *index, const int32_t *body, const int32_t *number,
                           size_t start_count)
{
    int32_t *start = groups->start.at;
    memset(start, 0, start_count * sizeof *start);
    for (int32_t n = 0; n < groups->count; ++n) {
        ++start[number[body[n]] + 2];
    }
    for (size_t i = 2; i < start_count; ++i) {
        start[i] += start[i - 1];
    }
    for (int32_t n = 0; n < groups->count; ++n) {
        groups->at.at[start[number[body[n]] + 1]++] = index[n];
    }
}

static md_status group(struct island_set *islands, const md_allocator *allocator, struct groups *groups)
{
    const size_t start_count = (size_t)islands->group_count + 2;
    const size_t count = (size_t)groups->count;
    md_status status = indices_reserve(allocator, &groups->start, start_count);
    if (status == MD_OK && islands->separate) {
        status = indices_reserve(allocator, &islands->scratch, count);
    }
    if (status != MD_OK) {
        return status;
    }
    if (!islands->separate) { /* one group, or none */
        groups->start.at[0] = 0;
        groups->start.at[1] = groups->count;
    } else {
        int32_t *index = islands->scratch.at;
        if (count > 0) {
            memcpy(index, groups->at.at, count * sizeof *index);
        }
        sort_by_island(groups, index, groups == &islands->bodies ? index : groups->body.at, islands->number.at,
                       start_count);
    }
    return MD_OK;
}

md_status md_islands_group(struct island_set *islands, const md_allocator *allocator)
{
    if (islands->unites) {
        number_islands(islands);
    }
    islands->group_count = islands->separate ? islands->count : islands->bodies.count > 0 || islands->are_shared;
    md_status status = group(islands, allocator, &islands->bodies);
    if (status == MD_OK) {
        status = group(islands, allocator, &islands->joints);
    }
    return status == MD_OK ? group(islands, allocator, &islands->contacts) : status;
}

static void groups_free(struct groups *groups, const md_allocator *allocator)
{
    indices_free(allocator, &groups->at);
    indices_free(allocator, &groups->start);
    indices_free(allocator, &groups->body);
}

void md_islands_free(struct island_set *islands, const md_allocator *allocator)
{
    indices_free(allocator, &islands->root);
    indices_free(allocator, &islands->number);
    groups_free(&islands->bodies, allocator);
    groups_free(&islands->joints, allocator);
    groups_free(&islands->contacts, allocator);
    indices_free(allocator, &islands->scratch);
}
