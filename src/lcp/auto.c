/* The policy of the method `auto`: which sweep method to use, by the number of sweeps that the limits allow.
 *
 * Many sweeps: PGS with Anderson acceleration (AMGS with gamma alpha = 1 is PGS). Few sweeps: AMGS with gamma alpha =
 * 0.5 from a warm start, PGS (gamma alpha = 1) from a cold one. docs/auto.md has the measurements.
 *
 * If a tolerance is given, and the sweeps will not meet it within their limit, `exact` goes on from where they are
 * (solve.c). Contacts with the laws disc and cone get there early: on the public problems Newton's method then is faster
 * (docs/exact.md). If the limit is too large to say anything, the sweeps give up when they have cost as much as `exact` is
 * expected to. Costs are counted, not timed, so that the result does not depend on the machine. Problems with patches stay
 * with sweeps: `exact` has no friction that several normals bound.
 */
#include "engine/step_limits.h"
#include "lcp/block_passes.h"
#include "lcp/exact/exact.h"
#include "lcp/problem.h"
#include "lcp/run.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

/* Fewer sweeps than this are not accelerated: they have little to learn from, and in scenes where they end far from a
 * solution, such as a pool of thousands of circles, extrapolation keeps the pool moving from step to step. */
#define MIN_SWEEPS 8
/* The same for large problems: sweeps per square root of the rows, which is the number of rows across a pile. */
#define MIN_SWEEPS_PER_ROOT 0.15
/* gamma alpha of few sweeps from a warm start, the best for an engine with 4 sweeps per step. From a cold start it
 * overshoots. */
#define WARM_GAMMA_ALPHA ((md_real)0.5)
#define COLD_GAMMA_ALPHA ((md_real)1)

/* Giving up. Games allow fewer sweeps than this, and stay with them. */
#define MIN_SWEEPS_TO_GIVE_UP 500
/* Sweeps after which contacts with discs and cones go on with `exact`, if a factorization is cheap and in any case; and
 * after which others are judged. Powers of two. */
#define FEW_SWEEPS_OF_CONES 32
#define SWEEPS_OF_CONES 64
#define SWEEPS_TO_JUDGE 512
/* A Newton step is cheap if this many cost no more than the sweeps so far. */
#define CHEAP_STEPS 0.5
/* Newton steps that sweeps may cost before `exact` goes on. On the frictionless public problems it takes 1 to 52. */
#define STEPS_OF_EXACT 15
/* A limit above this says nothing about the sweeps that a user can afford. */
#define LARGEST_MEANT_LIMIT 1000000

static bool any_impulse(const md_problem *problem)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        if (problem->lambda0.at[i] != 0) {
            return true;
        }
    }
    return false;
}

static bool starts_warm(const md_solver *solver)
{
    return md_ranks_any(solver->ranks, any_impulse(solver->problem));
}

void md_auto_choose(md_solver *solver, int64_t max_sweeps)
{
    md_solver_spec *spec = &solver->spec;
    if ((double)max_sweeps >= fmax(MIN_SWEEPS, MIN_SWEEPS_PER_ROOT * sqrt(solver->all_rows))) {
        spec->method = MD_PGS;
        spec->accelerate = MD_ACCELERATE_ANDERSON;
        return;
    }
    spec->method = MD_AMGS;
    spec->omega = MD_OMEGA_ALPHA_D;
    spec->alpha = (starts_warm(solver) ? WARM_GAMMA_ALPHA : COLD_GAMMA_ALPHA) / spec->gamma;
}

bool md_auto_may_give_up(const md_solver *solver, const md_problem *problem, const md_limits *limits)
{
    const int64_t sweeps = limits->max_iterations > 0 ? limits->max_iterations : MD_DEFAULT_MAX_ITERATIONS;
    return !solver->sweeps_only && md_limits_have_tolerance(limits) && limits->stop_after == 0 &&
           sweeps >= MIN_SWEEPS_TO_GIVE_UP && problem->m <= MD_MAX_ROWS_TO_FACTOR && problem->patch_count == 0 &&
           !problem->is_divided;
}

/* factor^count by squaring. Unlike pow it has the same bits on every machine. */
static double power(double factor, int64_t count)
{
    double product = 1;
    for (; count > 0; count /= 2, factor *= factor) {
        product *= count % 2 == 1 ? factor : 1;
    }
    return product;
}

/* True if the residual, `ratio` times its tolerance, will meet it within `sweeps` more: if each half as many sweeps as so
 * far lower it by the factor of the last half. */
static bool will_converge(const struct run *run, double ratio, int64_t sweeps)
{
    const double factor = run->learned_ratio / ratio;
    return factor > 1 && power(factor, sweeps / (run->iterations / 2)) > ratio;
}

/* True if the sweeps so far cost as much as a number of Newton steps. The analysis, which costs dozens of sweeps, is made
 * when it may be true. */
static bool have_cost(struct run *run, double steps)
{
    const int32_t rows = run->solver->rows;
    const double spent = (double)run->iterations * md_system_work_of_sweep(&run->solver->system, rows);
    if (spent < steps * MD_EXACT_WORK_OF_ROW * (double)rows) {
        return false;
    }
    if (run->work_of_step == 0) {
        run->work_of_step = md_exact_work_of_step(run->solver);
    }
    return spent >= steps * run->work_of_step;
}

bool md_auto_gives_up(struct run *run, double ratio)
{
    const int64_t done = run->iterations;
    if (run->solver->groups.any) {
        return done >= SWEEPS_OF_CONES ||
               (done >= FEW_SWEEPS_OF_CONES && !will_converge(run, ratio, done) && have_cost(run, CHEAP_STEPS));
    }
    return (done >= SWEEPS_TO_JUDGE && !will_converge(run, ratio, run->max_iterations - done)) ||
           (run->max_iterations > LARGEST_MEANT_LIMIT && have_cost(run, STEPS_OF_EXACT));
}
