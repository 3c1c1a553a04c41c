/** @file
 * Snapshots: a whole world as bytes, and back.
 *
 * A world made from a snapshot goes on with the same bits as the one it was taken of: bodies, shapes, joints, contacts with their warm
 * start, sleep, the tree of boxes, and handles, which stay valid. User pointers are kept as they are, which means something in the same
 * process only. Callbacks and the allocator are not in it.
 */
#ifndef MODULUS_SNAPSHOT2_H
#define MODULUS_SNAPSHOT2_H

#include <modulus/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes that a snapshot takes now. */
MD_API size_t md2_world_snapshot_size(const md2_world *world);
/** Writes a snapshot; MD_ERROR_SIZE where `capacity` is too small. `size`, which may be NULL, gets the bytes written, 0 on
 *  failure. MD_ERROR_BUSY inside a callback. */
MD_API md_status md2_world_snapshot(const md2_world *world, void *buffer, size_t capacity, size_t *size);
/** Makes a world from a snapshot. `allocator` and `callbacks` may be NULL. MD_ERROR_FORMAT for bytes that are none, are cut or changed,
 *  or come from a library of another number type or version of the format. */
MD_API md_status md2_world_from_snapshot(const void *buffer, size_t size, const md_allocator *allocator,
                                         const md2_callbacks *callbacks, md2_world **world);
/** Puts a world back to a snapshot (of any world), keeping its allocator and callbacks; on failure it is as before. MD_ERROR_BUSY
 *  inside a callback. */
MD_API md_status md2_world_restore(md2_world *world, const void *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
