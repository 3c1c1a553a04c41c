/* Ray casts against convex geometries and planes: brute force by marching, and closed forms. */
#include "geometry3/brute_outside.h"
#include "geometry3/random_geometry.h"

static const double TINY = PICK(1e-12, 2e-5); /* a few rounding errors of numbers up to 10 */
static const md3_geometry_type CONVEX_TYPES[] = {MD3_SPHERE, MD3_CAPSULE, MD3_HULL, MD3_CYLINDER, MD3_CONE};
#define CONVEX_COUNT 5

static md3_vec point_at(md3_ray ray, double fraction)
{
    return md3_vec_add_scaled(ray.origin, (md_real)fraction, ray.translation);
}

static md3_ray_hit cast(const md3_geometry *geometry, md3_vec origin, md3_vec translation)
{
    return md3_geometry_ray(geometry, (md3_ray){origin, translation, 1});
}

/* ---- Against marching -------------------------------------------------------------------------------------------- */

#define STEPS 2000

struct marched {
    double fraction;  /* at which it first enters, or is closest */
    double clearance; /* smallest signed distance along the ray, m */
};

/* Marches along the ray in small steps until it is inside, then bisects. */
static struct marched march(const md3_geometry *geometry, md3_ray ray)
{
    struct marched found = {0, INFINITY};
    for (int i = 0; i <= STEPS && found.clearance >= 0; ++i) {
        const double fraction = (double)ray.max_fraction * i / STEPS;
        const double distance = brute_outside(geometry, point_at(ray, fraction));
        if (distance < found.clearance) {
            found = (struct marched){fraction, distance};
        }
    }
    if (found.clearance < 0 && found.fraction > 0) {
        double low = found.fraction - (double)ray.max_fraction / STEPS;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + found.fraction) / 2;
            *(brute_outside(geometry, point_at(ray, middle)) < 0 ? &found.fraction : &low) = middle;
        }
    }
    return found;
}

/* The distance changes by at most the length of a step, so the march can miss a grazing hit that is closer than half a
 * step: 6 m / 2000 / 2. */
static const double GRAZE = 0.0015;

static void assert_agrees(const md3_geometry *geometry, md3_ray ray, int *hits, int *misses)
{
    const struct marched found = march(geometry, ray);
    const md3_ray_hit hit = md3_geometry_ray(geometry, ray);
    if (found.clearance > GRAZE) {
        assert_false(hit.hit);
        assert_near((double)hit.fraction, 0, 0);
        ++*misses;
    } else if (found.clearance < -TINY) {
        assert_true(hit.hit);
        assert_int_equal(hit.triangle, -1);
        assert_near((double)brute_outside(geometry, hit.point), 0, found.fraction > 0 ? TINY : INFINITY);
        assert_vec_near(hit.point, point_at(ray, (double)hit.fraction), TINY);
        if (found.fraction > 0) {
            const double slope = -(double)md3_vec_dot(hit.normal, md3_vec_normalize(ray.translation));
            assert_near((double)md3_vec_length(hit.normal), 1, TINY);
            assert_true(slope > -TINY);
            /* Along a ray that grazes the surface, a small error of the distance is a large one of the fraction. */
            const double length = (double)md3_vec_length(ray.translation);
            assert_near((double)hit.fraction * length, found.fraction * length, TINY / fmax(slope * slope, 1e-6));
            ++*hits;
        } else {
            assert_near((double)hit.fraction, 0, 0);
            assert_vec_near(hit.normal, at3(0, 0, 0), 0);
        }
    }
}

static void rays_agree_with_marching(void **state)
{
    (void)state;
    struct random random = {1};
    for (int type = 0; type < CONVEX_COUNT; ++type) {
        int hits = 0, misses = 0;
        for (int i = 0; i < 60; ++i) {
            md3_hull *hull;
            const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[type], &hull);
            for (int k = 0; k < (type == 2 ? 3 : 10); ++k) {
                const md3_vec from = random_point_in_cube(&random, 3), to = random_point_in_cube(&random, 1.5);
                const md3_ray ray = {from, md3_vec_sub(to, from), (md_real)random_real(&random, 0.5, 1.5)};
                assert_agrees(&geometry, ray, &hits, &misses);
            }
            md3_hull_destroy(hull);
        }
        assert_true(hits > 20 && misses > 20);
    }
}

