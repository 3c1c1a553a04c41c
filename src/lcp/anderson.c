#include "lcp/anderson.h"

#include <string.h>

#include "lcp/problem.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

#define GROWTH 2.0       /* of a sweep's change, beyond which an extrapolation is taken back */
#define AHEAD_MOST 200.0 /* how far beyond a sweep its extrapolation by one difference goes, in differences */
#define BACK_MOST 0.5    /* and how far back, see choose_one */
#define PAUSE_MOST 64    /* sweeps that a pause is doubled to at the most */
#define PATIENCE                                                                                                       \
    16 /* extrapolations taken back, for which the shortest pause grows by a sweep: no cycle goes on for ever */
#define TURNING 4       /* sweeps of growing changes that are taken for a turn of a spiral */
#define TURNS_MOST 4096 /* times as long that a spiral is left alone at the most */
#define UNCLAMPED 5     /* sweeps without a row at its bound, after which more than one difference is used */
#define RIDGE 1e-12     /* of the trace, on the diagonal of the normal equations */
/* By how much rounding in v may be multiplied before v is made anew. */
#define ROUNDING_MOST (sizeof(md_real) == sizeof(float) ? 8.0 : 1e7)

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator)
{
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        reals_free(allocator, &anderson->lambda[j]);
        reals_free(allocator, &anderson->state[j]);
        reals_free(allocator, &anderson->change[j]);
    }
    reals_free(allocator, &anderson->y);
    reals_free(allocator, &anderson->carried);
}

static void stay(struct anderson *anderson)
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
    md_status status = reals_reserve(allocator, &anderson->carried, state_count + 1);
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
    /* Rows read the newest before it is first written, times a c of 0; masses are part of the state, and stay. */
    memset(anderson->lambda[0].at, 0, rows * sizeof(md_real));
    memset(anderson->change[0].at, 0, rows * sizeof(md_real));
    if (state_count > 0) {
        memcpy(anderson->state[0].at, state, state_count * sizeof(md_real));
    }
    stay(anderson);
    memset(anderson->gram, 0, sizeof anderson->gram);
    anderson->depth = 1;
    anderson->known = 0;
    anderson->old_size = 0;
    anderson->rounding = 1;
    anderson->wait = 0;
    anderson->pause = 1;
    anderson->taken_back = 0;
    anderson->growing = 0;
    anderson->turns = 1;
    anderson->may_spiral = has_friction(solver);
    anderson->unclamped = 0;
    return MD_OK;
}

/* ---- After a sweep: how far to go ------------------------------------------------------------------------------------- */

/* The sweep wrote over the oldest, which is the newest now. */
static void turn(struct reals *kept)
{
    const struct reals newest = kept[MD_ANDERSON_WINDOW - 1];
    memmove(kept + 1, kept, (MD_ANDERSON_WINDOW - 1) * sizeof *kept);
    kept[0] = newest;
}

static void turn_all(struct anderson *anderson, const struct anderson_sums *sums)
{
    turn(anderson->lambda);
    turn(anderson->state);
    turn(anderson->change);
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

/* c that minimises || f - c d ||_D; 0 where there is no difference.
 *
 * Where f shrinks by a factor r a sweep, c = -r / (1 - r): ahead for 0 < r < 1, and back by up to a half where the
 * sweeps swing about their goal, -1 < r < 0. Beyond that r > 1: the changes grow, as they do on the way from one active
 * set to the next and wherever friction feeds itself. The least change lies behind then, where the sweeps come from;
 * going there again and again is to stand still at a point that is no solution. Plain sweeps get away from it: 0. */
static void choose_one(struct anderson *anderson, const struct anderson_sums *sums)
{
    const double c = sums->d_d[0] > 0 ? sums->d_f[0] / sums->d_d[0] : 0;
    anderson->c[0] = isfinite(c) && c <= BACK_MOST ? (md_real)fmax(c, -AHEAD_MOST) : 0;
    anderson->extrapolated = anderson->c[0] != 0;
}

/* The first `count` by the normal equations; false where they cannot be had. */
static bool choose_few(struct anderson *anderson, const struct anderson_sums *sums, int32_t count)
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

/* With friction the sweep is the map of no symmetric matrix, and may go round its goal in a spiral: changes grow and shrink in turn,
 * while each turn comes nearer. To extrapolate a part of a turn is to leave the spiral. After changes have grown for a
 * while, is_simple sweeps are left to themselves for as long, then twice as long, and so on. */
static void leave_spiral_alone(struct anderson *anderson)
{
    if (!anderson->extrapolated) {
        ++anderson->growing;
        return;
    }
    if (anderson->growing >= TURNING) {
        anderson->wait = (anderson->growing < TURNS_MOST ? anderson->growing : TURNS_MOST) * anderson->turns;
        anderson->turns = anderson->turns < TURNS_MOST ? 2 * anderson->turns : anderson->turns;
        stay(anderson);
    }
    anderson->growing = 0;
}

static void choose(struct anderson *anderson, const struct anderson_sums *sums)
{
    if (anderson->depth == 1) {
        choose_one(anderson, sums);
        if (anderson->may_spiral) {
            leave_spiral_alone(anderson);
        }
        return;
    }
    int32_t count = anderson->known - 1 < MD_ANDERSON_WINDOW ? anderson->known - 1 : MD_ANDERSON_WINDOW;
    while (count > 0 && !choose_few(anderson, sums, count)) {
        --count;
    }
    anderson->extrapolated = count > 0;
}

static void take_back(md_solver *solver)
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
    stay(anderson);
    anderson->known = 0;
    ++anderson->taken_back;
    anderson->wait = anderson->pause;
    anderson->pause = 2 * anderson->pause < PAUSE_MOST ? 2 * anderson->pause : PAUSE_MOST;
}

