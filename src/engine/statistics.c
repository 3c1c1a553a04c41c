#include "engine/statistics.h"

#include <math.h>

static void keep_worst(md_worst *worst, double value, int64_t step)
{
    if (value > worst->value) {
        *worst = (md_worst){value, step};
    }
}

/* In a step without loads the residual is rounding error, down to 1e-30. It counts as MD_REAL_EPSILON. */
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

void md_statistics_add(md_statistics *statistics, const md_step_report *report, int64_t step)
{
    ++statistics->steps;
    statistics->solves += report->solves;
    statistics->sweeps += report->iterations;
    statistics->steps_with_tolerance += report->has_tolerance;
    statistics->steps_converged += report->converged;
    statistics->steps_at_max_iterations += report->outcome == MD_MAX_ITERATIONS;
    statistics->steps_at_time_budget += report->outcome == MD_TIME_BUDGET;
    statistics->steps_diverged += report->outcome == MD_DIVERGED;
    statistics->steps_far_from_converged += report->far_from_converged;
    keep_worst(&statistics->absolute, report->residual.absolute, step);
    keep_worst(&statistics->scaled, report->residual.scaled, step);
    keep_worst(&statistics->relative, report->residual.relative, step);
    keep_worst(&statistics->penetration, (double)report->penetration_max, step);
    add_to_mean(statistics, report->residual.relative);
    add_seconds(&statistics->seconds, &report->seconds);
}
