/* Instances of meshes, joints, contacts, bodies and bounds of a 3D world as arrays of numbers. */
#include <string.h>

#include "world.h"

static void put_rotation(struct number_buffer *buffer, md3_rot rotation)
{
    const md_real number[] = {rotation.x, rotation.y, rotation.z, rotation.w};
    for (int k = 0; k < 4; ++k) {
        buffer_put_float(buffer, (double)number[k]);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------- */

const struct web_array *web3_instances(struct web_world *world, double fraction)
{
    const md3_world *physics = world->scene.world3;
    struct number_buffer *drawn = &world->drawn;
    if (!meshes_refresh(world)) {
        return NULL;
    }
    buffer_begin(drawn);
    for (int32_t i = 0; i < world->meshes.shape_count; ++i) {
        const struct mesh_shape *shape = &world->meshes.shapes[i];
        if (!md3_body_is_enabled(physics, shape->body)) {
            continue;
        }
        const md3_transform at = md3_body_interpolated(physics, shape->body, (md_real)fraction);
        buffer_put_float(drawn, shape->mesh);
        buffer_put_float(drawn, shape->body.index);
        buffer_put_float(drawn, md3_body_get_type(physics, shape->body));
        buffer_put_float(drawn, md3_body_is_awake(physics, shape->body));
        buffer_put_vec3(drawn, at.p);
        put_rotation(drawn, at.q);
        buffer_put_float(drawn, shape->sensor ? WEB_INSTANCE_SENSOR : 0);
    }
    return buffer_end(drawn);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------- */

static void put_joint(struct web_world *world, md3_joint_id joint, md_real fraction)
{
    const md3_world *physics = world->scene.world3;
    const md3_joint_def def = md3_joint_get_def(physics, joint);
    const bool has_target = def.type == MD3_MOUSE;
    buffer_put_float(&world->joints, has_target ? -1 : def.body[0].index);
    buffer_put_float(&world->joints, def.body[1].index);
    for (int side = 0; side < 2; ++side) {
        const md3_transform at = md3_body_interpolated(physics, def.body[side], fraction);
        const bool is_target = has_target && side == 0;
        buffer_put_vec3(&world->joints, is_target ? def.target : md3_transform_apply(at, def.anchor[side]));
    }
}

const struct web_array *web3_joints(struct web_world *world, double fraction)
{
    const md3_world *physics = world->scene.world3;
    buffer_begin(&world->joints);
    for (md3_joint_id joint = md3_world_first_joint(physics); joint.generation != 0;
         joint = md3_world_next_joint(physics, joint)) {
        put_joint(world, joint, (md_real)fraction);
    }
    return buffer_end(&world->joints);
}

/* ---- Contacts ----------------------------------------------------------------------------------------------------- */

/* Puts the points of a manifold that overlap or had an impulse, as md3_world_draw draws them. */
static void put_manifold(struct web_world *world, const md3_contact_info *contact, int32_t index)
{
    const md3_manifold *manifold = &contact->manifold[index];
    for (int32_t k = 0; k < manifold->count; ++k) {
        const md3_manifold_point *point = &manifold->point[k];
        const md3_point_impulse *impulse = &contact->impulse[index][k];
        if (!(point->separation <= 0 || impulse->normal > 0)) {
            continue;
        }
        buffer_put_vec3(&world->contacts, point->point);
        buffer_put_vec3(&world->contacts, manifold->normal);
        buffer_put_vec3(&world->contacts, md3_vec_add_scaled(impulse->friction, impulse->normal, manifold->normal));
        buffer_put_float(&world->contacts,
                         observer_residual3(&world->observer, contact->shape[0], contact->shape[1], point->id));
        buffer_put_float(&world->contacts, (double)impulse->normal);
        for (int side = 0; side < 2; ++side) {
            buffer_put_float(&world->contacts, md3_shape_body(world->scene.world3, contact->shape[side]).index);
        }
    }
}

const struct web_array *web3_contacts(struct web_world *world)
{
    const md3_world *physics = world->scene.world3;
    const int32_t count = md3_world_contact_count(physics);
    md3_contact_info contact;
    buffer_begin(&world->contacts);
    for (int32_t i = 0; i < count; ++i) {
        if (md3_world_contact(physics, i, &contact) == MD_OK && contact.touching && !contact.sensor) {
            for (int32_t k = 0; k < contact.manifold_count; ++k) {
                put_manifold(world, &contact, k);
            }
        }
    }
    return buffer_end(&world->contacts);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------- */

void buffer_put_body3(struct number_buffer *bodies, const md3_world *physics, md3_body_id body)
{
    const md3_transform at = md3_body_transform(physics, body);
    const md3_vec v = md3_body_velocity(physics, body);
    const md3_vec w = md3_body_angular_velocity(physics, body);
    const md_real real[14] = {at.p.x, at.p.y, at.p.z, at.q.x, at.q.y, at.q.z, at.q.w,
                              v.x,    v.y,    v.z,    w.x,    w.y,    w.z,    md3_body_mass(physics, body).mass};
    buffer_put_double(bodies, body.index);
    buffer_put_double(bodies, body.generation);
    buffer_put_double(bodies, md3_body_get_type(physics, body));
    buffer_put_double(bodies, md3_body_is_awake(physics, body));
    for (int k = 0; k < 14; ++k) {
        buffer_put_double(bodies, (double)real[k]);
    }
}

const struct web_array *web3_bodies(struct web_world *world)
{
    const md3_world *physics = world->scene.world3;
    buffer_begin(&world->bodies);
    for (md3_body_id body = md3_world_first_body(physics); body.generation != 0;
         body = md3_world_next_body(physics, body)) {
        buffer_put_body3(&world->bodies, physics, body);
    }
    return buffer_end(&world->bodies);
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------- */

static void widen(md3_box *bounds, const md3_world *physics, md3_body_id body)
{
    const md3_transform at = md3_body_transform(physics, body);
    for (md3_shape_id shape = md3_body_first_shape(physics, body); shape.generation != 0;
         shape = md3_shape_next(physics, shape)) {
        const md3_geometry *geometry = md3_shape_geometry(physics, shape);
        if (geometry->type != MD3_PLANE) {
            const md3_box box = md3_geometry_bounds(geometry, at);
            bounds->lower = md3_vec_min(bounds->lower, box.lower);
            bounds->upper = md3_vec_max(bounds->upper, box.upper);
        }
    }
}

/* Of bodies that can move; a cube of 10 m if there are none. */
static md3_box bounds_of(const md3_world *physics)
{
    const md_real far = MD_REAL_MAX;
    md3_box bounds = {{far, far, far}, {-far, -far, -far}};
    for (md3_body_id body = md3_world_first_body(physics); body.generation != 0;
         body = md3_world_next_body(physics, body)) {
        if (md3_body_get_type(physics, body) != MD3_STATIC && md3_body_is_enabled(physics, body)) {
            widen(&bounds, physics, body);
        }
    }
    return bounds.lower.x <= bounds.upper.x ? bounds : (md3_box){{-5, -5, -5}, {5, 5, 5}};
}

static void put_bounds(float number[6], const md3_world *physics)
{
    const md3_box box = bounds_of(physics);
    const md3_vec corner[2] = {box.lower, box.upper};
    for (int k = 0; k < 2; ++k) {
        number[3 * k] = (float)corner[k].x;
        number[3 * k + 1] = (float)corner[k].y;
        number[3 * k + 2] = (float)corner[k].z;
    }
}

void bounds_keep(struct web_world *world)
{
    put_bounds(world->bounds3 + 6, world->scene.world3);
}

const struct web_array *web3_bounds(struct web_world *world)
{
    put_bounds(world->bounds3, world->scene.world3);
    world->bounds3_array = (struct web_array){world->bounds3, 12};
    return &world->bounds3_array;
}
