/* The awake set: the bodies that are awake, and their shapes, joints and contacts. A step reads nothing else.
 *
 * The lists are rebuilt only when a body wakes or falls asleep, or when something is created or destroyed. They follow
 * from the state of the world, so that snapshots do not store them.
 *
 *     awake_set.c         the lists
 *     awake_set.inc.h     fills them from a world
 */
#ifndef MODULUS_ENGINE_AWAKE_SET_H
#define MODULUS_ENGINE_AWAKE_SET_H

#include "base/memory.h"
#include "engine/penetration.h"

/* The data of a listed contact that most passes read instead of its record. */
struct contact_link {
    int32_t body[2];
    uint8_t points;  /* that may have rows: with any it couples its bodies */
    bool is_guarded; /* it has no points and no events until its bodies have travelled to the limit (travel.h) */
    uint32_t limit;
};

/* Each list is in the order of the indices. */
struct awake_set {
    struct indices bodies, shapes, joints, contacts;
    struct contact_link *links; /* of the listed contacts */
    size_t link_capacity;
    int32_t body_count, shape_count, joint_count, contact_count;
    struct penetration sleeping_penetration; /* of the contacts that are not listed */
    uint32_t rebuilds;                       /* counts how often the lists were rebuilt */
    bool stale;                              /* the lists must be rebuilt */
    bool bodies_are_stale;                   /* only those of bodies, shapes and joints */
    bool rebuilt;                            /* they were rebuilt since islands were last found */
    bool changed;                            /* so were they, or a contact came, went, or has other points or events */
    bool include_sleeping;                   /* until the end of the step the lists include sleeping bodies */
};

/* Lengths that the lists can reach. */
struct awake_set_sizes {
    int32_t bodies, shapes, joints, contacts;
};

/** Reserves room for lists of these lengths. */
md_status md_awake_set_reserve(struct awake_set *awake, const md_allocator *allocator,
                               const struct awake_set_sizes *sizes);
/** Reserves room for one more contact. */
md_status md_awake_set_reserve_contact(struct awake_set *awake, const md_allocator *allocator);
/** Removes listed contacts, given by their records in the order of the list. The others keep their order, which is the order of the
 *  rows. `is_sorted` is that of the contact pool: records need not ascend. */
void md_awake_set_remove_contacts(struct awake_set *awake, const int32_t *records, int32_t count, bool is_sorted);
void md_awake_set_free(struct awake_set *awake, const md_allocator *allocator);

/** Notes the points of the n-th listed contact that may have rows, once its manifold is known. It is not guarded. Returns whether
 *  their number is another one than before. */
static inline bool awake_set_link(struct awake_set *awake, int32_t n, const int32_t body[2], int points)
{
    struct contact_link *link = &awake->links[n];
    const bool changed = link->points != points;
    *link = (struct contact_link){.body = {body[0], body[1]}, .points = (uint8_t)points};
    return changed;
}

/** Adds a contact, for which there must be room. */
static inline void awake_set_add_contact(struct awake_set *awake, int32_t record, const int32_t body[2], int points)
{
    awake->links[awake->contact_count].points = 0;
    awake_set_link(awake, awake->contact_count, body, points);
    awake->changed = true;
    awake->contacts.at[awake->contact_count++] = record;
}

#endif
