/* Bodies of a world: passes over many bodies, waking (dimension.h). */
#include "engine/dimension.h"
#include "engine/tasks.h"

/* ---- Many bodies ------------------------------------------------------------------------------------------------- */

#define BODIES_PER_TASK 2048

struct bodies_pass {
    WORLD *world;
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

int32_t MD_(bodies_run)(WORLD *world, const int32_t *list, int32_t count, bodies_function *function,
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

void MD_(bodies_log_stopped)(WORLD *world, const int32_t *list, int32_t count)
{
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        if (body->stopped) {
            MD_(log)(world, MD_CONSTANT(LOG_WARNING), "body %d would leave the world: it was stopped", (int)list[n]);
            body->stopped = false;
        }
    }
}

/* ---- Waking ------------------------------------------------------------------------------------------------------ */

void MD_(body_wake)(WORLD *world, int32_t index)
{
    struct body *body = &world->bodies[index];
    world->sleep_timers.at[index] = 0;
    if (body->awake || body->type == MD_CONSTANT(STATIC) || !body->enabled) {
        return;
    }
    body->awake = true;
    world->awake.stale = true;
    MD_(event_add)(world, &(MD_(event)){.type = MD_CONSTANT(EVENT_BODY_WAKE), .body = MD_(body_id_of)(world, index)});
}
