#include "lcp/anderson.h"

#include <string.h>

#include "lcp/problem.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

#define MAX_GROWTH 2.0      /* of a sweep's change, beyond which an extrapolation is undone */
#define MAX_AHEAD 200.0     /* by one difference: how far to extrapolate, in differences */
#define MAX_BACK 0.5        /* the same backwards, see choose_one */
#define MAX_PAUSE 64        /* sweeps */
#define UNDONE_PER_PAUSE 16 /* undone extrapolations that raise the shortest pause by a sweep, so that no cycle lasts */
#define SPIRAL_GROWTH 4     /* sweeps of growing changes that count as a turn of a spiral */
#define MAX_SPIRAL 4096     /* limit of the turns, and of the factor of the wait */
#define MIN_UNCLAMPED 5     /* sweeps without a clamped row, after which several differences are used */
#define RIDGE 1e-12         /* added to the diagonal of the normal equations, relative to their trace */
/* Amplification of rounding errors at which v is recomputed. */
#define MAX_ROUNDING (sizeof(md_real) == sizeof(float) ? 8.0 : 1e7)

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator)
{
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        reals_free(allocator, &anderson->lambda[j]);
        reals_free(allocator, &anderson->state[j]);
        reals_free(allocator, &anderson->change[j]);
    }
    reals_free(allocator, &anderson->y);
    reals_free(allocator, &anderson->old_state);
}

static void reset_extrapolation(struct anderson *anderson)
{
    memset(anderson->c, 0, sizeof anderson->c);
    anderson->extrapolated = false;
}

static bool has_friction(const md_solver *solver)
{
    if (solver->blocks != NULL && solver->blocks->rows_per_contact > 1) {
        return true;
    }
    for (int32_t i = 0; i < solver->system.m; ++i) {
        if (solver->bounds.parent[i] != MD_NO_PARENT) {
            return true;
        }
    }
    return false;
}

md_status md_anderson_prepare(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const md_allocator *allocator = &solver->allocator;
    const size_t rows = (size_t)solver->m;
    size_t state_count = 0;
    const md_real *state = md_system_state(&solver->system, &state_count);
    md_status status = reals_reserve(allocator, &anderson->old_state, state_count + 1);
    if (status == MD_OK && md_method_has_modulus(solver->spec.method)) {
        status = reals_reserve(allocator, &anderson->y, rows + 1);
    }
    for (int j = 0; status == MD_OK && j < MD_ANDERSON_WINDOW; ++j) {
        status = reals_reserve(allocator, &anderson->lambda[j], rows + 1);
        if (status == MD_OK) {
            status = reals_reserve(allocator, &anderson->change[j], rows + 1);
        }
        if (status == MD_OK) {
            status = reals_reserve(allocator, &anderson->state[j], state_count + 1);
        }
    }
    if (status != MD_OK) {
        return status;
    }
    /* The first sweep reads the newest entries, times c = 0. Masses are part of the state and do not change. */
    memset(anderson->lambda[0].at, 0, rows * sizeof(md_real));
    memset(anderson->change[0].at, 0, rows * sizeof(md_real));
    if (state_count > 0) {
        memcpy(anderson->state[0].at, state, state_count * sizeof(md_real));
    }
    reset_extrapolation(anderson);
    memset(anderson->gram, 0, sizeof anderson->gram);
    anderson->depth = 1;
    anderson->known = 0;
    anderson->last_norm = 0;
    anderson->rounding = 1;
    anderson->wait = 0;
    anderson->pause = 1;
    anderson->undone = 0;
    anderson->growing = 0;
    anderson->spiral_wait = 1;
    anderson->may_spiral = has_friction(solver);
    anderson->unclamped = 0;
    return MD_OK;
}

/* ---- After a sweep: choosing c ----------------------------------------------------------------------------------- */

/* The sweep has overwritten the oldest entry, which becomes the newest. */
static void rotate(struct reals *history)
{
    const struct reals newest = history[MD_ANDERSON_WINDOW - 1];
    memmove(history + 1, history, (MD_ANDERSON_WINDOW - 1) * sizeof *history);
    history[0] = newest;
}

static void rotate_history(struct anderson *anderson, const struct anderson_sums *sums)
{
    rotate(anderson->lambda);
    rotate(anderson->state);
    rotate(anderson->change);
    for (int j = MD_ANDERSON_WINDOW - 1; j > 0; --j) {
        for (int k = MD_ANDERSON_WINDOW - 1; k > 0; --k) {
            anderson->gram[j][k] = anderson->gram[j - 1][k - 1];
        }
    }
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        anderson->gram[0][j] = sums->d_d[j];
        anderson->gram[j][0] = sums->d_d[j];
    }
}

