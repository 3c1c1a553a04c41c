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

#define DIMENSION 2
#include "engine/broad_phase.inc.h"
