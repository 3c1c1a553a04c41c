/* Proximal Newton method: solves the equation with a D (lambda - center) added to w, from center on, and makes the
 * solution the next center. The term makes the Newton matrix regular; it vanishes as the centers converge, so that a
 * solution of the equation itself is found however singular A is. Near a solution it takes a few steps.
 *
 * Sources: Rockafellar (1976); Acary, Bremond and Huber (2018) for the proximal point method with the function of Alart and
 * Curnier.
 */
#include <math.h>
#include <string.h>

#include "lcp/exact/exact.h"

/* Newton steps to the next center, at most. */
#define STEPS 30
/* a at the start, its range, and by which it changes. */
#define A_AT_START 1.0
#define A_LEAST 1e-14
#define A_MOST 1e6
#define CHANGE 10.0
/* The method gives up after this many factorizations without progress. */
#define IDLE_FACTORIZATIONS 30
/* The inner equation is solved to this part of the residual of the outer one. */
#define PART 1e-3

/* || F || at lambda, without easing. */
static double residual(struct exact *exact)
{
    const struct easing none = {0};
    md_natural_map(&exact->problem, &none, exact->lambda, exact->newton.w, &exact->newton.map);
    return md_natural_map_norm(&exact->problem, &exact->newton.map);
}

bool md_exact_proximal(struct exact *exact)
{
    const struct exact_problem *problem = &exact->problem;
    const size_t size = (size_t)problem->m * sizeof(double);
    double a = A_AT_START;
    while (a <= A_MOST && !md_exact_is_stuck(exact, IDLE_FACTORIZATIONS)) {
        const double norm = residual(exact);
        const double rounding = md_natural_map_rounding(problem, exact->lambda);
        if (norm <= rounding) {
            exact->is_solved = true;
            break;
        }
        int32_t steps = STEPS;
        const struct easing easing = {.a = a, .center = exact->center};
        memcpy(exact->center, exact->lambda, size);
        const enum newton_end end =
            md_newton_run(&exact->newton, problem, &easing, fmax(PART * norm, rounding), &steps, exact->lambda);
        if (end == NEWTON_STOPPED) {
            break;
        }
        if (end == NEWTON_SOLVED) {
            a = fmax(a / CHANGE, A_LEAST);
        } else {
            a *= CHANGE;
            memcpy(exact->lambda, exact->center, size);
        }
    }
    return md_exact_has_ended(exact);
}
