/* The centre and radius of manifolds with one friction constraint, in lanes: contact_patch.c has the formulas, and the order of
 * operations. */
#ifndef MODULUS_WORLD3_CONTACT_PATCH_LANES_H
#define MODULUS_WORLD3_CONTACT_PATCH_LANES_H

#include "world3/contact_constraint.h"
#include "world3/contact_sources.h"

/* The points of manifolds, and the sums of their cached friction. */
struct patch_lanes {
    struct lanes3 r[MD3_MAX_MANIFOLD_POINTS][2];
    vreal lambda[MD3_MAX_MANIFOLD_POINTS];
    vmask present[MD3_MAX_MANIFOLD_POINTS];
    vreal points;   /* of each lane */
    vreal diagonal; /* the largest of the normals */
    struct lanes3 friction, friction_y, friction_mean;
    vreal spin;
};

MD_INLINE struct patch_lanes patch_begin(void)
{
    const vreal zero = vector_all(0);
    const struct lanes3 none = {zero, zero, zero};
    return (struct patch_lanes){
        .points = zero, .diagonal = zero, .friction = none, .friction_y = none, .friction_mean = none, .spin = zero};
}

MD_INLINE void patch_add_point(struct patch_lanes *patch, int32_t k, const struct lanes3 r[2],
                               const struct cached_lanes *cache, vreal diagonal, vmask present)
{
    const vreal zero = vector_all(0);
    patch->r[k][0] = r[0];
    patch->r[k][1] = r[1];
    patch->lambda[k] = vector_select(present, cache->lambda, zero);
    patch->present[k] = present;
    patch->points += vector_select(present, vector_all(1), zero);
    patch->diagonal = vector_max(patch->diagonal, vector_select(present, diagonal, zero));
    patch->friction = lanes3_add(patch->friction, lanes3_if(present, cache->friction));
    patch->friction_y = lanes3_add(patch->friction_y, lanes3_if(present, cache->friction_y));
    patch->friction_mean = lanes3_add(patch->friction_mean, lanes3_if(present, cache->friction_mean));
    patch->spin += vector_select(present, cache->spin, zero);
}

/* The lever arms of the centre. */
MD_INLINE void patch_centre(const struct patch_lanes *patch, int32_t points, struct lanes3 centre[2])
{
    const vreal zero = vector_all(0);
    vreal loaded = zero;
    for (int32_t k = 0; k < points; ++k) {
        loaded += vector_select(patch->lambda[k] > 0, vector_all(1), zero);
    }
    const vmask any_loaded = loaded > 0;
    const vreal count = vector_max(vector_select(any_loaded, loaded, patch->points), vector_all(1));
    struct lanes3 sum[2] = {{zero, zero, zero}, {zero, zero, zero}};
    for (int32_t k = 0; k < points; ++k) {
        const vmask counts = patch->present[k] & (~any_loaded | (patch->lambda[k] > 0));
        for (int side = 0; side < 2; ++side) {
            sum[side] = lanes3_add(sum[side], lanes3_if(counts, patch->r[k][side]));
        }
    }
    for (int side = 0; side < 2; ++side) {
        centre[side] = lanes3_scale(1 / count, sum[side]);
    }
}

/* The shares of the points in the sum of their normal impulses. Missing points have impulses of 0; their shares mean nothing if that
 * of others is 0 too. */
MD_INLINE void patch_shares(const vreal *lambda, int32_t points, vreal present, vreal *share)
{
    vreal load = vector_all(0);
    for (int32_t k = 0; k < points; ++k) {
        load += lambda[k];
    }
    const vmask has_load = (load > 0) & vector_is_finite(load);
    for (int32_t k = 0; k < points; ++k) {
        share[k] = vector_select(has_load, lambda[k] / load, 1 / present);
    }
}

/* The radius about the centre; 0 if there is no torsion row. */
MD_INLINE vreal patch_radius(const struct patch_lanes *patch, int32_t points, struct lanes3 normal,
                             struct lanes3 centre)
{
    const vreal zero = vector_all(0);
    vreal share[MD3_MAX_MANIFOLD_POINTS];
    vreal radius = zero;
    patch_shares(patch->lambda, points, patch->points, share);
    for (int32_t k = 0; k < points; ++k) {
        const struct lanes3 away = lanes3_cross(normal, lanes3_sub(patch->r[k][0], centre));
        const vreal distance = vector_sqrt(lanes3_dot(away, away));
        radius += vector_select(patch->present[k], share[k] * distance, zero);
    }
    return vector_select(vector_is_finite(radius) & (radius > LEAST_PATCH_RADIUS), radius, zero);
}

#endif
