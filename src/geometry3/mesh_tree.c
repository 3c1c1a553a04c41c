/* The tree of boxes of a mesh, built once.
 *
 * The faces are sorted by their centres along each axis. Every node splits its faces where the surface-area heuristic is the
 * lowest: the sum over both sides of surface times number of faces, over all axes and all positions at which each side has
 * a quarter of the faces at least. The split keeps the three orders sorted. The depth is then below
 * log(n) / log(4/3), and the time O(n log n).
 */
#include "base/sort.h"
#include "geometry3/mesh_build.h"

/* Largest number of faces in a leaf. */
#define LEAF_FACES 4

struct tree_build {
    struct mesh_node *node;
    int32_t node_count;
    md3_box *box;       /* of each face */
    int32_t *order[3];  /* faces sorted along each axis, in the ranges of the nodes */
    int32_t *spare;     /* for one range */
    uint8_t *is_second; /* of each face: it belongs to the second child */
    md_real *cost;      /* of each position of a range: cost of the faces from there on */
};

static md3_box empty_box(void)
{
    return (md3_box){vec(MD_INFINITY, MD_INFINITY, MD_INFINITY), vec(-MD_INFINITY, -MD_INFINITY, -MD_INFINITY)};
}

/* Half the surface, m^2. */
static md_real half_surface(md3_box box)
{
    const md3_vec size = vec_sub(box.upper, box.lower);
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

/* ---- Splits ------------------------------------------------------------------------------------------------------ */

struct split {
    int32_t axis, count; /* faces of the first child */
    md_real cost;
};

/* Finds the best split of a range along an axis. */
static void try_axis(struct tree_build *tree, int32_t axis, int32_t first, int32_t count, struct split *best)
{
    const int32_t *order = &tree->order[axis][first];
    const int32_t least = (count + 3) / 4;
    md3_box box = empty_box();
    for (int32_t i = count - 1; i > 0; --i) {
        box = box_union(box, tree->box[order[i]]);
        tree->cost[i] = half_surface(box) * (md_real)(count - i);
    }
    box = empty_box();
    for (int32_t i = 1; i <= count - least; ++i) {
        box = box_union(box, tree->box[order[i - 1]]);
        const md_real cost = half_surface(box) * (md_real)i + tree->cost[i];
        if (i >= least && (best->count == 0 || cost < best->cost)) {
            *best = (struct split){axis, i, cost};
        }
    }
}

/* Moves the faces of the second child behind those of the first, in one of the orders. */
static void partition(struct tree_build *tree, int32_t *order, int32_t count)
{
    int32_t kept = 0, moved = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (tree->is_second[order[i]] != 0) {
            tree->spare[moved++] = order[i];
        } else {
            order[kept++] = order[i];
        }
    }
    for (int32_t i = 0; i < moved; ++i) {
        order[kept + i] = tree->spare[i];
    }
}

static struct split split_range(struct tree_build *tree, int32_t first, int32_t count)
{
    struct split best = {0, 0, 0};
    for (int32_t axis = 0; axis < 3; ++axis) {
        try_axis(tree, axis, first, count, &best);
    }
    for (int32_t i = 0; i < count; ++i) {
        tree->is_second[tree->order[best.axis][first + i]] = i >= best.count;
    }
    for (int32_t axis = 0; axis < 3; ++axis) {
        partition(tree, &tree->order[axis][first], count);
    }
    return best;
}

/* Builds the node of a range of faces, and all nodes below it. */
static void build_node(struct tree_build *tree, int32_t first, int32_t count)
{
    struct mesh_node *node = &tree->node[tree->node_count++];
    *node = (struct mesh_node){.box = empty_box(), .first = first, .count = count};
    for (int32_t i = 0; i < count; ++i) {
        node->box = box_union(node->box, tree->box[tree->order[0][first + i]]);
    }
    if (count > LEAF_FACES) {
        const struct split split = split_range(tree, first, count);
        node->count = 0;
        build_node(tree, first, split.count);
        node->first = tree->node_count;
        build_node(tree, first + split.count, count - split.count);
    }
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

static bool tree_allocate(struct tree_build *tree, struct scratch *scratch, size_t faces)
{
    tree->box = scratch_take(scratch, faces, sizeof *tree->box);
    for (int32_t axis = 0; axis < 3; ++axis) {
        tree->order[axis] = scratch_take(scratch, faces, sizeof *tree->order[axis]);
    }
    tree->spare = scratch_take(scratch, faces, sizeof *tree->spare);
    tree->is_second = scratch_take(scratch, faces, sizeof *tree->is_second);
    tree->cost = scratch_take(scratch, faces, sizeof *tree->cost);
    return tree->box != NULL && tree->order[0] != NULL && tree->order[1] != NULL && tree->order[2] != NULL &&
           tree->spare != NULL && tree->is_second != NULL && tree->cost != NULL;
}

static void set_boxes(struct tree_build *tree, const struct mesh_build *build)
{
    for (int32_t i = 0; i < build->face_count; ++i) {
        const int32_t *v = build->face[i].vertex;
        const md3_vec a = build->vertex[v[0]], b = build->vertex[v[1]], c = build->vertex[v[2]];
        tree->box[i] = (md3_box){vec_min(a, vec_min(b, c)), vec_max(a, vec_max(b, c))};
    }
}

static bool sort_faces(struct tree_build *tree, struct scratch *scratch, int32_t count)
{
    const int32_t keep = scratch->count;
    struct keyed *items = scratch_take(scratch, (size_t)count, sizeof *items);
    struct keyed *sorting = scratch_take(scratch, (size_t)count, sizeof *sorting);
    if (items == NULL || sorting == NULL) {
        return false;
    }
    for (int32_t axis = 0; axis < 3; ++axis) {
        for (int32_t i = 0; i < count; ++i) {
            const md3_vec twice_center = vec_add(tree->box[i].lower, tree->box[i].upper);
            items[i] = (struct keyed){md_sort_key((double)vec_coordinate(twice_center, axis)), i};
        }
        md_sort_keyed(items, sorting, (size_t)count);
        for (int32_t i = 0; i < count; ++i) {
            tree->order[axis][i] = items[i].item;
        }
    }
    scratch_free(scratch, keep);
    return true;
}

/* Puts the faces and their normals into the order of the leaves. */
static bool reorder(struct mesh_build *build, const int32_t *order)
{
    const size_t count = (size_t)build->face_count;
    const int32_t keep = build->scratch->count;
    struct mesh_face *face = scratch_take(build->scratch, count, sizeof *face);
    md3_vec *normal = scratch_take(build->scratch, count, sizeof *normal);
    if (face == NULL || normal == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        face[i] = build->face[i];
        normal[i] = build->normal[i];
    }
    for (size_t i = 0; i < count; ++i) {
        build->face[i] = face[order[i]];
        build->normal[i] = normal[order[i]];
    }
    scratch_free(build->scratch, keep);
    return true;
}

bool md3_mesh_build_tree(struct mesh_build *build)
{
    const int32_t keep = build->scratch->count;
    struct tree_build tree = {.node = build->node};
    if (!tree_allocate(&tree, build->scratch, (size_t)build->face_count)) {
        return false;
    }
    set_boxes(&tree, build);
    if (!sort_faces(&tree, build->scratch, build->face_count)) {
        return false;
    }
    build_node(&tree, 0, build->face_count);
    build->node_count = tree.node_count;
    const bool done = reorder(build, tree.order[0]);
    scratch_free(build->scratch, keep);
    return done;
}
