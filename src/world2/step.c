/* The step, from top to bottom as the algorithm goes. */
#include "base/clock.h"
#include "geometry2/vec.h"
#include "world2/world.h"

/* Ends a phase: adds its seconds, and starts the next. */
static void lap(double *mark, double *seconds)
{
    const double now = md_clock_seconds();
    *seconds += now - *mark;
    *mark = now;
}

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

static md_status begin_step(md2_world *world)
{
    md2_events_begin_step(world);
    const md_status status = md2_awake_set_update(world);
    if (status != MD_OK) {
        return status;
    }
    for (int32_t n = 0; n < world->awake.joint_count; ++n) { /* what sleeps goes on to say what it bears */
        md2_joint_begin_step(&world->joints[world->awake.joints.at[n]]);
    }
    return MD_OK;
}

/* A pass over bodies at the beginning or at the end of a substep. */
struct substep {
    md_real h;
    bool is_first, is_last; /* of the step */
};

/* Gravity, forces and damping change the velocity; implicit damping, which no time step makes unstable. */
static inline void integrate_forces(const md2_world *world, struct body *body, md_real h)
{
    const md2_vec pull = vec_scale(body->gravity_scale, world->def.gravity);
    const md2_vec acceleration = vec_add_scaled(pull, body->inverse_mass, body->force);
    const md2_vec velocity = vec_add_scaled(body->velocity, h, acceleration);
    const md_real spin = body->angular_velocity + h * body->inverse_inertia * body->torque;
    if (vec_is_finite(velocity) && isfinite(spin)) {
        body->velocity = body->linear_damping == 0 ? velocity : vec_scale(1 / (1 + h * body->linear_damping), velocity);
        body->angular_velocity = body->angular_damping == 0 ? spin : spin / (1 + h * body->angular_damping);
    }
}

/* Before the first substep it is kept where bodies were. */
static int32_t begin_some(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        if (substep->is_first) {
            body->previous_center = body->center;
            body->previous_rotation = body->rotation;
        }
        if (body->type == MD2_DYNAMIC) {
            integrate_forces(world, body, substep->h);
        }
    }
    return 0;
}

/* After the last substep forces are done with. The number of bodies that were stopped. */
static int32_t move_some(md2_world *world, const int32_t *list, int32_t count, const void *context)
{
    const struct substep *substep = context;
    int32_t stopped = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        stopped += !md2_body_move(body, body->velocity, body->angular_velocity, body->toi_fraction * substep->h);
        if (substep->is_last) {
            body->force = vec(0, 0);
            body->torque = 0;
        }
    }
    return stopped;
}

static void begin_bodies(md2_world *world, const struct substep *substep)
{
    md2_bodies_run(world, world->awake.bodies.at, world->awake.body_count, begin_some, substep);
}

static void move_bodies(md2_world *world, const struct substep *substep)
{
    const int32_t *list = world->awake.bodies.at;
    if (md2_bodies_run(world, list, world->awake.body_count, move_some, substep) > 0) {
        md2_bodies_log_stopped(world, list, world->awake.body_count);
    }
}

/* ---- Solving -------------------------------------------------------------------------------------------------------- */

/* Of several solves the report has the worst outcome, in this order. */
static int badness(md_outcome outcome)
{
    switch (outcome) {
    case MD_CONVERGED: return 0;
    case MD_MAX_ITERATIONS: return 1;
    case MD_STOPPED: return 2;
    case MD_TIME_BUDGET: return 3;
    case MD_DIVERGED: return 4;
    }
    return 4;
}

/* What the solves of one substep came to. */
struct tally {
    md_outcome outcome;
    bool has_tolerance, far_from_converged;
    int32_t solves;
    int64_t iterations;
    double absolute, scaled, q; /* squares: residuals of islands add up */
    int32_t rows, bodies;
};

static void tally_add(struct tally *tally, const md2_world_def *def, const md_limits *limits, const md_result *result)
{
    const md_residual *residual = &result->residual;
    const double q = residual->relative > 0 ? residual->scaled / residual->relative : 0;
    tally->outcome = badness(result->outcome) > badness(tally->outcome) ? result->outcome : tally->outcome;
    tally->has_tolerance = tally->has_tolerance || limits_have_tolerance(limits);
    tally->far_from_converged = tally->far_from_converged || md2_is_far(def, limits, result);
    ++tally->solves;
    tally->iterations = result->iterations > tally->iterations ? result->iterations : tally->iterations;
    tally->absolute += residual->absolute * residual->absolute;
    tally->scaled += residual->scaled * residual->scaled;
    tally->q += q * q;
    tally->rows += result->m;
    tally->bodies += result->n / 3;
}

