/* How two hulls touch.
 *
 * The direction. For convex cores A and B let s(n) = min over B of b.n - max over A of a.n, the gap that direction n sees.
 * Where the cores overlap, the largest s over the normals of all edges is minus the depth. Where they are apart, it is the
 * distance if an edge is among the nearest features. If two corners are, n lies strictly between two edge normals; s is
 * concave in the angle where it is positive, so that the best edge is one of these two: one of the corners ends it, and the
 * other ends the edge that faces it. So the corners are looked for on these two edges only, and the direction between them
 * turns continuously as a rounded corner rolls.
 *
 * The points. The two edges are laid along the line across n; what they have in common is an interval, each of whose ends
 * is a corner of one hull over the edge of the other. That pair is the id. It does not say which hull gave the direction,
 * so it survives when the other gives it in the next step.
 */
#include "geometry2/manifold.h"

/** Makes sense of points whose corners are over each other, as in a stack of equal boxes, m: that of b is named. */
#define ALIGNED MD2_LINEAR_SLOP

/* ---- Shared with the chain -------------------------------------------------------------------------------------- */

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

static md2_manifold_point point_between(const struct touch *touch, md2_vec on_a, md2_vec on_b, md2_vec normal,
                                        uint32_t id)
{
    const md_real radius_a = touch->a->radius, radius_b = touch->b->radius;
    const md2_vec middle = vec_scale((md_real)0.5, vec_add(on_a, on_b));
    return (md2_manifold_point){
        .point = vec_add_scaled(middle, (md_real)0.5 * (radius_a - radius_b), normal),
        .separation = vec_dot(vec_sub(on_b, on_a), normal) - radius_a - radius_b,
        .id = id,
    };
}

static void add_within_margin(md2_manifold *manifold, md2_manifold_point point, md_real margin)
{
    if (point.separation <= margin) {
        manifold->point[manifold->count++] = point;
    }
}

