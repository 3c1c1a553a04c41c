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
 *
 * What is remembered. Bodies move little in a step: with which edges were the best goes how much better than the next they were. While
 * the hulls have moved less than that, no other can be the best, and only these are looked at. The result is the same to the bit.
 */
#include "geometry2/manifold.h"

struct axis {
    md_real separation; /* of the cores along the normal of the edge, m */
    md_real room;       /* to the next best, m */
    int32_t edge;
};

/** The edge of a hull whose normal keeps the other furthest away. */
static struct axis best_axis(const md2_hull *of, const md2_hull *other)
{
    struct axis best = {.separation = -MD_INFINITY};
    md_real second = -MD_INFINITY;
    for (int32_t i = 0; i < of->count; ++i) {
        const md_real separation = hull_beyond(other, of->point[i], of->normal[i]);
        if (separation > best.separation) {
            second = best.separation;
            best.separation = separation;
            best.edge = i;
        } else if (separation > second) {
            second = separation;
        }
    }
    best.room = best.separation - second;
    return best;
}

/** The edge that faces most in a direction; `room` becomes what it does so more than the next, if that is less. */
static int32_t edge_facing(const md2_hull *hull, md2_vec direction, md_real *room)
{
    const int32_t best = hull_edge_facing(hull, direction);
    const md_real most = vec_dot(hull->normal[best], direction);
    for (int32_t i = 0; i < hull->count; ++i) {
        if (i != best) {
            *room = md_min(*room, most - vec_dot(hull->normal[i], direction));
        }
    }
    return best;
}

/* ---- What is remembered --------------------------------------------------------------------------------------------- */

/* Share of the size of things that covers the rounding of what is remembered, and of separations. */
#define ROUNDING ((md_real)1e-6)

/** Whether the edges of before are still the best, whatever has moved since: no separation can have changed by more than the furthest point
 *  of either hull has moved in the frame of the other. */
static bool still_hold(const struct touch_memory *memory, md2_transform between, md_real spread)
{
    const md_real size = spread + md_abs(between.p.x) + md_abs(between.p.y);
    const md_real turned = md_abs(between.q.c - memory->q[0]) + md_abs(between.q.s - memory->q[1]) + ROUNDING;
    const md_real moved = md_abs(between.p.x - memory->p[0]) + md_abs(between.p.y - memory->p[1]) + turned * size;
    return 2 * (moved + ROUNDING * size) < memory->room && 2 * turned < memory->facing_room;
}

static void find_edges(struct touch_memory *memory, const md2_hull *a, const md2_hull *b, md2_transform between,
                       md_real separation[2])
{
    const struct axis of_a = best_axis(a, b);
    const struct axis of_b = best_axis(b, a);
    md_real facing_room = MD_INFINITY;
    memory->edge_a = (int8_t)of_a.edge;
    memory->edge_b = (int8_t)of_b.edge;
    memory->facing_a = (int8_t)edge_facing(a, vec_negative(b->normal[of_b.edge]), &facing_room);
    memory->facing_b = (int8_t)edge_facing(b, vec_negative(a->normal[of_a.edge]), &facing_room);
    memory->room = (float)md_min(of_a.room, of_b.room);
    memory->facing_room = (float)facing_room;
    memory->p[0] = (float)between.p.x;
    memory->p[1] = (float)between.p.y;
    memory->q[0] = (float)between.q.c;
    memory->q[1] = (float)between.q.s;
    memory->is_set = true;
    separation[0] = of_a.separation;
    separation[1] = of_b.separation;
}

/* ---- Two hulls ------------------------------------------------------------------------------------------------------ */

