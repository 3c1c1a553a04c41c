/* alpha=auto: Gauss-Seidel sweeps, extrapolated by Anderson's mixing. There is no parameter to choose.
 *
 * With g_k what sweep k made of its start and f_k its change, the next sweep starts from
 *
 *     g_k - sum_j c_j (g_(k-j) - g_(k-j-1))      c minimising || f_k - sum_j c_j (f_(k-j) - f_(k-j-1)) ||_D      j = 0, 1, ...
 *
 * What the last differences tell is true of a fixed active set: one is used while rows are at their bounds, a few where none
 * has been for a while. An extrapolation after which a sweep changes lambda by more than twice what the sweep before did
 * is taken back, and the next ones wait, longer each time; and they wait while friction makes the sweeps go round in a spiral.
 *
 * It takes no pass over the rows. The sweep itself (projected.c) moves each row to its start when it comes to it, keeps
 * what was there, and adds up the products that c is made of; v, which is linear in lambda, is moved beforehand. A start
 * beyond a row's bounds needs no clamp, for the sweep's own is there.
 *
 * Few sweeps are not extrapolated (projected.c).
 *
 * Sources: Anderson (1965); Walker and Ni (2011). docs/auto-alpha.md has what else was tried, and the figures.
 */
#ifndef MODULUS_LCP_ANDERSON_H
#define MODULUS_LCP_ANDERSON_H

#include <modulus/lcp.h>

#include "base/memory.h"

#define MD_ANDERSON_WINDOW 4

struct sweep_report;

/** Sums over the rows of a sweep, in the norm of D. The differences are those of the changes: d_0 = f_k - f_(k-1), and back. */
struct anderson_sums {
    double d_f[MD_ANDERSON_WINDOW], d_d[MD_ANDERSON_WINDOW]; /* of d_j with f_k, and with d_0 */
};

struct anderson {
    /* What sweeps before the last one left, newest first: g and its v. Changes: of the last sweep, and of those before. */
    struct reals lambda[MD_ANDERSON_WINDOW], state[MD_ANDERSON_WINDOW], change[MD_ANDERSON_WINDOW];
    struct reals y;                                      /* y before the last sweep (modulus methods) */
    struct reals carried;                                /* v before it is made anew */
    double gram[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW]; /* of d_j with d_k */
    md_real c[MD_ANDERSON_WINDOW];                       /* of the extrapolation that the next sweep starts from */
    int32_t depth;          /* differences that the next sweep keeps: 1 or MD_ANDERSON_WINDOW */
    int32_t known;          /* changes that are kept and follow each other */
    bool may_spiral;        /* there is friction */
    bool extrapolated;      /* the last sweep started from an extrapolation */
    double old_size;        /* || f || of the sweep before */
    double rounding;        /* by how much extrapolations have multiplied the rounding in v since it was made anew */
    int32_t wait, pause;    /* plain sweeps still to come; and after the next extrapolation that is taken back */
    int32_t taken_back;     /* so far */
    int32_t growing, turns; /* sweeps whose changes grew; of a spiral, see leave_spiral_alone */
    int32_t unclamped;      /* sweeps since a row was at a bound */
};

/** What a sweep has at hand of it: copied, so that it may stay in registers. */
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
/** Room for a problem of the solver's size, and a fresh start. */
md_status md_anderson_prepare(md_solver *solver);
/** After a sweep: chooses where the next starts from, or takes back what did no good. */
void md_anderson_learn(md_solver *solver, const struct sweep_report *report);
/** Before a sweep: moves v there, and lambda where rows are read of it. */
void md_anderson_extrapolate(md_solver *solver);

#endif
