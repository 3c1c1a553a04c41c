/* Sweeping until a stopping criterion holds (tolerance, count, time budget, observer, divergence), and choosing which
 * iterate to return.
 *
 * Every sweep reports by how much it changed lambda, which estimates the scaled residual. A tolerance is measured only
 * when this estimate says that it may be met, and a solve counts as converged only by the true residual, of a
 * recomputed v. If measurements show that the estimate is unreliable, the tolerance is also measured in intervals of
 * 2 % of the sweeps, so that a solve stops within 2 % of the sweep that first meets it. The estimate also decides which
 * iterate to keep: a solve that ends at its budget, or without meeting its tolerance, returns the best one.
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
    double measured_estimate;     /* the estimate at the last measurement */
    int64_t measured_at;          /* sweeps at the last measurement */
    int64_t soonest, latest;      /* when to measure next, if the estimate asks for it; if it cannot be relied on */
    bool may_give_up;             /* auto: another method goes on if these sweeps will not meet the tolerance */
    bool gave_up;
    double learned_ratio; /* residual over tolerance, at the last power of two */
    double work_of_step;  /* auto: of a Newton step of `exact`; 0 until it is estimated */
    bool has_final;       /* `final` is the residual of lambda as it is, and needs not be measured again */
    md_residual final;
    bool misled;            /* measurements have shown that the estimate cannot be relied on */
    bool measures_steps;    /* steps, not sweeps: every iterate is measured, and estimates are residuals */
    md_status status;       /* MD_OK, or why the method could not go on: no memory */
    double best_estimate;   /* of the iterate that is kept */
    int64_t best_iteration; /* sweeps after which it was reached */
};

struct run md_run_begin(md_solver *solver, const md_limits *limits);
md_outcome md_run_sweep(struct run *run);

/** For a method that measures the residual after every step of its own. Starts with the lambda of the solver. */
void md_run_start_steps(struct run *run);
/** Counts a step, measures the lambda of the solver, and keeps it if it is the best. True if the solve has ended. */
bool md_run_count_step(struct run *run, md_outcome *outcome);
/** Measures the lambda of the solver, and keeps it if it is the best. */
md_residual md_run_keep_if_best(struct run *run);
/** True if the number of iterations or the time is used up. */
bool md_run_has_reached_limit(const struct run *run, md_outcome *outcome);

/** Leaves the iterate to return in the solver, with its v: the last or the best. Returns its true residual. */
md_residual md_run_take_best(struct run *run, md_outcome outcome);
/** result.c: fills the result except for the residual and prepare_seconds. */
md_status md_run_report(struct run *run, md_outcome outcome, md_result *result);

#endif
