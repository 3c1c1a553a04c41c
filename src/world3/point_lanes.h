/* The points of a manifold as vectors of four numbers by the compiler's vector extensions, with the operations of geometry3/vec3.h
 * in their order: a point has the same bits as alone. */
#ifndef MODULUS_WORLD3_POINT_LANES_H
#define MODULUS_WORLD3_POINT_LANES_H

#include "geometry3/vec3.h"
#include "lcp/vector.h"
#include "world3/contact.h"

typedef md_real four __attribute__((vector_size(MD3_MAX_MANIFOLD_POINTS * sizeof(md_real))));

struct points {
    four x, y, z;
};

MD_INLINE four four_load(const md_real from[MD3_MAX_MANIFOLD_POINTS])
{
    four v;
    memcpy(&v, from, sizeof v);
    return v;
}

MD_INLINE struct points points_load(const struct point_coordinates *from)
{
    return (struct points){four_load(from->x), four_load(from->y), four_load(from->z)};
}

MD_INLINE void points_store(struct point_coordinates *to, struct points a)
{
    memcpy(to->x, &a.x, sizeof a.x);
    memcpy(to->y, &a.y, sizeof a.y);
    memcpy(to->z, &a.z, sizeof a.z);
}

/** a + v. */
MD_INLINE struct points points_move(struct points a, md3_vec v)
{
    return (struct points){v.x + a.x, v.y + a.y, v.z + a.z};
}

MD_INLINE struct points points_sub(struct points a, struct points b)
{
    return (struct points){a.x - b.x, a.y - b.y, a.z - b.z};
}

MD_INLINE struct points points_add_scaled(struct points a, md_real s, struct points b)
{
    return (struct points){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

MD_INLINE struct points points_add(struct points a, struct points b)
{
    return (struct points){a.x + b.x, a.y + b.y, a.z + b.z};
}

/** v x a. */
MD_INLINE struct points points_cross(md3_vec v, struct points a)
{
    return (struct points){v.y * a.z - v.z * a.y, v.z * a.x - v.x * a.z, v.x * a.y - v.y * a.x};
}

MD_INLINE four points_along(md3_vec v, struct points a)
{
    return v.x * a.x + v.y * a.y + v.z * a.z;
}

MD_INLINE four points_length_squared(struct points a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

/** md3_rot_apply. */
MD_INLINE struct points points_rotate(md3_rot q, struct points a)
{
    const md3_vec u = vec(q.x, q.y, q.z);
    const struct points once = points_cross(u, a);
    const struct points twice = {2 * once.x, 2 * once.y, 2 * once.z};
    return points_add(points_add_scaled(a, q.w, twice), points_cross(u, twice));
}

#endif
