/* Choosing how far Anderson acceleration extrapolates the rows of one island (anderson.h). */
#ifndef MODULUS_LCP_EXTRAPOLATION_H
#define MODULUS_LCP_EXTRAPOLATION_H

#include "lcp/sweep.h"

struct extrapolation {
    double gram[MD_ANDERSON_WINDOW][MD_ANDERSON_WINDOW]; /* d_j . d_k */
    md_real c[MD_ANDERSON_WINDOW];                       /* of the next extrapolation */
    int32_t depth;       /* differences that the next sweep uses: 1 or MD_ANDERSON_WINDOW */
    int32_t known;       /* consecutive changes in the history */
    bool may_spiral;     /* there is friction */
    bool extrapolated;   /* the last sweep started from an extrapolation */
    bool is_undone;      /* the last extrapolation is to be undone */
    bool starts_window;  /* the next sweep is the first to use several differences */
    double last_norm;    /* || f || of the sweep before */
    bool recomputes;     /* v is being recomputed because of rounding errors */
    double rounding;     /* factor by which rounding errors of v have been amplified since it was recomputed */
    int32_t wait;        /* sweeps without extrapolation still to come */
    int32_t pause;       /* the same after the next extrapolation that is undone */
    int32_t undone;      /* extrapolations so far */
    int32_t growing;     /* consecutive sweeps whose changes grew */
    int32_t spiral_wait; /* factor of the wait after a spiral, see wait_for_spiral */
    int32_t unclamped;   /* sweeps since a row was at a bound */
};

void md_extrapolation_reset(struct extrapolation *at, bool may_spiral);
/** After a sweep: chooses the next extrapolation, or decides to undo the last one. */
void md_extrapolation_learn(struct extrapolation *at, const struct sweep_report *report);

#endif
