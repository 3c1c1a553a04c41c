/** @file
 * The report of a step and the running statistics of a world: how well its problems were solved, and where the time
 * went.
 *
 * These types have no dimension: a step of a world fills an md_step_report, and the world adds each report to its
 * md_statistics.
 */
#ifndef MODULUS_STEP_REPORT_H
#define MODULUS_STEP_REPORT_H

#include <modulus/lcp.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Wall-clock seconds of each phase of a step. */
typedef struct md_step_seconds {
    double islands;   /**< building islands, falling asleep */
    double assemble;  /**< forces, and constraint assembly of the velocity problems */
    double solve;     /**< solving the velocity problems */
    double position;  /**< position correction: assembly and solve of the position problems */
    double integrate; /**< continuous collision, and integration of positions */
    double collide;   /**< broad phase and narrow phase */
    double total;     /**< the whole step, including the little that is in no other phase */
} md_step_seconds;

/** Results of one step. */
typedef struct md_step_report {
    /** The worst outcome of the velocity solves of the step. From best to worst: converged, max_iterations, stopped,
     *  time_budget, diverged. */
    md_outcome outcome;
    bool has_tolerance;      /**< a solve had a tolerance; in a step without solves: the world has one */
    bool converged;          /**< every solve met its tolerance; false without a tolerance */
    bool far_from_converged; /**< a solve ended far from converged; see warn_factor of the world */
    int32_t solves;          /**< velocity problems solved */
    int64_t iterations;      /**< sweeps, summed over the substeps; with separate islands, the maximum of the islands */
    /** Recomputed from the last iterate. The maximum over the substeps; separate islands count as one problem. */
    md_residual residual;
    int32_t rows, bodies;     /**< size of the velocity problem of the last substep */
    int32_t contacts;         /**< pairs of shapes that touch or are within the speculative margin */
    int32_t contact_points;   /**< points of these contacts */
    int32_t islands;          /**< groups of awake bodies that are coupled by contacts or joints */
    int32_t awake_bodies;     /**< dynamic bodies that are awake */
    md_real penetration_max;  /**< m, measured at the positions after the step */
    md_real penetration_mean; /**< m, mean over the points that overlap */
    double kinetic_energy;    /**< J, of the awake bodies after the step */
    md_step_seconds seconds;  /**< time per phase */
} md_step_report;

/** The largest value of a quantity so far. */
typedef struct md_worst {
    double value; /**< 0: none so far */
    int64_t step; /**< number of the step, counted from 1; 0: none so far */
} md_worst;

/** The reports of many steps together. A step counts in at most one of steps_converged, steps_at_max_iterations,
 *  steps_at_time_budget and steps_diverged; the others had nothing to solve and no tolerance, or an observer stopped
 *  them. */
typedef struct md_statistics {
    int64_t steps;                    /**< steps; steps that failed with an error do not count */
    int64_t solves;                   /**< velocity problems solved */
    int64_t sweeps;                   /**< sum of the iterations of the reports */
    int64_t steps_with_tolerance;     /**< steps whose report has a tolerance */
    int64_t steps_converged;          /**< steps in which every solve met its tolerance */
    int64_t steps_at_max_iterations;  /**< steps whose worst outcome is the iteration limit */
    int64_t steps_at_time_budget;     /**< steps whose worst outcome is the time budget */
    int64_t steps_diverged;           /**< steps in which a solve diverged */
    int64_t steps_far_from_converged; /**< steps that ended far from converged, diverged ones included */
    md_worst absolute;                /**< absolute residual */
    md_worst scaled;                  /**< scaled residual */
    md_worst relative;                /**< relative residual */
    md_worst penetration;             /**< m */
    int64_t steps_measured;           /**< steps with a finite relative residual above 0 */
    double mean_log10;       /**< mean of log10(relative residual) over steps_measured; MD_REAL_EPSILON at least */
    md_step_seconds seconds; /**< time per phase, summed */
} md_statistics;

#ifdef __cplusplus
}
#endif

#endif
