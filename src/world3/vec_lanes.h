/* Vectors of lanes: the functions of geometry3/vec3.h, in their order of operations. */
#ifndef MODULUS_WORLD3_VEC_LANES_H
#define MODULUS_WORLD3_VEC_LANES_H

#include "lcp/manifold_lanes.h"

MD_INLINE struct lanes3 lanes3_sub(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

MD_INLINE struct lanes3 lanes3_add(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

MD_INLINE struct lanes3 lanes3_cross(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

MD_INLINE struct lanes3 lanes3_select(vmask mask, struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){vector_select(mask, a.x, b.x), vector_select(mask, a.y, b.y), vector_select(mask, a.z, b.z)};
}

MD_INLINE struct lanes3 lanes3_if(vmask mask, struct lanes3 a)
{
    return lanes3_select(mask, a, (struct lanes3){vector_all(0), vector_all(0), vector_all(0)});
}

MD_INLINE vreal vector_abs(vreal a)
{
    return vector_select(a < 0, -a, a);
}

/* md3_vec_perpendicular. */
MD_INLINE struct lanes3 perpendicular(struct lanes3 a)
{
    const vreal zero = vector_all(0);
    const vreal x = vector_abs(a.x), y = vector_abs(a.y), z = vector_abs(a.z);
    const vmask across_x = (x <= y) & (x <= z);
    const struct lanes3 across_y_or_z =
        lanes3_select(y <= z, (struct lanes3){a.z, zero, -a.x}, (struct lanes3){-a.y, a.x, zero});
    const struct lanes3 across = lanes3_select(across_x, (struct lanes3){zero, -a.z, a.y}, across_y_or_z);
    const vreal length = vector_sqrt(lanes3_dot(across, across));
    const vmask is_long = length > MD_REAL_EPSILON * MD_REAL_EPSILON;
    return lanes3_if(is_long, lanes3_scale(1 / length, across));
}

#endif
