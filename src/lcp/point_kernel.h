/* SIMD passes over a range of blocks of points (point_blocks.h), from `first` to before `end`. They are compiled for the target
 * machine and, on x86, a second time for AVX2, in the plane and in space. All give the same bits. */
#ifndef MODULUS_LCP_POINT_KERNEL_H
#define MODULUS_LCP_POINT_KERNEL_H

#include "base/machine.h"
#include "lcp/lane_passes.h"
#include "lcp/point_blocks.h"

/** The arguments of a pass. */
struct point_pass {
    const struct point_blocks *points;
    md_real *state;
    struct point_spring spring;
    bool is_soft;
    md_real h;
};

struct point_kernel {
    void (*prepare)(const struct point_pass *pass, int32_t first, int32_t end);
    void (*push)(const struct point_pass *pass, int32_t first, int32_t end);
    /** Returns false if it found impulses that are unbounded; their points keep the ones that they had. */
    bool (*sweep)(const struct point_pass *pass, int32_t first, int32_t end);
    void (*turn)(const struct point_pass *pass, int32_t first, int32_t end);
    void (*measure)(const struct point_pass *pass, int32_t first, int32_t end, struct residual_sums *sums);
};

extern const struct point_kernel md_point_kernel_2d_base;
extern const struct point_kernel md_point_kernel_2d_avx2;
extern const struct point_kernel md_point_kernel_3d_base;
extern const struct point_kernel md_point_kernel_3d_avx2;
extern const struct point_kernel md_hinge_kernel_base;
extern const struct point_kernel md_hinge_kernel_avx2;

/** The fields of a block. */
MD_INLINE md_real *point_block(const struct point_pass *pass, int32_t block)
{
    const struct point_blocks *points = pass->points;
    return points->fields.at + (size_t)points->field_count * MD_LANES * (size_t)block;
}

/** False for NaN, and for impulses that rows do not store either (row_update.inc.h). */
MD_INLINE vmask impulses_are_bounded(vreal lambda)
{
    return (lambda <= vector_all(MD_MAX_LAMBDA)) & (lambda >= vector_all(-MD_MAX_LAMBDA));
}

/** 1 / d, or 0 in empty lanes. */
MD_INLINE vreal inverse_or_zero(vreal d)
{
    return vector_select(d > vector_all(0), vector_all(1) / d, vector_all(0));
}

#endif
