/* Narrow phase: manifolds of the awake contacts, penetration, and the contacts with pending events. */
#ifndef MODULUS_WORLD3_NARROW_PHASE_H
#define MODULUS_WORLD3_NARROW_PHASE_H

#include "base/memory.h"
#include "world3/awake_set.h"

/* Results of one task of an update. */
struct update_sums {
    struct penetration penetration;
    int32_t pending, separated;
};

struct narrow_phase {
    bool stale; /* something was changed since the last update */
    uint32_t updates;
    struct penetration penetration; /* at the last update */
    struct indices pending;         /* contacts with pending events */
    int32_t pending_count;
    struct indices separated; /* scratch: contacts whose shapes have separated */
    struct update_sums *sums; /* scratch: one per task */
    size_t sum_capacity;
};

/** Finds new pairs within `dt` seconds, and the manifolds at the present positions. Points keep their cached impulses
 *  by feature id. At the end of a step it also measures penetration and collects the contacts with pending events. */
md_status md3_narrow_phase_update(md3_world *world, md_real dt, bool ends_step);
/** Recomputes the manifolds of the existing contacts, between substeps of h seconds. */
void md3_narrow_phase_refresh(md3_world *world, md_real h);
void md3_narrow_phase_free(struct narrow_phase *narrow_phase, const md_allocator *allocator);

#endif
