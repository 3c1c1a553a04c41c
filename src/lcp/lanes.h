/* Bodies, Jacobians and bounds of the contacts of a block, one contact per lane. */
#ifndef MODULUS_LCP_LANES_H
#define MODULUS_LCP_LANES_H

#include "lcp/block_problem.h"
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

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* The first numbers of a body slot, one body per lane. */
struct body_lanes {
    vreal x, y, angular, inverse_mass;
};

MD_INLINE struct body_lanes gather(const md_real *state, const int32_t *slots)
{
    const md_real *from[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        from[lane] = state + slots[lane];
    }
    const struct lanes4 numbers = load_lanes4(from);
    return (struct body_lanes){numbers.at[0], numbers.at[1], numbers.at[2], numbers.at[3]};
}

MD_INLINE void scatter(md_real *state, const int32_t *slots, const struct body_lanes *lanes)
{
    md_real *to[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        to[lane] = state + slots[lane];
    }
    const struct lanes4 numbers = {{lanes->x, lanes->y, lanes->angular, lanes->inverse_mass}};
    store_lanes4(to, &numbers);
}

/* A row of J in each lane: (x, y, angular_a) for the first body and (-x, -y, angular_b) for the second. */
struct jacobian_lanes {
    vreal x, y, angular_a, angular_b;
};

MD_INLINE vreal row_velocity_lanes(const struct jacobian_lanes *J, const struct body_lanes *a,
                                   const struct body_lanes *b)
{
    const vreal v_a = J->x * a->x + J->y * a->y + J->angular_a * a->angular;
    const vreal v_b = -J->x * b->x + -J->y * b->y + J->angular_b * b->angular;
    return v_a + v_b;
}

MD_INLINE void row_push_lanes(const struct jacobian_lanes *J, vreal inverse_inertia_a, vreal inverse_inertia_b,
                              vreal change, struct body_lanes *a, struct body_lanes *b)
{
    a->x += a->inverse_mass * J->x * change;
    a->y += a->inverse_mass * J->y * change;
    a->angular += inverse_inertia_a * J->angular_a * change;
    b->x += b->inverse_mass * -J->x * change;
    b->y += b->inverse_mass * -J->y * change;
    b->angular += inverse_inertia_b * J->angular_b * change;
}

/* The Jacobians and inverse inertias of the contacts of a block. */
struct contact_lanes {
    struct jacobian_lanes normal, tangent;
    vreal inverse_inertia_a, inverse_inertia_b;
};

MD_INLINE struct contact_lanes load_contacts(const struct block_layout *layout, int32_t block)
{
    const md_real *field = layout->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
    const vreal x = vector_load(field + BLOCK_NORMAL_X * MD_LANES);
    const vreal y = vector_load(field + BLOCK_NORMAL_Y * MD_LANES);
    return (struct contact_lanes){.normal = {.x = x,
                                             .y = y,
                                             .angular_a = vector_load(field + BLOCK_NORMAL_ANGULAR_A * MD_LANES),
                                             .angular_b = vector_load(field + BLOCK_NORMAL_ANGULAR_B * MD_LANES)},
                                  .tangent = {.x = -y,
                                              .y = x,
                                              .angular_a = vector_load(field + BLOCK_TANGENT_ANGULAR_A * MD_LANES),
                                              .angular_b = vector_load(field + BLOCK_TANGENT_ANGULAR_B * MD_LANES)},
                                  .inverse_inertia_a = vector_load(field + BLOCK_INVERSE_INERTIA_A * MD_LANES),
                                  .inverse_inertia_b = vector_load(field + BLOCK_INVERSE_INERTIA_B * MD_LANES)};
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* What is known about a row without reading it. */
enum row_role {
    ROW_ANY,
    ROW_NORMAL, /* of a simple contact: no compliance, bounds 0 and infinity */
    ROW_TANGENT /* of a simple contact: no compliance, bounds -upper and upper */
};

MD_INLINE enum row_role role_of_normals(const struct block_problem *blocks)
{
    return blocks->is_simple ? ROW_NORMAL : ROW_ANY;
}

MD_INLINE enum row_role role_of_tangents(const struct block_problem *blocks)
{
    return blocks->is_simple ? ROW_TANGENT : ROW_ANY;
}

struct vector_bounds {
    vreal lower, upper;
};

/* The bounds of rows i to i + MD_LANES - 1, times `scale`. */
MD_INLINE struct vector_bounds bounds_of(const md_problem *problem, int32_t i, enum row_role role, vreal scale)
{
    if (role == ROW_NORMAL) {
        return (struct vector_bounds){vector_all(0), vector_all(MD_INFINITY)};
    }
    const vreal upper = vector_load(problem->upper.at + i) * scale;
    return (struct vector_bounds){role == ROW_TANGENT ? -upper : vector_load(problem->lower.at + i) * scale, upper};
}

MD_INLINE vreal clamp_to(vreal x, const struct vector_bounds *bounds, enum row_role role)
{
    const vreal raised = vector_max(bounds->lower, x);
    return role == ROW_NORMAL ? raised : vector_min(bounds->upper, raised);
}

/* Offsets in the state of the first bodies of a block; those of the second bodies follow. */
MD_INLINE const int32_t *block_slots(const struct block_layout *layout, int32_t block)
{
    return layout->slots.at + 2 * MD_LANES * (size_t)block;
}

#endif
