/* The awake set: the bodies that are awake, and their shapes, joints and contacts. A step reads nothing else.
 *
 * The lists are rebuilt only when a body wakes or falls asleep, or when something is created or destroyed. They follow
 * from the state of the world.
 */
#ifndef MODULUS_WORLD3_AWAKE_SET_H
#define MODULUS_WORLD3_AWAKE_SET_H

#include "base/memory.h"
#include "engine/penetration.h"
#include "world3/contact.h"

/* Each list is in the order of the indices. */
struct awake_set {
    struct indices bodies, shapes, joints, contacts;
    struct indices links; /* two per listed contact: its bodies if it has rows, else -1 */
    int32_t body_count, shape_count, joint_count, contact_count;
    struct penetration sleeping_penetration; /* of the contacts that are not listed */
    bool stale;                              /* the lists must be rebuilt */
    bool rebuilt;                            /* they were rebuilt since islands were last found */
    bool include_sleeping;                   /* until the end of the step the lists include sleeping bodies */
};

/** Rebuilds the lists if they are stale. */
md_status md3_awake_set_update(md3_world *world);
void md3_awake_set_free(struct awake_set *awake, const md_allocator *allocator);
/** Reserves room for one more contact. */
md_status md3_awake_set_reserve_contact(md3_world *world);
/** Adds a new contact. */
void md3_awake_set_add_contact(md3_world *world, int32_t contact);

/** Notes the bodies that the n-th listed contact couples, once its manifold is known. */
static inline void awake_set_link(struct awake_set *awake, int32_t n, const struct contact *contact)
{
    const bool has_rows = contact->solid && contact->manifold_count > 0;
    awake->links.at[2 * (size_t)n] = has_rows ? contact->body[0] : -1;
    awake->links.at[2 * (size_t)n + 1] = has_rows ? contact->body[1] : -1;
}

/** Adds a contact. */
static inline void penetration_add(struct penetration *sum, const struct contact *contact)
{
    if (contact->sensor || contact->let_through || contact->manifold_count == 0) {
        return;
    }
    ++sum->contacts;
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        const md3_manifold *manifold = &contact_manifold_of(contact, i)->manifold;
        sum->points += manifold->count;
        for (int k = 0; k < manifold->count; ++k) {
            penetration_add_point(sum, manifold->point[k].separation);
        }
    }
}

#endif