md2_manifold md2_touch_points(const struct touch *touch, md2_vec on_a, md2_vec on_b, md2_vec normal, uint32_t id)
{
    md2_manifold manifold = {.normal = normal};
    add_within_margin(&manifold, point_between(touch, on_a, on_b, normal, id), touch->margin);
    return manifold;
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

/** End k (0 lower, 1 upper) of what two spans have in common: there the inner one of two corners is over the other edge. */
static md2_manifold_point common_end(const struct touch *touch, const struct span *a, const struct span *b, int32_t k,
                                     md2_vec normal)
{
    const md_real b_inside = k == 0 ? b->at[0] - a->at[0] : a->at[1] - b->at[1];
    const uint32_t id = b_inside >= -ALIGNED ? feature_id(feature_edge(a->edge), feature_corner(b->corner[k]))
                                             : feature_id(feature_corner(a->corner[k]), feature_edge(b->edge));
    const md2_vec on_a = b_inside >= 0 ? span_at(a, b->at[k]) : a->point[k];
    const md2_vec on_b = b_inside >= 0 ? b->point[k] : span_at(b, a->at[k]);
    return point_between(touch, on_a, on_b, normal, id);
}

md2_manifold md2_touch_edges(const struct touch *touch, int32_t edge_a, int32_t edge_b, md2_vec normal)
{
    /* Counter-clockwise, the edge of a runs to the left of the normal and that of b, which faces it, against it. */
    const md2_vec tangent = vec_left(normal), origin = touch->a->point[edge_a];
    const struct span a = span_of(touch->a, edge_a, true, origin, tangent);
    const struct span b = span_of(touch->b, edge_b, false, origin, tangent);
    const md_real width = md_min(a.at[1], b.at[1]) - md_max(a.at[0], b.at[0]);
    md2_manifold manifold = {.normal = normal};
    if (width < -TOUCH_TIE) {
        return manifold;
    }
    const md2_manifold_point lower = common_end(touch, &a, &b, 0, normal);
    const md2_manifold_point upper = common_end(touch, &a, &b, 1, normal);
    const bool by_upper = upper.separation < lower.separation - TOUCH_TIE; /* where one will do */
    if (width > TOUCH_TIE || !by_upper) {
        add_within_margin(&manifold, lower, touch->margin);
    }
    if (width > TOUCH_TIE || by_upper) {
        add_within_margin(&manifold, upper, touch->margin);
    }
    return manifold;
}

md2_manifold md2_touch_corners(const struct touch *touch, int32_t edge_a, int32_t edge_b, struct corner_pair corners)
{
    /* Against each other, the edges begin at different ends. */
    const bool side_by_side = (corners.a == edge_a) != (corners.b == edge_b);
    const bool flat = side_by_side && vec_dot(corners.normal, touch->a->normal[edge_a]) >= TOUCH_FLAT &&
                      -vec_dot(corners.normal, touch->b->normal[edge_b]) >= TOUCH_FLAT;
    if (flat) {
        /* Equal boxes, one on the other and a little askew: they keep both points and their ids. */
        return md2_touch_edges(touch, edge_a, edge_b, corners.normal);
    }
    return md2_touch_points(touch, touch->a->point[corners.a], touch->b->point[corners.b], corners.normal,
                            feature_id(feature_corner(corners.a), feature_corner(corners.b)));
}

md2_manifold md2_manifold_placed(md2_manifold manifold, md2_transform frame)
{
    manifold.normal = rot_apply(frame.q, manifold.normal);
    for (int32_t k = 0; k < manifold.count; ++k) {
        manifold.point[k].point = transform_point(frame, manifold.point[k].point);
    }
    return manifold;
}

/* ---- Circles ---------------------------------------------------------------------------------------------------- */

static md2_manifold circle_on_circle(const struct touch *touch)
{
    const md2_vec a = touch->a->point[0], b = touch->b->point[0];
    md_real distance;
    md2_vec normal = vec_unit(vec_sub(b, a), &distance);
    if (!(distance > 0)) {
        normal = vec(0, 1); /* concentric: any will do */
    }
    return md2_touch_points(touch, a, b, normal, feature_id(feature_corner(0), feature_corner(0)));
}

static md2_manifold circle_at_corner(const struct touch *touch, int32_t corner, md2_vec face_normal)
{
    const md2_vec on_a = touch->a->point[corner], center = touch->b->point[0];
    md_real distance;
    const md2_vec normal = vec_unit(vec_sub(center, on_a), &distance);
    return md2_touch_points(touch, on_a, center, distance > TOUCH_TIE ? normal : face_normal,
                            feature_id(feature_corner(corner), feature_corner(0)));
}

/** A hull as a, a circle as b. */
static md2_manifold circle_on_hull(const struct touch *touch)
{
    const md2_hull *a = touch->a;
    const md2_vec center = touch->b->point[0];
    const md_real reach = touch->margin + a->radius + touch->b->radius;
    md_real most = -MD_INFINITY;
    int32_t edge = 0;
    for (int32_t i = 0; i < a->count; ++i) {
        const md_real separation = vec_dot(vec_sub(center, a->point[i]), a->normal[i]);
        if (separation > most) {
            most = separation;
            edge = i;
        }
    }
    const md2_vec normal = a->normal[edge];
    if (most > reach) {
        return (md2_manifold){.normal = normal};
    }
    const int32_t next = corner_after(a, edge);
    const md2_vec along = vec_sub(a->point[next], a->point[edge]);
    const bool outside = most > -TOUCH_TIE; /* in the line of a segment, beyond its end, it is 0 */
    if (outside && vec_dot(vec_sub(center, a->point[edge]), along) < 0) {
        return circle_at_corner(touch, edge, normal);
    }
    if (outside && vec_dot(vec_sub(center, a->point[next]), along) > 0) {
        return circle_at_corner(touch, next, normal);
    }
    return md2_touch_points(touch, vec_add_scaled(center, -most, normal), center, normal,
                            feature_id(feature_edge(edge), feature_corner(0)));
}

static md2_manifold mirrored(md2_manifold manifold)
{
    manifold.normal = vec_negative(manifold.normal);
    for (int32_t k = 0; k < manifold.count; ++k) {
        const uint32_t id = manifold.point[k].id;
        manifold.point[k].id = feature_id(id & 0xff, id >> 8);
    }
    return manifold;
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------ */

struct axis {
    md_real separation; /* of the cores along the normal of the edge, m */
    int32_t edge;
};

/** The edge of a hull whose normal keeps the other furthest away. */
static struct axis best_axis(const md2_hull *of, const md2_hull *other)
{
    struct axis best = {.separation = -MD_INFINITY};
    for (int32_t i = 0; i < of->count; ++i) {
        const md_real separation = hull_beyond(other, of->point[i], of->normal[i]);
        if (separation > best.separation) {
            best = (struct axis){separation, i};
        }
    }
    return best;
}

/** Two hulls of two points or more. */
static md2_manifold hull_on_hull(const struct touch *touch)
{
    const md2_hull *a = touch->a, *b = touch->b;
    const md_real reach = touch->margin + a->radius + b->radius;
    const struct axis of_a = best_axis(a, b);
    if (of_a.separation > reach) {
        return (md2_manifold){.normal = a->normal[of_a.edge]};
    }
    const struct axis of_b = best_axis(b, a);
    /* Edges that lie flat tie but for rounding: then a gives the direction, in this step as in the next. */
    const bool by_a = of_b.separation <= of_a.separation + TOUCH_TIE;
    const int32_t edge_a = by_a ? of_a.edge : hull_edge_facing(a, vec_negative(b->normal[of_b.edge]));
    const int32_t edge_b = by_a ? hull_edge_facing(b, vec_negative(a->normal[of_a.edge])) : of_b.edge;
    const md2_vec normals[2] = {a->normal[edge_a], vec_negative(b->normal[edge_b])};
    const md_real separation = md_max(of_a.separation, of_b.separation);
    if (separation > reach) {
        return (md2_manifold){.normal = normals[!by_a]};
    }
    if (separation > -TOUCH_TIE) {
        const struct corner_pair corners = md2_nearest_corners(touch, edge_a, edge_b);
        if (corners.found) {
            return md2_touch_corners(touch, edge_a, edge_b, corners);
        }
    }
    const md2_manifold manifold = md2_touch_edges(touch, edge_a, edge_b, normals[!by_a]);
    /* Far apart and all but tied, the edges may pass each other in the direction of one and not in that of the other. */
    return manifold.count > 0 ? manifold : md2_touch_edges(touch, edge_a, edge_b, normals[by_a]);
}

md2_manifold md2_hull_collide(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                              md_real margin)
{
    const md2_hull moved = hull_in_frame(b, transform_between(at_a, at_b));
    const struct touch touch = {a, &moved, margin};
    md2_manifold manifold;
    if (a->count > 1) {
        manifold = moved.count > 1 ? hull_on_hull(&touch) : circle_on_hull(&touch);
    } else if (moved.count > 1) {
        manifold = mirrored(circle_on_hull(&(struct touch){&moved, a, margin}));
    } else {
        manifold = circle_on_circle(&touch);
    }
    return md2_manifold_placed(manifold, at_a);
}
