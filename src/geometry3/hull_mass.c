/* Volume, centroid and inertia of a polyhedron: the sum over tetrahedra between one inner point and the triangles of its
 * faces. */
#include "geometry3/quickhull.h"
#include "geometry3/vec3.h"

/* Integrals over a volume, about the inner point. */
struct integrals {
    double volume;         /* of 1, m^3 */
    struct dvec first;     /* of x, y, z, m^4 */
    struct dvec squares;   /* of x^2, y^2, z^2, m^5 */
    struct dvec products;  /* of y z, z x, x y, m^5 */
    double area;           /* of the surface, m^2 */
    struct dvec reference; /* the inner point, m */
};

/* Adds the tetrahedron between the inner point and the triangle a, b, c. With s the sum of its corners, the integral of
 * x y is V / 20 (s_x s_y + a_x a_y + b_x b_y + c_x c_y), and similarly for the others. */
static void add_tetrahedron(struct integrals *sum, struct dvec a, struct dvec b, struct dvec c)
{
    const struct dvec cross = dvec_cross(dvec_sub(b, a), dvec_sub(c, a));
    const double volume = dvec_dot(a, cross) / 6, v = volume / 20;
    const struct dvec s = dvec_add(a, dvec_add(b, c));
    sum->area += dvec_length(cross) / 2;
    sum->volume += volume;
    sum->first = dvec_add(sum->first, dvec_scale(volume / 4, s));
    sum->squares.x += v * (s.x * s.x + a.x * a.x + b.x * b.x + c.x * c.x);
    sum->squares.y += v * (s.y * s.y + a.y * a.y + b.y * b.y + c.y * c.y);
    sum->squares.z += v * (s.z * s.z + a.z * a.z + b.z * b.z + c.z * c.z);
    sum->products.x += v * (s.y * s.z + a.y * a.z + b.y * b.z + c.y * c.z);
    sum->products.y += v * (s.z * s.x + a.z * a.x + b.z * b.x + c.z * c.x);
    sum->products.z += v * (s.x * s.y + a.x * a.y + b.x * b.y + c.x * c.y);
}

static struct dvec vertex_from(const md3_hull *hull, int32_t edge, struct dvec reference)
{
    return dvec_sub(dvec_of(hull->vertex[hull->half_edge[edge].origin]), reference);
}

static void add_face(struct integrals *sum, const md3_hull *hull, int32_t face)
{
    const int32_t first = hull->face_edge[face];
    const struct dvec a = vertex_from(hull, first, sum->reference);
    int32_t edge = hull->half_edge[first].next;
    for (int32_t next = hull->half_edge[edge].next; next != first; next = hull->half_edge[next].next) {
        add_tetrahedron(sum, a, vertex_from(hull, edge, sum->reference), vertex_from(hull, next, sum->reference));
        edge = next;
    }
}

static struct integrals integrate(const md3_hull *hull)
{
    struct integrals sum = {.volume = 0};
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        sum.reference = dvec_add(sum.reference, dvec_scale(1.0 / hull->vertex_count, dvec_of(hull->vertex[i])));
    }
    for (int32_t face = 0; face < hull->face_count; ++face) {
        add_face(&sum, hull, face);
    }
    return sum;
}

/* The inertia about the centroid, which is at c from the reference point: the trace of the second moments, minus the second
 * moments, each shifted to the centroid (Steiner). */
static md3_mat inertia_about(const struct integrals *sum, struct dvec c)
{
    const double xx = sum->squares.x - sum->volume * c.x * c.x;
    const double yy = sum->squares.y - sum->volume * c.y * c.y;
    const double zz = sum->squares.z - sum->volume * c.z * c.z;
    const md_real yz = (md_real) - (sum->products.x - sum->volume * c.y * c.z);
    const md_real zx = (md_real) - (sum->products.y - sum->volume * c.z * c.x);
    const md_real xy = (md_real) - (sum->products.z - sum->volume * c.x * c.y);
    return (md3_mat){{(md_real)(yy + zz), xy, zx}, {xy, (md_real)(zz + xx), yz}, {zx, yz, (md_real)(xx + yy)}};
}

void md3_hull_set_mass(md3_hull *hull)
{
    const struct integrals sum = integrate(hull);
    const struct dvec offset = dvec_scale(1 / sum.volume, sum.first);
    const struct dvec centroid = dvec_add(sum.reference, offset);
    hull->volume = (md_real)sum.volume;
    hull->surface_area = (md_real)sum.area;
    hull->centroid = vec((md_real)centroid.x, (md_real)centroid.y, (md_real)centroid.z);
    hull->inertia = inertia_about(&sum, offset);
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
