/* Volume, centroid and inertia of a polyhedron: the sum over tetrahedra between one inner point and the triangles of its
 * faces. */
#include "geometry3/quickhull.h"
#include "geometry3/vec3.h"

/* Adds the tetrahedron between the origin and the triangle a, b, c. With s the sum of its corners, the integral of x x^T is
 * V / 20 (s s^T + a a^T + b b^T + c c^T). Returns the area of the triangle, m^2. */
static double add_tetrahedron(struct moments *sum, struct dvec a, struct dvec b, struct dvec c)
{
    const struct dvec cross = dvec_cross(dvec_sub(b, a), dvec_sub(c, a));
    const double volume = dvec_dot(a, cross) / 6;
    const struct dvec s = dvec_add(a, dvec_add(b, c));
    sum->volume += volume;
    sum->first = dvec_add(sum->first, dvec_scale(volume / 4, s));
    moments_add_square(sum, volume / 20, s);
    moments_add_square(sum, volume / 20, a);
    moments_add_square(sum, volume / 20, b);
    moments_add_square(sum, volume / 20, c);
    return dvec_length(cross) / 2;
}

static struct dvec vertex_from(const md3_hull *hull, int32_t edge, struct dvec origin)
{
    return dvec_sub(dvec_of(hull->vertex[hull->half_edge[edge].origin]), origin);
}

/* Adds the tetrahedra of a face. Returns its area. */
static double add_face(struct moments *sum, const md3_hull *hull, int32_t face, struct dvec origin)
{
    const int32_t first = hull->face_edge[face];
    const struct dvec a = vertex_from(hull, first, origin);
    double area = 0;
    int32_t edge = hull->half_edge[first].next;
    for (int32_t next = hull->half_edge[edge].next; next != first; next = hull->half_edge[next].next) {
        area += add_tetrahedron(sum, a, vertex_from(hull, edge, origin), vertex_from(hull, next, origin));
        edge = next;
    }
    return area;
}

static struct dvec mean_of_vertices(const md3_hull *hull)
{
    struct dvec sum = {0, 0, 0};
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        sum = dvec_add(sum, dvec_of(hull->vertex[i]));
    }
    return dvec_scale(1.0 / hull->vertex_count, sum);
}

void md3_hull_set_mass(md3_hull *hull)
{
    struct moments sum = {.volume = 0};
    double area = 0;
    const struct dvec origin = mean_of_vertices(hull);
    for (int32_t face = 0; face < hull->face_count; ++face) {
        area += add_face(&sum, hull, face, origin);
    }
    hull->volume = (md_real)sum.volume;
    hull->surface_area = (md_real)area;
    hull->centroid = dvec_to_vec(dvec_add(origin, dvec_scale(1 / sum.volume, sum.first)));
    hull->inertia = moments_inertia(&sum);
    hull->inscribed_radius = MD_INFINITY;
    for (int32_t face = 0; face < hull->face_count; ++face) {
        const struct plane3 *plane = &hull->plane[face];
        const md_real distance = plane->offset - vec_dot(plane->normal, hull->centroid);
        hull->inscribed_radius = md_min(hull->inscribed_radius, distance);
    }
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        hull->max_extent = md_max(hull->max_extent, vec_length(vec_sub(hull->vertex[i], hull->centroid)));
    }
}
