/* The step, from top to bottom as the algorithm goes. */
#include "world2/step.h"

#include "base/clock.h"

static md_status check_step(md2_world *world, const char *call, md_real dt);
static md_status run_step(md2_world *world, md_real dt, struct step_run *run);
static md_status run_substep(md2_world *world, const struct substep *substep, struct step_run *run);
static md_status begin_step(md2_world *world);
static md_status find_contacts(md2_world *world, md_real dt, struct step_run *run);
static md_status end_step(md2_world *world, struct step_run *run);
static void log_missing_threads(md2_world *world);

md_status md2_world_step(md2_world *world, md_real dt, md_step_report *report)
{
    md_status status = check_step(world, __func__, dt);
    if (status != MD_OK) {
        return status;
    }
    const double now = md_clock_seconds();
    struct step_run run = {.report = {.outcome = MD_CONVERGED}, .started = now, .lap = now};
    world->stepping = true; /* callbacks may look, but not change anything */
    status = run_step(world, dt, &run);
    if (status == MD_OK) {
        status = end_step(world, &run);
    }
    if (status != MD_OK) {
        md2_motion_restore(world);
        world->narrow_phase.stale = true; /* the next step finds the contacts again */
    }
    event_queue_end_step(&world->events.queue);
    run.report.seconds.total = md_clock_seconds() - run.started;
    if (status == MD_OK) {
        md2_report_publish(world, &run.report);
    }
    log_missing_threads(world);
    world->stepping = false;
    if (report != NULL) {
        *report = run.report;
    }
    return md2_note_failure(world, status, __func__);
}

static md_status check_step(md2_world *world, const char *call, md_real dt)
{
    const md_status status = md2_world_to_change(world, call);
    struct def_check check = md2_call_check(world, call);
    if (status == MD_OK) {
        md_check_number(&check, "dt", (double)dt, RULE_POSITIVE);
    }
    return status == MD_OK ? check.status : status;
}

static void log_missing_threads(md2_world *world)
{
    if (world->tasks.missing > 0 && !world->logged_missing_threads) {
        world->logged_missing_threads = true;
        md2_log(world, MD2_LOG_WARNING, "only %d of %d threads could be started: steps take longer",
                (int)(world->tasks.threads - world->tasks.missing), (int)world->tasks.threads);
    }
}

static md_status run_step(md2_world *world, md_real dt, struct step_run *run)
{
    const int32_t substeps = md2_steps_softly(world) ? 1 : world->def.substeps; /* soft substeps are within the solve */

    /* Drop old events, and list what is awake. */
    md_status status = begin_step(world);

    /* Find the contacts again if the user has changed something since the last step. */
    if (status == MD_OK) {
        status = find_contacts(world, dt, run);
    }

    for (int32_t i = 0; status == MD_OK && i < substeps; ++i) {
        const struct substep substep = {
            .h = dt / (md_real)substeps, .number = i, .is_first = i == 0, .is_last = i + 1 == substeps};
        status = run_substep(world, &substep, run);
    }
    if (status != MD_OK) {
        return status;
    }

    /* Find the islands that have come to rest, while they are as they were solved. */
    if (world->def.partitions > 0) {
        status = md2_share_islands_rest(world, dt);
        md2_step_lap(run, &run->report.seconds.islands);
        if (status != MD_OK) {
            return status;
        }
    }

    /* Broad and narrow phase at the new positions, with penetration and pending events. */
    status = md2_narrow_phase_update(world, dt, true);
    md2_step_lap(run, &run->report.seconds.collide);
    if (status != MD_OK) {
        return status;
    }

    /* Put islands to sleep that have come to rest. */
    md2_islands_sleep(world, dt);
    md2_step_lap(run, &run->report.seconds.islands);
    return MD_OK;
}

static md_status run_substep(md2_world *world, const struct substep *substep, struct step_run *run)
{
    /* Manifolds at the positions of the last substep. */
    if (!substep->is_first) {
        md2_narrow_phase_refresh(world, substep->h);
        md2_step_lap(run, &run->report.seconds.collide);
    }

    /* Wake what awake bodies touch, and group what is solved together. */
    md_status status = md2_islands_find(world, substep->is_last);
    if (status == MD_OK) {
        status = md2_motion_save(world);
    }
    if (status == MD_OK) {
        status = md2_moves_reserve(world);
    }
    md2_step_lap(run, &run->report.seconds.islands);
    if (status != MD_OK) {
        return status;
    }

    /* Forces change velocities. */
    md2_integrate_velocities(world, substep);

    /* Contacts and joints change velocities, then positions: two LCPs per group. */
    struct solve_tally tally = md_solve_tally_empty();
    for (int32_t group = 0; status == MD_OK && group < world->islands.group_count; ++group) {
        status = md2_solve_group(world, group, substep, &tally, run);
    }
    md_step_report_add_solves(&run->report, &tally);

    /* Stop fast bodies before they tunnel, and move the bodies. */
    if (status == MD_OK) {
        status = md2_find_toi_fractions(world, substep->h);
    }
    if (status == MD_OK) {
        md2_integrate_positions(world, substep);
        status = world->share != NULL ? md2_share_exchange_motion(world) : MD_OK;
        md2_step_lap(run, &run->report.seconds.integrate);
    }
    return status;
}

static md_status begin_step(md2_world *world)
{
    world->saved_motion.count = 0;
    world->moves.count = 0;
    md2_events_begin_step(world);
    md2_bodies_settle_masses(world);
    md_status status = md2_awake_set_update(world);
    if (status == MD_OK && world->def.partitions > 0) {
        status = md2_division_begin_step(world);
    }
    if (status != MD_OK) {
        return status;
    }
    for (int32_t n = 0; n < world->awake.joint_count; ++n) { /* sleeping joints keep reporting their last reaction */
        md2_joint_begin_step(&world->joints[world->awake.joints.at[n]]);
    }
    return MD_OK;
}

static md_status find_contacts(md2_world *world, md_real dt, struct step_run *run)
{
    if (!world->narrow_phase.stale && dt <= world->broad_phase.time_ahead) {
        return MD_OK;
    }
    const md_status status = md2_narrow_phase_update(world, dt, false);
    md2_step_lap(run, &run->report.seconds.collide);
    return status;
}

static md_status end_step(md2_world *world, struct step_run *run)
{
    md2_moves_collect(world, &run->report);
    if (world->def.partitions > 0) { /* and of what other ranks report */
        const md_status status = md2_share_complete_report(world, &run->report);
        if (status != MD_OK) {
            return status;
        }
    }
    md2_contacts_emit(world);
    md2_joints_break(world);
    md2_report_finish(world, &run->report);
    world->awake.stale = world->awake.stale || world->awake.include_sleeping;
    world->awake.include_sleeping = false;
    ++world->steps;
    return MD_OK;
}

void md2_step_lap(struct step_run *run, double *seconds)
{
    const double now = md_clock_seconds();
    *seconds += now - run->lap;
    run->lap = now;
}
