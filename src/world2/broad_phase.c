/* The broad phase of a 2D world. */
#include "geometry2/vec.h"
#include "world2/world.h"

/* Chains do not collide with each other, but sensors find their segments. */
static bool are_compatible(const struct shape *a, const struct shape *b)
{
    return !(a->is_segment && b->is_segment) || a->def.sensor || b->def.sensor;
}

static md2_box bounds_of(const struct shape *shape, const struct body *body)
{
    if (!shape->is_circle) {
        return md2_hull_bounds(&shape->hull, body_transform(body));
    }
    const md2_vec center =
        shape->is_centered ? body->origin : transform_point(body_transform(body), shape->hull.point[0]);
    return box_enlarged((md2_box){center, center}, shape->radius);
}

static md_real turning_speed(const struct body *body)
{
    return md_abs(body->angular_velocity);
}

static md2_box extended(md2_box box, md2_vec motion, md_real max)
{
    const md_real x = md_clamp(motion.x, -max, max);
    const md_real y = md_clamp(motion.y, -max, max);
    return (md2_box){{box.lower.x + md_min(x, 0), box.lower.y + md_min(y, 0)},
                     {box.upper.x + md_max(x, 0), box.upper.y + md_max(y, 0)}};
}

static md2_box cube(md_real size)
{
    return (md2_box){{-size, -size}, {size, size}};
}

static md_real extent_of(const struct shape *shape, const struct body *body)
{
    (void)body;
    return shape->max_extent; /* its radius does not turn */
}

static md_real room_in(md2_box outer, md2_box inner)
{
    return md_min(md_min(inner.lower.x - outer.lower.x, inner.lower.y - outer.lower.y),
                  md_min(outer.upper.x - inner.upper.x, outer.upper.y - inner.upper.y));
}

static md_real largest_coordinate(md2_box box)
{
    return md_max(md_max(-box.lower.x, -box.lower.y), md_max(box.upper.x, box.upper.y));
}

static md_real way_since(const struct leaf_check *check, const struct body *body)
{
    const md_real turn = md_abs(body->rotation.c - check->rotation.c) + md_abs(body->rotation.s - check->rotation.s);
    return md_abs(body->origin.x - check->origin.x) + md_abs(body->origin.y - check->origin.y) + turn * check->extent;
}

static md_real way_ahead(const struct body *body, md_real time)
{
    return time * (md_abs(body->velocity.x) + md_abs(body->velocity.y) + turning_speed(body) * body->max_extent);
}

#define DIMENSION 2
#include "engine/broad_phase.inc.h"
