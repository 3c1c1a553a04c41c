/* Running a scene of the paper, and measuring a solver on one LCP: how many sweeps it needs and how long they take. */
#ifndef MODULUS_REPRODUCE_MEASURE_H
#define MODULUS_REPRODUCE_MEASURE_H

#include "scene/scene.h"

/* ---- Whole runs: simulate.c ---------------------------------------------------------------------------------------- */

struct simulation {
    const char *scene;
    int32_t seed;
    int32_t circles;             /* 0: the scene's default */
    bool frictionless;           /* from the start */
    const char *solver;          /* of the velocity problem */
    const char *position_solver; /* of the position problem, with 10 sweeps per step */
    int64_t sweeps, steps;       /* sweeps per step */
    const md2_callbacks *callbacks;
    /** Called after each step; returns false to end the run. */
    bool (*after)(void *user, const struct scene *scene, int64_t step, const md_step_report *report);
    void *user;
};

/** Runs the simulation until its last step, or until `after` returns false. */
md_status simulate(const struct simulation *simulation, md_error *error);

/* ---- One LCP: measure.c -------------------------------------------------------------------------------------------- */

/** The result of a method. */
struct measured {
    int64_t sweeps;
    bool reached; /* the tolerance */
    md_residual residual;
    double seconds;         /* the minimum over the repeats; NaN if it was not timed */
    double prepare_seconds; /* the part of `seconds` before the first sweep */
};

/** The tolerances of a solve; at least one of them is set. */
struct goal {
    double tol, tol_relative; /* 0: none */
};

/** Writes the LCP of a step of one of the paper's scenes. The steps before it are solved by PGS with 10 sweeps per step,
 *  for velocities and for positions. Stacking has 150 circles without friction, as in Table 1, and 30 with friction. */
md_status measure_step(md_problem *problem, const char *scene, int32_t seed, int32_t step, bool friction,
                       md_error *error);

/** Counts the sweeps to a goal, at most `max_sweeps`. */
md_status measure_sweeps(const md_problem *problem, const md_solver_spec *spec, struct goal goal, int64_t max_sweeps,
                         struct measured *out, md_error *error);

/** Times exactly `sweeps` sweeps without checking the residual in between: the minimum over `repeats` runs, or more if
 *  the runs are short. */
md_status measure_seconds(const md_problem *problem, const md_solver_spec *spec, int64_t sweeps, int32_t repeats,
                          struct measured *out, md_error *error);

/** Finds the best fixed alpha of a grid: gamma alpha = 1, which is PGS and has been measured already, and 16 values from
 *  0.5 down to 0.0067, each 3/4 of the one before. A value is abandoned as soon as it needs more sweeps than the best so
 *  far. `gamma_alpha` is NaN if none reaches the goal. */
md_status measure_best_alpha(const md_problem *problem, struct goal goal, const struct measured *pgs,
                             double *gamma_alpha, struct measured *out, md_error *error);

/** AMGS with this gamma alpha and gamma = 2. */
md_solver_spec spec_of_gamma_alpha(double gamma_alpha);

#endif
