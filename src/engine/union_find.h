/* Union-find: disjoint sets of indices, each with a root. An index is a root if root[i] == i. */
#ifndef MODULUS_ENGINE_UNION_FIND_H
#define MODULUS_ENGINE_UNION_FIND_H

#include <stdint.h>

/** Finds the root of a set, with path halving. */
static inline int32_t union_find_root(int32_t *root, int32_t i)
{
    while (root[i] != i) {
        root[i] = root[root[i]];
        i = root[i];
    }
    return i;
}

/** Unites two sets. The smaller index becomes the root, so that roots do not depend on the order of calls. */
static inline void union_find_unite(int32_t *root, int32_t a, int32_t b)
{
    const int32_t root_a = union_find_root(root, a);
    const int32_t root_b = union_find_root(root, b);
    if (root_a < root_b) {
        root[root_b] = root_a;
    } else {
        root[root_a] = root_b;
    }
}

#endif
