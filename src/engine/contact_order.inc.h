/* The order of contacts in a world with partitions: by the numbers of their shapes, however and wherever they were found
 * (division.h, dimension.h). */
#include "base/sort.h"
#include "engine/dimension.h"

static uint64_t key_of(const WORLD *world, int32_t record)
{
    const int32_t *shape = world->contacts.at[record].shape;
    const uint64_t a = (uint64_t)share_shape_number(world->share, shape[0]);
    const uint64_t b = (uint64_t)share_shape_number(world->share, shape[1]);
    return a < b ? a << 32 | b : b << 32 | a;
}

/* Merges `count` new contacts, which are sorted, into the first `old` records of a sorted list, from the last to the first. */
static void merge(const WORLD *world, int32_t *list, struct contact_link *links, int32_t old, const struct keyed *added,
                  int32_t count)
{
    int32_t end = old;
    for (int32_t k = count - 1; k >= 0; --k) {
        int32_t low = 0;
        int32_t high = end;
        while (low < high) {
            const int32_t middle = low + (high - low) / 2;
            if (key_of(world, list[middle]) < added[k].key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        memmove(list + low + k + 1, list + low, (size_t)(end - low) * sizeof *list);
        list[low + k] = added[k].item;
        if (links != NULL) {
            const struct contact *contact = &world->contacts.at[added[k].item];
            memmove(links + low + k + 1, links + low, (size_t)(end - low) * sizeof *links);
            links[low + k] = (struct contact_link){.body = {contact->body[0], contact->body[1]},
                                                   .points = (uint8_t)contact_points_with_rows(contact)};
        }
        end = low;
    }
}

md_status MD_(contacts_sort)(WORLD *world, int32_t sorted)
{
    struct contact_pool *pool = &world->contacts.pool;
    struct division *division = &world->division;
    struct awake_set *awake = &world->awake;
    const int32_t first = pool->is_sorted && !division->has_unsorted ? sorted : 0;
    division->has_unsorted = true; /* unless all goes well */
    const int32_t count = pool->count - first;
    const md_status status =
        md_array_reserve(&world->allocator, (void **)&division->new_contacts, &division->new_contact_capacity,
                         2 * (size_t)count, sizeof *division->new_contacts);
    if (status != MD_OK) {
        return status;
    }
    if (first < sorted) {
        awake->stale = true; /* its contacts are in another order */
    }
    pool->is_sorted = true;
    division->has_unsorted = false;
    if (count == 0) {
        return MD_OK;
    }
    for (int32_t k = 0; k < count; ++k) {
        const int32_t record = pool->order.at[first + k];
        division->new_contacts[k] = (struct keyed){key_of(world, record), record};
    }
    md_sort_keyed(division->new_contacts, division->new_contacts + count, (size_t)count);
    merge(world, pool->order.at, NULL, first, division->new_contacts, count);
    if (!awake->stale) { /* each new contact is in the awake set */
        merge(world, awake->contacts.at, awake->links, awake->contact_count - count, division->new_contacts, count);
    }
    return MD_OK;
}
