/* Nonsmooth Newton method: Newton's method on the equation itself, from the lambda of the sweeps on. If the sweeps have
 * found which contacts stick, slide and open, it takes one to three steps; smoothing would lead away from that point
 * first. It ends with the first step that lowers the residual too little.
 *
 * Source: Alart and Curnier (1991).
 */
#include <math.h>
#include <string.h>

#include "lcp/exact/exact.h"

/* The proximal term, which makes a singular A regular. */
#define A_PROXIMAL 1e-8
/* A step must lower || F || to this part of the last. */
#define PART 0.3
#define STEPS 10

bool md_exact_nonsmooth(struct exact *exact)
{
    const struct exact_problem *problem = &exact->problem;
    const size_t size = (size_t)problem->m * sizeof(double);
    const struct easing easing = {.a = A_PROXIMAL, .center = exact->center};
    double last = INFINITY;
    double norm = INFINITY;
    for (int32_t k = 0; k < STEPS && (k == 0 || norm <= PART * last); ++k) {
        int32_t steps = 1;
        memcpy(exact->center, exact->lambda, size);
        const enum newton_end end = md_newton_run(&exact->newton, problem, &easing, 0, &steps, exact->lambda);
        if (end != NEWTON_LATE) {
            break;
        }
        last = norm;
        norm = md_natural_map_norm(problem, &exact->newton.map);
    }
    memcpy(exact->lambda, exact->first, size);
    return md_exact_has_ended(exact);
}
