/* A world that forgets its caches. */
#ifndef MODULUS_TESTS_RESTORED2_H
#define MODULUS_TESTS_RESTORED2_H

#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/make2.h"

/** Replaces a world by what its snapshot restores: its state without islands, guards and other caches. */
static inline md2_world *restored(md2_world *world)
{
    size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(world, bytes, size, &size), MD_OK);
    md2_world_destroy(world);
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &world), MD_OK);
    free(bytes);
    return world;
}

#endif
