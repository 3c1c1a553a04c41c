#include "geometry2/tree.h"

void md2_tree_init(md2_tree *tree, const md_allocator *allocator)
{
    *tree = (md2_tree){.allocator = md_allocator_or_default(allocator), .free = MD2_TREE_NONE, .root = MD2_TREE_NONE};
}

void md2_tree_free(md2_tree *tree)
{
    void *block = tree->node;
    md_array_free(&tree->allocator, &block, &tree->capacity, sizeof *tree->node);
    tree->node = NULL;
    indices_free(&tree->allocator, &tree->order);
    reals_free(&tree->allocator, &tree->rest);
    md2_tree_clear(tree);
}

void md2_tree_clear(md2_tree *tree)
{
    tree->used = 0;
    tree->leaves = 0;
    tree->free = MD2_TREE_NONE;
    tree->root = MD2_TREE_NONE;
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------ */

md_status md2_tree_reserve(md2_tree *tree, int32_t leaves)
{
    if (leaves < 0) {
        return MD_ERROR_ARGUMENT;
    }
    const int64_t nodes = 2 * (int64_t)leaves - 1;
    if (nodes > MD2_TREE_MAX_NODES) {
        return MD_ERROR_SIZE;
    }
    if (nodes < 1) {
        return MD_OK;
    }
    void *block = tree->node;
    const md_status status =
        md_array_reserve(&tree->allocator, &block, &tree->capacity, (size_t)nodes, sizeof *tree->node);
    tree->node = block;
    return status;
}

int32_t md2_tree_take_node(md2_tree *tree)
{
    const int32_t node = tree->free;
    if (node == MD2_TREE_NONE) {
        return tree->used++;
    }
    tree->free = tree->node[node].parent;
    return node;
}

void md2_tree_give_node(md2_tree *tree, int32_t node)
{
    tree->node[node].height = -1;
    tree->node[node].parent = tree->free;
    tree->free = node;
}

void md2_tree_update_node(struct md2_tree_node *node, int32_t inner)
{
    struct md2_tree_node *at = &node[inner];
    const struct md2_tree_node *a = &node[at->child[0]];
    const struct md2_tree_node *b = &node[at->child[1]];
    at->box = box_union(a->box, b->box);
    at->category = a->category | b->category;
    at->height = 1 + (a->height > b->height ? a->height : b->height);
}

/* Puts `node` where `old` was under `parent`, or at the root. */
static void replace_child(md2_tree *tree, int32_t parent, int32_t old, int32_t node)
{
    tree->node[node].parent = parent;
    if (parent == MD2_TREE_NONE) {
        tree->root = node;
        return;
    }
    int32_t *child = tree->node[parent].child;
    child[child[0] == old ? 0 : 1] = node;
}

/* ---- Balance and fit -------------------------------------------------------------------------------------------- */

/* The one change that is made to a tree in place: a child of a node changes places with its nephew, a child of its
 * sibling. Only the box of the sibling changes by it. */
struct exchange {
    int32_t side;   /* of the child that goes down */
    int32_t nephew; /* side, below the sibling, of the one that comes up */
    md_real gain;   /* the perimeter that the sibling loses */
    bool found;
};

static bool balanced(int32_t height_a, int32_t height_b)
{
    const int32_t slant = height_a - height_b;
    return -MD2_TREE_SLANT <= slant && slant <= MD2_TREE_SLANT;
}

static int32_t height_above(int32_t height_a, int32_t height_b)
{
    return 1 + (height_a > height_b ? height_a : height_b);
}

/* Keeps an exchange in `best` where it is allowed and better: it leaves the node and the sibling balanced, and the
 * node's height between the two given. */
static void try_exchange(const struct md2_tree_node *node, int32_t inner, struct exchange exchange, int32_t lowest,
                         int32_t highest, struct exchange *best)
{
    const struct md2_tree_node *child = &node[node[inner].child[exchange.side]];
    const struct md2_tree_node *sibling = &node[node[inner].child[1 - exchange.side]];
    const struct md2_tree_node *rises = &node[sibling->child[exchange.nephew]];
    const struct md2_tree_node *stays = &node[sibling->child[1 - exchange.nephew]];
    const int32_t below = height_above(child->height, stays->height);
    const int32_t height = height_above(below, rises->height);
    if (!balanced(child->height, stays->height) || !balanced(below, rises->height) || height < lowest ||
        height > highest) {
        return;
    }
    exchange.gain = box_perimeter(sibling->box) - box_perimeter(box_union(child->box, stays->box));
    if (!best->found || exchange.gain > best->gain) {
        *best = exchange;
        best->found = true;
    }
}

static void make_exchange(struct md2_tree_node *node, int32_t inner, struct exchange exchange)
{
    const int32_t child = node[inner].child[exchange.side];
    const int32_t sibling = node[inner].child[1 - exchange.side];
    const int32_t nephew = node[sibling].child[exchange.nephew];
    node[inner].child[exchange.side] = nephew;
    node[nephew].parent = inner;
    node[sibling].child[exchange.nephew] = child;
    node[child].parent = sibling;
    md2_tree_update_node(node, sibling);
    md2_tree_update_node(node, inner);
}

/* Brings an inner node up to date when the height of one child has changed by at most one; then so has its own, and all
 * is balanced below.
 *
 * Out of balance, its children have heights b and b + s + 1 with s = MD2_TREE_SLANT, and the nephews b + s and g, where
 * b <= g <= b + s. Raising the taller nephew puts b beside g, which are balanced, and b + s beside 1 + max(b, g), which
 * are too: so there always is an exchange, of which the best is made. In balance, one is made if it gains. */
static void repair(struct md2_tree_node *node, int32_t inner)
{
    const int32_t before = node[inner].height;
    md2_tree_update_node(node, inner);
    const int32_t now = node[inner].height;
    const bool upright = balanced(node[node[inner].child[0]].height, node[node[inner].child[1]].height);
    struct exchange best = {.found = upright}; /* none, which gains 0, if that may be */
    for (int32_t side = 0; side < 2; ++side) {
        if (node[node[inner].child[1 - side]].height > 0) {
            try_exchange(node, inner, (struct exchange){.side = side, .nephew = 0}, before - 1, now, &best);
            try_exchange(node, inner, (struct exchange){.side = side, .nephew = 1}, before - 1, now, &best);
        }
    }
    if (!upright || best.gain > 0) {
        make_exchange(node, inner, best);
    }
}

static bool box_equals(md2_box a, md2_box b)
{
    return box_contains(a, b) && box_contains(b, a);
}

/* Repairs a node and those above it, each with its former box, category and height still in place. A node that comes
 * out as it was leaves nothing to do but an exchange with its own children, one level up; so after two such nodes
 * all is done. */
static void repair_upward(md2_tree *tree, int32_t inner)
{
    int32_t unchanged = 0;
    for (int32_t i = inner; i != MD2_TREE_NONE && unchanged < 2; i = tree->node[i].parent) {
        const struct md2_tree_node *now = &tree->node[i];
        const struct md2_tree_node before = *now;
        repair(tree->node, i);
        const bool same =
            before.height == now->height && before.category == now->category && box_equals(before.box, now->box);
        unchanged = same ? unchanged + 1 : 0;
    }
}

/* ---- Leaves ----------------------------------------------------------------------------------------------------- */

/* The perimeter that a leaf adds at the least if it goes to this node or below: to a leaf, a new node around both;
 * to an inner node, what that grows by and a new node around the leaf at least. */
static md_real cost_below(const struct md2_tree_node *at, md2_box box)
{
    const md_real around = box_perimeter(box_union(at->box, box));
    return at->height == 0 ? around : around - box_perimeter(at->box) + box_perimeter(box);
}

/* The distance of the centres, doubled, in the metric that is cheapest. */
static md_real remoteness(md2_box a, md2_box b)
{
    const md_real x = (a.lower.x + a.upper.x) - (b.lower.x + b.upper.x);
    const md_real y = (a.lower.y + a.upper.y) - (b.lower.y + b.upper.y);
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* Or, where they are equally near, lower: as with many boxes in one place. */
static bool second_is_nearer(const struct md2_tree_node *first, const struct md2_tree_node *second, md2_box box)
{
    const md_real gap = remoteness(second->box, box) - remoteness(first->box, box);
    return gap == 0 ? second->height < first->height : gap < 0;
}

/* Where to put a leaf: down the cheaper side, and where both are as cheap (inside both boxes, as a rule) the nearer
 * one. Only nodes so low that a leaf beside them is balanced can be its sibling. */
static int32_t best_sibling(const md2_tree *tree, md2_box box)
{
    const struct md2_tree_node *node = tree->node;
    int32_t at = tree->root;
    while (node[at].height > 0) {
        const struct md2_tree_node *child[2] = {&node[node[at].child[0]], &node[node[at].child[1]]};
        const md_real cost[2] = {cost_below(child[0], box), cost_below(child[1], box)};
        int32_t side = cost[1] < cost[0];
        if (cost[0] == cost[1]) {
            side = second_is_nearer(child[0], child[1], box);
        }
        /* Beside this node costs the perimeter around both; below it, this node grows to the same and the rest is
         * added. */
        if (node[at].height <= MD2_TREE_SLANT && box_perimeter(node[at].box) <= cost[side]) {
            break;
        }
        at = node[at].child[side];
    }
    return at;
}

/* Hangs a leaf into the tree, with `inner` for the node above it where there is another leaf. */
static void attach(md2_tree *tree, int32_t leaf, int32_t inner)
{
    struct md2_tree_node *node = tree->node;
    if (tree->root == MD2_TREE_NONE) {
        node[leaf].parent = MD2_TREE_NONE;
        tree->root = leaf;
        return;
    }
    const int32_t sibling = best_sibling(tree, node[leaf].box);
    replace_child(tree, node[sibling].parent, sibling, inner);
    node[inner].child[0] = sibling;
    node[inner].child[1] = leaf;
    node[inner].index = MD2_TREE_NONE;
    /* What was in this place before. */
    node[inner].box = node[sibling].box;
    node[inner].category = node[sibling].category;
    node[inner].height = node[sibling].height;
    node[sibling].parent = inner;
    node[leaf].parent = inner;
    repair_upward(tree, inner);
}

/* Takes a leaf out of the tree. Returns the node that was above it and is not used any more, MD2_TREE_NONE if there
 * was none. */
static int32_t detach(md2_tree *tree, int32_t leaf)
{
    const struct md2_tree_node *node = tree->node;
    const int32_t parent = node[leaf].parent;
    if (parent == MD2_TREE_NONE) {
        tree->root = MD2_TREE_NONE;
        return MD2_TREE_NONE;
    }
    const int32_t sibling = node[parent].child[node[parent].child[0] == leaf ? 1 : 0];
    const int32_t above = node[parent].parent;
    replace_child(tree, above, parent, sibling);
    repair_upward(tree, above);
    return parent;
}

static bool box_is_valid(md2_box box)
{
    return vec_is_finite(box.lower) && vec_is_finite(box.upper) && box.lower.x <= box.upper.x &&
           box.lower.y <= box.upper.y;
}

md_status md2_tree_insert(md2_tree *tree, md2_box box, int32_t index, uint64_t category, int32_t *leaf)
{
    if (!box_is_valid(box)) {
        return MD_ERROR_ARGUMENT;
    }
    const md_status status = md2_tree_reserve(tree, tree->leaves + 1);
    if (status != MD_OK) {
        return status;
    }
    const int32_t taken = md2_tree_take_node(tree);
    tree->node[taken] = (struct md2_tree_node){
        .box = box, .category = category, .child = {MD2_TREE_NONE, MD2_TREE_NONE}, .index = index};
    attach(tree, taken, tree->leaves > 0 ? md2_tree_take_node(tree) : MD2_TREE_NONE);
    ++tree->leaves;
    *leaf = taken;
    return MD_OK;
}

void md2_tree_remove(md2_tree *tree, int32_t leaf)
{
    const int32_t spare = detach(tree, leaf);
    if (spare != MD2_TREE_NONE) {
        md2_tree_give_node(tree, spare);
    }
    md2_tree_give_node(tree, leaf);
    --tree->leaves;
}

md_status md2_tree_move(md2_tree *tree, int32_t leaf, md2_box tight, md2_box fat, bool *moved)
{
    if (!box_is_valid(tight) || !box_is_valid(fat) || !box_contains(fat, tight)) {
        return MD_ERROR_ARGUMENT;
    }
    struct md2_tree_node *at = &tree->node[leaf];
    *moved = !box_contains(at->box, tight);
    if (!*moved) {
        return MD_OK;
    }
    if (box_overlaps(at->box, fat)) {
        at->box = fat;
        repair_upward(tree, at->parent);
        return MD_OK;
    }
    const int32_t spare = detach(tree, leaf);
    at->box = fat;
    attach(tree, leaf, spare);
    return MD_OK;
}

md_status md2_tree_enlarge(md2_tree *tree, int32_t leaf, md2_box box)
{
    if (!box_is_valid(box)) {
        return MD_ERROR_ARGUMENT;
    }
    struct md2_tree_node *node = tree->node;
    for (int32_t i = leaf; i != MD2_TREE_NONE && !box_contains(node[i].box, box); i = node[i].parent) {
        node[i].box = box_union(node[i].box, box);
    }
    return MD_OK;
}

void md2_tree_set_category(md2_tree *tree, int32_t leaf, uint64_t category)
{
    struct md2_tree_node *node = tree->node;
    node[leaf].category = category;
    for (int32_t i = node[leaf].parent; i != MD2_TREE_NONE; i = node[i].parent) {
        node[i].category = node[node[i].child[0]].category | node[node[i].child[1]].category;
    }
}

/* ---- Looking at the tree itself --------------------------------------------------------------------------------- */

md2_tree_stats md2_tree_measure(const md2_tree *tree)
{
    md2_tree_stats stats = {.leaves = tree->leaves};
    stats.bytes = tree->capacity * sizeof *tree->node + tree->order.capacity * sizeof *tree->order.at +
                  tree->rest.capacity * sizeof *tree->rest.at;
    if (tree->root == MD2_TREE_NONE) {
        return stats;
    }
    stats.height = tree->node[tree->root].height;
    for (int32_t i = 0; i < tree->used; ++i) {
        if (tree->node[i].height > 0) {
            stats.area += (double)box_perimeter(tree->node[i].box);
        }
    }
    const double whole = (double)box_perimeter(tree->node[tree->root].box);
    stats.area_ratio = whole > 0 ? stats.area / whole : 0;
    return stats;
}

static bool is_child(const md2_tree *tree, int32_t child, int32_t parent)
{
    return 0 <= child && child < tree->used && tree->node[child].height >= 0 && tree->node[child].parent == parent;
}

static bool check_inner(const md2_tree *tree, int32_t inner)
{
    const struct md2_tree_node *at = &tree->node[inner];
    if (!is_child(tree, at->child[0], inner) || !is_child(tree, at->child[1], inner) || at->child[0] == at->child[1]) {
        return false;
    }
    const struct md2_tree_node *a = &tree->node[at->child[0]];
    const struct md2_tree_node *b = &tree->node[at->child[1]];
    return box_equals(at->box, box_union(a->box, b->box)) && at->category == (a->category | b->category) &&
           at->height == height_above(a->height, b->height) && balanced(a->height, b->height);
}

static bool check_leaf(const struct md2_tree_node *at)
{
    return box_is_valid(at->box) && at->child[0] == MD2_TREE_NONE && at->child[1] == MD2_TREE_NONE;
}

/* Whether a node is a child of its parent, or the root. Heights grow along parents, so there is no circle, and every
 * node in use hangs from the root. */
static bool check_place(const md2_tree *tree, int32_t node)
{
    const int32_t parent = tree->node[node].parent;
    if (parent == MD2_TREE_NONE) {
        return node == tree->root;
    }
    return 0 <= parent && parent < tree->used && tree->node[parent].height > 0 &&
           (tree->node[parent].child[0] == node || tree->node[parent].child[1] == node);
}

static bool check_free(const md2_tree *tree, int32_t count)
{
    int32_t seen = 0;
    int32_t i = tree->free;
    for (; 0 <= i && i < tree->used && seen < count && tree->node[i].height == -1; i = tree->node[i].parent) {
        ++seen;
    }
    return i == MD2_TREE_NONE && seen == count;
}

bool md2_tree_check(const md2_tree *tree)
{
    int32_t leaves = 0;
    int32_t inner = 0;
    for (int32_t i = 0; i < tree->used; ++i) {
        const int32_t height = tree->node[i].height;
        if (height < 0) {
            continue;
        }
        if (!check_place(tree, i) || !(height == 0 ? check_leaf(&tree->node[i]) : check_inner(tree, i))) {
            return false;
        }
        leaves += height == 0;
        inner += height > 0;
    }
    return leaves == tree->leaves && inner == (leaves > 0 ? leaves - 1 : 0) &&
           (leaves == 0) == (tree->root == MD2_TREE_NONE) && (size_t)tree->used <= tree->capacity &&
           md2_tree_measure(tree).height < MD2_TREE_STACK && check_free(tree, tree->used - leaves - inner);
}
