#include "lcp/run.h"

#include <string.h>

#include "base/clock.h"
#include "engine/step_limits.h"
#include "lcp/block_passes.h"
#include "lcp/solver.h"

/* A solve diverges if a sweep changes lambda by this many times the usual change: no convergent iteration does. */
#define GROWTH_LIMIT 1e10
#define FIRST_SWEEPS 10
/* The residual is measured when the estimate says that it is at most this many times the tolerance; and after 1, 2, 4,
 * 8, ... sweeps, to learn how the estimate relates to the residual. */
#define MEASURE_WITHIN 2.0
/* The estimate is unreliable if its ratio to the residual changes by more than this factor between measurements. */
#define STEADY 1.5
/* A solve stops at most one part in this many sweeps, rounded up, after the sweep that meets the tolerance. */
#define LATE_PART 50
/* Part of the predicted number of sweeps to the tolerance after which to measure again. */
#define NEXT_PART 0.5
/* An iterate replaces the best one if its estimate is at most this part of the best one's. */
#define BETTER 0.5

struct run md_run_begin(md_solver *solver, const md_limits *limits)
{
    struct run run = {.solver = solver, .limits = limits, .started = md_clock_seconds()};
    run.max_iterations = limits->max_iterations > 0 ? limits->max_iterations : MD_DEFAULT_MAX_ITERATIONS;
    run.observe_every = limits->observe_every > 0 ? limits->observe_every : 1;
    run.has_tolerance = md_limits_have_tolerance(limits);
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
    const double tolerances[] = {limits->tol, limits->tol_scaled, limits->tol_relative, limits->tol_cone};
    const double residuals[] = {residual->absolute, residual->scaled, residual->relative, residual->cone};
    double largest = 0;
    for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances; ++k) {
        if (tolerances[k] > 0 && !(residuals[k] / tolerances[k] <= largest)) {
            largest = isnan(residuals[k]) ? INFINITY : residuals[k] / tolerances[k];
        }
    }
    return largest;
}

static bool is_power_of_two(int64_t iterations)
{
    return (iterations & (iterations - 1)) == 0; /* or 0 */
}

static bool may_have_converged(const struct run *run)
{
    const bool learns = is_power_of_two(run->iterations);
    const bool seems_met = run->estimate <= run->estimate_at_tolerance;
    const bool seems_near = run->estimate <= MEASURE_WITHIN * run->estimate_at_tolerance;
    return run->has_tolerance && (learns || seems_met || (seems_near && run->iterations >= run->soonest) ||
                                  (run->misled && run->iterations >= run->latest));
}

/* Decides when to measure again, by the estimates at the last measurement and at this one, which was not below the
 * tolerance. Estimates fall ever more slowly, so that the line through the two meets the tolerance too early. */
static void plan_next_measurement(struct run *run, double estimate_at_tolerance)
{
    const double known = run->estimate_at_tolerance;
    const double steps = (double)(run->iterations - run->measured_at);
    const double slope = run->measured_estimate - run->estimate; /* in `steps` sweeps */
    const int64_t next = run->iterations + 1;
    run->misled = run->misled ||
                  (known > 0 && !(estimate_at_tolerance <= STEADY * known && estimate_at_tolerance >= known / STEADY));
    run->latest = next + (next + LATE_PART - 1) / LATE_PART;
    run->soonest = run->latest;
    if (slope > 0) {
        const double sweeps = NEXT_PART * steps * (run->estimate - estimate_at_tolerance) / slope;
        run->soonest = run->iterations + (int64_t)fmin(fmax(sweeps, 1), (double)(run->latest - run->iterations));
    }
    run->estimate_at_tolerance = estimate_at_tolerance;
    run->measured_estimate = run->estimate;
    run->measured_at = run->iterations;
}

static bool has_converged(struct run *run, md_residual *residual)
{
    double ratio = tolerance_ratio(run->limits, residual);
    if (ratio < 1 && md_form_carries_v(run->solver->spec.form)) {
        *residual = measure_from_scratch(run->solver);
        ratio = tolerance_ratio(run->limits, residual);
    }
    if (ratio < 1) {
        run->has_final = true;
        run->final = *residual;
        return true;
    }
    plan_next_measurement(run, run->estimate / ratio);
    if (is_power_of_two(run->iterations)) {
        run->gave_up = run->may_give_up && md_auto_gives_up(run, ratio);
        run->learned_ratio = ratio;
    }
    return false;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

bool md_run_has_reached_limit(const struct run *run, md_outcome *outcome)
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
        const bool stops = observed && !limits->observe(limits->observe_user, &progress);
        const bool any_stops = observed && md_ranks_any(run->solver->ranks, stops);
        if (converged || any_stops) {
            *outcome = converged ? MD_CONVERGED : MD_STOPPED;
            return true;
        }
    }
    if (run->gave_up) {
        *outcome = MD_MAX_ITERATIONS;
        return true;
    }
    return md_run_has_reached_limit(run, outcome);
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

