#include "lcp/extrapolation.h"

#include <math.h>
#include <string.h>

#define MAX_GROWTH 2.0      /* of a sweep's change, beyond which an extrapolation is undone */
#define MAX_AHEAD 200.0     /* by one difference: how far to extrapolate, in differences */
#define MAX_BACK 0.5        /* the same backwards, see choose_one */
#define MAX_PAUSE 64        /* sweeps */
#define UNDONE_PER_PAUSE 16 /* undone extrapolations that raise the shortest pause by a sweep, so that no cycle lasts */
#define SPIRAL_GROWTH 4     /* sweeps of growing changes that count as a turn of a spiral */
#define MAX_SPIRAL 4096     /* limit of the turns, and of the factor of the wait */
#define MIN_UNCLAMPED 5     /* sweeps without a clamped row, after which several differences are used */
#define RIDGE 1e-12         /* added to the diagonal of the normal equations, relative to their trace */

static void stay(struct extrapolation *at)
{
    memset(at->c, 0, sizeof at->c);
    at->extrapolated = false;
}

void md_extrapolation_reset(struct extrapolation *at, bool may_spiral)
{
    *at = (struct extrapolation){.depth = 1, .rounding = 1, .pause = 1, .spiral_wait = 1, .may_spiral = may_spiral};
}

/* Moves the products to older differences, and adds those of the newest. */
static void rotate_gram(struct extrapolation *at, const struct anderson_sums *sums)
{
    for (int j = MD_ANDERSON_WINDOW - 1; j > 0; --j) {
        for (int k = MD_ANDERSON_WINDOW - 1; k > 0; --k) {
            at->gram[j][k] = at->gram[j - 1][k - 1];
        }
    }
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        at->gram[0][j] = sums->d_d[j];
        at->gram[j][0] = sums->d_d[j];
    }
}

/* Chooses the c that minimises || f - c d ||_D; 0 if there is no difference.
 *
 * If f shrinks by a factor r per sweep, c = -r / (1 - r): forwards for 0 < r < 1, and backwards by up to 0.5 if the
 * sweeps oscillate about the solution (-1 < r < 0). c > 0.5 means r > 1: the changes grow, as they do between two
 * active sets and when friction feeds back on itself. The smallest change then lies behind, where the sweeps come
 * from, and extrapolating there again and again would stall at a point that is no solution. Plain sweeps leave it,
 * so c = 0. */
static void choose_one(struct extrapolation *at, const struct anderson_sums *sums)
{
    const double c = sums->d_d[0] > 0 ? sums->d_f[0] / sums->d_d[0] : 0;
    at->c[0] = isfinite(c) && c <= MAX_BACK ? (md_real)fmax(c, -MAX_AHEAD) : 0;
    at->extrapolated = at->c[0] != 0;
}

/* Solves the normal equations for the first `count` of c; false if they are singular. */
static bool choose_window(struct extrapolation *at, const struct anderson_sums *sums, int32_t count)
{
    double matrix[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW];
    double c[MD_ANDERSON_WINDOW];
    double trace = 0;
    for (int32_t a = 0; a < count; ++a) {
        memcpy(matrix[a], at->gram[a], sizeof matrix[a]);
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
        at->c[a] = (md_real)c[a];
    }
    return true;
}

/* With friction the matrix of the sweep is not symmetric, and lambda may spiral towards the solution: changes grow and
 * shrink in turn, and each turn gets closer. Extrapolating within a turn leaves the spiral. So after changes have grown
 * for some sweeps, waits as many sweeps, the next time twice as many, and so on. */
static void wait_for_spiral(struct extrapolation *at)
{
    if (!at->extrapolated) {
        ++at->growing;
        return;
    }
    if (at->growing >= SPIRAL_GROWTH) {
        at->wait = (at->growing < MAX_SPIRAL ? at->growing : MAX_SPIRAL) * at->spiral_wait;
        at->spiral_wait = at->spiral_wait < MAX_SPIRAL ? 2 * at->spiral_wait : at->spiral_wait;
        stay(at);
    }
    at->growing = 0;
}

static void choose(struct extrapolation *at, const struct anderson_sums *sums)
{
    if (at->depth == 1) {
        choose_one(at, sums);
        if (at->may_spiral) {
            wait_for_spiral(at);
        }
        return;
    }
    int32_t count = at->known - 1 < MD_ANDERSON_WINDOW ? at->known - 1 : MD_ANDERSON_WINDOW;
    while (count > 0 && !choose_window(at, sums, count)) {
        --count;
    }
    at->extrapolated = count > 0;
}

static void undo(struct extrapolation *at)
{
    stay(at);
    at->is_undone = true;
    at->known = 0;
    ++at->undone;
    at->wait = at->pause;
    at->pause = 2 * at->pause < MAX_PAUSE ? 2 * at->pause : MAX_PAUSE;
}

void md_extrapolation_learn(struct extrapolation *at, const struct sweep_report *report)
{
    const double norm = sqrt(report->change_squared);
    const bool extrapolated = at->extrapolated;
    at->is_undone = false;
    at->starts_window = false;
    if (at->depth > 1) {
        rotate_gram(at, &report->anderson);
    }
    at->unclamped = !report->clamped ? at->unclamped + 1 : 0;
    if (extrapolated && !(norm <= MAX_GROWTH * at->last_norm)) {
        undo(at);
        return;
    }
    if (extrapolated && norm <= at->last_norm) {
        const int32_t min_pause = 1 + at->undone / UNDONE_PER_PAUSE;
        at->pause = at->pause > 2 * min_pause ? at->pause / 2 : min_pause;
    }
    stay(at);
    if (at->wait > 0) {
        --at->wait;
        at->known = 0;
        return;
    }
    const bool use_window = at->unclamped >= MIN_UNCLAMPED;
    ++at->known;
    at->last_norm = norm;
    if (use_window != (at->depth > 1)) {
        at->depth = use_window ? MD_ANDERSON_WINDOW : 1;
        at->starts_window = use_window;
        at->known = at->known > 2 ? 2 : at->known;
        at->gram[0][0] = report->anderson.d_d[0];
    }
    if (at->known > 1) {
        choose(at, &report->anderson);
    }
}
