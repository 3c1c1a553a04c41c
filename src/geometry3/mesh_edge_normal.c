/* The best contact normal that the convex edges of a triangle allow.
 *
 * The normals at a convex edge are perpendicular to it, between the normals of its two faces. The best one is the
 * normal of a face of the other geometry, across one of its edges, or, if it is curved, anywhere between. */
#include "geometry3/mesh_contact.h"

#include "geometry3/segments.h"

/** Points farther aside than this, m, are not opposite each other. */
#define MAX_ASIDE (MD3_LINEAR_SLOP / 5)

enum { ARC_SAMPLES = 8, ARC_STEPS = 12 };

struct edge_search {
    const struct triangle_pair *pair;
    struct contact_axis best;
};

static md_real separation_along(const struct edge_search *search, md3_vec normal)
{
    return md3_core_separation(&search->pair->placed.cores, normal);
}

static bool is_allowed(const struct edge_search *search, md3_vec normal)
{
    return md3_mesh_triangle_range(search->pair->triangle, normal) == NORMAL_OF_EDGE;
}

static void try_face(struct edge_search *search, md3_vec outward, int32_t face)
{
    const md3_vec normal = vec_negative(outward);
    if (!is_allowed(search, normal)) {
        return;
    }
    const md_real separation = separation_along(search, normal);
    if (search->best.kind == AXIS_NONE || separation > search->best.separation) {
        search->best = (struct contact_axis){
            .kind = AXIS_FACE_B, .normal = normal, .separation = separation, .face = {outward, face}};
    }
}

static void try_faces(struct edge_search *search)
{
    const struct placed_core *b = &search->pair->placed.b;
    if (b->core->kind == CORE_HULL) {
        for (int32_t i = 0; i < b->core->hull->face_count; ++i) {
            try_face(search, mat_apply(b->q, b->core->hull->plane[i].normal), i);
        }
    } else if (b->core->kind != CORE_POINTS) {
        const md3_vec axis = mat_apply(b->q, b->core->axis);
        try_face(search, vec_negative(axis), 0);
        if (b->core->kind == CORE_CYLINDER) {
            try_face(search, axis, 1);
        }
    }
}

/** Takes a normal with points on the triangle's edge and on b, if these are opposite each other. */
static void take(struct edge_search *search, md3_vec normal, md_real separation, md3_vec on_a, md3_vec on_b)
{
    const md3_vec aside = vec_add_scaled(vec_sub(on_b, on_a), -separation, normal);
    if (vec_length(aside) <= MAX_ASIDE && (search->best.kind == AXIS_NONE || separation > search->best.separation)) {
        search->best = (struct contact_axis){.kind = AXIS_CLOSEST,
                                             .normal = normal,
                                             .separation = separation,
                                             .has_points = true,
                                             .on_a = on_a,
                                             .on_b = on_b};
    }
}

/** Tries the normals across an edge of the triangle and the edges of a hull. */
static void try_hull_edges(struct edge_search *search, md3_vec a0, md3_vec a1)
{
    const struct placed_core *b = &search->pair->placed.b;
    const md3_hull *hull = b->core->hull;
    for (int32_t i = 0; i < hull->half_edge_count; i += 2) {
        const md3_vec from = hull->vertex[hull->half_edge[i].origin];
        const md3_vec to = hull->vertex[hull->half_edge[half_edge_twin(i)].origin];
        const md3_vec b0 = vec_add(mat_apply(b->q, from), b->p), b1 = vec_add(mat_apply(b->q, to), b->p);
        md_real length;
        const md3_vec cross = vec_unit(vec_cross(vec_sub(a1, a0), vec_sub(b1, b0)), &length);
        if (!(length > (md_real)1e-4 * md3_vec_distance(a0, a1) * md3_vec_distance(b0, b1))) {
            continue;
        }
        const bool outward = vec_dot(cross, search->pair->triangle->plane[0].normal) >= 0;
        const md3_vec normal = outward ? cross : vec_negative(cross);
        if (is_allowed(search, normal)) {
            const struct segment_fractions at = closest_fractions(a0, a1, b0, b1);
            take(search, normal, separation_along(search, normal), vec_lerp(a0, a1, at.a), vec_lerp(b0, b1, at.b));
        }
    }
}

/** Returns a direction of the arc from the normal of the triangle to the last one that an edge allows. */
static md3_vec arc_direction(const struct triangle_pair *pair, int32_t edge, md_real t)
{
    const struct mesh_triangle *triangle = pair->triangle;
    const md3_vec last = triangle->is_border[edge] ? triangle->outward[edge] : triangle->neighbour[edge];
    return vec_unit(vec_lerp(triangle->plane[0].normal, last, t), NULL);
}

/** Finds the best direction of an arc, by samples and a search between the neighbours of the best one. */
static md3_vec best_of_arc(const struct edge_search *search, int32_t edge)
{
    md_real best_t = 0, max_separation = -MD_INFINITY;
    for (int32_t i = 0; i <= ARC_SAMPLES; ++i) {
        const md_real t = (md_real)i / ARC_SAMPLES;
        const md_real separation = separation_along(search, arc_direction(search->pair, edge, t));
        if (separation > max_separation) {
            max_separation = separation;
            best_t = t;
        }
    }
    md_real step = (md_real)0.5 / ARC_SAMPLES;
    for (int32_t i = 0; i < ARC_STEPS; ++i, step /= 2) {
        for (int32_t sign = -1; sign <= 1; sign += 2) {
            const md_real t = md_clamp(best_t + (md_real)sign * step, 0, 1);
            const md_real separation = separation_along(search, arc_direction(search->pair, edge, t));
            if (separation > max_separation) {
                max_separation = separation;
                best_t = t;
            }
        }
    }
    return arc_direction(search->pair, edge, best_t);
}

/** Tries the normals of an edge against a curved geometry. */
static void try_arc(struct edge_search *search, int32_t edge, md3_vec a0, md3_vec a1)
{
    const struct placed_core *b = &search->pair->placed.b;
    const md3_vec normal = best_of_arc(search, edge);
    if (!is_allowed(search, normal)) {
        return;
    }
    struct contact_feature feature;
    md3_flat_feature(&feature, b, vec_negative(normal));
    const md3_vec b0 = feature.point[0], b1 = feature.point[feature.count == 2 ? 1 : 0];
    const struct segment_fractions at = closest_fractions(a0, a1, b0, b1);
    take(search, normal, separation_along(search, normal), vec_lerp(a0, a1, at.a), vec_lerp(b0, b1, at.b));
}

struct contact_axis md3_best_edge_normal(const struct triangle_pair *pair)
{
    const struct mesh_triangle *triangle = pair->triangle;
    struct edge_search search = {.pair = pair, .best = {.kind = AXIS_NONE, .separation = -MD_INFINITY}};
    try_faces(&search);
    for (int32_t k = 0; k < 3; ++k) {
        const md3_vec a0 = triangle->vertex[k], a1 = triangle->vertex[(k + 1) % 3];
        if (!triangle->is_convex[k]) {
            continue;
        }
        if (pair->placed.b.core->kind == CORE_HULL) {
            try_hull_edges(&search, a0, a1);
        } else {
            try_arc(&search, k, a0, a1);
        }
    }
    return search.best;
}
