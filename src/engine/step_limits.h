/* Stopping limits of a step: validity, sharing of the time budget, and the combined outcome of the solves. */
#ifndef MODULUS_ENGINE_STEP_LIMITS_H
#define MODULUS_ENGINE_STEP_LIMITS_H

#include <modulus/step_report.h>

#include "engine/def_check.h"

static inline bool md_limits_have_tolerance(const md_limits *limits)
{
    return limits->tol > 0 || limits->tol_scaled > 0 || limits->tol_relative > 0 || limits->tol_cone > 0;
}

/** Checks every number, as fields of `limits` in a definition. */
void md_check_limits(struct def_check *check, const md_limits *limits);
/** The same for the limits of a step, which has no tol_cone. */
void md_check_step_limits(struct def_check *check, const md_limits *limits);
/** Whether every number of the limits of a step is in range. */
bool md_step_limits_are_valid(const md_limits *limits);

/* Work that remains in a step at the start of the solve of a group. */
struct remaining_work {
    double spent;     /* s, solving in this step so far */
    int32_t substeps; /* this one and the following */
    int32_t bodies;   /* in this group and the following ones of the substep */
    int32_t in_group; /* bodies in this group */
};

/** Time budget of the solve of a group in microseconds, > 0. The remaining time is divided equally among substeps, and
 *  in a substep by the number of bodies among groups, so that the time that a solve does not use goes to the following
 *  ones. */
double md_limits_share_budget(double budget_us, const struct remaining_work *remaining);

/* When a solve counts as far from converged; see warn_factor and warn_relative in world2.h. */
struct warn_thresholds {
    double factor;   /* times the tolerance */
    double relative; /* relative residual, if there is no tolerance */
};

/** Whether a solve ended far from converged. */
bool md_is_far_from_converged(const struct warn_thresholds *warn, const md_limits *limits, const md_result *result);

/* The solves of one substep together. */
struct solve_tally {
    md_outcome outcome; /* the worst */
    bool has_tolerance, far_from_converged;
    int32_t solves;
    int64_t iterations;         /* the maximum */
    double absolute, scaled, q; /* sums of squares: the groups are independent parts of one problem */
    int32_t rows, bodies;
};

/** A tally of no solves. */
static inline struct solve_tally md_solve_tally_empty(void)
{
    return (struct solve_tally){.outcome = MD_CONVERGED};
}

/** Adds a solve of a problem with a number of bodies. */
void md_solve_tally_add(struct solve_tally *tally, const struct warn_thresholds *warn, const md_limits *limits,
                        const md_result *result, int32_t bodies);
/** Adds the solves of a substep to the report of the step. */
void md_step_report_add_solves(md_step_report *report, const struct solve_tally *tally);
/** Sets has_tolerance and converged after the last substep. A step without solves has the tolerance of the world's
 *  limits, and converges if there is one. */
void md_step_report_end_solves(md_step_report *report, const md_limits *limits);

#endif
