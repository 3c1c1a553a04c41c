/* Events of a world. */
#include "world3/world.h"

#include <string.h>

void md3_event_add(md3_world *world, const md3_event *event)
{
    const md_status status = md_array_reserve(&world->allocator, (void **)&world->events.at, &world->events.capacity,
                                              (size_t)world->events.queue.count + 1, sizeof *world->events.at);
    if (status != MD_OK) {
        const bool stepping = world->stepping;
        world->stepping = true; /* the log callback must not change the world, between steps either */
        md3_log(world, MD3_LOG_WARNING, "an event was lost: %s", md_status_text(status));
        world->stepping = stepping;
        return;
    }
    world->events.at[world->events.queue.count++] = *event;
}

void md3_events_begin_step(md3_world *world)
{
    struct events *events = &world->events;
    const int32_t dropped = event_queue_begin_step(&events->queue);
    if (dropped > 0 && events->queue.count > 0) {
        memmove(events->at, events->at + dropped, (size_t)events->queue.count * sizeof *events->at);
    }
}

const md3_event *md3_world_events(const md3_world *world, int32_t *count)
{
    const int32_t events = world != NULL ? world->events.queue.count : 0;
    if (count != NULL) {
        *count = events;
    }
    return events > 0 ? world->events.at : NULL;
}

bool md3_world_event(const md3_world *world, int32_t place, md3_event *event)
{
    if (world == NULL || event == NULL || place < 0 || place >= world->events.queue.count) {
        return false;
    }
    *event = world->events.at[place];
    return true;
}
