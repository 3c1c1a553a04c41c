/* Event queue: which events of an array the next step drops.
 *
 * Events come from steps and from the calls between them. Those that could be read after a step are dropped by the next
 * one; those of calls after it are kept once more, so that they can be read after the next step too.
 */
#ifndef MODULUS_ENGINE_EVENT_QUEUE_H
#define MODULUS_ENGINE_EVENT_QUEUE_H

#include <stdint.h>

struct event_queue {
    int32_t count;
    int32_t read_count; /* events that could be read at the end of the last step */
};

/** Starts a step. Returns how many events the caller drops from the front of the array. */
static inline int32_t event_queue_begin_step(struct event_queue *queue)
{
    const int32_t dropped = queue->read_count;
    queue->count -= dropped;
    queue->read_count = 0;
    return dropped;
}

/** Ends a step: all events can be read now. */
static inline void event_queue_end_step(struct event_queue *queue)
{
    queue->read_count = queue->count;
}

#endif
