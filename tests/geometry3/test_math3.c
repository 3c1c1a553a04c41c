/* Vectors, matrices, rotations and transforms of math3.h, on numbers that are exact in float, and against their
 * definitions. */
#include "geometry3/space.h"

static void assert_vec(md3_vec a, double x, double y, double z)
{
    assert_vec_near(a, at3(x, y, z), 0);
}

/* Rounding of a few operations on numbers of size 10. */
static const double ROUNDING = PICK(1e-14, 1e-5);

static void assert_close(md3_vec a, md3_vec b)
{
    assert_vec_near(a, b, ROUNDING);
}

static void vectors_add_and_scale(void **state)
{
    (void)state;
    const md3_vec a = md3_v(1, 2, 3);
    const md3_vec b = md3_v(-3, 5, -7);
    assert_vec(md3_vec_add(a, b), -2, 7, -4);
    assert_vec(md3_vec_sub(a, b), 4, -3, 10);
    assert_vec(md3_vec_scale(2, b), -6, 10, -14);
    assert_vec(md3_vec_add_scaled(a, 2, b), -5, 12, -11);
    assert_vec(md3_vec_negate(b), 3, -5, 7);
    assert_vec(md3_vec_lerp(a, b, 0), 1, 2, 3);
    assert_vec(md3_vec_lerp(a, b, 1), -3, 5, -7);
    assert_vec(md3_vec_lerp(a, b, (md_real)0.25), 0, 2.75, 0.5);
    assert_vec(md3_vec_min(a, b), -3, 2, -7);
    assert_vec(md3_vec_max(a, b), 1, 5, 3);
    assert_vec(md3_vec_abs(b), 3, 5, 7);
}

static void products_are_right_handed(void **state)
{
    (void)state;
    assert_near((double)md3_vec_dot(md3_v(1, 2, 3), md3_v(-3, 5, 2)), 13, 0);
    assert_vec(md3_vec_cross(md3_v(1, 0, 0), md3_v(0, 1, 0)), 0, 0, 1);
    assert_vec(md3_vec_cross(md3_v(0, 1, 0), md3_v(0, 0, 1)), 1, 0, 0);
    assert_vec(md3_vec_cross(md3_v(0, 0, 1), md3_v(1, 0, 0)), 0, 1, 0);
    assert_vec(md3_vec_cross(md3_v(1, 2, 3), md3_v(-3, 5, 2)), -11, -11, 11);
}

static void lengths_and_distances(void **state)
{
    (void)state;
    assert_near((double)md3_vec_length(md3_v(2, -3, 6)), 7, 0);
    assert_near((double)md3_vec_length_squared(md3_v(2, -3, 6)), 49, 0);
    assert_near((double)md3_vec_distance(md3_v(1, 1, 1), md3_v(3, 4, -5)), 7, 0);
    assert_near((double)md3_vec_distance_squared(md3_v(1, 1, 1), md3_v(3, 4, -5)), 49, 0);
    assert_vec(md3_vec_normalize(md3_v(0, 0, -8)), 0, 0, -1);
    assert_vec(md3_vec_normalize(md3_v(0, 0, 0)), 0, 0, 0);
    assert_vec(md3_vec_clamp_length(md3_v(6, 8, 0), 5), 3, 4, 0);
    assert_vec(md3_vec_clamp_length(md3_v(0, 3, 4), 6), 0, 3, 4);
    assert_true(md3_vec_is_finite(md3_v(1, 2, 3)));
    assert_false(md3_vec_is_finite(md3_v(MD_INFINITY, 2, 3)));
    assert_false(md3_vec_is_finite(md3_v(1, (md_real)NAN, 3)));
    assert_false(md3_vec_is_finite(md3_v(1, 2, -MD_INFINITY)));
}

static void perpendicular_vectors_are_units_at_a_right_angle(void **state)
{
    (void)state;
    struct random random = {1};
    for (int i = 0; i < 1000; ++i) {
        const md3_vec a = i < 3 ? md3_v(i == 0, i == 1, i == 2) : random_direction(&random);
        const md3_vec across = md3_vec_perpendicular(a);
        assert_near((double)md3_vec_length(across), 1, ROUNDING);
        assert_near((double)md3_vec_dot(across, a), 0, ROUNDING);
    }
}

