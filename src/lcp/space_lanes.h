/* Vectors and symmetric matrices in space, MD_LANES at a time, for the kernels of points and hinges. */
#ifndef MODULUS_LCP_SPACE_LANES_H
#define MODULUS_LCP_SPACE_LANES_H

#include "lcp/manifold_lanes.h"
#include "lcp/point_kernel.h"

/* A symmetric matrix. */
struct symmetric {
    vreal xx, xy, xz, yy, yz, zz;
};

MD_INLINE struct lanes3 load_field(const md_real *block, int field)
{
    return load_lanes3(block + (size_t)field * MD_LANES);
}

MD_INLINE void store_field(md_real *block, int field, struct lanes3 v)
{
    store_lanes3(block + (size_t)field * MD_LANES, v);
}

MD_INLINE struct symmetric load_symmetric(const md_real *block, int field)
{
    const struct lanes3 first = load_field(block, field);
    const struct lanes3 second = load_lanes3(block + ((size_t)field + 3) * MD_LANES);
    return (struct symmetric){first.x, first.y, first.z, second.x, second.y, second.z};
}

MD_INLINE struct lanes3 add3(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

MD_INLINE struct lanes3 subtract3(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

MD_INLINE struct lanes3 multiply3(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x * b.x, a.y * b.y, a.z * b.z};
}

MD_INLINE struct lanes3 cross3(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

MD_INLINE struct lanes3 apply(const struct symmetric *m, struct lanes3 v)
{
    return (struct lanes3){m->xx * v.x + m->xy * v.y + m->xz * v.z, m->xy * v.x + m->yy * v.y + m->yz * v.z,
                           m->xz * v.x + m->yz * v.y + m->zz * v.z};
}

/* Turns r by the quaternion (h w / 2, 1), normalised, whose angle differs from h w in the third order. */
MD_INLINE struct lanes3 turned3(struct lanes3 r, struct lanes3 w, vreal h)
{
    const struct lanes3 u = lanes3_scale(h * vector_all((md_real)0.5), w);
    const vreal scale = vector_all(2) / (vector_all(1) + lanes3_dot(u, u));
    const struct lanes3 once = cross3(u, r);
    return add3(r, lanes3_scale(scale, add3(once, cross3(u, once))));
}

#endif
