/* How a circle touches a hull of two points or more. */
#include "geometry2/manifold.h"

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
    md_real most = -MD_INFINITY;
    int32_t edge = 0;
    for (int32_t i = 0; i < a->count; ++i) {
        const md_real separation = vec_dot(vec_sub(center, a->point[i]), a->normal[i]);
        if (separation > most) {
            most = separation;
            edge = i;
        }
    }
    manifold->count = 0;
    if (most > frame->margin + frame->radius_a + frame->radius_b) {
        return;
    }
    const md2_vec normal = a->normal[edge];
    const int32_t next = corner_after(a, edge);
    const md2_vec along = vec_sub(a->point[next], a->point[edge]);
    const bool outside = most > -TIE_TOLERANCE; /* in the line of a segment, beyond its end, it is 0 */
    if (outside && vec_dot(vec_sub(center, a->point[edge]), along) < 0) {
        circle_at_corner(manifold, frame, a, edge, center, normal);
    } else if (outside && vec_dot(vec_sub(center, a->point[next]), along) > 0) {
        circle_at_corner(manifold, frame, a, next, center, normal);
    } else {
        md2_manifold_of_points(manifold, frame, vec_add_scaled(center, -most, normal), center, normal,
                               feature_id(feature_edge(edge), feature_corner(0)));
    }
}
