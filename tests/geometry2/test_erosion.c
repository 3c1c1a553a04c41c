/* Erosion of hulls, against the depth of points. */
#include "geometry2/hull.h"

#include "geometry2/random_hull.h"

static const double TINY = PICK(1e-12, 1e-5); /* some rounding errors of numbers up to 10 */

/* Depth of a point below the surface of a polygon, negative outside of it. */
static double depth_of(const md2_hull *hull, md2_vec point)
{
    double depth = INFINITY;
    for (int32_t i = 0; i < hull->count; ++i) {
        const md2_vec from = vec_sub(hull->point[i], point);
        depth = fmin(depth, (double)vec_dot(hull->normal[i], from));
    }
    return depth + (double)hull->radius;
}

static void corners_of_an_eroded_hull_are_at_its_depth(void **state)
{
    (void)state;
    struct random random = {3};
    for (int32_t trial = 0; trial < 5000; ++trial) {
        const md2_hull hull = random_hull(&random);
        if (hull.count < 3) {
            continue;
        }
        const double depth = random_real(&random, 0, 1) * depth_of(&hull, hull.centroid);
        const md2_hull eroded = md2_hull_eroded(&hull, (md_real)depth);
        assert_true(eroded.count >= 1 && eroded.count <= hull.count);
        for (int32_t i = 0; i < eroded.count; ++i) {
            assert_true(fabs(depth_of(&hull, eroded.point[i]) - (double)eroded.radius - depth) < TINY);
        }
    }
}

/* Points of the hull that are deep enough are inside the eroded hull. Without rounding, which depth_of ignores at corners. */
static void an_eroded_hull_has_all_points_at_its_depth(void **state)
{
    (void)state;
    struct random random = {5};
    int32_t inside = 0;
    for (int32_t trial = 0; trial < 20000; ++trial) {
        const md2_hull hull = random_hull(&random);
        const md2_box box = md2_hull_bounds(&hull, (md2_transform){{0, 0}, {1, 0}});
        const md2_vec point = {(md_real)random_real(&random, (double)box.lower.x, (double)box.upper.x),
                               (md_real)random_real(&random, (double)box.lower.y, (double)box.upper.y)};
        const double depth = depth_of(&hull, hull.centroid) / 2;
        if (hull.count < 3 || hull.radius > 0 || depth_of(&hull, point) < depth + TINY) {
            continue;
        }
        md2_hull dot;
        assert_int_equal(md2_hull_circle(&dot, point, (md_real)TINY), MD_OK);
        const md2_hull eroded = md2_hull_eroded(&hull, (md_real)depth);
        const md2_transform here = {{0, 0}, {1, 0}};
        assert_true(md2_hull_distance(&eroded, here, &dot, here).distance == 0);
        ++inside;
    }
    assert_true(inside > 1000);
}

static void circles_and_capsules_lose_radius(void **state)
{
    (void)state;
    md2_hull circle, capsule;
    assert_int_equal(md2_hull_circle(&circle, vec(1, 2), 1), MD_OK);
    assert_int_equal(md2_hull_capsule(&capsule, vec(0, 0), vec(1, 0), 2), MD_OK);
    assert_true(md2_hull_eroded(&circle, (md_real)0.5).radius == (md_real)0.5);
    assert_int_equal(md2_hull_eroded(&capsule, (md_real)0.5).count, 2);
    assert_true(md2_hull_eroded(&capsule, (md_real)0.5).radius == (md_real)1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_of_an_eroded_hull_are_at_its_depth),
        cmocka_unit_test(an_eroded_hull_has_all_points_at_its_depth),
        cmocka_unit_test(circles_and_capsules_lose_radius),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
