/** @file
 * Contacts and events of a 3D world. Included by world3.h.
 */
#ifndef MODULUS_CONTACTS3_H
#define MODULUS_CONTACTS3_H

#include <modulus/geometry3.h>
#include <modulus/handles3.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/** Maximum number of manifolds of a contact. Two convex shapes have one; a shape on a mesh may touch several of its sides. */
#define MD3_MAX_CONTACT_MANIFOLDS 8

/** Impulses of the last substep at one point of a contact. With md3_world_def.central_friction, friction, torsion and rolling act at
 *  the centre of the manifold: each point has a share of them, in proportion to its normal impulse. */
typedef struct md3_point_impulse {
    md_real normal;   /**< N s, >= 0 */
    md3_vec friction; /**< N s, on the second shape, in world coordinates */
    md_real torsion;  /**< N m s, about the normal, on the second shape */
    md3_vec rolling;  /**< N m s, on the second shape, in world coordinates */
} md3_point_impulse;

/** A pair of shapes that are near each other. */
typedef struct md3_contact_info {
    md3_shape_id shape[2];                            /**< first and second shape */
    md3_manifold manifold[MD3_MAX_CONTACT_MANIFOLDS]; /**< the first `manifold_count` are valid */
    md3_point_impulse impulse[MD3_MAX_CONTACT_MANIFOLDS][MD3_MAX_MANIFOLD_POINTS]; /**< of each point */
    int32_t manifold_count; /**< 0: the shapes are further apart than the speculative margin */
    bool sensor;            /**< one of the shapes is a sensor */
    /** A point overlaps or had an impulse in the last step, and pre_solve did not refuse the contact; sensor: the shapes
     *  overlap. */
    bool touching;
    md_real friction, restitution; /**< mixed from both shapes */
    md_real torsion, rolling;      /**< mixed from both shapes, m */
} md3_contact_info;

/** Reads contact `place`, 0 to md3_world_contact_count() - 1, in the order of creation. */
MD_API md_status md3_world_contact(const md3_world *world, int32_t place, md3_contact_info *contact);

/** Writes the first `capacity` contacts of a body, in the order of creation, and returns the number of all; 0 for a bad
 *  handle. The time is proportional to the number of contacts of the world. */
MD_API int32_t md3_body_contacts(const md3_world *world, md3_body_id body, md3_contact_info *contacts,
                                 int32_t capacity);
/** Writes the contacts of a shape, as md3_body_contacts does. */
MD_API int32_t md3_shape_contacts(const md3_world *world, md3_shape_id shape, md3_contact_info *contacts,
                                  int32_t capacity);

/** A manifold of a contact before constraint assembly, for the pre_solve callback. Changes hold for this substep. */
typedef struct md3_pre_solve {
    md3_shape_id shape[2]; /**< first and second shape */
    md3_manifold manifold; /**< its normal points from the first shape to the second */
    md_real friction;      /**< may be changed; >= 0 */
    md_real restitution;   /**< may be changed; 0 to 1 */
    md_real torsion;       /**< may be changed; m, >= 0 */
    md_real rolling;       /**< may be changed; m, >= 0 */
    /** May be changed: velocity of the second surface relative to the first, in world coordinates, m/s. Its part along the
     *  contact plane counts. */
    md3_vec surface_velocity;
} md3_pre_solve;

/** How friction (with torsion and rolling) and restitution of a contact follow from the values of its two shapes. */
typedef enum md3_mixing {
    MD3_MIX_GEOMETRIC_MEAN, /**< sqrt(a b) */
    MD3_MIX_MEAN,           /**< (a + b) / 2 */
    MD3_MIX_MIN,            /**< the smaller */
    MD3_MIX_MAX,            /**< the larger */
    MD3_MIX_PRODUCT         /**< a b */
} md3_mixing;

/* ---- Events ------------------------------------------------------------------------------------------------------ */

/** Type of an event. */
typedef enum md3_event_type {
    /** Two shapes begin to touch. With a pre_solve callback: in the first step in which it has accepted the contact and
     *  they touch; never for a contact that it refuses. */
    MD3_EVENT_CONTACT_BEGIN,
    /** Two shapes no longer touch, or pre_solve now refuses their contact. One of them may have been destroyed. */
    MD3_EVENT_CONTACT_END,
    MD3_EVENT_CONTACT_HIT,  /**< two shapes hit each other faster than hit_threshold */
    MD3_EVENT_SENSOR_BEGIN, /**< the second shape begins to overlap the first, a sensor */
    MD3_EVENT_SENSOR_END,   /**< the second shape no longer overlaps the first */
    MD3_EVENT_BODY_SLEEP,   /**< a body fell asleep */
    MD3_EVENT_BODY_WAKE,    /**< a body woke */
    MD3_EVENT_JOINT_BROKEN  /**< a joint broke and was destroyed */
} md3_event_type;

/** An event. Fields that its type does not use are zeros. */
typedef struct md3_event {
    md3_event_type type;   /**< decides which of the other fields are used */
    md3_shape_id shape[2]; /**< contacts and sensors: first and second shape */
    md3_body_id body;      /**< sleep and wake */
    md3_joint_id joint;    /**< broken joint */
    md3_vec point;         /**< hit: in world coordinates */
    md3_vec normal;        /**< hit: from the first shape to the second */
    md_real speed;         /**< hit: speed of approach, m/s */
    /** Hit: normal impulse of the step, N s, and of the step before if the gap closed in it. Broken joint: its
     *  impulse in the step, N s. */
    md_real impulse;
} md3_event;

/** Returns the events of the last step and of the calls just before and after it, in order. The pointer is valid until
 *  the world changes. The next step drops the events that could be read after the last one. */
MD_API const md3_event *md3_world_events(const md3_world *world, int32_t *count);
/** Copies event `place`, counted from 0; returns false after the last. For loops that change the world:
 *  for (int32_t i = 0; md3_world_event(world, i, &event); ++i) */
MD_API bool md3_world_event(const md3_world *world, int32_t place, md3_event *event);

/* ---- Moved bodies ------------------------------------------------------------------------------------------------ */

/** A body that the last step moved or put to sleep. */
typedef struct md3_moved_body {
    md3_body_id body;        /**< the body */
    md3_transform transform; /**< of its origin, now */
    void *user;              /**< its user pointer */
    bool fell_asleep;        /**< it fell asleep in the step, and is not listed again until it moves */
} md3_moved_body;

/** Writes the first `capacity` bodies that the last step moved or put to sleep, by index, and returns the number of all.
 *  A game that copies transforms to its own objects needs to visit only these. Bodies at rest are not listed, and bodies
 *  that only md3_body_set_transform has moved are not. Bodies that were destroyed since are left out. After a step that
 *  failed there are none. */
MD_API int32_t md3_world_moved_bodies(const md3_world *world, md3_moved_body *moves, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
