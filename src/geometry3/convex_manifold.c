/* The contact of two convex geometries, at least one of which is not a hull. */
#include "geometry3/axis_search.h"
#include "geometry3/feature_cache.h"

/** A cap is a polygon, whose points are this part of its radius inside the circle at most, per unit of tilt. */
#define CAP_ERROR ((md_real)1e-4)

/** Clips the features along the normal of a face. Returns false if none of the points is as deep as the axis says. */
static bool contacts_of_face(struct contact_set *set, const struct contact_frame *frame, const struct placed_pair *pair,
                             const struct contact_axis *axis)
{
    struct contact_feature a, b;
    const bool by_b = axis->kind == AXIS_FACE_B;
    const md3_vec normal = axis->normal, opposite = vec_negative(normal);
    const struct facing facing_a = by_b ? md3_facing(&pair->a, normal) : axis->face;
    const struct facing facing_b = by_b ? axis->face : md3_facing(&pair->b, opposite);
    contact_set_begin(set, normal);
    md3_feature_of_facing(&a, &pair->a, facing_a, normal, facing_b.normal);
    md3_feature_of_facing(&b, &pair->b, facing_b, opposite, facing_a.normal);
    md3_clip_to_face(set, frame, &a, &b, by_b);
    const md_real separation = set->deepest + frame->radius_a + frame->radius_b;
    const md_real radius = md_max(pair->a.core->base_radius, pair->b.core->base_radius);
    const md_real tolerance = axis->separation > 0 ? TIE_TOLERANCE : face_tolerance(axis->separation);
    return separation <= axis->separation + tolerance + CAP_ERROR * radius;
}

static void contacts_of_axis(struct contact_set *set, const struct contact_frame *frame, const struct placed_pair *pair,
                             struct contact_axis *axis)
{
    if (axis->kind != AXIS_CLOSEST && contacts_of_face(set, frame, pair, axis)) {
        return;
    }
    if (!axis->has_points) {
        md3_climb_axis(pair, axis);
    }
    if (!axis->has_points) {
        int32_t hint = 0;
        const md3_vec local = md3_mat_apply_transposed(pair->b.q, vec_negative(axis->normal));
        const md3_vec deepest = md3_core_support(pair->b.core, local, &hint);
        axis->on_b = vec_add(pair->b.p, mat_apply(pair->b.q, vec_add(pair->b.core->center, deepest)));
        axis->on_a = vec_add_scaled(axis->on_b, -axis->separation, axis->normal);
    }
    md3_contacts_along(set, frame, &pair->a, &pair->b, axis->normal, axis->on_a, axis->on_b);
}

/** Returns the largest distance of a point from the origin of the geometry. */
static md_real extent_of(const struct core *core)
{
    return vec_length(core->center) + core->max_extent;
}

void md3_convex_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair,
                         struct md3_feature_cache *cache)
{
    const struct core a = md3_core_of(pair->a), b = md3_core_of(pair->b);
    const struct placed_pair placed = {
        .a = {&a, md3_mat_identity(), vec(0, 0, 0)},
        .b = {&b, md3_rot_matrix(pair->between.q), pair->between.p},
        .cores = md3_core_pair(&a, md3_transform_identity(), &b, pair->between),
    };
    struct contact_axis axis = md3_find_axis(&placed, frame->margin + frame->radius_a + frame->radius_b, MD_INFINITY);
    contact_set_begin(set, axis.normal);
    if (axis.kind == AXIS_NONE) {
        cache_separated(cache, pair->between, extent_of(&a), extent_of(&b),
                        axis.separation - frame->radius_a - frame->radius_b);
        return;
    }
    contacts_of_axis(set, frame, &placed, &axis);
}
