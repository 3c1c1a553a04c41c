/* What the passes over blocks have in common: bodies in lanes, and rows along a direction. */
#ifndef MODULUS_LCP_BLOCK_LANES_H
#define MODULUS_LCP_BLOCK_LANES_H

#include "lcp/block_layout.h"
#include "lcp/vector.h"

/* Velocities of a body in each lane, and what moves them. */
struct lanes {
    vreal x, y, turn, inverse_mass;
};

#if defined(__AVX__) && !defined(MODULUS_SINGLE)
/* A slot's first four numbers are one load; four of them are turned about. */
MD_INLINE void turn_about(__m256d rows[4])
{
    const __m256d low_01 = _mm256_unpacklo_pd(rows[0], rows[1]);
    const __m256d high_01 = _mm256_unpackhi_pd(rows[0], rows[1]);
    const __m256d low_23 = _mm256_unpacklo_pd(rows[2], rows[3]);
    const __m256d high_23 = _mm256_unpackhi_pd(rows[2], rows[3]);
    rows[0] = _mm256_permute2f128_pd(low_01, low_23, 0x20);
    rows[1] = _mm256_permute2f128_pd(high_01, high_23, 0x20);
    rows[2] = _mm256_permute2f128_pd(low_01, low_23, 0x31);
    rows[3] = _mm256_permute2f128_pd(high_01, high_23, 0x31);
}

MD_INLINE struct lanes gather(const md_real *state, const int32_t *slots)
{
    __m256d rows[4];
    for (int lane = 0; lane < 4; ++lane) {
        rows[lane] = _mm256_loadu_pd(state + slots[lane]);
    }
    turn_about(rows);
    return (struct lanes){(vreal)rows[0], (vreal)rows[1], (vreal)rows[2], (vreal)rows[3]};
}

MD_INLINE void scatter(md_real *state, const int32_t *slots, const struct lanes *lanes)
{
    __m256d rows[4] = {(__m256d)lanes->x, (__m256d)lanes->y, (__m256d)lanes->turn, (__m256d)lanes->inverse_mass};
    turn_about(rows);
    for (int lane = 0; lane < 4; ++lane) {
        _mm256_storeu_pd(state + slots[lane], rows[lane]);
    }
}
#else
MD_INLINE struct lanes gather(const md_real *state, const int32_t *slots)
{
    struct lanes lanes;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const md_real *slot = state + slots[lane];
        lanes.x[lane] = slot[0];
        lanes.y[lane] = slot[1];
        lanes.turn[lane] = slot[2];
        lanes.inverse_mass[lane] = slot[3];
    }
    return lanes;
}

MD_INLINE void scatter(md_real *state, const int32_t *slots, const struct lanes *lanes)
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        md_real *slot = state + slots[lane];
        slot[0] = lanes->x[lane];
        slot[1] = lanes->y[lane];
        slot[2] = lanes->turn[lane];
    }
}
#endif

/* A row of each lane: J = (x, y, turn_a) of the first body and (-x, -y, turn_b) of the second. */
struct direction {
    vreal x, y, turn_a, turn_b;
};

MD_INLINE vreal speed_along(const struct direction *along, const struct lanes *a, const struct lanes *b)
{
    const vreal of_a = along->x * a->x + along->y * a->y + along->turn_a * a->turn;
    const vreal of_b = -along->x * b->x + -along->y * b->y + along->turn_b * b->turn;
    return of_a + of_b;
}

MD_INLINE void push_along(const struct direction *along, vreal inverse_inertia_a, vreal inverse_inertia_b, vreal change,
                          struct lanes *a, struct lanes *b)
{
    a->x += a->inverse_mass * along->x * change;
    a->y += a->inverse_mass * along->y * change;
    a->turn += inverse_inertia_a * along->turn_a * change;
    b->x += b->inverse_mass * -along->x * change;
    b->y += b->inverse_mass * -along->y * change;
    b->turn += inverse_inertia_b * along->turn_b * change;
}

/* The contacts of a block. */
struct block_rows {
    struct direction normal, tangent;
    vreal inverse_inertia_a, inverse_inertia_b;
};

MD_INLINE struct block_rows load_rows(const struct block_layout *layout, int32_t block)
{
    const md_real *field = layout->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
    const vreal x = vector_load(field + BLOCK_NORMAL_X * MD_LANES);
    const vreal y = vector_load(field + BLOCK_NORMAL_Y * MD_LANES);
    return (struct block_rows){.normal = {.x = x,
                                          .y = y,
                                          .turn_a = vector_load(field + BLOCK_NORMAL_TURN_A * MD_LANES),
                                          .turn_b = vector_load(field + BLOCK_NORMAL_TURN_B * MD_LANES)},
                               .tangent = {.x = -y,
                                           .y = x,
                                           .turn_a = vector_load(field + BLOCK_TANGENT_TURN_A * MD_LANES),
                                           .turn_b = vector_load(field + BLOCK_TANGENT_TURN_B * MD_LANES)},
                               .inverse_inertia_a = vector_load(field + BLOCK_INVERSE_INERTIA_A * MD_LANES),
                               .inverse_inertia_b = vector_load(field + BLOCK_INVERSE_INERTIA_B * MD_LANES)};
}

/* Where a block has the places of its first bodies in the state; those of the second ones follow. */
MD_INLINE const int32_t *block_slots(const struct block_layout *layout, int32_t block)
{
    return layout->slots.at + 2 * MD_LANES * (size_t)block;
}

#endif
