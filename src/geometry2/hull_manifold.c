/* The contact manifold of two hulls.
 *
 * Normal: for convex cores A and B let s(n) = min over B of b.n - max over A of a.n, the separation along direction n.
 * If the cores overlap, the largest s over all edge normals is minus the penetration. If they are apart, it is the
 * distance, provided that an edge is one of the closest features. If the closest features are two corners, n lies
 * strictly between two edge normals. s is concave in the angle where it is positive, so the edge of largest s is one of
 * these two: one of the corners is an end of it, and the other is an end of the edge that faces it. The corners are
 * therefore searched on these two edges only, and the normal turns continuously as a rounded corner rolls.
 *
 * Points: the two edges are projected on the tangent. Their overlap is an interval, and each of its ends is a corner of
 * one hull opposite the edge of the other. That pair is the id. It does not depend on which hull gave the normal, so it
 * survives a change of that.
 *
 * Feature cache: bodies move little per step. The cache stores the best edges and by how much they beat the second
 * best. While the hulls have moved by less than that, no other edge can be the best, and only the cached ones are
 * evaluated. The result is bit-identical.
 */
#include "geometry2/manifold_reuse.h"

struct axis {
    md_real separation; /* of the cores along the normal of the edge, m */
    md_real lead;       /* over the second best edge, m */
    int32_t edge;
};

/** Finds the edge of a hull with the largest separation from the other hull along its normal. */
static struct axis best_axis(const md2_hull *hull, const md2_hull *other)
{
    struct axis best = {.separation = -MD_INFINITY};
    md_real second = -MD_INFINITY;
    for (int32_t i = 0; i < hull->count; ++i) {
        const md_real separation = hull_separation(other, hull->point[i], hull->normal[i]);
        if (separation > best.separation) {
            second = best.separation;
            best.separation = separation;
            best.edge = i;
        } else if (separation > second) {
            second = separation;
        }
    }
    best.lead = best.separation - second;
    return best;
}

/** Returns the edge whose normal is closest to a direction. Lowers `lead` to its lead over the second best, a
 *  cosine. */
static int32_t edge_facing(const md2_hull *hull, md2_vec direction, md_real *lead)
{
    const int32_t best = hull_edge_facing(hull, direction);
    const md_real best_along = vec_dot(hull->normal[best], direction);
    for (int32_t i = 0; i < hull->count; ++i) {
        if (i != best) {
            *lead = md_min(*lead, best_along - vec_dot(hull->normal[i], direction));
        }
    }
    return best;
}

/* ---- The feature cache ------------------------------------------------------------------------------------------- */

/* Relative error that covers the rounding of the cached floats and of separations. */
#define ROUNDING ((md_real)1e-6)

/** Returns by how much the other corners of a hull are farther from a line than the ends of the edge that faces it,
 *  m. */
static md_real lead_of_ends(const md2_hull *hull, int32_t edge, md2_vec point, md2_vec normal)
{
    const int32_t ends[2] = {edge, corner_after(hull, edge)};
    const md_real end_distance = md_min(vec_dot(vec_sub(hull->point[ends[0]], point), normal),
                                        vec_dot(vec_sub(hull->point[ends[1]], point), normal));
    md_real other_distance = MD_INFINITY;
    for (int32_t i = 0; i < hull->count; ++i) {
        if (i != ends[0] && i != ends[1]) {
            other_distance = md_min(other_distance, vec_dot(vec_sub(hull->point[i], point), normal));
        }
    }
    return other_distance - end_distance;
}

/** Stores how far b may move in the frame of a before other edges can be the best.
 *
 *  No separation changes by more than the farthest point of either hull moves in the frame of the other: the change of
 *  position plus the change of rotation times the distance. No cosine changes by more than the rotation. Squares avoid
 *  the roots: 2 (m^2 + t^2) < l^2 implies m + t < l. */
