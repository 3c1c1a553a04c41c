/* From triangles to polygons.
 *
 * The largest triangle that is left takes all triangles that it reaches over neighbours whose corners are on its plane
 * within the tolerance. No vertex is above that plane. A vertex inside such a group is left out, and so is one that lies
 * between two groups only, on the edge that they share.
 *
 * The outline of a group is convex, with one exception: a corner may turn to the wrong side if all triangles around it are
 * nearly in one plane. Such a vertex sticks out by no more than the tolerance. The caller leaves it out and starts again.
 *
 * The planes of two groups are means, which may turn towards each other if the groups are nearly in one plane. The
 * tolerance is then doubled, so that they become one.
 */
#include "geometry3/quickhull.h"

#include <string.h>

/* Largest factor by which the tolerance of triangles is exceeded. */
#define MAX_LENIENCY 64

/* The vertices along the outline of a group, counter-clockwise seen from outside. */
struct outline {
    int32_t vertex[QUICKHULL_MAX_TRIANGLES];
    int32_t count;
};

struct grouping {
    const struct quickhull *q;
    double leniency; /* factor of the tolerance of each triangle */
    int32_t group_count;
    int32_t group[QUICKHULL_MAX_TRIANGLES];    /* of each triangle, or QUICKHULL_NONE */
    int32_t border[QUICKHULL_MAX_TRIANGLES];   /* of each group: an edge of its outline, 3 triangle + k */
    int32_t edges[QUICKHULL_MAX_TRIANGLES];    /* of each group: number of edges of all its outlines */
    struct dvec area[QUICKHULL_MAX_TRIANGLES]; /* of each group: twice its area along its normal, m^2 */
    int32_t valence[QUICKHULL_MAX_VERTICES];   /* of each vertex: number of edges between groups that start there */
    int32_t stack[QUICKHULL_MAX_TRIANGLES];
    struct outline outline;
};

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

/* Returns the largest triangle that has no group, or QUICKHULL_NONE. */
static int32_t largest_triangle(const struct grouping *g)
{
    int32_t best = QUICKHULL_NONE;
    for (int32_t i = 0; i < g->q->triangle_count; ++i) {
        const struct hull_triangle *t = &g->q->triangle[i];
        if (t->exists && g->group[i] == QUICKHULL_NONE &&
            (best == QUICKHULL_NONE || t->area > g->q->triangle[best].area)) {
            best = i;
        }
    }
    return best;
}

/* True if all corners of a triangle are on the plane of another one. */
static bool is_on_plane(const struct grouping *g, const struct hull_triangle *t, const struct hull_triangle *plane)
{
    const struct dvec base = quickhull_point(g->q, plane->vertex[0]);
    for (int32_t k = 0; k < 3; ++k) {
        const double height = dvec_dot(plane->normal, dvec_sub(quickhull_point(g->q, t->vertex[k]), base));
        if (fabs(height) > g->leniency * plane->tolerance) {
            return false;
        }
    }
    return true;
}

static void grow_group(struct grouping *g, int32_t seed)
{
    const struct hull_triangle *triangle = g->q->triangle;
    int32_t pending = 0;
    g->stack[pending++] = seed;
    g->group[seed] = g->group_count;
    while (pending > 0) {
        const int32_t index = g->stack[--pending];
        for (int32_t k = 0; k < 3; ++k) {
            const int32_t across = triangle[index].neighbour[k];
            if (g->group[across] == QUICKHULL_NONE && is_on_plane(g, &triangle[across], &triangle[seed])) {
                g->group[across] = g->group_count;
                g->stack[pending++] = across;
            }
        }
    }
    ++g->group_count;
}

static void make_groups(struct grouping *g)
{
    g->group_count = 0;
    for (int32_t i = 0; i < g->q->triangle_count; ++i) {
        g->group[i] = QUICKHULL_NONE;
    }
    for (int32_t seed = largest_triangle(g); seed != QUICKHULL_NONE; seed = largest_triangle(g)) {
        grow_group(g, seed);
    }
}

static bool is_border(const struct grouping *g, int32_t triangle, int32_t k)
{
    return g->group[g->q->triangle[triangle].neighbour[k]] != g->group[triangle];
}