/* Chooses the c that minimises || f - c d ||_D; 0 if there is no difference.
 *
 * If f shrinks by a factor r per sweep, c = -r / (1 - r): forwards for 0 < r < 1, and backwards by up to 0.5 if the
 * sweeps oscillate about the solution (-1 < r < 0). c > 0.5 means r > 1: the changes grow, as they do between two
 * active sets and when friction feeds back on itself. The smallest change then lies behind, where the sweeps come
 * from, and extrapolating there again and again would stall at a point that is no solution. Plain sweeps leave it,
 * so c = 0. */
static void choose_one(struct anderson *anderson, const struct anderson_sums *sums)
{
    const double c = sums->d_d[0] > 0 ? sums->d_f[0] / sums->d_d[0] : 0;
    anderson->c[0] = isfinite(c) && c <= MAX_BACK ? (md_real)fmax(c, -MAX_AHEAD) : 0;
    anderson->extrapolated = anderson->c[0] != 0;
}

/* Solves the normal equations for the first `count` of c; false if they are singular. */
static bool choose_window(struct anderson *anderson, const struct anderson_sums *sums, int32_t count)
{
    double matrix[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW];
    double c[MD_ANDERSON_WINDOW];
    double trace = 0;
    for (int32_t a = 0; a < count; ++a) {
        memcpy(matrix[a], anderson->gram[a], sizeof matrix[a]);
        c[a] = sums->d_f[a];
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
    for (int32_t a = 0; a < count; ++a) {
        anderson->c[a] = (md_real)c[a];
    }
    return true;
}

/* With friction the matrix of the sweep is not symmetric, and lambda may spiral towards the solution: changes grow and
 * shrink in turn, and each turn gets closer. Extrapolating within a turn leaves the spiral. So after changes have grown
 * for some sweeps, waits as many sweeps, the next time twice as many, and so on. */
static void wait_for_spiral(struct anderson *anderson)
{
    if (!anderson->extrapolated) {
        ++anderson->growing;
        return;
    }
    if (anderson->growing >= SPIRAL_GROWTH) {
        anderson->wait = (anderson->growing < MAX_SPIRAL ? anderson->growing : MAX_SPIRAL) * anderson->spiral_wait;
        anderson->spiral_wait = anderson->spiral_wait < MAX_SPIRAL ? 2 * anderson->spiral_wait : anderson->spiral_wait;
        reset_extrapolation(anderson);
    }
    anderson->growing = 0;
}

static void choose(struct anderson *anderson, const struct anderson_sums *sums)
{
    if (anderson->depth == 1) {
        choose_one(anderson, sums);
        if (anderson->may_spiral) {
            wait_for_spiral(anderson);
        }
        return;
    }
    int32_t count = anderson->known - 1 < MD_ANDERSON_WINDOW ? anderson->known - 1 : MD_ANDERSON_WINDOW;
    while (count > 0 && !choose_window(anderson, sums, count)) {
        --count;
    }
    anderson->extrapolated = count > 0;
}

static void undo(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    size_t state_count = 0;
    md_real *state = md_system_state(&solver->system, &state_count);
    memcpy(solver->lambda.at, anderson->lambda[0].at, (size_t)solver->m * sizeof(md_real));
    if (md_method_has_modulus(solver->spec.method)) {
        memcpy(solver->y.at, anderson->y.at, (size_t)solver->m * sizeof(md_real));
    }
    if (state_count > 0) {
        memcpy(state, anderson->state[0].at, state_count * sizeof(md_real));
    }
    reset_extrapolation(anderson);
    anderson->known = 0;
    ++anderson->undone;
    anderson->wait = anderson->pause;
    anderson->pause = 2 * anderson->pause < MAX_PAUSE ? 2 * anderson->pause : MAX_PAUSE;
}

/* Fills the history with its newest entry: differences that are not known yet are 0. */
static void start_history(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const size_t rows = (size_t)solver->m * sizeof(md_real);
    size_t state_count = 0;
    md_system_state(&solver->system, &state_count);
    for (int j = 1; j < MD_ANDERSON_WINDOW; ++j) {
        memcpy(anderson->lambda[j].at, anderson->lambda[0].at, rows);
        memcpy(anderson->change[j].at, anderson->change[0].at, rows);
        if (state_count > 0) {
            memcpy(anderson->state[j].at, anderson->state[0].at, state_count * sizeof(md_real));
        }
    }
}

void md_anderson_learn(md_solver *solver, const struct sweep_report *report)
{
    struct anderson *anderson = &solver->anderson;
    const double norm = sqrt(report->change_squared);
    const bool extrapolated = anderson->extrapolated;
    if (anderson->depth > 1) {
        rotate_history(anderson, &report->anderson);
    }
    anderson->unclamped = !report->clamped ? anderson->unclamped + 1 : 0;
    if (extrapolated && !(norm <= MAX_GROWTH * anderson->last_norm)) {
        undo(solver);
        return;
    }
    if (extrapolated && norm <= anderson->last_norm) {
        const int32_t min_pause = 1 + anderson->undone / UNDONE_PER_PAUSE;
        anderson->pause = anderson->pause > 2 * min_pause ? anderson->pause / 2 : min_pause;
    }
    reset_extrapolation(anderson);
    if (anderson->wait > 0) {
        --anderson->wait;
        anderson->known = 0;
        return;
    }
    const bool use_window = anderson->unclamped >= MIN_UNCLAMPED;
    ++anderson->known;
    anderson->last_norm = norm;
    if (use_window != (anderson->depth > 1)) {
        anderson->depth = use_window ? MD_ANDERSON_WINDOW : 1;
        if (use_window) {
            start_history(solver);
        }
        anderson->known = anderson->known > 2 ? 2 : anderson->known;
        anderson->gram[0][0] = report->anderson.d_d[0];
    }
    if (anderson->known > 1) {
        choose(anderson, &report->anderson);
    }
}

/* ---- Before a sweep: extrapolating ------------------------------------------------------------------------------- */

static void extrapolate_by_one(const struct anderson *anderson, md_real *restrict x, md_real *restrict old,
                               size_t count)
{
    const md_real c = anderson->c[0];
    for (size_t k = 0; k < count; ++k) {
        const md_real stored = x[k];
        x[k] = stored - c * (stored - old[k]);
        old[k] = stored;
    }
}

/* A body slot in 2D starts with three velocities. Four numbers are extrapolated at a time; the fourth, a mass, keeps
 * its value because its difference is 0. */
typedef md_real four_reals __attribute__((vector_size(4 * sizeof(md_real))));

static void extrapolate_bodies_by_one(const struct anderson *anderson, md_real *restrict x, md_real *restrict old,
                                      size_t count)
{
    const four_reals c = (four_reals){0} + anderson->c[0];
    for (size_t k = 0; k < count; k += MD_SLOT_2D) {
        four_reals stored;
        four_reals before;
        memcpy(&stored, x + k, sizeof stored);
        memcpy(&before, old + k, sizeof before);
        memcpy(old + k, &stored, sizeof stored);
        stored = stored - c * (stored - before);
        memcpy(x + k, &stored, sizeof stored);
    }
}

static void extrapolate_by_window(const struct anderson *anderson, md_real *x, struct reals *history, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const md_real stored = x[k];
        md_real newer = stored;
        for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
            const md_real older = history[j].at[k];
            x[k] -= anderson->c[j] * (newer - older);
            newer = older;
        }
        history[MD_ANDERSON_WINDOW - 1].at[k] = stored;
    }
}

