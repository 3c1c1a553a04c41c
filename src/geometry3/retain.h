/* Shared ownership of hulls, meshes and height fields.
 *
 * These objects never change, and a world would gain nothing by copying them: ten thousand boxes share one hull, and a mesh may be
 * large. Each has a count of its owners instead: the user, from creation to md3_hull_destroy (_mesh_, _height_field_), and every
 * shape that uses it. The last one frees it. The count is atomic, because worlds of several threads may share an object.
 */
#ifndef MODULUS_GEOMETRY3_RETAIN_H
#define MODULUS_GEOMETRY3_RETAIN_H

#include <stdatomic.h>

#include <modulus/geometry3.h>

/** Owners of an object beyond the first one: an object of zeros has one owner. */
struct references {
    atomic_int_least32_t more;
};

static inline void references_add(struct references *references)
{
    atomic_fetch_add_explicit(&references->more, 1, memory_order_relaxed);
}

/** Returns whether the last owner has left, so that the object must be freed. */
static inline bool references_remove(struct references *references)
{
    return atomic_fetch_sub_explicit(&references->more, 1, memory_order_acq_rel) == 0;
}

/** Adds an owner to the hull, mesh or height field of a geometry, if it has one. */
void md3_geometry_retain(const md3_geometry *geometry);
/** Removes an owner. */
void md3_geometry_release(const md3_geometry *geometry);

#endif
