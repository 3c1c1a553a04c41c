/* Continuous collision: speculative contacts at the time of impact, and motion that stops before it tunnels. */
#ifndef MODULUS_WORLD2_CONTINUOUS_H
#define MODULUS_WORLD2_CONTINUOUS_H

#include "base/memory.h"
#include "world2/contact.h"

struct body;

struct continuous {
    struct indices watched;     /* scratch: twice a contact, plus the side of its fast body */
    struct indices task_counts; /* scratch */
    int32_t fast_bodies;        /* in this step, if it is a soft step */
};

/* ---- continuous.c ------------------------------------------------------------------------------------------------ */

/** Motion of a body over h seconds at its present velocity. It ends where body_move ends. */
md2_sweep md2_body_sweep(const struct body *body, md_real h);
/** Manifold of two separated shapes at their time of impact within h seconds at present velocities; count 0: they do not meet. */
md2_manifold md2_future_manifold(const md2_world *world, const struct contact *contact, md_real h, md2_vec r[2][2]);

/* ---- tunnelling.c ------------------------------------------------------------------------------------------------ */

/** Computes body.toi_fraction: how much of the next h seconds each body may move without tunnelling. Takes back the part of
 *  position correction that has tunnelled, and the velocity of bodies that cannot move at all. */
md_status md2_find_toi_fractions(md2_world *world, md_real h);
/** Moves a body by the time-of-impact fraction of h seconds. Returns false if it was stopped at the end of the world. */
bool md2_body_move_to_impact(struct body *body, md_real h);
void md2_continuous_free(struct continuous *continuous, const md_allocator *allocator);

#endif
