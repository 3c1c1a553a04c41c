/* Types and functions of a tree over the box type TREE_(box). See tree.h. No include guard: included per instance. */

struct TREE_(node) {
    TREE_(box) box;    /* a leaf's as given; otherwise exactly the union of the children's */
    uint64_t category; /* a leaf's as given; otherwise all bits of the leaves below */
    int32_t parent;    /* MD_TREE_NONE at the root; the next free node if this one is free */
    int32_t child[2];  /* MD_TREE_NONE in a leaf */
    int32_t index;     /* the caller's, in a leaf */
    int32_t height;    /* 0: leaf, -1: free node */
};

typedef struct TREE {
    md_allocator allocator;
    struct TREE_(node) * node;
    size_t capacity;
    int32_t used; /* nodes 0 .. used - 1 are in use or in the free list */
    int32_t free; /* first node of the free list */
    int32_t root; /* MD_TREE_NONE if there is no leaf */
    int32_t leaves;
} TREE;

/** Initializes an empty tree without allocating. NULL is the default allocator. */
void TREE_(init)(TREE *tree, const md_allocator *allocator);
void TREE_(free)(TREE *tree);
/** Makes room for `leaves` leaves in total; up to that number nothing allocates. Fails with MD_ERROR_SIZE above
 *  (MD_TREE_MAX_NODES + 1) / 2 leaves. */
md_status TREE_(reserve)(TREE *tree, int32_t leaves);

/* ---- Leaves: identified by their node, which does not change until the leaf is removed ----------------------------- */

/** Adds a leaf. Only queries whose mask shares a bit with `category` find it. Fails with MD_ERROR_ARGUMENT if the box
 *  is not finite or has lower > upper. On failure, also of memory or size, the tree is unchanged. */
md_status TREE_(insert)(TREE *tree, TREE_(box) box, int32_t index, uint64_t category, int32_t *leaf);
void TREE_(remove)(TREE *tree, int32_t leaf);
/** If `tight` is no longer inside the leaf's box, replaces that by `fat`, which must contain `tight`, moves the leaf to
 *  its new place in the tree and sets `moved`. Never allocates. Fails with MD_ERROR_ARGUMENT for invalid boxes, and
 *  leaves the tree unchanged. */
md_status TREE_(move)(TREE *tree, int32_t leaf, TREE_(box) tight, TREE_(box) fat, bool *moved);
void TREE_(set_category)(TREE *tree, int32_t leaf, uint64_t category);

static inline TREE_(box) TREE_(leaf_box)(const TREE *tree, int32_t leaf)
{
    return tree->node[leaf].box;
}

/* ---- Queries: touching counts as overlapping, NaN finds nothing, and the tree must not change meanwhile ------------ */

/** Visits the leaves that overlap a box. */
void TREE_(query)(const TREE *tree, TREE_(box) box, uint64_t mask, md_tree_visit *visit, void *user);

/** Visits the leaves hit by a box that moves along `translation`, up to `max_fraction` of it, roughly from near to far.
 *  A box without extent is a ray. Rounding never hides a hit; it may add a near miss by a few units in the last
 *  place. */
void TREE_(cast)(const TREE *tree, TREE_(box) box, TREE_(vec) translation, md_real max_fraction, uint64_t mask,
                 md_tree_cast_visit *visit, void *user);

/** True if all invariants hold. For trees that were read from a snapshot, and for tests: visits every node. */
bool TREE_(check)(const TREE *tree);
