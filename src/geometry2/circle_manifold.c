/* The contact manifold of a hull of two or more points and a circle. */
#include "geometry2/manifold.h"

/** Writes the manifold of a corner. `face_normal` is the normal if the centre is on the corner. */
static void circle_at_corner(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a,
                             int32_t corner, md2_vec center, md2_vec face_normal)
{
    const md2_vec on_a = a->point[corner];
    md_real distance;
    const md2_vec normal = vec_unit(vec_sub(center, on_a), &distance);
    md2_manifold_of_points(manifold, frame, on_a, center, distance > TIE_TOLERANCE ? normal : face_normal,
                           feature_id(feature_corner(corner), feature_corner(0)));
}

void md2_circle_on_hull(md2_manifold *manifold, const struct contact_frame *frame, const md2_hull *a, md2_vec center)
{
    md_real max_separation = -MD_INFINITY;
    int32_t edge = 0;
    for (int32_t i = 0; i < a->count; ++i) {
        const md_real separation = vec_dot(vec_sub(center, a->point[i]), a->normal[i]);
        if (separation > max_separation) {
            max_separation = separation;
            edge = i;
        }
    }
    manifold->count = 0;
    if (max_separation > frame->margin + frame->radius_a + frame->radius_b) {
        return;
    }
    const md2_vec normal = a->normal[edge];
    const int32_t next = corner_after(a, edge);
    const md2_vec along = vec_sub(a->point[next], a->point[edge]);
    const bool outside = max_separation > -TIE_TOLERANCE; /* 0 in line with a segment, beyond its end */
    if (outside && vec_dot(vec_sub(center, a->point[edge]), along) < 0) {
        circle_at_corner(manifold, frame, a, edge, center, normal);
    } else if (outside && vec_dot(vec_sub(center, a->point[next]), along) > 0) {
        circle_at_corner(manifold, frame, a, next, center, normal);
    } else {
        md2_manifold_of_points(manifold, frame, vec_add_scaled(center, -max_separation, normal), center, normal,
                               feature_id(feature_edge(edge), feature_corner(0)));
    }
}
