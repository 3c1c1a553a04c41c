/* alpha=auto: Gauss-Seidel sweeps, extrapolated by Anderson's mixing. There is no parameter to choose.
 *
 * With g_k what a sweep makes of an iterate and f_k its change, the next iterate is
 *
 *     lambda  =  clamp(g_k - sum_j c_j (g differences)_j)      c minimising || f_k - sum_j c_j (f differences)_j ||_D
 *
 * v is linear in lambda, so that it is extrapolated along, and only the rows that the clamp holds back are pushed. What the
 * last differences tell is true of a fixed active set: one difference is used while rows are at their bounds, a few where none
 * has been for a while. An extrapolation after which a sweep changes lambda by more than twice what it did before is taken back, and
 * the next ones wait, longer each time.
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

struct anderson {
    struct reals change;                            /* of lambda in the last sweep, f; written by the sweep */
    struct reals old_change, old_lambda, old_state; /* of the sweep before: f, g, and the v that belongs to it */
    struct reals d_change[MD_ANDERSON_WINDOW];      /* differences, newest last written at `newest` */
    struct reals d_lambda[MD_ANDERSON_WINDOW], d_state[MD_ANDERSON_WINDOW];
    double gram[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW]; /* of d_change in the norm of D */
    int32_t columns, newest;
    bool has_old;      /* the sweep before is known */
    bool extrapolated; /* the last sweep started from an extrapolation */
    double old_size;   /* || f ||_D of the sweep before */
    int32_t wait, pause;
    int32_t unclamped; /* sweeps since a row was at a bound */
};

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator);
/** Room for a problem of the solver's size, and a fresh start. */
md_status md_anderson_prepare(md_solver *solver);
/** After a sweep: extrapolates, or takes back what did no good. */
void md_anderson_mix(md_solver *solver, const struct sweep_report *report);

#endif