/* The normal is that of the surface: a point slightly outside along it is that far away. */
static void normals_point_straight_away_from_the_surface(void **state)
{
    (void)state;
    struct random random = {2};
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        md3_hull *hull;
        const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[i % CONVEX_COUNT], &hull);
        const md3_vec from = md3_vec_scale(5, random_direction(&random)), to = random_point_in_cube(&random, 1);
        const md3_ray_hit hit = cast(&geometry, from, md3_vec_sub(to, from));
        if (hit.hit) {
            const double outside = brute_outside(&geometry, md3_vec_add_scaled(hit.point, (md_real)0.01, hit.normal));
            assert_near(outside, 0.01, PICK(1e-9, 1e-4));
            ++hits;
        }
        md3_hull_destroy(hull);
    }
    assert_true(hits > 500);
}

/* ---- Closed forms ------------------------------------------------------------------------------------------------ */

static void rays_along_the_axes_of_a_cylinder_and_a_cone(void **state)
{
    (void)state;
    md3_geometry g;
    assert_int_equal(md3_geometry_cylinder(&g, at3(0, 0, 0), at3(0, 0, 2), 1, 0), MD_OK);
    md3_ray_hit hit = cast(&g, at3(0, 0, 6), at3(0, 0, -8));
    assert_true(hit.hit);
    assert_near((double)hit.fraction, 0.5, TINY);
    assert_vec_near(hit.normal, at3(0, 0, 1), TINY);
    hit = cast(&g, at3(3, 0, 1), at3(-4, 0, 0));
    assert_near((double)hit.fraction, 0.5, TINY);
    assert_vec_near(hit.normal, at3(1, 0, 0), TINY);
    assert_int_equal(md3_geometry_cone(&g, at3(0, 0, 0), at3(0, 0, 2), 2, 0), MD_OK);
    hit = cast(&g, at3(0, 0, 6), at3(0, 0, -8)); /* onto the apex */
    assert_true(hit.hit);
    assert_near((double)hit.fraction, 0.5, TINY);
    hit = cast(&g, at3(5, 0, 1), at3(-8, 0, 0));
    assert_near((double)hit.fraction, 0.5, TINY);
    assert_vec_near(hit.normal, at3(sqrt(0.5), 0, sqrt(0.5)), TINY);
    hit = cast(&g, at3(1, 0, -1), at3(0, 0, 4));
    assert_near((double)hit.fraction, 0.25, TINY);
    assert_vec_near(hit.normal, at3(0, 0, -1), TINY);
}

static void rays_hit_the_rim_of_a_rounded_cylinder(void **state)
{
    (void)state;
    md3_geometry g;
    const double diagonal = sqrt(0.5);
    assert_int_equal(md3_geometry_cylinder(&g, at3(0, 0, 0), at3(0, 0, 2), 1, (md_real)0.5), MD_OK);
    /* Towards the centre of the rounding of the rim at 45 degrees. */
    const md3_ray_hit hit = cast(&g, at3(3, 0, 4), at3(-2, 0, -2));
    assert_true(hit.hit);
    assert_near((double)hit.fraction, 1 - 0.5 / (2 / diagonal), TINY);
    assert_vec_near(hit.normal, at3(diagonal, 0, diagonal), TINY);
}

static void rays_hit_a_plane_from_outside_only(void **state)
{
    (void)state;
    md3_geometry plane;
    assert_int_equal(md3_geometry_plane(&plane, at3(0, 0, 1), 2), MD_OK);
    const md3_ray_hit hit = cast(&plane, at3(1, 1, 6), at3(4, 0, -8));
    assert_true(hit.hit);
    assert_near((double)hit.fraction, 0.5, TINY);
    assert_vec_near(hit.point, at3(3, 1, 2), TINY);
    assert_vec_near(hit.normal, at3(0, 0, 1), TINY);
    assert_false(cast(&plane, at3(1, 1, 6), at3(4, 0, 8)).hit);
    assert_false(cast(&plane, at3(1, 1, 6), at3(4, 0, -3)).hit);
    const md3_ray_hit inside = cast(&plane, at3(1, 1, 1), at3(0, 0, 8));
    assert_true(inside.hit);
    assert_near((double)inside.fraction, 0, 0);
    assert_vec_near(inside.normal, at3(0, 0, 0), 0);
}

