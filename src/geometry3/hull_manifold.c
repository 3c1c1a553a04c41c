/* The contact of two hulls.
 *
 * Normal: the axis of the separating axis test, with a preference for faces, and among these for those of a. If the
 * cores are apart and the closest features are not a face and a vertex, the test underestimates the distance. It is
 * then the distance by GJK, and its direction is the normal.
 *
 * Points: of a face axis, the face that faces the reference face at the deepest vertex, clipped; otherwise the
 * features that are flat along the normal.
 */
#include "geometry3/contact_feature.h"
#include "geometry3/distance.h"
#include "geometry3/feature_cache.h"
#include "geometry3/hull_sat.h"
#include "geometry3/segments.h"

struct hull_contact {
    struct contact_set *set;
    const struct contact_frame *frame;
    const struct collision_pair *pair;
    struct hull_pair hulls;
    struct md3_feature_cache *cache;
    md_real max_separation; /* of the cores, m */
};

/** The result of the separating axis test. */
struct hull_axes {
    struct face_axis face_a, face_b;
    struct edge_axis edges;
    bool by_b; /* the reference face is of b */
};

/** Returns the largest distance of a vertex from the origin. */
static md_real extent_of(const md3_hull *hull)
{
    return vec_length(hull->centroid) + hull->max_extent;
}

static void remember_separation(const struct hull_contact *contact, md_real core_separation)
{
    const md_real separation = core_separation - contact->frame->radius_a - contact->frame->radius_b;
    cache_separated(contact->cache, contact->pair->between, extent_of(contact->hulls.a), extent_of(contact->hulls.b),
                    separation);
}

/* ---- Contacts along an axis -------------------------------------------------------------------------------------- */

static struct placed_core place_core(const struct core *core, md3_transform at)
{
    return (struct placed_core){core, md3_rot_matrix(at.q), at.p};
}

/** Collides along the shortest connection, if there is one. Returns false if the cores touch within the tolerance. */
static bool contacts_of_closest(const struct hull_contact *contact, md3_vec guess)
{
    const struct collision_pair *pair = contact->pair;
    const struct core core_a = md3_core_of(pair->a), core_b = md3_core_of(pair->b);
    const struct core_pair cores = md3_core_pair(&core_a, md3_transform_identity(), &core_b, pair->between);
    const struct core_distance closest = md3_core_distance(&cores, guess);
    if (!(closest.distance > TIE_TOLERANCE)) {
        return false;
    }
    contact_set_begin(contact->set, closest.normal);
    if (closest.separation > contact->max_separation) {
        remember_separation(contact, closest.separation);
        return true;
    }
    const struct placed_core a = place_core(&core_a, md3_transform_identity());
    const struct placed_core b = place_core(&core_b, pair->between);
    md3_contacts_along(contact->set, contact->frame, &a, &b, closest.normal, closest.point[0],
                       vec_add(pair->between.p, closest.point[1]));
    return true;
}

/** Adds the deepest vertex alone. */
static void contact_of_vertex(const struct hull_contact *contact, const struct face_axis *axis, bool by_b)
{
    const struct hull_pair *hulls = &contact->hulls;
    const uint16_t face = feature_of_face(axis->face), vertex = feature_of_vertex(axis->vertex);
    contact_set_begin(contact->set, contact->set->normal);
    if (by_b) {
        const md3_vec on_a = hulls->a->vertex[axis->vertex];
        contact_set_add(contact->set, contact->frame, on_a,
                        vec_add_scaled(on_a, axis->separation, contact->set->normal), feature_id(vertex, face));
    } else {
        const md3_vec on_b = vec_add(mat_apply(hulls->q, hulls->b->vertex[axis->vertex]), hulls->p);
        contact_set_add(contact->set, contact->frame, vec_add_scaled(on_b, -axis->separation, contact->set->normal),
                        on_b, feature_id(face, vertex));
    }
}

/** Clips the face at the deepest vertex to the reference face. */
static void clip_faces(const struct hull_contact *contact, const struct face_axis *axis, bool by_b)
{
    const struct hull_pair *hulls = &contact->hulls;
    struct contact_feature feature_a, feature_b;
    int32_t face_a = axis->face, face_b = axis->face;
    if (by_b) {
        const md3_vec normal = vec_negative(mat_apply(hulls->q, hulls->b->plane[face_b].normal));
        contact_set_begin(contact->set, normal);
        face_a = md3_hull_face_at(hulls->a, axis->vertex, normal);
    } else {
        const md3_vec normal = hulls->a->plane[face_a].normal;
        contact_set_begin(contact->set, normal);
        face_b = md3_hull_face_at(hulls->b, axis->vertex, vec_negative(md3_mat_apply_transposed(hulls->q, normal)));
    }
    md3_feature_of_hull_face(&feature_a, hulls->a, face_a, md3_mat_identity(), vec(0, 0, 0));
    md3_feature_of_hull_face(&feature_b, hulls->b, face_b, hulls->q, hulls->p);
    md3_clip_to_face(contact->set, contact->frame, &feature_a, &feature_b, by_b);
}

/** Collides along the normal of a face. If the cores are apart, that is right only if a vertex is opposite the face. */
static void contacts_of_face(const struct hull_contact *contact, const struct face_axis *axis, bool by_b)
{
    clip_faces(contact, axis, by_b);
    const bool apart = axis->separation > 0;
    const md_real separation = contact->set->deepest + contact->frame->radius_a + contact->frame->radius_b;
    const md_real tolerance = apart ? TIE_TOLERANCE : face_tolerance(axis->separation);
    if (!(separation <= axis->separation + tolerance) &&
        !(apart && contacts_of_closest(contact, contact->set->normal))) {
        contact_of_vertex(contact, axis, by_b);
    }
}

