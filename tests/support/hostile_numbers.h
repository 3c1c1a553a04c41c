/* Random numbers of a well-meaning user, and with hostile_numbers set those of an attacker: for random worlds. */
#ifndef MODULUS_TESTS_HOSTILE_NUMBERS_H
#define MODULUS_TESTS_HOSTILE_NUMBERS_H

#include <math.h>

#include <modulus/base.h>

#include "base/splitmix.h"

static inline bool one_in(struct splitmix *random, int32_t count)
{
    return splitmix_index(random, count) == 0;
}

/** One number in so many is extreme, out of range or NaN; 0: none. */
static int32_t hostile_numbers;

static inline bool is_hostile(struct splitmix *random)
{
    return hostile_numbers > 0 && one_in(random, hostile_numbers);
}

static inline md_real hostile_real(struct splitmix *random)
{
    static const double NUMBERS[] = {NAN,   INFINITY, 0,    -0.0, 1e-300, 1e-30, 1e-15, 1e-9,
                                     1e-3,  1,        1e3,  1e6,  1e9,    1e15,  1e20,  1e30,
                                     1e150, 1e300,    1e38, 3.15, 2e9,    0.005, 1.5,   (double)MD_REAL_MAX};
    const double number = NUMBERS[splitmix_index(random, sizeof NUMBERS / sizeof *NUMBERS)];
    return (md_real)(one_in(random, 2) ? -number : number);
}

static inline md_real any_real(struct splitmix *random, double low, double high)
{
    if (is_hostile(random)) {
        return hostile_real(random);
    }
    return (md_real)splitmix_real(random, low, high);
}

/** Returns a number that is log-uniform in its range. */
static inline md_real any_scale(struct splitmix *random, double low, double high)
{
    if (is_hostile(random)) {
        return hostile_real(random);
    }
    return (md_real)(low * pow(high / low, splitmix_real(random, 0, 1)));
}

/** Returns a number that is usually about 1, otherwise anywhere in the range. */
static inline md_real any_size(struct splitmix *random, double low, double high)
{
    return one_in(random, 8) ? any_scale(random, low, high) : any_real(random, 0.2, 1.5);
}

#endif
