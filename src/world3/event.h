/* Events: what happened in the last step and in the calls around it, in order. */
#ifndef MODULUS_WORLD3_EVENT_H
#define MODULUS_WORLD3_EVENT_H

#include <modulus/world3.h>

#include "engine/event_queue.h"

struct events {
    md3_event *at;
    size_t capacity;
    struct event_queue queue;
};

/** Adds an event. If memory is out the event is lost, and the log says so. */
void md3_event_add(md3_world *world, const md3_event *event);
/** Drops the events that could be read after the last step. */
void md3_events_begin_step(md3_world *world);

#endif
