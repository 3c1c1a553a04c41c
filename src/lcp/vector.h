/* SIMD vectors by the compiler's vector extensions.
 *
 * A vector has 32 bytes on every machine, 4 doubles or 8 floats; the compiler splits it if registers are smaller. Lanes
 * do not mix and contraction is off, so AVX2, SSE2, NEON and WebAssembly give the same bits.
 */
#ifndef MODULUS_LCP_VECTOR_H
#define MODULUS_LCP_VECTOR_H

#include <stdint.h>
#include <string.h>

#include "base/real.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

/* Functions that take vectors are inlined or static, so the ABI for passing them does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define MD_VECTOR_BYTES 32
#define MD_LANES (MD_VECTOR_BYTES / (int32_t)sizeof(md_real))

typedef md_real vreal __attribute__((vector_size(MD_VECTOR_BYTES)));
#ifdef MODULUS_SINGLE
typedef int32_t vmask __attribute__((vector_size(MD_VECTOR_BYTES)));
typedef double vwide
    __attribute__((vector_size(2 * MD_VECTOR_BYTES))); /* for sums, which are double in either precision */
#else
typedef int64_t vmask __attribute__((vector_size(MD_VECTOR_BYTES)));
typedef double vwide __attribute__((vector_size(MD_VECTOR_BYTES)));
#endif

MD_INLINE vreal vector_load(const md_real *from)
{
    vreal v;
    memcpy(&v, from, sizeof v);
    return v;
}

MD_INLINE void vector_store(md_real *to, vreal v)
{
    memcpy(to, &v, sizeof v);
}

MD_INLINE vreal vector_all(md_real x)
{
    return (vreal){0} + x;
}

/** a in lanes where the mask is set, b in the others. */
MD_INLINE vreal vector_select(vmask mask, vreal a, vreal b)
{
    return (vreal)((mask & (vmask)a) | (~mask & (vmask)b));
}

/** a > b ? a : b, so b if either is NaN; vector_min is a < b ? a : b. */
MD_INLINE vreal vector_max(vreal a, vreal b)
{
#if defined(__AVX__) && !defined(MODULUS_SINGLE)
    return (vreal)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif defined(__AVX__)
    return (vreal)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return vector_select(a > b, a, b);
#endif
}

MD_INLINE vreal vector_min(vreal a, vreal b)
{
#if defined(__AVX__) && !defined(MODULUS_SINGLE)
    return (vreal)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(__AVX__)
    return (vreal)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return vector_select(a < b, a, b);
#endif
}

MD_INLINE vreal vector_sqrt(vreal v)
{
#if defined(__AVX__) && !defined(MODULUS_SINGLE)
    return (vreal)_mm256_sqrt_pd((__m256d)v);
#elif defined(__AVX__)
    return (vreal)_mm256_sqrt_ps((__m256)v);
#else
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        v[lane] = md_sqrt(v[lane]);
    }
    return v;
#endif
}

MD_INLINE vmask vector_is_finite(vreal v)
{
    return (v <= vector_all(MD_REAL_MAX)) & (v >= vector_all(-MD_REAL_MAX));
}

MD_INLINE bool vector_any(vmask mask)
{
#if defined(__AVX__) && !defined(MODULUS_SINGLE)
    return _mm256_movemask_pd((__m256d)mask) != 0;
#elif defined(__AVX__)
    return _mm256_movemask_ps((__m256)mask) != 0;
#else
    bool any = false;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        any = any || mask[lane] != 0;
    }
    return any;
#endif
}

MD_INLINE vwide vector_widen(vreal v)
{
#ifdef MODULUS_SINGLE
    return __builtin_convertvector(v, vwide);
#else
    return v;
#endif
}

#endif
