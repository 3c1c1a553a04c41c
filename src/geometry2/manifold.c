/* How two hulls touch.
 *
 * The direction. For convex cores A and B let s(n) = min over B of b.n - max over A of a.n, the gap that direction
 * n sees. Where the cores overlap, the largest s over the normals of all edges is minus the depth. Where they are
 * apart, it is the distance if an edge is among the nearest features. If two corners are, n lies strictly between
 * two edge normals; s is concave in the angle where it is positive, so that the best edge is one of these two: one
 * of the corners ends it, and the other ends the edge that faces it. So the corners are looked for on these two
 * edges only, and the direction between them turns continuously as a rounded corner rolls.
 *
 * The points. The two edges are laid along the line across n; what they have in common is an interval, each of
 * whose ends is a corner of one hull over the edge of the other. That pair is the id. It does not say which hull
 * gave the direction, so it survives when the other gives it in the next step.
 */
#include "geometry2/manifold.h"

/** Two corners this near to being over each other, m, as in a stack of equal boxes: then the id names that of b,
 *  whichever is the inner one, and so does not flicker. */
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

/* ---- Circles ---------------------------------------------------------------------------------------------------- */

static void circle_on_circle(md2_manifold *manifold, const struct touch *touch)
{
    const md2_vec a = touch->a->point[0], b = touch->b->point[0];
    md_real distance;
    md2_vec normal = vec_unit(vec_sub(b, a), &distance);
    if (!(distance > TOUCH_TIE)) {
        normal = vec(0, 1); /* concentric: any will do */
    }
    md2_touch_points(manifold, touch, a, b, normal, feature_id(feature_corner(0), feature_corner(0)));
}

static void circle_at_corner(md2_manifold *manifold, const struct touch *touch, int32_t corner, md2_vec face_normal)
{
    const md2_vec on_a = touch->a->point[corner], center = touch->b->point[0];
    md_real distance;
    const md2_vec normal = vec_unit(vec_sub(center, on_a), &distance);
    md2_touch_points(manifold, touch, on_a, center, distance > TOUCH_TIE ? normal : face_normal,
                     feature_id(feature_corner(corner), feature_corner(0)));
}

/** A hull as a, a circle as b. */
static void circle_on_hull(md2_manifold *manifold, const struct touch *touch)
{
    const md2_hull *a = touch->a;
    const md2_vec center = touch->b->point[0];
    md_real most = -MD_INFINITY;
    int32_t edge = 0;
    for (int32_t i = 0; i < a->count; ++i) {
        const md_real separation = vec_dot(vec_sub(center, a->point[i]), a->normal[i]);
        if (separation > most) {
            most = separation;
            edge = i;
        }
    }
    manifold->normal = a->normal[edge];
    if (most > touch->margin + a->radius + touch->b->radius) {
        return;
    }
    const md2_vec normal = manifold->normal;
    const int32_t next = corner_after(a, edge);
    const md2_vec along = vec_sub(a->point[next], a->point[edge]);
    const bool outside = most > -TOUCH_TIE; /* in the line of a segment, beyond its end, it is 0 */
    if (outside && vec_dot(vec_sub(center, a->point[edge]), along) < 0) {
        circle_at_corner(manifold, touch, edge, normal);
    } else if (outside && vec_dot(vec_sub(center, a->point[next]), along) > 0) {
        circle_at_corner(manifold, touch, next, normal);
    } else {
        md2_touch_points(manifold, touch, vec_add_scaled(center, -most, normal), center, normal,
                         feature_id(feature_edge(edge), feature_corner(0)));
    }
}

static void mirror(md2_manifold *manifold)
{
    manifold->normal = vec_negative(manifold->normal);
    for (int32_t k = 0; k < manifold->count; ++k) {
        const uint32_t id = manifold->point[k].id;
        manifold->point[k].id = feature_id(id & 0xff, id >> 8);
    }
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
static void hull_on_hull(md2_manifold *manifold, const struct touch *touch)
{
    const md2_hull *a = touch->a, *b = touch->b;
    const md_real reach = touch->margin + a->radius + b->radius;
    const struct axis of_a = best_axis(a, b);
    manifold->normal = a->normal[of_a.edge];
    if (of_a.separation > reach) {
        return;
    }
    const struct axis of_b = best_axis(b, a);
    /* Edges that lie flat tie but for rounding: then a gives the direction, in this step as in the next. */
    const bool by_a = of_b.separation <= of_a.separation + TOUCH_TIE;
    const int32_t edge_a = by_a ? of_a.edge : hull_edge_facing(a, vec_negative(b->normal[of_b.edge]));
    const int32_t edge_b = by_a ? hull_edge_facing(b, vec_negative(a->normal[of_a.edge])) : of_b.edge;
    const md2_vec normals[2] = {a->normal[edge_a], vec_negative(b->normal[edge_b])};
    const md_real separation = md_max(of_a.separation, of_b.separation);
    manifold->normal = normals[!by_a];
    if (separation > reach) {
        return;
    }
    if (separation > -TOUCH_TIE) {
        const struct corner_pair corners = md2_nearest_corners(touch, edge_a, edge_b);
        if (corners.found) {
            md2_touch_corners(manifold, touch, edge_a, edge_b, corners);
            return;
        }
    }
    md2_touch_edges(manifold, touch, edge_a, edge_b, normals[!by_a]);
    if (manifold->count == 0) {
        /* Far apart and all but tied, edges may miss each other in the direction of one and not in that of the
         * other. */
        md2_touch_edges(manifold, touch, edge_a, edge_b, normals[by_a]);
    }
}

md2_manifold md2_hull_collide(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                              md_real margin)
{
    md2_hull moved;
    hull_to_frame(&moved, b, transform_between(at_a, at_b));
    const struct touch touch = {a, &moved, margin};
    md2_manifold manifold;
    manifold_clear(&manifold);
    if (a->count > 1 && moved.count > 1) {
        hull_on_hull(&manifold, &touch);
    } else if (a->count > 1) {
        circle_on_hull(&manifold, &touch);
    } else if (moved.count > 1) {
        circle_on_hull(&manifold, &(struct touch){&moved, a, margin});
        mirror(&manifold);
    } else {
        circle_on_circle(&manifold, &touch);
    }
    md2_manifold_place(&manifold, at_a);
    return manifold;
}
