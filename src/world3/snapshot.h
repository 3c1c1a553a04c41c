/* Snapshots: how a world becomes bytes and bytes become a world, by visits to a stream (engine/stream.h).
 *
 * Scratch memory of a step and data that follow from the rest (pair sets, rows, inverse masses, the awake set) are not
 * visited. Reading checks single numbers in the stream; md3_snapshot_check then checks how the parts refer to each other. The
 * checksum protects only against damage: whoever makes a buffer can make its checksum too. Hulls, meshes and height fields are
 * created again from what defines them, by the functions that check the input of users.
 *
 *     header    magic, byte order, version of the format, size of md_real, total bytes, checksum of the rest
 *     body      the definition, then the state: see md3_snapshot_visit_def and md3_snapshot_visit_state
 */
#ifndef MODULUS_WORLD3_SNAPSHOT_H
#define MODULUS_WORLD3_SNAPSHOT_H

#include "engine/stream_arrays.h"
#include "geometry3/vec3.h"
#include "world3/world.h"

/* ---- Vectors ----------------------------------------------------------------------------------------------------- */

/** Visits any three numbers, NaN included. */
static inline void visit_any_vec(struct stream *s, md3_vec *a)
{
    visit_any(s, &a->x);
    visit_any(s, &a->y);
    visit_any(s, &a->z);
}

/** Visits three finite numbers. */
static inline void visit_vec(struct stream *s, md3_vec *a)
{
    visit_any_vec(s, a);
    refuse_unless(s, vec_is_finite(*a));
}

/** Visits a cached impulse. Solvers keep none beyond the root of the largest number; sums of a few must not overflow. */
static inline void visit_cached(struct stream *s, md_real *impulse)
{
    visit_any(s, impulse);
    refuse_unless(s, md_abs(*impulse) <= 4 * md_sqrt(MD_REAL_MAX)); /* false for NaN */
}

static inline void visit_cached_vec(struct stream *s, md3_vec *impulse)
{
    visit_cached(s, &impulse->x);
    visit_cached(s, &impulse->y);
    visit_cached(s, &impulse->z);
}

static inline void visit_any_rotation(struct stream *s, md3_rot *q)
{
    visit_any(s, &q->x);
    visit_any(s, &q->y);
    visit_any(s, &q->z);
    visit_any(s, &q->w);
}

/** Visits a unit quaternion. */
static inline void visit_rotation(struct stream *s, md3_rot *q)
{
    visit_any_rotation(s, q);
    refuse_unless(s, rot_is_unit(*q));
}

/* ---- snapshot_geometry.c ----------------------------------------------------------------------------------------- */

/** Visits the hulls, meshes and height fields. */
void md3_snapshot_visit_objects(struct stream *stream, md3_world *world);
/** Visits the geometry of a shape, whose object must have been read. */
void md3_snapshot_visit_geometry(struct stream *stream, md3_world *world, struct shape *shape);

/* ---- snapshot_joints.c ------------------------------------------------------------------------------------------- */

void md3_snapshot_visit_joint(struct stream *stream, struct joint *joint);

/* ---- snapshot_fields.c ------------------------------------------------------------------------------------------- */

/** Visits the settings except allocator and callbacks. Reading does not check ranges: creating the world does. */
void md3_snapshot_visit_def(struct stream *stream, md3_world_def *def);
/** Visits the state. Reading goes into a new world and checks numbers one by one. */
void md3_snapshot_visit_state(struct stream *stream, md3_world *world);
/** Visits a body as the next step would settle its mass. Writing does not change the world. */
void md3_snapshot_visit_body(struct stream *stream, md3_world *world, int32_t index);
void md3_snapshot_visit_shape(struct stream *stream, md3_world *world, struct shape *shape);
/** Visits a contact but for its shapes, which must be known. */
void md3_snapshot_visit_contact(struct stream *stream, md3_world *world, struct contact *contact);
/** Visits what every share of a divided world has, and shapes refer to: hulls, meshes and height fields. */
void md3_snapshot_visit_shared(struct stream *stream, md3_world *world);

/* ---- snapshot_check.c -------------------------------------------------------------------------------------------- */

/** Whether the parts of a world that was read agree, so that no call can access other memory or loop forever. */
bool md3_snapshot_check(const md3_world *world);

/* ---- snapshot.c -------------------------------------------------------------------------------------------------- */

/** Writes the header of a snapshot. The fuzzer calls it too, because it would never guess a checksum. */
void md3_snapshot_seal(void *buffer, size_t size);

#endif
