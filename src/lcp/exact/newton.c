#include "lcp/exact/newton.h"

#include <math.h>
#include <string.h>

/* Vectors of `storage`. */
enum { F, OWN, OF_PARTNER, OF_PARENT, P, SLOPE, DRIFT, DRIFT_Y, W, DIRECTION, TRIAL, VECTORS };

/* A step is accepted if || F || falls by this part of what the linear model promises (Armijo). */
#define SUFFICIENT 1e-4
/* The line search gives up after this many halvings, at a thousandth of the step. */
#define HALVINGS 10

void md_newton_free(struct newton *newton, const md_allocator *allocator)
{
    indices_free(allocator, &newton->start);
    indices_free(allocator, &newton->column);
    doubles_free(allocator, &newton->values);
    doubles_free(allocator, &newton->storage);
    md_lu_free(&newton->lu);
}

/* ---- The Newton matrix ------------------------------------------------------------------------------------------- */

/* The rows that F_i depends on, and their coefficients. */
struct sources {
    int32_t count, row[3];
    double C[3];
};

static struct sources sources_of(const struct exact_problem *problem, const struct natural_map *map, int32_t i)
{
    struct sources sources = {1, {i}, {map->own[i]}};
    if (problem->partner.at[i] != MD_NO_PARTNER) {
        sources.row[sources.count] = problem->partner.at[i];
        sources.C[sources.count++] = map->of_partner[i];
    }
    if (problem->parent.at[i] != MD_NO_PARENT) {
        sources.row[sources.count] = problem->parent.at[i];
        sources.C[sources.count++] = map->of_parent[i];
    }
    return sources;
}

static int32_t entries_of(const struct exact_problem *problem, int32_t row)
{
    return problem->start.at[row + 1] - problem->start.at[row];
}

static md_status reserve(struct newton *newton, const md_allocator *allocator, const struct exact_problem *problem)
{
    const size_t m = (size_t)problem->m;
    size_t entries = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        entries += (size_t)entries_of(problem, i);
        entries += problem->partner.at[i] == MD_NO_PARTNER ? 0 : (size_t)entries_of(problem, problem->partner.at[i]);
        entries += problem->parent.at[i] == MD_NO_PARENT ? 0 : (size_t)entries_of(problem, problem->parent.at[i]);
    }
    if (entries > INT32_MAX) {
        return MD_ERROR_SIZE;
    }
    md_status status = indices_reserve(allocator, &newton->start, m + 1);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &newton->column, entries + 1);
    }
    if (status == MD_OK) {
        status = doubles_reserve(allocator, &newton->values, entries + 1);
    }
    return status == MD_OK ? doubles_reserve(allocator, &newton->storage, VECTORS * m + 1) : status;
}

static void place_vectors(struct newton *newton, size_t m)
{
    double *at = newton->storage.at;
    newton->map = (struct natural_map){at + F * m, at + OWN * m,   at + OF_PARTNER * m, at + OF_PARENT * m,
                                       at + P * m, at + SLOPE * m, at + DRIFT * m,      at + DRIFT_Y * m};
    newton->w = at + W * m;
    newton->direction = at + DIRECTION * m;
    newton->trial = at + TRIAL * m;
    memset(at, 0, VECTORS * m * sizeof *at);
}

md_status md_newton_prepare(struct newton *newton, const md_allocator *allocator, const struct exact_problem *problem)
{
    const md_status status = reserve(newton, allocator, problem);
    if (status != MD_OK) {
        return status;
    }
    place_vectors(newton, (size_t)problem->m);
    int32_t next = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        const struct sources sources = sources_of(problem, &newton->map, i);
        newton->start.at[i] = next;
        for (int32_t k = 0; k < sources.count; ++k) {
            const int32_t from = problem->start.at[sources.row[k]];
            const int32_t count = entries_of(problem, sources.row[k]);
            memcpy(newton->column.at + next, problem->column.at + from, (size_t)count * sizeof(int32_t));
            next += count;
        }
    }
    newton->start.at[problem->m] = next;
    return md_lu_analyze(&newton->lu, allocator, problem->m, newton->start.at, newton->column.at);
}