/* More than the newest is kept from here on: what is not known yet is as the newest, without a difference. */
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
    const double size = sqrt(report->change_squared);
    const bool extrapolated = anderson->extrapolated;
    if (anderson->depth > 1) {
        turn_all(anderson, &report->anderson);
    }
    anderson->unclamped = !report->clamped ? anderson->unclamped + 1 : 0;
    if (extrapolated && !(size <= GROWTH * anderson->old_size)) {
        take_back(solver);
        return;
    }
    if (extrapolated && size <= anderson->old_size) {
        const int32_t least = 1 + anderson->taken_back / PATIENCE;
        anderson->pause = anderson->pause > 2 * least ? anderson->pause / 2 : least;
    }
    stay(anderson);
    if (anderson->wait > 0) {
        --anderson->wait;
        anderson->known = 0;
        return;
    }
    const bool few = anderson->unclamped >= UNCLAMPED;
    ++anderson->known;
    anderson->old_size = size;
    if (few != (anderson->depth > 1)) {
        anderson->depth = few ? MD_ANDERSON_WINDOW : 1;
        if (few) {
            start_history(solver);
        }
        anderson->known = anderson->known > 2 ? 2 : anderson->known;
        anderson->gram[0][0] = report->anderson.d_d[0];
    }
    if (anderson->known > 1) {
        choose(anderson, &report->anderson);
    }
}

/* ---- Before a sweep: going there -------------------------------------------------------------------------------------- */

static void move_by_one(const struct anderson *anderson, md_real *restrict x, md_real *restrict old, size_t count)
{
    const md_real c = anderson->c[0];
    for (size_t k = 0; k < count; ++k) {
        const md_real swept = x[k];
        x[k] = swept - c * (swept - old[k]);
        old[k] = swept;
    }
}

/* Of a body in 2D the velocities move, the first three numbers of its slot; four are as easy, and the fourth, a mass, stays as it is. */
typedef md_real four_reals __attribute__((vector_size(4 * sizeof(md_real))));

static void move_bodies_by_one(const struct anderson *anderson, md_real *restrict x, md_real *restrict old,
                               size_t count)
{
    const four_reals c = (four_reals){0} + anderson->c[0];
    for (size_t k = 0; k < count; k += MD_SLOT_2D) {
        four_reals swept;
        four_reals before;
        memcpy(&swept, x + k, sizeof swept);
        memcpy(&before, old + k, sizeof before);
        memcpy(old + k, &swept, sizeof swept);
        swept = swept - c * (swept - before);
        memcpy(x + k, &swept, sizeof swept);
    }
}

static void move_by_few(const struct anderson *anderson, md_real *x, struct reals *kept, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const md_real swept = x[k];
        md_real newer = swept;
        for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
            const md_real older = kept[j].at[k];
            x[k] -= anderson->c[j] * (newer - older);
            newer = older;
        }
        kept[MD_ANDERSON_WINDOW - 1].at[k] = swept;
    }
}

/* Extrapolations multiply what rounding leaves in v, in single precision soon to more than there is to solve. When v is made
 * anew, what that corrects is taken from the kept ones too: their differences stay as they are. */
static void limit_rounding(md_solver *solver, md_real *state, size_t count)
{
    struct anderson *anderson = &solver->anderson;
    double factor = 1;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        factor += 2 * fabs((double)anderson->c[j]);
    }
    anderson->rounding *= factor;
    if (anderson->rounding > ROUNDING_MOST) {
        md_real *carried = anderson->carried.at;
        memcpy(carried, state, count * sizeof *state);
        md_solver_refresh(solver);
        for (int32_t j = 0; j < anderson->depth; ++j) {
            for (size_t k = 0; k < count; ++k) {
                anderson->state[j].at[k] += state[k] - carried[k];
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
    md_real *moved = carries_v ? state : solver->lambda.at;
    struct reals *kept = carries_v ? anderson->state : anderson->lambda;
    const size_t count = carries_v ? state_count : (size_t)solver->m;
    if (md_method_has_modulus(solver->spec.method)) {
        memcpy(anderson->y.at, solver->y.at, (size_t)solver->m * sizeof(md_real));
    }
    if (carries_v) {
        limit_rounding(solver, state, state_count);
    }
    if (anderson->depth > 1) {
        move_by_few(anderson, moved, kept, count);
    } else if (solver->system.kind == ROWS_BODIES_2D) {
        move_bodies_by_one(anderson, moved, kept[0].at, count);
    } else {
        move_by_one(anderson, moved, kept[0].at, count);
    }
}
