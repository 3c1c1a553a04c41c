/* The contact manifold of a chain segment and a hull, without ghost collisions.
 *
 * A chain that turns left at a corner is convex there, like a counter-clockwise polygon. Contact normals at such a
 * corner range from the normal of one segment to that of the next; these directions are the wedge of the corner. At a
 * right turn, and where the chain is straight, the wedge is empty: a segment then has only its own normal, whatever the
 * hull's edges and corners suggest, so that a sliding hull is not caught. At an end without a neighbour the chain turns
 * back on itself, and the wedge is a half circle, as at the end of any segment.
 *
 * Each direction of a wedge has one owner, so that only one of the two segments reports a corner: the segment that ends
 * there owns the directions that are flat on it, the segment that begins there owns the rest. The normals of the
 * neighbours are tested as axes too. If one of them is the best, the contact belongs to the neighbour.
 */
#include "geometry2/manifold.h"

struct chain_end {
    md2_vec point;
    md2_vec tangent; /* of the neighbour, along the chain */
    md2_vec normal;  /* of the neighbour */
    bool is_free;    /* without a neighbour */
    bool has_wedge;
};

struct chain {
    md2_hull segment; /* collides on its first side */
    md2_vec tangent, normal;
    struct chain_end end[2]; /* at a, at b */
};

static void chain_from(struct chain *chain, const md2_chain_segment *from)
{
    const md2_vec tangent = vec_unit(vec_sub(from->b, from->a), NULL), normal = vec_right(tangent);
    const md2_vec before = vec_sub(from->a, from->before), after = vec_sub(from->after, from->b);
    struct chain_end *end = chain->end;
    chain->tangent = tangent;
    chain->normal = normal;
    chain->segment.point[0] = from->a;
    chain->segment.point[1] = from->b;
    chain->segment.normal[0] = normal;
    chain->segment.normal[1] = vec_negative(normal);
    chain->segment.radius = 0;
    chain->segment.count = 2;
    end[0].point = from->a;
    end[0].is_free = before.x == 0 && before.y == 0;
    end[0].tangent = end[0].is_free ? vec_negative(tangent) : vec_unit(before, NULL);
    end[0].has_wedge = end[0].is_free || vec_cross(end[0].tangent, tangent) > 0;
    end[1].point = from->b;
    end[1].is_free = after.x == 0 && after.y == 0;
    end[1].tangent = end[1].is_free ? vec_negative(tangent) : vec_unit(after, NULL);
    end[1].has_wedge = end[1].is_free || vec_cross(tangent, end[1].tangent) > 0;
    for (int32_t k = 0; k < 2; ++k) {
        end[k].normal = vec_right(end[k].tangent);
    }
}

/** True if a direction is in the wedge of end k. */
static bool in_wedge(const struct chain *chain, int32_t k, md2_vec direction)
{
    const struct chain_end *end = &chain->end[k];
    const md2_vec first = k == 0 ? end->normal : chain->normal, last = k == 0 ? chain->normal : end->normal;
    /* If the chain bends by a rounding error only, the cross products alone would admit the opposite direction too. */
    const bool forward = end->is_free || vec_dot(direction, vec_add(first, last)) > 0;
    return end->has_wedge && forward && vec_cross(first, direction) >= 0 && vec_cross(direction, last) >= 0;
}

/** True if this segment, not the neighbour, owns a direction in the wedge of end k. At a corner of a few degrees,
 *  directions that are flat on both segments are owned by both. */
static bool owns(const struct chain *chain, int32_t k, md2_vec direction)
{
    const struct chain_end *end = &chain->end[k];
    if (end->is_free || vec_dot(direction, chain->normal) >= FLAT_COSINE) {
        return true;
    }
    return k == 0 && vec_dot(direction, end->normal) < FLAT_COSINE;
}

/* ---- A circle ---------------------------------------------------------------------------------------------------- */

/** Returns the end of the segment that a point is beyond, 0 or 1; -1 if none. */
static int32_t end_beyond(const struct chain *chain, md2_vec point)
{
    if (vec_dot(vec_sub(point, chain->end[0].point), chain->tangent) < 0) {
        return 0;
    }
    return vec_dot(vec_sub(point, chain->end[1].point), chain->tangent) > 0 ? 1 : -1;
}

