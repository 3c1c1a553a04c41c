/* The contacts of a mesh or height field with a convex geometry, without ghost collisions.
 *
 * Each triangle near the geometry is collided as a flat hull, which gives the best normal as if there were no other
 * triangles. There are three cases:
 *
 * 1. It is the normal of the face, or the face is as good. The points are those of the face.
 * 2. It is the normal of a convex edge or corner, within the range that the neighbours leave (mesh_triangle.h). If the face
 *    of a neighbour is as good, the contact is the neighbour's. Otherwise the points are those of the edge.
 * 3. It is not a normal of the mesh: the triangle alone could be passed more easily on a side where another triangle is in
 *    the way. The contact is along the normal of the face, but such a contact waits for the others. If the triangle is
 *    below the plane of another contact, that contact pushes the geometry off the triangle too, and this one is dropped.
 *
 * The frame has the axes of the mesh and its origin in the centre of the convex geometry, so that large meshes do not cost
 * digits.
 */
#include "geometry3/axis_search.h"
#include "geometry3/hull_sat.h"
#include "geometry3/mesh_clusters.h"
#include "geometry3/mesh_triangle.h"

enum { MAX_PLANES = 32, MAX_WAITING = 32 };

/** A triangle is below a plane if no corner is above it by more than this, m. */
#define PLANE_TOLERANCE (MD3_LINEAR_SLOP / 10)

/** Cosine of the largest angle between planes that are treated as the same. */
#define SAME_COSINE ((md_real)0.9999)

/** A contact of case 3. */
struct waiting_contact {
    md3_vec normal, corner[3];
    struct contact_point point[MD3_MAX_MANIFOLD_POINTS];
    int32_t count, triangle;
    md_real deepest;
};

struct mesh_collision {
    struct contact_frame frame;
    struct core core;
    struct placed_core placed;
    md3_vec origin; /* of the frame, in the coordinates of the mesh */
    md_real max_separation;
    struct contact_set set; /* of the current triangle */
    struct mesh_clusters clusters;
    struct plane3 plane[MAX_PLANES]; /* of the contacts of cases 1 and 2 */
    int32_t plane_count;
    struct waiting_contact waiting[MAX_WAITING];
    int32_t waiting_count;
};

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/** Stores the plane of a contact: no point of the triangle is above it. */
static void add_plane(struct mesh_collision *collision, const struct mesh_triangle *triangle, md3_vec normal)
{
    md_real offset = vec_dot(normal, triangle->vertex[0]);
    for (int32_t k = 1; k < 3; ++k) {
        offset = md_max(offset, vec_dot(normal, triangle->vertex[k]));
    }
    for (int32_t i = 0; i < collision->plane_count; ++i) {
        struct plane3 *plane = &collision->plane[i];
        if (vec_dot(plane->normal, normal) > SAME_COSINE) {
            plane->offset = md_max(plane->offset, offset);
            return;
        }
    }
    if (collision->plane_count < MAX_PLANES) {
        collision->plane[collision->plane_count++] = (struct plane3){normal, offset};
    }
}

static bool is_below(const struct plane3 *plane, const md3_vec corner[3])
{
    const md_real height = plane->offset + PLANE_TOLERANCE;
    return vec_dot(plane->normal, corner[0]) <= height && vec_dot(plane->normal, corner[1]) <= height &&
           vec_dot(plane->normal, corner[2]) <= height;
}

static void set_ids(struct mesh_collision *collision, const struct mesh_triangle *triangle)
{
    for (int32_t i = 0; i < collision->set.count; ++i) {
        collision->set.point[i].id = md3_mesh_triangle_id(triangle, collision->set.point[i].id);
    }
}

/** Takes the contact set as a contact of case 1 or 2. */
static void accept_contact(struct mesh_collision *collision, const struct mesh_triangle *triangle)
{
    const struct contact_set *set = &collision->set;
    if (set->count > 0) {
        set_ids(collision, triangle);
        add_plane(collision, triangle, set->normal);
        md3_clusters_add(&collision->clusters, set->normal, set->point, set->count, triangle->triangle);
    }
}

