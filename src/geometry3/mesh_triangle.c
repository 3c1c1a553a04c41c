/* Triangles of meshes as flat hulls. */
#include "geometry3/mesh_triangle.h"

/** Sine of the angle below which a normal does not lean over an edge. */
#define MIN_LEAN ((md_real)1e-4)


static void fill_topology(struct mesh_triangle *triangle)
{
    for (int32_t k = 0; k < 3; ++k) {
        const int32_t next = (k + 1) % 3, before = (k + 2) % 3;
        triangle->half_edge[2 * k] = (struct half_edge){(uint8_t)k, 0, (int16_t)(2 * next)};
        triangle->half_edge[2 * k + 1] = (struct half_edge){(uint8_t)next, 1, (int16_t)(2 * before + 1)};
        triangle->vertex_edge[k] = (int16_t)(2 * k);
    }
    triangle->face_edge[0] = 0;
    triangle->face_edge[1] = 1;
}

static void fill_hull(struct mesh_triangle *triangle)
{
    md3_hull *hull = &triangle->hull;
    const md3_vec *vertex = triangle->vertex;
    *hull = (md3_hull){.vertex_count = 3, .half_edge_count = 6, .face_count = 2};
    hull->vertex = triangle->vertex;
    hull->half_edge = triangle->half_edge;
    hull->face_edge = triangle->face_edge;
    hull->vertex_edge = triangle->vertex_edge;
    hull->plane = triangle->plane;
    hull->centroid = vec_scale((md_real)(1.0 / 3), vec_add(vertex[0], vec_add(vertex[1], vertex[2])));
    for (int32_t k = 0; k < 3; ++k) {
        hull->max_extent = md_max(hull->max_extent, md3_vec_distance(hull->centroid, vertex[k]));
    }
}

/** Copies the corners and edges, in reverse order if the triangle is seen from the back. */
static void fill_edges(struct mesh_triangle *triangle, const struct triangle3 *from, md3_vec origin, bool from_back)
{
    const md_real sign = from_back ? -1 : 1;
    const md3_vec normal = vec_scale(sign, from->normal);
    for (int32_t k = 0; k < 3; ++k) {
        const int32_t corner = from_back ? (3 - k) % 3 : k; /* 0, 2, 1 */
        const int32_t edge = from_back ? 2 - k : k;         /* from corner k to the next one */
        triangle->vertex[k] = vec_sub(from->corner[corner], origin);
        triangle->index[k] = from->vertex[corner];
        triangle->neighbour[k] = vec_scale(sign, from->neighbour_normal[edge]);
        triangle->is_border[k] = (from->flags >> edge & MD3_EDGE_BORDER_0) != 0;
        triangle->is_convex[k] = (from->flags >> edge & MD3_EDGE_CONVEX_0) != 0;
    }
    for (int32_t k = 0; k < 3; ++k) {
        const md3_vec along = vec_sub(triangle->vertex[(k + 1) % 3], triangle->vertex[k]);
        triangle->outward[k] = vec_unit(vec_cross(along, normal), NULL);
        if (from_back && !triangle->is_border[k]) {
            triangle->is_convex[k] = vec_dot(triangle->neighbour[k], triangle->outward[k]) > MD3_FLAT_EDGE_SINE;
        }
    }
    const md_real offset = vec_dot(normal, triangle->vertex[0]);
    triangle->plane[0] = (struct plane3){normal, offset};
    triangle->plane[1] = (struct plane3){vec_negative(normal), -offset};
}

bool md3_mesh_triangle_fill(struct mesh_triangle *triangle, const struct triangle3 *from, md3_vec origin)
{
    const bool from_back = vec_dot(from->normal, vec_sub(from->corner[0], origin)) > 0;
    if (from_back && from->one_sided) {
        return false;
    }
    fill_topology(triangle);
    fill_edges(triangle, from, origin, from_back);
    fill_hull(triangle);
    triangle->triangle = from->index;
    return true;
}

enum normal_range md3_mesh_triangle_range(const struct mesh_triangle *triangle, md3_vec normal)
{
    bool leans = false;
    for (int32_t k = 0; k < 3; ++k) {
        const md_real lean = vec_dot(normal, triangle->outward[k]);
        if (lean <= (triangle->is_convex[k] ? MIN_LEAN : FLAT_SINE)) {
            continue;
        }
        if (!triangle->is_convex[k]) {
            return NORMAL_OUTSIDE;
        }
        const md3_vec along = vec_sub(triangle->vertex[(k + 1) % 3], triangle->vertex[k]);
        /* Beyond the edge the surface goes on along this direction: in the plane of the neighbour, or, at a border, straight
         * down. */
        const md3_vec onward = triangle->is_border[k] ? triangle->plane[1].normal
                                                      : vec_unit(vec_cross(along, triangle->neighbour[k]), NULL);
        if (vec_dot(normal, onward) > MIN_LEAN) {
            return NORMAL_OUTSIDE;
        }
        leans = true;
    }
    if (leans) {
        return NORMAL_OF_EDGE;
    }
    return vec_dot(normal, triangle->plane[0].normal) > 0 ? NORMAL_OF_FACE : NORMAL_OUTSIDE;
}

/* ---- Ids --------------------------------------------------------------------------------------------------------- */

/** Scatters a number over 32 bits (the finalizer of MurmurHash3). */
static uint32_t scatter(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

uint32_t md3_mesh_triangle_id(const struct mesh_triangle *triangle, uint32_t id)
{
    const uint32_t feature = id >> 16, other = id & 0xffff;
    if (feature >= feature_of_face(0)) {
        return other;
    }
    const bool is_vertex = feature < 3;
    const uint32_t k = is_vertex ? feature : feature - feature_of_edge(0);
    const uint32_t from = (uint32_t)triangle->index[k];
    const uint32_t to = is_vertex ? from : (uint32_t)triangle->index[(k + 1) % 3];
    const uint32_t lower = from < to ? from : to, upper = from < to ? to : from;
    return scatter(scatter(lower) + upper) ^ scatter(other + 1);
}
