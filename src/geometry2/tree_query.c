/* Walks through the tree. A stack of nodes still to be looked at, the next on top, holds at most one sibling for
 * each level and so cannot overflow: see the bound on the height in tree.h. */
#include "geometry2/tree.h"

/* ---- Boxes ------------------------------------------------------------------------------------------------------ */

struct walk {
    md2_box box;
    uint64_t mask;
    int32_t count;
    int32_t stack[MD2_TREE_STACK];
};

static void walk_push(struct walk *walk, const struct md2_tree_node *node, int32_t i)
{
    if (box_overlaps(node[i].box, walk->box) && (node[i].category & walk->mask) != 0) {
        walk->stack[walk->count++] = i;
    }
}

static void walk_begin(struct walk *walk, const md2_tree *tree, md2_box box, uint64_t mask)
{
    walk->box = box;
    walk->mask = mask;
    walk->count = 0;
    if (tree->root != MD2_TREE_NONE) {
        walk_push(walk, tree->node, tree->root);
    }
}

/* The next leaf, or MD2_TREE_NONE at the end. */
static int32_t walk_next(struct walk *walk, const struct md2_tree_node *node)
{
    while (walk->count > 0) {
        const int32_t i = walk->stack[--walk->count];
        if (node[i].height == 0) {
            return i;
        }
        walk_push(walk, node, node[i].child[1]);
        walk_push(walk, node, node[i].child[0]);
    }
    return MD2_TREE_NONE;
}

void md2_tree_query(const md2_tree *tree, md2_box box, uint64_t mask, md2_tree_visit *visit, void *user)
{
    struct walk walk;
    walk_begin(&walk, tree, box, mask);
    int32_t leaf = walk_next(&walk, tree->node);
    while (leaf != MD2_TREE_NONE && visit(user, leaf, tree->node[leaf].index)) {
        leaf = walk_next(&walk, tree->node);
    }
}

md_status md2_tree_collect(const md2_tree *tree, md2_box box, uint64_t mask, const md_allocator *allocator,
                           struct indices *found, size_t *count)
{
    struct walk walk;
    size_t end = *count;
    walk_begin(&walk, tree, box, mask);
    for (int32_t leaf = 0; (leaf = walk_next(&walk, tree->node)) != MD2_TREE_NONE;) {
        const md_status status = indices_reserve(allocator, found, end + 1);
        if (status != MD_OK) {
            return status;
        }
        found->at[end++] = tree->node[leaf].index;
    }
    *count = end;
    return MD_OK;
}

/* ---- Rays and moving boxes -------------------------------------------------------------------------------------- */

struct cast {
    md2_box box;     /* at the start; a ray is a box without extent */
    md2_vec inverse; /* of the translation; 0 along an axis where it does not move */
    md_real max_fraction;
};

static md_real inverse_or_zero(md_real x)
{
    const md_real inverse = 1 / x;
    return isfinite(inverse) ? inverse : 0; /* so slow that it goes nowhere in any number of steps */
}

struct interval {
    md_real enter, leave;
};

/* The part of an interval of fractions during which a coordinate that starts at 0 is between two bounds. Each
 * operation is monotonic in the bounds even when rounded, so what hits a box hits all boxes around it as well, to
 * the last bit. */
static struct interval clip(struct interval t, md_real lower, md_real upper, md_real inverse)
{
    if (inverse == 0) {
        return lower <= 0 && 0 <= upper ? t : (struct interval){0, -1};
    }
    const md_real a = lower * inverse;
    const md_real b = upper * inverse;
    return (struct interval){md_max(t.enter, inverse > 0 ? a : b), md_min(t.leave, inverse > 0 ? b : a)};
}

/* A bound of an interval is rounded three times, by half a unit each. So that none of two bounds that are equal is
 * taken for the earlier one, the end is put off by as much. */
static bool not_after(md_real enter, md_real leave)
{
    return enter <= leave * (1 + 4 * MD_REAL_EPSILON);
}

/* The fraction at which the cast meets a box, or -1. */
static md_real cast_meets(const struct cast *cast, md2_box box)
{
    struct interval t = {0, cast->max_fraction};
    t = clip(t, box.lower.x - cast->box.upper.x, box.upper.x - cast->box.lower.x, cast->inverse.x);
    t = clip(t, box.lower.y - cast->box.upper.y, box.upper.y - cast->box.lower.y, cast->inverse.y);
    return not_after(t.enter, t.leave) ? t.enter : -1;
}

/* Nodes still to be looked at, with the fraction at which they are met. */
struct cast_stack {
    int32_t count;
    int32_t node[MD2_TREE_STACK];
    md_real enter[MD2_TREE_STACK];
};

static void cast_push(struct cast_stack *stack, int32_t node, md_real enter)
{
    if (enter >= 0) {
        stack->node[stack->count] = node;
        stack->enter[stack->count++] = enter;
    }
}

static md_real cast_meets_node(const struct cast *cast, const struct md2_tree_node *at, uint64_t mask)
{
    return (at->category & mask) != 0 ? cast_meets(cast, at->box) : -1;
}

/* The nearer child on top. */
static void cast_push_children(struct cast_stack *stack, const struct cast *cast, const struct md2_tree_node *node,
                               int32_t inner, uint64_t mask)
{
    const int32_t *child = node[inner].child;
    const md_real enter[2] = {cast_meets_node(cast, &node[child[0]], mask),
                              cast_meets_node(cast, &node[child[1]], mask)};
    const int32_t nearer = enter[1] < enter[0];
    cast_push(stack, child[1 - nearer], enter[1 - nearer]);
    cast_push(stack, child[nearer], enter[nearer]);
}

static void cast_walk(const md2_tree *tree, struct cast *cast, uint64_t mask, md2_tree_cast_visit *visit, void *user)
{
    const struct md2_tree_node *node = tree->node;
    struct cast_stack stack;
    stack.count = 0;
    cast_push(&stack, tree->root, cast_meets_node(cast, &node[tree->root], mask));
    while (stack.count > 0) {
        const int32_t i = stack.node[--stack.count];
        if (!not_after(stack.enter[stack.count], cast->max_fraction)) {
            continue; /* the cast has been shortened since */
        }
        if (node[i].height > 0) {
            cast_push_children(&stack, cast, node, i, mask);
            continue;
        }
        const md_real fraction = visit(user, i, node[i].index, cast->max_fraction);
        if (fraction == 0) {
            return;
        }
        if (fraction > 0) {
            cast->max_fraction = md_min(cast->max_fraction, fraction);
        }
    }
}

void md2_tree_cast(const md2_tree *tree, md2_box box, md2_vec translation, md_real max_fraction, uint64_t mask,
                   md2_tree_cast_visit *visit, void *user)
{
    const bool sound =
        vec_is_finite(box.lower) && vec_is_finite(box.upper) && vec_is_finite(translation) && max_fraction >= 0;
    if (tree->root == MD2_TREE_NONE || !sound) {
        return;
    }
    struct cast cast = {box, {inverse_or_zero(translation.x), inverse_or_zero(translation.y)}, max_fraction};
    cast_walk(tree, &cast, mask, visit, user);
}

void md2_tree_ray(const md2_tree *tree, md2_ray ray, uint64_t mask, md2_tree_cast_visit *visit, void *user)
{
    md2_tree_cast(tree, (md2_box){ray.origin, ray.origin}, ray.translation, ray.max_fraction, mask, visit, user);
}
