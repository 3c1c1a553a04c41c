#include "lcp/anderson.h"

#include <string.h>

#include "lcp/solver.h"

#define GROWTH 2.0       /* of a sweep's change, beyond which an extrapolation is taken back */
#define AHEAD_MOST 200.0 /* how far beyond a sweep its extrapolation by one difference goes, in differences */
#define BACK_MOST 0.5    /* and how far back, see find_coefficient */
#define PAUSE_MOST 64    /* sweeps that the next one waits at the most */
#define UNCLAMPED 5      /* sweeps without a row at its bound, after which more than one difference is used */
#define RIDGE 1e-12      /* of the trace, on the diagonal of the normal equations */

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator)
{
    reals_free(allocator, &anderson->change);
    reals_free(allocator, &anderson->old_change);
    reals_free(allocator, &anderson->old_lambda);
    reals_free(allocator, &anderson->old_state);
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        reals_free(allocator, &anderson->d_change[j]);
        reals_free(allocator, &anderson->d_lambda[j]);
        reals_free(allocator, &anderson->d_state[j]);
    }
}

md_status md_anderson_prepare(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const md_allocator *allocator = &solver->allocator;
    const size_t rows = (size_t)solver->m + 1;
    size_t state = 0;
    md_system_state(&solver->system, &state);
    struct reals *of_rows[] = {&anderson->change, &anderson->old_change, &anderson->old_lambda};
    md_status status = reals_reserve(allocator, &anderson->old_state, state + 1);
    for (size_t i = 0; status == MD_OK && i < sizeof of_rows / sizeof *of_rows; ++i) {
        status = reals_reserve(allocator, of_rows[i], rows);
    }
    for (int j = 0; status == MD_OK && j < MD_ANDERSON_WINDOW; ++j) {
        status = reals_reserve(allocator, &anderson->d_change[j], rows);
        if (status == MD_OK) {
            status = reals_reserve(allocator, &anderson->d_lambda[j], rows);
        }
        if (status == MD_OK) {
            status = reals_reserve(allocator, &anderson->d_state[j], state + 1);
        }
    }
    anderson->columns = 0;
    anderson->newest = -1;
    anderson->has_old = false;
    anderson->extrapolated = false;
    anderson->old_size = 0;
    anderson->wait = 0;
    anderson->pause = 1;
    anderson->unclamped = 0;
    return status;
}

static void forget(struct anderson *anderson)
{
    anderson->columns = 0;
    anderson->has_old = false;
    anderson->extrapolated = false;
}

/* ---- Differences ------------------------------------------------------------------------------------------------------ */

static double weighted_dot(const md_real *weight, const md_real *a, const md_real *b, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        sum += (double)(weight[i] * a[i]) * (double)b[i];
    }
    return sum;
}

/* The newest column of differences, and its products with the others. */
static void add_column(md_solver *solver, const md_real *state, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    const int32_t j = (anderson->newest + 1) % MD_ANDERSON_WINDOW;
    md_real *d_change = anderson->d_change[j].at;
    md_real *d_lambda = anderson->d_lambda[j].at;
    md_real *d_state = anderson->d_state[j].at;
    for (int32_t i = 0; i < solver->m; ++i) {
        d_change[i] = anderson->change.at[i] - anderson->old_change.at[i];
        d_lambda[i] = solver->lambda.at[i] - anderson->old_lambda.at[i];
    }
    for (size_t i = 0; i < state_count; ++i) {
        d_state[i] = state[i] - anderson->old_state.at[i];
    }
    anderson->newest = j;
    anderson->columns = anderson->columns < MD_ANDERSON_WINDOW ? anderson->columns + 1 : MD_ANDERSON_WINDOW;
    for (int32_t back = 0; back < anderson->columns; ++back) {
        const int32_t k = (j + MD_ANDERSON_WINDOW - back) % MD_ANDERSON_WINDOW;
        const double product = weighted_dot(solver->diagonal.at, d_change, anderson->d_change[k].at, solver->m);
        anderson->gram[j][k] = product;
        anderson->gram[k][j] = product;
    }
}

/* Keeps the sweep for the next difference. Its changes swap places with those of the sweep before: the next sweep writes over them. */
static void remember_change(struct anderson *anderson, double size)
{
    const struct reals spare = anderson->old_change;
    anderson->old_change = anderson->change;
    anderson->change = spare;
    anderson->old_size = size;
    anderson->has_old = true;
}

