/* The contact of one triangle of a mesh with a convex geometry: which of its normals to use (mesh_manifold.c says
 * why). */
#include "geometry3/mesh_contact.h"

#include "geometry3/hull_sat.h"
#include "geometry3/segments.h"

/* ---- The best axis of the triangle alone ------------------------------------------------------------------------- */

/** Returns the axis of the shortest connection with a sphere, whose centre is the origin. */
static struct contact_axis closest_axis_of_sphere(const struct triangle_pair *pair)
{
    const md3_vec point = md3_mesh_triangle_closest(pair->triangle, vec(0, 0, 0));
    md_real distance;
    const md3_vec normal = vec_unit(vec_negative(point), &distance);
    return (struct contact_axis){.kind = distance > TIE_TOLERANCE ? AXIS_CLOSEST : AXIS_NONE,
                                 .normal = normal,
                                 .separation = distance,
                                 .has_points = true,
                                 .on_a = point,
                                 .on_b = vec(0, 0, 0)};
}

/** Returns the axis of the shortest connection. */
static struct contact_axis closest_axis(const struct triangle_pair *pair)
{
    const struct core_distance closest =
        md3_core_distance_up_to(&pair->placed.cores, pair->placed.cores.offset, pair->max_separation);
    return (struct contact_axis){.kind = closest.distance > TIE_TOLERANCE ? AXIS_CLOSEST : AXIS_NONE,
                                 .normal = closest.normal,
                                 .separation = closest.distance,
                                 .has_points = true,
                                 .on_a = vec_add(pair->placed.a.p, closest.point[0]),
                                 .on_b = vec_add(pair->placed.b.p, closest.point[1])};
}

static md3_vec edge_end(const struct placed_core *placed, int32_t half_edge)
{
    const md3_hull *hull = placed->core->hull;
    return vec_add(placed->p, mat_apply(placed->q, hull->vertex[hull->half_edge[half_edge].origin]));
}

/** Returns the axis of two edges. */
static struct contact_axis axis_of_edges(const struct triangle_pair *pair, const struct edge_axis *edges)
{
    const struct placed_core *a = &pair->placed.a, *b = &pair->placed.b;
    const md3_vec a0 = edge_end(a, edges->edge_a), a1 = edge_end(a, half_edge_twin(edges->edge_a));
    const md3_vec b0 = edge_end(b, edges->edge_b), b1 = edge_end(b, half_edge_twin(edges->edge_b));
    const struct segment_fractions at = closest_fractions(a0, a1, b0, b1);
    return (struct contact_axis){.kind = AXIS_CLOSEST,
                                 .normal = edges->normal,
                                 .separation = edges->separation,
                                 .has_points = true,
                                 .on_a = vec_lerp(a0, a1, at.a),
                                 .on_b = vec_lerp(b0, b1, at.b)};
}

/** Finds the best axis of a triangle and a hull other than the normal of the triangle. NONE if they are beyond the
 *  largest separation, or touch. */
static struct contact_axis find_hull_axis(const struct triangle_pair *pair)
{
    const struct placed_core *b = &pair->placed.b;
    const struct hull_pair hulls = {&pair->triangle->hull, b->core->hull, b->q, b->p};
    const struct face_axis face = md3_best_face_b(&hulls);
    const md3_vec outward = mat_apply(b->q, b->core->hull->plane[face.face].normal);
    const struct contact_axis by_face = {.kind = face.separation > pair->max_separation ? AXIS_NONE : AXIS_FACE_B,
                                         .normal = vec_negative(outward),
                                         .separation = face.separation,
                                         .face = {outward, face.face}};
    if (by_face.kind == AXIS_NONE) {
        return by_face;
    }
    struct edge_axis edges = {.separation = -MD_INFINITY};
    if (pair->front <= 0 && face.separation <= 0) {
        edges = md3_best_edges(&hulls, md_max(pair->front, face.separation));
    }
    if (md_max(edges.separation, md_max(pair->front, face.separation)) > 0) {
        const struct contact_axis closest = closest_axis(pair);
        if (closest.kind != AXIS_NONE && closest.separation > face.separation + TIE_TOLERANCE) {
            return closest;
        }
    }
    if (edges.separation > face.separation + face_tolerance(face.separation)) {
        return axis_of_edges(pair, &edges);
    }
    return by_face;
}