/* ---- Edges of the domain ----------------------------------------------------------------------------------------- */

static void rays_from_far_away_are_accurate(void **state)
{
    (void)state;
    struct random random = {3};
    for (int i = 0; i < 500; ++i) {
        md3_hull *hull;
        const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[i % CONVEX_COUNT], &hull);
        const md3_vec center = md3_geometry_mass(&geometry, 1).center,
                      far = md3_vec_scale(10000, random_direction(&random));
        const md3_vec from = md3_vec_add(center, far);
        const md3_ray_hit hit = cast(&geometry, from, md3_vec_scale(-2, far));
        assert_true(hit.hit);
        /* Rounding at 10 km. The error along the ray is larger if it hits at a flat angle. */
        const double slope = -(double)md3_vec_dot(hit.normal, md3_vec_normalize(md3_vec_negate(far)));
        assert_near(brute_outside(&geometry, hit.point), 0, PICK(1e-11, 1e-2));
        assert_true(slope > 0);
        md3_hull_destroy(hull);
    }
}

static void rays_that_do_not_reach_or_start_beyond_miss(void **state)
{
    (void)state;
    struct random random = {4};
    for (int i = 0; i < 1000; ++i) {
        md3_hull *hull;
        const md3_geometry geometry = random_geometry(&random, CONVEX_TYPES[i % CONVEX_COUNT], &hull);
        const md3_vec from = md3_vec_scale(8, random_direction(&random)), to = md3_geometry_mass(&geometry, 1).center;
        const md3_ray_hit hit = cast(&geometry, from, md3_vec_sub(to, from));
        assert_true(hit.hit);
        const md3_ray shorter = {from, md3_vec_sub(to, from), hit.fraction * (md_real)0.99};
        assert_false(md3_geometry_ray(&geometry, shorter).hit);
        const md3_ray longer = {from, md3_vec_sub(to, from), hit.fraction * (md_real)1.01};
        assert_true(md3_geometry_ray(&geometry, longer).hit);
        assert_false(cast(&geometry, from, md3_vec_sub(from, to)).hit);
        md3_hull_destroy(hull);
    }
}

static void invalid_rays_miss(void **state)
{
    (void)state;
    md3_geometry sphere;
    assert_int_equal(md3_geometry_sphere(&sphere, at3(0, 0, 0), 1), MD_OK);
    assert_false(cast(&sphere, at3(3, 0, 0), at3(0, 0, 0)).hit);
    assert_false(cast(&sphere, at3((double)NAN, 0, 0), at3(-4, 0, 0)).hit);
    assert_false(cast(&sphere, at3(3, 0, 0), at3(-(double)MD_INFINITY, 0, 0)).hit);
    assert_false(md3_geometry_ray(&sphere, (md3_ray){at3(3, 0, 0), at3(-4, 0, 0), -1}).hit);
    assert_false(md3_geometry_ray(&sphere, (md3_ray){at3(3, 0, 0), at3(-4, 0, 0), (md_real)NAN}).hit);
    assert_false(cast(NULL, at3(3, 0, 0), at3(-4, 0, 0)).hit);
    assert_true(cast(&sphere, at3(0.5, 0, 0), at3(0, 0, 0)).hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_agree_with_marching),
        cmocka_unit_test(normals_point_straight_away_from_the_surface),
        cmocka_unit_test(rays_along_the_axes_of_a_cylinder_and_a_cone),
        cmocka_unit_test(rays_hit_the_rim_of_a_rounded_cylinder),
        cmocka_unit_test(rays_hit_a_plane_from_outside_only),
        cmocka_unit_test(rays_from_far_away_are_accurate),
        cmocka_unit_test(rays_that_do_not_reach_or_start_beyond_miss),
        cmocka_unit_test(invalid_rays_miss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
