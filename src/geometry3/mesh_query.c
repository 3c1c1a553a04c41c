/* Queries of triangle meshes: triangles in a box, and rays. */
#include "geometry3/mesh.h"
#include "geometry3/triangle_ray.h"
#include "spatial/box_cast3.h"

/* A node has a quarter of the faces of its parent at least, so that a tree of 2^29 faces is at most 71 high. */
#define STACK 80

/* ---- Triangles in a box ------------------------------------------------------------------------------------------ */

static void fill_triangle(struct triangle3 *triangle, const md3_mesh *mesh, int32_t index)
{
    const struct mesh_face *face = &mesh->face[index];
    triangle->normal = mesh->normal[index];
    triangle->index = index;
    triangle->flags = face->flags;
    triangle->one_sided = mesh->one_sided;
    for (int32_t k = 0; k < 3; ++k) {
        const int32_t neighbour = face->neighbour[k];
        const md3_vec across = mesh->normal[neighbour >= 0 ? neighbour : index];
        triangle->vertex[k] = face->vertex[k];
        triangle->corner[k] = mesh->vertex[face->vertex[k]];
        triangle->neighbour_normal[k] = (face->is_turned >> k & 1) != 0 ? vec_negative(across) : across;
    }
}

static bool face_overlaps(const md3_mesh *mesh, int32_t index, md3_box box)
{
    const int32_t *v = mesh->face[index].vertex;
    const md3_vec a = mesh->vertex[v[0]], b = mesh->vertex[v[1]], c = mesh->vertex[v[2]];
    return box_overlaps(box, (md3_box){vec_min(a, vec_min(b, c)), vec_max(a, vec_max(b, c))});
}

/* Visits the faces of a leaf. Returns false if the visitor ends the search. */
static bool visit_leaf(const md3_mesh *mesh, const struct mesh_node *leaf, md3_box box, md3_triangle_visit *visit,
                       void *user)
{
    for (int32_t i = leaf->first; i < leaf->first + leaf->count; ++i) {
        if (face_overlaps(mesh, i, box)) {
            struct triangle3 triangle;
            fill_triangle(&triangle, mesh, i);
            if (!visit(user, &triangle)) {
                return false;
            }
        }
    }
    return true;
}

void md3_mesh_visit(const md3_mesh *mesh, md3_box box, md3_triangle_visit *visit, void *user)
{
    int32_t stack[STACK];
    int32_t pending = 0;
    stack[pending++] = 0;
    while (pending > 0) {
        const int32_t index = stack[--pending];
        const struct mesh_node *node = &mesh->node[index];
        if (!box_overlaps(node->box, box)) {
            continue;
        }
        if (node->count == 0) {
            stack[pending++] = node->first;
            stack[pending++] = index + 1;
        } else if (!visit_leaf(mesh, node, box, visit, user)) {
            return;
        }
    }
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

/* A ray on its way through the tree. */
struct ray_walk {
    struct triangle_ray test; /* its ray ends at the best hit */
    md3_vec inverse;
    int32_t pending;
    int32_t stack[STACK];
    md_real enter[STACK]; /* fraction at which the node of the same entry is hit */
};

/* Returns the fraction at which a node is hit, or -1. */
static md_real node_enter(const struct ray_walk *walk, const struct mesh_node *node)
{
    const md3_box origin = {walk->test.ray.origin, walk->test.ray.origin};
    const struct slab t = box_cast(origin, walk->inverse, walk->test.ray.max_fraction, node->box);
    return slab_not_after(t.enter, t.leave) ? t.enter : -1;
}

static void push(struct ray_walk *walk, int32_t node, md_real enter)
{
    if (enter >= 0) {
        walk->stack[walk->pending] = node;
        walk->enter[walk->pending++] = enter;
    }
}

/* Pushes the nearer child last, so that it is visited first. */
static void push_children(struct ray_walk *walk, const md3_mesh *mesh, int32_t index)
{
    const int32_t child[2] = {index + 1, mesh->node[index].first};
    const md_real enter[2] = {node_enter(walk, &mesh->node[child[0]]), node_enter(walk, &mesh->node[child[1]])};
    const int32_t nearer = enter[1] < enter[0];
    push(walk, child[1 - nearer], enter[1 - nearer]);
    push(walk, child[nearer], enter[nearer]);
}

static void walk_leaf(struct ray_walk *walk, const md3_mesh *mesh, const struct mesh_node *leaf)
{
    for (int32_t i = leaf->first; i < leaf->first + leaf->count; ++i) {
        const int32_t *v = mesh->face[i].vertex;
        const md3_vec corner[3] = {mesh->vertex[v[0]], mesh->vertex[v[1]], mesh->vertex[v[2]]};
        triangle_ray_test(&walk->test, corner, i);
    }
    if (walk->test.best.hit) {
        walk->test.ray.max_fraction = walk->test.best.fraction;
    }
}

md3_ray_hit md3_mesh_ray(const md3_mesh *mesh, md3_ray ray)
{
    struct ray_walk walk = {.test = triangle_ray_start(ray, mesh->one_sided), .inverse = cast_inverse(ray.translation)};
    push(&walk, 0, node_enter(&walk, &mesh->node[0]));
    while (walk.pending > 0) {
        const int32_t index = walk.stack[--walk.pending];
        if (!slab_not_after(walk.enter[walk.pending], walk.test.ray.max_fraction)) {
            continue; /* a nearer hit was found after the node was pushed */
        }
        if (mesh->node[index].count == 0) {
            push_children(&walk, mesh, index);
        } else {
            walk_leaf(&walk, mesh, &mesh->node[index]);
        }
    }
    return walk.test.best;
}

/* ---- Meshes and height fields ------------------------------------------------------------------------------------ */

void md3_geometry_triangles(const md3_geometry *geometry, md3_box box, md3_triangle_visit *visit, void *user)
{
    if (geometry->type == MD3_MESH) {
        md3_mesh_visit(geometry->mesh, box, visit, user);
    } else if (geometry->type == MD3_HEIGHT_FIELD) {
        md3_height_field_visit(geometry->height_field, box, visit, user);
    }
}
