/* The points of a manifold: what two edges that face each other, or two corners, have in common. See hull_manifold.c for how these are
 * found. */
#include "geometry2/manifold.h"

/** Two corners this near to being over each other, m, as in a stack of equal boxes: then the id names that of b,
 *  whichever is the inner one, and so does not flicker. */
#define ALIGNED MD2_LINEAR_SLOP

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

struct corner_pair md2_nearest_corners(const struct touch *touch, int32_t edge_a, int32_t edge_b)
{
    const md2_vec *on_a = touch->a->point, *on_b = touch->b->point;
    const int32_t ends_a[2] = {edge_a, corner_after(touch->a, edge_a)};
    const int32_t ends_b[2] = {edge_b, corner_after(touch->b, edge_b)};
    struct corner_pair pair = {.found = false};
    md_real least = MD_INFINITY;
    md2_vec offset = {0, 0};
    for (int32_t k = 0; k < 2; ++k) {
        const struct nearest from_a = nearest_on_edge(on_a[ends_a[k]], on_b[ends_b[0]], on_b[ends_b[1]]);
        const struct nearest from_b = nearest_on_edge(on_b[ends_b[k]], on_a[ends_a[0]], on_a[ends_a[1]]);
        if (from_a.distance2 < least) {
            least = from_a.distance2;
            offset = from_a.offset;
            pair = (struct corner_pair){.a = ends_a[k], .b = ends_b[from_a.end > 0], .found = from_a.end >= 0};
        }
        if (from_b.distance2 < least) {
            least = from_b.distance2;
            offset = vec_negative(from_b.offset);
            pair = (struct corner_pair){.a = ends_a[from_b.end > 0], .b = ends_b[k], .found = from_b.end >= 0};
        }
    }
    md_real distance;
    pair.normal = vec_unit(offset, &distance);
    pair.found = pair.found && distance > TOUCH_TIE; /* nearer, the direction is rounding */
    return pair;
}

/** Two points of the cores over each other, and what to call them. */
struct pair {
    md2_vec on_a, on_b;
    uint32_t id;
};

static md_real core_separation(struct pair pair, md2_vec normal)
{
    return vec_dot(vec_sub(pair.on_b, pair.on_a), normal);
}

static void add_within_margin(md2_manifold *manifold, const struct touch *touch, struct pair pair)
{
    const md_real radius_a = touch->a->radius, radius_b = touch->b->radius;
    const md_real separation = core_separation(pair, manifold->normal) - radius_a - radius_b;
    if (separation > touch->margin) {
        return;
    }
    const md2_vec middle = vec_scale((md_real)0.5, vec_add(pair.on_a, pair.on_b));
    md2_manifold_point *point = &manifold->point[manifold->count++];
    point->point = vec_add_scaled(middle, (md_real)0.5 * (radius_a - radius_b), manifold->normal);
    point->separation = separation;
    point->id = pair.id;
}

void md2_touch_points(md2_manifold *manifold, const struct touch *touch, md2_vec on_a, md2_vec on_b, md2_vec normal,
                      uint32_t id)
{
    manifold->normal = normal;
    add_within_margin(manifold, touch, (struct pair){on_a, on_b, id});
}

/** An edge laid along the line across the normal. */
struct span {
    md2_vec point[2]; /* lower end, upper end */
    md_real at[2];    /* their places on the line, m */
    int32_t corner[2];
    int32_t edge;
};

static struct span span_of(const md2_hull *hull, int32_t edge, bool forward, md2_vec origin, md2_vec tangent)
{
    const int32_t ends[2] = {edge, corner_after(hull, edge)};
    struct span span = {.edge = edge};
    for (int32_t k = 0; k < 2; ++k) {
        const int32_t corner = ends[forward ? k : 1 - k];
        span.corner[k] = corner;
        span.point[k] = hull->point[corner];
        span.at[k] = vec_dot(vec_sub(hull->point[corner], origin), tangent);
    }
    return span;
}

static md2_vec span_at(const struct span *span, md_real at)
{
    if (at <= span->at[0]) {
        return span->point[0];
    }
    if (at >= span->at[1]) {
        return span->point[1];
    }
    return vec_lerp(span->point[0], span->point[1], (at - span->at[0]) / (span->at[1] - span->at[0]));
}

/** End k (0 lower, 1 upper) of what two spans have in common: there the inner one of two corners is over the other
 *  edge. */
static struct pair common_end(const struct span *a, const struct span *b, int32_t k)
{
    const md_real b_inside = k == 0 ? b->at[0] - a->at[0] : a->at[1] - b->at[1];
    const uint32_t id = b_inside >= -ALIGNED ? feature_id(feature_edge(a->edge), feature_corner(b->corner[k]))
                                             : feature_id(feature_corner(a->corner[k]), feature_edge(b->edge));
    if (b_inside >= 0) {
        return (struct pair){span_at(a, b->at[k]), b->point[k], id};
    }
    return (struct pair){a->point[k], span_at(b, a->at[k]), id};
}

void md2_touch_edges(md2_manifold *manifold, const struct touch *touch, int32_t edge_a, int32_t edge_b, md2_vec normal)
{
    /* Counter-clockwise, the edge of a runs to the left of the normal and that of b, which faces it, against it. */
    const md2_vec tangent = vec_left(normal), origin = touch->a->point[edge_a];
    const struct span a = span_of(touch->a, edge_a, true, origin, tangent);
    const struct span b = span_of(touch->b, edge_b, false, origin, tangent);
    const md_real width = md_min(a.at[1], b.at[1]) - md_max(a.at[0], b.at[0]);
    manifold->normal = normal;
    if (width < -TOUCH_TIE) {
        return;
    }
    const struct pair lower = common_end(&a, &b, 0), upper = common_end(&a, &b, 1);
    const bool one = width <= TOUCH_TIE;
    const bool by_upper = core_separation(upper, normal) < core_separation(lower, normal) - TOUCH_TIE;
    if (!one || !by_upper) {
        add_within_margin(manifold, touch, lower);
    }
    if (!one || by_upper) {
        add_within_margin(manifold, touch, upper);
    }
}

void md2_touch_corners(md2_manifold *manifold, const struct touch *touch, int32_t edge_a, int32_t edge_b,
                       struct corner_pair corners)
{
    /* Against each other, the edges begin at different ends. */
    const bool side_by_side = (corners.a == edge_a) != (corners.b == edge_b);
    const bool flat = side_by_side && vec_dot(corners.normal, touch->a->normal[edge_a]) >= TOUCH_FLAT &&
                      -vec_dot(corners.normal, touch->b->normal[edge_b]) >= TOUCH_FLAT;
    if (flat) {
        /* Equal boxes, one on the other and a little askew: they keep both points and their ids. */
        md2_touch_edges(manifold, touch, edge_a, edge_b, corners.normal);
    } else {
        md2_touch_points(manifold, touch, touch->a->point[corners.a], touch->b->point[corners.b], corners.normal,
                         feature_id(feature_corner(corners.a), feature_corner(corners.b)));
    }
}

void md2_manifold_place(md2_manifold *manifold, md2_transform frame)
{
    manifold->normal = rot_apply(frame.q, manifold->normal);
    for (int32_t k = 0; k < manifold->count; ++k) {
        manifold->point[k].point = transform_point(frame, manifold->point[k].point);
    }
}
