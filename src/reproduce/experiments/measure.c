#include "reproduce/experiments/measure.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"

#define MAX_REPEATS 30
#define REPEAT_SECONDS 0.03
#define GRID 16 /* values of gamma alpha, down to 0.0067 */

md_solver_spec spec_of_gamma_alpha(double gamma_alpha)
{
    md_solver_spec spec = md_solver_spec_of(MD_AMGS);
    spec.alpha = (md_real)(gamma_alpha / (double)spec.gamma);
    return spec;
}

/* Copies the LCP of the last step. */
struct capture {
    md_problem *problem;
    int64_t step;
    bool is_due; /* the next solve is the one to copy */
    md_status status;
};

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct capture *capture = user;
    (void)substep;
    (void)result;
    if (capture->is_due && md_problem_rows(problem) > 0) {
        capture->status = md_problem_copy(capture->problem, problem);
    }
}

static bool after_step(void *user, const struct scene *scene, int64_t step, const md_step_report *report)
{
    struct capture *capture = user;
    (void)scene;
    (void)report;
    capture->is_due = step + 1 == capture->step;
    return true;
}

md_status measure_step(md_problem *problem, const char *scene, int32_t seed, int32_t step, bool friction,
                       md_error *error)
{
    struct capture capture = {.problem = problem, .step = step, .status = MD_ERROR_PROBLEM};
    const md2_callbacks callbacks = {.user = &capture, .solved = on_solved};
    const struct simulation simulation = {.scene = scene,
                                          .seed = seed,
                                          .circles = !friction && strcmp(scene, "stacking") == 0 ? 150 : 0,
                                          .frictionless = !friction,
                                          .solver = "pgs",
                                          .position_solver = "pgs",
                                          .sweeps = 10,
                                          .steps = step,
                                          .callbacks = &callbacks,
                                          .after = after_step,
                                          .user = &capture};
    const md_status status = simulate(&simulation, error);
    if (status == MD_OK && capture.status != MD_OK) {
        return md_fail(error, capture.status, "%s, placement %d: step %d has no contacts", scene, (int)seed, (int)step);
    }
    return status;
}

/* Uses a new solver for each solve, so that no method profits from memory that another one has touched. */
static md_status solve(const md_problem *problem, const md_solver_spec *spec, const md_limits *limits,
                       struct measured *out, md_error *error)
{
    md_solver *solver = md_solver_create(NULL);
    md_result result;
    *out = (struct measured){0};
    if (solver == NULL) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    const md_status status = md_solver_solve(solver, spec, problem, limits, &result, error);
    if (status == MD_OK) {
        *out = (struct measured){.sweeps = result.iterations,
                                 .reached = result.outcome == MD_CONVERGED,
                                 .residual = result.residual,
                                 .seconds = result.seconds,
                                 .prepare_seconds = result.prepare_seconds};
    }
    md_solver_destroy(solver);
    return status;
}

md_status measure_sweeps(const md_problem *problem, const md_solver_spec *spec, struct goal goal, int64_t max_sweeps,
                         struct measured *out, md_error *error)
{
    const md_limits limits = {.tol = goal.tol, .tol_relative = goal.tol_relative, .max_iterations = max_sweeps};
    const md_status status = solve(problem, spec, &limits, out, error);
    out->seconds = (double)NAN; /* not comparable: the residual was checked after every sweep */
    return status;
}

/* Short runs vary most, so they are repeated for at least REPEAT_SECONDS. */
static bool is_short(double started, int32_t runs)
{
    return runs < MAX_REPEATS && md_clock_seconds() - started < REPEAT_SECONDS;
}

md_status measure_seconds(const md_problem *problem, const md_solver_spec *spec, int64_t sweeps, int32_t repeats,
                          struct measured *out, md_error *error)
{
    const md_limits limits = {.max_iterations = sweeps > 0 ? sweeps : 1};
    const double started = md_clock_seconds();
    md_status status = solve(problem, spec, &limits, out, error);
    for (int32_t i = 1; status == MD_OK && (i < repeats || is_short(started, i)); ++i) {
        struct measured again;
        status = solve(problem, spec, &limits, &again, error);
        if (status == MD_OK && again.seconds < out->seconds) {
            *out = again;
        }
    }
    return status;
}

md_status measure_best_alpha(const md_problem *problem, struct goal goal, const struct measured *pgs,
                             double *gamma_alpha, struct measured *out, md_error *error)
{
    *out = *pgs;
    *gamma_alpha = pgs->reached ? 1 : (double)NAN;
    double candidate = 0.5;
    for (int i = 0; i < GRID; ++i, candidate *= 0.75) {
        const md_solver_spec spec = spec_of_gamma_alpha(candidate);
        struct measured run;
        const md_status status = measure_sweeps(problem, &spec, goal, out->sweeps > 0 ? out->sweeps : 1, &run, error);
        if (status != MD_OK) {
            return status;
        }
        if (run.reached && (!out->reached || run.sweeps < out->sweeps)) {
            *out = run;
            *gamma_alpha = candidate;
        }
    }
    return MD_OK;
}
