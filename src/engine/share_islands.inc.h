/* Islands of a world with partitions, parts of which may be on several ranks (islands.h, share.h, dimension.h).
 *
 * Each rank knows the islands of its own bodies and ghosts. Ranks collect the islands of all bodies that are ghosts somewhere, and
 * join those that share a body. */
#include "base/sort.h"
#include "engine/dimension.h"

/* A body that is on several ranks, and the part of an island that it belongs to on one of them. */
struct shared_body {
    int32_t number, label;
    double timer;
};

static struct island_part *part_of(const WORLD *world, int32_t body)
{
    return &world->division.parts[world->islands.number.at[body]];
}

static int32_t body_number(const WORLD *world, int32_t body)
{
    return world->share == NULL ? body : world->share->body_number.at[body];
}

/* ---- The parts on this rank ----------------------------------------------------------------------------------------- */

static md_status find_parts(WORLD *world, md_real dt)
{
    struct division *division = &world->division;
    const struct island_set *islands = &world->islands;
    const md_status status = md_array_reserve(&world->allocator, (void **)&division->parts, &division->part_capacity,
                                              (size_t)islands->count, sizeof *division->parts);
    if (status != MD_OK) {
        return status;
    }
    division->bodies = 0;
    for (int32_t k = 0; k < islands->count; ++k) {
        division->parts[k] = (struct island_part){.timer = INFINITY, .label = INT32_MAX};
    }
    for (int32_t n = 0; n < islands->bodies.count; ++n) {
        const int32_t i = islands->bodies.at.at[n];
        struct island_part *part = part_of(world, i);
        const int32_t number = body_number(world, i);
        part->label = number < part->label ? number : part->label;
        md_real *timer = &world->sleep_timers.at[i]; /* of ghosts too: they may belong to this rank in the next step */
        *timer = MD_(body_is_resting)(world, i) ? *timer + dt : 0;
        if (share_owns(world->share, i)) {
            ++division->bodies;
            part->timer = fmin(part->timer, (double)*timer);
        }
    }
    return MD_OK;
}

/* ---- Parts on several ranks ----------------------------------------------------------------------------------------- */

static md_status list_shared(WORLD *world, const struct indices *bodies, int32_t count, struct byte_buffer *list)
{
    const md_status status =
        bytes_reserve(&world->allocator, list, list->size + (size_t)count * sizeof(struct shared_body));
    for (int32_t n = 0; status == MD_OK && n < count; ++n) {
        const int32_t i = bodies->at[n];
        if (world->bodies[i].awake && world->islands.root.at[i] >= 0) {
            struct island_part *part = part_of(world, i);
            const struct shared_body shared = {body_number(world, i), part->label, part->timer};
            part->is_shared = true;
            memcpy(list->at + list->size, &shared, sizeof shared);
            list->size += sizeof shared;
        }
    }
    return status;
}

/* Lists the bodies of this rank that other ranks have too, and collects the lists of all ranks. */
static md_status collect_shared(WORLD *world)
{
    struct share *share = world->share;
    md_status status = MD_OK;
    share->scratch.size = 0;
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        const struct neighbour *at = &share->neighbours[k];
        status = list_shared(world, &at->shown, at->shown_count, &share->scratch);
        if (status == MD_OK) {
            status = list_shared(world, &at->seen, at->seen_count, &share->scratch);
        }
    }
    return status == MD_OK ? md_share_collect(share, &world->allocator, &share->scratch) : status;
}

/* Unites what has the same label, then what has the same number. Labels become indices of `timer`, which gets the least timer
 * of each island. Returns the number of islands. */
static int32_t join_parts(struct shared_body *bodies, int32_t count, struct keyed *keyed, int32_t *root, double *timer)
{
    int32_t labels = 0, islands = 0;
    for (int32_t n = 0; n < count; ++n) {
        keyed[n] = (struct keyed){(uint64_t)bodies[n].label, n};
    }
    md_sort_keyed(keyed, keyed + count, (size_t)count);
    for (int32_t n = 0, label = -1; n < count; ++n) {
        struct shared_body *at = &bodies[keyed[n].item];
        if (at->label != label) {
            label = at->label;
            root[labels] = labels;
            timer[labels++] = INFINITY;
        }
        at->label = labels - 1;
    }
    for (int32_t n = 0; n < count; ++n) {
        keyed[n] = (struct keyed){(uint64_t)bodies[n].number, n};
    }
    md_sort_keyed(keyed, keyed + count, (size_t)count);
    for (int32_t n = 1; n < count; ++n) {
        const struct shared_body *a = &bodies[keyed[n - 1].item], *b = &bodies[keyed[n].item];
        if (a->number == b->number && union_find_root(root, a->label) != union_find_root(root, b->label)) {
            union_find_unite(root, a->label, b->label);
        }
    }
    for (int32_t n = 0; n < count; ++n) {
        double *of_island = &timer[union_find_root(root, bodies[n].label)];
        *of_island = fmin(*of_island, bodies[n].timer);
    }
    for (int32_t k = 0; k < labels; ++k) {
        islands += union_find_root(root, k) == k;
    }
    return islands;
}

