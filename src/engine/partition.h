/* Partitions: bodies in strips along one axis with about equally many bodies each, so that threads can sweep them at
 * the same time.
 *
 * Partitions depend on the bodies alone, never on the number of threads: the order of the rows, and so every bit, is
 * the same for any number. Few contacts lie between partitions; they are swept after them (lcp/block_layout.h).
 */
#ifndef MODULUS_ENGINE_PARTITION_H
#define MODULUS_ENGINE_PARTITION_H

#include <modulus/base.h>

/** Partitions of an undivided problem, at most. */
#define MAX_PARTITIONS 32
/** Bodies that are sampled, at most. */
#define PARTITION_SAMPLES 512

struct partition {
    int32_t count;
    int32_t axis;                 /* 0: strips side by side along x, and so on */
    md_real ends[MAX_PARTITIONS]; /* of the strips, ascending */
};

/* Coordinates of sampled bodies along one axis. */
struct axis_samples {
    int32_t count;
    md_real at[PARTITION_SAMPLES];
};

/** Number of partitions that pays for a number of contacts. */
int32_t md_partition_count(int32_t contacts);

/** Number of bodies to sample, and the position of sample i in the list of bodies. */
static inline int32_t partition_sample_count(int32_t bodies)
{
    return bodies < PARTITION_SAMPLES ? bodies : PARTITION_SAMPLES;
}
static inline int32_t partition_sample_position(int32_t i, int32_t bodies)
{
    return (int32_t)((int64_t)i * bodies / partition_sample_count(bodies));
}

/** Chooses the axis along which the bodies are spread most, and the ends of `count` strips. Sorts the samples. */
struct partition md_partition_choose(struct axis_samples *axes, int32_t axis_count, int32_t count);

/** The number of ends at or below a coordinate, of `count` ascending ones. */
int32_t md_ends_below(const md_real *ends, int32_t count, md_real coordinate);
/** The partition of a body with a coordinate along the chosen axis: the number of strip ends at or before it. */
int32_t md_partition_of(const struct partition *partition, md_real coordinate);

#endif
