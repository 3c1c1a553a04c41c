/* Anderson acceleration of the sweeps of amgs.c.
 *
 * Let g_k be the lambda after sweep k and f_k the change that the sweep made. The next sweep starts from
 *
 *     g_k - sum_j c_j (g_(k-j) - g_(k-j-1)),   c minimising || f_k - sum_j c_j (f_(k-j) - f_(k-j-1)) ||_D,   j = 0, 1, ...
 *
 * The differences are valid for a fixed active set. So one difference is used while rows are at their bounds, and
 * MD_ANDERSON_WINDOW when no row has been clamped for some sweeps. An extrapolation is undone if the sweep after it
 * changes lambda by more than twice as much as the sweep before it; the next extrapolations then pause, longer each
 * time. They also pause while friction makes the sweeps spiral.
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

#define MD_ANDERSON_WINDOW 4

struct sweep_report;

/** Sums over the rows of a sweep in the norm of D, with d_0 = f_k - f_(k-1), d_1 = f_(k-1) - f_(k-2), ... */
struct anderson_sums {
    double d_f[MD_ANDERSON_WINDOW], d_d[MD_ANDERSON_WINDOW]; /* d_j . f_k and d_j . d_0 */
};

struct anderson {
    /* History, newest first: lambda and v (with masses, as in struct system) that earlier sweeps left, and changes. */
    struct reals lambda[MD_ANDERSON_WINDOW], state[MD_ANDERSON_WINDOW], change[MD_ANDERSON_WINDOW];
    struct reals y;                                      /* y before the last sweep (modulus methods) */
    struct reals old_state;                              /* v before it is recomputed */
    double gram[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW]; /* d_j . d_k */
    md_real c[MD_ANDERSON_WINDOW];                       /* of the next extrapolation */
    int32_t depth;     /* differences that the next sweep uses: 1 or MD_ANDERSON_WINDOW */
    int32_t known;     /* consecutive changes in the history */
    bool may_spiral;   /* there is friction */
    bool extrapolated; /* the last sweep started from an extrapolation */
    double last_norm;  /* || f || of the sweep before */
    double
        rounding;   /* factor by which extrapolations have amplified the rounding errors of v since it was recomputed */
    int32_t wait;   /* sweeps without extrapolation still to come */
    int32_t pause;  /* the same after the next extrapolation that is undone */
    int32_t undone; /* extrapolations so far */
    int32_t growing;     /* consecutive sweeps whose changes grew */
    int32_t spiral_wait; /* factor of the wait after a spiral, see wait_for_spiral */
    int32_t unclamped;   /* sweeps since a row was at a bound */
};

/** The arrays that a row of a sweep reads and writes, copied so that the pointers stay in registers. */
struct anderson_view {
    md_real *lambda[MD_ANDERSON_WINDOW], *change[MD_ANDERSON_WINDOW];
    md_real c[MD_ANDERSON_WINDOW];
};

static inline struct anderson_view md_anderson_view(const struct anderson *anderson)
{
    struct anderson_view view;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        view.lambda[j] = anderson->lambda[j].at;
        view.change[j] = anderson->change[j].at;
        view.c[j] = anderson->c[j];
    }
    return view;
}

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator);
/** Reserves memory for the solver's problem and resets the history. */
md_status md_anderson_prepare(md_solver *solver);
/** Before a sweep: extrapolates v; or lambda, if A is explicit. */
void md_anderson_extrapolate(md_solver *solver);
/** After a sweep: chooses the next extrapolation, or undoes the last one. */
void md_anderson_learn(md_solver *solver, const struct sweep_report *report);

#endif
