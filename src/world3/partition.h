/* Partitions of the bodies of a large group (engine/partition.h). */
#ifndef MODULUS_WORLD3_PARTITION_H
#define MODULUS_WORLD3_PARTITION_H

#include <modulus/world3.h>

#include "engine/partition.h"

/** Divides the bodies of a group into partitions; a small group is one. */
struct partition md3_partition_find(const md3_world *world, int32_t group);

/** The partition of a body with a centre of mass. */
static inline int32_t md3_partition_of(const struct partition *partition, md3_vec center)
{
    return md_partition_of(partition, partition->axis == 2 ? center.z : partition->axis == 1 ? center.y : center.x);
}

#endif
