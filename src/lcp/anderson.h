/* Anderson acceleration of the sweeps of amgs.c.
 *
 * Let g_k be the lambda after sweep k and f_k the change that the sweep made. The next sweep starts from
 *
 *     g_k - sum_j c_j (g_(k-j) - g_(k-j-1)),   c minimising || f_k - sum_j c_j (f_(k-j) - f_(k-j-1)) ||_D,   j = 0, 1, ...
 *
 * The differences are valid for a fixed active set. So one difference is used while rows are at their bounds, and
 * MD_ANDERSON_WINDOW when no row has been clamped for some sweeps; a contact that slides in a disc or cone counts as free. An extrapolation is undone if the sweep after it
 * changes lambda by more than twice as much as the sweep before it; the next extrapolations then pause, longer each
 * time. They also pause while friction makes the sweeps spiral.
 *
 * c and the decisions above are made for each island (row_islands.h) separately: an island whose sweeps converge slowly,
 * or not at all, does not disturb the others.
 *
 * It takes no pass over the rows: the sweep extrapolates each row when it gets there, stores the history, and sums the
 * products that determine c (anderson_row.inc.h). v is linear in lambda and is extrapolated before the sweep. A start
 * beyond the bounds of a row needs no clamp, because the sweep clamps. The modulus methods extrapolate lambda only and
 * keep y_i - lambda_i, what the last clamp cut off.
 *
 * Sources: Anderson (1965); Walker and Ni (2011). docs/auto.md has measurements and what else was tried.
 */
#ifndef MODULUS_LCP_ANDERSON_H
#define MODULUS_LCP_ANDERSON_H

#include <modulus/lcp.h>

#include "base/memory.h"
#include "lcp/extrapolation.h"
#include "lcp/row_islands.h"
#include "lcp/sweep.h"

struct block_tally;

struct anderson {
    struct row_islands islands;
    struct extrapolation *extrapolations; /* of each island */
    struct sweep_report *reports;         /* of the last sweep, of each island; one if there is one island */
    size_t extrapolation_capacity, report_capacity;
    struct block_tally *tallies; /* of the last sweep over blocks, if there are several islands */
    size_t tally_capacity;

    /* History, newest first: lambda and v (with masses, as in struct system) that earlier sweeps left, and changes.
     * Only the newest is kept, in place, until an island uses several differences. */
    struct reals lambda[MD_ANDERSON_WINDOW], state[MD_ANDERSON_WINDOW], change[MD_ANDERSON_WINDOW];
    bool keeps_window;
    bool is_first;  /* the islands are not known yet; the first sweep is plain, and stores y for md_anderson_complete */
    struct reals y; /* y before the last sweep (modulus methods) */
    struct reals old_state; /* v before it is recomputed */
};

/** The entry of the history that the next sweep overwrites; it becomes the newest. */
static inline int32_t md_anderson_oldest(const struct anderson *anderson)
{
    return anderson->keeps_window ? MD_ANDERSON_WINDOW - 1 : 0;
}

/** The arrays that a row of a sweep reads and writes, copied so that the pointers stay in registers. */
struct anderson_view {
    md_real *lambda[MD_ANDERSON_WINDOW], *change[MD_ANDERSON_WINDOW];
    md_real *oldest_lambda, *oldest_change; /* with several islands; otherwise the last that a sweep reads */
};

static inline struct anderson_view md_anderson_view(const struct anderson *anderson)
{
    struct anderson_view view;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        view.lambda[j] = anderson->lambda[j].at;
        view.change[j] = anderson->change[j].at;
    }
    view.oldest_lambda = view.lambda[md_anderson_oldest(anderson)];
    view.oldest_change = view.change[md_anderson_oldest(anderson)];
    return view;
}

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator);
/** Reserves memory for the solver's problem, finds its islands and resets the history. */
md_status md_anderson_prepare(md_solver *solver);
/** After the first sweep: finds the islands, if md_anderson_prepare left that for the second. */
md_status md_anderson_complete(md_solver *solver);
/** Before a sweep: extrapolates v; or lambda, if A is explicit. */
void md_anderson_extrapolate(md_solver *solver);
/** After a sweep, whose results are in `reports`: chooses the next extrapolation of each island, or undoes the last. */
void md_anderson_learn(md_solver *solver);

#endif