static void matrices_follow_their_definitions(void **state)
{
    (void)state;
    const md3_mat m = {{2, 1, 0}, {0, 4, 1}, {1, 0, 8}};
    const md3_vec a = md3_v(1, 2, 3);
    assert_vec(md3_mat_apply(m, a), 5, 9, 26);
    assert_vec(md3_mat_apply(md3_mat_transpose(m), a), 4, 11, 25);
    assert_vec(md3_mat_apply_transposed(m, a), 4, 11, 25);
    assert_vec(md3_mat_apply(md3_mat_multiply(m, m), a), 36, 41, 217);
    assert_vec(md3_mat_apply(md3_mat_add(m, md3_mat_identity()), a), 6, 11, 29);
    assert_vec(md3_mat_apply(md3_mat_scale(2, m), a), 10, 18, 52);
    assert_near((double)md3_mat_determinant(m), 65, 0);
    assert_close(md3_mat_apply(md3_mat_inverse(m), md3_mat_apply(m, a)), a);
    const md3_mat flat = {{1, 2, 3}, {2, 4, 6}, {0, 0, 1}};
    assert_vec(md3_mat_apply(md3_mat_inverse(flat), a), 0, 0, 0);
}

/* Rodrigues' formula, with cos and sin of libm. */
static md3_vec rotated(md3_vec axis, double angle, md3_vec a)
{
    const md_real c = (md_real)cos(angle), s = (md_real)sin(angle);
    const md3_vec turned_part = md3_vec_add_scaled(md3_vec_scale(c, a), s, md3_vec_cross(axis, a));
    return md3_vec_add_scaled(turned_part, (1 - c) * md3_vec_dot(axis, a), axis);
}

static void rotations_turn_about_their_axis_and_back(void **state)
{
    (void)state;
    struct random random = {2};
    const md3_rot quarter = md3_rot_from_axis_angle(md3_v(0, 0, 1), acos(0));
    assert_close(md3_rot_apply(quarter, md3_v(2, 1, 5)), md3_v(-1, 2, 5));
    for (int i = 0; i < 1000; ++i) {
        const md3_vec axis = random_direction(&random);
        const double angle = random_real(&random, -10, 10);
        const md3_vec a = random_point_in_cube(&random, 3);
        const md3_rot q = md3_rot_from_axis_angle(axis, angle);
        assert_close(md3_rot_apply(q, a), rotated(axis, angle, a));
        assert_close(md3_rot_unapply(q, md3_rot_apply(q, a)), a);
        assert_close(md3_rot_apply(md3_rot_inverse(q), a), md3_rot_unapply(q, a));
        assert_close(md3_mat_apply(md3_rot_matrix(q), a), md3_rot_apply(q, a));
        const md3_rot other = random_rotation(&random);
        assert_close(md3_rot_apply(md3_rot_multiply(other, q), a), md3_rot_apply(other, md3_rot_apply(q, a)));
        const md3_rot longer = {3 * q.x, 3 * q.y, 3 * q.z, 3 * q.w};
        assert_close(md3_rot_apply(md3_rot_normalize(longer), a), md3_rot_apply(q, a));
    }
}

static void the_rotation_vector_is_the_axis_times_the_angle(void **state)
{
    (void)state;
    struct random random = {3};
    for (int i = 0; i < 1000; ++i) {
        const md3_vec axis = random_direction(&random);
        const double angle = i % 2 == 0 ? random_real(&random, 0, 3.14) : random_real(&random, 0, 1e-6);
        const md3_rot q = md3_rot_from_axis_angle(axis, angle);
        const md3_rot same = {-q.x, -q.y, -q.z, -q.w};
        /* The angle of a small rotation is relative to itself. */
        const double tolerance = ROUNDING * fmin(1, angle);
        assert_vec_near(md3_rot_vector(q), md3_vec_scale((md_real)angle, axis), tolerance);
        assert_vec_near(md3_rot_vector(same), md3_vec_scale((md_real)angle, axis), tolerance);
    }
    assert_vec(md3_rot_vector(md3_rot_identity()), 0, 0, 0);
    assert_near((double)md3_vec_length(md3_rot_vector((md3_rot){0, 1, 0, 0})), 3.14159265358979, ROUNDING);
}

