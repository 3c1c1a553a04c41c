/* The running statistics of a world: how well its steps were solved, and where the time went. */
#include "world2/world.h"

/* ---- Far from converged --------------------------------------------------------------------------------------------- */

/* Not `residual > factor tolerance`: a residual that is no number is far too. */
static bool is_above(double residual, double tolerance, double factor)
{
    return tolerance > 0 && !(residual <= factor * tolerance);
}

bool md2_is_far(const md2_world_def *def, const md_limits *limits, const md_result *result)
{
    const md_residual *residual = &result->residual;
    const double factor = (double)def->warn_factor;
    if (result->outcome == MD_DIVERGED) {
        return true;
    }
    if (limits_have_tolerance(limits)) {
        return is_above(residual->absolute, limits->tol, factor) ||
               is_above(residual->scaled, limits->tol_scaled, factor) ||
               is_above(residual->relative, limits->tol_relative, factor);
    }
    return !(residual->relative <= (double)def->warn_relative);
}

/* ---- The statistics ---------------------------------------------------------------------------------------------------- */

static void keep_worst(md_worst *worst, double value, int64_t step)
{
    if (value > worst->value) {
        *worst = (md_worst){value, step};
    }
}

/* Where nothing bears on anything the residual is rounding, down to 1e-30: such steps count as solved to the last bit. */
static void add_to_mean(md_statistics *statistics, double relative)
{
    if (relative > 0 && isfinite(relative)) {
        const double logarithm = log10(fmax(relative, (double)MD_REAL_EPSILON));
        ++statistics->steps_measured;
        statistics->mean_log10 += (logarithm - statistics->mean_log10) / (double)statistics->steps_measured;
    }
}

static void add_seconds(md_step_seconds *sum, const md_step_seconds *seconds)
{
    sum->islands += seconds->islands;
    sum->assemble += seconds->assemble;
    sum->solve += seconds->solve;
    sum->position += seconds->position;
    sum->integrate += seconds->integrate;
    sum->collide += seconds->collide;
    sum->total += seconds->total;
}

void md2_statistics_add(md2_world *world, const md_step_report *report)
{
    md_statistics *statistics = &world->statistics;
    ++statistics->steps;
    statistics->solves += report->solves;
    statistics->sweeps += report->iterations;
    statistics->steps_with_tolerance += report->has_tolerance;
    statistics->steps_converged += report->converged;
    statistics->steps_at_max_iterations += report->outcome == MD_MAX_ITERATIONS;
    statistics->steps_at_time_budget += report->outcome == MD_TIME_BUDGET;
    statistics->steps_diverged += report->outcome == MD_DIVERGED;
    statistics->steps_far_from_converged += report->far_from_converged;
    keep_worst(&statistics->absolute, report->residual.absolute, world->steps);
    keep_worst(&statistics->scaled, report->residual.scaled, world->steps);
    keep_worst(&statistics->relative, report->residual.relative, world->steps);
    keep_worst(&statistics->penetration, (double)report->penetration_max, world->steps);
    add_to_mean(statistics, report->residual.relative);
    add_seconds(&statistics->seconds, &report->seconds);
}

md_statistics md2_world_statistics(const md2_world *world)
{
    return world->statistics;
}

md_status md2_world_reset_statistics(md2_world *world)
{
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    world->statistics = (md_statistics){0};
    return MD_OK;
}
