/* The sweep of projected.c over blocks: MD_LANES contacts at a time, first their normals, then their tangents. Lane for lane it does what
 * the sweep of single rows does, in the same order of operations. */
#include "lcp/block_sweep.h"

#include "lcp/blocks.h"
#include "lcp/vector.h"

#ifndef MD_BLOCK_SWEEP
#define MD_BLOCK_SWEEP md_block_sweep_base
#endif

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

MD_INLINE vreal numbers_at(const struct row_numbers *numbers, int32_t i)
{
    return numbers->stride == 0 ? vector_all(numbers->values.at[0]) : vector_load(numbers->values.at + i);
}

/* Sums of a sweep, a lane each until its end. */
struct lane_sums {
    vwide change_squared;
    vwide d_f[MD_ANDERSON_WINDOW], d_d[MD_ANDERSON_WINDOW];
    vmask clamped, out_of_hand;
};

MD_INLINE vreal mixed_start(const struct mixer *mixer, int32_t i, vreal swept, int32_t depth)
{
    vreal start = swept;
    vreal newer = swept;
    for (int32_t j = 0; j < depth; ++j) {
        const vreal older = vector_load(mixer->lambda[j] + i);
        start -= vector_all(mixer->c[j]) * (newer - older);
        newer = older;
    }
    vector_store(mixer->lambda[depth - 1] + i, swept);
    return start;
}

MD_INLINE void watch(const struct mixer *mixer, int32_t i, vreal change, vreal diagonal, int32_t depth,
                     struct lane_sums *sums)
{
    const vwide first = vector_widen(diagonal * (change - vector_load(mixer->change[0] + i)));
    const vwide weighted = vector_widen(diagonal * change);
    vreal newer = change;
    for (int32_t j = 0; j < depth; ++j) {
        const vreal older = vector_load(mixer->change[j] + i);
        const vwide difference = vector_widen(newer - older);
        sums->d_f[j] += j == 0 ? first * vector_widen(change) : difference * weighted;
        sums->d_d[j] += difference * first;
        newer = older;
    }
    vector_store(mixer->change[depth - 1] + i, change);
}

/* What a sweep reads of the rows, in registers where it can. */
struct rows_of {
    const md_real *bias, *compliance, *lower, *upper, *diagonal, *inverse_diagonal;
    md_real *lambda, *y;
    const struct row_numbers *omega, *keep;
    struct mixer mixer;
};

/* Rows i to i + MD_LANES - 1: the new impulses. `bound_scale` is that of their bounds. */
MD_INLINE vreal update(const struct rows_of *rows, int32_t i, enum sweep_kind kind, vreal bound_scale,
                       const struct direction *along, vreal inverse_inertia_a, vreal inverse_inertia_b, struct lanes *a,
                       struct lanes *b, struct lane_sums *sums)
{
    const bool has_memory = kind == SWEEP_WITH_MEMORY;
    const bool mixes = kind == SWEEP_MIXED_BY_ONE || kind == SWEEP_MIXED_BY_FEW;
    const int32_t depth = kind == SWEEP_MIXED_BY_FEW ? MD_ANDERSON_WINDOW : 1;
    const vreal swept = vector_load(rows->lambda + i);
    const vreal before = mixes ? mixed_start(&rows->mixer, i, swept, depth) : swept;
    const vreal step = numbers_at(rows->omega, i) * vector_load(rows->inverse_diagonal + i);
    vreal start = before - step * (vector_load(rows->bias + i) + vector_load(rows->compliance + i) * before);
    if (has_memory) {
        start += numbers_at(rows->keep, i) * (vector_load(rows->y + i) - before);
    }
    const vreal next = start - step * speed_along(along, a, b);
    const vmask in_hand = (next <= vector_all(MD_LAMBDA_LIMIT)) & (next >= vector_all(-MD_LAMBDA_LIMIT));
    const vreal lower = vector_load(rows->lower + i) * bound_scale;
    const vreal upper = vector_load(rows->upper + i) * bound_scale;
    const vreal clamped = vector_clamp(next, lower, upper);
    const vreal after = vector_select(in_hand, clamped, swept);
    sums->out_of_hand |= ~in_hand;
    if (has_memory) {
        vector_store(rows->y + i, vector_select(in_hand, next, swept));
    }
    vector_store(rows->lambda + i, after);
    push_along(along, inverse_inertia_a, inverse_inertia_b, after - before, a, b);
    const vreal change = after - (mixes ? vector_clamp(before, lower, upper) : before);
    sums->change_squared += vector_widen(change) * vector_widen(change);
    if (mixes) {
        watch(&rows->mixer, i, change, vector_load(rows->diagonal + i), depth, sums);
        sums->clamped |= after != next;
    }
    return after;
}

