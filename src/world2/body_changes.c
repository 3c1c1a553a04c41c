/* Bodies: calls that move or change them. */
#include "geometry2/vec.h"
#include "world2/world.h"

/* Wakes the bodies that have a contact with a body or are joined to it. */
static void wake_neighbours(md2_world *world, int32_t index)
{
    for (int32_t i = world->bodies[index].first_joint; i >= 0;) {
        const struct joint *joint = &world->joints[i];
        const int side = joint->body[1] == index;
        if (joint->body[1 - side] >= 0) {
            md2_body_wake(world, joint->body[1 - side]);
        }
        i = joint->next_of_body[side];
    }
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (contact->body[0] == index || contact->body[1] == index) {
            md2_body_wake(world, contact->body[contact->body[0] == index]);
        }
    }
}

md_status md2_body_set_transform(md2_world *world, md2_body_id body, md2_transform transform)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK && (!body_is_in_world(transform.p) || !rot_is_unit(transform.q))) {
        status = MD_ERROR_ARGUMENT;
    }
    if (status != MD_OK) {
        return status;
    }
    at->origin = transform.p;
    at->rotation = rot_unit(transform.q);
    at->center = vec_add(at->origin, rot_apply(at->rotation, at->local_center));
    at->previous_center = at->center;
    at->previous_rotation = at->rotation;
    md2_body_wake(world, body.index);
    wake_neighbours(world, body.index);
    md2_shapes_search(world, at);
    return MD_OK;
}

md_status md2_body_set_velocity(md2_world *world, md2_body_id body, md2_vec velocity, md_real angular_velocity)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK && (at->type == MD2_STATIC || !vec_is_finite(velocity) || !isfinite(angular_velocity))) {
        status = MD_ERROR_ARGUMENT;
    }
    if (status != MD_OK) {
        return status;
    }
    at->velocity = velocity;
    at->angular_velocity = at->fixed_rotation ? 0 : angular_velocity;
    md2_body_wake(world, body.index);
    world->narrow_phase.stale = true; /* the speculative contacts of a fast body reach further */
    return MD_OK;
}

md_status md2_body_set_type(md2_world *world, md2_body_id body, md2_body_type type)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK && (unsigned)type > MD2_DYNAMIC) {
        status = MD_ERROR_ARGUMENT;
    }
    if (status != MD_OK || at->type == type) {
        return status;
    }
    wake_neighbours(world, body.index);
    for (int32_t i = at->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        md2_contacts_remove_of_shape(world, i);
    }
    at->type = type;
    if (type == MD2_STATIC) {
        at->velocity = vec(0, 0);
        at->angular_velocity = 0;
        at->awake = false;
    }
    world->awake.stale = true;
    md2_body_update_mass(world, at);
    md2_body_wake(world, body.index);
    md2_shapes_search(world, at);
    return MD_OK;
}

static bool is_damping(md_real x)
{
    return x >= 0 && isfinite(x);
}

md_status md2_body_set_damping(md2_world *world, md2_body_id body, md_real linear, md_real angular)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK && (!is_damping(linear) || !is_damping(angular))) {
        status = MD_ERROR_ARGUMENT;
    }
    if (status == MD_OK) {
        at->linear_damping = linear;
        at->angular_damping = angular;
    }
    return status;
}

md_status md2_body_set_gravity_scale(md2_world *world, md2_body_id body, md_real scale)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK && !isfinite(scale)) {
        status = MD_ERROR_ARGUMENT;
    }
    if (status == MD_OK) {
        at->gravity_scale = scale;
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_set_fixed_rotation(md2_world *world, md2_body_id body, bool fixed)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK) {
        at->fixed_rotation = fixed;
        at->angular_velocity = fixed ? 0 : at->angular_velocity;
        md2_body_update_mass(world, at);
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_set_bullet(md2_world *world, md2_body_id body, bool bullet)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK) {
        at->bullet = bullet;
    }
    return status;
}

