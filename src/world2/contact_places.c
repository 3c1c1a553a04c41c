/* Where contacts are in memory, and in which order.
 *
 * A contact keeps its place until all are closed up: one that goes leaves a hole, and only the list of places, four bytes each, moves up.
 * Closing up moves records, and is done where holes have become many. Places ascend in the list, so that the order is that in which
 * contacts came to be, with holes or without.
 */
#include "world2/world.h"

/* Contacts a hole, at the least. Fewer: records are moved more often. More: memory has more holes to read past. */
#define CONTACTS_A_HOLE 8

md_status md2_places_reserve(md2_world *world)
{
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->contacts, &world->contact_capacity,
                                              (size_t)world->contact_places + 1, sizeof *world->contacts);
    return status == MD_OK ? indices_reserve(&world->allocator, &world->contact_order, (size_t)world->contact_count + 1)
                           : status;
}

int32_t md2_places_take(md2_world *world)
{
    const int32_t place = world->contact_places++;
    world->contact_order.at[world->contact_count++] = place;
    return place;
}

void md2_places_leave(md2_world *world, const int32_t *places, int32_t count)
{
    int32_t *order = world->contact_order.at;
    int32_t kept = 0;
    int32_t gone = 0;
    for (int32_t n = 0; n < world->contact_count; ++n) {
        if (gone < count && order[n] == places[gone]) {
            ++gone;
        } else {
            order[kept++] = order[n];
        }
    }
    world->contact_count = kept;
}

/* Records move to the front, and the list of the active follows. */
void md2_places_close_up(md2_world *world)
{
    int32_t *order = world->contact_order.at;
    int32_t *active = world->active.contacts.at;
    int32_t followed = 0;
    for (int32_t n = 0; n < world->contact_count; ++n) {
        const int32_t place = order[n];
        if (followed < world->active.contact_count && active[followed] == place) {
            active[followed++] = n;
        }
        if (place != n) {
            world->contacts[n] = world->contacts[place];
            order[n] = n;
        }
    }
    world->contact_places = world->contact_count;
}

void md2_places_tidy(md2_world *world)
{
    const int32_t holes = world->contact_places - world->contact_count;
    if (holes > world->contact_count / CONTACTS_A_HOLE) {
        md2_places_close_up(world);
    }
}