/** The points of two hulls of two points or more, whose best edges are known. */
static void touch_hulls(md2_manifold *manifold, const struct touch *touch, const struct touch_memory *memory,
                        const md_real separation[2])
{
    const md2_hull *a = touch->a, *b = touch->b;
    /* Edges that lie flat tie but for rounding: then a gives the direction, in this step as in the next. */
    const bool by_a = separation[1] <= separation[0] + TOUCH_TIE;
    const int32_t edge_a = by_a ? memory->edge_a : memory->facing_a;
    const int32_t edge_b = by_a ? memory->facing_b : memory->edge_b;
    const md2_vec normals[2] = {a->normal[edge_a], vec_negative(b->normal[edge_b])};
    if (md_max(separation[0], separation[1]) > -TOUCH_TIE) {
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

/** What an edge of before keeps apart is apart, whichever edge would be best. */
static void hull_on_hull(md2_manifold *manifold, const md2_hull *a, const md2_hull *b, md2_transform between,
                         md_real margin, md_real spread, struct touch_memory *memory)
{
    md2_hull moved;
    md_real separation[2] = {-MD_INFINITY, -MD_INFINITY};
    const md_real reach = margin + a->radius + b->radius;
    hull_points_to_frame(&moved, b, between);
    if (memory->is_set) {
        separation[0] = hull_beyond(&moved, a->point[memory->edge_a], a->normal[memory->edge_a]);
        if (separation[0] > reach) {
            return;
        }
    }
    if (memory->is_set && still_hold(memory, between, spread)) {
        hull_normal_to_frame(&moved, b, between, memory->edge_b);
        hull_normal_to_frame(&moved, b, between, memory->facing_b);
        separation[1] = hull_beyond(a, moved.point[memory->edge_b], moved.normal[memory->edge_b]);
    } else {
        for (int32_t i = 0; i < b->count; ++i) {
            hull_normal_to_frame(&moved, b, between, i);
        }
        find_edges(memory, a, &moved, between, separation);
    }
    if (separation[0] <= reach && separation[1] <= reach) {
        touch_hulls(manifold, &(struct touch){a, &moved, margin}, memory, separation);
    }
}

/** A hull of two points or more and a circle, in the frame of the hull. */
static void circle_at_hull(md2_manifold *manifold, const md2_hull *hull, md2_transform at_hull, const md2_hull *circle,
                           md2_transform at_circle, md_real margin)
{
    md2_hull moved = {.radius = circle->radius, .count = 1};
    moved.point[0] = transform_point(transform_between(at_hull, at_circle), circle->point[0]);
    md2_circle_on_hull(manifold, &(struct touch){hull, &moved, margin});
    md2_manifold_place(manifold, at_hull);
}

static void mirror(md2_manifold *manifold)
{
    manifold->normal = vec_negative(manifold->normal);
    for (int32_t k = 0; k < manifold->count; ++k) {
        const uint32_t id = manifold->point[k].id;
        manifold->point[k].id = feature_id(id & 0xff, id >> 8);
    }
}

/** The centres are taken apart before they are taken to the world, where they would lose digits far from its origin. */
static void circle_on_circle(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                             md2_transform at_b, md_real margin)
{
    const md2_vec arm_a = rot_apply(at_a.q, a->point[0]);
    const md2_vec arm_b = rot_apply(at_b.q, b->point[0]);
    const md2_vec between = vec_add(vec_sub(at_b.p, at_a.p), vec_sub(arm_b, arm_a));
    circles_collide(manifold, vec_add(at_a.p, arm_a), between, a->radius, b->radius, margin);
}

void md2_hulls_collide(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                       md2_transform at_b, md_real margin, md_real spread, struct touch_memory *memory)
{
    manifold_clear(manifold);
    if (a->count > 1 && b->count > 1) {
        hull_on_hull(manifold, a, b, transform_between(at_a, at_b), margin, spread, memory);
        md2_manifold_place(manifold, at_a);
    } else if (a->count > 1) {
        circle_at_hull(manifold, a, at_a, b, at_b, margin);
    } else if (b->count > 1) {
        circle_at_hull(manifold, b, at_b, a, at_a, margin);
        mirror(manifold);
    } else {
        circle_on_circle(manifold, a, at_a, b, at_b, margin);
    }
}

md2_manifold md2_hull_collide(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                              md_real margin)
{
    struct touch_memory none = {.is_set = false};
    md2_manifold manifold;
    md2_hulls_collide(&manifold, a, at_a, b, at_b, margin, 0, &none);
    return manifold;
}
