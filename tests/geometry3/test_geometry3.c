/* Creation, bounds and containment of geometries in space, against brute force. */
#include "geometry3/brute_outside.h"
#include "geometry3/random_geometry.h"

static const double TINY = PICK(1e-13, 1e-5); /* a few rounding errors of numbers up to 10 */
static const md3_geometry_type CONVEX_TYPES[] = {MD3_SPHERE, MD3_CAPSULE, MD3_HULL, MD3_CYLINDER, MD3_CONE};
#define CONVEX_COUNT 5

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static void geometries_have_what_they_are_created_with(void **state)
{
    (void)state;
    const md3_vec a = at3(1, 2, 3), b = at3(1, 2, 5);
    md3_geometry geometry;
    assert_int_equal(md3_geometry_sphere(&geometry, a, 2), MD_OK);
    assert_int_equal(geometry.type, MD3_SPHERE);
    assert_vec_near(geometry.point[0], a, 0);
    assert_near((double)geometry.radius, 2, 0);
    assert_int_equal(md3_geometry_cone(&geometry, a, b, 2, 1), MD_OK);
    assert_int_equal(geometry.type, MD3_CONE);
    assert_vec_near(geometry.point[1], b, 0);
    assert_near((double)geometry.base_radius, 2, 0);
    assert_near((double)geometry.radius, 1, 0);
    assert_int_equal(md3_geometry_plane(&geometry, at3(0, 0, 1.0005), 4), MD_OK);
    assert_int_equal(geometry.type, MD3_PLANE);
    assert_vec_near(geometry.point[0], at3(0, 0, 1), PICK(1e-15, 1e-7));
    assert_near((double)geometry.offset, 4, 0);
}

static void only_shapes_with_a_volume_are_convex(void **state)
{
    (void)state;
    struct random random = {1};
    for (int i = 0; i < CONVEX_COUNT; ++i) {
        md3_hull *hull;
        const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[i], &hull);
        assert_true(md3_geometry_is_convex(&geometry));
        md3_hull_destroy(hull);
    }
    md3_geometry plane;
    assert_int_equal(md3_geometry_plane(&plane, at3(0, 0, 1), 4), MD_OK);
    assert_false(md3_geometry_is_convex(&plane));
    assert_false(md3_geometry_is_convex(NULL));
}