/* Gives the parts on this rank the timers of their whole islands. `joined` gets the number of islands on several ranks. */
static md_status join_shared(WORLD *world, double *joined)
{
    struct share *share = world->share;
    const int32_t count = (int32_t)(share->all.size / sizeof(struct shared_body));
    struct shared_body *bodies = (struct shared_body *)(void *)share->all.at;
    const size_t n = (size_t)count;
    md_status status = md_array_reserve(&world->allocator, (void **)&world->division.new_contacts,
                                        &world->division.new_contact_capacity, 2 * n, sizeof(struct keyed));
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &share->marks, n + (size_t)world->body_handles.count + 1);
    }
    if (status == MD_OK) {
        status = doubles_reserve(&world->allocator, &share->numbers, n + 1);
    }
    if (status == MD_OK) {
        status = bytes_reserve(&world->allocator, &share->scratch, share->all.size + 1);
    }
    if (status != MD_OK || count == 0) {
        return status;
    }
    memcpy(share->scratch.at, bodies, share->all.size); /* with the labels as they were */
    const struct shared_body *labelled = (const struct shared_body *)(const void *)share->scratch.at;
    int32_t *root = share->marks.at;
    double *timer = share->numbers.at;
    *joined = join_parts(bodies, count, world->division.new_contacts, root, timer);
    for (int32_t k = 0; k < count; ++k) {
        const int32_t slot = md_number_list_find(&share->bodies, labelled[k].number);
        if (slot >= 0 && world->bodies[slot].awake && world->islands.root.at[slot] >= 0) {
            part_of(world, slot)->timer = timer[union_find_root(root, bodies[k].label)];
        }
    }
    return MD_OK;
}

/* ---- Rest and sleep ------------------------------------------------------------------------------------------------- */

md_status MD_(share_islands_rest)(WORLD *world, md_real dt)
{
    struct share *share = world->share;
    struct island_set *islands = &world->islands;
    double joined = 0, alone = 0;
    md_status status = find_parts(world, dt);
    if (status == MD_OK && share != NULL && share->communicator->ranks > 1) {
        status = collect_shared(world);
        if (status == MD_OK) {
            status = join_shared(world, &joined);
        }
    }
    if (status != MD_OK) {
        return status;
    }
    for (int32_t k = 0; k < islands->count; ++k) {
        struct island_part *part = &world->division.parts[k];
        alone += !part->is_shared && part->timer < INFINITY;
        part->is_due =
            world->def.enable_sleep && part->timer < INFINITY && part->timer >= (double)world->def.sleep_time;
    }
    for (int32_t n = 0; n < islands->bodies.count; ++n) {
        const int32_t i = islands->bodies.at.at[n];
        if (part_of(world, i)->is_due) {
            world->sleep_timers.at[i] = MD_INFINITY; /* travels with the body to another rank */
        }
    }
    status = md_share_sum(share, &alone, 1);
    world->division.islands = (int32_t)(alone + joined);
    return status;
}

md_status MD_(share_wake)(WORLD *world, bool *any)
{
    struct share *share = world->share;
    *any = false;
    md_status status = MD_OK;
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        struct neighbour *at = &share->neighbours[k];
        const size_t size = (size_t)(at->shown_count + at->seen_count);
        at->sent.size = at->received.size = size;
        status = bytes_reserve(&world->allocator, &at->sent, size);
        if (status == MD_OK) {
            status = bytes_reserve(&world->allocator, &at->received, size);
        }
        for (int32_t n = 0; status == MD_OK && n < at->shown_count; ++n) {
            at->sent.at[n] = world->bodies[at->shown.at[n]].awake;
        }
        for (int32_t n = 0; status == MD_OK && n < at->seen_count; ++n) {
            at->sent.at[at->shown_count + n] = world->bodies[at->seen.at[n]].awake;
        }
    }
    if (status == MD_OK) {
        status = md_share_exchange(share, &world->allocator);
    }
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        const struct neighbour *at = &share->neighbours[k];
        for (int32_t n = 0; n < at->seen_count + at->shown_count;
             ++n) { /* it lists what it shows, which is seen here, first */
            const int32_t i = n < at->seen_count ? at->seen.at[n] : at->shown.at[n - at->seen_count];
            if (at->received.at[n] && !world->bodies[i].awake) {
                MD_(body_wake)(world, i);
                *any = true;
            }
        }
    }
    return status == MD_OK ? md_share_any(share, any) : status;
}
