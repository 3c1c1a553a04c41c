/* Bodies that come and go in a step of a divided world (share.h, dimension.h).
 *
 * Before the search for pairs, MD_(share_update) sends bodies that have come to another strip to the rank that owns it, with their
 * contacts, and copies of bodies that have come near those of another rank. The search for pairs and the narrow phase then
 * find the same contacts on each rank that has the bodies.
 *
 * The including file defines
 *
 *     void forget_shape(WORLD *world, int32_t index)     frees the slot of a shape without contacts
 */
#include <string.h>

#include "engine/dimension.h"

/* ---- Extents -------------------------------------------------------------------------------------------------------- */

static void add_to_extent(double *low_and_high, struct extent more)
{
    low_and_high[0] = fmin(low_and_high[0], more.low);
    low_and_high[1] = fmin(low_and_high[1], -more.high); /* the minimum over ranks is that of -high */
}

/* Finds the extent of the bodies of each rank: those that it owns now, and those that it will own after the update. */
static md_status find_extents(WORLD *world)
{
    struct share *share = world->share;
    const int32_t ranks = share->communicator->ranks;
    const int32_t rank = share->communicator->rank;
    md_status status = doubles_reserve(&world->allocator, &share->numbers, 4 * (size_t)ranks);
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&share->extents, &share->extent_capacity,
                                  2 * (size_t)ranks, sizeof *share->extents);
    }
    if (status == MD_OK) {
        status = md_array_reserve(&world->allocator, (void **)&share->body_extents, &share->body_extent_capacity,
                                  (size_t)world->body_handles.count + 1, sizeof *share->body_extents);
    }
    if (status != MD_OK) {
        return status;
    }
    double *found = share->numbers.at;
    for (int32_t k = 0; k < 4 * ranks; ++k) {
        found[k] = INFINITY;
    }
    for (int32_t n = 0; n < share->bodies.count; ++n) {
        const int32_t i = share->bodies.at[n].slot;
        if (share->owner.at[i] == ON_EVERY_RANK) {
            continue;
        }
        const struct extent extent = MD_(share_extent_of)(world, i);
        share->body_extents[i] = extent;
        if (share->owner.at[i] == rank) {
            add_to_extent(found + 2 * (ptrdiff_t)rank, extent);
            add_to_extent(found + 2 * (ptrdiff_t)(ranks + MD_(share_owner_of)(world, i)), extent);
        }
    }
    status = md_share_min(share, found, 4 * ranks);
    for (int32_t k = 0; k < 2 * ranks; ++k) {
        share->extents[k] = (struct extent){found[2 * k], -found[2 * k + 1]};
    }
    return status;
}

/* ---- Coming and going ----------------------------------------------------------------------------------------------- */

/* Reads the messages of all neighbours: a contact may have bodies from two of them. */
static md_status take_from_neighbours(WORLD *world)
{
    struct share *share = world->share;
    const int32_t sorted = world->contacts.pool.count;
    md_status status = MD_OK;
    bool any = false;
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        struct neighbour *from = &share->neighbours[k];
        if (from->received.size > 0) {
            any = true;
            status = MD_(share_take_bodies)(world, &from->received, &from->contacts_at);
        }
    }
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        struct neighbour *from = &share->neighbours[k];
        if (from->received.size > 0) {
            status = MD_(share_take_contacts)(world, &from->received, from->contacts_at);
        }
    }
    if (status == MD_OK && any) {
        world->awake.bodies_are_stale = true;
        status = MD_(contacts_sort)(world, sorted);
    }
    return status;
}

/* Ranks that may send bodies to each other: the bodies of one before the update overlap those of the other after it. Makes them
 * neighbours. */
static md_status find_neighbours(WORLD *world)
{
    struct share *share = world->share;
    const int32_t ranks = share->communicator->ranks;
    const int32_t rank = share->communicator->rank;
    const struct extent *before = share->extents, *after = share->extents + ranks;
    for (int32_t other = 0; other < ranks; ++other) {
        if (other != rank &&
            (extents_overlap(before[rank], after[other]) || extents_overlap(before[other], after[rank])) &&
            md_share_neighbour(share, &world->allocator, other) == NULL) {
            return MD_ERROR_MEMORY;
        }
    }
    return MD_OK;
}

/* Marks the bodies that a neighbour has already. */
static void mark_shown(struct share *share, const struct neighbour *neighbour, int32_t mark)
{
    for (int32_t n = 0; n < neighbour->shown_count; ++n) {
        share->marks.at[neighbour->shown.at[n]] = mark;
    }
}

/* Whether each contact is in the awake set, whose links are read faster than records. */
static bool all_are_listed(const WORLD *world)
{
    return !world->awake.stale && world->awake.contact_count == world->contacts.pool.count;
}