/** Returns the place of a new contact of case 3; if all are taken, that of the shallowest. */
static struct waiting_contact *waiting_place(struct mesh_collision *collision)
{
    struct waiting_contact *shallowest = &collision->waiting[0];
    if (collision->waiting_count < MAX_WAITING) {
        struct waiting_contact *fresh = &collision->waiting[collision->waiting_count++];
        fresh->deepest = MD_INFINITY;
        return fresh;
    }
    for (int32_t i = 1; i < MAX_WAITING; ++i) {
        shallowest = collision->waiting[i].deepest > shallowest->deepest ? &collision->waiting[i] : shallowest;
    }
    return shallowest;
}

/** Takes the contact set as a contact of case 3. */
static void postpone_contact(struct mesh_collision *collision, const struct mesh_triangle *triangle)
{
    const struct contact_set *set = &collision->set;
    int32_t chosen[MD3_MAX_MANIFOLD_POINTS];
    if (set->count == 0) {
        return;
    }
    struct waiting_contact *place = waiting_place(collision);
    if (!(set->deepest < place->deepest)) {
        return;
    }
    set_ids(collision, triangle);
    place->normal = set->normal;
    place->deepest = set->deepest;
    place->triangle = triangle->triangle;
    place->count = md3_reduce_points(set->point, set->count, set->normal, chosen);
    for (int32_t i = 0; i < place->count; ++i) {
        place->point[i] = set->point[chosen[i]];
    }
    for (int32_t k = 0; k < 3; ++k) {
        place->corner[k] = triangle->vertex[k];
    }
}

/** Adds the contacts of case 3 that no other contact covers. Those in the plane of another only add points to it. */
static void accept_waiting(struct mesh_collision *collision)
{
    for (int32_t i = 0; i < collision->waiting_count; ++i) {
        const struct waiting_contact *contact = &collision->waiting[i];
        bool is_covered = false;
        for (int32_t k = 0; k < collision->plane_count && !is_covered; ++k) {
            const struct plane3 *plane = &collision->plane[k];
            is_covered = vec_dot(plane->normal, contact->normal) <= SAME_COSINE && is_below(plane, contact->corner);
        }
        if (!is_covered) {
            md3_clusters_add(&collision->clusters, contact->normal, contact->point, contact->count, contact->triangle);
        }
    }
}

/* ---- The normal of one triangle ---------------------------------------------------------------------------------- */

/** A triangle and the convex geometry. */
struct triangle_pair {
    const struct mesh_triangle *triangle;
    struct core core;
    struct placed_pair placed;
};

/** Returns the separation of the cores along the shortest connection, with its points. */
static struct contact_axis closest_axis(const struct triangle_pair *pair)
{
    const struct core_distance closest = md3_core_distance(&pair->placed.cores, pair->placed.cores.offset);
    return (struct contact_axis){.kind = closest.distance > TIE_TOLERANCE ? AXIS_CLOSEST : AXIS_NONE,
                                 .normal = closest.normal,
                                 .separation = closest.distance,
                                 .has_points = true,
                                 .on_a = vec_add(pair->placed.a.p, closest.point[0]),
                                 .on_b = vec_add(pair->placed.b.p, closest.point[1])};
}

/** Returns the axis of a face of the hull. */
static struct contact_axis axis_of_hull_face(const struct triangle_pair *pair, const struct face_axis *face)
{
    const struct placed_core *hull = &pair->placed.b;
    const md3_vec outward = mat_apply(hull->q, hull->core->hull->plane[face->face].normal);
    return (struct contact_axis){.kind = AXIS_FACE_B,
                                 .normal = vec_negative(outward),
                                 .separation = face->separation,
                                 .face = {outward, face->face}};
}

