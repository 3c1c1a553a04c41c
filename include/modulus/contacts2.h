/** @file
 * Contacts and events of a 2D world. Included by world2.h.
 */
#ifndef MODULUS_CONTACTS2_H
#define MODULUS_CONTACTS2_H

#include <modulus/geometry2.h>
#include <modulus/handles2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/** A pair of shapes that are near each other. */
typedef struct md2_contact_info {
    md2_shape_id shape[2]; /**< first and second shape */
    md2_manifold manifold; /**< count 0: the shapes are further apart than the speculative margin */
    bool sensor;           /**< one of the shapes is a sensor */
    /** A point overlaps or had an impulse in the last step, and pre_solve did not refuse the contact; sensor: the shapes
     *  overlap. */
    bool touching;
    md_real friction, restitution; /**< mixed from both shapes */
    md_real normal_impulse[2];     /**< of each point in the last substep, N s */
    md_real tangent_impulse[2];    /**< of each point in the last substep, N s */
} md2_contact_info;

/** Reads contact `place`, 0 to md2_world_contact_count() - 1, in the order of creation. */
MD_API md_status md2_world_contact(const md2_world *world, int32_t place, md2_contact_info *contact);

/** Writes the first `capacity` contacts of a body, in the order of creation, and returns the number of all; 0 for a bad
 *  handle. The time is proportional to the number of contacts of the world. */
MD_API int32_t md2_body_contacts(const md2_world *world, md2_body_id body, md2_contact_info *contacts,
                                 int32_t capacity);
/** Writes the contacts of a shape, as md2_body_contacts does. */
MD_API int32_t md2_shape_contacts(const md2_world *world, md2_shape_id shape, md2_contact_info *contacts,
                                  int32_t capacity);

/** A contact before constraint assembly, for the pre_solve callback. Changes hold for this substep. */
typedef struct md2_pre_solve {
    md2_shape_id shape[2]; /**< first and second shape */
    md2_manifold manifold; /**< its normal points from the first shape to the second */
    md_real friction;      /**< may be changed; >= 0 */
    md_real restitution;   /**< may be changed; 0 to 1 */
    /** May be changed: speed of the second surface relative to the first, to the left of the normal, m/s. */
    md_real surface_speed;
} md2_pre_solve;

/** How friction and restitution of a contact follow from the values of its two shapes. */
typedef enum md2_mixing {
    MD2_MIX_GEOMETRIC_MEAN, /**< sqrt(a b) */
    MD2_MIX_MEAN,           /**< (a + b) / 2 */
    MD2_MIX_MIN,            /**< the smaller */
    MD2_MIX_MAX,            /**< the larger */
    MD2_MIX_PRODUCT         /**< a b */
} md2_mixing;

/* ---- Events ------------------------------------------------------------------------------------------------------ */

/** Type of an event. */
typedef enum md2_event_type {
    /** Two shapes begin to touch. With a pre_solve callback: in the first step in which it has accepted the contact and
     *  they touch; never for a contact that it refuses. */
    MD2_EVENT_CONTACT_BEGIN,
    /** Two shapes no longer touch, or pre_solve now refuses their contact. One of them may have been destroyed. */
    MD2_EVENT_CONTACT_END,
    MD2_EVENT_CONTACT_HIT,  /**< two shapes hit each other faster than hit_threshold */
    MD2_EVENT_SENSOR_BEGIN, /**< the second shape begins to overlap the first, a sensor */
    MD2_EVENT_SENSOR_END,   /**< the second shape no longer overlaps the first */
    MD2_EVENT_BODY_SLEEP,   /**< a body fell asleep */
    MD2_EVENT_BODY_WAKE,    /**< a body woke */
    MD2_EVENT_JOINT_BROKEN  /**< a joint broke and was destroyed */
} md2_event_type;

/** An event. Fields that its type does not use are zeros. */
typedef struct md2_event {
    md2_event_type type;   /**< decides which of the other fields are used */
    md2_shape_id shape[2]; /**< contacts and sensors: first and second shape */
    md2_body_id body;      /**< sleep and wake */
    md2_joint_id joint;    /**< broken joint */
    md2_vec point;         /**< hit: in world coordinates */
    md2_vec normal;        /**< hit: from the first shape to the second */
    md_real speed;         /**< hit: speed of approach, m/s */
    /** Hit: normal impulse of the step, N s, and of the step before if the gap closed in it. Broken joint: its
     *  impulse. */
    md_real impulse;
} md2_event;

/** Returns the events of the last step and of the calls just before and after it, in order. The pointer is valid until
 *  the world changes. The next step drops the events that could be read after the last one. */
MD_API const md2_event *md2_world_events(const md2_world *world, int32_t *count);
/** Copies event `place`, counted from 0; returns false after the last. For loops that change the world:
 *  for (int32_t i = 0; md2_world_event(world, i, &event); ++i) */
MD_API bool md2_world_event(const md2_world *world, int32_t place, md2_event *event);

/* ---- Moved bodies ------------------------------------------------------------------------------------------------ */

/** A body that the last step moved or put to sleep. */
typedef struct md2_moved_body {
    md2_body_id body;        /**< the body */
    md2_transform transform; /**< of its origin, now */
    void *user;              /**< its user pointer */
    bool fell_asleep;        /**< it fell asleep in the step, and is not listed again until it moves */
} md2_moved_body;

/** Writes the first `capacity` bodies that the last step moved or put to sleep, by index, and returns the number of all.
 *  A game that copies transforms to its own objects needs to visit only these. Bodies at rest are not listed, and bodies
 *  that only md2_body_set_transform has moved are not. Bodies that were destroyed since are left out. After a step that
 *  failed there are none. */
MD_API int32_t md2_world_moved_bodies(const md2_world *world, md2_moved_body *moves, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
