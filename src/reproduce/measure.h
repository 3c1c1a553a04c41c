/* Measuring a solver on one LCP: how many sweeps it needs, and how long they take. */
#ifndef MODULUS_REPRODUCE_MEASURE_H
#define MODULUS_REPRODUCE_MEASURE_H

#include <modulus/modulus.h>

/** What a method came to. */
struct measured {
    int64_t sweeps;
    bool reached; /* the tolerance */
    md_residual residual;
    double seconds;         /* the least of the repeats; NaN where it was not timed */
    double prepare_seconds; /* of these, before the first sweep */
};

/** Which residual must be below what. */
struct goal {
    double tol, tol_relative; /* 0: none */
};

/** The LCP of a step of a paper's scene, PGS with 10 sweeps a step before it, for velocities and for overlap. Stacking has 150 circles without friction,
 *  as in Table 1, and 30 with it. */
md_status measure_step(md_problem *problem, const char *scene, int32_t seed, int32_t step, bool friction,
                       md_error *error);

/** Sweeps to a goal, at most `most`. */
md_status measure_sweeps(const md_problem *problem, const md_solver_spec *spec, struct goal goal, int64_t most,
                         struct measured *out, md_error *error);

/** The least time of `repeats` runs, of short ones more, of exactly so many sweeps, without looking at the residual in between. */
md_status measure_seconds(const md_problem *problem, const md_solver_spec *spec, int64_t sweeps, int32_t repeats,
                          struct measured *out, md_error *error);

/** The best fixed alpha of a grid: gamma alpha 1, which is PGS and has been measured, then from 0.5 down to 0.0067, a
 *  quarter less each time. What is worse than the best so far is given up as soon as that is known.
 *  `gamma_alpha` is NaN where none reaches the goal. */
md_status measure_best_alpha(const md_problem *problem, struct goal goal, const struct measured *pgs,
                             double *gamma_alpha, struct measured *out, md_error *error);

/** AMGS with this gamma alpha, at gamma 2. */
md_solver_spec spec_of_gamma_alpha(double gamma_alpha);

#endif
