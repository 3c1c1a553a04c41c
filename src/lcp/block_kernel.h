/* The passes over the blocks of a solver. They are compiled once for the machine at hand and, on x86, once more for AVX2; what a
 * machine has is found out when it runs. Both give the same bits.
 *
 * A pass does blocks from `first` to `end`. Sums are those of a chunk of MD_CHUNK blocks: chunks are the same whoever sweeps them, and
 * are added in their order.
 */
#ifndef MODULUS_LCP_BLOCK_KERNEL_H
#define MODULUS_LCP_BLOCK_KERNEL_H

#include "lcp/solver.h"
#include "lcp/vector.h"

#define MD_CHUNK 64
#define MD_MAX_PARTITIONS (MD_MAX_BODY_PARTITIONS + 1) /* of a layout */

/** Of a sweep, a lane each. */
struct block_sums {
    double change_squared[MD_LANES];
    double d_f[MD_ANDERSON_WINDOW][MD_LANES], d_d[MD_ANDERSON_WINDOW][MD_LANES];
    bool clamped, diverged;
};

/** Of a residual. */
struct residual_sums {
    double absolute[MD_LANES], scaled[MD_LANES];
};

struct block_kernel {
    void (*sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end, struct block_sums *sums);
    /** D and its inverse; false where one of them is no positive number. */
    bool (*diagonal)(md_solver *solver, int32_t first, int32_t end);
    /** || D^-1 q ||^2, for the bodies' first velocities. */
    void (*q_scaled)(const md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums);
    /** lambda and y from the warm start, brought into its bounds. False where all of lambda is 0. */
    bool (*start)(md_solver *solver, bool has_y, int32_t first, int32_t end);
    /** Pushes all of lambda into v. */
    void (*push)(md_solver *solver, int32_t first, int32_t end);
    /** w, and what is left to solve. */
    void (*residual)(md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums);
};

extern const struct block_kernel md_block_kernel_base;
extern const struct block_kernel md_block_kernel_avx2;

/* Which of them to use, asked where it runs. */
#ifdef MODULUS_HAS_AVX2
#define MD_FOR_THIS_MACHINE(name) (__builtin_cpu_supports("avx2") ? &name##_avx2 : &name##_base)
#else
#define MD_FOR_THIS_MACHINE(name) (&name##_base)
#endif

/* The name of what is compiled for more than one machine. */
#ifdef MD_KERNEL_AVX2
#define MD_FOR_MACHINE(name) name##_avx2
#else
#define MD_FOR_MACHINE(name) name##_base
#endif

void MD_FOR_MACHINE(md_block_sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                                    struct block_sums *sums); /* block_sweep.c */

#endif
