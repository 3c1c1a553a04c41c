/* Mixing: how a coefficient of a contact follows from those of its two shapes. */
#ifndef MODULUS_ENGINE_MIXING_H
#define MODULUS_ENGINE_MIXING_H

#include "base/real.h"

/* The values of md2_mixing and md3_mixing. */
enum mixing_rule { MIXING_GEOMETRIC_MEAN, MIXING_MEAN, MIXING_MIN, MIXING_MAX, MIXING_PRODUCT };

/** A callback in place of a rule. */
typedef md_real mixing_function(void *user, md_real a, md_real b);

/** Mixes two coefficients by a function, unless it is NULL, or by a rule. A result of the function that is negative or no
 *  finite number is 0. */
static inline md_real mix_coefficients(enum mixing_rule rule, mixing_function *function, void *user, md_real a,
                                       md_real b)
{
    if (function != NULL) {
        const md_real value = function(user, a, b);
        return value >= 0 && isfinite(value) ? value : 0;
    }
    switch (rule) {
    case MIXING_GEOMETRIC_MEAN: return md_sqrt(a * b);
    case MIXING_MEAN: return (a + b) / 2;
    case MIXING_MIN: return md_min(a, b);
    case MIXING_MAX: return md_max(a, b);
    case MIXING_PRODUCT: return a * b;
    }
    return 0;
}

#endif
