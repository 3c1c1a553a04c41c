/* How a world becomes bytes and bytes a world.
 *
 * One set of functions visits every number of a world, in one order. A stream decides what a visit does: count the bytes, write them or
 * read them; so the three cannot drift apart. What is a workspace of one step, or follows from the rest (the sets of pairs, the rows),
 * is not visited.
 *
 * Reading trusts nothing: numbers are checked as they come, counts against the bytes that are left, and then md2_snapshot_check looks
 * at how all parts refer to each other. A checksum is no proof: whoever makes a buffer can make that too.
 *
 *     header    magic, order of bytes, version of the format, size of md_real, bytes in all, checksum of what follows
 *     body      the definition, then the state: see md2_snapshot_visit_def and md2_snapshot_visit_state
 */
#ifndef MODULUS_WORLD2_SNAPSHOT_H
#define MODULUS_WORLD2_SNAPSHOT_H

#include "world2/world.h"

enum stream_mode { STREAM_COUNT, STREAM_WRITE, STREAM_READ };

struct stream {
    enum stream_mode mode;
    const unsigned char *from; /* where it reads */
    unsigned char *to;         /* where it writes; has room for all */
    size_t at;                 /* bytes visited */
    size_t end;                /* of what there is to read */
    md_status status;          /* the first failure, after which nothing is read */
};

/* ---- snapshot_fields.c ---------------------------------------------------------------------------------------------- */

/** The settings: all but allocator, callbacks and observer, which stay as they are. Of what is read nothing is checked. */
void md2_snapshot_visit_def(struct stream *stream, md2_world_def *def);
/** All else. What is read goes into a world that was just created, and has the right kinds of numbers, no more. */
void md2_snapshot_visit_state(struct stream *stream, md2_world *world);

/* ---- snapshot_check.c ----------------------------------------------------------------------------------------------- */

/** Whether the parts of a world that was read fit each other, so that no call can leave its memory, or go round for ever. */
bool md2_snapshot_check(const md2_world *world);

/* ---- snapshot.c ----------------------------------------------------------------------------------------------------- */

/** Writes size and checksum into the header of a snapshot; for the fuzzer too, which would never guess them. */
void md2_snapshot_seal(void *buffer, size_t size);

#endif
