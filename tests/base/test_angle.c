/* md_angle against atan2 of libm. */
#include <math.h>

#include "base/angle.h"
#include "support/support.h"

/* The error documented in angle.h. The error of libm, half a unit in the last place, is at most 2e-16. */
static const double ERROR = 1e-15;

static void angles_agree_with_libm_all_around(void **state)
{
    (void)state;
    double worst = 0;
    for (int32_t k = 0; k < 400000; ++k) {
        const double angle = MD_PI * (k - 200000 + 0.5) / 200000;
        const double y = sin(angle);
        const double x = cos(angle);
        worst = fmax(worst, fabs(md_angle(y, x) - atan2(y, x)));
    }
    assert_true(worst < ERROR);
}

static void angles_do_not_depend_on_the_length_of_the_vector(void **state)
{
    (void)state;
    struct random random = {1};
    for (int32_t k = 0; k < 100000; ++k) {
        const double y = ldexp(random_real(&random, -1, 1), random_index(&random, 600) - 300);
        const double x = ldexp(random_real(&random, -1, 1), random_index(&random, 600) - 300);
        assert_true(fabs(md_angle(y, x) - atan2(y, x)) < ERROR);
        assert_true(md_angle(y, x) == md_angle(8 * y, 8 * x));
        assert_true(md_angle(-y, x) == -md_angle(y, x));
    }
    assert_true(fabs(md_angle(1e308, 1e308) - MD_PI / 4) < ERROR);
    assert_true(fabs(md_angle(5e-324, -5e-324) - 3 * MD_PI / 4) < ERROR);
}

static void small_angles_have_a_small_relative_error(void **state)
{
    (void)state;
    struct random random = {2};
    for (int32_t k = 0; k < 100000; ++k) {
        const double y = ldexp(random_real(&random, 0.5, 1), -4 - random_index(&random, 200));
        const double exact = atan(y);
        assert_true(fabs(md_angle(y, 1) - exact) <= ERROR * exact);
    }
}

static void angles_are_continuous_where_the_nearest_eighth_changes(void **state)
{
    (void)state;
    for (int32_t k = 0; k < 8; ++k) {
        const double edge = (k + 0.5) / 8;
        assert_true(fabs(md_angle(edge, 1) - atan(edge)) < ERROR);
        const double below = nextafter(edge, 0);
        assert_true(fabs(md_angle(below, 1) - atan(below)) < ERROR);
        assert_true(fabs(md_angle(edge, 1) - md_angle(below, 1)) < ERROR);
    }
}

static void axes_zeros_and_nonfinite_vectors_have_the_documented_angles(void **state)
{
    (void)state;
    assert_true(md_angle(0, 1) == 0);
    assert_true(md_angle(1, 0) == MD_PI / 2);
    assert_true(md_angle(-1, 0) == -MD_PI / 2);
    assert_true(md_angle(0, -1) == MD_PI);
    assert_true(md_angle(-0.0, -1) == MD_PI);
    assert_true(md_angle(0, 0) == 0);
    assert_true(md_angle(1, INFINITY) == 0);
    assert_true(isnan(md_angle(INFINITY, INFINITY)));
    assert_true(isnan(md_angle(NAN, 1)));
    assert_true(isnan(md_angle(1, NAN)));
    assert_true(isnan(md_angle(0, NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_agree_with_libm_all_around),
        cmocka_unit_test(angles_do_not_depend_on_the_length_of_the_vector),
        cmocka_unit_test(small_angles_have_a_small_relative_error),
        cmocka_unit_test(angles_are_continuous_where_the_nearest_eighth_changes),
        cmocka_unit_test(axes_zeros_and_nonfinite_vectors_have_the_documented_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
