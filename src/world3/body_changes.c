/* Bodies: calls that move or change them. */
#include <stdio.h>

#include "geometry3/vec3.h"
#include "world3/world.h"

/* Wakes the bodies that have a joint or a contact with a body. */
static void wake_neighbours(md3_world *world, int32_t index)
{
    for (int32_t i = world->bodies[index].first_joint; i >= 0;) {
        const struct joint *joint = &world->joints[i];
        const int side = joint->body[1] == index;
        if (joint->body[1 - side] >= 0) {
            md3_body_wake(world, joint->body[1 - side]);
        }
        i = joint->next_of_body[side];
    }
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (contact->body[0] == index || contact->body[1] == index) {
            md3_body_wake(world, contact->body[contact->body[0] == index]);
        }
    }
}

/* `name` is that of the argument. */
static void check_transform(struct def_check *check, const char *name, md3_transform transform)
{
    const double size = (double)WORLD_SIZE;
    char field[40];
    snprintf(field, sizeof field, "%s.q", name);
    md_check_that(check, body_is_in_world(transform.p), "%s.p must be three numbers from %g to %g, is (%g, %g, %g)",
                  name, -size, size, (double)transform.p.x, (double)transform.p.y, (double)transform.p.z);
    md3_check_rotation(check, field, transform.q);
}

md_status md3_body_set_transform(md3_world *world, md3_body_id body, md3_transform transform)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    check_transform(&check, "transform", transform);
    if (check.status != MD_OK) {
        return check.status;
    }
    at->origin = transform.p;
    at->rotation = rot_given(transform.q);
    at->center = vec_add(at->origin, rot_apply(at->rotation, at->local_center));
    at->previous_center = at->center;
    at->previous_rotation = at->rotation;
    md3_body_turn_inertia(at);
    md3_body_wake(world, body.index);
    wake_neighbours(world, body.index);
    md3_shapes_search(world, at);
    return MD_OK;
}

md_status md3_body_set_velocity(md3_world *world, md3_body_id body, md3_vec velocity, md3_vec angular_velocity)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_that(&check, at->type != MD3_STATIC, "body must be kinematic or dynamic, is static");
    md3_check_vector(&check, "velocity", velocity);
    md3_check_vector(&check, "angular_velocity", angular_velocity);
    if (check.status != MD_OK) {
        return check.status;
    }
    at->velocity = body_unlocked_motion(at, velocity);
    at->angular_velocity = body_unlocked_spin(at, angular_velocity);
    md3_body_wake(world, body.index);
    world->narrow_phase.stale = true; /* the speculative contacts of a fast body reach further */
    return MD_OK;
}

/* ---- Moving to a target ------------------------------------------------------------------------------------------ */

/* The angular velocity, rad/s, with which a body turns by a rotation in dt seconds of equal substeps. */
static md3_vec spin_to_reach(md3_rot turn, md_real dt, int32_t substeps)
{
    md_real angle = 0;
    const md3_vec axis = vec_unit(md3_rot_vector(turn), &angle);
    const md_real per_substep = md3_turn_to_reach((double)angle / substeps);
    return vec_scale(per_substep * (md_real)substeps / dt, axis);
}

md_status md3_body_set_target(md3_world *world, md3_body_id body, md3_transform target, md_real dt)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_that(&check, at->type == MD3_KINEMATIC, "body must be kinematic, is %s",
                  at->type == MD3_STATIC ? "static" : "dynamic");
    check_transform(&check, "target", target);
    md_check_number(&check, "dt", (double)dt, RULE_POSITIVE);
    if (check.status != MD_OK) {
        return check.status;
    }
    const md3_rot rotation = rot_unit(target.q);
    const md3_vec center = vec_add(target.p, rot_apply(rotation, at->local_center));
    const md3_rot turn = rot_multiply(rotation, md3_rot_inverse(at->rotation));
    return md3_body_set_velocity(world, body, vec_scale(1 / dt, vec_sub(center, at->center)),
                                 spin_to_reach(turn, dt, world->def.substeps));
}

/* ---- Settings of a body ------------------------------------------------------------------------------------------ */

