/* Events: what happened in the last step and in the calls around it, in order. */
#ifndef MODULUS_WORLD2_EVENT_H
#define MODULUS_WORLD2_EVENT_H

#include <modulus/world2.h>

#include "engine/event_queue.h"

struct events {
    md2_event *at;
    size_t capacity;
    struct event_queue queue;
};

/** Adds an event. If memory is out the event is lost, and the log says so. */
void md2_event_add(md2_world *world, const md2_event *event);
/** Drops the events that could be read after the last step. */
void md2_events_begin_step(md2_world *world);

#endif