static void set_limit(struct feature_cache *cache, md_real lead, md_real facing_lead, md2_transform between,
                      md_real extent)
{
    const md_real max_extent = extent + md_abs(between.p.x) + md_abs(between.p.y) + lead / 2;
    const md_real limit = md_min(lead / 2 - 2 * ROUNDING * max_extent, (facing_lead / 2 - ROUNDING) * max_extent);
    cache->extent_squared = (float)(max_extent * max_extent);
    cache->limit_squared = limit > 0 ? (float)(limit * limit / 2) : 0;
    cache->p[0] = (float)between.p.x;
    cache->p[1] = (float)between.p.y;
    cache->q[0] = (float)between.q.c;
    cache->q[1] = (float)between.q.s;
}

/** Finds the best edges and stores them. `separation` is that of the cores along the best edge of a, and along that of
 *  b. */
static void find_edges(struct feature_cache *cache, const md2_hull *a, const md2_hull *b, md2_transform between,
                       md_real extent, md_real separation[2])
{
    const struct axis axis_a = best_axis(a, b);
    const struct axis axis_b = best_axis(b, a);
    const md2_vec normal_a = a->normal[axis_a.edge], normal_b = b->normal[axis_b.edge];
    md_real facing_lead = MD_INFINITY;
    const int32_t facing_a = edge_facing(a, vec_negative(normal_b), &facing_lead);
    const int32_t facing_b = edge_facing(b, vec_negative(normal_a), &facing_lead);
    const md_real ends_lead = md_min(lead_of_ends(b, facing_b, a->point[axis_a.edge], normal_a),
                                     lead_of_ends(a, facing_a, b->point[axis_b.edge], normal_b));
    cache->edge_a = (int8_t)axis_a.edge;
    cache->edge_b = (int8_t)axis_b.edge;
    cache->facing_a = (int8_t)facing_a;
    cache->facing_b = (int8_t)facing_b;
    cache->is_set = true;
    cache->is_mutual = axis_a.edge == facing_a && axis_b.edge == facing_b;
    set_limit(cache, md_min(ends_lead, md_min(axis_a.lead, axis_b.lead)), facing_lead, between, extent);
    separation[0] = axis_a.separation;
    separation[1] = axis_b.separation;
}

/* ---- Two hulls --------------------------------------------------------------------------------------------------- */

void md2_manifold_of_facing_edges(md2_manifold *manifold, const struct contact_frame *frame, const struct edge *a,
                                  const struct edge *b, const md_real separation[2])
{
    const bool by_a = normal_is_of_a(separation);
    const md_real max_separation = md_max(separation[0], separation[1]);
    if (max_separation > -TIE_TOLERANCE) {
        const struct corner_pair corners = md2_closest_corners(a, b);
        if (corners.found) {
            md2_manifold_of_corners(manifold, frame, a, b, corners);
            if (manifold->count == 0) {
                const two_reals apart = b->end[corners.b] - a->end[corners.a];
                set_clearance(manifold, frame, vec_dot(two_to_vec(apart), corners.normal));
            }
            return;
        }
    }
    md2_manifold_of_edges(manifold, frame, a, b, by_a ? two_to_vec(a->normal) : two_to_vec(-b->normal));
    if (manifold->count == 0) {
        /* Edges that are far apart and nearly tied may overlap along the normal of one but not of the other. */
        md2_manifold_of_edges(manifold, frame, a, b, by_a ? two_to_vec(-b->normal) : two_to_vec(a->normal));
    }
    if (manifold->count == 0) {
        set_clearance(manifold, frame, max_separation);
    }
}

/** Collides by cached edges. */
static void collide_cached(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a,
                           const md2_hull *b, struct relative_pose pose, const struct feature_cache *cache)
{
    const md_real max_separation = frame->margin + frame->radius_a + frame->radius_b;
    const struct two_rot q = two_rot_of((md2_rot){pose.q[0], pose.q[1]});
    const struct edge best_a = edge_of_a(a, cache->edge_a), facing_a = edge_of_a(a, cache->facing_a);
    const struct edge best_b = edge_to_frame(edge_of_b(b, cache->edge_b), pose.p, q);
    const struct edge facing_b = edge_to_frame(edge_of_b(b, cache->facing_b), pose.p, q);
    const md_real separation[2] = {separation_by_a(&best_a, &facing_b), separation_by_b(&best_b, &facing_a)};
    if (separation[0] <= max_separation && separation[1] <= max_separation) {
        const bool by_a = normal_is_of_a(separation);
        md2_manifold_of_facing_edges(manifold, frame, by_a ? &best_a : &facing_a, by_a ? &facing_b : &best_b,
                                     separation);
    } else {
        set_clearance(manifold, frame, md_max(separation[0], separation[1]));
    }
}

