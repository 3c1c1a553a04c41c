#ifndef MODULUS_DIRECT_LARGEST_H
#define MODULUS_DIRECT_LARGEST_H

#include <math.h>
#include <stdint.h>

/** The largest absolute value. Four lanes hide the latency of the comparison. NaN may be ignored. */
static inline double largest(const double *x, int32_t count)
{
    double lane[4] = {0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int l = 0; l < 4; ++l) {
            const double a = fabs(x[i + l]);
            lane[l] = a > lane[l] ? a : lane[l];
        }
    }
    for (; i < count; ++i) {
        lane[0] = fabs(x[i]) > lane[0] ? fabs(x[i]) : lane[0];
    }
    for (int l = 1; l < 4; ++l) {
        lane[0] = lane[l] > lane[0] ? lane[l] : lane[0];
    }
    return lane[0];
}

#endif