MD_INLINE struct sweep_report report_of(const struct lane_sums *sums)
{
    struct sweep_report report = {.change_squared = vector_sum(sums->change_squared),
                                  .clamped = vector_any(sums->clamped),
                                  .diverged = vector_any(sums->out_of_hand)};
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        report.mix.d_f[j] = vector_sum(sums->d_f[j]);
        report.mix.d_d[j] = vector_sum(sums->d_d[j]);
    }
    return report;
}

MD_INLINE struct sweep_report sweep_blocks(md_solver *solver, enum sweep_kind kind, int32_t rows_a_contact)
{
    const struct blocks *blocks = &solver->blocks;
    const md_problem *problem = solver->problem;
    const struct rows_of rows = {.bias = problem->bias.at,
                                 .compliance = problem->compliance.at,
                                 .lower = problem->lower.at,
                                 .upper = problem->upper.at,
                                 .diagonal = solver->diagonal.at,
                                 .inverse_diagonal = solver->inverse_diagonal.at,
                                 .lambda = solver->lambda.at,
                                 .y = solver->y.at,
                                 .omega = &solver->omega,
                                 .keep = &solver->keep,
                                 .mixer = md_anderson_mixer(&solver->anderson)};
    md_real *state = solver->system.state.at;
    struct lane_sums sums;
    memset(&sums, 0, sizeof sums);
    for (int32_t block = 0; block < blocks->count; ++block) {
        const int32_t *slots = blocks->slots.at + 2 * MD_LANES * (size_t)block;
        const md_real *field = blocks->fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
        const int32_t row = blocks->loose + block * rows_a_contact * MD_LANES;
        const vreal inertia_a = vector_load(field + BLOCK_INVERSE_INERTIA_A * MD_LANES);
        const vreal inertia_b = vector_load(field + BLOCK_INVERSE_INERTIA_B * MD_LANES);
        const struct direction normal = {.x = vector_load(field + BLOCK_NORMAL_X * MD_LANES),
                                         .y = vector_load(field + BLOCK_NORMAL_Y * MD_LANES),
                                         .turn_a = vector_load(field + BLOCK_NORMAL_TURN_A * MD_LANES),
                                         .turn_b = vector_load(field + BLOCK_NORMAL_TURN_B * MD_LANES)};
        struct lanes a = gather(state, slots);
        struct lanes b = gather(state, slots + MD_LANES);
        const vreal pressing = update(&rows, row, kind, vector_all(1), &normal, inertia_a, inertia_b, &a, &b, &sums);
        if (rows_a_contact > 1) {
            const struct direction tangent = {.x = -normal.y,
                                              .y = normal.x,
                                              .turn_a = vector_load(field + BLOCK_TANGENT_TURN_A * MD_LANES),
                                              .turn_b = vector_load(field + BLOCK_TANGENT_TURN_B * MD_LANES)};
            update(&rows, row + MD_LANES, kind, pressing, &tangent, inertia_a, inertia_b, &a, &b, &sums);
        }
        scatter(state, slots, &a);
        scatter(state, slots + MD_LANES, &b);
    }
    return report_of(&sums);
}

struct sweep_report MD_BLOCK_SWEEP(md_solver *solver, enum sweep_kind kind) {
    const bool frictionless = solver->blocks.rows_a_contact == 1;
    switch (kind) {
    case SWEEP_PLAIN: return frictionless ? sweep_blocks(solver, SWEEP_PLAIN, 1) : sweep_blocks(solver, SWEEP_PLAIN, 2);
    case SWEEP_WITH_MEMORY:
        return frictionless ? sweep_blocks(solver, SWEEP_WITH_MEMORY, 1) : sweep_blocks(solver, SWEEP_WITH_MEMORY, 2);
    case SWEEP_MIXED_BY_ONE:
        return frictionless ? sweep_blocks(solver, SWEEP_MIXED_BY_ONE, 1) : sweep_blocks(solver, SWEEP_MIXED_BY_ONE, 2);
    case SWEEP_MIXED_BY_FEW: break;
    }
    return frictionless ? sweep_blocks(solver, SWEEP_MIXED_BY_FEW, 1) : sweep_blocks(solver, SWEEP_MIXED_BY_FEW, 2);
}
