#include "analyze/trial.h"

/* The relative residual after half of the sweeps and after all of them. */
struct halves {
    double first, last;
};

static bool observe(void *user, const md_progress *progress)
{
    struct halves *halves = user;
    if (progress->iteration > 0) {
        halves->first = halves->last;
        halves->last = progress->residual.relative;
    }
    return true;
}

/* Sweeps to the tolerance if each further half trial reduces the residual as the last one did; infinite if that did not
 * reduce it. */
static double extrapolate(const struct halves *halves)
{
    const double half = ANALYSIS_TRIAL_SWEEPS / 2.0;
    const double fall = log(halves->first / halves->last);
    const double missing = log(halves->last / ANALYSIS_TOLERANCE);
    return fall > 0 && isfinite(missing) ? ANALYSIS_TRIAL_SWEEPS + ceil(half * missing / fall) : INFINITY;
}

md_status trial_run(const md_problem *problem, struct analysis *out)
{
    struct halves halves = {NAN, NAN};
    const md_limits limits = {.tol_relative = ANALYSIS_TOLERANCE,
                              .max_iterations = ANALYSIS_TRIAL_SWEEPS,
                              .observe = observe,
                              .observe_user = &halves,
                              .observe_every = ANALYSIS_TRIAL_SWEEPS / 2};
    const md_solver_spec spec = md_solver_spec_of(MD_PGS);
    md_result result = {0};
    md_solver *solver = md_solver_create(NULL);
    const md_status status =
        solver != NULL ? md_solver_solve(solver, &spec, problem, &limits, &result, NULL) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        const bool met = result.outcome == MD_CONVERGED;
        out->trial = (struct analysis_trial){
            .has_run = true,
            .met = met,
            .diverged = result.outcome == MD_DIVERGED,
            .sweeps = result.iterations,
            .residual = result.residual.relative,
            .expected_sweeps = met                                   ? (double)result.iterations
                               : result.outcome == MD_MAX_ITERATIONS ? extrapolate(&halves)
                                                                     : INFINITY,
        };
    }
    md_solver_destroy(solver);
    return status;
}
