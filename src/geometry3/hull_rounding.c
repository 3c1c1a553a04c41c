/* The integrals over a rounded hull, in closed form.
 *
 * A point of the rounding is x + t n: x is on the surface of the hull, n a unit normal there, and t runs from 0 to the
 * radius r. The rounding consists of a prism over each face, a sector of a cylinder along each edge, where n turns by the
 * angle theta between the normals of the two faces, and a sector of a ball at each vertex, where n covers a solid angle.
 * The volume is Steiner's polynomial of r, and the other integrals are polynomials of the same kind. In the first moments,
 * the integrals of t n alone are left out: over all faces, over all edges and over all vertices they cancel, because the
 * surface is closed.
 */
#include "base/angle.h"
#include "geometry3/mass.h"

/* The angle between two vectors. */
static double angle_between(struct dvec a, struct dvec b)
{
    return md_angle(dvec_length(dvec_cross(a, b)), dvec_dot(a, b));
}

static struct dvec vertex_from(const md3_hull *hull, int32_t edge, struct dvec origin)
{
    return dvec_sub(dvec_of(hull->vertex[hull->half_edge[edge].origin]), origin);
}

static struct dvec normal_of(const md3_hull *hull, int32_t edge)
{
    return dvec_of(hull->plane[hull->half_edge[edge].face].normal);
}

/* ---- The hull itself --------------------------------------------------------------------------------------------- */

