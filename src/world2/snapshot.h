/* Snapshots: how a world becomes bytes and bytes become a world, by visits to a stream (engine/stream.h).
 *
 * Scratch memory of a step and data that follow from the rest (pair sets, rows, the awake set) are not visited. Reading
 * checks single numbers in the stream; md2_snapshot_check then checks how the parts refer to each other. The checksum
 * protects only against damage: whoever makes a buffer can make its checksum too.
 *
 *     header    magic, byte order, version of the format, size of md_real, total bytes, checksum of the rest
 *     body      the definition, then the state: see md2_snapshot_visit_def and md2_snapshot_visit_state
 */
#ifndef MODULUS_WORLD2_SNAPSHOT_H
#define MODULUS_WORLD2_SNAPSHOT_H

#include "engine/stream_arrays.h"
#include "world2/world.h"

/* ---- snapshot_fields.c ------------------------------------------------------------------------------------------- */

/** Visits the settings except allocator, callbacks and observer. Reading does not check ranges: creating the world
 *  does. */
void md2_snapshot_visit_def(struct stream *stream, md2_world_def *def);
/** Visits the state. Reading goes into a new world and checks numbers one by one. */
void md2_snapshot_visit_state(struct stream *stream, md2_world *world);
/** Visits a body as the next step would settle its mass. Writing does not change the world. */
void md2_snapshot_visit_body(struct stream *stream, md2_world *world, int32_t index);
void md2_snapshot_visit_shape(struct stream *stream, md2_world *world, struct shape *shape);
/** Visits a contact but for its shapes, which must be known. */
void md2_snapshot_visit_contact(struct stream *stream, md2_world *world, struct contact *contact);
/** Visits what every share of a divided world has, and bodies refer to: the handles of chains. */
void md2_snapshot_visit_shared(struct stream *stream, md2_world *world);

/* ---- snapshot_check.c -------------------------------------------------------------------------------------------- */

/** Whether the parts of a world that was read agree, so that no call can access other memory or loop forever. */
bool md2_snapshot_check(const md2_world *world);

/* ---- snapshot.c -------------------------------------------------------------------------------------------------- */

/** Writes the header of a snapshot. The fuzzer calls it too, because it would never guess a checksum. */
void md2_snapshot_seal(void *buffer, size_t size);

#endif