static void report_substep(md_step_report *report, const struct tally *tally)
{
    const md_residual residual = {.absolute = sqrt(tally->absolute),
                                  .scaled = sqrt(tally->scaled),
                                  .relative = tally->q > 0 ? sqrt(tally->scaled / tally->q) : sqrt(tally->scaled)};
    report->outcome = badness(tally->outcome) > badness(report->outcome) ? tally->outcome : report->outcome;
    report->has_tolerance = report->has_tolerance || tally->has_tolerance;
    report->far_from_converged = report->far_from_converged || tally->far_from_converged;
    report->solves += tally->solves;
    report->iterations += tally->iterations;
    report->residual.absolute = fmax(report->residual.absolute, residual.absolute);
    report->residual.scaled = fmax(report->residual.scaled, residual.scaled);
    report->residual.relative = fmax(report->residual.relative, residual.relative);
    report->rows = tally->rows;
    report->bodies = tally->bodies;
}

/* Of what is left of the step's budget a substep gets as much as each that follows, and a group in it by its bodies; what
 * one does not use is left to the rest. */
static double budget_of(const md2_world *world, int32_t group, int32_t substep, double spent)
{
    const double least = 1e-3; /* us; 0 would be no budget at all */
    const int32_t *start = world->islands.bodies.start.at;
    const int32_t bodies = start[group + 1] - start[group];
    const int32_t bodies_left = start[world->islands.group_count] - start[group];
    const double share = (double)bodies / bodies_left / (world->def.substeps - substep);
    return fmax(least, share * (world->def.limits.budget_us - 1e6 * spent));
}

/* The limits of a solve, after `spent` seconds of solving in this step. */
static md_limits limits_of(const md2_world *world, int32_t group, int32_t substep, double spent)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    md_limits limits = world->def.limits;
    if (limits.budget_us > 0) {
        limits.budget_us = budget_of(world, group, substep, spent);
    }
    if (callbacks->limits == NULL) {
        return limits;
    }
    md_limits changed = limits;
    callbacks->limits(callbacks->user, world, substep, &changed);
    return md2_limits_are_sound(&changed) ? changed : limits;
}

static md_status solve_velocities(md2_world *world, int32_t group, int32_t substep, double spent, struct tally *tally,
                                  md_result *result)
{
    const md_limits limits = limits_of(world, group, substep, spent);
    const md_status status = md2_velocity_problem_solve(world, &limits, result);
    if (status != MD_OK) {
        return status;
    }
    if (result->outcome == MD_DIVERGED) {
        md2_log(world, MD2_LOG_WARNING, "step %lld: the solve diverged", (long long)world->steps + 1);
    }
    if (world->def.callbacks.solved != NULL) {
        world->def.callbacks.solved(world->def.callbacks.user, substep, world->velocity.problem, result);
    }
    md2_velocity_problem_apply(world, group, result);
    tally_add(tally, &world->def, &limits, result);
    return MD_OK;
}

/* One LCP of velocities and one of positions for each group of bodies. */
static md_status solve_groups(md2_world *world, md_real h, int32_t substep, double *mark, md_step_report *report)
{
    struct tally tally = {.outcome = MD_CONVERGED};
    md_status status = MD_OK;
    for (int32_t group = 0; status == MD_OK && group < world->islands.group_count; ++group) {
        md_result velocities;
        md_result corrected = {.lambda = NULL};
        status = md2_velocity_problem_assemble(world, group, h);
        lap(mark, &report->seconds.assemble);
        if (status == MD_OK) {
            status = solve_velocities(world, group, substep, report->seconds.solve, &tally, &velocities);
            lap(mark, &report->seconds.solve);
        }
        if (status == MD_OK && world->def.position_correction != MD2_CORRECTION_BAUMGARTE) {
            status = md2_position_problem_solve(world, group, &velocities, &corrected);
            lap(mark, &report->seconds.position);
        }
        if (status == MD_OK) {
            md2_velocity_problem_cache(world, group, &velocities, &corrected);
            lap(mark, &report->seconds.solve);
        }
    }
    report_substep(report, &tally);
    return status;
}

/* ---- The report ----------------------------------------------------------------------------------------------------- */