static void invalid_arguments_are_refused_and_leave_the_geometry(void **state)
{
    (void)state;
    const md3_vec a = at3(1, 2, 3), b = at3(1, 2, 5), bad = at3(1, (double)NAN, 0), far = at3(0, 0, 2e9);
    const md3_vec near_a = at3(1, 2, 3.004);
    const md_real nan = (md_real)NAN, large = (md_real)2e9;
    md3_hull *hull;
    assert_int_equal(md3_hull_create_box(NULL, at3(1, 1, 1), &hull, NULL), MD_OK);
    md3_geometry g = {.type = MD3_CONE, .radius = 9};
    const md3_geometry before = g;
    const md_status statuses[] = {
        md3_geometry_sphere(&g, bad, 1),
        md3_geometry_sphere(&g, far, 1),
        md3_geometry_sphere(&g, a, 0),
        md3_geometry_sphere(&g, a, -1),
        md3_geometry_sphere(&g, a, nan),
        md3_geometry_sphere(&g, a, large),
        md3_geometry_sphere(NULL, a, 1),
        md3_geometry_capsule(&g, a, near_a, 1),
        md3_geometry_capsule(&g, a, bad, 1),
        md3_geometry_capsule(&g, far, b, 1),
        md3_geometry_capsule(&g, a, b, 0),
        md3_geometry_capsule(&g, a, b, nan),
        md3_geometry_capsule(NULL, a, b, 1),
        md3_geometry_hull(&g, NULL, 1),
        md3_geometry_hull(&g, hull, -1),
        md3_geometry_hull(&g, hull, large),
        md3_geometry_hull(NULL, hull, 1),
        md3_geometry_cylinder(&g, a, near_a, 1, 0),
        md3_geometry_cylinder(&g, a, b, (md_real)0.002, 0),
        md3_geometry_cylinder(&g, a, b, nan, 0),
        md3_geometry_cylinder(&g, a, b, 1, -1),
        md3_geometry_cylinder(NULL, a, b, 1, 0),
        md3_geometry_cone(&g, a, near_a, 1, 0),
        md3_geometry_cone(&g, a, b, large, 0),
        md3_geometry_cone(&g, a, b, 1, nan),
        md3_geometry_cone(NULL, a, b, 1, 0),
        md3_geometry_plane(&g, at3(0, 0, 1.01), 1),
        md3_geometry_plane(&g, bad, 1),
        md3_geometry_plane(&g, at3(0, 0, 1), nan),
        md3_geometry_plane(&g, at3(0, 0, 1), large),
        md3_geometry_plane(NULL, at3(0, 0, 1), 1),
        md3_geometry_mesh(&g, NULL),
        md3_geometry_mesh(NULL, NULL),
        md3_geometry_height_field(&g, NULL),
        md3_geometry_height_field(NULL, NULL),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; ++i) {
        if (statuses[i] != MD_ERROR_ARGUMENT) {
            fail_msg("argument list %zu is accepted", i);
        }
    }
    assert_memory_equal(&g, &before, sizeof g);
    md3_hull_destroy(hull);
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* Returns how far a convex geometry extends along a direction, in its own coordinates. The circle of a cap extends by its
 * radius times the sine of the angle to the axis. */
static double extent_along(const md3_geometry *geometry, md3_vec direction)
{
    const struct point3 d = point3_of(direction);
    const struct point3 a = point3_of(geometry->point[0]), b = point3_of(geometry->point[1]);
    const double radius = (double)geometry->radius;
    double extent = -INFINITY;
    if (geometry->type == MD3_HULL) {
        for (int32_t v = 0; v < geometry->hull->vertex_count; ++v) {
            extent = fmax(extent, point3_dot(d, point3_of(geometry->hull->vertex[v])));
        }
        return extent + radius;
    }
    if (geometry->type == MD3_SPHERE) {
        return point3_dot(d, a) + radius;
    }
    if (geometry->type == MD3_CAPSULE) {
        return fmax(point3_dot(d, a), point3_dot(d, b)) + radius;
    }
    const struct point3 axis = point3_sub(b, a);
    const double rim = (double)geometry->base_radius * point3_length(point3_cross(axis, d)) / point3_length(axis);
    const double end = geometry->type == MD3_CONE ? 0 : rim;
    return fmax(point3_dot(d, a) + rim, point3_dot(d, b) + end) + radius;
}

static void bounds_touch_convex_geometries_on_all_six_sides(void **state)
{
    (void)state;
    struct random random = {2};
    for (int i = 0; i < 1000; ++i) {
        md3_hull *hull;
        const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[i % CONVEX_COUNT], &hull);
        const md3_transform at = random_transform(&random, 5);
        const md3_box box = md3_geometry_bounds(&geometry, at);
        for (int axis = 0; axis < 3; ++axis) {
            const md3_vec d = md3_v(axis == 0, axis == 1, axis == 2), local = md3_rot_unapply(at.q, d);
            const double origin = (double)md3_vec_dot(d, at.p);
            assert_near((double)md3_vec_dot(d, box.upper), origin + extent_along(&geometry, local), TINY);
            assert_near((double)md3_vec_dot(d, box.lower), origin - extent_along(&geometry, md3_vec_negate(local)),
                        TINY);
        }
        md3_hull_destroy(hull);
    }
}

