/* Contact points by clipping one feature to the prism over another (Sutherland and Hodgman).
 *
 * Each corner of the clipped polygon is one of these, and the pair of features is its id:
 * - a vertex of the incident feature over the face of the reference;
 * - an edge of the incident feature over an edge of the reference;
 * - the face of the incident feature over a vertex of the reference.
 * The ids therefore do not depend on which of the two features is the reference.
 */
#include "geometry3/contact_feature.h"

/** Points are kept if they are outside by less than this, m. Equal faces on top of each other keep the ids of their
 *  corners although they are never exactly aligned. */
#define CLIP_TOLERANCE (MD3_LINEAR_SLOP / 10)

/** Sine of the largest angle at which two segments count as parallel. */
#define PARALLEL_SINE ((md_real)0.01)

struct clip_corner {
    md3_vec point;
    uint16_t on_reference, on_incident; /* features that meet here */
    uint16_t edge;                      /* of the incident feature, from here to the next corner */
    int8_t side;                        /* of the reference, if the edge to the next corner lies in it; -1 otherwise */
    bool is_outside;                    /* within the tolerance */
};

_Static_assert(MD3_MAX_VERTICES <= INT8_MAX + 1, "a side of a face fits in 8 bits");

struct clip_polygon {
    int32_t count;
    struct clip_corner corner[MAX_CONTACT_POINTS];
};

/** A side of the prism over a reference face. */
struct clip_side {
    md3_vec point, normal; /* outward, unit */
    int32_t index;
};

static void push(struct clip_polygon *polygon, struct clip_corner corner)
{
    if (polygon->count < MAX_CONTACT_POINTS) {
        polygon->corner[polygon->count++] = corner;
    }
}

/** Returns the vertex of the reference between two of its sides. */
static uint16_t vertex_between(const struct contact_feature *reference, int32_t side, int32_t other)
{
    const bool follows = (side + 1) % reference->count == other;
    return reference->vertex[follows ? other : side];
}

/** Returns the corner at which the edge from a corner to the next one crosses a side. */
static struct clip_corner crossing(const struct contact_feature *reference, const struct contact_feature *incident,
                                   const struct clip_corner *from, const struct clip_corner *to, md_real t,
                                   int32_t side)
{
    struct clip_corner corner = *from;
    corner.is_outside = from->is_outside || to->is_outside;
    corner.point = vec_lerp(from->point, to->point, t);
    if (from->side < 0) {
        corner.on_reference = reference->edge[side];
        corner.on_incident = from->edge;
    } else {
        corner.on_reference = vertex_between(reference, side, from->side);
        corner.on_incident = incident->id;
    }
    return corner;
}

static void clip_by_side(struct clip_polygon *out, const struct clip_polygon *in, const struct clip_side *side,
                         const struct contact_feature *reference, const struct contact_feature *incident)
{
    out->count = 0;
    for (int32_t i = 0; i < in->count; ++i) {
        const struct clip_corner *from = &in->corner[i], *to = &in->corner[i + 1 < in->count ? i + 1 : 0];
        const md_real from_out = vec_dot(vec_sub(from->point, side->point), side->normal);
        const md_real to_out = vec_dot(vec_sub(to->point, side->point), side->normal);
        const bool from_inside = from_out <= CLIP_TOLERANCE, to_inside = to_out <= CLIP_TOLERANCE;
        if (from_inside) {
            push(out, *from);
            out->corner[out->count - 1].is_outside = from->is_outside || from_out > 0;
        }
        if (from_inside == to_inside) {
            continue;
        }
        const md_real inner = from_inside ? from_out : to_out;
        if (inner < 0) {
            push(out, crossing(reference, incident, from, to, from_out / (from_out - to_out), side->index));
        }
        if (from_inside && out->count > 0) {
            /* The polygon goes on along the side, from the crossing or from a corner that is outside within the
             * tolerance. */
            out->corner[out->count - 1].side = (int8_t)side->index;
        }
    }
}

/** Returns the side of the prism over an edge of the reference along a unit direction. The normal is zero if the edge
 *  has no length. */
static struct clip_side side_of(const struct contact_feature *reference, int32_t edge, md3_vec direction)
{
    const md3_vec from = reference->point[edge], to = reference->point[edge + 1 < reference->count ? edge + 1 : 0];
    return (struct clip_side){from, vec_unit(vec_cross(vec_sub(to, from), direction), NULL), edge};
}

/** A contact that is being clipped, with the roles of its two features. */
struct clip {
    struct contact_set *set;
    const struct contact_frame *frame;
    const struct contact_feature *reference, *incident;
    md3_vec direction; /* out of the reference */
    bool by_b;         /* the reference is of b */
};

