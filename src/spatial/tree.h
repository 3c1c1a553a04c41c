/* The bounding-volume tree: finds the boxes that overlap a box, or that a moving box hits, among thousands.
 *
 * The tree is written once, as a template over a box type, and instantiated per dimension (tree2 and tree3):
 *
 *     tree.h               constants and callbacks, the same for all instances
 *     tree_api.inc.h       node, tree and prototypes; included by the header of an instance
 *     tree.inc.h           insertion, removal, balance and check; included by the source file of an instance
 *     tree_query.inc.h     queries; included by the source file of an instance
 *     slab.h               the slab test of one axis
 *
 * An instance defines the macro TREE, the prefix of its names, which is also the name of the tree's type (md2_tree).
 * Its header defines the types TREE_box and TREE_vec (md2_tree_box, md2_tree_vec) before it includes tree_api.inc.h.
 * Its source file defines these functions before it includes the other two:
 *
 *     box box_union(box a, box b)
 *     bool box_overlaps(box a, box b)           touching counts
 *     bool box_contains(box outer, box inner)
 *     bool box_is_finite(box a)
 *     md_real box_cost(box a)                   surface area; in 2D the perimeter
 *     md_real box_distance(box a, box b)        between the centres, in any metric
 *     bool vec_is_finite(vec a)
 *     vec cast_inverse(vec translation)         slab_inverse of each component
 *     struct slab box_cast(box moving, vec inverse, md_real max_fraction, box target)
 *                                               the fractions during which `moving` overlaps `target`: slab_clip
 *                                               along each axis
 *
 * Leaves are the boxes of the caller, enlarged so that small movements leave the tree unchanged. Every inner node has
 * two children and the union of their boxes. A leaf is inserted where it adds the least cost (the surface-area
 * heuristic). On the way back up, a child is exchanged with a grandchild under its sibling if that makes a box smaller
 * or is needed for balance.
 *
 * The heights of two siblings differ by at most s = MD_TREE_MAX_IMBALANCE. A tree of height h therefore has at least
 * N(h) leaves with N(h) = N(h - 1) + N(h - 1 - s), which is at least x^h with x^7 = x^6 + 1, x = 1.255. The height is
 * thus at most 3.05 log2(leaves), which is 85 for the 2^28 leaves that MD_TREE_MAX_NODES allows, whatever the order of
 * calls. Queries use a stack of fixed size and do not allocate.
 *
 * Nodes are indices into one array. The same calls give the same tree, and results in the same order.
 */
#ifndef MODULUS_SPATIAL_TREE_H
#define MODULUS_SPATIAL_TREE_H

#include <modulus/base.h>

/** No node. */
#define MD_TREE_NONE (-1)
#define MD_TREE_MAX_NODES (INT32_MAX / 4)
/** Largest difference between the heights of siblings. A larger one gives tighter boxes, a smaller one a lower tree. */
#define MD_TREE_MAX_IMBALANCE 6
/** Capacity of a query's stack. A query of a tree of height h needs h + 1 entries. */
#define MD_TREE_STACK 96
/** The mask that matches every leaf that has a category. */
#define MD_TREE_ALL_CATEGORIES UINT64_MAX

/** Called for each leaf found. Returns false to end the query. */
typedef bool md_tree_visit(void *user, int32_t leaf, int32_t index);

/** Called for each leaf whose box is hit before `max_fraction`. Returns the new maximum: `max_fraction` to continue, a
 *  smaller one to shorten the cast, 0 to end it. A negative fraction (or NaN) ignores the leaf. */
typedef md_real md_tree_cast_visit(void *user, int32_t leaf, int32_t index, md_real max_fraction);

#define MD_TREE_PASTE(prefix, name) prefix##_##name
#define MD_TREE_NAME(prefix, name) MD_TREE_PASTE(prefix, name)
/** The name of a function or type of the instance at hand: TREE_(insert) is md2_tree_insert. */
#define TREE_(name) MD_TREE_NAME(TREE, name)

#endif
