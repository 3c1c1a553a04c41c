/* Vectors, rotations and transforms of math2.h, on numbers that are exact in float, and against their definitions. */
#include "world2/near.h"

static void assert_vec(md2_vec a, double x, double y)
{
    assert_near((double)a.x, x, 0);
    assert_near((double)a.y, y, 0);
}

/* Rounding of a few operations on numbers of size 10. */
static const double ROUNDING = PICK(1e-14, 1e-5);

static void assert_close(md2_vec a, md2_vec b)
{
    assert_near((double)a.x, (double)b.x, ROUNDING);
    assert_near((double)a.y, (double)b.y, ROUNDING);
}

static void vectors_add_and_scale(void **state)
{
    (void)state;
    const md2_vec a = md2_v(1, 2);
    const md2_vec b = md2_v(-3, 5);
    assert_vec(md2_vec_add(a, b), -2, 7);
    assert_vec(md2_vec_sub(a, b), 4, -3);
    assert_vec(md2_vec_scale(2, b), -6, 10);
    assert_vec(md2_vec_add_scaled(a, 2, b), -5, 12);
    assert_vec(md2_vec_negate(b), 3, -5);
    assert_vec(md2_vec_lerp(a, b, 0), 1, 2);
    assert_vec(md2_vec_lerp(a, b, 1), -3, 5);
    assert_vec(md2_vec_lerp(a, b, (md_real)0.25), 0, 2.75);
    assert_vec(md2_vec_min(a, b), -3, 2);
    assert_vec(md2_vec_max(a, b), 1, 5);
}

static void products_and_turns_have_the_signs_of_a_right_handed_plane(void **state)
{
    (void)state;
    assert_near(md2_vec_dot(md2_v(1, 2), md2_v(-3, 5)), 7, 0);
    assert_near(md2_vec_cross(md2_v(1, 0), md2_v(0, 1)), 1, 0); /* (0, 1) is to the left of (1, 0) */
    assert_near(md2_vec_cross(md2_v(1, 2), md2_v(-3, 5)), 11, 0);
    assert_vec(md2_vec_left(md2_v(1, 2)), -2, 1);
    assert_vec(md2_vec_right(md2_v(1, 2)), 2, -1);
}

static void lengths_and_distances(void **state)
{
    (void)state;
    assert_near(md2_vec_length(md2_v(3, -4)), 5, 0);
    assert_near(md2_vec_length_squared(md2_v(3, -4)), 25, 0);
    assert_near(md2_vec_distance(md2_v(1, 1), md2_v(4, 5)), 5, 0);
    assert_near(md2_vec_distance_squared(md2_v(1, 1), md2_v(4, 5)), 25, 0);
    assert_vec(md2_vec_normalize(md2_v(0, -8)), 0, -1);
    assert_vec(md2_vec_normalize(md2_v(0, 0)), 0, 0);
    assert_vec(md2_vec_clamp_length(md2_v(6, 8), 5), 3, 4);
    assert_vec(md2_vec_clamp_length(md2_v(3, 4), 6), 3, 4);
    assert_vec(md2_vec_clamp_length(md2_v(0, 0), 0), 0, 0);
    assert_true(md2_vec_is_finite(md2_v(1, 2)));
    assert_false(md2_vec_is_finite(md2_v(MD_INFINITY, 2)));
    assert_false(md2_vec_is_finite(md2_v(1, (md_real)NAN)));
}

static void rotations_turn_counter_clockwise_and_back(void **state)
{
    (void)state;
    const md2_rot quarter = {0, 1};
    assert_vec(md2_rot_apply(quarter, md2_v(2, 1)), -1, 2);
    assert_vec(md2_rot_unapply(quarter, md2_v(-1, 2)), 2, 1);
    assert_vec(md2_rot_apply(md2_rot_identity(), md2_v(2, 1)), 2, 1);
    const md2_rot sum = md2_rot_multiply(md2_rot_from_angle(0.5), md2_rot_from_angle(0.75));
    assert_near(md2_rot_angle(sum), 1.25, ROUNDING);
    assert_near(md2_rot_angle(md2_rot_inverse(md2_rot_from_angle(0.5))), -0.5, ROUNDING);
}

static void transforms_map_points_and_back(void **state)
{
    (void)state;
    const md2_rot quarter = {0, 1};
    const md2_transform t = md2_transform_make(md2_v(10, 20), quarter);
    assert_vec(md2_transform_apply(t, md2_v(2, 1)), 9, 22);
    assert_vec(md2_transform_unapply(t, md2_v(9, 22)), 2, 1);
    assert_vec(md2_transform_apply(md2_transform_identity(), md2_v(2, 1)), 2, 1);
}

static void products_of_transforms_follow_their_definitions(void **state)
{
    (void)state;
    struct random random = {1};
    for (int i = 0; i < 1000; ++i) {
        md2_transform t[2];
        for (int k = 0; k < 2; ++k) {
            t[k].p = at(random_real(&random, -3, 3), random_real(&random, -3, 3));
            t[k].q = md2_rot_from_angle(random_real(&random, -4, 4));
        }
        const md2_vec point = at(random_real(&random, -3, 3), random_real(&random, -3, 3));
        assert_close(md2_transform_apply(md2_transform_multiply(t[0], t[1]), point),
                     md2_transform_apply(t[0], md2_transform_apply(t[1], point)));
        assert_close(md2_transform_apply(md2_transform_between(t[0], t[1]), point),
                     md2_transform_unapply(t[0], md2_transform_apply(t[1], point)));
        assert_close(md2_transform_apply(md2_transform_inverse(t[0]), point), md2_transform_unapply(t[0], point));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_add_and_scale),
        cmocka_unit_test(products_and_turns_have_the_signs_of_a_right_handed_plane),
        cmocka_unit_test(lengths_and_distances),
        cmocka_unit_test(rotations_turn_counter_clockwise_and_back),
        cmocka_unit_test(transforms_map_points_and_back),
        cmocka_unit_test(products_of_transforms_follow_their_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