static void planes_are_bounded_along_an_axis_only(void **state)
{
    (void)state;
    md3_geometry plane;
    const md3_transform at = md3_transform_make(at3(10, 20, 30), md3_rot_identity());
    assert_int_equal(md3_geometry_plane(&plane, at3(0, 0, 1), 2), MD_OK);
    md3_box box = md3_geometry_bounds(&plane, at);
    assert_vec_near(box.upper, at3(1e9, 1e9, 32), 0);
    assert_vec_near(box.lower, at3(-1e9, -1e9, -1e9), 0);
    assert_int_equal(md3_geometry_plane(&plane, at3(-1, 0, 0), 2), MD_OK);
    box = md3_geometry_bounds(&plane, at);
    assert_vec_near(box.upper, at3(1e9, 1e9, 1e9), 0);
    assert_vec_near(box.lower, at3(8, -1e9, -1e9), 0);
    assert_int_equal(md3_geometry_plane(&plane, at3(0, 0.6, 0.8), 2), MD_OK);
    box = md3_geometry_bounds(&plane, at);
    assert_vec_near(box.upper, at3(1e9, 1e9, 1e9), 0);
    assert_vec_near(box.lower, at3(-1e9, -1e9, -1e9), 0);
}

/* ---- Containment ------------------------------------------------------------------------------------------------- */

static void geometries_contain_points_within_their_surface(void **state)
{
    (void)state;
    struct random random = {3};
    int inside = 0;
    for (int i = 0; i < 500; ++i) {
        md3_hull *hull;
        const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[i % CONVEX_COUNT], &hull);
        for (int k = 0; k < 200; ++k) {
            const md3_vec point = random_point_in_cube(&random, 1.5);
            const double distance = brute_outside(&geometry, point);
            if (fabs(distance) > TINY) {
                assert_int_equal(md3_geometry_contains(&geometry, point), distance < 0);
                inside += distance < 0;
            }
        }
        md3_hull_destroy(hull);
    }
    assert_true(inside > 5000 && inside < 95000);
}

static void the_surface_belongs_to_the_geometry(void **state)
{
    (void)state;
    md3_hull *hull;
    md3_geometry g;
    assert_int_equal(md3_hull_create_box(NULL, at3(1, 2, 3), &hull, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&g, hull, 0), MD_OK);
    assert_true(md3_geometry_contains(&g, at3(1, 2, 3)));
    assert_true(md3_geometry_contains(&g, at3(0, -2, 0)));
    assert_int_equal(md3_geometry_hull(&g, hull, (md_real)0.5), MD_OK);
    assert_true(md3_geometry_contains(&g, at3(1.5, 2, 3)));
    assert_false(md3_geometry_contains(&g, at3(1.5, 2.5, 3)));
    assert_int_equal(md3_geometry_cylinder(&g, at3(0, 0, 0), at3(0, 0, 4), 1, 0), MD_OK);
    assert_true(md3_geometry_contains(&g, at3(1, 0, 4)));
    assert_true(md3_geometry_contains(&g, at3(0, 0, 4)));
    assert_false(md3_geometry_contains(&g, at3(0, 0, 4.001)));
    assert_int_equal(md3_geometry_cone(&g, at3(0, 0, 0), at3(0, 0, 4), 1, 0), MD_OK);
    assert_true(md3_geometry_contains(&g, at3(0, 0, 4)));
    assert_true(md3_geometry_contains(&g, at3(-1, 0, 0)));
    assert_int_equal(md3_geometry_plane(&g, at3(0, 1, 0), 2), MD_OK);
    assert_true(md3_geometry_contains(&g, at3(100, 2, 0)));
    assert_true(md3_geometry_contains(&g, at3(100, -200, 0)));
    assert_false(md3_geometry_contains(&g, at3(100, 2.001, 0)));
    assert_false(md3_geometry_contains(NULL, at3(0, 0, 0)));
    md3_hull_destroy(hull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometries_have_what_they_are_created_with),
        cmocka_unit_test(only_shapes_with_a_volume_are_convex),
        cmocka_unit_test(invalid_arguments_are_refused_and_leave_the_geometry),
        cmocka_unit_test(bounds_touch_convex_geometries_on_all_six_sides),
        cmocka_unit_test(planes_are_bounded_along_an_axis_only),
        cmocka_unit_test(geometries_contain_points_within_their_surface),
        cmocka_unit_test(the_surface_belongs_to_the_geometry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