static md3_vec edge_point(const md3_hull *hull, int32_t half_edge, int32_t end)
{
    return hull->vertex[hull->half_edge[end == 0 ? half_edge : half_edge_twin(half_edge)].origin];
}

/** Collides along the cross product of two edges of cores that overlap. */
static void contacts_of_edges(const struct hull_contact *contact, const struct edge_axis *edges)
{
    const struct hull_pair *hulls = &contact->hulls;
    const struct core core_a = md3_core_of(contact->pair->a), core_b = md3_core_of(contact->pair->b);
    const struct placed_core a = place_core(&core_a, md3_transform_identity());
    const struct placed_core b = {&core_b, hulls->q, hulls->p};
    const md3_vec a0 = edge_point(hulls->a, edges->edge_a, 0), a1 = edge_point(hulls->a, edges->edge_a, 1);
    const md3_vec b0 = vec_add(mat_apply(hulls->q, edge_point(hulls->b, edges->edge_b, 0)), hulls->p);
    const md3_vec b1 = vec_add(mat_apply(hulls->q, edge_point(hulls->b, edges->edge_b, 1)), hulls->p);
    const struct segment_fractions at = closest_fractions(a0, a1, b0, b1);
    md3_contacts_along(contact->set, contact->frame, &a, &b, edges->normal, vec_lerp(a0, a1, at.a),
                       vec_lerp(b0, b1, at.b));
}

/* ---- The search for the best axis -------------------------------------------------------------------------------- */

/** Stores the reference face, with the smallest lead of the decisions that chose it. */
static void remember_face(const struct hull_contact *contact, const struct hull_axes *axes)
{
    const struct face_axis *axis = axes->by_b ? &axes->face_b : &axes->face_a;
    const md_real tolerance = face_tolerance(axes->face_a.separation);
    const md_real over_other = axes->face_a.separation + tolerance - axes->face_b.separation;
    const md_real over_faces = md_min(axis->separation - axis->second, axes->by_b ? -over_other : over_other);
    const md_real best = md_max(axes->edges.separation, md_max(axes->face_a.separation, axes->face_b.separation));
    const bool apart = axis->separation > 0;
    const md_real over_edges = apart ? MD_INFINITY : axis->separation + face_tolerance(axis->separation) - best;
    /* Two separations change by the motion each, and the tolerance by a part of that. If the cores do not overlap
     * after all, the separation along edges may change faster. */
    const md_real limit = md_min(over_faces, over_edges) / (2 + 2 * FACE_TOLERANCE_RELATIVE);
    if (contact->cache == NULL || (!apart && best > 0)) {
        return;
    }
    cache_fill(contact->cache, contact->pair->between, extent_of(contact->hulls.a), extent_of(contact->hulls.b), limit);
    contact->cache->face = (int16_t)axis->face;
    contact->cache->kind = axes->by_b ? FEATURE_FACE_B : FEATURE_FACE_A;
    contact->cache->cores_overlap = !apart;
}

static void collide_searching(const struct hull_contact *contact)
{
    struct hull_axes axes = {.face_a = md3_best_face_a(&contact->hulls), .edges.separation = -MD_INFINITY};
    if (axes.face_a.separation > contact->max_separation + face_tolerance(axes.face_a.separation)) {
        remember_separation(contact, axes.face_a.separation);
        return;
    }
    axes.face_b = md3_best_face_b(&contact->hulls);
    axes.by_b = axes.face_b.separation > axes.face_a.separation + face_tolerance(axes.face_a.separation);
    const struct face_axis *face = axes.by_b ? &axes.face_b : &axes.face_a;
    if (face->separation > contact->max_separation) {
        remember_separation(contact, face->separation);
        return;
    }
    if (face->separation <= 0) {
        axes.edges = md3_best_edges(&contact->hulls, md_max(axes.face_a.separation, axes.face_b.separation));
    }
    if (axes.edges.separation <= face->separation + face_tolerance(face->separation)) {
        contacts_of_face(contact, face, axes.by_b);
        if (contact->cache != NULL && contact->cache->kind != FEATURE_SEPARATED) {
            remember_face(contact, &axes);
        }
    } else if (axes.edges.separation > contact->max_separation) {
        remember_separation(contact, axes.edges.separation);
    } else if (!(axes.edges.separation > 0 && contacts_of_closest(contact, axes.edges.normal))) {
        contacts_of_edges(contact, &axes.edges);
    }
}

void md3_hull_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair,
                       struct md3_feature_cache *cache)
{
    const md_real max_separation = frame->margin + frame->radius_a + frame->radius_b;
    const struct hull_contact contact = {
        .set = set,
        .frame = frame,
        .pair = pair,
        .hulls = {pair->a->hull, pair->b->hull, md3_rot_matrix(pair->between.q), pair->between.p},
        .cache = cache,
        .max_separation = max_separation,
    };
    if (cache_has_face(cache, pair->between)) {
        const bool by_b = cache->kind == FEATURE_FACE_B;
        const struct face_axis axis = by_b ? md3_face_separation_b(&contact.hulls, cache->face)
                                           : md3_face_separation_a(&contact.hulls, cache->face);
        if (axis.separation > max_separation) {
            return;
        }
        if ((axis.separation <= 0) == cache->cores_overlap) {
            contacts_of_face(&contact, &axis, by_b);
            return;
        }
    }
    if (cache != NULL) {
        cache->kind = FEATURE_NONE;
    }
    collide_searching(&contact);
}
