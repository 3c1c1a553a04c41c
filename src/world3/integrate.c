/* Integration of forces into velocities, and of velocities into positions: symplectic Euler. */
#include "geometry3/vec3.h"
#include "world3/continuous.h"
#include "world3/step.h"

md3_vec md3_body_acceleration(const md3_world *world, const struct body *body)
{
    const md3_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
    return body_unlocked_motion(body, vec_add_scaled(gravity, body->inverse_mass, body->force));
}

/* Damping is implicit, so that no time step makes it unstable. */
static inline void integrate_forces(const md3_world *world, struct body *body, md_real h)
{
    const md3_vec velocity = vec_add_scaled(body->velocity, h, md3_body_acceleration(world, body));
    const md3_vec spin = vec_add_scaled(body->angular_velocity, h, mat_apply(body->inverse_inertia, body->torque));
    if (vec_is_finite(velocity) && vec_is_finite(spin)) {
        body->velocity = body->linear_damping == 0 ? velocity : vec_scale(1 / (1 + h * body->linear_damping), velocity);
        body->angular_velocity =
            body->angular_damping == 0 ? spin : vec_scale(1 / (1 + h * body->angular_damping), spin);
    }
}

/* Returns the number of bodies that were stopped. */
static int32_t integrate_velocities(md3_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    const bool is_soft = md3_steps_softly(world);
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        if (substep->is_first) {
            body->previous_center = body->center;
            body->previous_rotation = body->rotation;
        }
        body->fast = false;
        if (is_soft) { /* the solve adds the forces, and finds how far bodies may move that it moves */
            body->toi_fraction = body->type == MD3_DYNAMIC ? body->toi_fraction : 1;
        } else {
            body->start_center = body->center;
            body->start_rotation = body->rotation;
            if (body->type == MD3_DYNAMIC) {
                integrate_forces(world, body, substep->h);
            }
        }
        if (!body_speed_is_sound(body->velocity, body->angular_velocity, substep->h)) {
            md3_body_stop(body);
            ++stopped;
        }
    }
    return stopped;
}

void md3_integrate_velocities(md3_world *world, const struct substep *substep)
{
    const int32_t *list = world->awake.bodies.at;
    world->continuous.fast_bodies = 0;
    if (md3_bodies_run(world, list, world->awake.body_count, integrate_velocities, substep) > 0) {
        md3_bodies_log_stopped(world, list, world->awake.body_count);
    }
}

/* Returns the number of bodies that were stopped. */
static int32_t integrate_positions(md3_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    const bool is_soft = md3_steps_softly(world);
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        const bool is_limited = body->toi_fraction < 1; /* and so is its correction */
        const bool corrected = !is_soft || is_limited || md3_body_correct(body);
        const bool moved =
            is_limited ? md3_body_move_to_impact(body, substep->h) : md3_body_integrate(body, substep->h);
        stopped += !moved || !corrected;
        md3_body_turn_inertia(body);
        if (substep->is_last) {
            body_clear_forces(body);
        }
    }
    return stopped;
}

void md3_integrate_positions(md3_world *world, const struct substep *substep)
{
    const int32_t *list = world->awake.bodies.at;
    if (md3_bodies_run(world, list, world->awake.body_count, integrate_positions, substep) > 0) {
        md3_bodies_log_stopped(world, list, world->awake.body_count);
    }
}
