#include "reproduce/measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "generate/generate.h"

md_solver_spec spec_of_gamma_alpha(double gamma_alpha)
{
    md_solver_spec spec = md_solver_spec_of(MD_AMGS);
    spec.alpha = (md_real)(gamma_alpha / (double)spec.gamma);
    return spec;
}

md_status measure_step(md_problem *problem, const char *scene, int32_t seed, int32_t step, bool friction,
                       md_error *error)
{
    char text[160];
    const bool tall = !friction && strcmp(scene, "stacking") == 0;
    snprintf(text, sizeof text, "%s:step=%d,seed=%d,friction=%s%s", scene, (int)step, (int)seed, friction ? "0.1" : "0",
             tall ? ",circles=150" : "");
    return generate_problem(problem, text, error);
}

/* In a room of its own, so that no method finds another's memory warm. */
static md_status solve(const md_problem *problem, const md_solver_spec *spec, const md_limits *limits,
                       struct measured *out, md_error *error)
{
    md_solver *solver = md_solver_create(NULL);
    md_result result;
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

md_status measure_sweeps(const md_problem *problem, const md_solver_spec *spec, struct goal goal, int64_t most,
                         struct measured *out, md_error *error)
{
    const md_limits limits = {.tol = goal.tol, .tol_relative = goal.tol_relative, .max_iterations = most};
    const md_status status = solve(problem, spec, &limits, out, error);
    out->seconds = (double)NAN; /* it has looked at the residual after every sweep */
    return status;
}

md_status measure_seconds(const md_problem *problem, const md_solver_spec *spec, int64_t sweeps, int32_t repeats,
                          struct measured *out, md_error *error)
{
    const md_limits limits = {.max_iterations = sweeps > 0 ? sweeps : 1};
    md_status status = solve(problem, spec, &limits, out, error);
    for (int32_t i = 1; status == MD_OK && i < repeats; ++i) {
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
    *gamma_alpha = 1;
    for (double candidate = 0.5; candidate > 0.006; candidate *= 0.75) {
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
