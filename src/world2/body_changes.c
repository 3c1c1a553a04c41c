/* Bodies: calls that move or change them. */
#include "base/angle.h"
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

/* `name` is that of the argument. */
static void check_transform(struct def_check *check, const char *name, md2_transform transform)
{
    const double size = (double)WORLD_SIZE;
    md_check_that(check, body_is_in_world(transform.p), "%s.p must be two numbers from %g to %g, is (%g, %g)", name,
                  -size, size, (double)transform.p.x, (double)transform.p.y);
    md_check_that(check, rot_is_unit(transform.q), "%s.q must be a cosine and a sine, is (%g, %g)", name,
                  (double)transform.q.c, (double)transform.q.s);
}

md_status md2_body_set_transform(md2_world *world, md2_body_id body, md2_transform transform)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, __func__);
    check_transform(&check, "transform", transform);
    if (check.status != MD_OK) {
        return check.status;
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
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, __func__);
    md_check_that(&check, at->type != MD2_STATIC, "body must be kinematic or dynamic, is static");
    md_check_number(&check, "velocity.x", (double)velocity.x, RULE_FINITE);
    md_check_number(&check, "velocity.y", (double)velocity.y, RULE_FINITE);
    md_check_number(&check, "angular_velocity", (double)angular_velocity, RULE_FINITE);
    if (check.status != MD_OK) {
        return check.status;
    }
    at->velocity = velocity;
    at->angular_velocity = at->fixed_rotation ? 0 : angular_velocity;
    md2_body_wake(world, body.index);
    world->narrow_phase.stale = true; /* the speculative contacts of a fast body reach further */
    return MD_OK;
}

/* ---- Moving to a target ------------------------------------------------------------------------------------------ */

/* Returns the angle by which a body must be turned to reach a rotation: the inverse of turn_by, which turns by
 * 2 atan(x + x^3 / 3) for an angle of 2 x. Newton's method from above converges, because the cubic is convex for x > 0. */
static md_real turn_to_reach(md2_rot rotation)
{
    const md_real max = (md_real)(MD_PI / 2); /* a substep turns by an angle of pi at most */
    const md_real max_tangent = max + max * max * max / 3;
    const md_real tangent = rotation.c > -1 ? md_min(md_abs(rotation.s) / (1 + rotation.c), max_tangent) : max_tangent;
    md_real x = tangent;
    for (int i = 0; i < 8; ++i) {
        x -= (x + x * x * x / 3 - tangent) / (1 + x * x);
    }
    return rotation.s < 0 ? -2 * x : 2 * x;
}

md_status md2_body_set_target(md2_world *world, md2_body_id body, md2_transform target, md_real dt)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, __func__);
    md_check_that(&check, at->type == MD2_KINEMATIC, "body must be kinematic, is %s",
                  at->type == MD2_STATIC ? "static" : "dynamic");
    check_transform(&check, "target", target);
    md_check_number(&check, "dt", (double)dt, RULE_POSITIVE);
    if (check.status != MD_OK) {
        return check.status;
    }
    const md2_rot rotation = rot_unit(target.q);
    const md2_vec center = vec_add(target.p, rot_apply(rotation, at->local_center));
    const md2_rot turn = md2_rot_multiply(md2_rot_inverse(at->rotation), rotation);
    const md_real substeps = (md_real)world->def.substeps;
    const md_real angle = (md_real)md_angle((double)turn.s, (double)turn.c) / substeps;
    return md2_body_set_velocity(world, body, vec_scale(1 / dt, vec_sub(center, at->center)),
                                 turn_to_reach(md2_rot_from_angle(angle)) * substeps / dt);
}

/* ---- Settings of a body ------------------------------------------------------------------------------------------ */

md_status md2_body_set_type(md2_world *world, md2_body_id body, md2_body_type type)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, __func__);
    md_check_choice(&check, "type", (int)type, MD2_DYNAMIC + 1);
    if (check.status != MD_OK || at->type == type) {
        return check.status;
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

md_status md2_body_set_damping(md2_world *world, md2_body_id body, md_real linear, md_real angular)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, __func__);
    md_check_number(&check, "linear", (double)linear, RULE_NOT_NEGATIVE);
    md_check_number(&check, "angular", (double)angular, RULE_NOT_NEGATIVE);
    if (check.status == MD_OK) {
        at->linear_damping = linear;
        at->angular_damping = angular;
    }
    return check.status;
}

md_status md2_body_set_gravity_scale(md2_world *world, md2_body_id body, md_real scale)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, __func__);
    md_check_number(&check, "scale", (double)scale, RULE_FINITE);
    if (check.status == MD_OK) {
        at->gravity_scale = scale;
        md2_body_wake(world, body.index);
    }
    return check.status;
}

md_status md2_body_set_fixed_rotation(md2_world *world, md2_body_id body, bool fixed)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
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
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status == MD_OK) {
        at->bullet = bullet;
    }
    return status;
}

md_status md2_body_set_awake(md2_world *world, md2_body_id body, bool awake)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
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
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status == MD_OK) {
        at->enable_sleep = allowed;
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_set_enabled(md2_world *world, md2_body_id body, bool enabled)
{
    struct body *at;
    md_status status = md2_body_to_change(world, body, __func__, &at);
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
        body_clear_forces(at); /* forces that were applied while it was disabled have no effect */
        md2_body_wake(world, body.index);
    }
    return md2_note_failure(world, status, __func__);
}

md_status md2_body_set_user(md2_world *world, md2_body_id body, void *user)
{
    struct body *at;
    const md_status status = md2_body_to_change(world, body, __func__, &at);
    if (status == MD_OK) {
        at->user = user;
    }
    return status;
}
