/* The assembly tree: which variables are eliminated together, in which order, and where the result is added.
 *
 * A front eliminates its pivots and updates its border, the variables that are connected to them and are eliminated
 * later. The parent of a front is the front that its updated border is added to.
 */
#ifndef MODULUS_DIRECT_ASSEMBLY_TREE_H
#define MODULUS_DIRECT_ASSEMBLY_TREE_H

#include "base/memory.h"

struct assembly_tree {
    int32_t n;
    int32_t fronts;
    /** The variables in the order of their elimination. */
    struct indices order;
    /** Per front, and one more: where its pivots begin in `order`, and its border in `border` and `place`. */
    struct indices pivot_start, border_start;
    /** Places in `order`, ascending within a front. */
    struct indices border;
    /** Index in the parent of each variable of the border. The pivots of the parent come first, then its border. */
    struct indices place;
    /** Per front: a later front, or -1. */
    struct indices parent;
    /** Scratch memory. */
    struct indices work, members;
    struct doubles entries;
};

static inline int32_t front_pivots(const struct assembly_tree *tree, int32_t front)
{
    return tree->pivot_start.at[front + 1] - tree->pivot_start.at[front];
}

static inline int32_t front_border(const struct assembly_tree *tree, int32_t front)
{
    return tree->border_start.at[front + 1] - tree->border_start.at[front];
}

/** Builds the tree of a symmetric graph without loops or repeated edges: the neighbours of variable i are
 *  neighbour[start[i]] up to before neighbour[start[i + 1]]. `neighbour` is overwritten. */
md_status md_tree_build(struct assembly_tree *tree, const md_allocator *allocator, int32_t n, const int32_t *start,
                        int32_t *neighbour);

void md_tree_free(struct assembly_tree *tree, const md_allocator *allocator);

/** Orders the variables by minimum degree: the first part of md_tree_build. Fronts are in the order of elimination;
 *  `border` has variables instead of places and is not sorted, `place` is not set. */
md_status md_minimum_degree(struct assembly_tree *tree, const md_allocator *allocator, const int32_t *start,
                            int32_t *neighbour);

#endif
