/* Contacts: pairs of shapes that are near each other, their manifolds and cached impulses. */
#ifndef MODULUS_WORLD3_CONTACT_H
#define MODULUS_WORLD3_CONTACT_H

#include <modulus/world3.h>

#include "base/memory.h"
#include "engine/contact_pool.h"
#include "engine/penetration.h"
#include "geometry3/manifold.h"

/* Cached impulse of a constraint row: the warm start of the next substep. */
struct cached_row {
    md_real lambda; /* impulse */
    md_real y;      /* modulus variable */
    md_real mean;   /* running mean of the impulse */
};

/* The same for friction, as vectors in the world: the tangents of the next substep may be others. */
struct cached_friction {
    md3_vec lambda, y, mean;
};

/* Cached impulses of a contact point. contact_kernel.c reads its numbers in this order. */
struct cached_point {
    struct cached_row normal;
    struct cached_friction friction;
    md_real correction; /* normal impulse in the position problem */
    md_real bounce;     /* approach speed whose restitution is still due, m/s; 0: none */
    md_real spin;       /* torsional impulse about the normal */
    md3_vec roll;       /* rolling impulse in the world */
};

/* Rows of a manifold's points in this solve. */
struct manifold_rows {
    int32_t normal[MD3_MAX_MANIFOLD_POINTS]; /* in the problem; -1: none */
    int32_t friction; /* the first friction row, if the points share their friction; -1: it follows each normal */
    md_real radius;   /* torsional impulse per impulse of its row: m if the points share their friction, otherwise 1 */
    bool has_tangents, has_torsion, has_rolling;
    md3_vec tangent[2];
};

/* A manifold with what belongs to its points. */
struct contact_manifold {
    md3_manifold manifold;
    /* Per point and side: lever arm from the centre of mass to the contact point. */
    md3_vec r[MD3_MAX_MANIFOLD_POINTS][2];
    md_real approach[MD3_MAX_MANIFOLD_POINTS]; /* closing speed before the solve, m/s */
    bool closes[MD3_MAX_MANIFOLD_POINTS];      /* the row lets the gap close, so the hit goes on in the next step */
    struct manifold_rows rows;
    struct cached_point cache[MD3_MAX_MANIFOLD_POINTS];
};

/* Coordinates of the points of a manifold. */
struct point_coordinates {
    md_real x[MD3_MAX_MANIFOLD_POINTS], y[MD3_MAX_MANIFOLD_POINTS], z[MD3_MAX_MANIFOLD_POINTS];
};

/* The last manifold that was found, as the bodies carry it (recycle.h). A body carries a round shape without the rotation about
 * the axis of the shape, so that a wheel rolls past its points. */
struct carried_manifold {
    bool is_valid;         /* false: the next one has to be found */
    int32_t round;         /* the side with a round shape; -1: none */
    md_real extent;        /* m, of the smaller body */
    md3_transform between; /* where the second body was in the frame of the first */
    md3_vec normal;        /* in the frame of the side that is not round, or of the first */
    /* Of the round shape: a point on its axis and the axis (zero: a sphere) in the frame of its body, and the axis in the world
     * when the manifold was found. */
    md3_vec center, axis, axis_then;
    /* Of the points, per side: in the frame of the body; of the round shape from `center`, in the world when they were found. */
    struct point_coordinates anchor[2];
    md_real separation[MD3_MAX_MANIFOLD_POINTS];
};

/* Fields that every pass reads come first, rarely used ones last. */
struct contact {
    int32_t shape[2];
    int32_t body[2]; /* of the shapes */
    int32_t leaf[2]; /* of the shapes, in the tree */
    bool solid;      /* may have constraint rows: neither a sensor nor ignored */
    bool sensor, touching;
    bool convex;        /* both shapes are: one manifold at most, and a sphere around each */
    bool spheres;       /* both shapes are */
    bool ignored;       /* the filter callback refused the pair */
    bool moves_surface; /* in lanes, in this substep: a belt, or a kinematic body that moves */
    bool let_through;   /* the pre-solve callback refused every manifold in this substep */
    bool arriving;      /* the shapes meet at the end of this step; the hit event waits for the next one */
    bool held;          /* the shapes have separated, but an event is pending */
    uint32_t asked_in;  /* number of the step in which the pre-solve callback was last asked; 0: never */
    int32_t manifold_count;
    md_real hit_speed;                               /* fastest approach of a point with an impulse in this step, m/s */
    md_real hit_impulse;                             /* N s, of this step, and of the last one if `arriving` */
    md_real friction, restitution, torsion, rolling; /* mixed */
    struct md3_feature_cache features;               /* of two convex shapes; never changes a result */
    struct carried_manifold carried;                 /* of shapes with one manifold at most */
    struct contact_manifold first;
    /* MD3_MAX_CONTACT_MANIFOLDS - 1 manifolds after the first; NULL for contacts that have one at most. */
    struct contact_manifold *more;
    md3_vec hit_point, hit_normal; /* of the fastest point */
};

