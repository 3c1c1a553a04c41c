/* Geometries for the tests of manifolds in space, and checks that hold for every manifold. */
#ifndef MODULUS_TESTS_MANIFOLD_SHAPES3_H
#define MODULUS_TESTS_MANIFOLD_SHAPES3_H

#include "geometry3/manifold.h"
#include "geometry3/shapes3.h"

/** At a point, rotated about an axis of any length. */
static inline md3_transform turned3(double x, double y, double z, md3_vec axis, double angle)
{
    return md3_transform_make(at3(x, y, z), md3_rot_from_axis_angle(md3_vec_normalize(axis), angle));
}

/** Along x, around the origin. */
static inline md3_geometry capsule_along_x(double half, double radius)
{
    return capsule_of(at3(-half, 0, 0), at3(half, 0, 0), radius);
}

/** Along z, around the origin. */
static inline md3_geometry cylinder(double half, double base_radius, double radius)
{
    return round_of(MD3_CYLINDER, at3(0, 0, -half), at3(0, 0, half), base_radius, radius);
}

/** With its apex up, around the origin. */
static inline md3_geometry cone(double half, double base_radius, double radius)
{
    return round_of(MD3_CONE, at3(0, 0, -half), at3(0, 0, half), base_radius, radius);
}

/** z <= 0. */
static inline md3_geometry ground(void)
{
    return (md3_geometry){.type = MD3_PLANE, .point = {at3(0, 0, 1)}};
}

static inline md_real deepest(const md3_manifold *manifold)
{
    assert_true(manifold->count > 0);
    md_real least = manifold->point[0].separation;
    for (int32_t i = 1; i < manifold->count; ++i) {
        least = md_min(least, manifold->point[i].separation);
    }
    return least;
}

/** What holds for every manifold. */
static inline void assert_valid_manifold(const md3_manifold *manifold, double margin)
{
    assert_in_range(manifold->count, 1, MD3_MAX_MANIFOLD_POINTS);
    assert_near((double)md3_vec_length(manifold->normal), 1, PICK(1e-12, 2e-6));
    for (int32_t i = 0; i < manifold->count; ++i) {
        assert_true(md3_vec_is_finite(manifold->point[i].point));
        assert_true((double)manifold->point[i].separation <= (double)(md_real)margin);
        for (int32_t k = 0; k < i; ++k) {
            assert_true(manifold->point[i].id != manifold->point[k].id);
        }
    }
}

/** Collides two geometries that have at most one manifold. */
static inline md3_manifold touch3(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                                  double margin)
{
    md3_manifold manifold = {.count = 0};
    const int32_t count = md3_collide(a, at_a, b, at_b, (md_real)margin, &manifold, 1);
    assert_int_equal(count, manifold.count > 0);
    if (count > 0) {
        assert_valid_manifold(&manifold, margin);
    }
    return manifold;
}

/** Returns twice the area of the polygon of the points, perpendicular to the normal: the largest over their orders. */
static inline double contact_area(const md3_manifold *manifold)
{
    static const int ORDER[3][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}};
    double best = 0;
    for (int k = 0; k < 3 && manifold->count >= 3; ++k) {
        double area = 0;
        for (int i = 0; i < manifold->count; ++i) {
            const int from = manifold->count == 4 ? ORDER[k][i] : i;
            const int to = manifold->count == 4 ? ORDER[k][(i + 1) % 4] : (i + 1) % 3;
            const md3_vec base = manifold->point[0].point;
            const md3_vec u = md3_vec_sub(manifold->point[from].point, base);
            const md3_vec v = md3_vec_sub(manifold->point[to].point, base);
            area += (double)md3_vec_dot(md3_vec_cross(u, v), manifold->normal);
        }
        best = fmax(best, fabs(area) / 2);
    }
    return best;
}

/** True if one of the points is at a position. */
static inline bool has_point(const md3_manifold *manifold, md3_vec position, double tolerance)
{
    for (int32_t i = 0; i < manifold->count; ++i) {
        if ((double)md3_vec_distance(manifold->point[i].point, position) <= tolerance) {
            return true;
        }
    }
    return false;
}

/** True if two manifolds have the same ids, in any order. */
static inline bool same_ids(const md3_manifold *one, const md3_manifold *other)
{
    for (int32_t i = 0; i < one->count; ++i) {
        bool found = false;
        for (int32_t k = 0; k < other->count; ++k) {
            found = found || one->point[i].id == other->point[k].id;
        }
        if (!found) {
            return false;
        }
    }
    return one->count == other->count;
}

#endif
