/* Where contacts are in memory, and in which order.
 *
 * A contact keeps its place until all are closed up: one that goes leaves a hole, and only the list of places, four bytes each, moves up.
 * Closing up moves records, and is done where holes have become many. Places ascend in the list, so that the order is that in which
 * contacts came to be, with holes or without.
 */
#include "world2/world.h"

/* Contacts a hole, at the least. Fewer: records are moved more often. More: memory has more holes to read past. */
#define CONTACTS_A_HOLE 8

md_status md2_contact_pool_reserve(md2_world *world)
{
    const md_status status =
        md_array_reserve(&world->allocator, (void **)&world->contacts.at, &world->contacts.capacity,
                         (size_t)world->contacts.used + 1, sizeof *world->contacts.at);
    return status == MD_OK
               ? indices_reserve(&world->allocator, &world->contacts.order, (size_t)world->contacts.count + 1)
               : status;
}

int32_t md2_contact_pool_take(md2_world *world)
{
    const int32_t place = world->contacts.used++;
    world->contacts.order.at[world->contacts.count++] = place;
    return place;
}

void md2_contact_pool_leave(md2_world *world, const int32_t *places, int32_t count)
{
    int32_t *order = world->contacts.order.at;
    int32_t kept = 0;
    int32_t gone = 0;
    for (int32_t n = 0; n < world->contacts.count; ++n) {
        if (gone < count && order[n] == places[gone]) {
            ++gone;
        } else {
            order[kept++] = order[n];
        }
    }
    world->contacts.count = kept;
}

/* Records move to the front, and the list of the active follows. */
void md2_contact_pool_close_up(md2_world *world)
{
    int32_t *order = world->contacts.order.at;
    int32_t *active = world->awake.contacts.at;
    int32_t followed = 0;
    for (int32_t n = 0; n < world->contacts.count; ++n) {
        const int32_t place = order[n];
        if (followed < world->awake.contact_count && active[followed] == place) {
            active[followed++] = n;
        }
        if (place != n) {
            world->contacts.at[n] = world->contacts.at[place];
            order[n] = n;
        }
    }
    world->contacts.used = world->contacts.count;
}

void md2_contact_pool_tidy(md2_world *world)
{
    const int32_t holes = world->contacts.used - world->contacts.count;
    if (holes > world->contacts.count / CONTACTS_A_HOLE) {
        md2_contact_pool_close_up(world);
    }
}
