/* Integration of forces into velocities, and of velocities into positions: symplectic Euler. */
#include "world2/body_motion.h"
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
    const bool is_soft = md2_steps_softly(world);
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        if (substep->is_first) {
            body->previous_center = body->center;
            body->previous_rotation = body->rotation;
        }
        body->fast = false;
        if (is_soft) { /* the solve adds the forces, and finds how far bodies may move that it moves */
            body->toi_fraction = body->type == MD2_DYNAMIC ? body->toi_fraction : 1;
        } else {
            body->start_center = body->center;
            body->start_rotation = body->rotation;
            if (body->type == MD2_DYNAMIC) {
                integrate_forces(world, body, substep->h);
            }
        }
        if (!body_speed_is_sound(body->velocity, body->angular_velocity, substep->h)) {
            body_stop(body);
            ++stopped;
        }
    }
    return stopped;
}

void md2_integrate_velocities(md2_world *world, const struct substep *substep)
{
    const int32_t *list = world->awake.bodies.at;
    world->continuous.fast_bodies = 0;
    if (md2_bodies_run(world, list, world->awake.body_count, integrate_velocities, substep) > 0) {
        md2_bodies_log_stopped(world, list, world->awake.body_count);
    }
}

static inline bool integrate_position(struct body *body, md_real h)
{
    return body->toi_fraction < 1 ? md2_body_move_to_impact(body, h)
                                  : body_move(body, body->velocity, body->angular_velocity, h);
}

/* The same, of a soft step. A body without a limit moves once, by correction and velocity together, even if continuous collision
 * has looked at the two motions one after the other. */
static inline bool integrate_corrected_position(struct body *body, md_real h)
{
    const bool is_limited = body->toi_fraction < 1;
    const md2_vec way = vec_add_scaled(body->correction, h, body->velocity);
    const md_real turn = body->turn_correction + h * body->angular_velocity;
    if (body->corrected && !is_limited) {
        body->center = body->start_center;
        body->rotation = body->start_rotation;
    }
    body->corrected = false;
    body->correction = vec(0, 0);
    body->turn_correction = 0;
    return is_limited ? md2_body_move_to_impact(body, h) : body_move(body, way, turn, 1);
}

/* Returns the number of bodies that were stopped. */
static int32_t integrate_positions(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    const bool is_soft = md2_steps_softly(world);
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        stopped += is_soft ? !integrate_corrected_position(body, substep->h) : !integrate_position(body, substep->h);
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