static double norm_of_lambda(md_solver *solver)
{
    if (solver->blocks == NULL || !solver->problem->is_divided) {
        return norm(solver->lambda.at, solver->m);
    }
    const double of_scalar_rows = norm(solver->lambda.at, solver->system.m);
    return sqrt(of_scalar_rows * of_scalar_rows + md_blocks_lambda_squared(solver));
}

/* ---- The best iterate -------------------------------------------------------------------------------------------- */

static void keep_if_better(struct run *run)
{
    md_solver *solver = run->solver;
    if (!run->has_criteria || run->measures_steps) {
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
    const md_residual last = run->has_final ? run->final : measure_from_scratch(solver);
    const double better = run->measures_steps ? 1 : BETTER;
    const bool kept_seems_better = run->best_estimate < better * run->estimate || outcome == MD_DIVERGED;
    const bool has_kept = run->best_iteration > 0 || run->measures_steps;
    if (outcome != MD_CONVERGED && has_kept && kept_seems_better) {
        swap_with_best(solver);
        const md_residual best = measure_from_scratch(solver);
        if (run->measures_steps || best.scaled < last.scaled || !isfinite(last.scaled)) {
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
    run->usual_change = fmax(norm_of_lambda(solver), solver->q_scaled_norm);
    while (!has_ended(run, &outcome)) {
        if (run->iterations > 0 && solver->family->complete != NULL) {
            run->status = solver->family->complete(solver);
        }
        if (run->status != MD_OK) {
            return MD_STALLED;
        }
        solver->is_at_zero = false;
        const struct sweep_report report = solver->family->sweep(solver);
        ++run->iterations;
        run->estimate = sqrt(report.change_squared);
        run->status = md_ranks_status(solver->ranks);
        if (run->status != MD_OK) {
            return MD_STALLED;
        }
        if (report.diverged || has_exploded(run)) {
            return MD_DIVERGED;
        }
        keep_if_better(run);
    }
    return outcome;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* Without a tolerance, the relative residual decides which iterate is the best. A residual smaller than the rounding error
 * of lambda counts as this error: in lambda - (lambda - w) a large lambda hides w, and a problem without a solution
 * would seem to have one at infinity. */
static double merit_of(const struct run *run, const md_residual *residual)
{
    const double rounding = (double)MD_REAL_EPSILON * norm(run->solver->lambda.at, run->solver->m);
    const double scale = run->solver->q_scaled_norm > 0 ? 1 / run->solver->q_scaled_norm : 1;
    const md_residual least = {.absolute = residual->absolute + rounding,
                               .scaled = residual->scaled + rounding,
                               .relative = residual->relative + rounding * scale,
                               .cone = residual->cone};
    const double merit = run->has_tolerance ? tolerance_ratio(run->limits, &least) : least.relative;
    return isnan(merit) ? INFINITY : merit;
}

static void keep_step(struct run *run)
{
    md_solver *solver = run->solver;
    memcpy(solver->best_lambda.at, solver->lambda.at, (size_t)solver->m * sizeof(md_real));
    memcpy(solver->best_y.at, solver->lambda.at, (size_t)solver->m * sizeof(md_real));
    run->best_estimate = run->estimate;
    run->best_iteration = run->iterations;
}

void md_run_start_steps(struct run *run)
{
    const md_residual residual = measure_from_scratch(run->solver);
    run->measures_steps = true;
    run->estimate = merit_of(run, &residual);
    keep_step(run);
}

/* A step beyond all bounds is not taken: lambda becomes the best one again. */
static void undo_unbounded_step(md_solver *solver)
{
    for (int32_t i = 0; i < solver->m; ++i) {
        if (!is_bounded(solver->lambda.at[i])) {
            memcpy(solver->lambda.at, solver->best_lambda.at, (size_t)solver->m * sizeof(md_real));
            return;
        }
    }
}

md_residual md_run_keep_if_best(struct run *run)
{
    undo_unbounded_step(run->solver);
    const md_residual residual = measure_from_scratch(run->solver);
    run->estimate = merit_of(run, &residual);
    if (run->estimate < run->best_estimate) {
        keep_step(run);
    }
    return residual;
}

bool md_run_count_step(struct run *run, md_outcome *outcome)
{
    const md_limits *limits = run->limits;
    ++run->iterations;
    const md_residual residual = md_run_keep_if_best(run);
    if (limits->observe != NULL && run->iterations % run->observe_every == 0) {
        const md_progress progress = {run->iterations, md_clock_seconds() - run->started, residual};
        if (!limits->observe(limits->observe_user, &progress)) {
            *outcome = MD_STOPPED;
            return true;
        }
    }
    if (run->has_tolerance && run->estimate < 1) {
        *outcome = MD_CONVERGED;
        return true;
    }
    return md_run_has_reached_limit(run, outcome);
}