/** Finds the best axis of a triangle and a hull, with `front` as the separation along the normal of the triangle. NONE if it
 *  is that normal, or if they are beyond the largest separation. */
static struct contact_axis find_hull_axis(const struct triangle_pair *pair, md_real front, md_real max_separation)
{
    const struct hull_pair hulls = {&pair->triangle->hull, pair->placed.b.core->hull, pair->placed.b.q,
                                    pair->placed.b.p};
    const struct face_axis face = md3_best_face_b(&hulls);
    struct contact_axis axis = axis_of_hull_face(pair, &face);
    if (face.separation > max_separation) {
        axis.kind = AXIS_NONE;
        return axis;
    }
    struct edge_axis edges = {.separation = -MD_INFINITY};
    if (front <= 0 && face.separation <= 0) {
        edges = md3_best_edges(&hulls, md_max(front, face.separation));
    }
    if (md_max(edges.separation, md_max(front, face.separation)) > 0) {
        const struct contact_axis closest = closest_axis(pair);
        const bool is_face = closest.separation <= face.separation + TIE_TOLERANCE;
        return is_face ? axis : closest;
    }
    if (edges.separation > face.separation + face_tolerance(face.separation)) {
        axis = (struct contact_axis){.kind = AXIS_CLOSEST, .normal = edges.normal, .separation = edges.separation};
    }
    return axis;
}

/* ---- Contacts of one triangle ------------------------------------------------------------------------------------ */

/** Fills the contact set along the normal of the triangle. */
static void contacts_of_triangle_face(struct mesh_collision *collision, const struct triangle_pair *pair)
{
    struct contact_feature a, b;
    const md3_vec normal = pair->triangle->plane[0].normal, opposite = vec_negative(normal);
    contact_set_begin(&collision->set, normal);
    md3_feature_of_hull_face(&a, &pair->triangle->hull, 0, md3_mat_identity(), vec(0, 0, 0));
    md3_feature_of_facing(&b, &pair->placed.b, md3_facing(&pair->placed.b, opposite), opposite, normal);
    md3_clip_to_face(&collision->set, &collision->frame, &a, &b, false);
}

/** Fills the contact set along another axis. */
static void contacts_of_other_axis(struct mesh_collision *collision, const struct triangle_pair *pair,
                                   struct contact_axis *axis)
{
    struct contact_set *set = &collision->set;
    if (axis->kind == AXIS_FACE_B) {
        struct contact_feature a, b;
        const md3_vec normal = axis->normal;
        const struct facing facing = md3_facing(&pair->placed.a, normal);
        contact_set_begin(set, normal);
        md3_feature_of_facing(&a, &pair->placed.a, facing, normal, axis->face.normal);
        md3_feature_of_facing(&b, &pair->placed.b, axis->face, vec_negative(normal), facing.normal);
        md3_clip_to_face(set, &collision->frame, &a, &b, true);
        return;
    }
    if (!axis->has_points) {
        md3_climb_axis(&pair->placed, axis);
    }
    contact_set_begin(set, axis->normal);
    if (axis->has_points) {
        md3_contacts_along(set, &collision->frame, &pair->placed.a, &pair->placed.b, axis->normal, axis->on_a,
                           axis->on_b);
    }
}

/** True if an axis belongs to the face of a neighbour: it is that face's normal, or the face is as good. */
static bool belongs_to_neighbour(const struct triangle_pair *pair, const struct contact_axis *axis, md_real tolerance)
{
    const struct mesh_triangle *triangle = pair->triangle;
    const md_real own_cosine = vec_dot(axis->normal, triangle->plane[0].normal);
    for (int32_t k = 0; k < 3; ++k) {
        if (!triangle->is_convex[k] || triangle->is_border[k]) {
            continue;
        }
        const md_real cosine = vec_dot(axis->normal, triangle->neighbour[k]);
        const bool is_its_normal = cosine >= FLAT_COSINE && cosine > own_cosine;
        if (is_its_normal ||
            md3_core_separation(&pair->placed.cores, triangle->neighbour[k]) >= axis->separation - tolerance) {
            return true;
        }
    }
    return false;
}

