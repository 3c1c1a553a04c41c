/* Elementary functions of md_real. If an argument is NaN, md_min and md_max return the second one. */
#ifndef MODULUS_BASE_REAL_H
#define MODULUS_BASE_REAL_H

#include <float.h>

#include <modulus/base.h>

/* Forces inlining into a hot loop. Builds with sanitizers define it as plain static inline (CMakeLists.txt). */
#ifndef MD_INLINE
#define MD_INLINE static inline __attribute__((always_inline))
#endif

#ifdef MODULUS_SINGLE
#define md_sqrt sqrtf
#define md_fabs __builtin_fabsf
#define MD_REAL_MAX FLT_MAX
#define MD_REAL_EPSILON FLT_EPSILON
#else
#define md_sqrt sqrt
#define md_fabs __builtin_fabs
#define MD_REAL_MAX DBL_MAX
#define MD_REAL_EPSILON DBL_EPSILON
#endif

static inline md_real md_abs(md_real x)
{
    return md_fabs(x);
}

static inline md_real md_min(md_real a, md_real b)
{
    return a < b ? a : b;
}

static inline md_real md_max(md_real a, md_real b)
{
    return a > b ? a : b;
}

static inline md_real md_clamp(md_real x, md_real lower, md_real upper)
{
    if (x < lower) {
        return lower;
    }
    return x > upper ? upper : x;
}

#endif
