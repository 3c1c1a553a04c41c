/* The contact manifolds of circles: with a hull of two or more points, and with each other. */
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
        manifold->point[0].separation = max_separation - frame->radius_a - frame->radius_b;
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

/** Returns the fractional part of number * ratio / 2^32, minus 1/2, in 24 bits, which a float holds. */
static md_real scattered(int32_t number, uint32_t ratio)
{
    return (md_real)((uint32_t)number * ratio >> 8) / (md_real)(1 << 24) - (md_real)0.5;
}

/* The ratios 1/p and 1/p^2, with p^3 = p + 1, spread the points evenly over a square and never repeat one (Roberts 2018, the
 * R2 sequence). */
md2_vec md2_tie_normal(const int32_t number[2])
{
    const uint32_t ratio_x = 0xc13fa9a9u, ratio_y = 0x91e10da5u;
    const md2_vec apart = {scattered(number[1], ratio_x) - scattered(number[0], ratio_x),
                           scattered(number[1], ratio_y) - scattered(number[0], ratio_y)};
    const md2_vec normal = vec_unit(apart, NULL);
    return normal.x == 0 && normal.y == 0 ? vec(0, 1) : normal;
}

/* Subtracts the positions before adding the rotated centres, which would lose digits far from the world's origin. */
void md2_circle_on_circle(md2_manifold *manifold, const md2_hull *a, md2_transform at_a, const md2_hull *b,
                          md2_transform at_b, md_real margin, const int32_t number[2])
{
    const md2_vec r_a = rot_apply(at_a.q, a->point[0]);
    const md2_vec r_b = rot_apply(at_b.q, b->point[0]);
    const md2_vec between = vec_add(vec_sub(at_b.p, at_a.p), vec_sub(r_b, r_a));
    circles_collide(manifold, vec_add(at_a.p, r_a), between, a->radius, b->radius, margin, number);
}
