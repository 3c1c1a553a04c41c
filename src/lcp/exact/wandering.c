/* The last resort: relaxed sweeps, interrupted by proximal Newton steps.
 *
 * When friction is large, sweeps may change contacts between sticking and sliding for a long time without converging, and
 * come near a solution by chance. Newton's method notices: from there it converges in a few steps. The sweeps are those
 * of psor, from the warm start on, so that no problem is left unsolved that psor solves with the same number of sweeps.
 */
#include <string.h>

#include "lcp/exact/exact.h"
#include "lcp/run.h"
#include "lcp/solver.h"

/* Sweeps before Newton's method is tried again. */
#define SWEEPS 1000
#define RELAX ((md_real)1.2)

/* Sweeps, and keeps the last iterate if it is the best. True if the solve has ended. */
static bool sweep(struct exact *exact)
{
    struct run *run = exact->run;
    const int64_t most = run->max_iterations;
    run->max_iterations = run->iterations + SWEEPS < most ? run->iterations + SWEEPS : most;
    exact->outcome = md_run_sweep(run);
    run->max_iterations = most;
    exact->has_ended = exact->outcome != MD_MAX_ITERATIONS || md_run_has_reached_limit(run, &exact->outcome);
    if (exact->outcome == MD_DIVERGED) {
        exact->outcome = MD_STALLED; /* the best iterate is returned, which is not that of these sweeps */
    } else if (exact->outcome != MD_CONVERGED) {
        md_run_keep_if_best(run);
    }
    return exact->has_ended;
}

bool md_exact_wander(struct exact *exact)
{
    md_solver *solver = exact->run->solver;
    md_real *lambda = solver->lambda.at;
    solver->spec.accelerate = MD_ACCELERATE_NONE;
    solver->spec.relax = RELAX;
    exact->newton.status = md_amgs_family.prepare(solver);
    if (exact->newton.status == MD_OK) {
        md_solver_start(solver);
    }
    while (!md_exact_has_ended(exact) && !sweep(exact)) {
        for (int32_t i = 0; i < solver->m; ++i) {
            exact->lambda[i] = exact->start[i] = (double)lambda[i];
        }
        exact->phase_start = exact->newton.factorizations;
        if (md_exact_proximal(exact)) {
            break;
        }
        for (int32_t i = 0; i < solver->m; ++i) {
            lambda[i] = (md_real)exact->start[i];
        }
    }
    return md_exact_has_ended(exact);
}
