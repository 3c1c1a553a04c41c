/* The memory bandwidth, for arrays of the size of a problem, and the arithmetic rate of one thread: the roofline of a
 * sweep. */
#include <stdlib.h>

#include "base/clock.h"
#include "bench/sweeps/sweeps.h"

/* A sweep reads about eight arrays in parallel, and memory serves several streams faster than one. The array is therefore
 * divided into eight parts, and each part yields a line of eight numbers in turn. */
#define STREAMS 8
#define LINE 8

static double read_all(const double *numbers, size_t part)
{
    double sum[LINE] = {0};
    for (size_t i = 0; i < part; i += LINE) {
        for (size_t stream = 0; stream < STREAMS; ++stream) {
            const double *line = numbers + stream * part + i;
            for (size_t k = 0; k < LINE; ++k) {
                sum[k] += line[k];
            }
        }
    }
    return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}

static double update_all(double *numbers, size_t part)
{
    for (size_t i = 0; i < part; i += LINE) {
        for (size_t stream = 0; stream < STREAMS; ++stream) {
            double *line = numbers + stream * part + i;
            for (size_t k = 0; k < LINE; ++k) {
                line[k] = 0.5 * line[k] + 0.5; /* stays 1 */
            }
        }
    }
    return numbers[0];
}

/* The minimal time of a pass over the repeats; a repeat does as many passes as take a tenth of effort->seconds. */
static double min_seconds(void (*pass_over)(const void *context), const void *context, const struct effort *effort)
{
    double min = 0;
    int64_t passes = 1;
    for (int r = 0; r < effort->repeats;) {
        const double start = md_clock_seconds();
        for (int64_t p = 0; p < passes; ++p) {
            pass_over(context);
        }
        const double seconds = md_clock_seconds() - start;
        if (seconds < effort->seconds / 10) {
            passes *= 2;
            continue;
        }
        const double pass = seconds / (double)passes;
        min = r == 0 || pass < min ? pass : min;
        ++r;
    }
    return min;
}

struct streams {
    double *numbers;
    size_t part;
};

/* Keeps the compiler from removing or merging passes: it must assume that the result is used and the array changed. */
#define USE_RESULT(result, array) __asm__ volatile("" : : "g"(result), "r"(array) : "memory")

static void read_streams(const void *context)
{
    const struct streams *streams = context;
    USE_RESULT(read_all(streams->numbers, streams->part), streams->numbers);
}

static void update_streams(const void *context)
{
    const struct streams *streams = context;
    USE_RESULT(update_all(streams->numbers, streams->part), streams->numbers);
}

struct bandwidth measure_bandwidth(size_t bytes, const struct effort *effort)
{
    const size_t part = (bytes / sizeof(double) / (STREAMS * LINE) + 1) * LINE;
    const size_t count = STREAMS * part;
    double *numbers = calloc(count, sizeof *numbers);
    if (numbers == NULL) {
        return (struct bandwidth){0};
    }
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = 1;
    }
    const double size = (double)(count * sizeof *numbers);
    const struct streams streams = {numbers, part};
    const struct bandwidth bandwidth = {.update = 2 * size / min_seconds(update_streams, &streams, effort),
                                        .read = size / min_seconds(read_streams, &streams, effort)};
    free(numbers);
    return bandwidth;
}

/* Enough independent sums to fill the width and the latency of the arithmetic units of current processors: 8 vectors of 4
 * doubles. */
#define SUMS 32
#define ROUNDS 4096

/* Inlined into functions that are compiled for different instruction sets. */
static inline __attribute__((always_inline)) md_real compute(md_real *sum, md_real factor)
{
    for (int i = 0; i < ROUNDS; ++i) {
        for (int k = 0; k < SUMS; ++k) {
            sum[k] = sum[k] * factor + (md_real)0.5; /* stays 1 with the factor 0.5 */
        }
    }
    return sum[0];
}

typedef md_real compute_function(md_real *sum, md_real factor);

static md_real compute_as_built(md_real *sum, md_real factor)
{
    return compute(sum, factor);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static md_real compute_with_avx2(md_real *sum, md_real factor)
{
    return compute(sum, factor);
}

static compute_function *widest(void)
{
    return __builtin_cpu_supports("avx2") ? compute_with_avx2 : compute_as_built;
}
#else
static compute_function *widest(void)
{
    return compute_as_built;
}
#endif

struct computation {
    compute_function *function;
    md_real *sum;
};

static void compute_once(const void *context)
{
    const struct computation *computation = context;
    USE_RESULT(computation->function(computation->sum, (md_real)0.5), computation->sum);
}

double measure_arithmetic(const struct effort *effort, bool use_widest)
{
    md_real sum[SUMS];
    for (int k = 0; k < SUMS; ++k) {
        sum[k] = 1;
    }
    const struct computation computation = {use_widest ? widest() : compute_as_built, sum};
    return 2.0 * SUMS * ROUNDS / min_seconds(compute_once, &computation, effort);
}
