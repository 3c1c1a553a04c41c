/* Broad phase: the bounding-volume tree, and the search for pairs of shapes that come near each other. */
#ifndef MODULUS_WORLD2_BROAD_PHASE_H
#define MODULUS_WORLD2_BROAD_PHASE_H

#include "base/memory.h"
#include "engine/pair_set.h"
#include "spatial/tree2.h"
#include "world2/contact.h"
#include "world2/shape.h"

struct broad_phase {
    md2_tree tree;
    struct pair_set pairs;        /* shapes that have a contact */
    struct pair_set joined_pairs; /* bodies that a joint keeps from colliding */
    md_real time_ahead;           /* s: boxes cover the motion of this time */
    uint32_t searches;
    struct indices movers;      /* scratch: shapes that search for pairs */
    struct indices task_counts; /* scratch */
    struct found_pairs *found_pairs;
    size_t found_pairs_capacity;
};

/** Box of a shape in the tree, enlarged so that the shape can move for a while without leaving it. */
md2_box md2_fat_box(const md2_world *world, const struct shape *shape);
/** Moves the tree leaf of a shape that has left its box, and makes the shape search for pairs. */
void md2_shape_move_leaf(md2_world *world, struct shape *shape);
/** Reserves scratch memory for a number of awake shapes, so that moving the leaves cannot fail. */
md_status md2_broad_phase_reserve(md2_world *world, int32_t shapes);
/** Moves the leaves of awake shapes that have left their boxes, and makes the shapes search for pairs. */
void md2_broad_phase_move_leaves(md2_world *world);
/** Creates contacts for new pairs; with `fast_only` only shapes of fast bodies search. */
md_status md2_broad_phase_find_pairs(md2_world *world, bool fast_only);
void md2_broad_phase_free(struct broad_phase *broad_phase, const md_allocator *allocator);

#endif