/* Row i of dF: e_i - sum C_ik (e_k - W_k / D_k). */
static void fill_row(struct newton *newton, const struct exact_problem *problem, const struct easing *easing, int32_t i)
{
    const struct sources sources = sources_of(problem, &newton->map, i);
    double *value = newton->values.at + newton->start.at[i];
    for (int32_t s = 0; s < sources.count; ++s) {
        const int32_t k = sources.row[s];
        const int32_t start = problem->start.at[k];
        const int32_t count = entries_of(problem, k);
        const double C = sources.C[s];
        const double scale = C * md_map_step(problem, easing, k);
        for (int32_t e = 0; e < count; ++e) {
            value[e] = scale * problem->A.at[start + e];
        }
        value[problem->diagonal.at[k] - start] += scale * easing->a * problem->D[k] - C + (k == i ? 1 : 0);
        value += count;
    }
}

bool md_newton_factor(struct newton *newton, const struct exact_problem *problem, const struct easing *easing)
{
    for (int32_t i = 0; i < problem->m; ++i) {
        fill_row(newton, problem, easing, i);
    }
    const md_status status = md_lu_factor(&newton->lu, newton->values.at);
    ++newton->factorizations;
    newton->status = status == MD_ERROR_PROBLEM ? MD_OK : status;
    return status == MD_OK;
}

/* Solves dF direction = -F. False if dF is singular or memory runs out. */
static bool find_direction(struct newton *newton, const struct exact_problem *problem, const struct easing *easing)
{
    if (!md_newton_factor(newton, problem, easing)) {
        return false;
    }
    for (int32_t i = 0; i < problem->m; ++i) {
        newton->direction[i] = -newton->map.F[i];
    }
    md_lu_solve(&newton->lu, newton->direction);
    for (int32_t i = 0; i < problem->m; ++i) {
        if (!isfinite(newton->direction[i])) {
            return false;
        }
    }
    return true;
}

/* ---- Damped steps ------------------------------------------------------------------------------------------------ */

/* Halves the step until || F || falls enough. Leaves the new point in `trial`, and its F in the map. */
static bool search(struct newton *newton, const struct exact_problem *problem, const struct easing *easing,
                   const double *lambda, double *norm)
{
    double t = 1;
    for (int32_t halvings = 0; halvings < HALVINGS; ++halvings, t /= 2) {
        for (int32_t i = 0; i < problem->m; ++i) {
            newton->trial[i] = lambda[i] + t * newton->direction[i];
        }
        md_natural_map(problem, easing, newton->trial, newton->w, &newton->map);
        const double trial = md_natural_map_norm(problem, &newton->map);
        if (trial <= (1 - SUFFICIENT * t) * *norm) {
            *norm = trial;
            return true;
        }
    }
    return false;
}

enum newton_end md_newton_run(struct newton *newton, const struct exact_problem *problem, const struct easing *easing,
                              double target, int32_t *steps, double *lambda)
{
    const int32_t most = *steps;
    md_natural_map(problem, easing, lambda, newton->w, &newton->map);
    double norm = md_natural_map_norm(problem, &newton->map);
    for (*steps = 0; norm > target; ++*steps) {
        if (*steps == most) {
            return NEWTON_LATE;
        }
        if (!find_direction(newton, problem, easing)) {
            return newton->status == MD_OK ? NEWTON_FAILED : NEWTON_STOPPED;
        }
        if (!search(newton, problem, easing, lambda, &norm)) {
            return NEWTON_FAILED;
        }
        memcpy(lambda, newton->trial, (size_t)problem->m * sizeof *lambda);
        if (!newton->observe(newton->observe_user, lambda)) {
            ++*steps;
            return NEWTON_STOPPED;
        }
    }
    return isfinite(norm) ? NEWTON_SOLVED : NEWTON_FAILED;
}
