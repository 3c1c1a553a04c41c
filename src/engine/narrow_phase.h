/* Narrow phase: penetration of the awake contacts, and which of them have pending events or have separated.
 *
 *     narrow_phase.c         joins the results of the tasks
 *     narrow_phase.inc.h     drives the manifold pass of a world, and removes the separated contacts
 */
#ifndef MODULUS_ENGINE_NARROW_PHASE_H
#define MODULUS_ENGINE_NARROW_PHASE_H

#include "base/memory.h"
#include "engine/penetration.h"

/* Results of one task of an update. */
struct update_sums {
    struct penetration penetration;
    int32_t pending, separated;
    int32_t apart; /* contacts without points */
    bool changed;  /* a contact has another number of points */
};

struct narrow_phase {
    bool stale; /* something was changed since the last update */
    uint32_t updates;
    int32_t apart;                  /* contacts without points at the last update */
    bool changed;                   /* a contact has other points or events since the last update */
    struct penetration penetration; /* at the last update */
    struct indices pending;         /* contacts with pending events */
    int32_t pending_count;
    struct indices separated; /* scratch: contacts whose shapes have separated */
    struct update_sums *sums; /* scratch: one per task */
    size_t sum_capacity;
};

/** Reserves room for the results of tasks over a number of contacts. Each task writes from where its range begins. */
md_status md_narrow_phase_reserve(struct narrow_phase *narrow_phase, const md_allocator *allocator, int32_t contacts,
                                  int32_t tasks);
/** Joins the results of the tasks in their order, so that the number of threads does not matter; `penetration` has the contacts
 *  that no task visited. Returns the number of separated contacts. */
int32_t md_narrow_phase_join(struct narrow_phase *narrow_phase, const struct penetration *penetration, int32_t tasks,
                             int32_t contacts_per_task);
void md_narrow_phase_free(struct narrow_phase *narrow_phase, const md_allocator *allocator);

#endif
