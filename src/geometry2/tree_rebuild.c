/* A tree from the top down. The leaves are sorted along both axes once; then each range of them is split where the
 * surface-area heuristic, perimeter times leaves summed over the two parts, is lowest along either axis.
 *
 * The height of a part is at least ceil(log2 leaves) and kept to at most EXTRA_HEIGHT more, which bounds how uneven a
 * split may be; that it is balanced, whatever the heights of the parts turn out to be, bounds it too. */
#include "geometry2/tree.h"

#include <string.h>

/** The more, the better the boxes may fit, up to a point. */
#define EXTRA_HEIGHT 2
_Static_assert(EXTRA_HEIGHT + 2 <= MD2_TREE_SLANT,
               "splits into halves, which may differ in height by one, are balanced");

/* Leaves in the order of their centres along x and along y; a range of one holds the same leaves as that of the
 * other. */
struct orders {
    int32_t *along[2];
    int32_t *spare;
    md_real *rest; /* perimeter of all leaves from here to the end of the range */
};

struct split {
    int32_t axis;
    int32_t first; /* leaves in the first part */
    md_real cost;
    bool found;
};

/* A range of leaves that is to hang below a node. */
struct part {
    int32_t begin, end;
    int32_t highest; /* that its tree may become */
    int32_t parent, side;
};

static int32_t smaller_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t larger_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* ---- Orders ----------------------------------------------------------------------------------------------------- */

/* Twice the centre. */
static md_real center_along(md2_box box, int32_t axis)
{
    return axis == 0 ? box.lower.x + box.upper.x : box.lower.y + box.upper.y;
}

/* Merges two sorted neighbours [begin, middle) and [middle, end) of `from` into `to`. Stable. */
static void merge(const struct md2_tree_node *node, int32_t axis, const int32_t *from, int32_t *to, int32_t begin,
                  int32_t middle, int32_t end)
{
    int32_t a = begin;
    int32_t b = middle;
    for (int32_t k = begin; k < end; ++k) {
        const bool second =
            a == middle || (b < end && center_along(node[from[b]].box, axis) < center_along(node[from[a]].box, axis));
        to[k] = second ? from[b++] : from[a++];
    }
}

/* Sorts by centre; equal ones stay in the order of their nodes, so that the result is one on every machine. */
static void sort_along(const struct md2_tree_node *node, int32_t axis, int32_t *order, int32_t *spare, int32_t count)
{
    int32_t *from = order;
    int32_t *to = spare;
    for (int32_t width = 1; width < count; width *= 2) {
        for (int32_t begin = 0; begin < count; begin += 2 * width) {
            merge(node, axis, from, to, begin, smaller_of(begin + width, count), smaller_of(begin + 2 * width, count));
        }
        int32_t *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != order) {
        memcpy(order, from, (size_t)count * sizeof *order);
    }
}

/* Reorders the range along the other axis so that the leaves of the first part, in their order, come before the
 * others. */
static void partition(struct md2_tree_node *node, const struct orders *orders, struct part part, struct split split)
{
    const int32_t *sorted = orders->along[split.axis];
    int32_t *other = orders->along[1 - split.axis];
    /* The parent of a leaf is set last of all: until then it says which part the leaf is in. */
    for (int32_t k = part.begin; k < part.end; ++k) {
        node[sorted[k]].parent = k - part.begin < split.first ? 0 : 1;
    }
    int32_t kept = part.begin;
    int32_t spared = 0;
    for (int32_t k = part.begin; k < part.end; ++k) {
        if (node[other[k]].parent == 0) {
            other[kept++] = other[k];
        } else {
            orders->spare[spared++] = other[k];
        }
    }
    memcpy(other + kept, orders->spare, (size_t)spared * sizeof *other);
}

/* ---- Splits ----------------------------------------------------------------------------------------------------- */

static int32_t least_height(int32_t leaves)
{
    int32_t height = 0;
    while (((int64_t)1 << height) < leaves) {
        ++height;
    }
    return height;
}

/* Of a tree of a height; none where it is negative. */
static int32_t most_leaves(int32_t height)
{
    return height < 0 ? 0 : 1 << smaller_of(height, 30);
}

/* The fewest leaves that may be split off a part of two or more; half of them always may. */
static int32_t fewest(int32_t count, int32_t highest)
{
    /* What is left must fit below, */
    const int32_t fits = count - most_leaves(highest - 1);
    /* and what is split off must become high enough to stand beside it, even if that becomes as high as it may. */
    const int32_t lowest = least_height(count) + EXTRA_HEIGHT - MD2_TREE_SLANT;
    return larger_of(fits, most_leaves(lowest - 1) + 1);
}