md_status md2_body_set_awake(md2_world *world, md2_body_id body, bool awake)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status != MD_OK) {
        return status;
    }
    if (awake) {
        md2_body_wake(world, body.index);
    } else if (at->awake) {
        at->awake = false;
        world->awake.stale = true;
        at->velocity = vec(0, 0);
        at->angular_velocity = 0;
        md2_event_add(world, &(md2_event){.type = MD2_EVENT_BODY_SLEEP, .body = body});
    }
    return MD_OK;
}

md_status md2_body_enable_sleep(md2_world *world, md2_body_id body, bool allowed)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK) {
        at->enable_sleep = allowed;
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_set_enabled(md2_world *world, md2_body_id body, bool enabled)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, &at);
    if (status != MD_OK || at->enabled == enabled) {
        return status;
    }
    world->awake.stale = true;
    if (!enabled) {
        wake_neighbours(world, body.index);
        at->enabled = false; /* first, so that removing its contacts does not wake it */
        at->awake = false;
        md2_shapes_remove_leaves(world, at);
        return MD_OK;
    }
    status = md2_shapes_insert_leaves(world, at);
    if (status == MD_OK) {
        at->enabled = true;
        at->force = vec(0, 0); /* forces that were applied while it was disabled have no effect */
        at->torque = 0;
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_set_user(md2_world *world, md2_body_id body, void *user)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK) {
        at->user = user;
    }
    return status;
}

/* ---- Forces and impulses ----------------------------------------------------------------------------------------- */

/* Finds and wakes the dynamic body that a force or impulse acts on; the numbers must be finite. */
static md_status body_to_push(md2_world *world, md2_body_id body, md2_vec vector, md2_vec point, struct body **at)
{
    const md_status status = md2_body_to_change(world, body, at);
    if (status != MD_OK) {
        return status;
    }
    if ((*at)->type != MD2_DYNAMIC || !vec_is_finite(vector) || !vec_is_finite(point)) {
        return MD_ERROR_ARGUMENT;
    }
    md2_body_wake(world, body.index);
    return MD_OK;
}

md_status md2_body_apply_force(md2_world *world, md2_body_id body, md2_vec force, md2_vec point)
{
    struct body *at;
    const md_status status = body_to_push(world, body, force, point, &at);
    if (status == MD_OK) {
        at->force = vec_add(at->force, force);
        at->torque += vec_cross(vec_sub(point, at->center), force);
    }
    return status;
}

md_status md2_body_apply_torque(md2_world *world, md2_body_id body, md_real torque)
{
    struct body *at;
    const md_status status = body_to_push(world, body, vec(torque, 0), vec(0, 0), &at);
    if (status == MD_OK) {
        at->torque += torque;
    }
    return status;
}

/* Adds to the velocity of a body. Fails if the sum overflows. */
static md_status add_velocity(md2_world *world, struct body *body, md2_vec velocity, md_real spin)
{
    const md2_vec new_velocity = vec_add(body->velocity, velocity);
    const md_real new_spin = body->angular_velocity + spin;
    if (!vec_is_finite(new_velocity) || !isfinite(new_spin)) {
        return MD_ERROR_ARGUMENT;
    }
    body->velocity = new_velocity;
    body->angular_velocity = new_spin;
    world->narrow_phase.stale = true;
    return MD_OK;
}

md_status md2_body_apply_impulse(md2_world *world, md2_body_id body, md2_vec impulse, md2_vec point)
{
    struct body *at;
    const md_status status = body_to_push(world, body, impulse, point, &at);
    if (status != MD_OK) {
        return status;
    }
    const md_real spin = at->inverse_inertia * vec_cross(vec_sub(point, at->center), impulse);
    return add_velocity(world, at, vec_scale(at->inverse_mass, impulse), spin);
}

md_status md2_body_apply_angular_impulse(md2_world *world, md2_body_id body, md_real impulse)
{
    struct body *at;
    const md_status status = body_to_push(world, body, vec(impulse, 0), vec(0, 0), &at);
    return status == MD_OK ? add_velocity(world, at, vec(0, 0), at->inverse_inertia * impulse) : status;
}
