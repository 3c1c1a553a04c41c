/* Continuous collision: speculative contacts at the time of impact, and motion that stops before it tunnels. */
#ifndef MODULUS_WORLD2_CONTINUOUS_H
#define MODULUS_WORLD2_CONTINUOUS_H

#include "base/memory.h"
#include "world2/contact.h"

struct continuous {
    struct indices watched;     /* scratch: twice a contact, plus the side of its fast body */
    struct indices task_counts; /* scratch */
};

/** Manifold of two separated shapes at their time of impact within h seconds at present velocities; count 0: they do not meet. */
md2_manifold md2_future_manifold(const md2_world *world, const struct contact *contact, md_real h, md2_vec r[2][2]);
/** Computes body.toi_fraction: how much of the next h seconds each body may move without tunnelling. */
md_status md2_find_toi_fractions(md2_world *world, md_real h);
void md2_continuous_free(struct continuous *continuous, const md_allocator *allocator);

#endif