/* The part of a split that hangs below a node, at most one lower than the whole. */
static struct part part_of(int32_t begin, int32_t end, int32_t whole, int32_t parent, int32_t side)
{
    return (struct part){begin, end, smaller_of(whole - 1, least_height(end - begin) + EXTRA_HEIGHT), parent, side};
}

static void try_axis(const struct md2_tree_node *node, const struct orders *orders, struct part part, int32_t axis,
                     struct split *best)
{
    const int32_t *order = orders->along[axis];
    const int32_t count = part.end - part.begin;
    const int32_t least = fewest(count, part.highest);
    md2_box box = node[order[part.end - 1]].box;
    for (int32_t k = part.end - 1; k > part.begin; --k) {
        box = box_union(box, node[order[k]].box);
        orders->rest[k] = box_perimeter(box);
    }
    box = node[order[part.begin]].box;
    for (int32_t first = 1; first <= count - least; ++first) {
        box = box_union(box, node[order[part.begin + first - 1]].box);
        const md_real cost =
            box_perimeter(box) * (md_real)first + orders->rest[part.begin + first] * (md_real)(count - first);
        if (first >= least && (!best->found || cost < best->cost)) {
            *best = (struct split){axis, first, cost, true};
        }
    }
}

static void hang(md2_tree *tree, int32_t child, int32_t parent, int32_t side)
{
    tree->node[child].parent = parent;
    if (parent == MD2_TREE_NONE) {
        tree->root = child;
    } else {
        tree->node[parent].child[side] = child;
    }
}

/* ---- The tree --------------------------------------------------------------------------------------------------- */

/* Links all leaves from the top down, the first part before the second. A stack of parts holds one for each level. */
static void link_all(md2_tree *tree, const struct orders *orders)
{
    struct part stack[MD2_TREE_STACK] = {part_of(0, tree->leaves, MD2_TREE_STACK, MD2_TREE_NONE, 0)};
    int32_t count = 1;
    while (count > 0) {
        const struct part part = stack[--count];
        if (part.end - part.begin == 1) {
            hang(tree, orders->along[0][part.begin], part.parent, part.side);
            continue;
        }
        struct split split = {0};
        try_axis(tree->node, orders, part, 0, &split);
        try_axis(tree->node, orders, part, 1, &split);
        partition(tree->node, orders, part, split);
        const int32_t inner = md2_tree_take_node(tree);
        tree->node[inner].height = 1; /* at the least; the right one when its children have theirs */
        hang(tree, inner, part.parent, part.side);
        const int32_t middle = part.begin + split.first;
        stack[count++] = part_of(middle, part.end, part.highest, inner, 1);
        stack[count++] = part_of(part.begin, middle, part.highest, inner, 0);
    }
}

/* Gives back all inner nodes, the last first, so that they are taken again in rising order; lists the leaves. */
static void take_apart(md2_tree *tree, const struct orders *orders)
{
    int32_t leaf = tree->leaves;
    for (int32_t i = tree->used - 1; i >= 0; --i) {
        if (tree->node[i].height > 0) {
            md2_tree_give_node(tree, i);
        } else if (tree->node[i].height == 0) {
            --leaf;
            orders->along[0][leaf] = i;
            orders->along[1][leaf] = i;
        }
    }
}

md_status md2_tree_rebuild(md2_tree *tree)
{
    if (tree->leaves < 2) {
        return MD_OK;
    }
    const size_t count = (size_t)tree->leaves;
    md_status status = indices_reserve(&tree->allocator, &tree->order, 3 * count);
    if (status == MD_OK) {
        status = reals_reserve(&tree->allocator, &tree->rest, count);
    }
    if (status != MD_OK) {
        return status;
    }
    const struct orders orders = {{tree->order.at, tree->order.at + count}, tree->order.at + 2 * count, tree->rest.at};
    take_apart(tree, &orders);
    sort_along(tree->node, 0, orders.along[0], orders.spare, tree->leaves);
    sort_along(tree->node, 1, orders.along[1], orders.spare, tree->leaves);
    link_all(tree, &orders);
    /* Inner nodes were taken in rising order from the top down: backwards, children come before their parents. */
    for (int32_t i = tree->used - 1; i >= 0; --i) {
        if (tree->node[i].height > 0) {
            md2_tree_update_node(tree->node, i);
        }
    }
    return MD_OK;
}
