/* Contacts: pairs of shapes that are near each other, their manifolds and cached impulses. */
#ifndef MODULUS_WORLD2_CONTACT_H
#define MODULUS_WORLD2_CONTACT_H

#include <modulus/world2.h>

#include "base/memory.h"
#include "engine/contact_pool.h"
#include "engine/penetration.h"
#include "geometry2/manifold.h"

/* Cached impulse of a constraint row: the warm start of the next substep. */
struct cached_row {
    md_real lambda; /* impulse */
    md_real y;      /* modulus variable */
    md_real mean;   /* running mean of the impulse */
};

/* Cached impulses of a contact point. The two rows are loaded into lanes as four numbers each. */
struct cached_point {
    struct cached_row normal;
    md_real correction; /* normal impulse in the position problem */
    struct cached_row tangent;
    md_real bounce; /* approach speed whose restitution is still due, m/s; 0: none */
};

/* The last manifold that was found, as the bodies carry it (recycle.h). With one point, the second is a copy of it. */
struct carried_manifold {
    md2_rot turn;         /* the rotation of the second body in the frame of the first */
    md2_vec normal;       /* in the frame of the first body */
    md2_vec anchor[2][2]; /* per body, in its frame, and per point */
    md_real separation[2];
};

/* A lower bound of the distance of two shapes without points, and their relative pose then: they have no points while they have
 * moved by less (clearance.h). A cache: results do not depend on it. */
struct clearance {
    float p[2], q[2]; /* position and rotation of the second body in the frame of the first */
    float distance;   /* of the surfaces, m; 0: not known */
};

/* Fields that every pass reads come first, rarely used ones last. */
struct contact {
    int32_t shape[2];
    int32_t body[2]; /* of the shapes */
    int32_t leaf[2]; /* of the shapes, in the tree */
    bool circles;    /* two circles, each about the origin of its body */
    bool solid;      /* may have constraint rows: neither a sensor nor ignored */
    bool sensor, touching;
    bool ignored;      /* the filter callback refused the pair */
    bool let_through;  /* the pre-solve callback refused it in this substep */
    bool has_tangents; /* each point has a friction row in this solve */
    bool kinematic;    /* in this solve: one body moves and has no inverse mass */
    bool arriving;     /* the shapes meet at the end of this step; the hit event waits for the next one */
    bool is_carried;   /* the bodies can carry the manifold along */
    bool held;         /* the shapes have separated, but an event is pending */
    uint32_t asked_in; /* number of the step in which the pre-solve callback was last asked; 0: never */
    int32_t row[2];    /* per point: normal row in the problem of this solve; -1: none */
    union {
        struct feature_cache features; /* of hulls */
        md_real radius[2];             /* if `circles` */
    } of;
    union {
        struct carried_manifold carried; /* if `is_carried` */
        struct clearance clearance;      /* otherwise */
    };
    md2_manifold manifold;
    md_real hit_speed;   /* fastest approach of a point with an impulse in this step, m/s */
    md_real hit_impulse; /* N s, of this step, and of the last one if `arriving` */
    /* Per point and side: lever arm from the centre of mass to the contact point (of fast bodies, where they will
     * touch). */
    md2_vec r[2][2];
    md_real friction, restitution; /* mixed */
    md_real surface_speed;         /* of the second surface along the first, to the left of the normal; m/s */
    struct cached_point cache[2];
    md2_vec hit_point, hit_normal; /* of the fastest point */
};

/* The contact records, and their numbers in the order of the rows. */
struct contacts {
    struct contact *at;
    size_t capacity;
    struct contact_pool pool;
};

/** The n-th contact in the order of the rows. */
static inline struct contact *contact_at(const struct contacts *contacts, int32_t n)
{
    return &contacts->at[contacts->pool.order.at[n]];
}

/** Whether the shapes are within the speculative margin. */
static inline bool contact_has_points(const struct contact *contact)
{
    return contact->manifold.count > 0;
}

/** Whether the contact can have constraint rows in this substep, and so couples its bodies. */
static inline bool contact_has_rows(const struct contact *contact)
{
    return contact->solid && contact_has_points(contact);
}

/** The points of the contact that can have constraint rows. */
static inline int contact_points_with_rows(const struct contact *contact)
{
    return contact->solid ? contact->manifold.count : 0;
}

/** Adds the points of a contact. */
static inline void penetration_add(struct penetration *sum, const struct contact *contact)
{
    if (contact->sensor || contact->let_through || !contact_has_points(contact)) {
        return;
    }
    ++sum->contacts;
    sum->points += contact->manifold.count;
    for (int k = 0; k < contact->manifold.count; ++k) {
        penetration_add_point(sum, contact->manifold.point[k].separation);
    }
}

/* ---- contacts.c -------------------------------------------------------------------------------------------------- */

/** Copies the fields of the two shapes that every step reads into the contact. */
void md2_contact_copy_shapes(const md2_world *world, struct contact *contact);
/** Creates the contact of two shapes that have none. */
md_status md2_contact_add(md2_world *world, int32_t first, int32_t second);
/** Takes a record for the contact of two shapes, which comes from another rank. The caller fills it. */
md_status md2_contact_take(md2_world *world, const int32_t shape[2], int32_t *record);
/** Removes a contact from the pair set and emits its last events. The caller removes it from the lists. */
void md2_contact_drop(md2_world *world, const struct contact *contact);
/** Removes every contact of a shape and wakes the bodies that touched it. */
void md2_contacts_remove_of_shape(md2_world *world, int32_t shape);
/** The same for all segments of a chain. */
void md2_contacts_remove_of_chain(md2_world *world, int32_t chain);
/** Removes every contact between two bodies and wakes them if they touched. */
void md2_contacts_remove_between(md2_world *world, int32_t body_a, int32_t body_b);
/** Moves all records together, without holes, and renumbers the awake set; no other list may hold record numbers. */
void md2_contacts_compact(md2_world *world);
/** Mixes friction, restitution and surface speed of the two shapes. */
void md2_contact_mix(const md2_world *world, struct contact *contact);

/* ---- contact_events.c -------------------------------------------------------------------------------------------- */

/** Whether a contact touches at the end of a step. */
bool md2_contact_touches(const md2_world *world, const struct contact *contact);
/** Emits the pending begin, end and hit events of contacts. */
void md2_contacts_emit(md2_world *world);
/** Emits the events of a contact that is about to be removed. */
void md2_contact_emit_end(md2_world *world, const struct contact *contact);

/** Number of the step under way, from 1; for contact.asked_in. */
static inline uint32_t contact_step_number(int64_t steps)
{
    return (uint32_t)steps + 1;
}

/* A point that bore an impulse. */
struct contact_hit {
    md_real impulse;
    md_real approach; /* closing speed before the solve, m/s */
    bool closes;      /* the row lets the gap close, so the hit goes on in the next step */
};

/** Records that point k bore an impulse, for the hit event of the contact. */
static inline void contact_record_hit(struct contact *contact, int k, const struct contact_hit *hit)
{
    contact->hit_impulse += hit->impulse;
    if (hit->approach > contact->hit_speed) {
        contact->hit_speed = hit->approach;
        contact->hit_point = contact->manifold.point[k].point;
        contact->hit_normal = contact->manifold.normal;
        contact->arriving = hit->closes;
    }
}

#endif
