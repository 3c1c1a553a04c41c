/* A hull from polygons: half-edges, planes, mass and inner core, verified to be closed and convex. */
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "geometry3/quickhull.h"
#include "geometry3/vec3.h"

#define NO_EDGE (-1)

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Allocates a hull with room for its arrays, from those with the strictest alignment on. */
static md3_hull *allocate_hull(const md_allocator *allocator, int32_t vertices, int32_t half_edges, int32_t faces)
{
    const size_t plane_at = sizeof(md3_hull) + (size_t)vertices * sizeof(md3_vec);
    const size_t half_edge_at = plane_at + (size_t)faces * sizeof(struct plane3);
    const size_t face_edge_at = half_edge_at + (size_t)half_edges * sizeof(struct half_edge);
    const size_t vertex_edge_at = face_edge_at + (size_t)faces * sizeof(int16_t);
    const size_t bytes = vertex_edge_at + (size_t)vertices * sizeof(int16_t);
    char *memory = allocator->resize(allocator->user, NULL, 0, bytes);
    if (memory == NULL) {
        return NULL;
    }
    md3_hull *hull = (md3_hull *)(void *)memory;
    *hull = (md3_hull){.allocator = *allocator,
                       .bytes = bytes,
                       .vertex_count = vertices,
                       .half_edge_count = half_edges,
                       .face_count = faces,
                       .vertex = (md3_vec *)(void *)(memory + sizeof(md3_hull)),
                       .plane = (struct plane3 *)(void *)(memory + plane_at),
                       .half_edge = (struct half_edge *)(void *)(memory + half_edge_at),
                       .face_edge = (int16_t *)(void *)(memory + face_edge_at),
                       .vertex_edge = (int16_t *)(void *)(memory + vertex_edge_at)};
    return hull;
}

void md3_hull_destroy(md3_hull *hull)
{
    if (hull != NULL && references_remove(&hull->references)) {
        const md_allocator allocator = hull->allocator;
        if (hull->inner != NULL) { /* a hull that is refused has none yet */
            allocator.resize(allocator.user, hull->inner, (size_t)hull->inner_count * sizeof *hull->inner, 0);
        }
        allocator.resize(allocator.user, hull, hull->bytes, 0);
    }
}

/* ---- Half-edges -------------------------------------------------------------------------------------------------- */

/* The half-edge between each pair of vertices. */
struct edge_table {
    int16_t at[MD3_MAX_VERTICES][MD3_MAX_VERTICES];
};

/* Returns corner `index` of a face. */
static int32_t polygon_corner(const struct polygons *polygons, int32_t face, int32_t index)
{
    const int32_t first = polygons->first[face], count = polygons->first[face + 1] - first;
    return polygons->corner[first + index % count];
}

/* Numbers the half-edges: an edge and its twin are 2 k and 2 k + 1, and edges are in the order in which the faces first
 * have them. Returns false if an edge occurs twice, or has no twin. */
static bool number_edges(const struct polygons *polygons, struct edge_table *table)
{
    int32_t count = 0;
    memset(table->at, 0xff, sizeof table->at); /* NO_EDGE */
    for (int32_t face = 0; face < polygons->face_count; ++face) {
        for (int32_t i = 0; i < polygons->first[face + 1] - polygons->first[face]; ++i) {
            const int32_t from = polygon_corner(polygons, face, i), to = polygon_corner(polygons, face, i + 1);
            const int32_t twin = table->at[to][from];
            if (table->at[from][to] != NO_EDGE || from == to) {
                return false;
            }
            table->at[from][to] = (int16_t)(twin != NO_EDGE ? half_edge_twin(twin) : count);
            count += twin != NO_EDGE ? 0 : 2;
        }
    }
    return count == polygons->first[polygons->face_count];
}

static void set_half_edges(md3_hull *hull, const struct polygons *polygons, const struct edge_table *table)
{
    for (int32_t face = 0; face < hull->face_count; ++face) {
        for (int32_t i = 0; i < polygons->first[face + 1] - polygons->first[face]; ++i) {
            const int32_t from = polygon_corner(polygons, face, i), to = polygon_corner(polygons, face, i + 1);
            const int32_t after = polygon_corner(polygons, face, i + 2);
            const int16_t edge = table->at[from][to];
            hull->half_edge[edge] = (struct half_edge){(uint8_t)from, (uint8_t)face, table->at[to][after]};
            hull->vertex_edge[from] = edge;
            hull->face_edge[face] = i == 0 ? edge : hull->face_edge[face];
        }
    }
}

/* ---- Planes ------------------------------------------------------------------------------------------------------ */

/* Returns the unit normal of a face, from the sum of the areas of its triangles. */
static struct dvec face_normal(const md3_hull *hull, int32_t face)
{
    const int32_t first = hull->face_edge[face];
    const struct dvec base = dvec_of(hull->vertex[hull->half_edge[first].origin]);
    struct dvec sum = {0, 0, 0};
    int32_t edge = hull->half_edge[first].next;
    for (int32_t next = hull->half_edge[edge].next; next != first; next = hull->half_edge[next].next) {
        const struct dvec a = dvec_sub(dvec_of(hull->vertex[hull->half_edge[edge].origin]), base);
        const struct dvec b = dvec_sub(dvec_of(hull->vertex[hull->half_edge[next].origin]), base);
        sum = dvec_add(sum, dvec_cross(a, b));
        edge = next;
    }
    return dvec_unit(sum);
}

