/* The feature cache of two convex geometries: how far they may move before the last result can change.
 *
 * Separations are Lipschitz: if no point of b moves by more than d in the frame of a, nor a point of a in the frame of
 * b, then neither the distance or penetration of the two, nor the separation along the normal of any face, changes by
 * more than d. A decision that was made by a lead of more than 2 d is therefore still the same.
 */
#ifndef MODULUS_GEOMETRY3_FEATURE_CACHE_H
#define MODULUS_GEOMETRY3_FEATURE_CACHE_H

#include "geometry3/manifold.h"

/** Relative error that covers the rounding of the cached floats and of separations. */
#define CACHE_ROUNDING ((md_real)1e-6)

/** Returns a bound of how far a point has moved since the cache was filled, m. A rotation from q to r moves a point at
 *  distance d by at most 2 |q - r| d. */
static inline md_real cache_motion(const struct md3_feature_cache *cache, md3_transform between)
{
    const md3_vec moved = vec_sub(between.p, vec(cache->p[0], cache->p[1], cache->p[2]));
    const md3_rot turned = {between.q.x - cache->q[0], between.q.y - cache->q[1], between.q.z - cache->q[2],
                            between.q.w - cache->q[3]};
    return vec_length(moved) + cache->extent * md_sqrt(md3_rot_length_squared(turned));
}

/** Fills a cache. `extent_a` and `extent_b` are the largest distances of points from the origins of the geometries, and
 *  `limit` is how far they may move, m. Without a cache, or with too small a limit, does nothing. */
static inline void cache_fill(struct md3_feature_cache *cache, md3_transform between, md_real extent_a,
                              md_real extent_b, md_real limit)
{
    if (cache == NULL) {
        return;
    }
    const md_real distance = vec_length(between.p) + limit;
    const md_real extent = md_max(extent_a + distance, extent_b);
    *cache = (struct md3_feature_cache){
        .p = {(float)between.p.x, (float)between.p.y, (float)between.p.z},
        .q = {(float)between.q.x, (float)between.q.y, (float)between.q.z, (float)between.q.w},
        .extent = (float)(2 * extent),
        .limit = (float)(limit - 4 * CACHE_ROUNDING * (extent + distance)),
    };
}

/** Stores that the surfaces are at least `separation` apart, m. */
static inline void cache_separated(struct md3_feature_cache *cache, md3_transform between, md_real extent_a,
                                   md_real extent_b, md_real separation)
{
    cache_fill(cache, between, extent_a, extent_b, separation);
    if (cache != NULL) {
        cache->kind = FEATURE_SEPARATED;
    }
}

/** True if the cache proves that the surfaces are farther apart than a margin. */
static inline bool cache_proves_separation(const struct md3_feature_cache *cache, md3_transform between, md_real margin)
{
    return cache != NULL && cache->kind == FEATURE_SEPARATED && cache_motion(cache, between) + margin < cache->limit;
}

/** True if the cached reference face is provably still the best axis. */
static inline bool cache_has_face(const struct md3_feature_cache *cache, md3_transform between)
{
    return cache != NULL && cache->kind >= FEATURE_FACE_A && cache_motion(cache, between) < cache->limit;
}

#endif
