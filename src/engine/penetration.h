/* Penetration of contacts, summed over their points. */
#ifndef MODULUS_ENGINE_PENETRATION_H
#define MODULUS_ENGINE_PENETRATION_H

#include "base/real.h"

struct penetration {
    int32_t contacts, points; /* within the speculative margin */
    int32_t overlapping;      /* of the points */
    md_real deepest;          /* m */
    double sum;               /* of the depths, m */
};

/** A depth as a multiple of 2^-32 m, not more than it is, so that a sum of depths does not depend on its order. */
static inline double penetration_rounded(double depth)
{
    const double magnitude = 1572864.0;                 /* whose last place is 2^-32 */
    const double half_of_last_place = 1.0 / 8589934592; /* 2^-33: rounding to nearest becomes rounding down */
    return (depth - half_of_last_place + magnitude) - magnitude;
}

/** Adds a point of a contact. The caller counts contacts and points. */
static inline void penetration_add_point(struct penetration *sum, md_real separation)
{
    const md_real depth = md_max(-separation, 0);
    sum->deepest = md_max(sum->deepest, depth);
    sum->sum += penetration_rounded((double)depth);
    sum->overlapping += depth > 0;
}

static inline void penetration_merge(struct penetration *sum, const struct penetration *more)
{
    sum->contacts += more->contacts;
    sum->points += more->points;
    sum->overlapping += more->overlapping;
    sum->deepest = md_max(sum->deepest, more->deepest);
    sum->sum += more->sum;
}

#endif
