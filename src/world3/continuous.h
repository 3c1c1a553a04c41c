/* Continuous collision: speculative contacts at the time of impact, and motion that stops before it tunnels. */
#ifndef MODULUS_WORLD3_CONTINUOUS_H
#define MODULUS_WORLD3_CONTINUOUS_H

#include "base/memory.h"
#include "world3/contact.h"

struct body;

struct continuous {
    struct indices watched;     /* scratch: twice a contact, plus the side of its fast body */
    struct indices limited;     /* scratch: those of `watched` that may limit a motion */
    struct indices task_counts; /* scratch */
    int32_t fast_bodies;        /* in this step, if it is a soft step */
};

/* ---- continuous.c ------------------------------------------------------------------------------------------------ */

/** Motion of a body over h seconds at its present velocity. It ends where md3_body_integrate ends. */
md3_sweep md3_body_sweep(const struct body *body, md_real h);
/** Manifolds of two separated shapes at their time of impact within h seconds at present velocities, and the lever arms r of
 *  their points then. Returns the number of manifolds, at most the capacity of the contact; 0: they do not meet. */
int32_t md3_future_manifolds(const md3_world *world, const struct contact *contact, md_real h, md3_manifold *manifolds,
                             md3_vec r[][MD3_MAX_MANIFOLD_POINTS][2]);

/* ---- tunnelling.c ------------------------------------------------------------------------------------------------ */

/** Reserves scratch memory before the solve, so that a lack of memory is found before impulses are cached. */
md_status md3_continuous_reserve(md3_world *world);
/** Computes body.toi_fraction: how much of the next h seconds each body may move without tunnelling. Takes back the part of
 *  position correction that has tunnelled, and the velocity of bodies that cannot move at all. */
md_status md3_find_toi_fractions(md3_world *world, md_real h);
/** Moves a body by the time-of-impact fraction of h seconds. Returns false if it was stopped at the end of the world. */
bool md3_body_move_to_impact(struct body *body, md_real h);
void md3_continuous_free(struct continuous *continuous, const md_allocator *allocator);

#endif
