/* Events: what happened, in order, until the next step. */
#include "world2/world.h"

#include <string.h>

void md2_event_add(md2_world *world, const md2_event *event)
{
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->events.at, &world->events.capacity,
                                              (size_t)world->events.count + 1, sizeof *world->events.at);
    if (status != MD_OK) {
        const bool stepping = world->stepping;
        world->stepping = true; /* calls between steps make events too: the log must not change the world amid one */
        md2_log(world, MD2_LOG_WARNING, "an event was lost: %s", md_status_text(status));
        world->stepping = stepping;
        return;
    }
    world->events.at[world->events.count++] = *event;
}

void md2_events_begin_step(md2_world *world)
{
    const int32_t since = world->events.count - world->events.read_count;
    if (since > 0 && world->events.read_count > 0) {
        memmove(world->events.at, world->events.at + world->events.read_count,
                (size_t)since * sizeof *world->events.at);
    }
    world->events.count = since;
    world->events.read_count = 0;
}

const md2_event *md2_world_events(const md2_world *world, int32_t *count)
{
    *count = world->events.count;
    return world->events.at;
}

bool md2_world_event(const md2_world *world, int32_t place, md2_event *event)
{
    if (place < 0 || place >= world->events.count) {
        return false;
    }
    *event = world->events.at[place];
    return true;
}
