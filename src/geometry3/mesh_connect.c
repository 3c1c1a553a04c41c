/* Neighbours of the triangles of a mesh, and whether their edges are convex.
 *
 * The edges of all triangles are sorted by their two vertices. Two triangles with the same edge are neighbours if they pass
 * it in opposite directions. If they pass it in the same direction, one of them is turned over: in a mesh that collides
 * on both sides they are neighbours, with the normal reversed. An edge of more than two triangles counts as a border of
 * each.
 */
#include "base/sort.h"
#include "geometry3/mesh_build.h"

#define NO_NEIGHBOUR (-1)

/* ---- Flags ------------------------------------------------------------------------------------------------------- */

uint8_t md3_edge_flags(int32_t k, const md3_vec corner[3], md3_vec normal, md3_vec neighbour_normal)
{
    const md3_vec along = vec_unit(vec_sub(corner[(k + 1) % 3], corner[k]), NULL);
    const md3_vec outward = vec_cross(along, normal);
    const md_real sine = vec_dot(neighbour_normal, outward);
    /* Two triangles back to back have a sharp edge. */
    const bool is_folded = vec_dot(normal, neighbour_normal) < 0 && sine > -MD3_FLAT_EDGE_SINE;
    return sine > MD3_FLAT_EDGE_SINE || is_folded ? (uint8_t)(MD3_EDGE_CONVEX_0 << k) : 0;
}

static uint8_t border_flags(int32_t k)
{
    return (uint8_t)(MD3_EDGE_CONVEX_0 << k | MD3_EDGE_BORDER_0 << k);
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/* The end of edge `edge % 3` of face `edge / 3`. */
static int32_t edge_end(const struct mesh_build *build, int32_t edge, int32_t end)
{
    return build->face[edge / 3].vertex[(edge % 3 + end) % 3];
}

/* The same for both directions. */
static uint64_t edge_key(const struct mesh_build *build, int32_t edge)
{
    const uint32_t a = (uint32_t)edge_end(build, edge, 0), b = (uint32_t)edge_end(build, edge, 1);
    return (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
}

static void set_neighbour(struct mesh_build *build, int32_t edge, int32_t other, bool is_turned)
{
    struct mesh_face *face = &build->face[edge / 3];
    face->neighbour[edge % 3] = other / 3;
    face->is_turned = (uint8_t)(face->is_turned | is_turned << edge % 3);
}

/* Connects the triangles of one edge. */
static void connect_edge(struct mesh_build *build, const struct keyed *edges, size_t count)
{
    if (count != 2) {
        return;
    }
    const int32_t a = edges[0].item, b = edges[1].item;
    const bool is_turned = edge_end(build, a, 0) == edge_end(build, b, 0);
    if (!is_turned || !build->def->one_sided) {
        set_neighbour(build, a, b, is_turned);
        set_neighbour(build, b, a, is_turned);
    }
}

static void set_flags(struct mesh_build *build)
{
    for (int32_t i = 0; i < build->face_count; ++i) {
        struct mesh_face *face = &build->face[i];
        const md3_vec corner[3] = {build->vertex[face->vertex[0]], build->vertex[face->vertex[1]],
                                   build->vertex[face->vertex[2]]};
        for (int32_t k = 0; k < 3; ++k) {
            uint8_t flags = border_flags(k);
            if (face->neighbour[k] != NO_NEIGHBOUR) {
                const md3_vec across = build->normal[face->neighbour[k]];
                const bool is_turned = (face->is_turned >> k & 1) != 0;
                flags = md3_edge_flags(k, corner, build->normal[i], is_turned ? vec_negative(across) : across);
            }
            face->flags = (uint8_t)(face->flags | flags);
        }
    }
}

bool md3_mesh_connect(struct mesh_build *build)
{
    const size_t count = 3 * (size_t)build->face_count;
    const int32_t keep = build->scratch->count;
    struct keyed *edges = scratch_take(build->scratch, count, sizeof *edges);
    struct keyed *sorting = scratch_take(build->scratch, count, sizeof *sorting);
    if (edges == NULL || sorting == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        edges[i] = (struct keyed){edge_key(build, (int32_t)i), (int32_t)i};
        build->face[i / 3].neighbour[i % 3] = NO_NEIGHBOUR;
    }
    md_sort_keyed(edges, sorting, count);
    for (size_t first = 0, end = 0; first < count; first = end) {
        for (end = first + 1; end < count && edges[end].key == edges[first].key;) {
            ++end;
        }
        connect_edge(build, &edges[first], end - first);
    }
    scratch_free(build->scratch, keep);
    set_flags(build);
    return true;
}
