/* The method `exact`: sweeps, then Newton's method on a smoothed equation, then on the equation itself.
 *
 * exact.c runs the phases in this order and ends with the first that meets the tolerance. Newton's method works in
 * double. Every iterate is projected onto its bounds, rounded to md_real and measured like those of the sweeps; the best
 * one is the result.
 */
#ifndef MODULUS_EXACT_EXACT_H
#define MODULUS_EXACT_EXACT_H

#include "lcp/exact/lemke.h"
#include "lcp/exact/newton.h"

struct run;

struct exact {
    struct exact_problem problem;
    struct newton newton;
    struct lemke lemke;
    struct doubles dense; /* A for Lemke's method */
    /** The iterate; where Newton's method started; the last point at which a phase was successful; the center of the proximal term. */
    double *lambda, *first, *safe, *center;
    /** The proximal term per epsilon, see md_exact_easing. */
    double proximal;
    /** Of the curve: its tangent, d lambda / d log epsilon, a point on the tangent; a point of it, and its center. */
    double *tangent, *slope, *predicted, *start, *path_center;
    struct doubles storage;
    /** `problem` and `newton` are prepared for the problem that is being solved (work.c). */
    bool is_analyzed;
    /** The solve. */
    struct run *run;
    md_outcome outcome;
    bool has_ended;
    /** lambda solves the equation up to rounding errors: there is nothing left to do. */
    bool is_solved;
    /** Factorizations until the residual last fell by a half, and this residual; when the phase started. */
    int64_t last_progress, phase_start;
    double residual_then;
};

/** Phases: run from lambda on, and return true if the solve has ended. */
bool md_exact_nonsmooth(struct exact *exact);    /* nonsmooth.c */
bool md_exact_smoothing(struct exact *exact);    /* smoothing.c */
bool md_exact_continuation(struct exact *exact); /* smoothing.c, along the curve of continuation.c */
bool md_exact_proximal(struct exact *exact);     /* proximal.c */
bool md_exact_wander(struct exact *exact);       /* wandering.c */

/** True if a limit was reached, the tolerance was met, lambda cannot be improved, or memory ran out. */
bool md_exact_has_ended(const struct exact *exact);
/** True if the residual did not fall by a half in the last factorizations of the phase, as many as given. */
bool md_exact_is_stuck(const struct exact *exact, int64_t factorizations);

/** The equation for an epsilon. */
struct easing md_exact_easing(const struct exact *exact, double epsilon);

/** A point of the curve of solutions; lambda and `tangent` of the solver belong to it. */
struct path {
    double epsilon;
    double tangent; /* of log epsilon */
    double length;  /* of the next step */
    bool is_sharp;  /* it has been corrected as far as possible */
};

/** continuation.c: finds a point of the curve from lambda on; false if there is none. */
bool md_exact_find_path(struct exact *exact, struct path *path, double epsilon);
/** Makes a step along the curve, or makes the next one shorter. False if the solve has ended, or the curve is lost. */
bool md_exact_follow_path(struct exact *exact, struct path *path);

/** The exact solver of a solver, created when it is first used; NULL if there is no memory. */
struct exact *md_exact_of(md_solver *solver);

/** The part of the work of a Newton step that is proportional to the rows. */
#define MD_EXACT_WORK_OF_ROW 333.0
/** work.c: analyzes the problem as it was given, for the solve that may follow, and estimates the work of a Newton step, in
 *  multiplications of a sweep. Infinite if the analysis fails. */
double md_exact_work_of_step(md_solver *solver);

void md_exact_free(struct exact *exact, const md_allocator *allocator);

#endif
