/* A tree of boxes: which of thousands of boxes overlap a box, or lie in the way of a ray, without looking at them all.
 *
 * Leaves are the boxes of the caller, fattened so that small movements leave the tree alone; every inner node has two
 * children and the box around both. A leaf goes where it adds the least perimeter (the surface-area heuristic in the
 * plane), and on the way back up a child is exchanged with a nephew where that makes a box smaller or is needed for
 * balance.
 *
 * The heights of two siblings never differ by more than MD2_TREE_SLANT. So a tree of height h has at least N(h) leaves
 * with N(h) = N(h - 1) + N(h - 1 - MD2_TREE_SLANT), and so at least x^h with x^7 = x^6 + 1, x = 1.255: a height is at
 * most 3.05 log2(leaves), which is 85 for the 2^28 leaves that MD2_TREE_MAX_NODES allows. That holds whatever the
 * order of calls, so a walk needs a stack of fixed size and no query allocates.
 *
 * Nodes are indices into one array. The same calls give the same tree, and answers in the same order.
 */
#ifndef MODULUS_GEOMETRY2_TREE_H
#define MODULUS_GEOMETRY2_TREE_H

#include "base/memory.h"
#include "geometry2/vec.h"

#define MD2_TREE_NONE (-1)
#define MD2_TREE_MAX_NODES (INT32_MAX / 4)
/** How far the heights of siblings may differ: the more, the better the boxes may fit; the less, the lower the tree. */
#define MD2_TREE_SLANT 6
/** Entries of a walk's stack; a walk of a tree of height h needs h + 1. */
#define MD2_TREE_STACK 96
/** The mask that every leaf with a category passes. */
#define MD2_TREE_ALL UINT64_MAX

/** One cache line in double precision. */
struct md2_tree_node {
    md2_box box;       /* of a leaf as given, else exactly the union of the children's */
    uint64_t category; /* of a leaf as given, else of any leaf below */
    int32_t parent;    /* MD2_TREE_NONE at the root; the next free node where this one is free */
    int32_t child[2];  /* MD2_TREE_NONE in a leaf */
    int32_t index;     /* of a leaf: the caller's */
    int32_t height;    /* 0 for a leaf, -1 for a free node */
};

typedef struct md2_tree {
    md_allocator allocator;
    struct md2_tree_node *node;
    size_t capacity;
    int32_t used; /* nodes 0 .. used - 1 have been taken at some time */
    int32_t free; /* first of those that were given back */
    int32_t root; /* MD2_TREE_NONE where there is no leaf */
    int32_t leaves;
    struct indices order; /* workspace of md2_tree_rebuild */
    struct reals rest;
} md2_tree;

/** Allocates nothing. NULL stands for the default allocator. */
void md2_tree_init(md2_tree *tree, const md_allocator *allocator);
void md2_tree_free(md2_tree *tree);
/** Removes all leaves, keeping the memory. */
void md2_tree_clear(md2_tree *tree);
/** Makes room for a number of leaves in all: up to that, nothing but a first rebuild allocates. MD_ERROR_SIZE above
 *  (MD2_TREE_MAX_NODES + 1) / 2. */
md_status md2_tree_reserve(md2_tree *tree, int32_t leaves);

/* ---- Leaves ----------------------------------------------------------------------------------------------------- */

/* A leaf is named by its node, which stays the same until it is removed. */

/** MD_ERROR_ARGUMENT for a box that is not finite or whose lower end is above its upper one; MD_ERROR_MEMORY and
 *  MD_ERROR_SIZE leave the tree as it was. Only queries whose mask shares a bit with `category` find the leaf. */
md_status md2_tree_insert(md2_tree *tree, md2_box box, int32_t index, uint64_t category, int32_t *leaf);
void md2_tree_remove(md2_tree *tree, int32_t leaf);
/** Where `tight` has left the box of the leaf, gives it the box `fat`, which contains `tight`, and puts it in its
 *  new place: then `moved` is true. Never allocates. MD_ERROR_ARGUMENT, the tree as it was, for boxes as above or
 *  one not in the other. */
