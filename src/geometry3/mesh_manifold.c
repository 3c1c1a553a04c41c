/* The contacts of a mesh or height field with a convex geometry, without ghost collisions.
 *
 * Each triangle near the geometry is collided as a flat hull, which gives the shortest way out of it as if there were
 * no other triangles. There are three cases (mesh_contact.c):
 *
 * 1. It is along the normal of the face, or that is as good. The points are those of the face.
 * 2. It is along a normal of a convex edge or corner, within the range that the neighbours leave (mesh_triangle.h). If
 *    the face of a neighbour is as good, the contact is the neighbour's. Otherwise the points are those of the edge.
 * 3. It is not along a normal of the mesh: another triangle is in the way there. The contact is along the best normal
 *    that the mesh has at this triangle, with a doubt.
 *
 * The contacts are collected in groups with the same normal. Those of edges and those in doubt are dropped if another
 * one covers them (mesh_groups.h).
 *
 * The frame has the axes of the mesh and its origin in the centre of the convex geometry, so that large meshes do not
 * cost digits.
 */
#include "geometry3/mesh_contact.h"
#include "geometry3/mesh_groups.h"

struct mesh_collision {
    struct contact_frame frame;
    struct core core; /* of the convex geometry */
    struct placed_core placed;
    md3_vec origin; /* of the frame, in the coordinates of the mesh */
    md_real max_separation;
    struct contact_set set; /* of the current triangle */
    struct contact_groups groups;
};

/** Returns the largest coordinate of the core of the geometry along a direction. */
static md_real farthest_along(const struct mesh_collision *collision, md3_vec direction)
{
    int32_t hint = 0;
    const md3_vec local = md3_mat_apply_transposed(collision->placed.q, direction);
    return vec_dot(local, md3_core_support(&collision->core, local, &hint));
}

/** Collides with one side of a triangle. The centre of the geometry may be behind it by `max_behind`, m. */
static void collide_triangle(struct mesh_collision *collision, const struct mesh_triangle *triangle, md_real max_behind)
{
    const md3_geometry geometry = {.type = MD3_HULL, .hull = &triangle->hull};
    const struct core core = md3_core_of(&geometry);
    const struct plane3 plane = triangle->plane[0];
    struct triangle_pair pair = {.triangle = triangle, .max_separation = collision->max_separation};
    pair.placed.a = (struct placed_core){&core, md3_mat_identity(), vec(0, 0, 0)};
    pair.placed.b = collision->placed;
    /* The origin of the frame is the centre of the convex geometry. */
    pair.placed.cores = (struct core_pair){.a = &core,
                                           .b = &collision->core,
                                           .rotation_a = md3_mat_identity(),
                                           .rotation_b = collision->placed.q,
                                           .offset = vec_negative(core.center)};
    pair.front = md3_core_separation(&pair.placed.cores, plane.normal);
    pair.is_behind = plane.offset > max_behind;
    if (pair.front > pair.max_separation || farthest_along(collision, plane.normal) < plane.offset) {
        return; /* too far in front, or all of the geometry is behind */
    }
    if (md3_core_separation(&pair.placed.cores, vec_unit(pair.placed.cores.offset, NULL)) > pair.max_separation) {
        return; /* too far aside */
    }
    struct contact_set *set = &collision->set;
    struct triangle_contact contact = {.set = set, .corner = triangle->vertex, .triangle = triangle->triangle};
    contact_set_begin(set, plane.normal);
    contact.rank = md3_triangle_contacts(set, &collision->frame, &pair, &contact.way_out);
    contact.is_pierced = contact.rank == RANK_DOUBT && contact.way_out == pair.front &&
                         md3_triangle_pierced(set, &collision->frame, &pair, &contact.pierced_at);
    for (int32_t i = 0; i < set->count; ++i) {
        set->point[i].id = md3_mesh_triangle_id(triangle, set->point[i].id);
    }
    md3_groups_add(&collision->groups, &contact);
}

static bool visit_triangle(void *user, const struct triangle3 *from)
{
    struct mesh_collision *collision = user;
    struct mesh_triangle triangle;
    if (from->one_sided) {
        /* A thin plate is not lost when it sinks in by half its thickness. */
        md3_mesh_triangle_fill(&triangle, from, collision->origin, false);
        collide_triangle(collision, &triangle, MD3_LINEAR_SLOP);
        return true;
    }
    for (int32_t side = 0; side < 2; ++side) {
        md3_mesh_triangle_fill(&triangle, from, collision->origin, side == 1);
        collide_triangle(collision, &triangle, 0);
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
    collision.groups.count = 0;
    const md3_box box = md3_geometry_bounds(convex, between);
    md3_geometry_triangles(mesh, box_enlarged(box, margin), visit_triangle, &collision);
    md3_groups_cover(&collision.groups, &collision.core, collision.placed.q);
    return md3_groups_write(&collision.groups, &collision.frame, manifolds, capacity);
}