/* No vertex is above a plane: the offset is that of the highest vertex. */
static void set_planes(md3_hull *hull)
{
    for (int32_t face = 0; face < hull->face_count; ++face) {
        const struct dvec n = face_normal(hull, face);
        struct plane3 *plane = &hull->plane[face];
        plane->normal = vec((md_real)n.x, (md_real)n.y, (md_real)n.z);
        plane->offset = -MD_INFINITY;
        for (int32_t i = 0; i < hull->vertex_count; ++i) {
            plane->offset = md_max(plane->offset, vec_dot(plane->normal, hull->vertex[i]));
        }
    }
}

static void set_bounds(md3_hull *hull)
{
    hull->bounds = (md3_box){hull->vertex[0], hull->vertex[0]};
    for (int32_t i = 1; i < hull->vertex_count; ++i) {
        hull->bounds = box_union(hull->bounds, (md3_box){hull->vertex[i], hull->vertex[i]});
    }
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* Returns how far a vertex is below a face, m. */
static md_real depth_below(const md3_hull *hull, int32_t face, int32_t vertex)
{
    return hull->plane[face].offset - vec_dot(hull->plane[face].normal, hull->vertex[vertex]);
}

/* True if all corners of a face are on its plane. */
static bool is_planar(const md3_hull *hull, int32_t face, md_real tolerance)
{
    int32_t edge = hull->face_edge[face];
    do {
        if (!(depth_below(hull, face, hull->half_edge[edge].origin) <= tolerance)) {
            return false;
        }
        edge = hull->half_edge[edge].next;
    } while (edge != hull->face_edge[face]);
    return true;
}

/* True if the faces of an edge turn away from each other. */
static bool is_convex_edge(const md3_hull *hull, int32_t edge)
{
    const struct half_edge *a = &hull->half_edge[edge], *b = &hull->half_edge[half_edge_twin(edge)];
    const struct dvec n_a = dvec_of(hull->plane[a->face].normal), n_b = dvec_of(hull->plane[b->face].normal);
    const struct dvec along = dvec_sub(dvec_of(hull->vertex[b->origin]), dvec_of(hull->vertex[a->origin]));
    return dvec_dot(dvec_cross(n_a, n_b), along) > 0;
}

static bool is_closed_and_convex(const md3_hull *hull, md_real tolerance)
{
    if (hull->vertex_count - hull->half_edge_count / 2 + hull->face_count != 2) {
        return false;
    }
    for (int32_t face = 0; face < hull->face_count; ++face) {
        if (!is_planar(hull, face, tolerance)) {
            return false;
        }
    }
    for (int32_t edge = 0; edge < hull->half_edge_count; edge += 2) {
        if (!is_convex_edge(hull, edge)) {
            return false;
        }
    }
    return true;
}

/* Returns the smallest distance between a face and the vertex farthest from it, m. */
static md_real thickness(const md3_hull *hull)
{
    md_real least = MD_INFINITY;
    for (int32_t face = 0; face < hull->face_count; ++face) {
        md_real deepest = 0;
        for (int32_t i = 0; i < hull->vertex_count; ++i) {
            deepest = md_max(deepest, depth_below(hull, face, i));
        }
        least = md_min(least, deepest);
    }
    return least;
}

static md_status check_hull(const md3_hull *hull, md_real tolerance, md_error *error)
{
    if (!is_closed_and_convex(hull, tolerance)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: the faces are not convex after rounding");
    }
    const md_real least = thickness(hull);
    if (!(least >= MD3_LINEAR_SLOP - tolerance)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: the points are %g m thick, but at least %g m are needed",
                       (double)least, (double)MD3_LINEAR_SLOP);
    }
    return MD_OK;
}

md_status md3_hull_assemble(const md_allocator *allocator, const md3_vec *points, const struct polygons *polygons,
                            md3_hull **hull, md_error *error)
{
    struct edge_table table;
    if (!number_edges(polygons, &table)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "hull: the faces are not closed after rounding");
    }
    md3_hull *made =
        allocate_hull(allocator, polygons->vertex_count, polygons->first[polygons->face_count], polygons->face_count);
    if (made == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    for (int32_t i = 0; i < made->vertex_count; ++i) {
        made->vertex[i] = points[polygons->point[i]];
    }
    set_half_edges(made, polygons, &table);
    set_planes(made);
    set_bounds(made);
    const md_status status = check_hull(made, (md_real)polygons->tolerance, error);
    if (status != MD_OK) {
        md3_hull_destroy(made);
        return status;
    }
    md3_hull_set_mass(made);
    if (md3_hull_set_inner(made) != MD_OK) {
        md3_hull_destroy(made);
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    *hull = made;
    return MD_OK;
}
