/* The pass over the awake contacts at new positions, in tasks of CONTACTS_PER_TASK contacts.
 *
 * It is compiled for the baseline of the machine and, on x86, once more for AVX2, as the solver's kernels (lcp/block_kernel.h).
 */
#ifndef MODULUS_WORLD2_MANIFOLD_PASS_H
#define MODULUS_WORLD2_MANIFOLD_PASS_H

#include "engine/tasks.h"
#include "lcp/block_kernel.h"
#include "world2/world.h"

#define CONTACTS_PER_TASK 1024

struct contact_update {
    md2_world *world;
    md_real dt;
    bool ends_step;
    bool may_guard;   /* travels are noted, so that contacts without points may be guarded (engine/travel.h) */
    bool guards_hold; /* guarded contacts need not be read */
};

struct manifold_pass {
    /** Recomputes the manifolds. */
    void (*refresh)(void *update, int32_t task);
    /** Lists separated contacts and recomputes the manifolds of the others; at the end of a step it also measures penetration and
     *  lists the contacts with pending events. */
    void (*update)(void *update, int32_t task);
};

extern const struct manifold_pass md2_manifold_pass_base;
extern const struct manifold_pass md2_manifold_pass_avx2;

#endif
