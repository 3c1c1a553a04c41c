/* The arc tangent of the library against that of libm. */
#include <math.h>

#include "base/angle.h"
#include "support/support.h"

/* What angle.h promises. libm's own error, half a unit in the last place, is 2e-16 at most and fits beside it. */
static const double ERROR = 1e-15;

static void it_is_that_of_libm_all_around(void **state)
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

static void it_does_not_depend_on_the_length(void **state)
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

static void small_angles_keep_their_digits(void **state)
{
    (void)state;
    struct random random = {2};
    for (int32_t k = 0; k < 100000; ++k) {
        const double y = ldexp(random_real(&random, 0.5, 1), -4 - random_index(&random, 200));
        const double exact = atan(y);
        assert_true(fabs(md_angle(y, 1) - exact) <= ERROR * exact);
    }
}

static void it_does_not_jump_from_one_eighth_to_the_next(void **state)
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

static void the_axes_and_what_has_no_angle(void **state)
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
        cmocka_unit_test(it_is_that_of_libm_all_around),
        cmocka_unit_test(it_does_not_depend_on_the_length),
        cmocka_unit_test(small_angles_keep_their_digits),
        cmocka_unit_test(it_does_not_jump_from_one_eighth_to_the_next),
        cmocka_unit_test(the_axes_and_what_has_no_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
