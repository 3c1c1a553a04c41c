/* Queries of the tree. The stack of pending nodes holds at most one sibling per level and so cannot overflow: see the
 * bound of the height in tree.h. */

/* ---- Overlap with a box ------------------------------------------------------------------------------------------ */

struct overlap_query {
    tree_box box;
    uint64_t mask;
};

static inline bool finds(const struct overlap_query *query, const tree_node *at)
{
    return box_overlaps(at->box, query->box) & ((at->category & query->mask) != 0);
}

/* Whether a child is entered is hard to predict: one branch per inner node decides whether any is. */
void TREE_(query)(const TREE *tree, tree_box box, uint64_t mask, md_tree_visit *visit, void *user)
{
    const tree_node *node = tree->node;
    const struct overlap_query query = {box, mask};
    int32_t stack[MD_TREE_STACK];
    int32_t count = 0;
    int32_t i = tree->root;
    if (i == MD_TREE_NONE || !finds(&query, &node[i])) {
        return;
    }
    for (;;) {
        const tree_node *at = &node[i];
        bool any = false;
        if (at->height > 0) {
            const int32_t first = at->child[0];
            const int32_t second = at->child[1];
            const bool finds_first = finds(&query, &node[first]);
            const bool finds_second = finds(&query, &node[second]);
            any = finds_first | finds_second;
            stack[count] = second;
            count += finds_first & finds_second;
            i = finds_first ? first : second;
        } else if (!visit(user, i, at->index)) {
            return;
        }
        if (!any) {
            if (count == 0) {
                return;
            }
            i = stack[--count];
        }
    }
}

/* ---- Moving boxes ------------------------------------------------------------------------------------------------ */

struct cast_query {
    tree_box box;     /* at the start */
    tree_vec inverse; /* of the translation; 0 along an axis without motion */
    md_real max_fraction;
    uint64_t mask;
    int32_t count;
    int32_t stack[MD_TREE_STACK];
    md_real enter[MD_TREE_STACK]; /* fraction at which the node of the same stack entry is hit */
};

/* Returns the fraction at which a node is hit, or -1. */
static md_real cast_enter(const struct cast_query *query, const tree_node *at)
{
    if ((at->category & query->mask) == 0) {
        return -1;
    }
    const struct slab t = box_cast(query->box, query->inverse, query->max_fraction, at->box);
    return slab_not_after(t.enter, t.leave) ? t.enter : -1;
}

static void cast_push(struct cast_query *query, int32_t node, md_real enter)
{
    if (enter >= 0) {
        query->stack[query->count] = node;
        query->enter[query->count++] = enter;
    }
}

/* Pushes the nearer child last, so that it is visited first. */
static void cast_push_children(struct cast_query *query, const tree_node *node, int32_t inner)
{
    const int32_t *child = node[inner].child;
    const md_real enter[2] = {cast_enter(query, &node[child[0]]), cast_enter(query, &node[child[1]])};
    const int32_t nearer = enter[1] < enter[0];
    cast_push(query, child[1 - nearer], enter[1 - nearer]);
    cast_push(query, child[nearer], enter[nearer]);
}

static void cast_walk(const TREE *tree, struct cast_query *query, md_tree_cast_visit *visit, void *user)
{
    const tree_node *node = tree->node;
    cast_push(query, tree->root, cast_enter(query, &node[tree->root]));
    while (query->count > 0) {
        const int32_t i = query->stack[--query->count];
        if (!slab_not_after(query->enter[query->count], query->max_fraction)) {
            continue; /* the cast was shortened after the node was pushed */
        }
        if (node[i].height > 0) {
            cast_push_children(query, node, i);
            continue;
        }
        const md_real fraction = visit(user, i, node[i].index, query->max_fraction);
        if (fraction == 0) {
            return;
        }
        if (fraction > 0) {
            query->max_fraction = md_min(query->max_fraction, fraction);
        }
    }
}

void TREE_(cast)(const TREE *tree, tree_box box, tree_vec translation, md_real max_fraction, uint64_t mask,
                 md_tree_cast_visit *visit, void *user)
{
    const bool valid = box_is_finite(box) && vec_is_finite(translation) && max_fraction >= 0;
    if (tree->root == MD_TREE_NONE || !valid) {
        return;
    }
    struct cast_query query;
    query.box = box;
    query.inverse = cast_inverse(translation);
    query.max_fraction = max_fraction;
    query.mask = mask;
    query.count = 0;
    cast_walk(tree, &query, visit, user);
}