/* The bodies of the n-th contact. */
static const int32_t *bodies_of_contact(const WORLD *world, bool are_listed, int32_t n)
{
    return are_listed ? world->awake.links[n].body : contact_at(&world->contacts, n)->body;
}

/* Writes the bodies that a neighbour needs and does not have, and the contacts of those that it will own. */
static md_status write_bodies(WORLD *world, struct neighbour *to)
{
    struct share *share = world->share;
    const int32_t rank = share->communicator->rank;
    const struct extent of_rank = share->extents[share->communicator->ranks + to->rank];
    md_status status = MD_(share_begin_message)(world, &to->sent);
    bool any_moves = false;
    mark_shown(share, to, 1);
    for (int32_t n = 0; status == MD_OK && n < share->bodies.count; ++n) {
        const int32_t i = share->bodies.at[n].slot;
        if (share->owner.at[i] != rank) {
            continue;
        }
        const int32_t owner = MD_(share_owner_of)(world, i);
        any_moves = any_moves || owner == to->rank;
        if (!share->marks.at[i] && share_needs(owner, share->body_extents[i], to->rank, of_rank)) {
            status = MD_(share_give_body)(world, &to->sent, i);
        }
    }
    mark_shown(share, to, 0);
    const bool are_listed = all_are_listed(world);
    for (int32_t n = 0; status == MD_OK && any_moves && n < world->contacts.pool.count; ++n) {
        const int32_t *body = bodies_of_contact(world, are_listed, n);
        bool moves = false, is_there = false;
        for (int side = 0; side < 2; ++side) {
            is_there = is_there || share->owner.at[body[side]] == to->rank;
            moves =
                moves || (share->owner.at[body[side]] == rank && MD_(share_owner_of)(world, body[side]) == to->rank);
        }
        if (moves && !is_there) {
            status = MD_(share_give_contact)(world, &to->sent, world->contacts.pool.order.at[n]);
        }
    }
    if (to->sent.size == 2 * sizeof(int32_t)) {
        to->sent.size = 0;
    }
    return status;
}

/* Marks the bodies that this rank no longer needs. Returns whether there are any. */
static bool mark_needless(WORLD *world)
{
    struct share *share = world->share;
    const int32_t rank = share->communicator->rank;
    bool any = false;
    for (int32_t n = 0; n < share->bodies.count; ++n) {
        const int32_t i = share->bodies.at[n].slot;
        const bool is_needed_here = share_needs(share->owner.at[i], share->body_extents[i], rank,
                                                share->extents[share->communicator->ranks + rank]);
        share->marks.at[i] = !is_needed_here;
        any = any || !is_needed_here;
    }
    return any;
}

/* Drops the contacts that other ranks have instead, without a word to the user. */
static md_status drop_contacts(WORLD *world)
{
    struct share *share = world->share;
    const bool are_listed = all_are_listed(world);
    int32_t count = 0;
    const md_status status =
        indices_reserve(&world->allocator, &share->dropped, (size_t)world->contacts.pool.count + 1);
    for (int32_t n = 0; status == MD_OK && n < world->contacts.pool.count; ++n) {
        const int32_t *body = bodies_of_contact(world, are_listed, n);
        if (share->marks.at[body[0]] != 0 || share->marks.at[body[1]] != 0 || !share_finds(share, body[0], body[1])) {
            share->dropped.at[count++] = world->contacts.pool.order.at[n];
        }
    }
    for (int32_t k = 0; k < count; ++k) {
        struct contact *contact = &world->contacts.at[share->dropped.at[k]];
        contact->touching = false; /* it has not ended */
        MD_(contact_drop)(world, contact);
    }
    if (count > 0) {
        if (are_listed) {
            md_awake_set_remove_contacts(&world->awake, share->dropped.at, count, world->contacts.pool.is_sorted);
        }
        world->awake.stale = world->awake.stale || !are_listed;
        md_contact_pool_remove(&world->contacts.pool, share->dropped.at, count);
    }
    return status;
}

/* A body without contacts. */
static void forget_body(WORLD *world, int32_t body)
{
    for (int32_t i = world->bodies[body].first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        if (world->shapes[i].leaf != MD_TREE_NONE) {
            MD_(tree_remove)(&world->broad_phase.tree, world->shapes[i].leaf);
        }
        forget_shape(world, i);
    }
    md_handles_release(&world->body_handles, body);
}

static void drop_bodies(WORLD *world)
{
    struct share *share = world->share;
    for (int32_t n = 0; n < share->bodies.count; ++n) {
        const int32_t i = share->bodies.at[n].slot;
        if (share->marks.at[i] != 0) {
            forget_body(world, i);
        }
    }
    md_number_list_remove_marked(&share->bodies, share->marks.at);
    int32_t kept = 0;
    for (int32_t n = 0; n < share->shapes.count; ++n) {
        share->shapes.at[kept] = share->shapes.at[n];
        kept += md_handles_is_used(&world->shape_handles, share->shapes.at[n].slot);
    }
    share->shapes.count = kept;
}

