/* Events of a world (event_queue.h, dimension.h). */
#include <string.h>

#include "engine/dimension.h"

typedef MD_(event) world_event;

void MD_(event_add)(WORLD *world, const world_event *event)
{
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->events.at, &world->events.capacity,
                                              (size_t)world->events.queue.count + 1, sizeof *world->events.at);
    if (status != MD_OK) {
        const bool stepping = world->stepping;
        world->stepping = true; /* the log callback must not change the world, between steps either */
        MD_(log)(world, MD_CONSTANT(LOG_WARNING), "an event was lost: %s", md_status_text(status));
        world->stepping = stepping;
        return;
    }
    world->events.at[world->events.queue.count++] = *event;
}

void MD_(events_begin_step)(WORLD *world)
{
    struct events *events = &world->events;
    const int32_t dropped = event_queue_begin_step(&events->queue);
    if (dropped > 0 && events->queue.count > 0) {
        memmove(events->at, events->at + dropped, (size_t)events->queue.count * sizeof *events->at);
    }
}

const world_event *MD_(world_events)(const WORLD *world, int32_t *count)
{
    const int32_t events = world != NULL ? world->events.queue.count : 0;
    if (count != NULL) {
        *count = events;
    }
    return events > 0 ? world->events.at : NULL;
}

bool MD_(world_event)(const WORLD *world, int32_t place, world_event *event)
{
    if (world == NULL || event == NULL || place < 0 || place >= world->events.queue.count) {
        return false;
    }
    *event = world->events.at[place];
    return true;
}
