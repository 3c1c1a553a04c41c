/* Events of a world. */
#include "world2/world.h"

#include <string.h>

void md2_event_add(md2_world *world, const md2_event *event)
{
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->events.at, &world->events.capacity,
                                              (size_t)world->events.queue.count + 1, sizeof *world->events.at);
    if (status != MD_OK) {
        const bool stepping = world->stepping;
        world->stepping = true; /* the log callback must not change the world, between steps either */
        md2_log(world, MD2_LOG_WARNING, "an event was lost: %s", md_status_text(status));
        world->stepping = stepping;
        return;
    }
    world->events.at[world->events.queue.count++] = *event;
}

void md2_events_begin_step(md2_world *world)
{
    struct events *events = &world->events;
    const int32_t dropped = event_queue_begin_step(&events->queue);
    if (dropped > 0 && events->queue.count > 0) {
        memmove(events->at, events->at + dropped, (size_t)events->queue.count * sizeof *events->at);
    }
}

const md2_event *md2_world_events(const md2_world *world, int32_t *count)
{
    const int32_t events = world != NULL ? world->events.queue.count : 0;
    if (count != NULL) {
        *count = events;
    }
    return events > 0 ? world->events.at : NULL;
}

bool md2_world_event(const md2_world *world, int32_t place, md2_event *event)
{
    if (world == NULL || event == NULL || place < 0 || place >= world->events.queue.count) {
        return false;
    }
    *event = world->events.at[place];
    return true;
}