static struct contact_axis find_axis(const struct triangle_pair *pair)
{
    const struct core *core = pair->placed.b.core;
    if (core->kind == CORE_HULL) {
        return find_hull_axis(pair);
    }
    if (core->kind == CORE_POINTS && core->count == 1) {
        return closest_axis_of_sphere(pair);
    }
    return md3_find_axis(&pair->placed, pair->max_separation, pair->max_separation);
}

/* ---- Contact sets along an axis ---------------------------------------------------------------------------------- */

static md_real axis_tolerance(md_real separation)
{
    return separation > 0 ? TIE_TOLERANCE : face_tolerance(separation);
}

/** True if the deepest point of a set is as deep as the separation of the cores says. */
static bool is_consistent(const struct contact_set *set, const struct contact_frame *frame, md_real separation)
{
    const md_real deepest = set->deepest + frame->radius_a + frame->radius_b;
    return deepest <= separation + axis_tolerance(separation) + FACE_TOLERANCE;
}

/** Fills the set along the normal of the triangle. */
static void contacts_of_triangle_face(struct contact_set *set, const struct contact_frame *frame,
                                      const struct triangle_pair *pair)
{
    struct contact_feature a, b;
    const md3_vec normal = pair->triangle->plane[0].normal, opposite = vec_negative(normal);
    contact_set_begin(set, normal);
    md3_feature_of_hull_face(&a, &pair->triangle->hull, 0, md3_mat_identity(), vec(0, 0, 0));
    md3_feature_of_facing(&b, &pair->placed.b, md3_facing(&pair->placed.b, opposite), opposite, normal);
    md3_clip_to_face(set, frame, &a, &b, false);
}

/** Fills the set with the deepest point below the plane of the triangle. */
static void contact_of_deepest(struct contact_set *set, const struct contact_frame *frame,
                               const struct triangle_pair *pair, const struct contact_axis *axis)
{
    struct contact_feature feature;
    const md3_vec normal = pair->triangle->plane[0].normal;
    md3_flat_feature(&feature, &pair->placed.b, vec_negative(normal));
    const md3_vec on_b = axis->has_points ? axis->on_b : feature.point[0];
    contact_set_begin(set, normal);
    contact_set_add(set, frame, vec_add_scaled(on_b, -pair->front, normal), on_b,
                    feature_id(feature_of_face(0), feature.id));
}

/** Fills the set along the normal of a face of b. Returns false if the points are not as deep as the axis says. */
static bool contacts_of_other_face(struct contact_set *set, const struct contact_frame *frame,
                                   const struct triangle_pair *pair, const struct contact_axis *axis)
{
    struct contact_feature feature_a, feature_b;
    const struct placed_core *a = &pair->placed.a, *b = &pair->placed.b;
    const md3_vec normal = axis->normal;
    const struct facing facing = md3_facing(a, normal);
    contact_set_begin(set, normal);
    md3_feature_of_facing(&feature_a, a, facing, normal, axis->face.normal);
    md3_feature_of_facing(&feature_b, b, axis->face, vec_negative(normal), facing.normal);
    md3_clip_to_face(set, frame, &feature_a, &feature_b, true);
    return is_consistent(set, frame, axis->separation);
}

/** Fills the set along another axis than the normal of the triangle. */
static void contacts_of_axis(struct contact_set *set, const struct contact_frame *frame,
                             const struct triangle_pair *pair, const struct contact_axis *axis)
{
    if (axis->kind == AXIS_FACE_B && contacts_of_other_face(set, frame, pair, axis)) {
        return;
    }
    const int32_t vertex = md3_hull_farthest(&pair->triangle->hull, axis->normal);
    const md3_vec on_a = axis->has_points ? axis->on_a : pair->triangle->vertex[vertex];
    const md3_vec on_b = axis->has_points ? axis->on_b : vec_add_scaled(on_a, axis->separation, axis->normal);
    md3_contacts_along(set, frame, &pair->placed.a, &pair->placed.b, axis->normal, on_a, on_b);
}

