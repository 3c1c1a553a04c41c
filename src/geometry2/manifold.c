/* The points of a manifold: what two edges that face each other, or two corners, have in common. See hull_manifold.c for how these are
 * found. */
#include "geometry2/clip_edges.h"

/* ---- Points and corners --------------------------------------------------------------------------------------------- */

void md2_manifold_of_points(md2_manifold *manifold, const struct contact_frame *frame, md2_vec on_a, md2_vec on_b,
                            md2_vec normal, uint32_t id)
{
    const md_real radius_a = frame->radius_a, radius_b = frame->radius_b;
    const md_real separation = vec_dot(vec_sub(on_b, on_a), normal) - radius_a - radius_b;
    manifold->count = 0;
    if (separation > frame->margin) {
        return;
    }
    const md2_vec middle = vec_scale((md_real)0.5, vec_add(on_a, on_b));
    const md2_vec between = vec_add_scaled(middle, (md_real)0.5 * (radius_a - radius_b), normal);
    manifold->normal = rot_apply(frame->transform.q, normal);
    manifold->point[0] = (md2_manifold_point){transform_point(frame->transform, between), separation, id};
    manifold->count = 1;
}

struct nearest {
    md_real distance2; /* m^2 */
    md2_vec offset;    /* from the point to the edge */
    int32_t end;       /* 0 or 1 of the edge, -1 inside of it */
};

static struct nearest nearest_on_edge(md2_vec point, md2_vec from, md2_vec to)
{
    const md2_vec edge = vec_sub(to, from), offset = vec_sub(from, point);
    const md_real along = -vec_dot(offset, edge), length2 = vec_dot(edge, edge);
    struct nearest nearest = {.offset = offset, .end = 0};
    if (along >= length2) {
        nearest.offset = vec_sub(to, point);
        nearest.end = 1;
    } else if (along > 0) {
        nearest.offset = vec_add_scaled(offset, along / length2, edge);
        nearest.end = -1;
    }
    nearest.distance2 = vec_dot(nearest.offset, nearest.offset);
    return nearest;
}

struct corner_pair md2_nearest_corners(const struct edge *a, const struct edge *b)
{
    /* Each in the order of its hull, in which that of b begins at its end 1. */
    const md2_vec on_a[2] = {two_to_vec(a->end[0]), two_to_vec(a->end[1])};
    const md2_vec on_b[2] = {two_to_vec(b->end[1]), two_to_vec(b->end[0])};
    struct corner_pair pair = {.found = false};
    md_real least = MD_INFINITY;
    md2_vec offset = {0, 0};
    for (int32_t k = 0; k < 2; ++k) {
        const struct nearest from_a = nearest_on_edge(on_a[k], on_b[0], on_b[1]);
        const struct nearest from_b = nearest_on_edge(on_b[k], on_a[0], on_a[1]);
        if (from_a.distance2 < least) {
            least = from_a.distance2;
            offset = from_a.offset;
            pair = (struct corner_pair){.a = k, .b = from_a.end > 0 ? 0 : 1, .found = from_a.end >= 0};
        }
        if (from_b.distance2 < least) {
            least = from_b.distance2;
            offset = vec_negative(from_b.offset);
            pair = (struct corner_pair){.a = from_b.end > 0 ? 1 : 0, .b = 1 - k, .found = from_b.end >= 0};
        }
    }
    md_real distance;
    pair.normal = vec_unit(offset, &distance);
    pair.found = pair.found && distance > TIE_TOLERANCE; /* nearer, the direction is rounding */
    return pair;
}

void md2_manifold_of_corners(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                             const struct edge *b, struct corner_pair corners)
{
    const bool side_by_side = corners.a == corners.b;
    const bool flat = side_by_side && vec_dot(corners.normal, two_to_vec(a->normal)) >= FLAT_COSINE &&
                      -vec_dot(corners.normal, two_to_vec(b->normal)) >= FLAT_COSINE;
    if (flat) {
        /* Equal boxes, one on the other and a little askew: they keep both points and their ids. */
        md2_manifold_of_edges(manifold, frame, a, b, corners.normal);
    } else {
        md2_manifold_of_points(manifold, frame, two_to_vec(a->end[corners.a]), two_to_vec(b->end[corners.b]),
                               corners.normal,
                               feature_id(feature_corner(a->corner[corners.a]), feature_corner(b->corner[corners.b])));
    }
}

/* ---- Edges ---------------------------------------------------------------------------------------------------------- */

/** The point of an edge at a place that may be beyond its ends; across the line these are at one place. */
static two_reals point_at(const struct edge *edge, two_reals at, md_real to)
{
    if (to <= at[0]) {
        return edge->end[0];
    }
    return to >= at[1] ? edge->end[1] : point_between(edge, at, to);
}

/** As stretch_end, where there is none. */
static struct over short_end(const struct laid_edges *laid, int32_t k)
{
    if (laid_inside(laid, k) >= 0) {
        return (struct over){point_at(laid->a, laid->at_a, laid->at_b[k]), laid->b->end[k]};
    }
    return (struct over){laid->a->end[k], point_at(laid->b, laid->at_b, laid->at_a[k])};
}

/** The deeper end of a common stretch of no length to speak of. */
static void touch_short(md2_manifold *manifold, const struct contact_frame *frame, const struct laid_edges *laid,
                        md2_vec normal)
{
    const struct over lower = short_end(laid, 0), upper = short_end(laid, 1);
    const two_reals apart = two_dots(lower.on_b - lower.on_a, upper.on_b - upper.on_a, two_of(&normal));
    const bool by_upper = apart[1] < apart[0] - TIE_TOLERANCE;
    const struct over deeper = by_upper ? upper : lower;
    md2_manifold_of_points(manifold, frame, two_to_vec(deeper.on_a), two_to_vec(deeper.on_b), normal,
                           laid_id(laid, by_upper));
}

void md2_manifold_of_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                           const struct edge *b, md2_vec normal)
{
    const struct laid_edges laid = edges_lay(a, b, two_of(&normal));
    const md_real width = laid_width(&laid);
    manifold->count = 0;
    if (width > TIE_TOLERANCE) {
        touch_stretch(manifold, frame, &laid, two_of(&normal));
    } else if (width >= -TIE_TOLERANCE) {
        touch_short(manifold, frame, &laid, normal);
    }
}
