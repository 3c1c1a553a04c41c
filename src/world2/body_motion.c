/* Bodies: moving, pushing, waking, and changing what they are. */
#include "engine/tasks.h"
#include "base/angle.h"
#include "geometry2/vec.h"
#include "world2/world.h"

void md2_body_place_origin(struct body *body)
{
    body->origin = vec_sub(body->center, rot_apply(body->rotation, body->local_center));
}

/* The tangent of half the angle, by its series, makes an exact rotation. */
md2_rot md2_turn_by(md_real angle)
{
    const md_real half = angle / 2;
    const md_real t = half + half * half * half / 3;
    const md_real scale = 1 / (1 + t * t);
    return (md2_rot){(1 - t * t) * scale, 2 * t * scale};
}

bool md2_body_move(struct body *body, md2_vec velocity, md_real spin, md_real dt)
{
    const md2_vec center = vec_add_scaled(body->center, dt, velocity);
    const md_real angle = md_clamp(dt * spin, -(md_real)MD_PI, (md_real)MD_PI);
    if (!body_is_in_world(center) || !isfinite(angle)) {
        body->velocity = vec(0, 0);
        body->angular_velocity = 0;
        body->stopped = true;
        return false;
    }
    body->center = center;
    if (angle != 0) { /* to make a unit of it again would change a bit of what does not turn */
        body->rotation = rot_unit(rot_multiply(body->rotation, md2_turn_by(angle)));
    }
    md2_body_place_origin(body);
    return true;
}

/* ---- Many bodies ---------------------------------------------------------------------------------------------------- */

#define BODIES_A_TASK 2048

struct bodies_pass {
    md2_world *world;
    const int32_t *list;
    int32_t count;
    bodies_function *act;
    const void *context;
};

static void act_on_some(void *context, int32_t task)
{
    const struct bodies_pass *pass = context;
    const struct md_task_range range = md_task_range_of(task, BODIES_A_TASK, pass->count);
    pass->world->body_task_counts.at[task] =
        pass->act(pass->world, pass->list + range.first, range.end - range.first, pass->context);
}

int32_t md2_bodies_run(md2_world *world, const int32_t *list, int32_t count, bodies_function *act, const void *context)
{
    const int32_t tasks = md_task_count(BODIES_A_TASK, count);
    if (tasks <= 1 || world->def.threads == 1) {
        return act(world, list, count, context);
    }
    if (indices_reserve(&world->allocator, &world->body_task_counts, (size_t)tasks) != MD_OK) {
        return act(world, list, count, context);
    }
    struct bodies_pass pass = {world, list, count, act, context};
    md_tasks_run(world->def.threads, tasks, act_on_some, &pass);
    int32_t sum = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        sum += world->body_task_counts.at[task];
    }
    return sum;
}

void md2_bodies_log_stopped(md2_world *world, const int32_t *list, int32_t count)
{
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        if (body->stopped) {
            md2_log(world, MD2_LOG_WARNING, "body %d would leave the world: it was stopped", (int)list[n]);
            body->stopped = false;
        }
    }
}

/* ---- Waking --------------------------------------------------------------------------------------------------------- */

void md2_body_wake(md2_world *world, int32_t index)
{
    struct body *body = &world->bodies[index];
    world->sleep_timers.at[index] = 0;
    if (body->awake || body->type == MD2_STATIC || !body->enabled) {
        return;
    }
    body->awake = true;
    world->awake.stale = true;
    md2_event_add(world, &(md2_event){.type = MD2_EVENT_BODY_WAKE, .body = md2_body_id_of(world, index)});
}

/* Wakes what has a contact with a body or is joined to it. */
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
    world->narrow_phase.stale = true; /* a fast body looks further ahead */
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
        md2_contacts_forget_shape(world, i);
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
    md_status status = md2_body_to_change(world, body, &at);
    if (status == MD_OK && (!body_is_rate(linear) || !body_is_rate(angular))) {
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
        at->enabled = false; /* first: what leaves is not woken by the end of its contacts */
        at->awake = false;
        md2_shapes_leave(world, at);
        return MD_OK;
    }
    status = md2_shapes_enter(world, at);
    if (status == MD_OK) {
        at->enabled = true;
        at->force = vec(0, 0); /* what was applied meanwhile had nothing to act on */
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

/* A dynamic body that is there, and finite numbers. */
static md_status body_to_push(md2_world *world, md2_body_id body, md2_vec push, md2_vec point, struct body **at)
{
    const md_status status = md2_body_to_change(world, body, at);
    if (status != MD_OK) {
        return status;
    }
    if ((*at)->type != MD2_DYNAMIC || !vec_is_finite(push) || !vec_is_finite(point)) {
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

/* Adds to the velocity of a body; what would leave the numbers is refused. */
static md_status add_velocity(md2_world *world, struct body *body, md2_vec velocity, md_real spin)
{
    const md2_vec sum = vec_add(body->velocity, velocity);
    const md_real sum_spin = body->angular_velocity + spin;
    if (!vec_is_finite(sum) || !isfinite(sum_spin)) {
        return MD_ERROR_ARGUMENT;
    }
    body->velocity = sum;
    body->angular_velocity = sum_spin;
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
