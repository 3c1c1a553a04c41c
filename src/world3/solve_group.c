/* The two problems of a group of bodies: velocities, then positions. */
#include "world3/step.h"

/* Limits of a solve: the world's, with the group's share of the time budget, as the callback changes them. */
static md_limits limits_of(const md3_world *world, int32_t group, const struct substep *substep, double spent)
{
    const md3_callbacks *callbacks = &world->def.callbacks;
    const int32_t *start = world->islands.bodies.start.at;
    md_limits limits = world->def.limits;
    if (limits.budget_us > 0) {
        const struct remaining_work remaining = {.spent = spent,
                                                 .substeps = world->def.substeps - substep->number,
                                                 .bodies = start[world->islands.group_count] - start[group],
                                                 .in_group = start[group + 1] - start[group]};
        limits.budget_us = md_limits_share_budget(limits.budget_us, &remaining);
    }
    if (callbacks->limits == NULL) {
        return limits;
    }
    md_limits changed = limits;
    callbacks->limits(callbacks->user, world, substep->number, &changed);
    return md_step_limits_are_valid(&changed) ? changed : limits;
}

static md_status solve_velocities(md3_world *world, int32_t group, const struct substep *substep, double spent,
                                  struct solve_tally *tally, md_result *result)
{
    const md3_world_def *def = &world->def;
    const struct warn_thresholds warn = {(double)def->warn_factor, (double)def->warn_relative};
    const md_limits limits = limits_of(world, group, substep, spent);
    const md_status status = md3_velocity_problem_solve(world, &limits, result);
    if (status != MD_OK) {
        return status;
    }
    if (result->outcome == MD_DIVERGED) {
        md3_log(world, MD3_LOG_WARNING, "step %lld: the solve diverged", (long long)world->steps + 1);
    }
    if (def->callbacks.solved != NULL) {
        def->callbacks.solved(def->callbacks.user, substep->number, world->velocity.problem, result);
    }
    md3_velocity_problem_apply(world, group, result);
    md_solve_tally_add(tally, &warn, &limits, result, result->n / 6);
    return MD_OK;
}

md_status md3_solve_group(md3_world *world, int32_t group, const struct substep *substep, struct solve_tally *tally,
                          struct step_run *run)
{
    md_step_seconds *seconds = &run->report.seconds;
    md_result velocities;
    md_result corrected = {.lambda = NULL};
    md_status status = md3_velocity_problem_assemble(world, group, substep->h);
    md3_step_lap(run, &seconds->assemble);
    if (status == MD_OK) {
        status = solve_velocities(world, group, substep, seconds->solve, tally, &velocities);
        md3_step_lap(run, &seconds->solve);
    }
    if (status == MD_OK && world->def.position_correction != MD3_CORRECTION_BAUMGARTE) {
        status = md3_position_problem_solve(world, group, &velocities, &corrected);
        md3_step_lap(run, &seconds->position);
    }
    if (status == MD_OK) {
        md3_velocity_problem_cache(world, group, &velocities, &corrected);
        md3_step_lap(run, &seconds->solve);
    }
    return status;
}
