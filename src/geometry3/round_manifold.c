/* The contacts of spheres and capsules with each other. */
#include "geometry3/contact_feature.h"
#include "geometry3/segments.h"

static bool is_sphere(const md3_geometry *geometry)
{
    return geometry->type == MD3_SPHERE;
}

/** Returns the normal of two segments that touch: across both, toward the centre of b if possible. */
static md3_vec normal_of_crossing(md3_vec along_a, md3_vec along_b, md3_vec between)
{
    md_real length;
    const md3_vec cross = vec_unit(vec_cross(along_a, along_b), &length);
    const md_real size = vec_length(along_a) * vec_length(along_b);
    if (length > (md_real)1e-4 * size) {
        return vec_dot(cross, between) < 0 ? vec_negative(cross) : cross;
    }
    const bool has_a = vec_length(along_a) > TIE_TOLERANCE, has_b = vec_length(along_b) > TIE_TOLERANCE;
    if (!has_a && !has_b) {
        return vec(0, 0, 1);
    }
    return md3_vec_perpendicular(vec_unit(has_a ? along_a : along_b, NULL));
}

void md3_round_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair)
{
    const md3_geometry *a = pair->a, *b = pair->b;
    const md3_vec a0 = a->point[0], a1 = a->point[is_sphere(a) ? 0 : 1];
    const md3_vec b0 = transform_point(pair->between, b->point[0]);
    const md3_vec b1 = is_sphere(b) ? b0 : transform_point(pair->between, b->point[1]);
    const struct segment_fractions at = closest_fractions(a0, a1, b0, b1);
    const md3_vec on_a = vec_lerp(a0, a1, at.a), on_b = vec_lerp(b0, b1, at.b);
    md_real distance;
    md3_vec normal = vec_unit(vec_sub(on_b, on_a), &distance);
    contact_set_begin(set, normal);
    if (distance > frame->margin + frame->radius_a + frame->radius_b) {
        return;
    }
    if (!(distance > TIE_TOLERANCE)) {
        const md3_vec between = vec_sub(vec_add(b0, b1), vec_add(a0, a1));
        normal = normal_of_crossing(vec_sub(a1, a0), vec_sub(b1, b0), between);
    }
    const struct core core_a = md3_core_of(a), core_b = md3_core_of(b);
    const struct placed_core placed_a = {&core_a, md3_mat_identity(), vec(0, 0, 0)};
    const struct placed_core placed_b = {&core_b, md3_rot_matrix(pair->between.q), pair->between.p};
    md3_contacts_along(set, frame, &placed_a, &placed_b, normal, on_a, on_b);
}
