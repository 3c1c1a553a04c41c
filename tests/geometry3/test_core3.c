/* Support points and extents of convex cores, against all their points in long double. */
#include "geometry3/core.h"
#include "geometry3/shapes3.h"

/** Asserts that the support point is in the core and that no point of the core is farther along the direction. */
static void check_support(const md3_geometry *g, md3_vec direction, int32_t *hint)
{
    md3_geometry sharp = *g;
    sharp.radius = 0;
    const struct core core = md3_core_of(g);
    const struct wide point = wide_of(md3_vec_add(core.center, md3_core_support(&core, direction, hint)));
    const struct wide unit = wide_unit(wide_of(direction));
    const double rounding = 8 * 4 * (double)MD_REAL_EPSILON; /* of numbers up to 4 m */
    assert_near((double)wide_dot(unit, point), (double)wide_extent(&sharp, unit), rounding);
    assert_true((double)(wide_to_geometry(&sharp, point) - wide_flatness(&sharp)) <= rounding);
}

static void support_points_are_the_farthest_points_of_every_core(void **state)
{
    (void)state;
    struct random random = {1};
    struct hull_pool pool = hull_pool_create(5);
    for (int k = 0; k < 2000; ++k) {
        const md3_geometry g = random_convex(&pool, &random);
        int32_t hint = 0;
        for (int i = 0; i < 8; ++i) {
            check_support(&g, random_vector(&random, 1e-3, 1e3), &hint);
        }
        /* Almost along the axis, where the direction to the rim is mostly rounding error. */
        const double tilts[] = {0, 1e-15, 1e-12, 1e-8, 1e-4};
        for (int i = 0; is_round(&g) && i < 5; ++i) {
            const md3_vec axis = md3_vec_normalize(md3_vec_sub(g.point[1], g.point[0]));
            const md3_vec near_axis = md3_vec_add_scaled(axis, (md_real)tilts[i], random_direction(&random));
            check_support(&g, near_axis, &hint);
            check_support(&g, md3_vec_negate(near_axis), &hint);
        }
    }
    hull_pool_destroy(&pool);
}

/** Domes so flat that triangles are merged into faces that are not quite flat. */
static void the_climb_finds_the_farthest_vertex_of_hulls_with_merged_faces(void **state)
{
    (void)state;
    struct random random = {2};
    int merged = 0;
    for (int k = 0; k < 60; ++k) {
        md3_vec points[100];
        const double height = pow(10, random_real(&random, -5, -2));
        points[0] = at3(0, 0, -0.5);
        for (int i = 1; i < 100; ++i) {
            const double x = random_real(&random, -1, 1), y = random_real(&random, -1, 1);
            points[i] = at3(x, y, height * (1 - x * x - y * y));
        }
        md3_hull *hull;
        assert_int_equal(md3_hull_create(NULL, points, 100, &hull, NULL), MD_OK);
        const md3_geometry g = hull_of(hull, 0);
        int32_t hint = 0;
        for (int i = 0; i < 200; ++i) {
            const md3_vec tilt = random_vector(&random, 0, 3 * height);
            check_support(&g, i % 2 == 0 ? md3_vec_add(at3(0, 0, 1), tilt) : random_direction(&random), &hint);
        }
        merged += md3_hull_vertices(hull) > 32 && wide_flatness(&g) > 1e-6L;
        md3_hull_destroy(hull);
    }
    assert_true(merged > 10);
}

static void the_support_of_a_triangle_is_relative_to_its_first_corner(void **state)
{
    (void)state;
    const md3_vec corner[3] = {{1, 2, 3}, {4, 2, 3}, {1, 7, 3}};
    const struct core core = md3_core_of_triangle(corner);
    int32_t hint = 0;
    assert_vec_near(md3_core_support(&core, at3(-1, -1, 0), &hint), at3(0, 0, 0), 0);
    assert_vec_near(md3_core_support(&core, at3(1, 0, 9), &hint), at3(3, 0, 0), 0);
    assert_vec_near(md3_core_support(&core, at3(0, 1, -9), &hint), at3(0, 5, 0), 0);
    assert_vec_near(md3_core_support(&core, at3(0, 0, 1), &hint), at3(0, 0, 0), 0); /* the first of equals */
    assert_near((double)core.max_extent, 5, 0);
}

/** The farthest point lies in the direction away from the given point, or on the rim of a cap: sampled densely. */
static void the_maximum_extent_is_the_distance_of_the_farthest_point(void **state)
{
    (void)state;
    struct random random = {3};
    struct hull_pool pool = hull_pool_create(6);
    for (int k = 0; k < 300; ++k) {
        const md3_geometry g = random_convex(&pool, &random);
        const struct core core = md3_core_of(&g);
        const md3_vec from = random_point_in_cube(&random, 3);
        double farthest = 0;
        for (int i = 0; i < 3000; ++i) {
            int32_t hint = 0;
            const md3_vec support = md3_core_support(&core, random_direction(&random), &hint);
            farthest = fmax(farthest, (double)md3_vec_distance(from, md3_vec_add(core.center, support)));
        }
        const double extent = (double)md3_core_max_extent(&core, from);
        assert_true(extent >= farthest - PICK(1e-14, 1e-5));
        assert_true(extent <= farthest + (g.type == MD3_HULL || is_round(&g) ? 0.02 : PICK(1e-14, 1e-5)));
    }
    hull_pool_destroy(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(support_points_are_the_farthest_points_of_every_core),
        cmocka_unit_test(the_climb_finds_the_farthest_vertex_of_hulls_with_merged_faces),
        cmocka_unit_test(the_support_of_a_triangle_is_relative_to_its_first_corner),
        cmocka_unit_test(the_maximum_extent_is_the_distance_of_the_farthest_point),
    };
    return cmocka_run_group_tests_name("core3", tests, NULL, NULL);
}
