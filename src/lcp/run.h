/* Sweeping until a stopping criterion holds (tolerance, count, time budget, observer, divergence), and choosing which
 * iterate to return.
 *
 * Every sweep reports by how much it changed lambda, which estimates the scaled residual. A tolerance is measured only
 * when this estimate says that it may be met, and a solve counts as converged only by the true residual, of a
 * recomputed v. The estimate also decides which iterate to keep: a solve that ends at its budget, or without meeting
 * its tolerance, returns the best one.
 *
 * All of this depends on the sweeps only, not on time or the observer: the same number of sweeps gives the same bits.
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
    bool has_criteria;   /* a tolerance or a budget: the best iterate is returned, not simply the last */
    double usual_change; /* the largest of: the first sweeps, || lambda ||, || D^-1 q || */

    double estimate;              /* of the scaled residual: the change of lambda in the last sweep */
    double estimate_at_tolerance; /* the estimate at which the tolerance would be met, by the last measurement */
    double best_estimate;         /* of the iterate that is kept */
    int64_t best_iteration;       /* sweeps after which it was reached */
};

struct run md_run_begin(md_solver *solver, const md_limits *limits);
md_outcome md_run_sweep(struct run *run);
/** Leaves the iterate to return in the solver, with its v: the last or the best. Returns its true residual. */
md_residual md_run_take_best(struct run *run, md_outcome outcome);
/** result.c: fills the result except for the residual and prepare_seconds. */
md_status md_run_report(struct run *run, md_outcome outcome, md_result *result);

#endif
