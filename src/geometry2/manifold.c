/* Contact points of two edges or two corners. hull_manifold.c and chain_manifold.c choose these. */
#include "geometry2/clip_edges.h"

/* ---- Points and corners ------------------------------------------------------------------------------------------ */

void md2_manifold_of_points(md2_manifold *manifold, const struct contact_frame *frame, md2_vec on_a, md2_vec on_b,
                            md2_vec normal, uint32_t id)
{
    const md_real radius_a = frame->radius_a, radius_b = frame->radius_b;
    const md_real separation = vec_dot(vec_sub(on_b, on_a), normal) - radius_a - radius_b;
    manifold->count = 0;
    if (separation > frame->margin) {
        manifold->point[0].separation = separation;
        return;
    }
    const md2_vec middle = vec_scale((md_real)0.5, vec_add(on_a, on_b));
    const md2_vec point = vec_add_scaled(middle, (md_real)0.5 * (radius_a - radius_b), normal);
    manifold->normal = rot_apply(frame->transform.q, normal);
    manifold->point[0] = (md2_manifold_point){transform_point(frame->transform, point), separation, id};
    manifold->count = 1;
}

/** The point of an edge closest to a given point. */
struct closest {
    md_real distance_squared; /* m^2 */
    md2_vec offset;           /* from the given point to the closest one */
    int32_t end;              /* the end of the edge, 0 or 1; -1: a point between them */
};

static struct closest closest_on_edge(md2_vec point, md2_vec from, md2_vec to)
{
    const md2_vec edge = vec_sub(to, from), offset = vec_sub(from, point);
    const md_real along = -vec_dot(offset, edge), length_squared = vec_dot(edge, edge);
    struct closest closest = {.offset = offset, .end = 0};
    if (along >= length_squared) {
        closest.offset = vec_sub(to, point);
        closest.end = 1;
    } else if (along > 0) {
        closest.offset = vec_add_scaled(offset, along / length_squared, edge);
        closest.end = -1;
    }
    closest.distance_squared = vec_dot(closest.offset, closest.offset);
    return closest;
}

struct corner_pair md2_closest_corners(const struct edge *a, const struct edge *b)
{
    /* Both in the order of their hull. The edge of b is stored in reverse. */
    const md2_vec on_a[2] = {two_to_vec(a->end[0]), two_to_vec(a->end[1])};
    const md2_vec on_b[2] = {two_to_vec(b->end[1]), two_to_vec(b->end[0])};
    struct corner_pair pair = {.found = false};
    md_real min_squared = MD_INFINITY;
    md2_vec offset = {0, 0};
    for (int32_t k = 0; k < 2; ++k) {
        const struct closest from_a = closest_on_edge(on_a[k], on_b[0], on_b[1]);
        const struct closest from_b = closest_on_edge(on_b[k], on_a[0], on_a[1]);
        if (from_a.distance_squared < min_squared) {
            min_squared = from_a.distance_squared;
            offset = from_a.offset;
            pair = (struct corner_pair){.a = k, .b = from_a.end > 0 ? 0 : 1, .found = from_a.end >= 0};
        }
        if (from_b.distance_squared < min_squared) {
            min_squared = from_b.distance_squared;
            offset = vec_negative(from_b.offset);
            pair = (struct corner_pair){.a = from_b.end > 0 ? 1 : 0, .b = 1 - k, .found = from_b.end >= 0};
        }
    }
    md_real distance;
    pair.normal = vec_unit(offset, &distance);
    pair.found = pair.found && distance > TIE_TOLERANCE; /* if closer, the direction is rounding error */
    return pair;
}

void md2_manifold_of_corners(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                             const struct edge *b, struct corner_pair corners)
{
    const bool side_by_side = corners.a == corners.b;
    const bool flat = side_by_side && vec_dot(corners.normal, two_to_vec(a->normal)) >= FLAT_COSINE &&
                      -vec_dot(corners.normal, two_to_vec(b->normal)) >= FLAT_COSINE;
    if (flat) {
        /* Equal boxes on top of each other, slightly tilted, keep both points and their ids. */
        md2_manifold_of_edges(manifold, frame, a, b, corners.normal);
    } else {
        md2_manifold_of_points(manifold, frame, two_to_vec(a->end[corners.a]), two_to_vec(b->end[corners.b]),
                               corners.normal,
                               feature_id(feature_corner(a->corner[corners.a]), feature_corner(b->corner[corners.b])));
    }
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/** point_on_edge, clamped to the ends, which may coincide on the tangent. */
static two_reals clamped_point_on_edge(const struct edge *edge, two_reals at, md_real x)
{
    if (x <= at[0]) {
        return edge->end[0];
    }
    return x >= at[1] ? edge->end[1] : point_on_edge(edge, at, x);
}

/** overlap_end for an overlap of no length. */
static struct point_pair clamped_overlap_end(const struct edge_projection *edges, int32_t k)
{
    if (inset_of_b(edges, k) >= 0) {
        return (struct point_pair){clamped_point_on_edge(edges->a, edges->at_a, edges->at_b[k]), edges->b->end[k]};
    }
    return (struct point_pair){edges->a->end[k], clamped_point_on_edge(edges->b, edges->at_b, edges->at_a[k])};
}

/** Writes a manifold of the deeper end of an overlap shorter than TIE_TOLERANCE. */
static void manifold_of_short_overlap(md2_manifold *manifold, const struct contact_frame *frame,
                                      const struct edge_projection *edges, md2_vec normal)
{
    const struct point_pair lower = clamped_overlap_end(edges, 0), upper = clamped_overlap_end(edges, 1);
    const two_reals apart = two_dots(lower.on_b - lower.on_a, upper.on_b - upper.on_a, two_of(&normal));
    const bool upper_is_deeper = apart[1] < apart[0] - TIE_TOLERANCE;
    const struct point_pair deeper = upper_is_deeper ? upper : lower;
    md2_manifold_of_points(manifold, frame, two_to_vec(deeper.on_a), two_to_vec(deeper.on_b), normal,
                           overlap_end_id(edges, upper_is_deeper));
}

void md2_manifold_of_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                           const struct edge *b, md2_vec normal)
{
    const struct edge_projection edges = project_edges(a, b, two_of(&normal));
    const md_real length = overlap_length(&edges);
    manifold->count = 0;
    if (length > TIE_TOLERANCE) {
        manifold_of_overlap(manifold, frame, &edges, two_of(&normal));
    } else if (length >= -TIE_TOLERANCE) {
        manifold_of_short_overlap(manifold, frame, &edges, normal);
    }
}
