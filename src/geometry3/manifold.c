/* Contact manifolds: the choice of the method by the types of the two geometries. */
#include "geometry3/manifold.h"

#include "geometry3/feature_cache.h"
#include "geometry3/sphere_manifold.h"

/** Collides two convex geometries, or a plane and a convex one. The type of the first is not below that of the
 *  second. */
static void collide_convex(md3_manifold *manifold, const md3_geometry *a, md3_transform at_a, const md3_geometry *b,
                           md3_transform at_b, md_real margin, struct md3_feature_cache *cache)
{
    const struct contact_frame frame = {a->radius, b->radius, margin, at_a};
    const struct collision_pair pair = {a, b, transform_between(at_a, at_b)};
    struct contact_set set;
    manifold->count = 0;
    if (cache_proves_separation(cache, pair.between, margin)) {
        return;
    }
    contact_set_begin(&set, vec(0, 0, 1));
    if (a->type == MD3_PLANE) {
        md3_plane_contacts(&set, &frame, &pair);
    } else if (a->type <= MD3_CAPSULE) {
        md3_round_contacts(&set, &frame, &pair);
    } else if (a->type == MD3_HULL && b->type == MD3_HULL) {
        md3_hull_contacts(&set, &frame, &pair, cache);
    } else {
        md3_convex_contacts(&set, &frame, &pair, cache);
    }
    md3_manifold_of_points(manifold, &frame, set.normal, set.point, set.count, -1);
}

static bool is_convex(const md3_geometry *geometry)
{
    return geometry->type < MD3_PLANE;
}

/** Collides two geometries of which the type of the first is not below that of the second. */
static int32_t collide_in_order(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                                md_real margin, struct md3_feature_cache *cache, md3_manifold *manifolds,
                                int32_t capacity)
{
    if (!is_convex(b)) {
        return 0;
    }
    if (a->type > MD3_PLANE) {
        return md3_mesh_manifolds(a, at_a, b, at_b, margin, manifolds, capacity);
    }
    if (a->type == MD3_SPHERE) {
        spheres_collide(&manifolds[0], a, at_a, b, at_b, margin);
    } else {
        collide_convex(manifolds, a, at_a, b, at_b, margin, cache);
    }
    return manifolds[0].count > 0;
}

int32_t md3_collide_cached(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                           md_real margin, struct md3_feature_cache *cache, md3_manifold *manifolds, int32_t capacity)
{
    if (a == NULL || b == NULL || manifolds == NULL || capacity < 1) {
        return 0;
    }
    if (a->type >= b->type) {
        return collide_in_order(a, at_a, b, at_b, margin, cache, manifolds, capacity);
    }
    const int32_t count = collide_in_order(b, at_b, a, at_a, margin, cache, manifolds, capacity);
    for (int32_t i = 0; i < count; ++i) {
        manifolds[i].normal = vec_negative(manifolds[i].normal);
    }
    return count;
}

int32_t md3_collide(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                    md_real margin, md3_manifold *manifolds, int32_t capacity)
{
    return md3_collide_cached(a, at_a, b, at_b, margin, NULL, manifolds, capacity);
}
