#include "draw/solid_mesh.h"

#include <stdlib.h>

/* Doubles the capacity of an array if it is full. Returns false without memory. */
static bool grow(struct solid_mesh *mesh, void **array, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t larger = count < 32 ? 64 : 2 * count;
    void *grown = realloc(*array, larger * size);
    if (grown == NULL) {
        mesh->failed = true;
        return false;
    }
    *array = grown;
    *capacity = larger;
    return true;
}

uint32_t solid_mesh_vertex(struct solid_mesh *mesh, md3_vec position, md3_vec normal)
{
    void *array = mesh->vertices;
    const bool fits = grow(mesh, &array, &mesh->vertex_capacity, mesh->vertex_count, sizeof *mesh->vertices);
    mesh->vertices = array;
    if (!fits) {
        return 0;
    }
    mesh->vertices[mesh->vertex_count] = (struct render3_vertex){
        {(float)position.x, (float)position.y, (float)position.z}, {(float)normal.x, (float)normal.y, (float)normal.z}};
    return (uint32_t)mesh->vertex_count++;
}

static void add_indices(struct solid_mesh *mesh, uint32_t **list, size_t *capacity, size_t used, const uint32_t *values,
                        size_t count)
{
    void *array = *list;
    const bool fits = grow(mesh, &array, capacity, used + count, sizeof(uint32_t));
    *list = array;
    for (size_t i = 0; fits && i < count; ++i) {
        (*list)[used + i] = values[i];
    }
}

void solid_mesh_triangle(struct solid_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corners[] = {a, b, c};
    add_indices(mesh, &mesh->triangles, &mesh->triangle_capacity, 3 * mesh->triangle_count, corners, 3);
    mesh->triangle_count += !mesh->failed;
}

void solid_mesh_edge(struct solid_mesh *mesh, uint32_t a, uint32_t b)
{
    const uint32_t ends[] = {a, b};
    add_indices(mesh, &mesh->edges, &mesh->edge_capacity, 2 * mesh->edge_count, ends, 2);
    mesh->edge_count += !mesh->failed;
}

void solid_mesh_free(struct solid_mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->triangles);
    free(mesh->edges);
    *mesh = (struct solid_mesh){0};
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

static md3_vec corner_of(const struct solid *solid, int32_t triangle, int corner)
{
    return solid->vertices[solid->triangles[3 * (size_t)triangle + (size_t)corner]];
}

static md3_vec normal_of(const struct solid *solid, int32_t triangle)
{
    const md3_vec a = corner_of(solid, triangle, 0);
    return md3_vec_normalize(
        md3_vec_cross(md3_vec_sub(corner_of(solid, triangle, 1), a), md3_vec_sub(corner_of(solid, triangle, 2), a)));
}

/* Flat triangles, moved outward by the rounding radius. */
static void add_faces(struct solid_mesh *mesh, const struct solid *solid)
{
    for (int32_t i = 0; i < solid->triangle_count; ++i) {
        const md3_vec normal = normal_of(solid, i);
        uint32_t corner[3];
        for (int k = 0; k < 3; ++k) {
            corner[k] =
                solid_mesh_vertex(mesh, md3_vec_add_scaled(corner_of(solid, i, k), solid->radius, normal), normal);
        }
        solid_mesh_triangle(mesh, corner[0], corner[1], corner[2]);
    }
}

/* A smooth surface: the normal of a vertex is the mean over its triangles, by their area. */
static void add_smooth_faces(struct solid_mesh *mesh, const struct solid *solid)
{
    md3_vec *sums = calloc((size_t)solid->vertex_count + 1, sizeof *sums);
    if (sums == NULL) {
        mesh->failed = true;
        return;
    }
    for (int32_t i = 0; i < solid->triangle_count; ++i) {
        const md3_vec a = corner_of(solid, i, 0);
        const md3_vec area =
            md3_vec_cross(md3_vec_sub(corner_of(solid, i, 1), a), md3_vec_sub(corner_of(solid, i, 2), a));
        for (int k = 0; k < 3; ++k) {
            md3_vec *sum = &sums[solid->triangles[3 * (size_t)i + (size_t)k]];
            *sum = md3_vec_add(*sum, area);
        }
    }
    const uint32_t first = (uint32_t)mesh->vertex_count;
    for (int32_t i = 0; i < solid->vertex_count; ++i) {
        solid_mesh_vertex(mesh, solid->vertices[i], md3_vec_normalize(sums[i]));
    }
    for (int32_t i = 0; i < solid->triangle_count; ++i) {
        const int32_t *corner = solid->triangles + 3 * (size_t)i;
        solid_mesh_triangle(mesh, first + (uint32_t)corner[0], first + (uint32_t)corner[1],
                            first + (uint32_t)corner[2]);
    }
    free(sums);
}