/* The second moments about the centroid, from the inertia: half its trace, minus the inertia. */
static struct moments core_moments(const md3_hull *hull)
{
    const md3_mat *m = &hull->inertia;
    const struct dvec d = {(double)m->x.x, (double)m->y.y, (double)m->z.z};
    return (struct moments){.volume = (double)hull->volume,
                            .squares = {(d.y + d.z - d.x) / 2, (d.z + d.x - d.y) / 2, (d.x + d.y - d.z) / 2},
                            .products = {(double)-m->y.z, (double)-m->z.x, (double)-m->x.y}};
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

/* The prism over a triangle a, b, c with the normal n. The integral of x over the triangle is A s / 3 with s = a + b + c,
 * that of x x^T is A / 12 (s s^T + a a^T + b b^T + c c^T). */
static void add_prism(struct moments *sum, const struct dvec corner[3], struct dvec n, double r)
{
    const struct dvec s = dvec_add(corner[0], dvec_add(corner[1], corner[2]));
    const double area = dvec_length(dvec_cross(dvec_sub(corner[1], corner[0]), dvec_sub(corner[2], corner[0]))) / 2;
    sum->volume += r * area;
    sum->first = dvec_add(sum->first, dvec_scale(r * area / 3, s));
    moments_add_square(sum, r * area / 12, s);
    for (int32_t k = 0; k < 3; ++k) {
        moments_add_square(sum, r * area / 12, corner[k]);
    }
    moments_add_product(sum, r * r / 2 * area / 3, s, n);
    moments_add_square(sum, r * r * r / 3 * area, n);
}

static void add_face_prism(struct moments *sum, const md3_hull *hull, int32_t face, struct dvec origin, double r)
{
    const int32_t first = hull->face_edge[face];
    int32_t edge = hull->half_edge[first].next;
    for (int32_t next = hull->half_edge[edge].next; next != first; next = hull->half_edge[next].next) {
        const struct dvec corner[3] = {vertex_from(hull, first, origin), vertex_from(hull, edge, origin),
                                       vertex_from(hull, next, origin)};
        add_prism(sum, corner, normal_of(hull, first), r);
        edge = next;
    }
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/* Adds s times the integral of n n^T while n turns by the angle theta from n_1 to n_2 about the axis e. With n' = e x n, the
 * derivative of n n'^T is n' n'^T - n n^T, and n n^T + n' n'^T = 1 - e e^T: the integral is
 * (theta (1 - e e^T) - n_2 n_2'^T + n_1 n_1'^T) / 2. The last two terms together are symmetric. */
static void add_turning_normal(struct moments *sum, double s, struct dvec n_1, struct dvec n_2, struct dvec e,
                               double theta)
{
    const double half = s * theta / 2;
    sum->squares = dvec_add(sum->squares, (struct dvec){half, half, half});
    moments_add_square(sum, -half, e);
    moments_add_product(sum, -s / 4, n_2, dvec_cross(e, n_2));
    moments_add_product(sum, s / 4, n_1, dvec_cross(e, n_1));
}

/* The sector along an edge from a to b. The integral of n over the turn is m = (n_2 - n_1) x e; of x along the edge it is
 * L (a + b) / 2, and of x x^T it is L / 6 ((a + b) (a + b)^T + a a^T + b b^T). */
static void add_edge_sector(struct moments *sum, const md3_hull *hull, int32_t edge, struct dvec origin, double r)
{
    const struct dvec a = vertex_from(hull, edge, origin), b = vertex_from(hull, half_edge_twin(edge), origin);
    const struct dvec n_1 = normal_of(hull, edge), n_2 = normal_of(hull, half_edge_twin(edge));
    const struct dvec e = dvec_unit(dvec_sub(b, a)), s = dvec_add(a, b);
    const double length = dvec_length(dvec_sub(b, a)), theta = angle_between(n_1, n_2);
    const struct dvec m = dvec_cross(dvec_sub(n_2, n_1), e);
    const double area = r * r / 2 * theta;
    sum->volume += area * length;
    sum->first = dvec_add(sum->first, dvec_scale(area * length / 2, s));
    moments_add_square(sum, area * length / 6, s);
    moments_add_square(sum, area * length / 6, a);
    moments_add_square(sum, area * length / 6, b);
    moments_add_product(sum, r * r * r / 3 * length / 2, s, m);
    add_turning_normal(sum, r * r * r * r / 4 * length, n_1, n_2, e, theta);
}

/* ---- Vertices ---------------------------------------------------------------------------------------------------- */

/* The sector of a ball at a vertex x. The solid angle omega of its normals is what the angles of its faces lack to a full
 * turn. The integral of n over it is half the sum of theta times the direction of each edge towards the vertex, because
 * the normals of the vertex are bounded by arcs of length theta. The integrals of n n^T are left to the caller: together
 * the vertices have a whole ball. */
static void add_vertex_sector(struct moments *sum, const md3_hull *hull, int32_t vertex, struct dvec origin, double r)
{
    const struct dvec x = dvec_sub(dvec_of(hull->vertex[vertex]), origin);
    double omega = 2 * MD_PI;
    struct dvec s = {0, 0, 0};
    int32_t edge = hull->vertex_edge[vertex];
    do {
        const int32_t twin = half_edge_twin(edge), next = hull->half_edge[twin].next;
        const struct dvec along = dvec_sub(vertex_from(hull, twin, origin), x);
        omega -= angle_between(along, dvec_sub(vertex_from(hull, half_edge_twin(next), origin), x));
        const double theta = angle_between(normal_of(hull, edge), normal_of(hull, twin));
        s = dvec_add(s, dvec_scale(-theta / 2, dvec_unit(along)));
        edge = next;
    } while (edge != hull->vertex_edge[vertex]);
    sum->volume += r * r * r / 3 * omega;
    sum->first = dvec_add(sum->first, dvec_scale(r * r * r / 3 * omega, x));
    moments_add_square(sum, r * r * r / 3 * omega, x);
    moments_add_product(sum, r * r * r * r / 4, x, s);
}

struct moments md3_rounded_hull_moments(const md3_hull *hull, double radius)
{
    struct moments sum = core_moments(hull);
    const struct dvec origin = dvec_of(hull->centroid);
    if (radius == 0) {
        return sum;
    }
    for (int32_t i = 0; i < hull->face_count; ++i) {
        add_face_prism(&sum, hull, i, origin, radius);
    }
    for (int32_t i = 0; i < hull->half_edge_count; i += 2) {
        add_edge_sector(&sum, hull, i, origin, radius);
    }
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        add_vertex_sector(&sum, hull, i, origin, radius);
    }
    const double ball = radius * radius * radius * radius * radius / 5 * 4 * MD_PI / 3;
    sum.squares = dvec_add(sum.squares, (struct dvec){ball, ball, ball});
    return sum;
}