static void report_overlap(const struct penetration *overlap, md_step_report *report)
{
    report->contacts = overlap->contacts;
    report->contact_points = overlap->points;
    report->penetration_max = overlap->deepest;
    report->penetration_mean = overlap->overlapping > 0 ? (md_real)(overlap->sum / overlap->overlapping) : 0;
}

/* Of what is awake: the rest is still. */
static void report_bodies(const md2_world *world, md_step_report *report)
{
    for (int32_t n = 0; n < world->awake.body_count; ++n) {
        const struct body *body = &world->bodies[world->awake.bodies.at[n]];
        if (body->type == MD2_DYNAMIC && body->awake) {
            ++report->awake_bodies;
            report->kinetic_energy += md2_body_kinetic_energy(body);
        }
    }
}

static void finish_report(const md2_world *world, md_step_report *report)
{
    if (report->solves == 0) { /* nothing to do is done well */
        report->has_tolerance = limits_have_tolerance(&world->def.limits);
    }
    report->converged = report->has_tolerance && report->outcome == MD_CONVERGED;
    report->islands = world->islands.count;
    report_overlap(&world->narrow_phase.penetration, report);
    report_bodies(world, report);
}

/* What slept and was looked at all the same, because something had changed, is left alone again. */
static void leave_sleepers(md2_world *world)
{
    world->awake.stale = world->awake.stale || world->awake.include_sleeping;
    world->awake.include_sleeping = false;
}

static void warn(const md2_world *world, const md_step_report *report)
{
    const md2_callbacks *callbacks = &world->def.callbacks;
    if (report->far_from_converged && callbacks->warn != NULL) {
        callbacks->warn(callbacks->user, world, report);
    }
}

/* ---- The step ------------------------------------------------------------------------------------------------------- */

static md_status substep(md2_world *world, md_real h, int32_t number, double *mark, md_step_report *report)
{
    const struct substep now = {.h = h, .is_first = number == 0, .is_last = number + 1 == world->def.substeps};
    begin_bodies(world, &now);
    md_status status = solve_groups(world, h, number, mark, report);
    if (status == MD_OK) {
        status = md2_find_toi_fractions(world, h);
    }
    if (status == MD_OK) {
        move_bodies(world, &now);
        lap(mark, &report->seconds.integrate);
    }
    return status;
}

static md_status step(md2_world *world, md_real dt, double *mark, md_step_report *report)
{
    const md_real h = dt / (md_real)world->def.substeps;
    md_status status = MD_OK;
    if (world->narrow_phase.stale || dt > world->broad_phase.time_ahead) {
        status = md2_narrow_phase_update(world, dt, false);
        lap(mark, &report->seconds.collide);
    }
    for (int32_t i = 0; status == MD_OK && i < world->def.substeps; ++i) {
        if (i > 0) {
            md2_narrow_phase_refresh(world, h);
            lap(mark, &report->seconds.collide);
        }
        status = md2_islands_find(world, i + 1 == world->def.substeps);
        lap(mark, &report->seconds.islands);
        if (status == MD_OK) {
            status = substep(world, h, i, mark, report);
        }
    }
    if (status == MD_OK) {
        status = md2_narrow_phase_update(world, dt, true);
        lap(mark, &report->seconds.collide);
        md2_islands_sleep(world, dt);
        lap(mark, &report->seconds.islands);
    }
    return status;
}

md_status md2_world_step(md2_world *world, md_real dt, md_step_report *report)
{
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    if (!(dt > 0) || !isfinite(dt)) {
        return MD_ERROR_ARGUMENT;
    }
    md_step_report made = {.outcome = MD_CONVERGED};
    const double started = md_clock_seconds();
    double mark = started;
    world->stepping = true;
    md_status status = begin_step(world);
    if (status == MD_OK) {
        status = step(world, dt, &mark, &made);
    }
    if (status == MD_OK) {
        md2_contacts_emit(world);
        md2_joints_break(world);
        finish_report(world, &made);
        leave_sleepers(world);
        ++world->steps;
    } else {
        world->narrow_phase.stale = true;
    }
    event_queue_end_step(&world->events.queue);
    made.seconds.total = md_clock_seconds() - started;
    if (status == MD_OK) {
        md2_statistics_add(world, &made);
        warn(world, &made);
    }
    world->stepping = false;
    if (report != NULL) {
        *report = made;
    }
    return status;
}
