/* SIMD passes over a range of blocks of a solver, from `first` to before `end`.
 *
 * They are compiled for the target machine and, on x86, a second time for AVX2; the choice is made at run time. Both
 * give the same bits. Sums are those of a chunk of MD_CHUNK blocks: chunks do not depend on the number of threads and
 * are added in order.
 */
#ifndef MODULUS_LCP_BLOCK_KERNEL_H
#define MODULUS_LCP_BLOCK_KERNEL_H

#include "base/machine.h"
#include "lcp/solver.h"
#include "lcp/vector.h"

#define MD_CHUNK 64

/** An element of a mask. */
#ifdef MODULUS_SINGLE
typedef int32_t lane_mask;
#else
typedef int64_t lane_mask;
#endif

/** Sums of a sweep, per lane. Those of unused differences come last and need not be cleared. */
struct block_sums {
    lane_mask clamped[MD_LANES]; /* not 0: some row was clamped to a bound */
    bool diverged;
    double change_squared[MD_LANES];
    struct {
        double d_f[MD_LANES], d_d[MD_LANES];
    } difference[MD_ANDERSON_WINDOW];
};

/** Sums over the blocks whose lanes belong to the same islands (block_tallies.h), and the coefficients of the islands. */
struct block_tally {
    struct block_sums sums;
    int32_t depth; /* differences that the blocks use */
    md_real c[MD_ANDERSON_WINDOW][MD_LANES];
};

/** Sums of squares of residuals, per lane. */
struct residual_sums {
    double absolute[MD_LANES], scaled[MD_LANES];
};

struct soft_step;

struct block_kernel {
    /** Adds to `sums`; with several islands, to the tallies of the blocks. */
    void (*sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end, struct block_sums *sums);
    /** Computes D and its inverse; false if one of them is not a positive number. */
    bool (*diagonal)(md_solver *solver, int32_t first, int32_t end);
    /** Adds up || D^-1 q ||^2, while v is that of the problem. */
    void (*q_scaled)(const md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums);
    /** Sets lambda and y to the warm start, clamped to its bounds. False if all of lambda is 0. */
    bool (*start)(md_solver *solver, bool has_y, int32_t first, int32_t end);
    /** Adds M^-1 J^T lambda to v. */
    void (*push)(md_solver *solver, int32_t first, int32_t end);
    /** Contacts: sets the biases and softness of the normals at the present gaps; joints: w = J dx. See soft_step.h. */
    void (*soften)(md_solver *solver, struct soft_step *step, int32_t first, int32_t end);
    /** Computes w and the residuals. */
    void (*residual)(md_solver *solver, int32_t first, int32_t end, struct residual_sums *sums);
};

extern const struct block_kernel md_block_kernel_base;
extern const struct block_kernel md_block_kernel_avx2;
/** The same passes over the blocks of joints: joint_kernel.c. */
extern const struct block_kernel md_joint_kernel_base;
extern const struct block_kernel md_joint_kernel_avx2;
/** The same passes over the blocks of manifolds: manifold_kernel.c. */
extern const struct block_kernel md_manifold_kernel_base;
extern const struct block_kernel md_manifold_kernel_avx2;

void MD_FOR_MACHINE(md_block_sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                                    struct block_sums *total); /* block_sweep.c */
void MD_FOR_MACHINE(md_manifold_sweep)(md_solver *solver, struct sweep_kind kind, int32_t first, int32_t end,
                                       struct block_sums *total); /* manifold_sweep.c */

#endif
