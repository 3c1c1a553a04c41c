/* The distance of two convex bodies in 3D, or their penetration depth.
 *
 * The cores of shapes (the points of a sphere, capsule, box or hull) are polytopes. The penetration depth of two of them is
 * the distance of the origin from the boundary of their Minkowski difference, whose faces have the normals of the faces of
 * both and the cross products of their edges: it is the largest separation along these directions. If the polytopes are
 * disjoint, the closest points lie on a corner of one and inside a face of the other, or on two edges. All combinations are
 * tried, in double precision.
 */
#include "bench/accuracy/accuracy3.h"

#define PARALLEL 1e-9 /* sine of the angle of two edges that give no direction */

void polytope_place(const struct described_hull *hull, double radius, const struct body_state3 *at,
                    struct polytope *polytope)
{
    *polytope = (struct polytope){.hull = hull, .radius = radius};
    for (int32_t i = 0; i < hull->points; ++i) {
        polytope->point[i] = dvec3_add(at->p, drot3_apply(at->q, hull->point[i]));
    }
    for (int32_t i = 0; i < hull->faces; ++i) {
        polytope->normal[i] = drot3_apply(at->q, hull->normal[i]);
    }
}

/* The lowest position of a point along a direction. */
static double lowest(const struct polytope *polytope, struct dvec3 direction)
{
    double min = INFINITY;
    for (int32_t i = 0; i < polytope->hull->points; ++i) {
        min = fmin(min, dvec3_dot(direction, polytope->point[i]));
    }
    return min;
}

/* The largest separation of b from a face of a. */
static double separation_from_faces(const struct polytope *a, const struct polytope *b)
{
    double max = -INFINITY;
    for (int32_t f = 0; f < a->hull->faces; ++f) {
        const double plane = dvec3_dot(a->normal[f], a->point[a->hull->corner[f][0]]);
        max = fmax(max, lowest(b, a->normal[f]) - plane);
    }
    return max;
}

static struct dvec3 edge_direction(const struct polytope *polytope, int32_t edge)
{
    const int8_t *end = polytope->hull->edge[edge];
    return dvec3_sub(polytope->point[end[1]], polytope->point[end[0]]);
}

/* The largest separation along the cross product of an edge of each. */
static double separation_from_edges(const struct polytope *a, const struct polytope *b)
{
    double max = -INFINITY;
    for (int32_t i = 0; i < a->hull->edges; ++i) {
        const struct dvec3 along_a = edge_direction(a, i);
        for (int32_t k = 0; k < b->hull->edges; ++k) {
            const struct dvec3 along_b = edge_direction(b, k);
            const struct dvec3 cross = dvec3_cross(along_a, along_b);
            const double length = dvec3_length(cross);
            if (length > PARALLEL * dvec3_length(along_a) * dvec3_length(along_b)) {
                const struct dvec3 n = dvec3_scale(cross, 1 / length);
                const struct dvec3 back = dvec3_scale(n, -1);
                max = fmax(max, fmax(lowest(b, n) + lowest(a, back), lowest(a, n) + lowest(b, back)));
            }
        }
    }
    return max;
}

static double clamp01(double value)
{
    return fmin(fmax(value, 0), 1);
}

/* The distance of two segments, which may be points. */
static double segment_distance(struct dvec3 a, struct dvec3 along_a, struct dvec3 b, struct dvec3 along_b)
{
    const struct dvec3 apart = dvec3_sub(a, b);
    const double aa = dvec3_dot(along_a, along_a);
    const double bb = dvec3_dot(along_b, along_b);
    const double ab = dvec3_dot(along_a, along_b);
    const double a_apart = dvec3_dot(along_a, apart);
    const double b_apart = dvec3_dot(along_b, apart);
    const double determinant = aa * bb - ab * ab;
    double s = determinant > PARALLEL * PARALLEL * aa * bb ? clamp01((ab * b_apart - a_apart * bb) / determinant) : 0;
    const double t = bb > 0 ? clamp01((ab * s + b_apart) / bb) : 0;
    s = aa > 0 ? clamp01((ab * t - a_apart) / aa) : 0;
    return dvec3_length(dvec3_add(apart, dvec3_sub(dvec3_scale(along_a, s), dvec3_scale(along_b, t))));
}

static double distance_of_edges(const struct polytope *a, const struct polytope *b)
{
    double min = INFINITY;
    for (int32_t i = 0; i < a->hull->edges; ++i) {
        for (int32_t k = 0; k < b->hull->edges; ++k) {
            min = fmin(min, segment_distance(a->point[a->hull->edge[i][0]], edge_direction(a, i),
                                             b->point[b->hull->edge[k][0]], edge_direction(b, k)));
        }
    }
    return min;
}

/* Whether the foot of the perpendicular from a point to the plane of a face lies inside the face. */
static bool is_above_face(const struct polytope *polytope, int32_t face, struct dvec3 point)
{
    const int8_t *corner = polytope->hull->corner[face];
    const int32_t count = polytope->hull->corners[face];
    for (int32_t i = 0; i < count; ++i) {
        const struct dvec3 from = polytope->point[corner[i]];
        const struct dvec3 along = dvec3_sub(polytope->point[corner[(i + 1) % count]], from);
        if (dvec3_dot(dvec3_cross(along, dvec3_sub(point, from)), polytope->normal[face]) < 0) {
            return false;
        }
    }
    return true;
}

/* The smallest distance of a corner of b from the inside of a face of a. */
static double distance_from_faces(const struct polytope *a, const struct polytope *b)
{
    double min = INFINITY;
    for (int32_t f = 0; f < a->hull->faces; ++f) {
        for (int32_t i = 0; i < b->hull->points; ++i) {
            const struct dvec3 from = a->point[a->hull->corner[f][0]];
            const double height = dvec3_dot(a->normal[f], dvec3_sub(b->point[i], from));
            if (height >= 0 && height < min && is_above_face(a, f, b->point[i])) {
                min = height;
            }
        }
    }
    return min;
}

double polytope_separation(const struct polytope *a, const struct polytope *b)
{
    const double radii = a->radius + b->radius;
    double along_normals = fmax(separation_from_faces(a, b), separation_from_faces(b, a));
    if (along_normals > radii + TOUCH_DISTANCE) {
        return along_normals - radii;
    }
    along_normals = fmax(along_normals, separation_from_edges(a, b));
    if (along_normals > radii + TOUCH_DISTANCE) {
        return along_normals - radii;
    }
    const bool has_faces = a->hull->faces + b->hull->faces > 0; /* otherwise the cores are points and segments */
    const double core = has_faces && along_normals < 0
                            ? along_normals
                            : fmin(distance_of_edges(a, b), fmin(distance_from_faces(a, b), distance_from_faces(b, a)));
    return core - radii;
}

double plane_separation(struct dvec3 normal, double offset, const struct polytope *polytope)
{
    return lowest(polytope, normal) - offset - polytope->radius;
}
