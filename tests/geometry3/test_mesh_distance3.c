/* Distances of convex geometries from triangle meshes and height fields, proven for all triangles. */
#include "geometry3/distance.h"
#include "geometry3/surfaces3.h"

static struct hull_pool pool;

static int create_pool(void **state)
{
    (void)state;
    pool = hull_pool_create(4);
    return 0;
}

static int destroy_pool(void **state)
{
    (void)state;
    hull_pool_destroy(&pool);
    return 0;
}

/** Proves that a triangle is at least `distance` away: finds a normal by GJK and measures along it in long double. */
static bool is_beyond(const struct scene *scene, int32_t triangle, double distance)
{
    struct wide corner[3];
    md3_vec local[3];
    for (int k = 0; k < 3; ++k) {
        corner[k] = corner_of(scene, triangle, k);
        local[k] = (md3_vec){(md_real)corner[k].x, (md_real)corner[k].y, (md_real)corner[k].z};
    }
    const struct core a = md3_core_of(&scene->convex), b = md3_core_of_triangle(local);
    const md3_transform at_corner = md3_transform_make(local[0], md3_rot_identity());
    const struct core_pair pair = md3_core_pair(&a, md3_transform_identity(), &b, at_corner);
    const struct wide n = wide_of(md3_core_distance(&pair, pair.offset).normal);
    long double lowest = HUGE_VALL;
    for (int k = 0; k < 3; ++k) {
        lowest = fminl(lowest, wide_dot(n, corner[k]));
    }
    return (double)(lowest - wide_extent(&scene->convex, n)) >= distance;
}

static void check_distance(const struct scene *scene)
{
    const md3_distance_result result =
        md3_distance(&scene->surface->geometry, scene->at_surface, &scene->convex, scene->at_convex);
    const double error = tolerance(scene);
    struct wide point[2];
    for (int i = 0; i < 2; ++i) {
        point[i] = wide_to_local(scene->at_convex, md3_v(0, 0, 0), wide_of(result.point[i]));
    }
    bool on_triangle = false;
    for (int32_t i = 0; i < scene->surface->count; ++i) {
        assert_true(result.distance == 0 || is_beyond(scene, i, (double)result.distance - error));
        const bool may_be = scene->surface->index[i] == result.triangle ||
                            (scene->surface->field != NULL && scene->surface->index[i] == result.triangle - 1);
        on_triangle = on_triangle || (may_be && (double)to_triangle(scene, i, point[0]) <= error);
    }
    assert_true(on_triangle);
    assert_true((double)(wide_to_geometry(&scene->convex, point[1]) - wide_flatness(&scene->convex)) <= error);
    assert_near((double)wide_length(wide_sub(point[1], point[0])), (double)result.distance, error);
    assert_int_equal(md3_overlap(&scene->convex, scene->at_convex, &scene->surface->geometry, scene->at_surface),
                     result.distance == 0);
}

static void distances_from_surfaces_are_proven_for_all_triangles(void **state)
{
    (void)state;
    struct random random = {1};
    for (int k = 0; k < 60; ++k) {
        struct surface surface = random_surface(&random, k, k % 4 == 0 ? FAR : 1);
        for (int i = 0; i < 8; ++i) {
            struct scene scene = random_scene(&surface, &pool, &random, k % 4 == 1 ? FAR : 1);
            check_distance(&scene);
            scene.at_convex.p = md3_vec_add_scaled(scene.at_convex.p, i % 2 == 0 ? 10 : 300, random_direction(&random));
            check_distance(&scene);
        }
        surface_destroy(&surface);
    }
}

static void exchanging_surface_and_geometry_exchanges_the_result(void **state)
{
    (void)state;
    struct random random = {2};
    struct surface surface = hilly_field(&random, 1, true);
    for (int k = 0; k < 100; ++k) {
        const struct scene scene = random_scene(&surface, &pool, &random, 10);
        const md3_distance_result one =
            md3_distance(&surface.geometry, scene.at_surface, &scene.convex, scene.at_convex);
        const md3_distance_result other =
            md3_distance(&scene.convex, scene.at_convex, &surface.geometry, scene.at_surface);
        assert_true(one.distance == other.distance && one.triangle == other.triangle);
        assert_vec_near(one.normal, md3_vec_negate(other.normal), 0);
        assert_vec_near(one.point[0], other.point[1], 0);
        assert_vec_near(one.point[1], other.point[0], 0);
    }
    surface_destroy(&surface);
}

static void the_closest_point_of_a_surface_is_on_the_closest_triangle(void **state)
{
    (void)state;
    struct random random = {3};
    for (int k = 0; k < 12; ++k) {
        struct surface surface = random_surface(&random, k, 1);
        for (int i = 0; i < 50; ++i) {
            const md3_vec point = near_surface(&surface, &random);
            const struct wide closest = wide_of(md3_geometry_closest_point(&surface.geometry, point));
            long double expected = HUGE_VALL, off = HUGE_VALL;
            for (int32_t j = 0; j < surface.count; ++j) {
                const struct wide *corner = surface.corner[j];
                expected = fminl(expected, wide_to_triangle(wide_of(point), corner[0], corner[1], corner[2]));
                off = fminl(off, wide_to_triangle(closest, corner[0], corner[1], corner[2]));
            }
            assert_near((double)wide_length(wide_sub(closest, wide_of(point))), (double)expected, PICK(1e-13, 1e-4));
            assert_near((double)off, 0, PICK(1e-13, 1e-4));
        }
        surface_destroy(&surface);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_from_surfaces_are_proven_for_all_triangles),
        cmocka_unit_test(exchanging_surface_and_geometry_exchanges_the_result),
        cmocka_unit_test(the_closest_point_of_a_surface_is_on_the_closest_triangle),
    };
    return cmocka_run_group_tests_name("mesh_distance3", tests, create_pool, destroy_pool);
}
