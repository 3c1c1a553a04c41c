/* State of the accelerated projected gradient method (apgd.c). */
#ifndef MODULUS_LCP_APGD_H
#define MODULUS_LCP_APGD_H

#include "base/memory.h"

struct apgd {
    struct reals w;                 /* A lambda + q of the current lambda */
    struct reals old_lambda, old_w; /* of the iterate before */
    struct reals point, point_w;    /* the extrapolated point, and its w */
    double theta;                   /* of Nesterov's sequence; 1 after a restart */
    double step;                    /* in units of 1 / D */
    bool knows_w;                   /* false before the first iteration */
};

void md_apgd_free(struct apgd *apgd, const md_allocator *allocator);

#endif
