/* Partitions of the bodies of a large group (engine/partition.h). */
#ifndef MODULUS_WORLD2_PARTITION_H
#define MODULUS_WORLD2_PARTITION_H

#include <modulus/world2.h>

#include "engine/partition.h"

/** Divides the bodies of a group into partitions; a small group is one. */
struct partition md2_partition_find(const md2_world *world, int32_t group);

/** The partition of a body with a centre of mass. */
static inline int32_t md2_partition_of(const struct partition *partition, md2_vec center)
{
    return md_partition_of(partition, partition->axis == 1 ? center.y : center.x);
}

#endif
