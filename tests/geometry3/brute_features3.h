/* The distance between two hulls by brute force over all their vertices, edges and faces, in long double. */
#ifndef MODULUS_TESTS_GEOMETRY3_BRUTE_FEATURES3_H
#define MODULUS_TESTS_GEOMETRY3_BRUTE_FEATURES3_H

#include "geometry3/shapes3.h"

/** Two geometries and their transforms. */
struct scene {
    md3_geometry a, b;
    md3_transform at_a, at_b;
};

struct wide_hull {
    struct wide vertex[MD3_MAX_VERTICES];
    int32_t edge[3 * MD3_MAX_VERTICES][2];
    struct wide normal[2 * MD3_MAX_VERTICES];
    int32_t vertices, edges, faces;
};

/** A hull at a transform, relative to a point of the world. */
static inline struct wide_hull wide_hull_of(const md3_hull *hull, md3_transform at_hull, md3_vec origin)
{
    struct wide_hull wide = {.vertices = md3_hull_vertices(hull), .faces = md3_hull_faces(hull)};
    const struct wide offset = wide_sub(wide_of(at_hull.p), wide_of(origin));
    for (int32_t i = 0; i < wide.vertices; ++i) {
        wide.vertex[i] = wide_add(offset, wide_rotate(at_hull.q, wide_of(md3_hull_vertex(hull, i))));
    }
    for (int32_t f = 0; f < wide.faces; ++f) {
        int32_t index[MD3_MAX_VERTICES];
        const int32_t count = md3_hull_face_vertices(hull, f, index, MD3_MAX_VERTICES);
        wide.normal[f] = wide_rotate(at_hull.q, wide_of(md3_hull_face_normal(hull, f)));
        for (int32_t i = 0; i < count; ++i) {
            const int32_t next = index[(i + 1) % count];
            if (index[i] < next) { /* each edge once */
                wide.edge[wide.edges][0] = index[i];
                wide.edge[wide.edges++][1] = next;
            }
        }
    }
    return wide;
}

/** Distance of two lines if their closest points are inside the two edges; infinity otherwise. */
static inline long double wide_edges(struct wide p, struct wide q, struct wide r, struct wide s)
{
    const struct wide d = wide_sub(q, p), e = wide_sub(s, r), offset = wide_sub(p, r);
    const long double dd = wide_dot(d, d), de = wide_dot(d, e), ee = wide_dot(e, e);
    const long double determinant = dd * ee - de * de;
    const long double t = (de * wide_dot(e, offset) - ee * wide_dot(d, offset)) / determinant;
    const long double u = (dd * wide_dot(e, offset) - de * wide_dot(d, offset)) / determinant;
    if (!(determinant > 0 && t >= 0 && t <= 1 && u >= 0 && u <= 1)) {
        return HUGE_VALL;
    }
    return wide_length(wide_sub(wide_add(offset, wide_scale(t, d)), wide_scale(u, e)));
}

static inline long double brute_features(const struct scene *scene, const struct wide_hull *a,
                                         const struct wide_hull *b)
{
    long double min = HUGE_VALL;
    for (int32_t i = 0; i < a->vertices; ++i) {
        min = fminl(min, wide_to_hull(scene->b.hull, wide_to_local(scene->at_b, scene->at_a.p, a->vertex[i])));
    }
    for (int32_t i = 0; i < b->vertices; ++i) {
        min = fminl(min, wide_to_hull(scene->a.hull, wide_to_local(scene->at_a, scene->at_a.p, b->vertex[i])));
    }
    for (int32_t i = 0; i < a->edges; ++i) {
        for (int32_t j = 0; j < b->edges; ++j) {
            min = fminl(min, wide_edges(a->vertex[a->edge[i][0]], a->vertex[a->edge[i][1]], b->vertex[b->edge[j][0]],
                                        b->vertex[b->edge[j][1]]));
        }
    }
    return min;
}

/** Largest separation along all normals of faces and all cross products of edges: negative if the hulls overlap. */
static inline long double brute_separation(const struct scene *scene, const struct wide_hull *a,
                                           const struct wide_hull *b)
{
    struct scene core = *scene;
    core.a.radius = core.b.radius = 0;
    long double max = -HUGE_VALL;
    for (int32_t i = 0; i < a->faces; ++i) {
        max = fmaxl(max, wide_separation(&core.a, core.at_a, &core.b, core.at_b, a->normal[i]));
    }
    for (int32_t i = 0; i < b->faces; ++i) {
        max = fmaxl(max, wide_separation(&core.a, core.at_a, &core.b, core.at_b, wide_scale(-1, b->normal[i])));
    }
    for (int32_t i = 0; i < a->edges; ++i) {
        for (int32_t j = 0; j < b->edges; ++j) {
            const struct wide axis = wide_cross(wide_sub(a->vertex[a->edge[i][1]], a->vertex[a->edge[i][0]]),
                                                wide_sub(b->vertex[b->edge[j][1]], b->vertex[b->edge[j][0]]));
            if (wide_length(axis) > 1e-12L) {
                const struct wide n = wide_unit(axis);
                max = fmaxl(max, wide_separation(&core.a, core.at_a, &core.b, core.at_b, n));
                max = fmaxl(max, wide_separation(&core.a, core.at_a, &core.b, core.at_b, wide_scale(-1, n)));
            }
        }
    }
    return max;
}

/** Distance of two hulls with their radii; negative if only the rounded parts overlap. */
static inline double brute_distance(const struct scene *scene)
{
    const struct wide_hull a = wide_hull_of(scene->a.hull, scene->at_a, scene->at_a.p);
    const struct wide_hull b = wide_hull_of(scene->b.hull, scene->at_b, scene->at_a.p);
    const long double core = brute_separation(scene, &a, &b) <= 0 ? 0 : brute_features(scene, &a, &b);
    return (double)(core - scene->a.radius - scene->b.radius);
}

#endif
