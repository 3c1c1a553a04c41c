/* Smoothing Newton method: solves F_epsilon = 0 for epsilon -> 0, each time from the solution before it.
 *
 * Sources: Kanzow (1996) and Chen and Mangasarian (1996) for complementarity problems; Hayashi, Yamashita and Fukushima
 * (2005) for second-order cones. They smooth the projection onto the cone. This method smooths the function of Alart and
 * Curnier instead, row by row, which has a shorter way to the solution (docs/exact.md).
 */
#include <math.h>
#include <string.h>

#include "lcp/exact/exact.h"

/* || F || per epsilon and square root of the rows at which a point is centred. */
#define CENTRED 0.3
/* Newton steps to centre a point, at most, and those that are few or many. */
#define STEPS 10
#define FEW_STEPS 1
#define MANY_STEPS 3
/* epsilon falls by this factor at first, and by one between the next two. */
#define FACTOR 0.3
#define SMALLEST_FACTOR 1e-3
#define LARGEST_FACTOR 0.9
/* If even this factor fails, the path turns; on the way from the path to a solution, it is not tried so hard. */
#define TURNING_FACTOR 0.95
#define LEAVING_FACTOR 0.5
/* epsilon ends at this part of an impulse. */
#define LAST_EPSILON 1e-16
/* Steps along the path between two attempts to leave it. */
#define PATH_STEPS 50
/* The path is given up after this many factorizations without progress. */
#define IDLE_FACTORIZATIONS 200
/* epsilon at which the path is entered: an impulse, or this many times more, as often as this. */
#define LARGER 10.0
#define ENTRIES 8
/* The path is entered again if leaving it lowers epsilon by this factor. */
#define SHORT_CUT 0.1

struct easing md_exact_easing(const struct exact *exact, double epsilon)
{
    return (struct easing){epsilon, exact->proximal * epsilon / exact->problem.impulse, exact->center};
}

static double next_factor(double factor, int32_t steps)
{
    const double smaller = factor * sqrt(factor);
    const double next = steps <= FEW_STEPS ? smaller : steps <= MANY_STEPS ? factor : sqrt(smaller);
    return fmin(fmax(next, SMALLEST_FACTOR), LARGEST_FACTOR);
}

/* Lowers epsilon as fast as Newton's method follows, until a factor of `turning` fails. Leaves the last centred point, and
 * its epsilon in `centred`. */
static void lower_epsilon(struct exact *exact, double epsilon, double *centred, double turning)
{
    const struct exact_problem *problem = &exact->problem;
    const size_t size = (size_t)problem->m * sizeof(double);
    const double root = sqrt((double)problem->m);
    double factor = FACTOR;
    while (epsilon > LAST_EPSILON * problem->impulse && factor < turning) {
        memcpy(exact->center, exact->lambda, size);
        memcpy(exact->safe, exact->lambda, size);
        const struct easing easing = md_exact_easing(exact, epsilon);
        int32_t steps = STEPS;
        const enum newton_end end =
            md_newton_run(&exact->newton, problem, &easing, CENTRED * epsilon * root, &steps, exact->lambda);
        if (end == NEWTON_STOPPED) {
            return;
        }
        if (end == NEWTON_SOLVED) {
            *centred = epsilon;
            factor = next_factor(factor, steps);
        } else {
            memcpy(exact->lambda, exact->safe, size);
            factor = sqrt(factor);
        }
        epsilon = *centred * factor;
    }
}

bool md_exact_smoothing(struct exact *exact)
{
    double centred = exact->problem.impulse;
    lower_epsilon(exact, centred, &centred, TURNING_FACTOR);
    return md_exact_has_ended(exact);
}

/* ---- Around turning points --------------------------------------------------------------------------------------- */

static bool enter_path(struct exact *exact, struct path *path, const double *start)
{
    double epsilon = exact->problem.impulse;
    for (int32_t k = 0; k < ENTRIES; ++k, epsilon *= LARGER) {
        memcpy(exact->lambda, start, (size_t)exact->problem.m * sizeof(double));
        if (md_exact_find_path(exact, path, epsilon)) {
            return true;
        }
    }
    return false;
}

/* Tries to reach a solution from a point of the path, without following it. If that fails, goes back, or enters the path
 * at a smaller epsilon. */
static bool leave_path(struct exact *exact, struct path *path)
{
    const size_t size = (size_t)exact->problem.m * sizeof(double);
    double centred = path->epsilon;
    memcpy(exact->start, exact->lambda, size);
    lower_epsilon(exact, FACTOR * centred, &centred, LEAVING_FACTOR);
    if (md_exact_has_ended(exact)) {
        return true;
    }
    const struct path kept = *path;
    if (centred < SHORT_CUT * path->epsilon && md_exact_find_path(exact, path, centred)) {
        return false;
    }
    *path = kept;
    memcpy(exact->lambda, exact->start, size);
    memcpy(exact->center, exact->path_center, size);
    return false;
}

bool md_exact_continuation(struct exact *exact)
{
    struct path path;
    memcpy(exact->start, exact->lambda, (size_t)exact->problem.m * sizeof(double));
    bool goes_on = enter_path(exact, &path, exact->start);
    while (goes_on && !md_exact_is_stuck(exact, IDLE_FACTORIZATIONS)) {
        for (int32_t k = 0; k < PATH_STEPS && goes_on; ++k) {
            goes_on = md_exact_follow_path(exact, &path);
        }
        const double epsilon = path.epsilon;
        if (md_exact_has_ended(exact) || leave_path(exact, &path)) {
            return true;
        }
        goes_on = goes_on || path.epsilon < epsilon;
    }
    return md_exact_has_ended(exact);
}
