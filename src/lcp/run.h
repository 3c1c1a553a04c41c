/* Sweeping until a limit: a tolerance, a count, a budget of time, the observer, divergence; and which iterate is returned.
 *
 * Every sweep tells by how much it changed lambda, which is about the scaled residual. A tolerance is measured only where
 * this estimate says that it may be met, and what is believed in the end is the true residual, of a v made anew. The
 * estimate also tells which iterate to keep: a solve that ends at its budget, or without having met its tolerance, returns the
 * best one.
 *
 * All of this depends on sweeps only, not on time or on who observes: the same count of sweeps gives the same bits.
 */
#ifndef MODULUS_LCP_RUN_H
#define MODULUS_LCP_RUN_H

#include <modulus/lcp.h>

struct run {
    md_solver *solver;
    const md_limits *limits;
    double started;
    int64_t iterations, max_iterations, observe_every;
    bool has_tolerance;
    bool has_criteria;   /* a tolerance or a budget, not a count of sweeps alone, which is taken at its word */
    double usual_change; /* the largest sweep among the first, and the size of lambda and D^-1 q */

    double estimate;              /* of the scaled residual: the change of lambda in the last sweep */
    double estimate_at_tolerance; /* the estimate at which the tolerance would be met, by the last measurement */
    double best_estimate;         /* of the iterate that is kept */
    int64_t best_iteration;       /* sweeps after which it was so */
};

struct run md_run_begin(md_solver *solver, const md_limits *limits);
md_outcome md_run_sweep(struct run *run);
/** Leaves the iterate to return in the solver, with its v: the last, or the one that was kept. Its true residual. */
md_residual md_run_take_best(struct run *run, md_outcome outcome);

#endif
