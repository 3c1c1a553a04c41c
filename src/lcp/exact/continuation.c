/* Pseudo-arclength continuation (Keller 1977; Allgower and Georg 1990): follows the solutions of F_epsilon(lambda) = 0 as a
 * curve in (lambda, log epsilon).
 *
 * Friction is not monotone: the curve may turn back, so that no solution with a slightly smaller epsilon is near; or lambda
 * may grow a thousandfold while epsilon hardly changes. Then Newton's method at a fixed epsilon fails, however small the
 * change. The curve itself goes on. Near a turning point dF is singular, and the system bordered by the tangent is not.
 */
#include <math.h>
#include <string.h>

#include "lcp/exact/exact.h"

/* || F || per epsilon and square root of the rows, and change of log epsilon, at which a point is on the curve. */
#define CENTRED 1e-3
#define SETTLED 0.2
/* The same || F || after a step failed: the curve may have been left for a point that is not on it. */
#define CENTRED_WELL 1e-6
/* Newton steps back to the curve at most; that are few; that are many. */
#define CORRECTIONS 6
#define FEW_CORRECTIONS 2
#define MANY_CORRECTIONS 3
/* Length of a step along the curve: log epsilon and lambda / (epsilon sqrt(m)) are its coordinates. */
#define FIRST_LENGTH 0.5
#define SHORTEST 1e-5
#define SHORTER 0.25
/* The corrections move by this many lengths at most; otherwise they found another branch. */
#define FAR 2.0
/* log epsilon changes by this much at most at a time. */
#define MOST_CHANGE 0.7

static double unit_at(const struct exact *exact, double epsilon)
{
    return epsilon * sqrt((double)exact->problem.m);
}

/* The product of the metric of the curve, that of lambda / unit. */
static double dot(const struct exact *exact, const double *x, const double *y, double unit)
{
    double sum = 0;
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        sum += x[i] / unit * (y[i] / unit);
    }
    return sum;
}

/* Computes F and its derivatives. Returns || F ||. */
static double measure(struct exact *exact, double epsilon)
{
    struct newton *newton = &exact->newton;
    const struct easing easing = md_exact_easing(exact, epsilon);
    md_natural_map(&exact->problem, &easing, exact->lambda, newton->w, &newton->map);
    return md_natural_map_norm(&exact->problem, &newton->map);
}

/* `slope` = d lambda / d log epsilon at constant F, with the last factorization. */
static void find_slope(struct exact *exact)
{
    memcpy(exact->slope, exact->newton.map.drift, (size_t)exact->problem.m * sizeof(double));
    md_lu_solve(&exact->newton.lu, exact->slope);
}

/* One Newton step orthogonal to the tangent. Returns the change of log epsilon; NaN if dF is singular. */
static double correct_once(struct exact *exact, struct path *path)
{
    const double unit = unit_at(exact, path->epsilon);
    const struct easing easing = md_exact_easing(exact, path->epsilon);
    if (!md_newton_factor(&exact->newton, &exact->problem, &easing)) {
        return (double)NAN;
    }
    double *d = exact->newton.direction;
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        d[i] = -exact->newton.map.F[i];
    }
    md_lu_solve(&exact->newton.lu, d);
    find_slope(exact);
    const double across = dot(exact, exact->tangent, exact->slope, unit) + path->tangent;
    const double wanted = -dot(exact, exact->tangent, d, unit) / across;
    const double change = fmax(fmin(wanted, MOST_CHANGE), -MOST_CHANGE);
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        exact->lambda[i] += d[i] + change * exact->slope[i];
    }
    path->epsilon *= 1 + change;
    return wanted;
}

/* Newton's method back to the curve. Returns its steps, at least one; or -1 if it fails. */
static int32_t correct(struct exact *exact, struct path *path, double centred)
{
    double change = MOST_CHANGE;
    for (int32_t steps = 0; steps <= CORRECTIONS; ++steps) {
        const double norm = measure(exact, path->epsilon);
        if (norm <= centred * unit_at(exact, path->epsilon) && fabs(change) <= SETTLED) {
            return steps;
        }
        change = correct_once(exact, path);
        if (!isfinite(change)) {
            return -1;
        }
    }
    return -1;
}

/* The tangent at a point of the curve, in the direction of the tangent before it. The factorization is that of the last
 * correction. */
static void turn(struct exact *exact, struct path *path)
{
    const double unit = unit_at(exact, path->epsilon);
    find_slope(exact);
    const double along = dot(exact, exact->slope, exact->tangent, unit) + path->tangent;
    path->tangent = (along < 0 ? -1 : 1) / sqrt(dot(exact, exact->slope, exact->slope, unit) + 1);
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        exact->tangent[i] = path->tangent * exact->slope[i];
    }
}

/* A step along the tangent and back to the curve. Returns the corrections, or -1 if it fails. */
static int32_t step(struct exact *exact, struct path *path)
{
    double *predicted = exact->predicted;
    const double length = fmin(path->length, MOST_CHANGE / fabs(path->tangent));
    path->epsilon *= 1 + length * path->tangent;
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        exact->lambda[i] += length * exact->tangent[i];
        predicted[i] = exact->lambda[i];
    }
    const int32_t corrections = correct(exact, path, CENTRED);
    for (int32_t i = 0; i < exact->problem.m; ++i) {
        predicted[i] -= exact->lambda[i];
    }
    const double unit = unit_at(exact, path->epsilon);
    return dot(exact, predicted, predicted, unit) <= FAR * length * (FAR * length) ? corrections : -1;
}

bool md_exact_find_path(struct exact *exact, struct path *path, double epsilon)
{
    const size_t size = (size_t)exact->problem.m * sizeof(double);
    *path = (struct path){.epsilon = epsilon, .tangent = -1, .length = FIRST_LENGTH};
    memset(exact->tangent, 0, size);
    memcpy(exact->center, exact->lambda, size);
    memcpy(exact->path_center, exact->lambda, size);
    if (correct(exact, path, CENTRED) < 0) {
        return false;
    }
    turn(exact, path);
    return true;
}

/* After a step failed: goes back to its start, makes sure that it is on the curve, and shortens the next step. */
static void go_back(struct exact *exact, struct path *path, const struct path *start)
{
    const size_t size = (size_t)exact->problem.m * sizeof(double);
    *path = *start;
    memcpy(exact->lambda, exact->safe, size);
    if (!start->is_sharp && correct(exact, path, CENTRED_WELL) >= 0) {
        turn(exact, path);
    } else {
        path->epsilon = start->epsilon;
        memcpy(exact->lambda, exact->safe, size);
    }
    path->is_sharp = true;
    path->length = SHORTER * start->length;
}

bool md_exact_follow_path(struct exact *exact, struct path *path)
{
    const struct path start = *path;
    memcpy(exact->safe, exact->lambda, (size_t)exact->problem.m * sizeof(double));
    const int32_t corrections = step(exact, path);
    if (corrections < 0) {
        go_back(exact, path, &start);
        return path->length > SHORTEST;
    }
    turn(exact, path);
    path->is_sharp = false;
    path->length *= corrections <= FEW_CORRECTIONS ? 2 : corrections <= MANY_CORRECTIONS ? 1 : 0.5;
    return exact->newton.observe(exact->newton.observe_user, exact->lambda);
}
