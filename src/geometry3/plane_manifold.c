/* The contact of a plane with a convex geometry: the face, side or point that faces the plane. */
#include "geometry3/contact_feature.h"

void md3_plane_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair)
{
    const md3_vec normal = pair->a->point[0], down = vec_negative(normal);
    const struct core core = md3_core_of(pair->b);
    const struct placed_core placed = {&core, md3_rot_matrix(pair->between.q), pair->between.p};
    struct contact_feature feature;
    contact_set_begin(set, normal);
    md3_feature_of_facing(&feature, &placed, md3_facing(&placed, down), down, normal);
    for (int32_t i = 0; i < feature.count; ++i) {
        const md_real height = vec_dot(normal, feature.point[i]) - pair->a->offset;
        contact_set_add(set, frame, vec_add_scaled(feature.point[i], -height, normal), feature.point[i],
                        feature_id(feature_of_face(0), feature.vertex[i]));
    }
}
