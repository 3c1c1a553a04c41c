#include "lcp/run.h"

#include <string.h>

#include "base/clock.h"
#include "lcp/solver.h"

/* A solve diverges if a sweep changes lambda by this many times the usual change: no convergent iteration does. */
#define GROWTH_LIMIT 1e10
#define FIRST_SWEEPS 10
/* The residual is measured when the estimate says that it is at most this many times the tolerance; and after 1, 2, 4,
 * 8, ... sweeps, to learn how the estimate relates to the residual. */
#define MEASURE_WITHIN 2.0
/* An iterate replaces the best one if its estimate is at most this part of the best one's. */
#define BETTER 0.5

struct run md_run_begin(md_solver *solver, const md_limits *limits)
{
    struct run run = {.solver = solver, .limits = limits, .started = md_clock_seconds()};
    run.max_iterations = limits->max_iterations > 0 ? limits->max_iterations : MD_DEFAULT_MAX_ITERATIONS;
    run.observe_every = limits->observe_every > 0 ? limits->observe_every : 1;
    run.has_tolerance = limits->tol > 0 || limits->tol_scaled > 0 || limits->tol_relative > 0;
    run.has_criteria = run.has_tolerance || limits->budget_us > 0 || limits->stop_after > 0;
    return run;
}

/* ---- The residual ------------------------------------------------------------------------------------------------ */

/* The residual with a v recomputed from lambda, free of the rounding errors that the sweeps accumulated. */
static md_residual measure_from_scratch(md_solver *solver)
{
    md_solver_refresh(solver);
    return md_residual_measure(solver);
}

/* The largest ratio of a residual to its tolerance: below 1 all tolerances are met. Infinite for NaN. */
static double tolerance_ratio(const md_limits *limits, const md_residual *residual)
{
    const double tolerances[] = {limits->tol, limits->tol_scaled, limits->tol_relative};
    const double residuals[] = {residual->absolute, residual->scaled, residual->relative};
    double largest = 0;
    for (int k = 0; k < 3; ++k) {
        if (tolerances[k] > 0 && !(residuals[k] / tolerances[k] <= largest)) {
            largest = isnan(residuals[k]) ? INFINITY : residuals[k] / tolerances[k];
        }
    }
    return largest;
}

static bool may_have_converged(const struct run *run)
{
    const bool learns = (run->iterations & (run->iterations - 1)) == 0; /* 0 and the powers of two */
    return run->has_tolerance && (learns || run->estimate <= MEASURE_WITHIN * run->estimate_at_tolerance);
}

static bool has_converged(struct run *run, md_residual *residual)
{
    double ratio = tolerance_ratio(run->limits, residual);
    if (ratio < 1) {
        *residual = measure_from_scratch(run->solver);
        ratio = tolerance_ratio(run->limits, residual);
    }
    run->estimate_at_tolerance = run->estimate / fmax(ratio, 1);
    return ratio < 1;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static bool has_reached_limit(const struct run *run, md_outcome *outcome)
{
    const md_limits *limits = run->limits;
    const bool stops = limits->stop_after > 0 && run->iterations >= limits->stop_after;
    if (stops || run->iterations >= run->max_iterations) {
        *outcome = MD_MAX_ITERATIONS;
        return true;
    }
    if (limits->budget_us > 0 && run->iterations > 0 &&
        (md_clock_seconds() - run->started) * 1e6 >= limits->budget_us) {
        *outcome = MD_TIME_BUDGET;
        return true;
    }
    return false;
}

/* Checks the stopping criteria before the first sweep and after each one. */
static bool has_ended(struct run *run, md_outcome *outcome)
{
    const md_limits *limits = run->limits;
    const bool observed = limits->observe != NULL && run->iterations % run->observe_every == 0;
    const bool checked = may_have_converged(run);
    if (checked || observed) {
        md_residual residual = md_residual_measure(run->solver);
        const bool converged = checked && has_converged(run, &residual);
        const md_progress progress = {run->iterations, md_clock_seconds() - run->started, residual};
        const bool continues = !observed || limits->observe(limits->observe_user, &progress);
        if (converged || !continues) {
            *outcome = converged ? MD_CONVERGED : MD_STOPPED;
            return true;
        }
    }
    return has_reached_limit(run, outcome);
}

static bool has_exploded(struct run *run)
{
    if (run->iterations <= FIRST_SWEEPS && run->estimate > run->usual_change) {
        run->usual_change = run->estimate;
    }
    return run->estimate > GROWTH_LIMIT * run->usual_change;
}

/* Uses four partial sums, which do not wait for each other. */
static double norm(const md_real *values, int32_t count)
{
    double sum[4] = {0, 0, 0, 0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int k = 0; k < 4; ++k) {
            sum[k] += (double)values[i + k] * (double)values[i + k];
        }
    }
    for (; i < count; ++i) {
        sum[0] += (double)values[i] * (double)values[i];
    }
    return sqrt((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

/* ---- The best iterate -------------------------------------------------------------------------------------------- */

static void keep_if_better(struct run *run)
{
    md_solver *solver = run->solver;
    if (!run->has_criteria) {
        return;
    }
    if (run->best_iteration == 0 || run->estimate <= BETTER * run->best_estimate) {
        const size_t size = (size_t)solver->m * sizeof(md_real);
        memcpy(solver->best_lambda.at, solver->lambda.at, size);
        memcpy(solver->best_y.at, solver->y.at, size);
        run->best_estimate = run->estimate;
        run->best_iteration = run->iterations;
    }
}

static void swap_reals(struct reals *a, struct reals *b)
{
    const struct reals kept = *a;
    *a = *b;
    *b = kept;
}

static void swap_with_best(md_solver *solver)
{
    swap_reals(&solver->lambda, &solver->best_lambda);
    swap_reals(&solver->y, &solver->best_y);
    solver->system.lambda = solver->lambda.at;
}

md_residual md_run_take_best(struct run *run, md_outcome outcome)
{
    md_solver *solver = run->solver;
    const md_residual last = measure_from_scratch(solver);
    const bool kept_seems_better = run->best_estimate < BETTER * run->estimate || outcome == MD_DIVERGED;
    if (outcome != MD_CONVERGED && run->best_iteration > 0 && kept_seems_better) {
        swap_with_best(solver);
        const md_residual best = measure_from_scratch(solver);
        if (best.scaled < last.scaled || !isfinite(last.scaled)) {
            return best;
        }
        swap_with_best(solver);
        run->best_iteration = run->iterations;
        return measure_from_scratch(solver);
    }
    run->best_iteration = run->iterations;
    return last;
}

/* ---- Sweeping ---------------------------------------------------------------------------------------------------- */

md_outcome md_run_sweep(struct run *run)
{
    md_solver *solver = run->solver;
    md_outcome outcome = MD_DIVERGED;
    run->usual_change = fmax(norm(solver->lambda.at, solver->m), solver->q_scaled_norm);
    while (!has_ended(run, &outcome)) {
        const struct sweep_report report = solver->family->sweep(solver);
        ++run->iterations;
        run->estimate = sqrt(report.change_squared);
        if (report.diverged || has_exploded(run)) {
            return MD_DIVERGED;
        }
        keep_if_better(run);
    }
    return outcome;
}