md_status md3_body_set_type(md3_world *world, md3_body_id body, md3_body_type type)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_choice(&check, "type", (int)type, MD3_DYNAMIC + 1);
    md_check_that(&check, type != MD3_DYNAMIC || md3_shapes_may_be_dynamic(world, at),
                  "type must be static or kinematic for a body with a plane, mesh or height field, is dynamic");
    if (check.status != MD_OK || at->type == type) {
        return check.status;
    }
    wake_neighbours(world, body.index);
    for (int32_t i = at->first_shape; i >= 0; i = world->shapes[i].next_of_body) {
        md3_contacts_remove_of_shape(world, i);
    }
    at->type = type;
    if (type == MD3_STATIC) {
        at->velocity = vec(0, 0, 0);
        at->angular_velocity = vec(0, 0, 0);
        at->awake = false;
    }
    world->awake.stale = true;
    md3_body_lock(at);
    md3_body_update_mass(world, at);
    md3_body_wake(world, body.index);
    md3_shapes_search(world, at);
    return MD_OK;
}

md_status md3_body_set_damping(md3_world *world, md3_body_id body, md_real linear, md_real angular)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_number(&check, "linear", (double)linear, RULE_NOT_NEGATIVE);
    md_check_number(&check, "angular", (double)angular, RULE_NOT_NEGATIVE);
    if (check.status == MD_OK) {
        at->linear_damping = linear;
        at->angular_damping = angular;
    }
    return check.status;
}

md_status md3_body_set_gravity_scale(md3_world *world, md3_body_id body, md_real scale)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_number(&check, "scale", (double)scale, RULE_FINITE);
    if (check.status == MD_OK) {
        at->gravity_scale = scale;
        md3_body_wake(world, body.index);
    }
    return check.status;
}

md_status md3_body_set_locked(md3_world *world, md3_body_id body, uint32_t locked)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md3_check_locked(&check, locked);
    if (check.status == MD_OK) {
        at->wanted_locks = (uint8_t)locked;
        md3_body_lock(at);
        md3_body_update_mass(world, at);
        md3_body_wake(world, body.index);
    }
    return check.status;
}

md_status md3_body_set_awake(md3_world *world, md3_body_id body, bool awake)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK) {
        return status;
    }
    if (awake) {
        md3_body_wake(world, body.index);
    } else if (at->awake) {
        at->awake = false;
        world->awake.stale = true;
        at->velocity = vec(0, 0, 0);
        at->angular_velocity = vec(0, 0, 0);
        md3_event_add(world, &(md3_event){.type = MD3_EVENT_BODY_SLEEP, .body = body});
    }
    return MD_OK;
}

md_status md3_body_set_bullet(md3_world *world, md3_body_id body, bool bullet)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status == MD_OK) {
        at->bullet = bullet;
    }
    return status;
}

md_status md3_body_enable_sleep(md3_world *world, md3_body_id body, bool allowed)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status == MD_OK) {
        at->enable_sleep = allowed;
        md3_body_wake(world, body.index);
    }
    return status;
}

md_status md3_body_set_enabled(md3_world *world, md3_body_id body, bool enabled)
{
    struct body *at;
    md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status != MD_OK || at->enabled == enabled) {
        return status;
    }
    world->awake.stale = true;
    if (!enabled) {
        wake_neighbours(world, body.index);
        at->enabled = false; /* first, so that removing its contacts does not wake it */
        at->awake = false;
        md3_shapes_remove_leaves(world, at);
        return MD_OK;
    }
    status = md3_shapes_insert_leaves(world, at);
    if (status == MD_OK) {
        at->enabled = true;
        body_clear_forces(at); /* forces that were applied while it was disabled have no effect */
        md3_body_wake(world, body.index);
    }
    return md3_note_failure(world, status, __func__);
}

md_status md3_body_set_user(md3_world *world, md3_body_id body, void *user)
{
    struct body *at;
    const md_status status = md3_body_to_change(world, body, __func__, &at);
    if (status == MD_OK) {
        at->user = user;
    }
    return status;
}
