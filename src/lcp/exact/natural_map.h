/* The equation that the exact solver solves, and its derivative.
 *
 * lambda solves the problem if and only if it is a fixed point of a projected step, F(lambda) = 0 with
 *
 *     F(lambda) = lambda - P(y),   y = lambda - w / D,   w = A lambda + q.
 *
 * P projects each row onto its bounds. Those of friction rows are multiples of the projected impulse of their parent, as
 * in the function of Alart and Curnier (1991), so that the rows of a contact depend on each other and F is no gradient.
 *
 * Two parameters make the equation easier:
 *
 *     epsilon   smooths P: each max(x, 0) becomes (x + sqrt(x^2 + 4 epsilon^2)) / 2 (Chen and Harker 1993; Kanzow 1996;
 *               Smale 1987). A row without an upper bound then has lambda w / D = epsilon^2 at the solution, as in an
 *               interior-point method, and the tangents move smoothly between sticking and sliding.
 *     a         adds a D (lambda - center) to w: the proximal point method (Rockafellar 1976), which makes A definite.
 *
 * The derivative of row i is e_i - sum_k C_ik (e_k - W_k / D_k) over at most three rows k: i itself, the other row of
 * its disc, and its parent. W = A + a D.
 */
#ifndef MODULUS_EXACT_NATURAL_MAP_H
#define MODULUS_EXACT_NATURAL_MAP_H

#include "lcp/exact/exact_problem.h"

/** Which equation: see above. */
struct easing {
    double epsilon, a;
    const double *center;
};

/** F, and the coefficients C of its derivative, m numbers each. */
struct natural_map {
    double *F;
    double *own, *of_partner, *of_parent;
    /** P and its derivative by y, in rows without a parent. */
    double *P, *slope;
    /** The derivative of P by log epsilon, if a is proportional to epsilon; the same of y. */
    double *drift, *drift_y;
};

/** 1 / D_i of the eased equation, whose diagonal is (1 + a) D. */
static inline double md_map_step(const struct exact_problem *problem, const struct easing *easing, int32_t i)
{
    return 1 / (problem->D[i] * (1 + easing->a));
}

/** Computes F and its coefficients at lambda. Overwrites w, m numbers. */
void md_natural_map(const struct exact_problem *problem, const struct easing *easing, const double *lambda, double *w,
                    struct natural_map *map);

/** || F ||. */
double md_natural_map_norm(const struct exact_problem *problem, const struct natural_map *map);

/** The || F || that rounding errors cause at lambda, without easing. Overwrites nothing. */
double md_natural_map_rounding(const struct exact_problem *problem, const double *lambda);

#endif
