/* The pass over the awake contacts at new positions, in tasks of CONTACTS_PER_TASK contacts. */
#ifndef MODULUS_WORLD3_MANIFOLD_PASS_H
#define MODULUS_WORLD3_MANIFOLD_PASS_H

#include "engine/tasks.h"
#include "world3/world.h"

#define CONTACTS_PER_TASK 256

struct contact_update {
    md3_world *world;
    md_real dt; /* s, of the motion that speculative contacts look ahead */
    bool ends_step;
    bool may_guard;   /* travels are noted, so that contacts without points may be guarded (engine/travel.h) */
    bool guards_hold; /* guarded contacts need not be read */
};

/** Task: recomputes the manifolds. `update` is a struct contact_update. */
void md3_manifolds_refresh(void *update, int32_t task);
/** Task: lists separated contacts and recomputes the manifolds of the others; at the end of a step it also measures penetration
 *  and lists the contacts with pending events. */
void md3_manifolds_update(void *update, int32_t task);

#endif