/** Adds a point of the incident feature and the point below it on the plane of the reference. */
static void add_point(const struct clip *clip, md3_vec point, uint16_t on_reference, uint16_t on_incident)
{
    const struct contact_feature *reference = clip->reference;
    const md_real height = vec_dot(vec_sub(point, reference->point[0]), reference->normal);
    const md_real slope = vec_dot(clip->direction, reference->normal);
    const md3_vec below = vec_add_scaled(point, -height / slope, clip->direction);
    if (clip->by_b) {
        contact_set_add(clip->set, clip->frame, point, below, feature_id(on_incident, on_reference));
    } else {
        contact_set_add(clip->set, clip->frame, below, point, feature_id(on_reference, on_incident));
    }
}

/** True if a point that is outside by at most the tolerance is beside the reference. At an acute corner it may be
 *  within the tolerance of both sides, but far beyond their ends. */
static bool is_beside(const struct clip *clip, md3_vec point)
{
    const struct contact_feature *reference = clip->reference;
    for (int32_t i = 0; i < reference->count; ++i) {
        const struct clip_side side = side_of(reference, i, clip->direction);
        const md3_vec from_side = vec_sub(point, side.point);
        if (vec_dot(from_side, side.normal) > 0) {
            md_real length;
            const md3_vec to = reference->point[i + 1 < reference->count ? i + 1 : 0];
            const md3_vec edge = vec_unit(vec_sub(to, side.point), &length);
            const md_real along = vec_dot(from_side, edge);
            if (along < -2 * CLIP_TOLERANCE || along > length + 2 * CLIP_TOLERANCE) {
                return false;
            }
        }
    }
    return true;
}

static void clip_polygon_to_face(const struct clip *clip)
{
    const struct contact_feature *reference = clip->reference, *incident = clip->incident;
    struct clip_polygon buffer[2], *polygon = &buffer[0], *clipped = &buffer[1];
    polygon->count = incident->count;
    for (int32_t i = 0; i < incident->count; ++i) {
        polygon->corner[i] =
            (struct clip_corner){incident->point[i], reference->id, incident->vertex[i], incident->edge[i], -1, false};
    }
    for (int32_t i = 0; i < reference->count && polygon->count > 0; ++i) {
        const struct clip_side side = side_of(reference, i, clip->direction);
        struct clip_polygon *const last = polygon;
        clip_by_side(clipped, polygon, &side, reference, incident);
        polygon = clipped;
        clipped = last;
    }
    for (int32_t i = 0; i < polygon->count; ++i) {
        const struct clip_corner *corner = &polygon->corner[i];
        if (!corner->is_outside || is_beside(clip, corner->point)) {
            add_point(clip, corner->point, corner->on_reference, corner->on_incident);
        }
    }
}

/** An end of a clipped segment. */
struct clip_end {
    md_real t; /* fraction of the segment */
    uint16_t on_reference, on_incident;
};

static void clip_segment_to_face(const struct clip *clip)
{
    const struct contact_feature *reference = clip->reference, *incident = clip->incident;
    const md3_vec from = incident->point[0], to = incident->point[1];
    struct clip_end end[2] = {{0, reference->id, incident->vertex[0]}, {1, reference->id, incident->vertex[1]}};
    for (int32_t i = 0; i < reference->count; ++i) {
        const struct clip_side side = side_of(reference, i, clip->direction);
        const md_real from_out = vec_dot(vec_sub(from, side.point), side.normal);
        const md_real to_out = vec_dot(vec_sub(to, side.point), side.normal);
        const bool from_inside = from_out <= CLIP_TOLERANCE, to_inside = to_out <= CLIP_TOLERANCE;
        if (!from_inside && !to_inside) {
            return;
        }
        if (from_inside == to_inside) {
            continue;
        }
        const struct clip_end cut = {md_clamp(from_out / (from_out - to_out), 0, 1), reference->edge[i],
                                     incident->edge[0]};
        if (from_inside && cut.t < end[1].t) {
            end[1] = cut;
        } else if (to_inside && cut.t > end[0].t) {
            end[0] = cut;
        }
    }
    if (end[0].t > end[1].t) {
        return;
    }
    for (int32_t k = 0; k < 2; ++k) {
        const md3_vec point = vec_lerp(from, to, end[k].t);
        if (is_beside(clip, point)) {
            add_point(clip, point, end[k].on_reference, end[k].on_incident);
        }
    }
}

static void clip_point_to_face(const struct clip *clip)
{
    const md3_vec point = clip->incident->point[0];
    for (int32_t i = 0; i < clip->reference->count; ++i) {
        const struct clip_side side = side_of(clip->reference, i, clip->direction);
        if (vec_dot(vec_sub(point, side.point), side.normal) > CLIP_TOLERANCE) {
            return;
        }
    }
    if (is_beside(clip, point)) {
        add_point(clip, point, clip->reference->id, clip->incident->id);
    }
}