/* ---- Edges of hulls ---------------------------------------------------------------------------------------------- */

struct half_edge {
    int32_t low, high; /* vertices */
    int32_t triangle;
};

static int compare_half_edges(const void *left, const void *right)
{
    const struct half_edge *a = left;
    const struct half_edge *b = right;
    if (a->low != b->low) {
        return a->low < b->low ? -1 : 1;
    }
    if (a->high != b->high) {
        return a->high < b->high ? -1 : 1;
    }
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

/* A strip around an edge of a rounded hull, from the normal of one face to that of the other. */
static void round_edge(struct solid_mesh *mesh, const struct solid *solid, const struct half_edge *edge,
                       const md3_vec normal[2], int segments)
{
    const int steps = segments / 8 > 1 ? segments / 8 : 1;
    uint32_t before[2] = {0, 0};
    for (int i = 0; i <= steps; ++i) {
        const md3_vec n = md3_vec_normalize(md3_vec_lerp(normal[0], normal[1], (md_real)i / (md_real)steps));
        const uint32_t now[2] = {
            solid_mesh_vertex(mesh, md3_vec_add_scaled(solid->vertices[edge->low], solid->radius, n), n),
            solid_mesh_vertex(mesh, md3_vec_add_scaled(solid->vertices[edge->high], solid->radius, n), n)};
        if (i > 0) {
            solid_mesh_triangle(mesh, before[0], before[1], now[1]);
            solid_mesh_triangle(mesh, before[0], now[1], now[0]);
        }
        before[0] = now[0];
        before[1] = now[1];
    }
}

static void add_edge(struct solid_mesh *mesh, const struct solid *solid, const struct half_edge *edge, int segments)
{
    const md3_vec normal[2] = {normal_of(solid, edge[0].triangle), normal_of(solid, edge[1].triangle)};
    if (md3_vec_dot(normal[0], normal[1]) > (md_real)0.9995) {
        return; /* inside a face */
    }
    if (solid->radius > 0) {
        round_edge(mesh, solid, edge, normal, segments);
        return;
    }
    const uint32_t a = solid_mesh_vertex(mesh, solid->vertices[edge->low], normal[0]);
    solid_mesh_edge(mesh, a, solid_mesh_vertex(mesh, solid->vertices[edge->high], normal[0]));
}

/* The edges between two triangles: dark lines, or strips if the hull is rounded. */
static void add_edges(struct solid_mesh *mesh, const struct solid *solid, int segments)
{
    const size_t count = 3 * (size_t)solid->triangle_count;
    struct half_edge *edges = calloc(count + 1, sizeof *edges);
    if (edges == NULL) {
        mesh->failed = true;
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t from = solid->triangles[i];
        const int32_t to = solid->triangles[i / 3 * 3 + (i + 1) % 3];
        edges[i] = (struct half_edge){from < to ? from : to, from < to ? to : from, (int32_t)(i / 3)};
    }
    qsort(edges, count, sizeof *edges, compare_half_edges);
    for (size_t i = 0; i + 1 < count; ++i) {
        if (edges[i].low == edges[i + 1].low && edges[i].high == edges[i + 1].high) {
            add_edge(mesh, solid, &edges[i], segments);
        }
    }
    free(edges);
}

static void add_hull(struct solid_mesh *mesh, const struct solid *solid, int segments)
{
    add_faces(mesh, solid);
    add_edges(mesh, solid, segments);
    for (int32_t i = 0; solid->radius > 0 && i < solid->vertex_count; ++i) {
        const struct solid corner = {
            .type = MD3_SPHERE, .point = {solid->vertices[i], solid->vertices[i]}, .radius = solid->radius};
        solid_mesh_revolve(mesh, &corner, segments / 2);
    }
}

void solid_mesh_add(struct solid_mesh *mesh, const struct solid *solid, int segments)
{
    switch (solid->type) {
    case MD3_HULL: add_hull(mesh, solid, segments); break;
    case MD3_MESH: add_faces(mesh, solid); break;
    case MD3_HEIGHT_FIELD: add_smooth_faces(mesh, solid); break;
    case MD3_SPHERE:
    case MD3_CAPSULE:
    case MD3_CYLINDER:
    case MD3_CONE: solid_mesh_revolve(mesh, solid, segments); break;
    default: break;
    }
}