/** Sorts the contact of a triangle into the three cases. `front` is the separation along the normal of the triangle. */
static void sort_contact(struct mesh_collision *collision, const struct triangle_pair *pair, md_real front,
                         struct contact_axis *axis)
{
    const md_real tolerance = axis->separation > 0 ? TIE_TOLERANCE : face_tolerance(axis->separation);
    const bool is_face = axis->kind == AXIS_NONE || front >= axis->separation - tolerance;
    const enum normal_range range = is_face ? NORMAL_OF_FACE : md3_mesh_triangle_range(pair->triangle, axis->normal);
    if (range == NORMAL_OF_FACE) {
        contacts_of_triangle_face(collision, pair);
        accept_contact(collision, pair->triangle);
    } else if (belongs_to_neighbour(pair, axis, tolerance)) {
        return;
    } else if (range == NORMAL_OF_EDGE) {
        contacts_of_other_axis(collision, pair, axis);
        accept_contact(collision, pair->triangle);
    } else {
        contacts_of_triangle_face(collision, pair);
        postpone_contact(collision, pair->triangle);
    }
}

static void collide_triangle(struct mesh_collision *collision, const struct mesh_triangle *triangle)
{
    const md3_geometry geometry = {.type = MD3_HULL, .hull = &triangle->hull};
    struct triangle_pair pair = {.triangle = triangle, .core = md3_core_of(&geometry)};
    pair.placed.a = (struct placed_core){&pair.core, md3_mat_identity(), vec(0, 0, 0)};
    pair.placed.b = collision->placed;
    /* The origin of the frame is the centre of the convex geometry. */
    pair.placed.cores = (struct core_pair){.a = &pair.core,
                                           .b = &collision->core,
                                           .rotation_a = md3_mat_identity(),
                                           .rotation_b = collision->placed.q,
                                           .offset = vec_negative(pair.core.center)};
    const md_real front = md3_core_separation(&pair.placed.cores, triangle->plane[0].normal);
    if (front > collision->max_separation) {
        return;
    }
    struct contact_axis axis;
    if (collision->core.kind == CORE_HULL) {
        axis = find_hull_axis(&pair, front, collision->max_separation);
    } else {
        axis = md3_find_axis(&pair.placed, collision->max_separation);
    }
    if (axis.separation <= collision->max_separation) {
        sort_contact(collision, &pair, front, &axis);
    }
}

static bool visit_triangle(void *user, const struct triangle3 *from)
{
    struct mesh_collision *collision = user;
    struct mesh_triangle triangle;
    if (md3_mesh_triangle_fill(&triangle, from, collision->origin)) {
        collide_triangle(collision, &triangle);
    }
    return true;
}

int32_t md3_mesh_manifolds(const md3_geometry *mesh, md3_transform at_mesh, const md3_geometry *convex,
                           md3_transform at_convex, md_real margin, md3_manifold *manifolds, int32_t capacity)
{
    const md3_transform between = transform_between(at_mesh, at_convex);
    struct mesh_collision collision;
    collision.core = md3_core_of(convex);
    collision.origin = transform_point(between, collision.core.center);
    collision.placed =
        (struct placed_core){&collision.core, md3_rot_matrix(between.q), vec_sub(between.p, collision.origin)};
    collision.frame =
        (struct contact_frame){0, convex->radius, margin, {transform_point(at_mesh, collision.origin), at_mesh.q}};
    collision.max_separation = margin + convex->radius;
    collision.clusters.count = 0;
    collision.plane_count = 0;
    collision.waiting_count = 0;
    const md3_box box = md3_geometry_bounds(convex, between);
    md3_geometry_triangles(mesh, box_enlarged(box, margin), visit_triangle, &collision);
    accept_waiting(&collision);
    return md3_clusters_write(&collision.clusters, &collision.frame, manifolds, capacity);
}