static void rotations_come_back_from_their_axes(void **state)
{
    (void)state;
    struct random random = {4};
    for (int i = 0; i < 2000; ++i) {
        /* Half turns and nearly half turns about axes near the coordinate axes, besides any rotation. */
        const md3_vec near_axis =
            md3_vec_add_scaled(md3_v(i % 3 == 0, i % 3 == 1, i % 3 == 2), (md_real)0.01, random_direction(&random));
        const md3_rot q =
            i % 2 == 0 ? random_rotation(&random) : md3_rot_from_axis_angle(md3_vec_normalize(near_axis), 3.1415);
        const md3_rot back = md3_rot_from_axes(md3_rot_matrix(q));
        const md3_vec a = random_point_in_cube(&random, 3);
        assert_close(md3_rot_apply(back, a), md3_rot_apply(q, a));
        assert_near((double)md3_rot_length_squared(back), 1, ROUNDING);
    }
}

static void invalid_axes_and_angles_give_the_identity(void **state)
{
    (void)state;
    const md3_rot one = md3_rot_identity();
    const md3_vec z = md3_v(0, 0, 1);
    const md3_rot invalid[] = {
        md3_rot_from_axis_angle(z, (double)NAN),
        md3_rot_from_axis_angle(z, 1.5e6),
        md3_rot_from_axis_angle(md3_v(0, 0, 2), 1),
        md3_rot_from_axis_angle(md3_v(0, 0, 0), 1),
        md3_rot_from_axis_angle(md3_v((md_real)NAN, 0, 1), 1),
        md3_rot_from_axes((md3_mat){{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}),  /* left-handed */
        md3_rot_from_axes((md3_mat){{0, 2, 0}, {-2, 0, 0}, {0, 0, 1}}), /* not of unit length */
        md3_rot_from_axes((md3_mat){{0, 1, 0}, {-1, 0, 0}, {0, (md_real)0.1, 1}}),
        md3_rot_from_axes((md3_mat){{0, 1, 0}, {-1, 0, 0}, {0, 0, (md_real)NAN}}),
    };
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i) {
        assert_memory_equal(&invalid[i], &one, sizeof one);
    }
    assert_false(md3_rot_is_finite((md3_rot){0, 0, 0, (md_real)NAN}));
    assert_true(md3_rot_is_finite(one));
}

static void transforms_follow_their_definitions(void **state)
{
    (void)state;
    struct random random = {5};
    for (int i = 0; i < 1000; ++i) {
        const md3_transform a = random_transform(&random, 3), b = random_transform(&random, 3);
        const md3_vec point = random_point_in_cube(&random, 3);
        assert_close(md3_transform_apply(a, point), md3_vec_add(a.p, md3_rot_apply(a.q, point)));
        assert_close(md3_transform_unapply(a, md3_transform_apply(a, point)), point);
        assert_close(md3_transform_apply(md3_transform_multiply(a, b), point),
                     md3_transform_apply(a, md3_transform_apply(b, point)));
        assert_close(md3_transform_apply(md3_transform_between(a, b), point),
                     md3_transform_unapply(a, md3_transform_apply(b, point)));
        assert_close(md3_transform_apply(md3_transform_inverse(a), point), md3_transform_unapply(a, point));
    }
    assert_vec(md3_transform_apply(md3_transform_identity(), md3_v(2, 1, 3)), 2, 1, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_add_and_scale),
        cmocka_unit_test(products_are_right_handed),
        cmocka_unit_test(lengths_and_distances),
        cmocka_unit_test(perpendicular_vectors_are_units_at_a_right_angle),
        cmocka_unit_test(matrices_follow_their_definitions),
        cmocka_unit_test(rotations_turn_about_their_axis_and_back),
        cmocka_unit_test(the_rotation_vector_is_the_axis_times_the_angle),
        cmocka_unit_test(rotations_come_back_from_their_axes),
        cmocka_unit_test(invalid_axes_and_angles_give_the_identity),
        cmocka_unit_test(transforms_follow_their_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