static void remember_iterate(md_solver *solver, const md_real *state, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    memcpy(anderson->old_lambda.at, solver->lambda.at, (size_t)solver->m * sizeof(md_real));
    if (state_count > 0) {
        memcpy(anderson->old_state.at, state, state_count * sizeof(md_real));
    }
}

/* ---- By one difference ------------------------------------------------------------------------------------------------ */

/* c that minimises || f - c (difference of f) ||_D; 0 where there is no difference.
 *
 * Where f shrinks by a factor r a sweep, c = -r / (1 - r): ahead for 0 < r < 1, and back by up to a half where the
 * sweeps swing about their goal, -1 < r < 0. Beyond that r > 1: the changes grow, as they do on the way from one active
 * set to the next and wherever friction feeds itself. The least change lies behind then, where the sweeps come from;
 * going there again and again is to stand still at a point that is no solution. Plain sweeps get away from it: 0. */
static double find_coefficient(const md_solver *solver)
{
    const md_real *change = solver->anderson.change.at;
    const md_real *old = solver->anderson.old_change.at;
    double product = 0;
    double square = 0;
    for (int32_t i = 0; i < solver->m; ++i) {
        const md_real difference = change[i] - old[i];
        const md_real weighted = solver->diagonal.at[i] * difference;
        product += (double)weighted * (double)change[i];
        square += (double)weighted * (double)difference;
    }
    const double c = square > 0 ? product / square : 0;
    return isfinite(c) && c <= BACK_MOST ? fmax(c, -AHEAD_MOST) : 0;
}

/* x - c (x - old); what x was is the old from now on. */
static md_real step_beyond(md_real x, md_real *old, md_real c)
{
    const md_real beyond = x - c * (x - *old);
    *old = x;
    return beyond;
}

/* Extrapolates, remembers and clamps a row in one go. A friction row whose parent comes later waits for it: false. */
static bool move_row(md_solver *solver, int32_t i, md_real c)
{
    md_real *lambda = solver->lambda.at;
    if (solver->bounds.parent[i] > i) {
        return false;
    }
    const md_real beyond = step_beyond(lambda[i], &solver->anderson.old_lambda.at[i], c);
    lambda[i] = bounds_clamp(&solver->bounds, i, beyond, lambda);
    if (lambda[i] != beyond) {
        md_system_push(&solver->system, i, lambda[i] - beyond);
    }
    return true;
}

static void move_late_rows(md_solver *solver, md_real c)
{
    md_real *lambda = solver->lambda.at;
    for (int32_t i = 0; i < solver->m; ++i) {
        if (solver->bounds.parent[i] > i) {
            const md_real beyond = step_beyond(lambda[i], &solver->anderson.old_lambda.at[i], c);
            lambda[i] = bounds_clamp(&solver->bounds, i, beyond, lambda);
            md_system_push(&solver->system, i, lambda[i] - beyond);
        }
    }
}

static void extrapolate_by_one(md_solver *solver, md_real *state, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    const md_real c = (md_real)find_coefficient(solver);
    for (size_t i = 0; i < state_count; ++i) {
        state[i] = step_beyond(state[i], &anderson->old_state.at[i], c);
    }
    bool done = true;
    for (int32_t i = 0; i < solver->m; ++i) {
        done = move_row(solver, i, c) && done;
    }
    if (!done) {
        move_late_rows(solver, c);
    }
    anderson->extrapolated = c != 0;
}

/* ---- By several ------------------------------------------------------------------------------------------------------- */

/* The columns that are used, newest first. */
static int32_t column_at(const struct anderson *anderson, int32_t back)
{
    return (anderson->newest + MD_ANDERSON_WINDOW - back) % MD_ANDERSON_WINDOW;
}

