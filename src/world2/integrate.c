/* Integration of forces into velocities, and of velocities into positions: symplectic Euler. */
#include "geometry2/vec.h"
#include "world2/continuous.h"
#include "world2/step.h"

/* Damping is implicit, so that no time step makes it unstable. */
static inline void integrate_forces(const md2_world *world, struct body *body, md_real h)
{
    const md2_vec gravity = vec_scale(body->gravity_scale, world->def.gravity);
    const md2_vec acceleration = vec_add_scaled(gravity, body->inverse_mass, body->force);
    const md2_vec velocity = vec_add_scaled(body->velocity, h, acceleration);
    const md_real spin = body->angular_velocity + h * body->inverse_inertia * body->torque;
    if (vec_is_finite(velocity) && isfinite(spin)) {
        body->velocity = body->linear_damping == 0 ? velocity : vec_scale(1 / (1 + h * body->linear_damping), velocity);
        body->angular_velocity = body->angular_damping == 0 ? spin : spin / (1 + h * body->angular_damping);
    }
}

/* Returns the number of bodies that were stopped. */
static int32_t integrate_velocities(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        if (substep->is_first) {
            body->previous_center = body->center;
            body->previous_rotation = body->rotation;
        }
        body->fast = false;
        body->start_center = body->center;
        body->start_rotation = body->rotation;
        if (body->type == MD2_DYNAMIC && !md2_steps_softly(world)) {
            integrate_forces(world, body, substep->h);
        }
        if (!body_speed_is_sound(body->velocity, body->angular_velocity, substep->h)) {
            md2_body_stop(body);
            ++stopped;
        }
    }
    return stopped;
}

void md2_integrate_velocities(md2_world *world, const struct substep *substep)
{
    const int32_t *list = world->awake.bodies.at;
    if (md2_bodies_run(world, list, world->awake.body_count, integrate_velocities, substep) > 0) {
        md2_bodies_log_stopped(world, list, world->awake.body_count);
    }
}

/* Returns the number of bodies that were stopped. */
static int32_t integrate_positions(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        const bool moved = body->toi_fraction < 1
                               ? md2_body_move_to_impact(body, substep->h)
                               : md2_body_move(body, body->velocity, body->angular_velocity, substep->h);
        stopped += !moved;
        if (substep->is_last) {
            body_clear_forces(body);
        }
    }
    return stopped;
}

void md2_integrate_positions(md2_world *world, const struct substep *substep)
{
    const int32_t *list = world->awake.bodies.at;
    if (md2_bodies_run(world, list, world->awake.body_count, integrate_positions, substep) > 0) {
        md2_bodies_log_stopped(world, list, world->awake.body_count);
    }
}