/* ---- The three cases --------------------------------------------------------------------------------------------- */

/** True if the separation along the normal of a neighbour at a convex edge is above a minimum. */
static bool belongs_to_neighbour(const struct triangle_pair *pair, md_real min_separation)
{
    const struct mesh_triangle *triangle = pair->triangle;
    for (int32_t k = 0; k < 3; ++k) {
        /* The origin is the centre of the geometry. A neighbour that faces away from it is not collided. */
        const bool faces_center = vec_dot(triangle->neighbour[k], triangle->vertex[k]) <= 0;
        if (!triangle->is_convex[k] || triangle->is_border[k] || !faces_center) {
            continue;
        }
        if (md3_core_separation(&pair->placed.cores, triangle->neighbour[k]) > min_separation) {
            return true;
        }
    }
    return false;
}

/** Empties the set: the contact is a neighbour's, or there is none. */
static enum contact_rank no_contact(struct contact_set *set)
{
    set->count = 0;
    return RANK_NONE;
}

/** Fills the set along the best normal that the mesh has at this triangle. */
static enum contact_rank contacts_of_mesh_normal(struct contact_set *set, const struct contact_frame *frame,
                                                 const struct triangle_pair *pair, md_real *way_out)
{
    contacts_of_triangle_face(set, frame, pair);
    *way_out = pair->front;
    if (pair->front > 0) {
        return RANK_DOUBT;
    }
    const struct contact_axis edge = md3_best_edge_normal(pair);
    const bool is_better = edge.separation > pair->front + face_tolerance(pair->front);
    if (edge.kind != AXIS_NONE && (is_better || set->count == 0)) {
        if (belongs_to_neighbour(pair, edge.separation - axis_tolerance(edge.separation))) {
            return no_contact(set);
        }
        *way_out = edge.separation;
        if (edge.kind == AXIS_CLOSEST) {
            contacts_of_axis(set, frame, pair, &edge);
        } else if (!contacts_of_other_face(set, frame, pair, &edge)) {
            contacts_of_triangle_face(set, frame, pair);
            *way_out = pair->front;
        }
    }
    return RANK_DOUBT;
}

/** True if the normal of the triangle is as good as the best axis. */
static bool prefers_face(const struct triangle_pair *pair, const struct contact_axis *axis)
{
    return axis->kind == AXIS_NONE || pair->front >= axis->separation - axis_tolerance(axis->separation);
}

/** Improves the axis of a face if its points are not as deep as the separation says. */
static void improve_axis(struct contact_set *set, const struct contact_frame *frame, const struct triangle_pair *pair,
                         struct contact_axis *axis)
{
    struct contact_axis better = *axis;
    if (axis->has_points || md_max(pair->front, axis->separation) > 0) {
        return;
    }
    if (prefers_face(pair, axis)) {
        contacts_of_triangle_face(set, frame, pair);
        better.normal = pair->triangle->plane[0].normal;
        better.separation = pair->front;
        if (is_consistent(set, frame, pair->front)) {
            return;
        }
    } else if (axis->kind != AXIS_FACE_B || contacts_of_other_face(set, frame, pair, axis)) {
        return;
    }
    const md_real sufficient = better.separation + face_tolerance(better.separation);
    md3_climb_axis(&pair->placed, &better);
    if (better.has_points && better.separation > sufficient) {
        *axis = better;
    }
}

/** Fills the set along the normal of the triangle, with the deepest point if no other is as deep. */
static enum contact_rank contacts_of_best_face(struct contact_set *set, const struct contact_frame *frame,
                                               const struct triangle_pair *pair, const struct contact_axis *axis)
{
    if (pair->front <= 0 && belongs_to_neighbour(pair, pair->front + face_tolerance(pair->front))) {
        return no_contact(set);
    }
    contacts_of_triangle_face(set, frame, pair);
    if (!is_consistent(set, frame, pair->front)) {
        contact_of_deepest(set, frame, pair, axis);
    }
    return RANK_FACE;
}

