/* Loading and storing four consecutive numbers per lane: a transpose between memory and vectors. */
#ifndef MODULUS_LCP_LANES4_H
#define MODULUS_LCP_LANES4_H

#include "lcp/vector.h"

/* Four numbers of each lane, which are consecutive in memory. */
struct lanes4 {
    vreal at[4];
};

#if defined(__AVX__) && !defined(MODULUS_SINGLE)
/* Loads and stores pairs of numbers, because these do not use the one execution port that shuffles. */
MD_INLINE __m256d load_halves(const md_real *low, const md_real *high)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(low)), _mm_loadu_pd(high), 1);
}

MD_INLINE void store_halves(md_real *low, md_real *high, __m256d halves)
{
    _mm_storeu_pd(low, _mm256_castpd256_pd128(halves));
    _mm_storeu_pd(high, _mm256_extractf128_pd(halves, 1));
}

MD_INLINE struct lanes4 load_lanes4(const md_real *const from[MD_LANES])
{
    struct lanes4 numbers;
    for (int k = 0; k < 4; k += 2) {
        const __m256d even = load_halves(from[0] + k, from[2] + k);
        const __m256d odd = load_halves(from[1] + k, from[3] + k);
        numbers.at[k] = (vreal)_mm256_unpacklo_pd(even, odd);
        numbers.at[k + 1] = (vreal)_mm256_unpackhi_pd(even, odd);
    }
    return numbers;
}

MD_INLINE void store_lanes4(md_real *const to[MD_LANES], const struct lanes4 *numbers)
{
    for (int k = 0; k < 4; k += 2) {
        const __m256d first = (__m256d)numbers->at[k];
        const __m256d second = (__m256d)numbers->at[k + 1];
        store_halves(to[0] + k, to[2] + k, _mm256_unpacklo_pd(first, second));
        store_halves(to[1] + k, to[3] + k, _mm256_unpackhi_pd(first, second));
    }
}
#elif defined(__AVX__)
/* Transpose each half of four vectors of eight. */
MD_INLINE void transpose4(__m256 rows[4])
{
    const __m256 low_01 = _mm256_unpacklo_ps(rows[0], rows[1]);
    const __m256 high_01 = _mm256_unpackhi_ps(rows[0], rows[1]);
    const __m256 low_23 = _mm256_unpacklo_ps(rows[2], rows[3]);
    const __m256 high_23 = _mm256_unpackhi_ps(rows[2], rows[3]);
    rows[0] = _mm256_shuffle_ps(low_01, low_23, 0x44);
    rows[1] = _mm256_shuffle_ps(low_01, low_23, 0xee);
    rows[2] = _mm256_shuffle_ps(high_01, high_23, 0x44);
    rows[3] = _mm256_shuffle_ps(high_01, high_23, 0xee);
}

MD_INLINE struct lanes4 load_lanes4(const md_real *const from[MD_LANES])
{
    __m256 rows[4];
    for (int lane = 0; lane < 4; ++lane) {
        rows[lane] =
            _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from[lane])), _mm_loadu_ps(from[lane + 4]), 1);
    }
    transpose4(rows);
    return (struct lanes4){{(vreal)rows[0], (vreal)rows[1], (vreal)rows[2], (vreal)rows[3]}};
}

MD_INLINE void store_lanes4(md_real *const to[MD_LANES], const struct lanes4 *numbers)
{
    __m256 rows[4] = {(__m256)numbers->at[0], (__m256)numbers->at[1], (__m256)numbers->at[2], (__m256)numbers->at[3]};
    transpose4(rows);
    for (int lane = 0; lane < 4; ++lane) {
        _mm_storeu_ps(to[lane], _mm256_castps256_ps128(rows[lane]));
        _mm_storeu_ps(to[lane + 4], _mm256_extractf128_ps(rows[lane], 1));
    }
}
#else
MD_INLINE struct lanes4 load_lanes4(const md_real *const from[MD_LANES])
{
    struct lanes4 numbers;
    for (int k = 0; k < 4; ++k) {
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            numbers.at[k][lane] = from[lane][k];
        }
    }
    return numbers;
}

MD_INLINE void store_lanes4(md_real *const to[MD_LANES], const struct lanes4 *numbers)
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        for (int k = 0; k < 4; ++k) {
            to[lane][k] = numbers->at[k][lane];
        }
    }
}
#endif

#endif