/* Bodies now belong to the rank that owns their strip. Returns whether that has changed anything here. */
static bool change_owners(WORLD *world)
{
    struct share *share = world->share;
    bool changed = false;
    for (int32_t n = 0; n < share->bodies.count; ++n) {
        const int32_t i = share->bodies.at[n].slot;
        const int32_t owner = MD_(share_owner_of)(world, i);
        changed = changed || owner != share->owner.at[i];
        share->report.arrived += owner != share->owner.at[i] && owner == share->communicator->rank;
        share->owner.at[i] = owner;
    }
    return changed;
}

/* Lists, by number, the own bodies that each neighbour has as ghosts and the ghosts that it has here as own bodies. */
static md_status list_ghosts(WORLD *world)
{
    struct share *share = world->share;
    const int32_t rank = share->communicator->rank;
    for (int32_t k = 0; k < share->neighbour_count; ++k) {
        struct neighbour *at = &share->neighbours[k];
        const struct extent of_rank = share->extents[share->communicator->ranks + at->rank];
        at->shown_count = at->seen_count = 0;
        md_status status = indices_reserve(&world->allocator, &at->shown, (size_t)share->bodies.count);
        if (status == MD_OK) {
            status = indices_reserve(&world->allocator, &at->seen, (size_t)share->bodies.count);
        }
        if (status != MD_OK) {
            return status;
        }
        for (int32_t n = 0; n < share->bodies.count; ++n) {
            const int32_t i = share->bodies.at[n].slot;
            if (share->owner.at[i] == rank && extents_overlap(share->body_extents[i], of_rank)) {
                at->shown.at[at->shown_count++] = i;
            } else if (share->owner.at[i] == at->rank) {
                at->seen.at[at->seen_count++] = i;
            }
        }
    }
    return MD_OK;
}

/* Forgets neighbours without ghosts on either side. */
static void drop_neighbours(WORLD *world)
{
    struct share *share = world->share;
    int32_t kept = 0;
    for (int32_t k = 0; k < share->neighbour_count; ++k) {
        const struct neighbour at = share->neighbours[k];
        if (at.shown_count + at.seen_count > 0) {
            share->neighbours[k] = share->neighbours[kept];
            share->neighbours[kept++] = at;
        } else {
            md_share_free_neighbour(&share->neighbours[k], &world->allocator);
        }
    }
    share->neighbour_count = kept;
}

/* Exchanges bodies, and brings owners, ghosts and lists up to date. */
static md_status exchange_bodies(WORLD *world)
{
    struct share *share = world->share;
    md_status status = find_neighbours(world);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &share->marks, (size_t)world->body_handles.count + 1);
    }
    if (status == MD_OK) {
        memset(share->marks.at, 0, (size_t)world->body_handles.count * sizeof *share->marks.at);
    }
    for (int32_t k = 0; status == MD_OK && k < share->neighbour_count; ++k) {
        status = write_bodies(world, &share->neighbours[k]);
    }
    if (status == MD_OK) {
        status = md_share_exchange_unknown(share, &world->allocator);
    }
    const bool changed = change_owners(world);
    const bool any_needless = status == MD_OK && mark_needless(world);
    if (status == MD_OK && (any_needless || changed)) {
        status = drop_contacts(world);
        drop_bodies(world);
        world->awake.bodies_are_stale = true;
    }
    if (status == MD_OK) {
        status = take_from_neighbours(world);
    }
    if (status != MD_OK) {
        return status;
    }
    status = list_ghosts(world);
    drop_neighbours(world);
    return status;
}

md_status MD_(share_list)(WORLD *world)
{
    world->share->report.arrived = 0; /* its first bodies do not count */
    md_status status = find_extents(world);
    if (status == MD_OK) {
        status = find_neighbours(world);
    }
    return status == MD_OK ? list_ghosts(world) : status;
}

md_status MD_(share_update)(WORLD *world)
{
    world->saved_motion.count = 0; /* bodies get other slots: a step that fails now cannot be taken back */
    MD_(broad_phase_move_leaves)(world);
    md_status status = find_extents(world);
    if (status == MD_OK) {
        status = exchange_bodies(world);
    }
    if (status == MD_OK) {
        status = MD_(awake_set_update)(world);
    }
    return status == MD_OK ? MD_(moves_reserve)(world) : status;
}

struct solve_ranks *MD_(share_solving)(const WORLD *world, struct solve_ranks *ranks)
{
    if (world->share == NULL) {
        return NULL;
    }
    ranks->communicator = world->share->communicator;
    ranks->partition_rank = world->share->strip_rank.at;
    ranks->body_number = world->velocity.slot_number.at;
    return ranks;
}
