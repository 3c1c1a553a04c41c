/* The policy of the method `auto`: which sweep method to use, by the number of sweeps that the limits allow.
 *
 * Many sweeps: PGS with Anderson acceleration (AMGS with gamma alpha = 1 is PGS). Few sweeps: AMGS with gamma alpha =
 * 0.5 from a warm start, PGS (gamma alpha = 1) from a cold one. docs/auto.md has the measurements.
 */
#include "lcp/solver.h"

/* Fewer sweeps than this are not accelerated: they have little to learn from, and in scenes where they end far from a
 * solution, such as a pool of thousands of circles, extrapolation keeps the pool moving from step to step. */
#define MIN_SWEEPS 8
/* The same for large problems: sweeps per square root of the rows, which is the number of rows across a pile. */
#define MIN_SWEEPS_PER_ROOT 0.15
/* gamma alpha of few sweeps from a warm start, the best for an engine with 4 sweeps per step. From a cold start it
 * overshoots. */
#define WARM_GAMMA_ALPHA ((md_real)0.5)
#define COLD_GAMMA_ALPHA ((md_real)1)

static bool starts_warm(const md_problem *problem)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        if (problem->lambda0.at[i] != 0) {
            return true;
        }
    }
    return false;
}

void md_auto_choose(md_solver *solver, int64_t max_sweeps)
{
    md_solver_spec *spec = &solver->spec;
    if ((double)max_sweeps >= fmax(MIN_SWEEPS, MIN_SWEEPS_PER_ROOT * sqrt((double)solver->rows))) {
        spec->method = MD_PGS;
        spec->accelerate = MD_ACCELERATE_ANDERSON;
        return;
    }
    spec->method = MD_AMGS;
    spec->omega = MD_OMEGA_ALPHA_D;
    spec->alpha = (starts_warm(solver->problem) ? WARM_GAMMA_ALPHA : COLD_GAMMA_ALPHA) / spec->gamma;
}
