/* The pass over active contacts at new places, by tasks that each look at some of them.
 *
 * Compiled once for the machine at hand and, on x86, once more for AVX2, as the passes of the solver are (lcp/block_kernel.h).
 */
#ifndef MODULUS_WORLD2_MANIFOLD_PASS_H
#define MODULUS_WORLD2_MANIFOLD_PASS_H

#include "engine/tasks.h"
#include "lcp/block_kernel.h"
#include "world2/world.h"

#define CONTACTS_A_TASK 1024

struct contact_update {
    md2_world *world;
    md_real dt;
    bool ends_step;
    struct update_sums *sums; /* of a task */
};

struct manifold_pass {
    /** Manifolds only. */
    void (*refresh)(void *update, int32_t task);
    /** All that contacts need. */
    void (*update)(void *update, int32_t task);
};

extern const struct manifold_pass md2_manifold_pass_base;
extern const struct manifold_pass md2_manifold_pass_avx2;

#endif