md_status md2_tree_move(md2_tree *tree, int32_t leaf, md2_box tight, md2_box fat, bool *moved);
/** Grows the box of a leaf, and those above it, to contain `box` too. The leaf stays in its place, so this is cheap,
 *  and made up for by a rebuild or the next move. Never allocates. */
md_status md2_tree_enlarge(md2_tree *tree, int32_t leaf, md2_box box);
void md2_tree_set_category(md2_tree *tree, int32_t leaf, uint64_t category);

/** Builds the tree anew, from the top down, out of the leaves as they are, split where the surface-area heuristic is
 *  lowest, and no more than two levels higher than ceil(log2 leaves). Leaves keep their nodes. O(n log n). On
 *  failure the tree is as it was. */
md_status md2_tree_rebuild(md2_tree *tree);

static inline md2_box md2_tree_box(const md2_tree *tree, int32_t leaf)
{
    return tree->node[leaf].box;
}

static inline int32_t md2_tree_index(const md2_tree *tree, int32_t leaf)
{
    return tree->node[leaf].index;
}

/* ---- Queries ---------------------------------------------------------------------------------------------------- */

/* Touching counts as overlapping. A query with a NaN finds nothing. The tree must not change meanwhile. */

/** Called for each leaf found; returns whether to go on. */
typedef bool md2_tree_visit(void *user, int32_t leaf, int32_t index);

void md2_tree_query(const md2_tree *tree, md2_box box, uint64_t mask, md2_tree_visit *visit, void *user);

/** Appends the indices of the leaves that overlap a box to found[0 .. *count - 1], which grows on `allocator` where
 *  it is too small. On MD_ERROR_MEMORY `*count` is as before. */
md_status md2_tree_collect(const md2_tree *tree, md2_box box, uint64_t mask, const md_allocator *allocator,
                           struct indices *found, size_t *count);

/** Called for each leaf whose box is hit before `max_fraction`. Returns the fraction beyond which nothing is of
 *  interest any more: `max_fraction` to go on, less to shorten, 0 to stop; negative (or NaN) goes on as if the leaf
 *  were not there. */
typedef md_real md2_tree_cast_visit(void *user, int32_t leaf, int32_t index, md_real max_fraction);

/** The leaves hit by a ray, roughly from near to far. Rounding never hides a hit; it may add a near miss, by a few
 *  units in the last place. */
void md2_tree_ray(const md2_tree *tree, md2_ray ray, uint64_t mask, md2_tree_cast_visit *visit, void *user);

/** The leaves hit by a box that moves along `translation`, up to `max_fraction` of it. */
void md2_tree_cast(const md2_tree *tree, md2_box box, md2_vec translation, md_real max_fraction, uint64_t mask,
                   md2_tree_cast_visit *visit, void *user);

/* ---- Looking at the tree itself --------------------------------------------------------------------------------- */

typedef struct md2_tree_stats {
    int32_t leaves;
    int32_t height;    /* 0 for a single leaf or none */
    double area;       /* sum of the perimeters of all inner nodes, m */
    double area_ratio; /* that, by the perimeter of the root, to compare trees; 0 where the root has none */
    size_t bytes;      /* held, workspace included */
} md2_tree_stats;

md2_tree_stats md2_tree_measure(const md2_tree *tree);

/** Whether all that is said above of nodes holds. For tests: looks at every node. */
bool md2_tree_check(const md2_tree *tree);

/* ---- Shared by the files of the tree only ----------------------------------------------------------------------- */

/** Box, category and height of an inner node from its children. */
void md2_tree_update_node(struct md2_tree_node *node, int32_t inner);
/** A free node, of which there must be one, and one given back. */
int32_t md2_tree_take_node(md2_tree *tree);
void md2_tree_give_node(md2_tree *tree, int32_t node);

#endif
