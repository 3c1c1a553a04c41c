#include "world3/recycle.h"

#include "geometry3/vec3.h"
#include "world3/world.h"

/* The normal on a round shape turns with its place, so that its points hold over a shorter distance. */
#define SHARE_OF_ROUND_SHAPES ((md_real)0.1)

/* ---- Remembering ---------------------------------------------------------------------------------------------------- */

static const md3_geometry *geometry_of(const md3_world *world, const struct contact *contact, int side)
{
    return &world->shapes[contact->shape[side]].geometry;
}

static bool is_round(const md3_geometry *geometry)
{
    return geometry->type != MD3_HULL && geometry->type != MD3_PLANE;
}

/* Whether one shape is a hull, and the other a hull, a plane or round: other pairs cost as little as carrying, or are rare. */
static bool can_be_carried(const md3_geometry *a, const md3_geometry *b)
{
    return (a->type == MD3_HULL && md3_geometry_is_convex(b)) || (b->type == MD3_HULL && md3_geometry_is_convex(a)) ||
           (a->type == MD3_HULL && b->type == MD3_PLANE) || (b->type == MD3_HULL && a->type == MD3_PLANE);
}

static void remember_round_shape(const md3_geometry *geometry, md3_rot rotation, struct carried_manifold *carried)
{
    const md3_vec axis =
        geometry->type == MD3_SPHERE ? vec(0, 0, 0) : vec_unit(vec_sub(geometry->point[1], geometry->point[0]), NULL);
    carried->center = geometry->point[0];
    carried->axis = axis;
    carried->axis_then = rot_apply(rotation, axis);
}

/* How far from its centre a body has points that may touch: of a half-space, wherever the other body has some. */
static md_real extent_of(const md3_world *world, const struct contact *contact, int side)
{
    const bool is_plane = geometry_of(world, contact, side)->type == MD3_PLANE;
    return is_plane ? MD_INFINITY : world->bodies[contact->body[side]].max_extent;
}

void md3_manifold_remember(const md3_world *world, struct contact *contact)
{
    struct carried_manifold *carried = &contact->carried;
    const md3_geometry *geometry[2] = {geometry_of(world, contact, 0), geometry_of(world, contact, 1)};
    carried->is_valid = world->def.recycle_distance > 0 && contact->manifold_count == 1 && !contact->sensor &&
                        can_be_carried(geometry[0], geometry[1]);
    if (!carried->is_valid) {
        return;
    }
    const md3_manifold *manifold = &contact->first.manifold;
    const md3_transform at[2] = {body_transform(&world->bodies[contact->body[0]]),
                                 body_transform(&world->bodies[contact->body[1]])};
    carried->round = is_round(geometry[0]) ? 0 : is_round(geometry[1]) ? 1 : -1;
    carried->extent = md_min(extent_of(world, contact, 0), extent_of(world, contact, 1));
    carried->between = transform_between(at[0], at[1]);
    carried->normal = rot_unapply(at[carried->round == 0].q, manifold->normal);
    if (carried->round >= 0) {
        remember_round_shape(geometry[carried->round], at[carried->round].q, carried);
    }
    for (int k = 0; k < manifold->count; ++k) {
        for (int side = 0; side < 2; ++side) {
            const md3_vec point = manifold->point[k].point;
            carried->anchor[k][side] = side == carried->round
                                           ? vec_sub(point, transform_point(at[side], carried->center))
                                           : transform_point_back(at[side], point);
        }
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

/* The vector a, turned by the shortest rotation from a unit vector u to v. Zeros turn nothing. */
static md3_vec swung(md3_vec u, md3_vec v, md3_vec a)
{
    const md_real cosine = vec_dot(u, v);
    const md3_vec sine = vec_cross(u, v);
    const bool is_axis = vec_dot(u, u) > 0 && cosine > 0;
    const md3_vec turned =
        vec_add(vec_add_scaled(vec_scale(cosine, a), vec_dot(sine, a) / (1 + cosine), sine), vec_cross(sine, a));
    return is_axis ? turned : a;
}

/* From the origin of a body to where it has carried a point. */
static md3_vec carried_arm(const struct carried_manifold *carried, int k, int side, md3_rot rotation)
{
    const md3_vec anchor = carried->anchor[k][side];
    if (side != carried->round) {
        return rot_apply(rotation, anchor);
    }
    const md3_vec axis = rot_apply(rotation, carried->axis);
    return vec_add(rot_apply(rotation, carried->center), swung(carried->axis_then, axis, anchor));
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
    point.on_a = carried_arm(carried, k, 0, a.q);
    const md3_vec on_b = carried_arm(carried, k, 1, b.q);
    point.between = vec_add(vec_sub(b.p, a.p), vec_sub(on_b, point.on_a));
    point.separation = carried->separation[k] + vec_dot(normal, point.between);
    return point;
}

/* Carries all points. Returns false if one of them came too far apart, or beyond the speculative margin. */
static bool carry_points(const md3_world *world, const struct contact *contact, md3_transform a, md3_transform b,
                         md3_vec normal, md_real allowed, struct carried_point *points)
{
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
    const struct carried_manifold *carried = &contact->carried;
    if (!carried->is_valid) {
        return false;
    }
    const struct body *first = &world->bodies[contact->body[0]], *second = &world->bodies[contact->body[1]];
    const md3_transform a = body_transform(first), b = body_transform(second);
    const md_real allowed = world->def.recycle_distance * (carried->round >= 0 ? SHARE_OF_ROUND_SHAPES : 1);
    if (arc_between(transform_between(a, b).q, carried->between.q, carried->extent) > allowed) {
        return false;
    }
    md3_manifold *manifold = &contact->first.manifold;
    const md3_vec normal = rot_apply(carried->round == 0 ? b.q : a.q, carried->normal);
    struct carried_point points[MD3_MAX_MANIFOLD_POINTS];
    if (!carry_points(world, contact, a, b, normal, allowed, points)) {
        return false;
    }
    /* Midway between the bodies, or where the round shape is: a normal force that lags behind a wheel would speed it up. */
    const md_real share = carried->round < 0 ? (md_real)0.5 : (md_real)carried->round;
    manifold->normal = normal;
    for (int k = 0; k < manifold->count; ++k) {
        const md3_vec from_a = vec_add_scaled(points[k].on_a, share, points[k].between);
        manifold->point[k].point = vec_add(a.p, from_a);
        manifold->point[k].separation = points[k].separation;
        contact->first.r[k][0] = vec_add(vec_sub(a.p, first->center), from_a);
        contact->first.r[k][1] = vec_sub(manifold->point[k].point, second->center);
    }
    return true;
}