/** Manifold k of a contact. */
static inline struct contact_manifold *contact_manifold_at(struct contact *contact, int32_t k)
{
    return k == 0 ? &contact->first : &contact->more[k - 1];
}

static inline const struct contact_manifold *contact_manifold_of(const struct contact *contact, int32_t k)
{
    return k == 0 ? &contact->first : &contact->more[k - 1];
}

/** Manifolds that a contact has room for. */
static inline int32_t contact_manifold_capacity(const struct contact *contact)
{
    return contact->more != NULL ? MD3_MAX_CONTACT_MANIFOLDS : 1;
}

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
    return contact->manifold_count > 0;
}

/** Whether the contact can have constraint rows in this substep, and so couples its bodies. */
static inline bool contact_has_rows(const struct contact *contact)
{
    return contact->solid && contact_has_points(contact);
}

/** The points of the contact that can have constraint rows. */
static inline int contact_points_with_rows(const struct contact *contact)
{
    int points = 0;
    for (int32_t i = 0; contact->solid && i < contact->manifold_count; ++i) {
        points += contact_manifold_of(contact, i)->manifold.count;
    }
    return points;
}

/** Adds the points of a contact. */
static inline void penetration_add(struct penetration *sum, const struct contact *contact)
{
    if (contact->sensor || contact->let_through || !contact_has_points(contact)) {
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

/* ---- contacts.c -------------------------------------------------------------------------------------------------- */

/** Copies the fields of the two shapes that every step reads into the contact. */
void md3_contact_copy_shapes(const md3_world *world, struct contact *contact);
/** Allocates the manifolds after the first, if the shapes can have several; else `more` is NULL. */
md_status md3_contact_allocate_more(md3_world *world, const int32_t shape[2], struct contact_manifold **more);
/** Creates the contact of two shapes that have none. */
md_status md3_contact_add(md3_world *world, int32_t first, int32_t second);
/** Takes a record for the contact of two shapes, which comes from another rank. The caller fills it. */
md_status md3_contact_take(md3_world *world, const int32_t shape[2], int32_t *record);
/** Removes a contact from the pair set, frees its memory and emits its last events. The caller removes it from the lists. */
void md3_contact_drop(md3_world *world, struct contact *contact);
/** Frees the memory of all contacts. */
void md3_contacts_free(struct contacts *contacts, const md_allocator *allocator);
/** Removes every contact of a shape and wakes the bodies that touched it. */
void md3_contacts_remove_of_shape(md3_world *world, int32_t shape);
/** The same for the contacts between two bodies, without sensors. */
void md3_contacts_remove_between(md3_world *world, int32_t body_a, int32_t body_b);
/** Moves all records together, without holes, and renumbers the awake set; no other list may hold record numbers. */
void md3_contacts_compact(md3_world *world);
/** Mixes friction, torsion, rolling and restitution of the two shapes. */
void md3_contact_mix(const md3_world *world, struct contact *contact);

/* ---- contact_events.c -------------------------------------------------------------------------------------------- */

/** Whether a contact touches at the end of a step. */
bool md3_contact_touches(const md3_world *world, const struct contact *contact);
/** Emits the pending begin, end and hit events of contacts. */
void md3_contacts_emit(md3_world *world);
/** Emits the events of a contact that is about to be removed. */
void md3_contact_emit_end(md3_world *world, const struct contact *contact);

/** Number of the step under way, from 1; for contact.asked_in. */
static inline uint32_t contact_step_number(int64_t steps)
{
    return (uint32_t)steps + 1;
}

/** Records that point k of a manifold bore an impulse, for the hit event of the contact. */
static inline void contact_record_hit(struct contact *contact, const struct contact_manifold *at, int k,
                                      md_real impulse)
{
    contact->hit_impulse += impulse;
    if (at->approach[k] > contact->hit_speed) {
        contact->hit_speed = at->approach[k];
        contact->hit_point = at->manifold.point[k].point;
        contact->hit_normal = at->manifold.normal;
        contact->arriving = at->closes[k];
    }
}

#endif