/* Coefficients by the normal equations, of which there are a few; false where they cannot be had. */
static bool find_coefficients(const md_solver *solver, int32_t count, double *c)
{
    const struct anderson *anderson = &solver->anderson;
    double matrix[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW];
    double trace = 0;
    for (int32_t a = 0; a < count; ++a) {
        const int32_t row = column_at(anderson, a);
        for (int32_t b = 0; b < count; ++b) {
            matrix[a][b] = anderson->gram[row][column_at(anderson, b)];
        }
        c[a] = weighted_dot(solver->diagonal.at, anderson->d_change[row].at, anderson->change.at, solver->m);
        trace += matrix[a][a];
    }
    for (int32_t a = 0; a < count; ++a) {
        matrix[a][a] += RIDGE * trace;
    }
    for (int32_t a = 0; a < count; ++a) {
        if (!(matrix[a][a] > 0)) {
            return false;
        }
        for (int32_t b = a + 1; b < count; ++b) {
            const double factor = matrix[b][a] / matrix[a][a];
            for (int32_t k = a; k < count; ++k) {
                matrix[b][k] -= factor * matrix[a][k];
            }
            c[b] -= factor * c[a];
        }
    }
    for (int32_t a = count - 1; a >= 0; --a) {
        for (int32_t k = a + 1; k < count; ++k) {
            c[a] -= matrix[a][k] * c[k];
        }
        c[a] /= matrix[a][a];
        if (!isfinite(c[a])) {
            return false;
        }
    }
    return true;
}

static void subtract(md_real *from, const md_real *column, size_t count, md_real factor)
{
    for (size_t i = 0; i < count; ++i) {
        from[i] -= factor * column[i];
    }
}

/* Brings lambda back into its bounds, parents first, and pushes what that changes. */
static void clamp_rows(md_solver *solver)
{
    md_real *lambda = solver->lambda.at;
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < solver->m; ++i) {
            if ((solver->bounds.parent[i] != MD_NO_PARENT) != (pass == 1)) {
                continue;
            }
            const md_real inside = bounds_clamp(&solver->bounds, i, lambda[i], lambda);
            if (inside != lambda[i]) {
                const md_real change = inside - lambda[i];
                lambda[i] = inside;
                md_system_push(&solver->system, i, change);
            }
        }
    }
}

static void extrapolate_by_several(md_solver *solver, md_real *state, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    double c[MD_ANDERSON_WINDOW];
    add_column(solver, state, state_count);
    int32_t count = anderson->columns;
    while (count > 0 && !find_coefficients(solver, count, c)) {
        --count;
    }
    remember_iterate(solver, state, state_count);
    for (int32_t a = 0; a < count; ++a) {
        const int32_t j = column_at(anderson, a);
        subtract(solver->lambda.at, anderson->d_lambda[j].at, (size_t)solver->m, (md_real)c[a]);
        subtract(state, anderson->d_state[j].at, state_count, (md_real)c[a]);
    }
    if (count > 0) {
        clamp_rows(solver);
    }
    anderson->extrapolated = count > 0;
}

/* ---- After a sweep ---------------------------------------------------------------------------------------------------- */

static void take_back(md_solver *solver, md_real *state, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    memcpy(solver->lambda.at, anderson->old_lambda.at, (size_t)solver->m * sizeof(md_real));
    if (state_count > 0) {
        memcpy(state, anderson->old_state.at, state_count * sizeof(md_real));
    }
    forget(anderson);
    anderson->wait = anderson->pause;
    anderson->pause = 2 * anderson->pause < PAUSE_MOST ? 2 * anderson->pause : PAUSE_MOST;
}

void md_anderson_mix(md_solver *solver, const struct sweep_report *report)
{
    struct anderson *anderson = &solver->anderson;
    size_t state_count = 0;
    md_real *state = md_system_state(&solver->system, &state_count);
    const double size = sqrt(report->energy);
    anderson->unclamped = report->clamped == 0 ? anderson->unclamped + 1 : 0;
    if (anderson->extrapolated && !(size <= GROWTH * anderson->old_size)) {
        take_back(solver, state, state_count);
        return;
    }
    if (anderson->extrapolated && size <= anderson->old_size && anderson->pause > 1) {
        anderson->pause /= 2;
    }
    if (anderson->wait > 0) {
        --anderson->wait;
        forget(anderson);
        return;
    }
    anderson->extrapolated = false;
    if (!anderson->has_old || size == 0) {
        remember_iterate(solver, state, state_count);
    } else if (anderson->unclamped < UNCLAMPED) {
        anderson->columns = 0;
        extrapolate_by_one(solver, state, state_count);
    } else {
        extrapolate_by_several(solver, state, state_count);
    }
    remember_change(anderson, size);
    if (sizeof(md_real) == sizeof(float) && anderson->extrapolated) {
        /* An extrapolation multiplies the rounding in v by c, and in single precision that is soon more than there is to solve. */
        md_system_refresh(&solver->system, solver->problem, solver->lambda.at);
    }
}
