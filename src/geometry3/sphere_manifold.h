/* The contact of two spheres. Inline, because the narrow phase finds those of all its pairs of spheres. */
#ifndef MODULUS_GEOMETRY3_SPHERE_MANIFOLD_H
#define MODULUS_GEOMETRY3_SPHERE_MANIFOLD_H

#include "geometry3/manifold.h"

/** Writes the manifold of two spheres; its count is 0 if they are further apart than the margin. */
static inline void spheres_collide(md3_manifold *manifold, const md3_geometry *a, md3_transform at_a,
                                   const md3_geometry *b, md3_transform at_b, md_real margin)
{
    /* Subtracts the positions before adding the rotated centres: sums would lose digits far from the origin. */
    const md3_vec r_a = rot_apply(at_a.q, a->point[0]), r_b = rot_apply(at_b.q, b->point[0]);
    const md3_vec between = vec_add(vec_sub(at_b.p, at_a.p), vec_sub(r_b, r_a));
    const md_real max_distance = margin + a->radius + b->radius, distance_squared = vec_dot(between, between);
    manifold->count = 0;
    if (!(distance_squared <= max_distance * max_distance)) {
        return;
    }
    const md_real distance = md_sqrt(distance_squared);
    const md3_vec normal = distance > TIE_TOLERANCE ? vec_scale(1 / distance, between) : vec(0, 0, 1);
    const md3_vec from = vec_add(at_a.p, r_a);
    manifold->normal = normal;
    manifold->point[0].point = vec_add_scaled(from, (md_real)0.5 * (distance + a->radius - b->radius), normal);
    manifold->point[0].separation = distance - a->radius - b->radius;
    manifold->point[0].id = 0;
    manifold->count = 1;
    manifold->triangle = -1;
}

#endif
