/* Motion of the awake bodies before a step (dimension.h).
 *
 * The including file defines, for the state that only bodies of its dimension have:
 *
 *     void save_own_state(struct saved_body *saved, const struct body *body)
 *     void restore_own_state(struct body *body, const struct saved_body *saved)
 */
#include "engine/dimension.h"

static inline void save(struct saved_body *saved, const struct body *body, int32_t index)
{
    saved->origin = body->origin;
    saved->rotation = body->rotation;
    saved->center = body->center;
    saved->velocity = body->velocity;
    saved->angular_velocity = body->angular_velocity;
    saved->force = body->force;
    saved->torque = body->torque;
    saved->previous_center = body->previous_center;
    saved->previous_rotation = body->previous_rotation;
    saved->index = index;
    save_own_state(saved, body);
}

md_status MD_(motion_save)(WORLD *world)
{
    struct saved_motion *saved = &world->saved_motion;
    const int32_t count = world->awake.body_count;
    if (count == saved->count) {
        return MD_OK;
    }
    const md_status status =
        md_array_reserve(&world->allocator, (void **)&saved->at, &saved->capacity, (size_t)count, sizeof *saved->at);
    if (status != MD_OK) {
        return status;
    }
    /* The list contains every saved body; both are in the order of the indices. */
    int32_t k = saved->count - 1;
    for (int32_t n = count - 1; n >= 0; --n) {
        const int32_t index = world->awake.bodies.at[n];
        const bool is_saved = k >= 0 && saved->at[k].index == index;
        if (is_saved) {
            saved->at[n] = saved->at[k];
        } else {
            save(&saved->at[n], &world->bodies[index], index);
        }
        k -= is_saved;
    }
    saved->count = count;
    return MD_OK;
}

void MD_(motion_restore)(WORLD *world)
{
    for (int32_t n = 0; n < world->saved_motion.count; ++n) {
        const struct saved_body *saved = &world->saved_motion.at[n];
        struct body *body = &world->bodies[saved->index];
        body->origin = saved->origin;
        body->center = saved->center;
        body->previous_center = saved->previous_center;
        body->velocity = saved->velocity;
        body->force = saved->force;
        body->rotation = saved->rotation;
        body->previous_rotation = saved->previous_rotation;
        body->angular_velocity = saved->angular_velocity;
        body->torque = saved->torque;
        restore_own_state(body, saved);
        MD_(shapes_search)(world, body);
    }
}
