/* Forces, torques and impulses on bodies. */
#include "geometry2/vec.h"
#include "world2/world.h"

/* Finds the dynamic body that a force or impulse acts on. `name` is that of the vector, which must be finite, as
 * the point must be. */
static md_status body_to_push(md2_world *world, md2_body_id body, const char *call, const char *name, md2_vec vector,
                              md2_vec point, struct body **at)
{
    const md_status status = md2_body_to_change(world, body, call, at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, call);
    md_check_that(&check, (*at)->type == MD2_DYNAMIC, "body must be dynamic, is %s",
                  (*at)->type == MD2_STATIC ? "static" : "kinematic");
    md_check_that(&check, vec_is_finite(vector), "%s must be two finite numbers, is (%g, %g)", name, (double)vector.x,
                  (double)vector.y);
    md_check_that(&check, vec_is_finite(point), "point must be two finite numbers, is (%g, %g)", (double)point.x,
                  (double)point.y);
    if (check.status == MD_OK) {
        md2_body_settle_mass(world, *at);
    }
    return check.status;
}

/* The same for a torque or an angular impulse. */
static md_status body_to_turn(md2_world *world, md2_body_id body, const char *call, const char *name, md_real value,
                              struct body **at)
{
    const md_status status = md2_body_to_change(world, body, call, at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md2_call_check(world, call);
    md_check_number(&check, name, (double)value, RULE_FINITE);
    return check.status == MD_OK ? body_to_push(world, body, call, name, vec(value, 0), vec(0, 0), at) : check.status;
}

/* ---- Forces: until the end of the next step ---------------------------------------------------------------------- */

md_status md2_body_apply_force(md2_world *world, md2_body_id body, md2_vec force, md2_vec point)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "force", force, point, &at);
    if (status == MD_OK) {
        at->force = vec_add(at->force, force);
        at->torque += vec_cross(vec_sub(point, at->center), force);
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_apply_force_to_center(md2_world *world, md2_body_id body, md2_vec force)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "force", force, vec(0, 0), &at);
    if (status == MD_OK) {
        at->force = vec_add(at->force, force);
        md2_body_wake(world, body.index);
    }
    return status;
}

md_status md2_body_apply_torque(md2_world *world, md2_body_id body, md_real torque)
{
    struct body *at;
    const md_status status = body_to_turn(world, body, __func__, "torque", torque, &at);
    if (status == MD_OK) {
        at->torque += torque;
        md2_body_wake(world, body.index);
    }
    return status;
}

/* ---- Impulses: at once ------------------------------------------------------------------------------------------- */

/* Adds to the velocity of a body and wakes it. Fails if the sum overflows. */
static md_status add_velocity(md2_world *world, const char *call, int32_t index, md2_vec velocity, md_real spin)
{
    struct body *body = &world->bodies[index];
    const md2_vec new_velocity = vec_add(body->velocity, velocity);
    const md_real new_spin = body->angular_velocity + spin;
    if (!vec_is_finite(new_velocity) || !isfinite(new_spin)) {
        return md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                       "%s: impulse must give a finite velocity, gives (%g, %g) and %g", call, (double)new_velocity.x,
                       (double)new_velocity.y, (double)new_spin);
    }
    body->velocity = new_velocity;
    body->angular_velocity = new_spin;
    md2_body_wake(world, index);
    world->narrow_phase.stale = true;
    return MD_OK;
}

md_status md2_body_apply_impulse(md2_world *world, md2_body_id body, md2_vec impulse, md2_vec point)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "impulse", impulse, point, &at);
    if (status != MD_OK) {
        return status;
    }
    const md_real spin = at->inverse_inertia * vec_cross(vec_sub(point, at->center), impulse);
    return add_velocity(world, __func__, body.index, vec_scale(at->inverse_mass, impulse), spin);
}

md_status md2_body_apply_impulse_to_center(md2_world *world, md2_body_id body, md2_vec impulse)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "impulse", impulse, vec(0, 0), &at);
    return status == MD_OK ? add_velocity(world, __func__, body.index, vec_scale(at->inverse_mass, impulse), 0)
                           : status;
}

md_status md2_body_apply_angular_impulse(md2_world *world, md2_body_id body, md_real impulse)
{
    struct body *at;
    const md_status status = body_to_turn(world, body, __func__, "impulse", impulse, &at);
    return status == MD_OK ? add_velocity(world, __func__, body.index, vec(0, 0), at->inverse_inertia * impulse)
                           : status;
}
