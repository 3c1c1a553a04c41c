/* The broad phase of a 3D world. */
#include "geometry3/vec3.h"
#include "world3/world.h"

static bool are_compatible(const struct shape *a, const struct shape *b)
{
    return a->is_convex || b->is_convex;
}

static inline md3_box bounds_of(const struct shape *shape, const struct body *body)
{
    const md3_geometry *geometry = &shape->geometry;
    if (geometry->type == MD3_SPHERE) { /* as md3_geometry_bounds */
        const md3_vec center = transform_point(body_transform(body), geometry->point[0]);
        return box_enlarged((md3_box){center, center}, geometry->radius);
    }
    return md3_geometry_bounds(geometry, body_transform(body));
}

static md_real turning_speed(const struct body *body)
{
    return vec_length(body->angular_velocity);
}

static md3_box extended(md3_box box, md3_vec motion, md_real max)
{
    const md3_vec room = vec_max(vec(-max, -max, -max), vec_min(motion, vec(max, max, max)));
    return (md3_box){vec_add(box.lower, vec_min(room, vec(0, 0, 0))), vec_add(box.upper, vec_max(room, vec(0, 0, 0)))};
}

static md3_box cube(md_real size)
{
    return (md3_box){{-size, -size, -size}, {size, size, size}};
}

/* The bounds of a cap follow from the direction of its axis, the rounding error of which grows with the distance from the origin
 * of the world: infinity, so that such shapes are always checked. */
static md_real extent_of(const struct shape *shape, const struct body *body)
{
    const bool has_caps = shape->geometry.type == MD3_CYLINDER || shape->geometry.type == MD3_CONE;
    return has_caps ? MD_INFINITY : body->max_extent + body_sum_of_sizes(body->local_center);
}

static md_real room_in(md3_box outer, md3_box inner)
{
    const md3_vec room = vec_min(vec_sub(inner.lower, outer.lower), vec_sub(outer.upper, inner.upper));
    return md_min(room.x, md_min(room.y, room.z));
}

static md_real largest_coordinate(md3_box box)
{
    const md3_vec largest = vec_max(vec_negative(box.lower), box.upper);
    return md_max(largest.x, md_max(largest.y, largest.z));
}

/* A change of a unit quaternion by d moves the points of the unit sphere by 2 d at most. */
static md_real way_since(const struct leaf_check *check, const struct body *body)
{
    const md3_rot *q = &body->rotation;
    const md_real turn = md_abs(q->x - check->rotation.x) + md_abs(q->y - check->rotation.y) +
                         md_abs(q->z - check->rotation.z) + md_abs(q->w - check->rotation.w);
    return body_sum_of_sizes(vec_sub(body->origin, check->origin)) + 2 * turn * check->extent;
}

static md_real way_ahead(const struct body *body, md_real time)
{
    return time * (body_sum_of_sizes(body->velocity) + body_sum_of_sizes(body->angular_velocity) * body->max_extent);
}

#define DIMENSION 3
#include "engine/broad_phase.inc.h"

bool md3_swept_boxes_overlap(const md3_world *world, const struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    return box_overlaps(near_box(world, a, &world->bodies[contact->body[0]]),
                        near_box(world, b, &world->bodies[contact->body[1]]));
}