/** Searches the best edges. The cached edge of a, if it still separates the hulls, ends the search at once. */
static void collide_searching(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a,
                              const md2_hull *b, md2_transform between, md_real extent, struct feature_cache *cache)
{
    md2_hull moved;
    md_real separation[2];
    const md_real max_separation = frame->margin + frame->radius_a + frame->radius_b;
    hull_points_to_frame(&moved, b, between);
    if (cache->is_set) {
        const md_real by_a = hull_separation(&moved, a->point[cache->edge_a], a->normal[cache->edge_a]);
        if (by_a > max_separation) {
            set_clearance(manifold, frame, by_a);
            return;
        }
    }
    hull_normals_to_frame(&moved, b, between);
    find_edges(cache, a, &moved, between, extent, separation);
    if (separation[0] <= max_separation && separation[1] <= max_separation) {
        const bool by_a = normal_is_of_a(separation);
        const struct edge edge_a = edge_of_a(a, by_a ? cache->edge_a : cache->facing_a);
        const struct edge edge_b = edge_of_b(&moved, by_a ? cache->facing_b : cache->edge_b);
        md2_manifold_of_facing_edges(manifold, frame, &edge_a, &edge_b, separation);
    } else {
        set_clearance(manifold, frame, md_max(separation[0], separation[1]));
    }
}

static void hull_on_hull(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                         md2_transform at_b, md_real margin, md_real extent, struct feature_cache *cache)
{
    const struct contact_frame frame = {a->radius, b->radius, margin, at_a};
    const struct relative_pose pose = relative_pose_of(at_a, at_b);
    if (features_are_valid(cache, pose)) {
        collide_cached(manifold, &frame, a, b, pose, cache);
    } else {
        collide_searching(manifold, &frame, a, b, transform_between(at_a, at_b), extent, cache);
    }
}

/** Collides a hull of two or more points with a circle. */
static void hull_on_circle(md2_manifold *manifold, const md2_hull *hull, md2_transform at_hull, const md2_hull *circle,
                           md2_transform at_circle, md_real margin)
{
    const md2_vec center = transform_point(transform_between(at_hull, at_circle), circle->point[0]);
    md2_circle_on_hull(manifold, &(struct contact_frame){hull->radius, circle->radius, margin, at_hull}, hull, center);
}

/** Exchanges the roles of a and b. */
static void mirror(md2_manifold *manifold)
{
    manifold->normal = vec_negative(manifold->normal);
    for (int32_t k = 0; k < manifold->count; ++k) {
        const uint32_t id = manifold->point[k].id;
        manifold->point[k].id = feature_id(id & 0xff, id >> 8);
    }
}

void md2_hulls_collide(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                       md2_transform at_b, md_real margin, md_real extent, struct feature_cache *cache)
{
    manifold->count = 0;
    if (a->count > 1 && b->count > 1) {
        hull_on_hull(manifold, a, at_a, b, at_b, margin, extent, cache);
    } else if (a->count > 1) {
        hull_on_circle(manifold, a, at_a, b, at_b, margin);
    } else if (b->count > 1) {
        hull_on_circle(manifold, b, at_b, a, at_a, margin);
        mirror(manifold);
    } else {
        md2_circle_on_circle(manifold, a, at_a, b, at_b, margin, (const int32_t[]){0, 1});
    }
}

md2_manifold md2_hull_collide(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                              md_real margin)
{
    struct feature_cache empty = {.is_set = false};
    md2_manifold manifold = {.count = 0};
    if (a != NULL && b != NULL) {
        md2_hulls_collide(&manifold, a, at_a, b, at_b, margin, 0, &empty);
    }
    return manifold;
}