/* Counts the edges between groups, for each vertex and each group. */
static void count_borders(struct grouping *g)
{
    memset(g->edges, 0, sizeof g->edges);
    memset(g->valence, 0, sizeof g->valence);
    for (int32_t i = 0; i < g->q->triangle_count; ++i) {
        for (int32_t k = 0; k < 3 && g->q->triangle[i].exists; ++k) {
            if (is_border(g, i, k)) {
                g->border[g->group[i]] = 3 * i + k;
                ++g->edges[g->group[i]];
                ++g->valence[g->q->triangle[i].vertex[k]];
            }
        }
    }
}

/* ---- Outlines ---------------------------------------------------------------------------------------------------- */

/* Returns the edge of the outline that follows an edge. */
static int32_t next_border(const struct grouping *g, int32_t edge)
{
    const struct hull_triangle *triangle = g->q->triangle;
    int32_t index = edge / 3, k = (edge % 3 + 1) % 3;
    while (!is_border(g, index, k)) {
        const int32_t vertex = triangle[index].vertex[k];
        index = triangle[index].neighbour[k];
        k = 0;
        while (triangle[index].vertex[k] != vertex) {
            ++k;
        }
    }
    return 3 * index + k;
}

/* Finds the outline of a group, with all its vertices or with the corners only: vertices where three groups meet. Returns
 * the number of edges. */
static int32_t find_outline(struct grouping *g, int32_t group, bool corners_only)
{
    int32_t edges = 0;
    g->outline.count = 0;
    int32_t edge = g->border[group];
    do {
        const int32_t vertex = g->q->triangle[edge / 3].vertex[edge % 3];
        if (!corners_only || g->valence[vertex] > 2) {
            g->outline.vertex[g->outline.count++] = vertex;
        }
        edge = next_border(g, edge);
        ++edges;
    } while (edge != g->border[group]);
    return edges;
}

/* Returns a vertex of the outline, relative to the centre, m. Negative indices count from the end. */
static struct dvec outline_point(const struct grouping *g, int32_t index)
{
    const int32_t n = g->outline.count;
    return quickhull_point(g->q, g->outline.vertex[(index + n) % n]);
}

/* Returns twice the area of the outline, along its normal (Newell's method). */
static struct dvec outline_area(const struct grouping *g)
{
    const struct dvec base = outline_point(g, 0);
    struct dvec sum = {0, 0, 0};
    for (int32_t i = 1; i + 1 < g->outline.count; ++i) {
        sum = dvec_add(sum, dvec_cross(dvec_sub(outline_point(g, i), base), dvec_sub(outline_point(g, i + 1), base)));
    }
    return sum;
}

/* Returns how far a corner sticks out of the line between its neighbours, m; negative if it is on the other side. */
static double bulge(const struct grouping *g, int32_t index, struct dvec normal)
{
    const struct dvec before = outline_point(g, index - 1);
    const struct dvec edge = dvec_sub(outline_point(g, index + 1), before);
    const struct dvec across = dvec_unit(dvec_cross(edge, normal));
    return dvec_dot(across, dvec_sub(outline_point(g, index), before));
}

/* A vertex that sticks out little from the outline of its group. */
struct flat_vertex {
    int32_t vertex;
    double bulge; /* m */
};

static struct flat_vertex flattest_vertex(struct grouping *g, int32_t group)
{
    struct flat_vertex flattest = {QUICKHULL_NONE, 0};
    find_outline(g, group, false);
    const struct dvec normal = dvec_unit(outline_area(g));
    for (int32_t i = 0; i < g->outline.count; ++i) {
        const double b = bulge(g, i, normal);
        if (flattest.vertex == QUICKHULL_NONE || b < flattest.bulge) {
            flattest = (struct flat_vertex){g->outline.vertex[i], b};
        }
    }
    return flattest;
}

/* Finds the corners of a group. Returns false if they are not those of a convex polygon. */
static bool find_corners(struct grouping *g, int32_t group)
{
    if (find_outline(g, group, true) != g->edges[group] || g->outline.count < 3) {
        return false;
    }
    g->area[group] = outline_area(g);
    const struct dvec normal = dvec_unit(g->area[group]);
    for (int32_t i = 0; i < g->outline.count; ++i) {
        if (!(bulge(g, i, normal) > 0)) {
            return false;
        }
    }
    return true;
}

