/* Inner cores: as deep as they claim, and as large as they can be. */
#include "geometry3/core.h"
#include "geometry3/hull.h"
#include "geometry3/space.h"

static double support_along(const struct core *core, md3_vec direction)
{
    int32_t hint = 0;
    const md3_vec point = md3_vec_add(core->center, md3_core_support(core, direction, &hint));
    return (double)(md3_vec_dot(point, direction) + core->radius * md3_vec_length(direction));
}

/* Rounding of positions of about a metre. */
#define ROUNDING (sizeof(md_real) == sizeof(float) ? 1e-5 : 1e-12)
/* Points that are closer than this share of the extent are one (inner_core.c). */
#define MERGED 3e-5

static md3_hull *random_hull(struct random *random, int32_t count)
{
    md3_vec points[40];
    md3_hull *hull = NULL;
    do {
        const md_real flat = (md_real)random_real(random, 0.05, 1);
        for (int32_t i = 0; i < count; ++i) {
            points[i] = random_point_in_cube(random, 1);
            points[i].y *= flat;
        }
    } while (md3_hull_create(NULL, points, count, &hull, NULL) != MD_OK);
    return hull;
}

static bool is_deep(const md3_hull *hull, md3_vec point, md_real depth)
{
    bool deep = true;
    for (int32_t face = 0; face < hull->face_count; ++face) {
        deep = deep && md3_vec_dot(hull->plane[face].normal, point) <= hull->plane[face].offset - depth;
    }
    return deep;
}

static void no_vertex_is_less_deep_than_half_the_inscribed_radius(void **state)
{
    (void)state;
    struct random random = {1};
    for (int i = 0; i < 200; ++i) {
        md3_hull *hull = random_hull(&random, 4 + i % 30);
        assert_true(hull->inner_count >= 4);
        for (int32_t k = 0; k < hull->inner_count; ++k) {
            assert_true(is_deep(hull, hull->inner[k], hull->inscribed_radius / 2 - (md_real)ROUNDING));
        }
        md3_hull_destroy(hull);
    }
}

/* Every point that is deep enough is in the inner core: no direction has it beyond the support point. */
static void all_points_that_are_deep_enough_belong_to_it(void **state)
{
    (void)state;
    struct random random = {2};
    for (int i = 0; i < 50; ++i) {
        md3_hull *hull = random_hull(&random, 4 + i % 30);
        md3_geometry geometry;
        assert_int_equal(md3_geometry_hull(&geometry, hull, 0), MD_OK);
        const struct core core = md3_inner_core_of(&geometry);
        for (int k = 0; k < 1000; ++k) {
            const md3_vec at = random_point_in_cube(&random, 1);
            const md3_vec direction = random_direction(&random);
            if (is_deep(hull, at, hull->inscribed_radius / 2)) {
                assert_true((double)md3_vec_dot(at, direction) <= support_along(&core, direction) + MERGED);
            }
        }
        md3_hull_destroy(hull);
    }
}

/* The support of the inner core of a round shape is that of the shape, moved inward by half the inscribed radius where its surface
 * is smooth along the direction; the closed forms are below. */
static void check_support(const md3_geometry *geometry, md3_vec direction, double expected)
{
    const struct core core = md3_inner_core_of(geometry);
    assert_near(support_along(&core, direction), expected, 4 * ROUNDING);
}

static void round_shapes_have_closed_forms(void **state)
{
    (void)state;
    md3_geometry shape;
    assert_int_equal(md3_geometry_sphere(&shape, at3(1, 0, 0), (md_real)0.4), MD_OK);
    check_support(&shape, at3(1, 0, 0), 1.2);
    assert_int_equal(md3_geometry_capsule(&shape, at3(0, 0, 0), at3(2, 0, 0), (md_real)0.4), MD_OK);
    check_support(&shape, at3(1, 0, 0), 2.2);
    check_support(&shape, at3(0, 1, 0), 0.2);
    assert_int_equal(md3_geometry_cylinder(&shape, at3(0, 0, 0), at3(2, 0, 0), (md_real)0.5, 0), MD_OK);
    check_support(&shape, at3(1, 0, 0), 1.75);
    check_support(&shape, at3(-1, 0, 0), -0.25);
    check_support(&shape, at3(0, 0, 1), 0.25);
    /* A cone of radius 3 and height 4: the section has the sides 5, 5, 6, so that the ball has the radius 1.5. */
    assert_int_equal(md3_geometry_cone(&shape, at3(0, 0, 0), at3(4, 0, 0), 3, 0), MD_OK);
    check_support(&shape, at3(-1, 0, 0), -0.75);
    check_support(&shape, at3(0.6, 0.8, 0), 2.4 - 0.75);
    md3_hull *box;
    assert_int_equal(md3_hull_create_box(NULL, at3(1, 0.2, 0.4), &box, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&shape, box, (md_real)0.1), MD_OK);
    assert_int_equal(box->inner_count, 8);
    check_support(&shape, at3(1, 0, 0), 0.9 + 0.05);
    check_support(&shape, at3(0, 0, -1), 0.3 + 0.05);
    md3_hull_destroy(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_vertex_is_less_deep_than_half_the_inscribed_radius),
        cmocka_unit_test(all_points_that_are_deep_enough_belong_to_it),
        cmocka_unit_test(round_shapes_have_closed_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
