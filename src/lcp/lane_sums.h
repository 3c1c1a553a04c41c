/* Sums of a sweep over blocks, per lane: added to those of a chunk or a tally (block_kernel.h). Included after a file that
 * includes row_update.inc.h. */
#ifndef MODULUS_LCP_LANE_SUMS_H
#define MODULUS_LCP_LANE_SUMS_H

#include "lcp/block_kernel.h"

MD_INLINE void add_lanes(double *total, vreal x)
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        total[lane] += (double)x[lane];
    }
}

MD_INLINE void add_sums(const struct sweep_sums *sums, int32_t depth, struct block_sums *total)
{
    vmask clamped;
    memcpy(&clamped, total->clamped, sizeof clamped);
    clamped |= sums->clamped;
    memcpy(total->clamped, &clamped, sizeof clamped);
    total->diverged = total->diverged || vector_any(sums->diverged);
    add_lanes(total->change_squared, sums->change_squared);
    for (int32_t j = 0; j < depth; ++j) {
        add_lanes(total->difference[j].d_f, sums->d_f[j]);
        add_lanes(total->difference[j].d_d, sums->d_d[j]);
    }
}

MD_INLINE void clear_sums(struct sweep_sums *sums, int32_t depth)
{
    sums->change_squared = vector_all(0);
    sums->clamped = sums->diverged = (vmask){0};
    for (int32_t j = 0; j < depth; ++j) {
        sums->d_f[j] = sums->d_d[j] = vector_all(0);
    }
}

/* The sums of consecutive blocks, and where they go: to one total, or with several islands to the tally of each block. `c` are the
 * coefficients of the extrapolation, of the problem or of the tally. */
struct tallied_sums {
    const struct anderson *anderson;
    const int32_t *tally; /* of each block */
    struct block_sums *to;
    struct sweep_sums sums;
    vreal c[MD_ANDERSON_WINDOW];
};

MD_INLINE void load_tally(struct tallied_sums *tallied, int32_t depth, int32_t block)
{
    struct block_tally *tally = &tallied->anderson->tallies[tallied->tally[block]];
    for (int32_t j = 0; j < depth; ++j) {
        tallied->c[j] = vector_load(tally->c[j]);
    }
    tallied->to = &tally->sums;
}

MD_INLINE void begin_tally(struct tallied_sums *tallied, const struct anderson *anderson, const int32_t *tally,
                           struct sweep_kind kind, int32_t first, struct block_sums *total)
{
    tallied->anderson = anderson;
    tallied->tally = tally;
    tallied->to = total;
    clear_sums(&tallied->sums, kind.depth);
    for (int32_t j = 0; j < kind.depth; ++j) {
        tallied->c[j] = vector_all(anderson->extrapolations[0].c[j]);
    }
    if (kind.in_islands) {
        load_tally(tallied, kind.depth, first);
    }
}

/* Changes the tally where a block has another one than the block before. */
MD_INLINE void enter_block(struct tallied_sums *tallied, struct sweep_kind kind, int32_t block)
{
    if (kind.in_islands && tallied->to != &tallied->anderson->tallies[tallied->tally[block]].sums) {
        add_sums(&tallied->sums, kind.depth, tallied->to);
        clear_sums(&tallied->sums, kind.depth);
        load_tally(tallied, kind.depth, block);
    }
}

MD_INLINE void end_tally(const struct tallied_sums *tallied, struct sweep_kind kind)
{
    add_sums(&tallied->sums, kind.depth, tallied->to);
}

#endif
