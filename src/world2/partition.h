/* Partitions of the bodies of a large group, which threads sweep at the same time: strips across the plane. */
#ifndef MODULUS_WORLD2_PARTITION_H
#define MODULUS_WORLD2_PARTITION_H

#include "lcp/problem.h"

/** Strips with about as many bodies each; a small group is one. */
struct strips {
    int32_t count;
    bool is_y; /* one above another */
    md_real ends[MD_MAX_BODY_PARTITIONS];
};
struct strips md2_strips_find(const md2_world *world, int32_t group);
/** The strip of a body: the number of strip ends before its centre. */
int32_t md2_strip_of(const struct strips *strips, md2_vec center);

#endif
