/* Partitions of bodies along an axis. */
#include "engine/partition.h"
#include "support/support.h"

static void a_problem_is_divided_from_8192_contacts_on_and_at_most_32_times(void **state)
{
    (void)state;
    assert_int_equal(md_partition_count(0), 1);
    assert_int_equal(md_partition_count(8191), 1);
    assert_int_equal(md_partition_count(8192), 2);
    assert_int_equal(md_partition_count(INT32_MAX), MAX_PARTITIONS);
}

static void samples_are_spread_over_all_bodies(void **state)
{
    (void)state;
    assert_int_equal(partition_sample_count(10), 10);
    assert_int_equal(partition_sample_position(9, 10), 9);
    assert_int_equal(partition_sample_count(INT32_MAX), PARTITION_SAMPLES);
    assert_in_range(partition_sample_position(PARTITION_SAMPLES - 1, INT32_MAX), INT32_MAX - (1 << 23), INT32_MAX);
}

/* 400 bodies along a diagonal that is steeper in y, in a scrambled order, with outliers in x. */
static void strips_lie_along_the_axis_of_largest_spread_and_share_the_bodies(void **state)
{
    (void)state;
    enum { BODIES = 400, STRIPS = 4 };
    struct axis_samples axes[2] = {{.count = BODIES}, {.count = BODIES}};
    for (int32_t i = 0; i < BODIES; ++i) {
        const int32_t scrambled = i * 7 % BODIES;
        axes[0].at[i] = i < 4 ? (md_real)1e6 : (md_real)scrambled;
        axes[1].at[i] = 2 * (md_real)scrambled;
    }
    const struct partition partition = md_partition_choose(axes, 2, STRIPS);
    assert_int_equal(partition.count, STRIPS);
    assert_int_equal(partition.axis, 1);
    int32_t bodies[STRIPS] = {0};
    for (int32_t i = 0; i < BODIES; ++i) {
        const int32_t strip = md_partition_of(&partition, 2 * (md_real)i);
        assert_in_range(strip, 0, STRIPS - 1);
        ++bodies[strip];
    }
    for (int32_t strip = 0; strip < STRIPS; ++strip) {
        assert_in_range(bodies[strip], BODIES / STRIPS - 2, BODIES / STRIPS + 2);
    }
    assert_int_equal(md_partition_of(&partition, -1), 0);
    assert_int_equal(md_partition_of(&partition, 1e9), STRIPS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_problem_is_divided_from_8192_contacts_on_and_at_most_32_times),
        cmocka_unit_test(samples_are_spread_over_all_bodies),
        cmocka_unit_test(strips_lie_along_the_axis_of_largest_spread_and_share_the_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
