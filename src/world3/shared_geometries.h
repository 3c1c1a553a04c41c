/* The hulls, meshes and height fields that the shapes of a world use, each of them once.
 *
 * Objects are found by their address, in a hash table. Their numbers follow from the order of calls and never from addresses,
 * so that a snapshot, which stores each object once, has the same bytes for the same calls. The world is one owner of an
 * object, however many of its shapes use it.
 */
#ifndef MODULUS_WORLD3_SHARED_GEOMETRIES_H
#define MODULUS_WORLD3_SHARED_GEOMETRIES_H

#include <modulus/geometry3.h>

struct shared_geometry {
    md3_geometry geometry; /* only type and object; a sphere: this number is free */
    int32_t users;         /* shapes; 0: this number is free */
    int32_t next_free;     /* -1: last */
};

struct shared_geometries {
    struct shared_geometry *at;
    size_t capacity;
    int32_t count; /* numbers ever used */
    int32_t used;
    int32_t first_free; /* -1: none */
    int32_t *table;     /* numbers by the hash of the address; -1: empty */
    size_t table_capacity;
};

/** Returns a set without objects, which owns no memory. */
struct shared_geometries md3_geometries_empty(void);
/** Releases all objects and frees the memory. */
void md3_geometries_free(struct shared_geometries *set, const md_allocator *allocator);
/** Whether a geometry has a hull, mesh or height field. */
bool md3_geometry_has_object(const md3_geometry *geometry);

/** Adds a user of the object of a geometry, which the world retains if it is new. `number` gets its number, or -1 if the
 *  geometry has no object. On failure changes nothing. */
md_status md3_geometries_add(struct shared_geometries *set, const md_allocator *allocator, const md3_geometry *geometry,
                             int32_t *number);
/** Removes a user; -1 is allowed. The world releases an object without users. */
void md3_geometries_remove(struct shared_geometries *set, int32_t number);

/** Reserves `count` numbers in an empty set, for objects that are read from a snapshot. All of them are free, and in no list. */
md_status md3_geometries_reserve(struct shared_geometries *set, const md_allocator *allocator, int32_t count);
/** Puts an object, of which the world becomes the owner, at a number that has none. */
void md3_geometries_put(struct shared_geometries *set, int32_t number, const md3_geometry *geometry);
/** True if every number has users or is in the free list, once. For sets that were read from a snapshot. */
bool md3_geometries_check(const struct shared_geometries *set);

#endif
