/* The tree itself: nodes, balance, leaves, check. See tree.h for what the including file defines. */

/* Short names within the source file of an instance. */
typedef struct TREE_(node) tree_node;
typedef TREE_(box) tree_box;
typedef TREE_(vec) tree_vec;

void TREE_(init)(TREE *tree, const md_allocator *allocator)
{
    *tree = (TREE){.allocator = md_allocator_or_default(allocator), .free = MD_TREE_NONE, .root = MD_TREE_NONE};
}

void TREE_(free)(TREE *tree)
{
    void *array = tree->node;
    md_array_free(&tree->allocator, &array, &tree->capacity, sizeof *tree->node);
    TREE_(init)(tree, &tree->allocator);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------------- */

md_status TREE_(reserve)(TREE *tree, int32_t leaves)
{
    if (leaves < 0) {
        return MD_ERROR_ARGUMENT;
    }
    const int64_t nodes = 2 * (int64_t)leaves - 1;
    if (nodes > MD_TREE_MAX_NODES) {
        return MD_ERROR_SIZE;
    }
    if (nodes < 1) {
        return MD_OK;
    }
    void *array = tree->node;
    const md_status status =
        md_array_reserve(&tree->allocator, &array, &tree->capacity, (size_t)nodes, sizeof *tree->node);
    tree->node = array;
    return status;
}

/* Takes a node, for which there must be room. */
static int32_t allocate_node(TREE *tree)
{
    const int32_t node = tree->free;
    if (node == MD_TREE_NONE) {
        return tree->used++;
    }
    tree->free = tree->node[node].parent;
    return node;
}

static void release_node(TREE *tree, int32_t node)
{
    tree->node[node].height = -1;
    tree->node[node].parent = tree->free;
    tree->free = node;
}

static int32_t height_above(int32_t height_a, int32_t height_b)
{
    return 1 + (height_a > height_b ? height_a : height_b);
}

/* Computes box, category and height of an inner node from its children. */
static void update_node(tree_node *node, int32_t inner)
{
    tree_node *at = &node[inner];
    const tree_node *a = &node[at->child[0]];
    const tree_node *b = &node[at->child[1]];
    at->box = box_union(a->box, b->box);
    at->category = a->category | b->category;
    at->height = height_above(a->height, b->height);
}

/* Makes `node` the child of `parent` in place of `old`, or the root. */
static void replace_child(TREE *tree, int32_t parent, int32_t old, int32_t node)
{
    tree->node[node].parent = parent;
    if (parent == MD_TREE_NONE) {
        tree->root = node;
        return;
    }
    int32_t *child = tree->node[parent].child;
    child[child[0] == old ? 0 : 1] = node;
}

/* ---- Balance and fit ------------------------------------------------------------------------------------------------ */

/* The one way in which a tree is restructured: a child of a node changes places with a child of its sibling. Only the
 * sibling's box changes. */
struct exchange {
    int32_t side;       /* of the child that moves down */
    int32_t grandchild; /* side, below the sibling, of the node that moves up */
    md_real gain;       /* by which the sibling's cost decreases */
    bool found;
};

static bool is_balanced(int32_t height_a, int32_t height_b)
{
    const int32_t difference = height_a - height_b;
    return -MD_TREE_MAX_IMBALANCE <= difference && difference <= MD_TREE_MAX_IMBALANCE;
}

/* Stores an exchange in `best` if it is allowed and better. It is allowed if it leaves the node and the sibling
 * balanced and the node's height within [min_height, max_height]. */
static void try_exchange(const tree_node *node, int32_t inner, struct exchange exchange, int32_t min_height,
                         int32_t max_height, struct exchange *best)
{
    const tree_node *child = &node[node[inner].child[exchange.side]];
    const tree_node *sibling = &node[node[inner].child[1 - exchange.side]];
    const tree_node *rising = &node[sibling->child[exchange.grandchild]];
    const tree_node *staying = &node[sibling->child[1 - exchange.grandchild]];
    const int32_t sibling_height = height_above(child->height, staying->height);
    const int32_t height = height_above(sibling_height, rising->height);
    if (!is_balanced(child->height, staying->height) || !is_balanced(sibling_height, rising->height) ||
        height < min_height || height > max_height) {
        return;
    }
    exchange.gain = box_cost(sibling->box) - box_cost(box_union(child->box, staying->box));
    if (!best->found || exchange.gain > best->gain) {
        *best = exchange;
        best->found = true;
    }
}

static void make_exchange(tree_node *node, int32_t inner, struct exchange exchange)
{
    const int32_t child = node[inner].child[exchange.side];
    const int32_t sibling = node[inner].child[1 - exchange.side];
    const int32_t rising = node[sibling].child[exchange.grandchild];
    node[inner].child[exchange.side] = rising;
    node[rising].parent = inner;
    node[sibling].child[exchange.grandchild] = child;
    node[child].parent = sibling;
    update_node(node, sibling);
    update_node(node, inner);
}

/* Updates an inner node after the height of one child has changed by at most one. Afterwards its own height has
 * changed by at most one, and it is balanced.
 *
 * If it is out of balance, its children have heights b and b + s + 1 with s = MD_TREE_MAX_IMBALANCE, and the taller
 * child's children have heights b + s and g, where b <= g <= b + s. Raising the taller grandchild puts b beside g, which
 * are balanced, and b + s beside 1 + max(b, g), which are balanced too. An exchange therefore exists, and the best one
 * is made. If the node is balanced, an exchange is made only if it reduces the cost. */
static void repair(tree_node *node, int32_t inner)
{
    const int32_t height_before = node[inner].height;
    update_node(node, inner);
    const int32_t height = node[inner].height;
    const bool balanced = is_balanced(node[node[inner].child[0]].height, node[node[inner].child[1]].height);
    struct exchange best = {.found = balanced}; /* no exchange, with gain 0, is allowed if the node is balanced */
    for (int32_t side = 0; side < 2; ++side) {
        if (node[node[inner].child[1 - side]].height > 0) {
            for (int32_t grandchild = 0; grandchild < 2; ++grandchild) {
                const struct exchange exchange = {.side = side, .grandchild = grandchild};
                try_exchange(node, inner, exchange, height_before - 1, height, &best);
            }
        }
    }
    if (!balanced || best.gain > 0) {
        make_exchange(node, inner, best);
    }
}

static bool box_equals(tree_box a, tree_box b)
{
    return box_contains(a, b) && box_contains(b, a);
}

/* Repairs a node and its ancestors, each of which still has its former box, category and height. A node that comes out
 * unchanged can only cause an exchange one level up, so the walk ends after two unchanged nodes. */
static void repair_upward(TREE *tree, int32_t inner)
{
    int32_t unchanged = 0;
    for (int32_t i = inner; i != MD_TREE_NONE && unchanged < 2; i = tree->node[i].parent) {
        const tree_node *after = &tree->node[i];
        const tree_node before = *after;
        repair(tree->node, i);
        const bool same =
            before.height == after->height && before.category == after->category && box_equals(before.box, after->box);
        unchanged = same ? unchanged + 1 : 0;
    }
}

/* ---- Leaves --------------------------------------------------------------------------------------------------------- */

/* Returns a lower bound of the cost that a leaf adds at or below a node. Beside a leaf: a new node around both. Below
 * an inner node: the growth of that node, and a new node at least around the leaf. */
static md_real cost_below(const tree_node *at, tree_box box)
{
    const md_real cost = box_cost(box_union(at->box, box));
    return at->height == 0 ? cost : cost - box_cost(at->box) + box_cost(box);
}

/* True if the second node is nearer to a box, or equally near and lower, as with many boxes in one place. */
static bool is_second_nearer(const tree_node *first, const tree_node *second, tree_box box)
{
    const md_real difference = box_distance(second->box, box) - box_distance(first->box, box);
    return difference == 0 ? second->height < first->height : difference < 0;
}

/* Finds the sibling of a new leaf. Descends into the cheaper child, or the nearer one if both cost the same, which
 * usually means that the leaf is inside both. Only nodes so low that a leaf beside them is balanced qualify. */
static int32_t find_sibling(const TREE *tree, tree_box box)
{
    const tree_node *node = tree->node;
    int32_t at = tree->root;
    while (node[at].height > 0) {
        const tree_node *child[2] = {&node[node[at].child[0]], &node[node[at].child[1]]};
        const md_real cost[2] = {cost_below(child[0], box), cost_below(child[1], box)};
        int32_t side = cost[1] < cost[0];
        if (cost[0] == cost[1]) {
            side = is_second_nearer(child[0], child[1], box);
        }
        /* Beside this node, the new parent costs the union of both, and this node stays. Below it, this node grows to
         * the same union, and cost[side] is added. */
        if (node[at].height <= MD_TREE_MAX_IMBALANCE && box_cost(node[at].box) <= cost[side]) {
            break;
        }
        at = node[at].child[side];
    }
    return at;
}

/* Links a leaf into the tree. `inner` becomes its parent if there is another leaf. */
static void attach(TREE *tree, int32_t leaf, int32_t inner)
{
    tree_node *node = tree->node;
    if (tree->root == MD_TREE_NONE) {
        node[leaf].parent = MD_TREE_NONE;
        tree->root = leaf;
        return;
    }
    const int32_t sibling = find_sibling(tree, node[leaf].box);
    replace_child(tree, node[sibling].parent, sibling, inner);
    node[inner].child[0] = sibling;
    node[inner].child[1] = leaf;
    node[inner].index = MD_TREE_NONE;
    /* What repair_upward takes for the former state of this place. */
    node[inner].box = node[sibling].box;
    node[inner].category = node[sibling].category;
    node[inner].height = node[sibling].height;
    node[sibling].parent = inner;
    node[leaf].parent = inner;
    repair_upward(tree, inner);
}

/* Unlinks a leaf. Returns its former parent, which is no longer used, or MD_TREE_NONE if it had none. */
static int32_t detach(TREE *tree, int32_t leaf)
{
    const tree_node *node = tree->node;
    const int32_t parent = node[leaf].parent;
    if (parent == MD_TREE_NONE) {
        tree->root = MD_TREE_NONE;
        return MD_TREE_NONE;
    }
    const int32_t sibling = node[parent].child[node[parent].child[0] == leaf ? 1 : 0];
    const int32_t grandparent = node[parent].parent;
    replace_child(tree, grandparent, parent, sibling);
    repair_upward(tree, grandparent);
    return parent;
}

/* A finite box overlaps itself if and only if lower <= upper along every axis. */
static bool box_is_valid(tree_box box)
{
    return box_is_finite(box) && box_overlaps(box, box);
}

md_status TREE_(insert)(TREE *tree, tree_box box, int32_t index, uint64_t category, int32_t *leaf)
{
    if (!box_is_valid(box)) {
        return MD_ERROR_ARGUMENT;
    }
    const md_status status = TREE_(reserve)(tree, tree->leaves + 1);
    if (status != MD_OK) {
        return status;
    }
    *leaf = allocate_node(tree);
    tree->node[*leaf] =
        (tree_node){.box = box, .category = category, .child = {MD_TREE_NONE, MD_TREE_NONE}, .index = index};
    attach(tree, *leaf, tree->leaves > 0 ? allocate_node(tree) : MD_TREE_NONE);
    ++tree->leaves;
    return MD_OK;
}

void TREE_(remove)(TREE *tree, int32_t leaf)
{
    const int32_t parent = detach(tree, leaf);
    if (parent != MD_TREE_NONE) {
        release_node(tree, parent);
    }
    release_node(tree, leaf);
    --tree->leaves;
}

md_status TREE_(move)(TREE *tree, int32_t leaf, tree_box tight, tree_box fat, bool *moved)
{
    if (!box_is_valid(tight) || !box_is_valid(fat) || !box_contains(fat, tight)) {
        return MD_ERROR_ARGUMENT;
    }
    tree_node *at = &tree->node[leaf];
    *moved = !box_contains(at->box, tight);
    if (!*moved) {
        return MD_OK;
    }
    if (box_overlaps(at->box, fat)) {
        at->box = fat;
        repair_upward(tree, at->parent);
        return MD_OK;
    }
    const int32_t parent = detach(tree, leaf);
    at->box = fat;
    attach(tree, leaf, parent);
    return MD_OK;
}

void TREE_(set_category)(TREE *tree, int32_t leaf, uint64_t category)
{
    tree_node *node = tree->node;
    node[leaf].category = category;
    for (int32_t i = node[leaf].parent; i != MD_TREE_NONE; i = node[i].parent) {
        node[i].category = node[node[i].child[0]].category | node[node[i].child[1]].category;
    }
}

/* ---- Check ---------------------------------------------------------------------------------------------------------- */

static bool is_child(const TREE *tree, int32_t child, int32_t parent)
{
    return 0 <= child && child < tree->used && tree->node[child].height >= 0 && tree->node[child].parent == parent;
}

static bool check_inner(const TREE *tree, int32_t inner)
{
    const tree_node *at = &tree->node[inner];
    if (!is_child(tree, at->child[0], inner) || !is_child(tree, at->child[1], inner) || at->child[0] == at->child[1]) {
        return false;
    }
    const tree_node *a = &tree->node[at->child[0]];
    const tree_node *b = &tree->node[at->child[1]];
    return box_equals(at->box, box_union(a->box, b->box)) && at->category == (a->category | b->category) &&
           at->height == height_above(a->height, b->height) && is_balanced(a->height, b->height);
}

static bool check_leaf(const tree_node *at)
{
    return box_is_valid(at->box) && at->child[0] == MD_TREE_NONE && at->child[1] == MD_TREE_NONE;
}

/* True if a node is a child of its parent, or the root. Heights grow from child to parent, so there is no cycle, and
 * every node in use is reachable from the root. */
static bool check_parent(const TREE *tree, int32_t node)
{
    const int32_t parent = tree->node[node].parent;
    if (parent == MD_TREE_NONE) {
        return node == tree->root;
    }
    return 0 <= parent && parent < tree->used && tree->node[parent].height > 0 &&
           (tree->node[parent].child[0] == node || tree->node[parent].child[1] == node);
}

/* True if the free list has exactly `length` entries, all of them free. */
static bool check_free_list(const TREE *tree, int32_t length)
{
    int32_t seen = 0;
    int32_t i = tree->free;
    for (; 0 <= i && i < tree->used && seen < length && tree->node[i].height == -1; i = tree->node[i].parent) {
        ++seen;
    }
    return i == MD_TREE_NONE && seen == length;
}

static bool check_root(const TREE *tree)
{
    return tree->leaves > 0 ? tree->root != MD_TREE_NONE && tree->node[tree->root].height < MD_TREE_STACK
                            : tree->root == MD_TREE_NONE;
}

bool TREE_(check)(const TREE *tree)
{
    int32_t leaves = 0;
    int32_t inner = 0;
    for (int32_t i = 0; i < tree->used; ++i) {
        const int32_t height = tree->node[i].height;
        if (height < 0) {
            continue;
        }
        if (!check_parent(tree, i) || !(height == 0 ? check_leaf(&tree->node[i]) : check_inner(tree, i))) {
            return false;
        }
        leaves += height == 0;
        inner += height > 0;
    }
    return leaves == tree->leaves && inner == (leaves > 0 ? leaves - 1 : 0) && (size_t)tree->used <= tree->capacity &&
           check_root(tree) && check_free_list(tree, tree->used - leaves - inner);
}
