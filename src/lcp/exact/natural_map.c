#include "lcp/exact/natural_map.h"

#include <float.h>
#include <math.h>

/* A smooth function at a point, its derivative, and that by log epsilon. */
struct smooth {
    double value, slope, drift;
};

/* max(x, 0), smoothed. The two forms of the value do not cancel. */
static struct smooth plus(double x, double epsilon)
{
    const double root = sqrt(x * x + 4 * epsilon * epsilon);
    if (!(root > 0)) {
        return (struct smooth){0, 0, 0};
    }
    const double square = 2 * epsilon * epsilon;
    return (struct smooth){x > 0 ? (x + root) / 2 : square / (root - x), (1 + x / root) / 2, square / root};
}

/* The projection of y onto [lower, upper], smoothed, with its derivatives, and what it cuts off y: y - value, without
 * cancellation if y is inside. */
struct clamped {
    double value, cut, by_y, by_lower, by_upper, drift;
};

static struct clamped clamp(double y, double lower, double upper, double epsilon)
{
    struct clamped result = {.value = y, .by_y = 1};
    if (lower > -INFINITY) {
        const struct smooth above = plus(y - lower, epsilon);
        result.value = lower + above.value;
        result.cut = -plus(lower - y, epsilon).value;
        result.by_y = above.slope;
        result.by_lower = 1 - above.slope;
        result.drift = above.drift;
    }
    if (upper < INFINITY) {
        const struct smooth beyond = plus(y - upper, epsilon);
        result.value -= beyond.value;
        result.cut += beyond.value;
        result.by_y -= beyond.slope;
        result.by_upper = beyond.slope;
        result.drift -= beyond.drift;
    }
    return result;
}

/* The arguments of the map of a row: lambda, and the projected step s, so that y = lambda - s. */
struct point {
    const double *lambda, *s;
    double epsilon;
};

/* lambda - P = s + (y - P): the form that does not cancel if P hardly moves y, and the other if it does. A small s would be
 * lost beside a large lambda, and with it the residual. */
static double difference(double lambda, double s, double P, double cut, double slope)
{
    return slope > 0.5 ? s + cut : lambda - P;
}

static void map_interval(const struct exact_problem *problem, const struct point *at, int32_t i,
                         const struct natural_map *map)
{
    const struct clamped P = clamp(at->lambda[i] - at->s[i], problem->lower[i], problem->upper[i], at->epsilon);
    map->F[i] = difference(at->lambda[i], at->s[i], P.value, P.cut, P.by_y);
    map->P[i] = P.value;
    map->slope[i] = map->own[i] = P.by_y;
    map->of_partner[i] = map->of_parent[i] = 0;
    map->drift[i] = P.drift + P.by_y * map->drift_y[i];
}

static void map_child(const struct exact_problem *problem, const struct point *at, int32_t i,
                      const struct natural_map *map)
{
    const int32_t parent = problem->parent.at[i];
    const double p = map->P[parent];
    const struct clamped P = clamp(at->lambda[i] - at->s[i], problem->lower[i] * p, problem->upper[i] * p, at->epsilon);
    const double by_p = P.by_lower * problem->lower[i] + P.by_upper * problem->upper[i];
    map->F[i] = difference(at->lambda[i], at->s[i], P.value, P.cut, P.by_y);
    map->own[i] = P.by_y;
    map->of_partner[i] = 0;
    map->of_parent[i] = by_p * map->slope[parent];
    map->drift[i] = P.drift + P.by_y * map->drift_y[i] + by_p * map->drift[parent];
}

/* P = h(|y|) y / |y|, h(length) = clamp(length, -radius, radius): P keeps the direction of y. */
static void map_disc(const struct exact_problem *problem, const struct point *at, int32_t i,
                     const struct natural_map *map)
{
    const int32_t parent = problem->parent.at[i];
    const double mu = problem->upper[i];
    const double radius = mu * map->P[parent];
    const double y[2] = {at->lambda[i] - at->s[i], at->lambda[i + 1] - at->s[i + 1]};
    const double length = sqrt(y[0] * y[0] + y[1] * y[1]);
    const struct clamped h = clamp(length, -radius, radius, at->epsilon);
    const double across = length > 0 ? h.value / length : h.by_y;
    const double cut = length > 0 ? h.cut / length : 1 - h.by_y;
    const double d[2] = {length > 0 ? y[0] / length : 1, length > 0 ? y[1] / length : 0};
    for (int k = 0; k < 2; ++k) {
        const double by_p = (h.by_upper - h.by_lower) * mu * d[k];
        map->F[i + k] = difference(at->lambda[i + k], at->s[i + k], across * y[k], cut * y[k], across);
        map->own[i + k] = across + (h.by_y - across) * d[k] * d[k];
        map->of_partner[i + k] = (h.by_y - across) * d[0] * d[1];
        map->of_parent[i + k] = by_p * map->slope[parent];
        map->drift[i + k] = h.drift * d[k] + map->own[i + k] * map->drift_y[i + k] +
                            map->of_partner[i + k] * map->drift_y[i + 1 - k] + by_p * map->drift[parent];
    }
}

/* s = (w + a D (lambda - center)) / ((1 + a) D) = (w / D + a (lambda - center)) / (1 + a); `drift` = -ds / d log a. */
static double step(const struct exact_problem *problem, const struct easing *easing, double lambda, double w, int32_t i,
                   double *drift)
{
    const double a = easing->a;
    const double away = a > 0 ? lambda - easing->center[i] : 0;
    const double change = w / problem->D[i];
    *drift = a * (change - away) / ((1 + a) * (1 + a));
    return (change + a * away) / (1 + a);
}

void md_natural_map(const struct exact_problem *problem, const struct easing *easing, const double *lambda, double *w,
                    struct natural_map *map)
{
    const struct point at = {lambda, w, easing->epsilon};
    md_exact_velocities(problem, lambda, w);
    for (int32_t i = 0; i < problem->m; ++i) {
        w[i] = step(problem, easing, lambda[i], w[i], i, &map->drift_y[i]); /* from here on s */
        if (problem->parent.at[i] == MD_NO_PARENT) {
            map_interval(problem, &at, i, map);
        }
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        if (problem->partner.at[i] > i) {
            map_disc(problem, &at, i, map);
        } else if (problem->parent.at[i] != MD_NO_PARENT && problem->partner.at[i] == MD_NO_PARTNER) {
            map_child(problem, &at, i, map);
        }
    }
}

double md_natural_map_norm(const struct exact_problem *problem, const struct natural_map *map)
{
    double sum = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        sum += map->F[i] * map->F[i];
    }
    return sqrt(sum);
}

double md_natural_map_rounding(const struct exact_problem *problem, const double *lambda)
{
    double sum = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        double size = fabs(problem->q[i]) + problem->D[i] * fabs(lambda[i]);
        for (int32_t e = problem->start.at[i]; e < problem->start.at[i + 1]; ++e) {
            size += fabs(problem->A.at[e] * lambda[problem->column.at[e]]);
        }
        sum += size / problem->D[i] * (size / problem->D[i]);
    }
    return DBL_EPSILON * sqrt(sum);
}
