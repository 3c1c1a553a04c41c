/* The step, from top to bottom as the algorithm goes. */
#include "base/clock.h"
#include "geometry2/vec.h"
#include "world2/world.h"

/* Gravity, forces and damping change velocities; implicit damping, which no time step makes unstable. */
static void integrate_forces(md2_world *world, md_real dt)
{
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        if (!md_slots_used(&world->body_slots, i) || body->type != MD2_DYNAMIC) {
            continue;
        }
        const md2_vec pull = vec_scale(body->gravity_scale, world->def.gravity);
        const md2_vec acceleration = vec_add_scaled(pull, body->inverse_mass, body->force);
        body->velocity = vec_add_scaled(body->velocity, dt, acceleration);
        body->velocity = vec_scale(1 / (1 + dt * body->linear_damping), body->velocity);
        body->angular_velocity += dt * body->inverse_inertia * body->torque;
        body->angular_velocity /= 1 + dt * body->angular_damping;
        body->force = vec(0, 0);
        body->torque = 0;
    }
}

/* Moves a body with a velocity for a time. The rotation turns by a first-order step and is made a rotation again: the error is of
 * third order in the angle, and no sine is needed. */
static void move_body(struct body *body, md2_vec velocity, md_real spin, md_real dt)
{
    const md_real turn = dt * spin;
    const md2_rot q = body->rotation;
    body->center = vec_add_scaled(body->center, dt, velocity);
    body->rotation = rot_unit((md2_rot){q.c - turn * q.s, q.s + turn * q.c});
    md2_body_place_origin(body);
}

static void take_velocities(md2_world *world, const md_result *result)
{
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        if (md_slots_used(&world->body_slots, i) && body->row_body != MD_NO_BODY) {
            const md_real *v = result->v + 3 * (size_t)body->row_body;
            body->velocity = vec(v[0], v[1]);
            body->angular_velocity = v[2];
        }
    }
}

static void move_bodies(md2_world *world, md_real dt)
{
    for (int32_t i = 0; i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        if (md_slots_used(&world->body_slots, i) && body->type != MD2_STATIC) {
            move_body(body, body->velocity, body->angular_velocity, dt);
        }
    }
}

static md_status solve_velocities(md2_world *world, md2_step_report *report)
{
    md_result result;
    const md_status status =
        md_solver_solve(world->solver, &world->def.solver, world->problem, &world->def.limits, &result, NULL);
    if (status != MD_OK) {
        return status;
    }
    take_velocities(world, &result);
    md2_contact_rows_keep(world, &result);
    report->outcome = result.outcome;
    report->iterations = result.iterations;
    report->residual = result.residual;
    report->rows = result.m;
    report->bodies = result.n / 3;
    return MD_OK;
}

/* A second LCP moves bodies out of each other, and leaves no velocity behind. */
static md_status recover_overlap(md2_world *world, md_real dt)
{
    bool needed = false;
    md_status status = md2_recovery_rows_write(world, dt, &needed);
    if (status != MD_OK || !needed) {
        return status;
    }
    md_limits limits = {.max_iterations = world->def.recovery_iterations};
    if (limits.max_iterations == 0) {
        limits.max_iterations = world->def.limits.max_iterations;
    }
    md_result result;
    status =
        md_solver_solve(world->recovery_solver, &world->def.solver, world->recovery_problem, &limits, &result, NULL);
    for (int32_t i = 0; status == MD_OK && i < world->body_slots.count; ++i) {
        struct body *body = &world->bodies[i];
        if (md_slots_used(&world->body_slots, i) && body->row_body != MD_NO_BODY) {
            const md_real *v = result.v + 3 * (size_t)body->row_body;
            move_body(body, vec(v[0], v[1]), v[2], dt);
        }
    }
    return status;
}

static void measure_overlap(const md2_world *world, md2_step_report *report)
{
    double sum = 0;
    int32_t overlapping = 0;
    for (int32_t i = 0; i < world->contact_count; ++i) {
        const md2_manifold *manifold = &world->contacts[i].manifold;
        report->contacts += manifold->count > 0;
        report->contact_points += manifold->count;
        for (int k = 0; k < manifold->count; ++k) {
            const md_real depth = -manifold->point[k].separation;
            report->penetration_max = md_max(report->penetration_max, depth);
            sum += depth > 0 ? (double)depth : 0;
            overlapping += depth > 0;
        }
    }
    report->penetration_mean = overlapping > 0 ? (md_real)(sum / overlapping) : 0;
}

/* Ends a phase: its seconds, and the start of the next. */
static double lap(double *mark)
{
    const double now = md_clock_seconds();
    const double seconds = now - *mark;
    *mark = now;
    return seconds;
}

md_status md2_world_step(md2_world *world, md_real dt, md2_step_report *report)
{
    if (!(dt > 0) || !isfinite(dt)) {
        return MD_ERROR_ARGUMENT;
    }
    md2_step_report scratch = {0};
    const double started = md_clock_seconds();
    double mark = started;
    md_status status = world->contacts_are_stale ? md2_contacts_update(world) : MD_OK;
    scratch.seconds.collide = lap(&mark);
    if (status == MD_OK) {
        integrate_forces(world, dt);
        status = md2_contact_rows_write(world, dt);
        scratch.seconds.rows = lap(&mark);
    }
    if (status == MD_OK) {
        status = solve_velocities(world, &scratch);
        scratch.seconds.solve = lap(&mark);
    }
    if (status == MD_OK) {
        status = recover_overlap(world, dt);
        scratch.seconds.recover = lap(&mark);
    }
    if (status == MD_OK) {
        move_bodies(world, dt);
        scratch.seconds.move = lap(&mark);
        status = md2_contacts_update(world);
        scratch.seconds.collide += lap(&mark);
    }
    if (status == MD_OK) {
        measure_overlap(world, &scratch);
        scratch.kinetic_energy = md2_world_kinetic_energy(world);
    }
    scratch.seconds.total = md_clock_seconds() - started;
    if (report != NULL) {
        *report = scratch;
    }
    return status;
}
