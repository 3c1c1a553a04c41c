/* Forces, torques and impulses on bodies. */
#include "geometry3/vec3.h"
#include "world3/world.h"

/* Finds the dynamic body that a force or impulse acts on. `name` is that of the vector, which must be finite, as
 * the point must be. */
static md_status body_to_push(md3_world *world, md3_body_id body, const char *call, const char *name, md3_vec vector,
                              md3_vec point, struct body **at)
{
    const md_status status = md3_body_to_change(world, body, call, at);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, call);
    md_check_that(&check, (*at)->type == MD3_DYNAMIC, "body must be dynamic, is %s",
                  (*at)->type == MD3_STATIC ? "static" : "kinematic");
    md3_check_vector(&check, name, vector);
    md3_check_vector(&check, "point", point);
    if (check.status == MD_OK) {
        md3_body_settle_mass(world, *at);
    }
    return check.status;
}

/* ---- Forces: until the end of the next step ---------------------------------------------------------------------- */

md_status md3_body_apply_force(md3_world *world, md3_body_id body, md3_vec force, md3_vec point)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "force", force, point, &at);
    if (status == MD_OK) {
        at->force = vec_add(at->force, force);
        at->torque = vec_add(at->torque, vec_cross(vec_sub(point, at->center), force));
        md3_body_wake(world, body.index);
    }
    return status;
}

md_status md3_body_apply_force_to_center(md3_world *world, md3_body_id body, md3_vec force)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "force", force, vec(0, 0, 0), &at);
    if (status == MD_OK) {
        at->force = vec_add(at->force, force);
        md3_body_wake(world, body.index);
    }
    return status;
}

md_status md3_body_apply_torque(md3_world *world, md3_body_id body, md3_vec torque)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "torque", torque, vec(0, 0, 0), &at);
    if (status == MD_OK) {
        at->torque = vec_add(at->torque, torque);
        md3_body_wake(world, body.index);
    }
    return status;
}

/* ---- Impulses: at once ------------------------------------------------------------------------------------------- */

/* Adds an impulse and an angular impulse to the velocities of a body and wakes it. Fails if a sum overflows. */
static md_status add_impulse(md3_world *world, const char *call, int32_t index, md3_vec impulse,
                             md3_vec angular_impulse)
{
    struct body *body = &world->bodies[index];
    const md3_vec change = body_unlocked_motion(body, vec_scale(body->inverse_mass, impulse));
    const md3_vec velocity = vec_add(body->velocity, change);
    const md3_vec spin = vec_add(body->angular_velocity, mat_apply(body->inverse_inertia, angular_impulse));
    if (!vec_is_finite(velocity) || !vec_is_finite(spin)) {
        return md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                       "%s: impulse must give a finite velocity, gives (%g, %g, %g) and (%g, %g, %g)", call,
                       (double)velocity.x, (double)velocity.y, (double)velocity.z, (double)spin.x, (double)spin.y,
                       (double)spin.z);
    }
    body->velocity = velocity;
    body->angular_velocity = spin;
    md3_body_wake(world, index);
    world->narrow_phase.stale = true;
    return MD_OK;
}

md_status md3_body_apply_impulse(md3_world *world, md3_body_id body, md3_vec impulse, md3_vec point)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "impulse", impulse, point, &at);
    return status == MD_OK
               ? add_impulse(world, __func__, body.index, impulse, vec_cross(vec_sub(point, at->center), impulse))
               : status;
}

md_status md3_body_apply_impulse_to_center(md3_world *world, md3_body_id body, md3_vec impulse)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "impulse", impulse, vec(0, 0, 0), &at);
    return status == MD_OK ? add_impulse(world, __func__, body.index, impulse, vec(0, 0, 0)) : status;
}

md_status md3_body_apply_angular_impulse(md3_world *world, md3_body_id body, md3_vec impulse)
{
    struct body *at;
    const md_status status = body_to_push(world, body, __func__, "impulse", impulse, vec(0, 0, 0), &at);
    return status == MD_OK ? add_impulse(world, __func__, body.index, vec(0, 0, 0), impulse) : status;
}
