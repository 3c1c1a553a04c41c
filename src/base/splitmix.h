/* Pseudo-random numbers, the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014). */
#ifndef MODULUS_BASE_SPLITMIX_H
#define MODULUS_BASE_SPLITMIX_H

#include <stdint.h>

struct splitmix {
    uint64_t state; /* initially the seed */
};

static inline uint64_t splitmix_bits(struct splitmix *random)
{
    uint64_t bits = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

/** Returns a number uniform in [low, high), from the upper 53 bits, as many as a double holds. */
static inline double splitmix_real(struct splitmix *random, double low, double high)
{
    return low + (high - low) * ((double)(splitmix_bits(random) >> 11) * 0x1p-53);
}

/** Returns an index uniform in 0 .. count - 1, up to a bias of count / 2^64. */
static inline int32_t splitmix_index(struct splitmix *random, int32_t count)
{
    return (int32_t)(splitmix_bits(random) % (uint64_t)count);
}

#endif
