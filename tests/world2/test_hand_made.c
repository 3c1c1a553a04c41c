/* Hulls that were filled by hand: inconsistent ones are refused when a shape is created, and the message names the
 * field. */
#include "world2/make2.h"

static md2_hull triangle(void)
{
    const md2_vec points[] = {at(0, 0), at(1, 0), at(0, 1)};
    md2_hull hull;
    assert_int_equal(md2_hull_polygon(&hull, points, 3, 0), MD_OK);
    return hull;
}

static void assert_refused(const md2_hull *hull, const char *message)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 0, 0);
    md_error error = {0};
    assert_int_equal(md2_shape_create(world, body, &def, hull, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_shape_count(world), 0);
    assert_int_equal(md2_shape_hull_check(hull, &error), MD_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    assert_int_equal(md2_shape_hull_check(hull, NULL), MD_ERROR_ARGUMENT);
    md2_world_destroy(world);
}

static void each_inconsistent_field_is_named(void **state)
{
    (void)state;
    const md2_hull zeros = {0};
    assert_refused(&zeros, "hull: count must be from 1 to 8, is 0");
    md2_hull hull = triangle();
    hull.count = 9;
    assert_refused(&hull, "hull: count must be from 1 to 8, is 9");
    hull = triangle();
    hull.point[1].x = (md_real)2e9;
    assert_refused(&hull, "hull: point[1] must be two numbers from -1e+09 to 1e+09, is (2e+09, 0)");
    hull = triangle();
    hull.radius = -1;
    assert_refused(&hull, "hull: radius must be a number from 0 to 1e+09, is -1");
    hull = circle_hull(1);
    hull.radius = 0;
    assert_refused(&hull, "hull: radius of a circle must be > 0, is 0");
    hull = box_hull(1, 1);
    hull.point[1] = hull.point[0];
    assert_refused(&hull, "hull: point[0] must be 0.005 or more from the next point, is at 0");
    hull = box_hull(1, 1);
    hull.normal[2] = at(0, -1);
    assert_refused(&hull, "hull: normal[2] must be the outward unit normal of its edge, is (0, -1)");
    hull = box_hull(1, 1);
    hull.centroid = at(3, 0);
    assert_refused(&hull, "hull: centroid must be that of the points, is (3, 0)");
    hull = circle_hull(1);
    hull.centroid = at(1, 0);
    assert_refused(&hull, "hull: centroid must be that of the points, is (1, 0)");
}

/* A bow tie of four points whose normals fit its edges. */
static void a_polygon_that_crosses_itself_is_refused(void **state)
{
    (void)state;
    const double r = sqrt(0.5);
    const md2_hull hull = {.point = {at(0, 0), at(1, 0), at(0, 1), at(1, 1)},
                           .normal = {at(0, -1), at(r, r), at(0, 1), at(r, -r)},
                           .centroid = at(0.5, 0.5),
                           .count = 4};
    assert_int_equal(md2_shape_hull_check(&hull, NULL), MD_ERROR_ARGUMENT);
}

/* Replaces each number of each kind of hull in turn. */
static void a_hull_with_one_number_that_is_not_finite_is_refused(void **state)
{
    (void)state;
    const double values[] = {NAN, INFINITY, -INFINITY, 1e30};
    md2_hull hulls[4] = {circle_hull(1), box_hull(1, 2), triangle()};
    assert_int_equal(md2_hull_capsule(&hulls[3], at(0, 0), at(1, 1), (md_real)0.2), MD_OK);
    for (int k = 0; k < 4; ++k) {
        assert_int_equal(md2_shape_hull_check(&hulls[k], NULL), MD_OK);
        for (int v = 0; v < 4; ++v) {
            for (int32_t i = 0; i < hulls[k].count; ++i) {
                md2_hull point = hulls[k];
                point.point[i].y = (md_real)values[v];
                assert_int_equal(md2_shape_hull_check(&point, NULL), MD_ERROR_ARGUMENT);
                md2_hull normal = hulls[k];
                normal.normal[i].x = (md_real)values[v];
                assert_int_equal(md2_shape_hull_check(&normal, NULL), MD_ERROR_ARGUMENT);
            }
            md2_hull centroid = hulls[k];
            centroid.centroid.x = (md_real)values[v];
            assert_int_equal(md2_shape_hull_check(&centroid, NULL), MD_ERROR_ARGUMENT);
            md2_hull radius = hulls[k];
            radius.radius = (md_real)values[v];
            assert_int_equal(md2_shape_hull_check(&radius, NULL), MD_ERROR_ARGUMENT);
        }
    }
}

/* Every hull that the library makes is accepted, also far from the origin of its body. */
static void hulls_of_the_library_are_accepted(void **state)
{
    (void)state;
    struct random random = {.state = 5};
    int made = 0;
    for (int turn = 0; turn < 20000; ++turn) {
        const double far = turn % 4 == 0 ? 1e5 : 10;
        const md2_vec center = at(far * random_real(&random, -1, 1), far * random_real(&random, -1, 1));
        md2_vec points[8];
        for (int i = 0; i < 8; ++i) {
            points[i] =
                at((double)center.x + random_real(&random, -1, 1), (double)center.y + random_real(&random, -0.1, 0.1));
        }
        md2_hull hull;
        md_error error = {0};
        const md_status status =
            turn % 2 == 0 ? md2_hull_polygon(&hull, points, 8, (md_real)random_real(&random, 0, 0.1))
                          : md2_hull_box(&hull, at(random_real(&random, 0.0025, 1), random_real(&random, 0.0025, 1)),
                                         center, turned(random_real(&random, -3, 3)), 0);
        if (status == MD_OK && md2_shape_hull_check(&hull, &error) != MD_OK) {
            fail_msg("%s", error.message);
        }
        made += status == MD_OK;
    }
    assert_true(made > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_inconsistent_field_is_named),
        cmocka_unit_test(a_polygon_that_crosses_itself_is_refused),
        cmocka_unit_test(a_hull_with_one_number_that_is_not_finite_is_refused),
        cmocka_unit_test(hulls_of_the_library_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
