/** @file
 * Snapshots: the whole state of a 3D world as bytes.
 *
 * A world from a snapshot continues with the same bits as the original. A snapshot contains settings, bodies, shapes with
 * their hulls, meshes and height fields (each of them once, however many shapes share it), joints, contacts with their
 * cached impulses, sleep state, the broad-phase tree and the handles, which stay valid. User pointers are stored as numbers
 * and have a meaning only in the same process. Callbacks and the allocator are not stored.
 */
#ifndef MODULUS_SNAPSHOT3_H
#define MODULUS_SNAPSHOT3_H

#include <modulus/world3.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the size of a snapshot of the world now, bytes. */
MD_API size_t md3_world_snapshot_size(const md3_world *world);
/** Writes a snapshot. `size`, which may be NULL, gets the number of bytes written, 0 on failure. Returns MD_ERROR_SIZE
 *  if `capacity` is too small, MD_ERROR_BUSY inside a callback, MD_ERROR_ARGUMENT for the share of a divided world
 *  (divide3.h). */
MD_API md_status md3_world_snapshot(const md3_world *world, void *buffer, size_t capacity, size_t *size);
/** Creates a world from a snapshot. `allocator` and `callbacks` may be NULL. The world owns new hulls, meshes and height
 *  fields. Returns MD_ERROR_FORMAT if the bytes are not a snapshot, are incomplete or damaged, or come from a library with
 *  another md_real or another format version. */
MD_API md_status md3_world_from_snapshot(const void *buffer, size_t size, const md_allocator *allocator,
                                         const md3_callbacks *callbacks, md3_world **world);
/** Replaces the state of a world by a snapshot of any world. The world keeps its allocator and callbacks. On failure
 *  the world is unchanged. Returns MD_ERROR_BUSY inside a callback. */
MD_API md_status md3_world_restore(md3_world *world, const void *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
