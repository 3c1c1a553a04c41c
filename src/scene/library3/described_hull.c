#include "scene/library3/described_hull.h"

#define FLAT 1e-9 /* m: points that are as close to a plane lie in it */

static void copy_points(const struct described_shape3 *shape, struct described_hull *hull)
{
    const struct dvec3 half = shape->point[0];
    if (shape->kind == SHAPE3_PLANE) {
        return;
    }
    hull->points = shape->kind == SHAPE3_BOX ? 8 : shape->count;
    for (int32_t i = 0; i < hull->points; ++i) {
        hull->point[i] = shape->kind != SHAPE3_BOX
                             ? shape->point[i]
                             : dvec3_of((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                        (i & 4) != 0 ? half.z : -half.z);
    }
}

/* Sorts the corners of a face by their angle about its first corner: the angles seen from a corner of a convex polygon are
 * less than half a turn. */
static void sort_corners(struct described_hull *hull, int32_t face)
{
    int8_t *corner = hull->corner[face];
    const struct dvec3 first = hull->point[corner[0]];
    for (int32_t i = 2; i < hull->corners[face]; ++i) {
        for (int32_t k = i; k > 1; --k) {
            const struct dvec3 a = dvec3_sub(hull->point[corner[k - 1]], first);
            const struct dvec3 b = dvec3_sub(hull->point[corner[k]], first);
            if (dvec3_dot(dvec3_cross(a, b), hull->normal[face]) < 0) {
                const int8_t swapped = corner[k];
                corner[k] = corner[k - 1];
                corner[k - 1] = swapped;
            }
        }
    }
}

static void add_face(struct described_hull *hull, struct dvec3 normal, double offset)
{
    const int32_t face = hull->faces;
    int32_t count = 0;
    for (int32_t i = 0; i < hull->points; ++i) {
        if (fabs(dvec3_dot(normal, hull->point[i]) - offset) <= FLAT) {
            hull->corner[face][count++] = (int8_t)i;
        }
    }
    hull->normal[face] = normal;
    hull->offset[face] = offset;
    hull->corners[face] = count;
    ++hull->faces;
    sort_corners(hull, face);
}

/* The plane through three points is that of a face if all points lie behind it. Of the triples of a face the one of its three
 * lowest points adds it. */
static void try_face(struct described_hull *hull, int32_t a, int32_t b, int32_t c)
{
    const struct dvec3 *p = hull->point;
    struct dvec3 normal = dvec3_cross(dvec3_sub(p[b], p[a]), dvec3_sub(p[c], p[a]));
    const double length = dvec3_length(normal);
    if (!(length > 0)) {
        return;
    }
    normal = dvec3_scale(normal, 1 / length);
    double offset = dvec3_dot(normal, p[a]);
    double lowest = 0;
    double highest = 0;
    bool is_first = true;
    for (int32_t i = 0; i < hull->points; ++i) {
        const double height = dvec3_dot(normal, p[i]) - offset;
        lowest = fmin(lowest, height);
        highest = fmax(highest, height);
        is_first = is_first && (fabs(height) > FLAT || i >= c || i == a || i == b);
    }
    if (!is_first || (lowest < -FLAT) == (highest > FLAT) || hull->faces == HULL_MAX_FACES) {
        return;
    }
    if (highest > FLAT) {
        normal = dvec3_scale(normal, -1);
        offset = -offset;
    }
    add_face(hull, normal, offset);
}

/* Each edge is a side of two faces, in opposite directions. */
static void find_edges(struct described_hull *hull)
{
    for (int32_t f = 0; f < hull->faces; ++f) {
        for (int32_t i = 0; i < hull->corners[f]; ++i) {
            const int8_t a = hull->corner[f][i];
            const int8_t b = hull->corner[f][(i + 1) % hull->corners[f]];
            if (a < b && hull->edges < HULL_MAX_EDGES) {
                hull->edge[hull->edges][0] = a;
                hull->edge[hull->edges][1] = b;
                ++hull->edges;
            }
        }
    }
}

void described_hull_make(const struct described_shape3 *shape, struct described_hull *hull)
{
    *hull = (struct described_hull){0};
    copy_points(shape, hull);
    for (int32_t a = 0; a < hull->points; ++a) {
        for (int32_t b = a + 1; b < hull->points; ++b) {
            for (int32_t c = b + 1; c < hull->points; ++c) {
                try_face(hull, a, b, c);
            }
        }
    }
    find_edges(hull);
    if (hull->points == 1 || hull->points == 2) {
        hull->edges = 1; /* of a point, from it to itself */
        hull->edge[0][1] = (int8_t)(hull->points - 1);
    }
}