/* Extrapolations amplify the rounding errors in v, in single precision soon beyond the residual. Recomputes v before
 * that, and corrects the history by the same amount, so that its differences stay the same. */
static void limit_rounding(md_solver *solver, md_real *state, size_t count)
{
    struct anderson *anderson = &solver->anderson;
    double factor = 1;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        factor += 2 * fabs((double)anderson->c[j]);
    }
    anderson->rounding *= factor;
    if (anderson->rounding > MAX_ROUNDING) {
        md_real *old_state = anderson->old_state.at;
        memcpy(old_state, state, count * sizeof *state);
        md_solver_refresh(solver);
        for (int32_t j = 0; j < anderson->depth; ++j) {
            for (size_t k = 0; k < count; ++k) {
                anderson->state[j].at[k] += state[k] - old_state[k];
            }
        }
        anderson->rounding = 1;
    }
}

void md_anderson_extrapolate(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    size_t state_count = 0;
    md_real *state = md_system_state(&solver->system, &state_count);
    const bool carries_v = state != NULL;
    md_real *x = carries_v ? state : solver->lambda.at;
    struct reals *history = carries_v ? anderson->state : anderson->lambda;
    const size_t count = carries_v ? state_count : (size_t)solver->m;
    if (md_method_has_modulus(solver->spec.method)) {
        memcpy(anderson->y.at, solver->y.at, (size_t)solver->m * sizeof(md_real));
    }
    if (carries_v) {
        limit_rounding(solver, state, state_count);
    }
    if (anderson->depth > 1) {
        extrapolate_by_window(anderson, x, history, count);
    } else if (solver->system.kind == ROWS_BODIES_2D) {
        extrapolate_bodies_by_one(anderson, x, history[0].at, count);
    } else {
        extrapolate_by_one(anderson, x, history[0].at, count);
    }
}
