/* The broad phase of a 3D world. */
#include "geometry3/vec3.h"
#include "world3/world.h"

static bool are_compatible(const struct shape *a, const struct shape *b)
{
    return a->is_convex || b->is_convex;
}

static md3_box bounds_of(const struct shape *shape, const struct body *body)
{
    return md3_geometry_bounds(&shape->geometry, body_transform(body));
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

#define DIMENSION 3
#include "engine/broad_phase.inc.h"

bool md3_swept_boxes_overlap(const md3_world *world, const struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    return box_overlaps(near_box(world, a, &world->bodies[contact->body[0]]),
                        near_box(world, b, &world->bodies[contact->body[1]]));
}