/** True if a point beyond end k belongs to the neighbour: beyond b always, beyond a unless the point is beyond the end
 *  of the previous segment too. Both segments decide by the same product, so that rounding leaves no gap. */
static bool belongs_to_neighbour(const struct chain *chain, int32_t k, md2_vec point)
{
    const struct chain_end *end = &chain->end[k];
    return !end->is_free && (k == 1 || vec_dot(vec_sub(point, end->point), end->tangent) <= 0);
}

/** True if the wedge of end k is wider than a right angle and so extends behind the segment. */
static bool is_sharp(const struct chain *chain, int32_t k)
{
    const struct chain_end *end = &chain->end[k];
    return !end->is_free && end->has_wedge && vec_dot(chain->tangent, end->tangent) < 0;
}

static void circle_on_chain(md2_manifold *manifold, const struct chain *chain, md2_vec center,
                            const struct contact_frame *frame)
{
    const md_real front = vec_dot(vec_sub(center, chain->end[0].point), chain->normal);
    const int32_t k = end_beyond(chain, center);
    if (k >= 0 && belongs_to_neighbour(chain, k, center)) {
        return;
    }
    if (front < 0 && !(k >= 0 && is_sharp(chain, k))) {
        return;
    }
    if (k >= 0 && chain->end[k].has_wedge) {
        md_real distance;
        const md2_vec normal = vec_unit(vec_sub(center, chain->end[k].point), &distance);
        if (distance > TIE_TOLERANCE) {
            md2_manifold_of_points(manifold, frame, chain->end[k].point, center, normal,
                                   feature_id(feature_corner(k), feature_corner(0)));
            return;
        }
    }
    md2_manifold_of_points(manifold, frame, vec_add_scaled(center, -front, chain->normal), center, chain->normal,
                           feature_id(feature_edge(0), feature_corner(0)));
}

/* ---- Other hulls ------------------------------------------------------------------------------------------------- */

/** A candidate for the contact normal, and where it comes from. */
struct axis {
    md2_vec normal;
    md_real separation; /* of the cores, m */
    int32_t hull_edge;
    int32_t end; /* the end whose wedge contains the normal; -1: the segment's own normal */
    bool by_hull;
    bool by_neighbour;
};

/** Tests the edges of the hull; only those in a wedge can become the best axis. Returns false if one of them shows that
 *  the hull is farther away than max_separation. */
static bool test_hull_edges(const struct chain *chain, const md2_hull *hull, md_real max_separation, struct axis *best)
{
    md_real threshold = best->separation + TIE_TOLERANCE; /* an edge flat on the segment ties up to rounding */
    for (int32_t j = 0; j < hull->count; ++j) {
        const md_real separation_a = vec_dot(vec_sub(chain->end[0].point, hull->point[j]), hull->normal[j]);
        const md_real separation_b = vec_dot(vec_sub(chain->end[1].point, hull->point[j]), hull->normal[j]);
        const int32_t end = separation_b < separation_a;
        const md_real separation = md_min(separation_a, separation_b);
        const md2_vec normal = vec_negative(hull->normal[j]);
        if (separation > max_separation) {
            return false;
        }
        if (separation > threshold && in_wedge(chain, end, normal)) {
            *best =
                (struct axis){.normal = normal, .separation = separation, .hull_edge = j, .end = end, .by_hull = true};
            threshold = separation;
        }
    }
    return true;
}

/** Tests the normals of the neighbours. Returns false like test_hull_edges. */
static bool test_neighbours(const struct chain *chain, const md2_hull *hull, md_real max_separation, struct axis *best)
{
    for (int32_t k = 0; k < 2; ++k) {
        const struct chain_end *end = &chain->end[k];
        if (!end->has_wedge || end->is_free) {
            continue;
        }
        const md_real separation = hull_separation(hull, end->point, end->normal);
        if (separation > max_separation) {
            return false;
        }
        if (separation > best->separation + TIE_TOLERANCE) {
            *best = (struct axis){.normal = end->normal, .separation = separation, .end = k, .by_neighbour = true};
        }
    }
    return true;
}