/** Sorts the contact along an axis into the three cases. */
static enum contact_rank contacts_of_best_axis(struct contact_set *set, const struct contact_frame *frame,
                                               const struct triangle_pair *pair, const struct contact_axis *axis,
                                               md_real *way_out)
{
    *way_out = pair->front;
    if (prefers_face(pair, axis)) {
        return contacts_of_best_face(set, frame, pair, axis);
    }
    switch (md3_mesh_triangle_range(pair->triangle, axis->normal)) {
    case NORMAL_OF_FACE: contacts_of_triangle_face(set, frame, pair); return RANK_FACE;
    case NORMAL_OF_EDGE:
        if (belongs_to_neighbour(pair, axis->separation - axis_tolerance(axis->separation))) {
            return no_contact(set);
        }
        contacts_of_axis(set, frame, pair, axis);
        *way_out = axis->separation;
        return RANK_EDGE;
    default: return pair->is_behind ? no_contact(set) : contacts_of_mesh_normal(set, frame, pair, way_out);
    }
}

enum contact_rank md3_triangle_contacts(struct contact_set *set, const struct contact_frame *frame,
                                        const struct triangle_pair *pair, md_real *way_out)
{
    const bool *is_convex = pair->triangle->is_convex;
    *way_out = pair->front;
    if (!pair->is_behind && !is_convex[0] && !is_convex[1] && !is_convex[2]) {
        /* It has no other normal. Whether this is the shortest way out of the triangle alone is not worth a search. */
        contacts_of_triangle_face(set, frame, pair);
        return RANK_DOUBT;
    }
    struct contact_axis axis = find_axis(pair);
    const bool is_apart = axis.kind == AXIS_CLOSEST && axis.has_points && axis.separation > 0;
    if (axis.separation > pair->max_separation || (pair->is_behind && !is_apart)) {
        return no_contact(set);
    }
    improve_axis(set, frame, pair, &axis);
    return contacts_of_best_axis(set, frame, pair, &axis, way_out);
}

/* ---- Pierced triangles ------------------------------------------------------------------------------------------- */

/* Distance from a triangle, m, at which a line still passes through it. */
#define PIERCE_TOLERANCE (MD3_LINEAR_SLOP / 10)

/** Returns the point of the core of b that is farthest below the plane of the triangle. Support points are relative to
 *  the centre, which is the origin. */
static md3_vec deepest_of_core(const struct triangle_pair *pair)
{
    int32_t hint = 0;
    const struct placed_core *b = &pair->placed.b;
    const md3_vec down = md3_mat_apply_transposed(b->q, vec_negative(pair->triangle->plane[0].normal));
    return mat_apply(b->q, md3_core_support(b->core, down, &hint));
}

bool md3_triangle_pierced(struct contact_set *set, const struct contact_frame *frame, const struct triangle_pair *pair,
                          md3_vec *at)
{
    const struct plane3 plane = pair->triangle->plane[0];
    const md_real separation = pair->front - frame->radius_b;
    if (pair->is_behind || separation > -MD3_LINEAR_SLOP) {
        return false; /* resting contacts need no search */
    }
    /* The origin is the centre of b. It may be behind the plane by a little: then that is where b pierces it. */
    const md3_vec on_b = deepest_of_core(pair);
    const md3_vec deepest = vec_add_scaled(on_b, -frame->radius_b, plane.normal);
    const md_real fraction = plane.offset < 0 ? plane.offset / (plane.offset + separation) : 0;
    const md3_vec through = vec_scale(fraction, deepest);
    *at = md3_mesh_triangle_closest(pair->triangle, through);
    if (vec_length(vec_sub(*at, through)) > PIERCE_TOLERANCE) {
        return false; /* beside the triangle: at a convex edge that would be a ghost collision */
    }
    if (!is_consistent(set, frame, pair->front)) {
        const struct contact_axis axis = {.has_points = true, .on_b = on_b};
        contact_of_deepest(set, frame, pair, &axis);
    }
    return true;
}
