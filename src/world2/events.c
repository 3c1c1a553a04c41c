/* Events: what happened, in order, until the next step. */
#include "world2/world.h"

#include <string.h>

void md2_event_add(md2_world *world, const md2_event *event)
{
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->events, &world->event_capacity,
                                              (size_t)world->event_count + 1, sizeof *world->events);
    if (status != MD_OK) {
        const bool stepping = world->stepping;
        world->stepping = true; /* calls between steps make events too: the log must not change the world amid one */
        md2_log(world, MD2_LOG_WARNING, "an event was lost: %s", md_status_text(status));
        world->stepping = stepping;
        return;
    }
    world->events[world->event_count++] = *event;
}

void md2_events_begin_step(md2_world *world)
{
    const int32_t since = world->event_count - world->events_told;
    if (since > 0 && world->events_told > 0) {
        memmove(world->events, world->events + world->events_told, (size_t)since * sizeof *world->events);
    }
    world->event_count = since;
    world->events_told = 0;
}

const md2_event *md2_world_events(const md2_world *world, int32_t *count)
{
    *count = world->event_count;
    return world->events;
}

bool md2_world_event(const md2_world *world, int32_t place, md2_event *event)
{
    if (place < 0 || place >= world->event_count) {
        return false;
    }
    *event = world->events[place];
    return true;
}
