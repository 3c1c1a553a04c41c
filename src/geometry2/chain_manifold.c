/* How a hull touches one segment of a chain.
 *
 * A chain that goes round a corner to the left bulges there, as a counter-clockwise polygon does: over such a
 * corner the normals of contacts turn from that of one segment to that of the next, and the directions between are
 * its wedge. At a corner to the right, and where it goes straight on, the wedge is empty: there a segment has no
 * normal but its own, whatever the hull's edges and corners say, and so nothing that slides along is caught. An end
 * without a neighbour is one where the chain turns back on itself: its wedge is a half circle, as that of the end
 * of any segment.
 *
 * So that a corner with a wedge is not reported by both of its segments, each direction has an owner: the segment
 * that ends there has those that are flat on it, the segment that begins there the rest. The normals of the
 * neighbours are tried as axes as well: where one of them is the best, the neighbour has the contact.
 */
#include "geometry2/manifold.h"

struct chain_end {
    md2_vec point;
    md2_vec tangent; /* of the neighbour, in the direction of the chain */
    md2_vec normal;  /* of the neighbour */
    bool is_free;    /* has no neighbour */
    bool has_wedge;
};

struct chain {
    md2_hull segment; /* its first side is the one that is felt */
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

/** Whether a direction is one that end k may push in. */
static bool in_wedge(const struct chain *chain, int32_t k, md2_vec direction)
{
    const struct chain_end *end = &chain->end[k];
    const md2_vec first = k == 0 ? end->normal : chain->normal, last = k == 0 ? chain->normal : end->normal;
    /* Where the chain bends by a rounding, the products alone would admit the opposite direction too. */
    const bool forward = end->is_free || vec_dot(direction, vec_add(first, last)) > 0;
    return end->has_wedge && forward && vec_cross(first, direction) >= 0 && vec_cross(direction, last) >= 0;
}

/** Whether it is this segment that reports a direction in the wedge of end k, and not the neighbour. Flat on both, at a
 *  corner of a few degrees, both do. */
static bool owns(const struct chain *chain, int32_t k, md2_vec direction)
{
    const struct chain_end *end = &chain->end[k];
    if (end->is_free || vec_dot(direction, chain->normal) >= FLAT_COSINE) {
        return true;
    }
    return k == 0 && vec_dot(direction, end->normal) < FLAT_COSINE;
}

/* ---- A circle --------------------------------------------------------------------------------------------------- */

/** Which end of the segment a point is beyond, 0 or 1, or -1 for none. */
static int32_t end_passed(const struct chain *chain, md2_vec point)
{
    if (vec_dot(vec_sub(point, chain->end[0].point), chain->tangent) < 0) {
        return 0;
    }
    return vec_dot(vec_sub(point, chain->end[1].point), chain->tangent) > 0 ? 1 : -1;
}

/** Whether a point beyond end k is for the neighbour. Beyond b always, beyond a unless it is beyond the end of the one
 *  before too; each border is told by the same product in both segments, so that rounding leaves no gap. */
static bool is_for_neighbour(const struct chain *chain, int32_t k, md2_vec point)
{
    const struct chain_end *end = &chain->end[k];
    return !end->is_free && (k == 1 || vec_dot(vec_sub(point, end->point), end->tangent) <= 0);
}

/** Whether the wedge of end k is wider than a right angle, so that it reaches behind the segment. */
static bool is_sharp(const struct chain *chain, int32_t k)
{
    const struct chain_end *end = &chain->end[k];
    return !end->is_free && end->has_wedge && vec_dot(chain->tangent, end->tangent) < 0;
}

static void circle_on_chain(md2_manifold *manifold, const struct chain *chain, md2_vec center,
                            const struct contact_frame *frame)
{
    const md_real front = vec_dot(vec_sub(center, chain->end[0].point), chain->normal);
    const int32_t k = end_passed(chain, center);
    if (k >= 0 && is_for_neighbour(chain, k, center)) {
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

/* ---- Other hulls ------------------------------------------------------------------------------------------------ */

/** The direction of a contact, and who gives it. */
struct choice {
    md2_vec normal;
    md_real separation; /* of the cores, m */
    int32_t hull_edge;
    int32_t end; /* the end in whose wedge the normal is, -1 for the segment's own */
    bool by_hull;
    bool by_neighbour;
};

/** The best of the hull's edges whose directions a wedge admits; any of them may tell that all is out of reach. */
static bool try_hull_edges(const struct chain *chain, const md2_hull *hull, md_real reach, struct choice *best)
{
    md_real bar = best->separation + TIE_TOLERANCE; /* flat on the segment, they tie but for rounding */
    for (int32_t j = 0; j < hull->count; ++j) {
        const md_real of_a = vec_dot(vec_sub(chain->end[0].point, hull->point[j]), hull->normal[j]);
        const md_real of_b = vec_dot(vec_sub(chain->end[1].point, hull->point[j]), hull->normal[j]);
        const int32_t end = of_b < of_a;
        const md_real separation = md_min(of_a, of_b);
        const md2_vec normal = vec_negative(hull->normal[j]);
        if (separation > reach) {
            return false;
        }
        if (separation > bar && in_wedge(chain, end, normal)) {
            *best = (struct choice){
                .normal = normal, .separation = separation, .hull_edge = j, .end = end, .by_hull = true};
            bar = separation;
        }
    }
    return true;
}

static bool try_neighbours(const struct chain *chain, const md2_hull *hull, md_real reach, struct choice *best)
{
    for (int32_t k = 0; k < 2; ++k) {
        const struct chain_end *end = &chain->end[k];
        if (!end->has_wedge || end->is_free) {
            continue;
        }
        const md_real separation = hull_beyond(hull, end->point, end->normal);
        if (separation > reach) {
            return false;
        }
        if (separation > best->separation + TIE_TOLERANCE) {
            *best = (struct choice){.normal = end->normal, .separation = separation, .end = k, .by_neighbour = true};
        }
    }
    return true;
}

/** False where the hull is out of reach. */
static bool choose(const struct chain *chain, const md2_hull *hull, md_real margin, struct choice *best)
{
    const md_real reach = margin + hull->radius;
    *best = (struct choice){
        .normal = chain->normal, .separation = hull_beyond(hull, chain->end[0].point, chain->normal), .end = -1};
    if (best->separation > reach || !try_hull_edges(chain, hull, reach, best) ||
        !try_neighbours(chain, hull, reach, best)) {
        return false;
    }
    if (!best->by_hull) {
        best->hull_edge = hull_edge_facing(hull, vec_negative(best->normal));
    }
    return true;
}

/** Whether the middle of a hull is on the side that is felt: in front of the segment or, over the wedge of end k,
 *  of the neighbour. */
static bool is_in_front(const struct chain *chain, const md2_hull *hull, int32_t k)
{
    if (vec_dot(vec_sub(hull->centroid, chain->end[0].point), chain->normal) >= 0) {
        return true;
    }
    return k >= 0 && !chain->end[k].is_free &&
           vec_dot(vec_sub(hull->centroid, chain->end[k].point), chain->end[k].normal) >= 0;
}

/** In a direction that the segment or an edge of the hull gives. */
static void touch_in_direction(md2_manifold *manifold, const struct chain *chain, const md2_hull *hull,
                               const struct contact_frame *frame, const struct choice *best)
{
    if (best->end < 0 || vec_dot(best->normal, chain->normal) > 0) {
        const struct edge of_segment = edge_of_a(&chain->segment, 0), of_hull = edge_of_b(hull, best->hull_edge);
        md2_manifold_of_edges(manifold, frame, &of_segment, &of_hull, best->normal);
        return;
    }
    /* Round a sharp corner the segment turns its back: there is nothing of it but the corner. */
    const md2_vec corner = chain->end[best->end].point;
    md2_manifold_of_points(manifold, frame, corner, vec_add_scaled(corner, best->separation, best->normal),
                           best->normal, feature_id(feature_corner(best->end), feature_edge(best->hull_edge)));
}

static void hull_on_chain(md2_manifold *manifold, const struct chain *chain, const md2_hull *hull,
                          const struct contact_frame *frame)
{
    struct choice best;
    if (!choose(chain, hull, frame->margin, &best)) {
        return;
    }
    if (best.separation > -TIE_TOLERANCE) {
        const struct edge of_segment = edge_of_a(&chain->segment, 0), of_hull = edge_of_b(hull, best.hull_edge);
        const struct corner_pair corners = md2_nearest_corners(&of_segment, &of_hull);
        if (corners.found && in_wedge(chain, corners.a, corners.normal)) {
            if (owns(chain, corners.a, corners.normal) && is_in_front(chain, hull, corners.a)) {
                md2_manifold_of_corners(manifold, frame, &of_segment, &of_hull, corners);
            }
            return;
        }
    }
    const bool is_ours = !best.by_neighbour && (!best.by_hull || owns(chain, best.end, best.normal));
    if (is_ours && is_in_front(chain, hull, best.end)) {
        touch_in_direction(manifold, chain, hull, frame, &best);
    }
}

md2_manifold md2_chain_collide(const md2_chain_segment *segment, md2_transform at_segment, const md2_hull *hull,
                               md2_transform at_hull, md_real margin)
{
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