/** Finds the best axis. Returns false if the hull is beyond the margin. */
static bool find_axis(const struct chain *chain, const md2_hull *hull, md_real margin, struct axis *best)
{
    const md_real max_separation = margin + hull->radius;
    *best = (struct axis){
        .normal = chain->normal, .separation = hull_separation(hull, chain->end[0].point, chain->normal), .end = -1};
    if (best->separation > max_separation || !test_hull_edges(chain, hull, max_separation, best) ||
        !test_neighbours(chain, hull, max_separation, best)) {
        return false;
    }
    if (!best->by_hull) {
        best->hull_edge = hull_edge_facing(hull, vec_negative(best->normal));
    }
    return true;
}

/** True if the centroid of a hull is on the colliding side: in front of the segment or, for the wedge of end k, in
 *  front of the neighbour. */
static bool is_in_front(const struct chain *chain, const md2_hull *hull, int32_t k)
{
    if (vec_dot(vec_sub(hull->centroid, chain->end[0].point), chain->normal) >= 0) {
        return true;
    }
    return k >= 0 && !chain->end[k].is_free &&
           vec_dot(vec_sub(hull->centroid, chain->end[k].point), chain->end[k].normal) >= 0;
}

/** Writes the manifold along the normal of the segment or of an edge of the hull. */
static void manifold_along_normal(md2_manifold *manifold, const struct chain *chain, const md2_hull *hull,
                                  const struct contact_frame *frame, const struct axis *best)
{
    if (best->end < 0 || vec_dot(best->normal, chain->normal) > 0) {
        const struct edge segment_edge = edge_of_a(&chain->segment, 0), hull_edge = edge_of_b(hull, best->hull_edge);
        md2_manifold_of_edges(manifold, frame, &segment_edge, &hull_edge, best->normal);
        return;
    }
    /* Beyond a sharp corner the segment faces away, and only the corner remains. */
    const md2_vec corner = chain->end[best->end].point;
    md2_manifold_of_points(manifold, frame, corner, vec_add_scaled(corner, best->separation, best->normal),
                           best->normal, feature_id(feature_corner(best->end), feature_edge(best->hull_edge)));
}

static void hull_on_chain(md2_manifold *manifold, const struct chain *chain, const md2_hull *hull,
                          const struct contact_frame *frame)
{
    struct axis best;
    if (!find_axis(chain, hull, frame->margin, &best)) {
        return;
    }
    if (best.separation > -TIE_TOLERANCE) {
        const struct edge segment_edge = edge_of_a(&chain->segment, 0), hull_edge = edge_of_b(hull, best.hull_edge);
        const struct corner_pair corners = md2_closest_corners(&segment_edge, &hull_edge);
        if (corners.found && in_wedge(chain, corners.a, corners.normal)) {
            if (owns(chain, corners.a, corners.normal) && is_in_front(chain, hull, corners.a)) {
                md2_manifold_of_corners(manifold, frame, &segment_edge, &hull_edge, corners);
            }
            return;
        }
    }
    const bool is_owned = !best.by_neighbour && (!best.by_hull || owns(chain, best.end, best.normal));
    if (is_owned && is_in_front(chain, hull, best.end)) {
        manifold_along_normal(manifold, chain, hull, frame, &best);
    }
}

md2_manifold md2_chain_collide(const md2_chain_segment *segment, md2_transform at_segment, const md2_hull *hull,
                               md2_transform at_hull, md_real margin)
{
    if (segment == NULL || hull == NULL) {
        return (md2_manifold){.count = 0};
    }
    struct chain chain;
    md2_hull moved;
    chain_from(&chain, segment);
    hull_to_frame(&moved, hull, transform_between(at_segment, at_hull));
    const struct contact_frame frame = {0, moved.radius, margin, at_segment};
    md2_manifold manifold = {.normal = rot_apply(at_segment.q, chain.normal)};
    if (moved.count > 1) {
        hull_on_chain(&manifold, &chain, &moved, &frame);
    } else {
        circle_on_chain(&manifold, &chain, moved.point[0], &frame);
    }
    return manifold;
}
