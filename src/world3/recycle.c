#include "world3/recycle.h"

#include "geometry3/vec3.h"
#include "world3/world.h"

/* ---- Remembering ---------------------------------------------------------------------------------------------------- */

/* Spheres and pairs of capsules have closed forms, which cost as little. */
static bool costs_much(const md3_world *world, const struct contact *contact)
{
    const md3_geometry_type a = world->shapes[contact->shape[0]].geometry.type;
    const md3_geometry_type b = world->shapes[contact->shape[1]].geometry.type;
    return a != MD3_SPHERE && b != MD3_SPHERE && (a != MD3_CAPSULE || b != MD3_CAPSULE);
}

void md3_manifold_remember(const md3_world *world, struct contact *contact)
{
    struct carried_manifold *carried = &contact->carried;
    carried->is_valid = world->def.recycle_distance > 0 && contact->manifold_count == 1 &&
                        contact_manifold_capacity(contact) == 1 && !contact->sensor && costs_much(world, contact);
    if (!carried->is_valid) {
        return;
    }
    const md3_manifold *manifold = &contact->first.manifold;
    const md3_transform a = body_transform(&world->bodies[contact->body[0]]);
    const md3_transform b = body_transform(&world->bodies[contact->body[1]]);
    carried->between = transform_between(a, b);
    carried->normal = rot_unapply(a.q, manifold->normal);
    for (int k = 0; k < manifold->count; ++k) {
        carried->anchor[k][0] = md3_transform_unapply(a, manifold->point[k].point);
        carried->anchor[k][1] = md3_transform_unapply(b, manifold->point[k].point);
        carried->separation[k] = manifold->point[k].separation;
    }
}

/* ---- Carrying ------------------------------------------------------------------------------------------------------- */

/* How far apart two rotations move a point at a distance, m. */
static md_real arc_between(md3_rot q, md3_rot r, md_real distance)
{
    const md3_rot difference = {q.x - r.x, q.y - r.y, q.z - r.z, q.w - r.w};
    return 2 * distance * md_sqrt(md3_rot_length_squared(difference));
}

/* A point where both bodies carry it. */
struct carried_point {
    md3_vec on_a;    /* from the origin of the first body */
    md3_vec between; /* from where the first body has carried the point to where the second has */
    md_real separation;
};

static struct carried_point carry(const struct carried_manifold *carried, int k, md3_transform a, md3_transform b,
                                  md3_vec normal)
{
    struct carried_point point;
    point.on_a = rot_apply(a.q, carried->anchor[k][0]);
    const md3_vec on_b = rot_apply(b.q, carried->anchor[k][1]);
    point.between = vec_add(vec_sub(b.p, a.p), vec_sub(on_b, point.on_a));
    point.separation = carried->separation[k] + vec_dot(normal, point.between);
    return point;
}

/* Carries all points. Returns false if one of them came too far apart, or beyond the speculative margin. */
static bool carry_points(const md3_world *world, const struct contact *contact, md3_transform a, md3_transform b,
                         md3_vec normal, struct carried_point *points)
{
    const md_real allowed = world->def.recycle_distance;
    bool are_near = true;
    for (int k = 0; are_near && k < contact->first.manifold.count; ++k) {
        points[k] = carry(&contact->carried, k, a, b, normal);
        are_near = vec_dot(points[k].between, points[k].between) <= allowed * allowed &&
                   points[k].separation <= world->def.speculative_margin;
    }
    return are_near;
}

bool md3_manifold_recycle(const md3_world *world, struct contact *contact)
{
    if (!contact->carried.is_valid) {
        return false;
    }
    const struct body *first = &world->bodies[contact->body[0]], *second = &world->bodies[contact->body[1]];
    const md3_transform a = body_transform(first), b = body_transform(second);
    const md_real extent = md_min(first->max_extent, second->max_extent);
    const md3_rot turned = transform_between(a, b).q;
    if (arc_between(turned, contact->carried.between.q, extent) > world->def.recycle_distance) {
        return false;
    }
    md3_manifold *manifold = &contact->first.manifold;
    const md3_vec normal = rot_apply(a.q, contact->carried.normal);
    struct carried_point points[MD3_MAX_MANIFOLD_POINTS];
    if (!carry_points(world, contact, a, b, normal, points)) {
        return false;
    }
    manifold->normal = normal;
    for (int k = 0; k < manifold->count; ++k) {
        const md3_vec from_a = vec_add_scaled(points[k].on_a, (md_real)0.5, points[k].between);
        manifold->point[k].point = vec_add(a.p, from_a);
        manifold->point[k].separation = points[k].separation;
        contact->first.r[k][0] = vec_add(vec_sub(a.p, first->center), from_a);
        contact->first.r[k][1] = vec_sub(manifold->point[k].point, second->center);
    }
    return true;
}
