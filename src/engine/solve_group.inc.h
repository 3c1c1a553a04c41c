/* The two problems of a group of bodies: velocities, then positions (dimension.h).
 *
 * The including file defines VELOCITIES_PER_BODY: columns of J for each body.
 */
#include "engine/dimension.h"

typedef MD_(world_def) world_def;
typedef MD_(callbacks) world_callbacks;

/* Limits of a solve: the world's, with the group's share of the time budget, as the callback changes them. */
static md_limits limits_of(const WORLD *world, int32_t group, const struct substep *substep, double spent)
{
    const world_callbacks *callbacks = &world->def.callbacks;
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

static md_status solve_velocities(WORLD *world, int32_t group, const struct substep *substep, double spent,
                                  struct solve_tally *tally, md_result *result)
{
    const world_def *def = &world->def;
    const struct warn_thresholds warn = {(double)def->warn_factor, (double)def->warn_relative};
    const md_limits limits = limits_of(world, group, substep, spent);
    const md_status status = MD_(steps_softly)(world) ? MD_(soft_step_solve)(world, group, result)
                                                      : MD_(velocity_problem_solve)(world, &limits, result);
    if (status != MD_OK) {
        return status;
    }
    if (result->outcome == MD_DIVERGED) {
        MD_(log)(world, MD_CONSTANT(LOG_WARNING), "step %lld: the solve diverged", (long long)world->steps + 1);
    }
    if (def->callbacks.solved != NULL) {
        def->callbacks.solved(def->callbacks.user, substep->number, world->velocity.problem, result);
    }
    MD_(velocity_problem_apply)(world, group, result);
    world->division.rows = (group == 0 ? 0 : world->division.rows) + (int32_t)world->velocity.solver->all_rows;
    md_solve_tally_add(tally, &warn, &limits, result, result->n / VELOCITIES_PER_BODY);
    return MD_OK;
}

md_status MD_(solve_group)(WORLD *world, int32_t group, const struct substep *substep, struct solve_tally *tally,
                           struct step_run *run)
{
    md_step_seconds *seconds = &run->report.seconds;
    md_result velocities;
    md_result corrected = {.lambda = NULL};
    const bool is_soft = MD_(steps_softly)(world);
    const md_real h = is_soft ? substep->h / (md_real)world->def.substeps : substep->h;
    md_status status = MD_(velocity_problem_assemble)(world, group, h);
    MD_(step_lap)(run, &seconds->assemble);
    if (status == MD_OK) {
        status = solve_velocities(world, group, substep, seconds->solve, tally, &velocities);
        MD_(step_lap)(run, &seconds->solve);
    }
    if (status == MD_OK && !is_soft && world->def.position_correction != MD_CONSTANT(CORRECTION_BAUMGARTE)) {
        status = MD_(position_problem_solve)(world, group, &velocities, &corrected);
        MD_(step_lap)(run, &seconds->position);
    }
    if (status == MD_OK) {
        MD_(velocity_problem_cache)(world, group, &velocities, &corrected);
        MD_(step_lap)(run, &seconds->solve);
    }
    return status;
}
