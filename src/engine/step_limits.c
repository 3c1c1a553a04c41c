#include "engine/step_limits.h"

#include <math.h>

/* The shortest time budget, us. A budget of 0 would mean none. */
#define MIN_BUDGET 1e-3

void md_check_limits(struct def_check *check, const md_limits *limits)
{
    md_check_number(check, "limits.tol", limits->tol, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "limits.tol_scaled", limits->tol_scaled, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "limits.tol_relative", limits->tol_relative, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "limits.tol_cone", limits->tol_cone, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "limits.budget_us", limits->budget_us, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_count(check, "limits.max_iterations", limits->max_iterations, 0, INT64_MAX);
    md_check_count(check, "limits.stop_after", limits->stop_after, 0, INT64_MAX);
    md_check_count(check, "limits.observe_every", limits->observe_every, 0, INT64_MAX);
}

void md_check_step_limits(struct def_check *check, const md_limits *limits)
{
    md_check_limits(check, limits);
    md_check_that(check, limits->tol_cone <= 0, "limits.tol_cone must be 0, is %g: a step does not measure it",
                  limits->tol_cone);
}

bool md_step_limits_are_valid(const md_limits *limits)
{
    struct def_check check = {.what = "limits"};
    md_check_step_limits(&check, limits);
    return check.status == MD_OK;
}

double md_limits_share_budget(double budget_us, const struct remaining_work *remaining)
{
    const double share = (double)remaining->in_group / remaining->bodies / remaining->substeps;
    return fmax(MIN_BUDGET, share * (budget_us - 1e6 * remaining->spent));
}

/* ---- Far from converged ------------------------------------------------------------------------------------------ */

/* Not `residual > factor tolerance`: NaN is above every tolerance. */
static bool is_above(double residual, double tolerance, double factor)
{
    return tolerance > 0 && !(residual <= factor * tolerance);
}

bool md_is_far_from_converged(const struct warn_thresholds *warn, const md_limits *limits, const md_result *result)
{
    const md_residual *residual = &result->residual;
    if (result->outcome == MD_DIVERGED) {
        return true;
    }
    if (md_limits_have_tolerance(limits)) {
        return is_above(residual->absolute, limits->tol, warn->factor) ||
               is_above(residual->scaled, limits->tol_scaled, warn->factor) ||
               is_above(residual->relative, limits->tol_relative, warn->factor);
    }
    return !(residual->relative <= warn->relative);
}

/* ---- Several solves ---------------------------------------------------------------------------------------------- */

static int badness(md_outcome outcome)
{
    switch (outcome) {
    case MD_CONVERGED: return 0;
    case MD_MAX_ITERATIONS: return 1;
    case MD_STALLED: return 2;
    case MD_STOPPED: return 3;
    case MD_TIME_BUDGET: return 4;
    case MD_DIVERGED: return 5;
    }
    return 5;
}

static md_outcome worse_outcome(md_outcome a, md_outcome b)
{
    return badness(b) > badness(a) ? b : a;
}

void md_solve_tally_add(struct solve_tally *tally, const struct warn_thresholds *warn, const md_limits *limits,
                        const md_result *result, int32_t bodies)
{
    const md_residual *residual = &result->residual;
    const double q = residual->relative > 0 ? residual->scaled / residual->relative : 0;
    tally->outcome = worse_outcome(tally->outcome, result->outcome);
    tally->has_tolerance = tally->has_tolerance || md_limits_have_tolerance(limits);
    tally->far_from_converged = tally->far_from_converged || md_is_far_from_converged(warn, limits, result);
    ++tally->solves;
    tally->iterations = result->iterations > tally->iterations ? result->iterations : tally->iterations;
    tally->absolute += residual->absolute * residual->absolute;
    tally->scaled += residual->scaled * residual->scaled;
    tally->q += q * q;
    tally->rows += result->m;
    tally->bodies += bodies;
}

void md_step_report_add_solves(md_step_report *report, const struct solve_tally *tally)
{
    const double scaled = sqrt(tally->scaled);
    const double relative = tally->q > 0 ? sqrt(tally->scaled / tally->q) : scaled;
    report->outcome = worse_outcome(report->outcome, tally->outcome);
    report->has_tolerance = report->has_tolerance || tally->has_tolerance;
    report->far_from_converged = report->far_from_converged || tally->far_from_converged;
    report->solves += tally->solves;
    report->iterations += tally->iterations;
    report->residual.absolute = fmax(report->residual.absolute, sqrt(tally->absolute));
    report->residual.scaled = fmax(report->residual.scaled, scaled);
    report->residual.relative = fmax(report->residual.relative, relative);
    report->rows = tally->rows;
    report->bodies = tally->bodies;
}

void md_step_report_end_solves(md_step_report *report, const md_limits *limits)
{
    if (report->solves == 0) {
        report->has_tolerance = md_limits_have_tolerance(limits);
    }
    report->converged = report->has_tolerance && report->outcome == MD_CONVERGED;
}