/* Returns the smaller one of two groups that do not turn away from each other at a common edge, or QUICKHULL_NONE. */
static int32_t find_concave(const struct grouping *g)
{
    for (int32_t i = 0; i < g->q->triangle_count; ++i) {
        const struct hull_triangle *t = &g->q->triangle[i];
        for (int32_t k = 0; k < 3 && t->exists; ++k) {
            const int32_t a = g->group[i], b = g->group[t->neighbour[k]];
            const struct dvec along =
                dvec_sub(quickhull_point(g->q, t->vertex[(k + 1) % 3]), quickhull_point(g->q, t->vertex[k]));
            if (a != b && !(dvec_dot(dvec_cross(g->area[a], g->area[b]), along) > 0)) {
                return dvec_length(g->area[a]) < dvec_length(g->area[b]) ? a : b;
            }
        }
    }
    return QUICKHULL_NONE;
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

/* Numbers the vertices where three groups meet in the order of the points. Returns false if there are too many. */
static bool number_vertices(const struct grouping *g, struct polygons *polygons, int32_t number[])
{
    polygons->vertex_count = 0;
    for (int32_t i = 0; i < g->q->vertex_count; ++i) {
        int32_t before = 0;
        for (int32_t j = 0; j < g->q->vertex_count; ++j) {
            before += g->valence[j] > 2 && g->q->vertex[j] < g->q->vertex[i];
        }
        number[i] = before;
        if (g->valence[i] > 2) {
            ++polygons->vertex_count;
            if (before < MD3_MAX_VERTICES) {
                polygons->point[before] = g->q->vertex[i];
            }
        }
    }
    return polygons->vertex_count <= MD3_MAX_VERTICES;
}

/* Appends the outline as a face that starts with its lowest vertex. Returns false if there is no room, which the formula
 * of Euler excludes for a closed polyhedron. */
static bool append_face(struct polygons *polygons, const struct outline *outline, const int32_t number[])
{
    const int32_t first = polygons->first[polygons->face_count];
    if (polygons->face_count == MD3_MAX_FACES || first + outline->count > MD3_MAX_HALF_EDGES) {
        return false;
    }
    int32_t lowest = 0;
    for (int32_t i = 1; i < outline->count; ++i) {
        lowest = number[outline->vertex[i]] < number[outline->vertex[lowest]] ? i : lowest;
    }
    for (int32_t i = 0; i < outline->count; ++i) {
        polygons->corner[first + i] = (uint8_t)number[outline->vertex[(lowest + i) % outline->count]];
    }
    polygons->first[++polygons->face_count] = (int16_t)(first + outline->count);
    return true;
}

/* Returns the group that is not a face of a convex polyhedron, or QUICKHULL_NONE. */
static int32_t make_faces(struct grouping *g, struct polygons *polygons)
{
    int32_t number[QUICKHULL_MAX_VERTICES];
    polygons->face_count = 0;
    polygons->first[0] = 0;
    if (!number_vertices(g, polygons, number)) {
        return QUICKHULL_NONE;
    }
    for (int32_t group = 0; group < g->group_count; ++group) {
        if (!find_corners(g, group) || !append_face(polygons, &g->outline, number)) {
            return group;
        }
    }
    return find_concave(g);
}

/* Returns the largest tolerance of a triangle, m. */
static double largest_tolerance(const struct quickhull *q)
{
    double largest = q->tolerance;
    for (int32_t i = 0; i < q->triangle_count; ++i) {
        largest = q->triangle[i].exists ? fmax(largest, q->triangle[i].tolerance) : largest;
    }
    return largest;
}

bool md3_hull_polygons(const struct quickhull *q, struct polygons *polygons, int32_t *flattest)
{
    struct grouping g = {.q = q};
    for (g.leniency = 1;; g.leniency *= 2) {
        make_groups(&g);
        count_borders(&g);
        *flattest = QUICKHULL_NONE;
        if (g.group_count == 1) {
            return false;
        }
        const int32_t wrong = make_faces(&g, polygons);
        polygons->tolerance = g.leniency * largest_tolerance(q);
        if (wrong == QUICKHULL_NONE) {
            return true;
        }
        const struct flat_vertex flat = flattest_vertex(&g, wrong);
        *flattest = flat.vertex;
        if (flat.bulge <= polygons->tolerance || g.leniency >= MAX_LENIENCY) {
            return false;
        }
    }
}