void md3_clip_to_face(struct contact_set *set, const struct contact_frame *frame, const struct contact_feature *a,
                      const struct contact_feature *b, bool by_b)
{
    const struct clip clip = {.set = set,
                              .frame = frame,
                              .reference = by_b ? b : a,
                              .incident = by_b ? a : b,
                              .direction = by_b ? vec_negative(set->normal) : set->normal,
                              .by_b = by_b};
    if (clip.incident->count > 2) {
        clip_polygon_to_face(&clip);
    } else if (clip.incident->count == 2) {
        clip_segment_to_face(&clip);
    } else {
        clip_point_to_face(&clip);
    }
}

/* ---- Flat features ----------------------------------------------------------------------------------------------- */

/** Adds one end of the overlap of two parallel segments: at a fraction of each. */
static void add_segment_point(struct contact_set *set, const struct contact_frame *frame,
                              const struct contact_feature *a, const struct contact_feature *b, md_real t_a,
                              md_real t_b, uint32_t id)
{
    contact_set_add(set, frame, vec_lerp(a->point[0], a->point[1], t_a), vec_lerp(b->point[0], b->point[1], t_b), id);
}

/** Adds both ends of the overlap of two segments if they are parallel. */
static void clip_segments(struct contact_set *set, const struct contact_frame *frame, const struct contact_feature *a,
                          const struct contact_feature *b)
{
    md_real length_a, length_b;
    const md3_vec along = vec_unit(vec_sub(a->point[1], a->point[0]), &length_a);
    const md3_vec other = vec_unit(vec_sub(b->point[1], b->point[0]), &length_b);
    if (!(vec_length(vec_cross(along, other)) < PARALLEL_SINE)) {
        return;
    }
    /* Positions along a. */
    const md_real b_at[2] = {vec_dot(vec_sub(b->point[0], a->point[0]), along),
                             vec_dot(vec_sub(b->point[1], a->point[0]), along)};
    const md_real lower = md_max(0, md_min(b_at[0], b_at[1])), upper = md_min(length_a, md_max(b_at[0], b_at[1]));
    if (!(upper - lower > CLIP_TOLERANCE)) {
        return;
    }
    const md_real at[2] = {lower, upper};
    for (int32_t k = 0; k < 2; ++k) {
        const md_real end_of_a = k == 0 ? 0 : length_a;
        const int32_t end_of_b = (b_at[1] < b_at[0]) != (k == 1);
        const bool is_end_of_b = md_abs(b_at[end_of_b] - at[k]) <= md_abs(end_of_a - at[k]) + CLIP_TOLERANCE;
        const md_real t_b = is_end_of_b ? (md_real)end_of_b : (at[k] - b_at[0]) / (b_at[1] - b_at[0]);
        const uint32_t id = is_end_of_b ? feature_id(a->id, b->vertex[end_of_b]) : feature_id(a->vertex[k], b->id);
        add_segment_point(set, frame, a, b, at[k] / length_a, t_b, id);
    }
}

static void clip_flat_features(struct contact_set *set, const struct contact_frame *frame,
                               const struct contact_feature *a, const struct contact_feature *b)
{
    if (a->count == 1 || b->count == 1) {
        return;
    }
    if (a->count == 2 && b->count == 2) {
        clip_segments(set, frame, a, b);
        return;
    }
    const bool a_is_steeper = b->count > 2 && a->count > 2 &&
                              -vec_dot(b->normal, set->normal) > vec_dot(a->normal, set->normal) + TIE_TOLERANCE;
    md3_clip_to_face(set, frame, a, b, a->count == 2 || a_is_steeper);
}

void md3_clip_flat(struct contact_set *set, const struct contact_frame *frame, const struct contact_feature *a,
                   const struct contact_feature *b, md3_vec closest_on_a, md3_vec closest_on_b)
{
    const md_real separation =
        vec_dot(vec_sub(closest_on_b, closest_on_a), set->normal) - frame->radius_a - frame->radius_b;
    clip_flat_features(set, frame, a, b);
    if (!(set->deepest <= separation + CLIP_TOLERANCE)) {
        contact_set_begin(set, set->normal);
        contact_set_add(set, frame, closest_on_a, closest_on_b, feature_id(a->id, b->id));
    }
}

void md3_contacts_along(struct contact_set *set, const struct contact_frame *frame, const struct placed_core *a,
                        const struct placed_core *b, md3_vec normal, md3_vec on_a, md3_vec on_b)
{
    struct contact_feature feature_a, feature_b;
    md3_flat_feature(&feature_a, a, normal);
    md3_flat_feature(&feature_b, b, vec_negative(normal));
    contact_set_begin(set, normal);
    md3_clip_flat(set, frame, &feature_a, &feature_b, on_a, on_b);
}
