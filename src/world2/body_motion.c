/* Bodies: integration, passes over many bodies, waking. */
#include "base/angle.h"
#include "engine/tasks.h"
#include "geometry2/vec.h"
#include "world2/world.h"

void md2_body_place_origin(struct body *body)
{
    body->origin = vec_sub(body->center, rot_apply(body->rotation, body->local_center));
}

/* The series of tan(angle / 2) gives a vector of length 1. */
md2_rot md2_turn_by(md_real angle)
{
    const md_real half = angle / 2;
    const md_real t = half + half * half * half / 3;
    const md_real scale = 1 / (1 + t * t);
    return (md2_rot){(1 - t * t) * scale, 2 * t * scale};
}

void md2_body_stop(struct body *body)
{
    body->velocity = vec(0, 0);
    body->angular_velocity = 0;
    body->stopped = true;
}

bool md2_body_move(struct body *body, md2_vec velocity, md_real spin, md_real dt)
{
    const md2_vec center = vec_add_scaled(body->center, dt, velocity);
    const md_real angle = md_clamp(dt * spin, -(md_real)MD_PI, (md_real)MD_PI);
    if (!body_is_in_world(center) || !isfinite(angle)) {
        md2_body_stop(body);
        return false;
    }
    body->center = center;
    if (angle != 0) { /* normalising would change the last bits of a rotation that does not change */
        body->rotation = rot_unit(rot_multiply(body->rotation, md2_turn_by(angle)));
    }
    md2_body_place_origin(body);
    return true;
}

/* ---- Many bodies ------------------------------------------------------------------------------------------------- */

#define BODIES_PER_TASK 2048

struct bodies_pass {
    md2_world *world;
    const int32_t *list;
    int32_t count;
    bodies_function *function;
    const void *context;
};

static void run_task(void *context, int32_t task)
{
    const struct bodies_pass *pass = context;
    const struct md_task_range range = md_task_range_of(task, BODIES_PER_TASK, pass->count);
    pass->world->body_task_counts.at[task] =
        pass->function(pass->world, pass->list + range.first, range.end - range.first, pass->context);
}

int32_t md2_bodies_run(md2_world *world, const int32_t *list, int32_t count, bodies_function *function,
                       const void *context)
{
    const int32_t tasks = md_task_count(BODIES_PER_TASK, count);
    if (tasks <= 1 || world->def.threads == 1) {
        return function(world, list, count, context);
    }
    if (indices_reserve(&world->allocator, &world->body_task_counts, (size_t)tasks) != MD_OK) {
        return function(world, list, count, context);
    }
    struct bodies_pass pass = {world, list, count, function, context};
    md_tasks_run(&world->tasks, tasks, run_task, &pass);
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

/* ---- Waking ------------------------------------------------------------------------------------------------------ */

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
