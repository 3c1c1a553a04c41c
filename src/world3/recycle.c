#include "world3/recycle.h"

#include "world3/point_lanes.h"
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

static md3_vec anchor_of(const struct carried_manifold *carried, int side, md3_transform at, md3_vec point)
{
    return side == carried->round ? vec_sub(point, transform_point(at, carried->center))
                                  : transform_point_back(at, point);
}

static void set_anchor(struct carried_manifold *carried, int side, int k, md3_vec anchor)
{
    carried->anchor[side].x[k] = anchor.x;
    carried->anchor[side].y[k] = anchor.y;
    carried->anchor[side].z[k] = anchor.z;
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
    for (int k = 0; k < MD3_MAX_MANIFOLD_POINTS; ++k) {
        const bool is_point = k < manifold->count;
        for (int side = 0; side < 2; ++side) {
            set_anchor(carried, side, k,
                       is_point ? anchor_of(carried, side, at[side], manifold->point[k].point) : vec(0, 0, 0));
        }
        carried->separation[k] = is_point ? manifold->point[k].separation : 0;
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

/* The same for points on a round shape, from the origin of its body. */
static struct points carried_by_round_shape(const struct carried_manifold *carried, int side, md3_rot rotation)
{
    const md3_vec axis = rot_apply(rotation, carried->axis);
    const md3_vec center = rot_apply(rotation, carried->center);
    const struct point_coordinates *anchor = &carried->anchor[side];
    struct point_coordinates to;
    for (int k = 0; k < MD3_MAX_MANIFOLD_POINTS; ++k) {
        const md3_vec arm =
            vec_add(center, swung(carried->axis_then, axis, vec(anchor->x[k], anchor->y[k], anchor->z[k])));
        to.x[k] = arm.x;
        to.y[k] = arm.y;
        to.z[k] = arm.z;
    }
    return points_load(&to);
}

/* From the origin of a body to where it has carried the points. */
static inline struct points carried_arms(const struct carried_manifold *carried, int side, md3_rot rotation)
{
    return side == carried->round ? carried_by_round_shape(carried, side, rotation)
                                  : points_rotate(rotation, points_load(&carried->anchor[side]));
}

/* Points where both bodies carry them. */
struct carried_points {
    struct points on_a;    /* from the origin of the first body */
    struct points between; /* from where the first body has carried a point to where the second has */
    four separation;
};

static inline struct carried_points carry(const struct carried_manifold *carried, md3_transform a, md3_transform b,
                                          md3_vec normal)
{
    struct carried_points points;
    points.on_a = carried_arms(carried, 0, a.q);
    points.between = points_move(points_sub(carried_arms(carried, 1, b.q), points.on_a), vec_sub(b.p, a.p));
    points.separation = four_load(carried->separation) + points_along(normal, points.between);
    return points;
}

/* False if a point came too far apart, or beyond the speculative margin. */
static inline bool are_near(const struct carried_points *points, int count, md_real allowed, md_real margin)
{
    const four distance = points_length_squared(points->between);
    bool near = true;
    for (int k = 0; k < count; ++k) {
        near = near && distance[k] <= allowed * allowed && points->separation[k] <= margin;
    }
    return near;
}

/* Puts the points where the bodies have carried them. */
static inline void place_points(struct contact_manifold *at, const struct carried_points *points, md_real share,
                                md3_vec origin, const md3_vec center[2])
{
    const struct points from_a = points_add_scaled(points->on_a, share, points->between);
    const struct points point = points_move(from_a, origin);
    struct point_coordinates world, arm[2];
    points_store(&world, point);
    points_store(&arm[0], points_move(from_a, vec_sub(origin, center[0])));
    points_store(&arm[1], points_move(point, vec_negative(center[1])));
    for (int k = 0; k < at->manifold.count; ++k) {
        at->manifold.point[k].point = vec(world.x[k], world.y[k], world.z[k]);
        at->manifold.point[k].separation = points->separation[k];
        for (int side = 0; side < 2; ++side) {
            at->r[k][side] = vec(arm[side].x[k], arm[side].y[k], arm[side].z[k]);
        }
    }
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
    const md3_vec normal = rot_apply(carried->round == 0 ? b.q : a.q, carried->normal);
    const struct carried_points points = carry(carried, a, b, normal);
    if (!are_near(&points, contact->first.manifold.count, allowed, world->def.speculative_margin)) {
        return false;
    }
    /* Midway between the bodies, or where the round shape is: a normal force that lags behind a wheel would speed it up. */
    const md_real share = carried->round < 0 ? (md_real)0.5 : (md_real)carried->round;
    contact->first.manifold.normal = normal;
    place_points(&contact->first, &points, share, a.p, (md3_vec[2]){first->center, second->center});
    return true;
}
