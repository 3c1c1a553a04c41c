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
#include "geometry2/manifold_reuse.h"

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

/** How much further away than the ends of the edge that faces it the other corners of a hull are from a line. */
static md_real room_of_ends(const md2_hull *hull, int32_t edge, md2_vec point, md2_vec normal)
{
    const int32_t ends[2] = {edge, corner_after(hull, edge)};
    const md_real least = md_min(vec_dot(vec_sub(hull->point[ends[0]], point), normal),
                                 vec_dot(vec_sub(hull->point[ends[1]], point), normal));
    md_real next = MD_INFINITY;
    for (int32_t i = 0; i < hull->count; ++i) {
        if (i != ends[0] && i != ends[1]) {
            next = md_min(next, vec_dot(vec_sub(hull->point[i], point), normal));
        }
    }
    return next - least;
}

/** For how long the edges hold. No separation can change by more than the furthest point of either hull moves in the frame of the other,
 *  which is what the place has changed by, and the rotation times the distance; no cosine by more than the rotation. Squares need no roots:
 *  where 2 (m^2 + t^2) < l^2, m + t < l. */
static void set_limit(struct feature_cache *memory, md_real room, md_real facing_room, md2_transform between,
                      md_real spread)
{
    const md_real reach = spread + md_abs(between.p.x) + md_abs(between.p.y) + room / 2;
    const md_real limit = md_min(room / 2 - 2 * ROUNDING * reach, (facing_room / 2 - ROUNDING) * reach);
    memory->reach2 = (float)(reach * reach);
    memory->limit2 = limit > 0 ? (float)(limit * limit / 2) : 0;
    memory->p[0] = (float)between.p.x;
    memory->p[1] = (float)between.p.y;
    memory->q[0] = (float)between.q.c;
    memory->q[1] = (float)between.q.s;
}

/** Finds them, and how far apart the cores are along the best of a and that of b. */
static void find_edges(struct feature_cache *memory, const md2_hull *a, const md2_hull *b, md2_transform between,
                       md_real spread, md_real separation[2])
{
    const struct axis of_a = best_axis(a, b);
    const struct axis of_b = best_axis(b, a);
    const md2_vec normal_a = a->normal[of_a.edge], normal_b = b->normal[of_b.edge];
    md_real facing_room = MD_INFINITY;
    const int32_t facing_a = edge_facing(a, vec_negative(normal_b), &facing_room);
    const int32_t facing_b = edge_facing(b, vec_negative(normal_a), &facing_room);
    const md_real ends_room = md_min(room_of_ends(b, facing_b, a->point[of_a.edge], normal_a),
                                     room_of_ends(a, facing_a, b->point[of_b.edge], normal_b));
    memory->edge_a = (int8_t)of_a.edge;
    memory->edge_b = (int8_t)of_b.edge;
    memory->facing_a = (int8_t)facing_a;
    memory->facing_b = (int8_t)facing_b;
    memory->is_set = true;
    memory->is_mutual = of_a.edge == facing_a && of_b.edge == facing_b;
    set_limit(memory, md_min(ends_room, md_min(of_a.room, of_b.room)), facing_room, between, spread);
    separation[0] = of_a.separation;
    separation[1] = of_b.separation;
}

/* ---- Two hulls ------------------------------------------------------------------------------------------------------ */

void md2_manifold_of_facing_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                                  const struct edge *b, const md_real separation[2])
{
    const bool by_a = is_by_a(separation);
    if (md_max(separation[0], separation[1]) > -TIE_TOLERANCE) {
        const struct corner_pair corners = md2_nearest_corners(a, b);
        if (corners.found) {
            md2_manifold_of_corners(manifold, frame, a, b, corners);
            return;
        }
    }
    md2_manifold_of_edges(manifold, frame, a, b, by_a ? two_to_vec(a->normal) : two_to_vec(-b->normal));
    if (manifold->count == 0) {
        /* Far apart and all but tied, edges may miss each other in the direction of one and not in that of the
         * other. */
        md2_manifold_of_edges(manifold, frame, a, b, by_a ? two_to_vec(-b->normal) : two_to_vec(a->normal));
    }
}

/** By edges that are known. */
static void touch_known(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a, const md2_hull *b,
                        struct between between, const struct feature_cache *memory)
{
    const md_real reach = frame->margin + frame->radius_a + frame->radius_b;
    const struct turn turn = turn_by((md2_rot){between.q[0], between.q[1]});
    const struct edge best_a = edge_of_a(a, memory->edge_a), facing_a = edge_of_a(a, memory->facing_a);
    const struct edge best_b = edge_to_frame(edge_of_b(b, memory->edge_b), between.p, turn);
    const struct edge facing_b = edge_to_frame(edge_of_b(b, memory->facing_b), between.p, turn);
    const md_real separation[2] = {beyond_a(&best_a, &facing_b), beyond_b(&best_b, &facing_a)};
    if (separation[0] <= reach && separation[1] <= reach) {
        const bool by_a = is_by_a(separation);
        md2_manifold_of_facing_edges(manifold, frame, by_a ? &best_a : &facing_a, by_a ? &facing_b : &best_b,
                                     separation);
    }
}

/** By edges that are looked for. What an edge of before keeps apart is apart, whichever edge would be best. */
static void touch_unknown(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a,
                          const md2_hull *b, md2_transform between, md_real spread, struct feature_cache *memory)
{
    md2_hull moved;
    md_real separation[2];
    const md_real reach = frame->margin + frame->radius_a + frame->radius_b;
    hull_points_to_frame(&moved, b, between);
    if (memory->is_set && hull_beyond(&moved, a->point[memory->edge_a], a->normal[memory->edge_a]) > reach) {
        return;
    }
    hull_normals_to_frame(&moved, b, between);
    find_edges(memory, a, &moved, between, spread, separation);
    if (separation[0] <= reach && separation[1] <= reach) {
        const bool by_a = is_by_a(separation);
        const struct edge of_a = edge_of_a(a, by_a ? memory->edge_a : memory->facing_a);
        const struct edge of_b = edge_of_b(&moved, by_a ? memory->facing_b : memory->edge_b);
        md2_manifold_of_facing_edges(manifold, frame, &of_a, &of_b, separation);
    }
}

static void hull_on_hull(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                         md2_transform at_b, md_real margin, md_real spread, struct feature_cache *memory)
{
    const struct contact_frame frame = {a->radius, b->radius, margin, at_a};
    const struct between between = between_of(at_a, at_b);
    if (still_hold(memory, between)) {
        touch_known(manifold, &frame, a, b, between, memory);
    } else {
        touch_unknown(manifold, &frame, a, b, transform_between(at_a, at_b), spread, memory);
    }
}

/** A hull of two points or more and a circle, in the frame of the hull. */
static void circle_at_hull(md2_manifold *manifold, const md2_hull *hull, md2_transform at_hull, const md2_hull *circle,
                           md2_transform at_circle, md_real margin)
{
    const md2_vec center = transform_point(transform_between(at_hull, at_circle), circle->point[0]);
    md2_circle_on_hull(manifold, &(struct contact_frame){hull->radius, circle->radius, margin, at_hull}, hull, center);
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
                       md2_transform at_b, md_real margin, md_real spread, struct feature_cache *memory)
{
    manifold->count = 0;
    if (a->count > 1 && b->count > 1) {
        hull_on_hull(manifold, a, at_a, b, at_b, margin, spread, memory);
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
    struct feature_cache none = {.is_set = false};
    md2_manifold manifold = {.count = 0};
    md2_hulls_collide(&manifold, a, at_a, b, at_b, margin, 0, &none);
    return manifold;
}
